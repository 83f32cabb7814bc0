"""Lists that are too long for a message: whole lines and whole names are left out, and counted."""

from __future__ import annotations

import pytest

from bot.limits import CONTENT
from bot.texts.match import enumerated, listed
from bot.texts.phrases import phrases

SAY = phrases("en")


def test_a_list_with_room_is_shown_whole() -> None:
    assert listed(SAY, ("head", ""), ("one", "two"), "", "end") == "head\none\ntwo\nend"
    assert listed(SAY, (), ("one", "two"), more=3) == "one\ntwo\n… and 3 more"


def test_lines_without_room_are_left_out_whole_and_counted() -> None:
    rows = [f"{number:02} {'x' * 97}" for number in range(30)]
    text = listed(SAY, ("head",), rows, "end", more=5)
    head, *shown, rest, end = text.split("\n")
    assert (head, end) == ("head", "end")
    assert shown == rows[: len(shown)]
    assert rest == f"… and {35 - len(shown)} more"
    assert CONTENT - 101 < len(text) <= CONTENT
    assert len(listed(SAY, (), rows, room=250)) <= 250
    assert listed(SAY, ("y" * 3000,), rows).endswith("…")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_names_without_room_are_left_out_and_counted(language: str) -> None:
    say = phrases(language)
    names = [f"Somebody Number {number:02}" for number in range(40)]
    assert enumerated(say, names[:3], 100) == say.every(names[:3])
    text = enumerated(say, names, 100)
    assert len(text) <= 100
    shown = [name for name in names if name in text]
    assert shown == names[: len(shown)]
    assert text == say.every([*shown, say.plural("{count} other", "{count} others", 40 - len(shown))])
    assert enumerated(say, names, 10) == enumerated(say, [], 100) == ""
