"""What is answered under the table of Monsters & Myths has its room, whatever players are called."""

from __future__ import annotations

from random import Random

from bot.monsters_and_myths import FACE
from bot.panels import room
from bot.panels.model import Row, Select
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from tests.support.posted import Table

NAMES = {0: "Anna", 1: "Maximilian", 2: "Tina", 3: "Bartholomew the…"}


def _answers(rows: tuple[Row, ...], verb: str) -> set[tuple[str, ...]]:
    """Return the actions of a verb that rows answer with."""
    presses = [
        one.press for row in rows for one in (row.options if isinstance(row, Select) else row) if one.press.tokens
    ]
    return {press.tokens for press in presses if press.tokens[0] == verb}


def test_every_row_of_answers_is_one_line_on_a_laptop() -> None:
    seen = set()
    for seed in (1, 2, 3):
        table = Table(FACE, FACE.game.formations[2], SOURCE, Random(seed), {})
        for match in table.play():
            view = match.view(None)
            for say in map(phrases, LANGUAGES):
                rows = FACE.answers(say, view, NAMES, NAMES)
                if room.rows_shown(rows, room.WIDE) > len(rows):
                    (row,) = rows
                    assert "%" in row[0].label, "nothing but the next roll"
                    assert "," not in row[0].label, "and of its odds there is no more to leave out"
                seen |= {type(row) for row in rows if _answers((row,), "lose")}
                seen |= {verb for verb in ("roll", "stop") if _answers(rows, verb)}
    assert seen == {tuple, Select, "roll", "stop"}


def test_ways_to_lose_cards_are_the_same_as_buttons_and_as_lines() -> None:
    table = Table(FACE, FACE.game.formations[2], SOURCE, Random(1), {})
    say, seen = phrases("de"), set()
    for match in table.play():
        losing = [choice for choice in match.choices if choice.kind == "lose" and not choice.secret]
        rows = FACE.answers(say, match.view(None), NAMES, NAMES)
        if losing and rows:
            ((row,), (choice,)) = rows, losing
            short = FACE.answers(say, match.view(None), dict.fromkeys(NAMES, "A"), NAMES)
            assert _answers(rows, "lose") == _answers(short, "lose")
            assert _answers(rows, "lose") == set(match.face.game.legal(match.state, choice.seat, choice.key))
            owner = f"{NAMES[choice.seat]}: "
            assert row.placeholder.startswith(owner) if isinstance(row, Select) else row[0].label.startswith(owner)
            seen.add(type(row))
    assert Select in seen


def test_the_next_roll_says_less_of_its_odds_where_its_buttons_would_take_two_lines() -> None:
    table, told = Table(FACE, FACE.game.formations[2], SOURCE, Random(3), {}), set()
    for match in table.play():
        for say in map(phrases, LANGUAGES):
            short, long = (
                [row[0].label for row in FACE.answers(say, match.view(None), names, NAMES) if isinstance(row, tuple)]
                for names in (dict.fromkeys(NAMES, "A"), NAMES)
            )
            if _answers(FACE.answers(say, match.view(None), NAMES, NAMES), "roll"):
                assert "%" in long[0]
                told.add((short[0].partition(": ")[2], long[0].partition(": ")[2]))
    assert any(len(long) < len(short) for short, long in told)
