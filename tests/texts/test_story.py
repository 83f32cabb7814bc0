"""What happened, in a single line."""

from __future__ import annotations

import pytest

from bot.texts.story import Detail, Passing, gist


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
        (["Anna fires at everything", "Max hides"], 12, "Anna fires…"),
    ],
)
def test_a_line_has_the_beginning_of_what_matters(sentences: list[str], length: int, line: str) -> None:
    assert gist(sentences, length) == line
    assert len(line) <= length
