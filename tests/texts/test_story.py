"""What happened, in a single line."""

from __future__ import annotations

import pytest

from bot.texts.story import Detail, Grave, Passing, Toll, fits, gist, within

HIT = Toll("Anna fires at 8: ring, Max is hit", "Max is hit")


@pytest.mark.parametrize(
    ("sentences", "length", "line"),
    [
        ([], 40, ""),
        (["Anna fires"], 40, "Anna fires"),
        (["Anna fires", Detail("a phase"), "Max hides"], 40, "Anna fires · Max hides"),
        ([Passing("Max drew Knight"), "Anna fires"], 40, "Anna fires"),
        (["Anna fires", "Max hides", "Max ends the turn"], 30, "Anna fires · Max hides · …"),
        (["Anna fires", "Max hides"], 20, "Anna fires · …"),
        (["Anna fires at everything"], 12, "Anna fires…"),
        (["Anna fires", "Max hides", HIT, "Max ends the turn"], 40, "Anna fires · Max hides · Max is hit · …"),
        (["Anna fires", "Max hides", HIT, "Max ends the turn"], 18, "… · Max is hit · …"),
        (["Anna fires", HIT], 6, "Max i…"),
        (["Anna fires at everything", "Max hides"], 12, "Anna fires…"),
    ],
)
def test_a_line_has_the_beginning_of_what_matters(sentences: list[str], length: int, line: str) -> None:
    assert gist(sentences, length) == line
    assert len(line) <= length


BATTLE = Grave("A battle: Anna 14 → 12, Max 15; lost: Knight C2 (Anna), Rune of Minor Acceleration E2 (Anna)")


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (4, f"Max waits · {BATTLE} · Max placed Rune of Penetration B4 N"),
        (3, f"{BATTLE} · …"),
        (2, "A battle: Anna 14 → 12, Max 15; lost: Knight C2 (Anna), …"),
        (1, "A battle: Anna 14 → 12, Max 15; lost: …"),
    ],
)
def test_what_somebody_lost_is_the_last_to_go_and_no_name_is_cut(rows: int, told: str) -> None:
    sentences = ["Max waits", BATTLE, "Max placed Rune of Penetration B4 N"]
    assert within(sentences, rows) == told
    assert fits(told, rows, rows)


def test_a_sentence_without_parts_is_cut_between_words() -> None:
    assert within(["Max placed Rune of Penetration beside another one"], 1) == "Max placed Rune of Penetration beside…"
