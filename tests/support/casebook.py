"""Books of rule cases: TOML files that say what is played, what is refused, and what is so afterwards.

What a game's cases have beyond this (situations, boards, views) is checked by the game's own tests. The parts that all
games share:

- `play`: the lines that are played, each a seat and the tokens, agreements too.
- `refused`: lines (with seat, exception and rule) that are refused after that and change nothing.
- `fields`: the values of `next_field` after some tokens of a seat, in any order.
- `reads`: what `read` makes of lines.
- `alike`: for some readers, nothing that they are shown may depend on which of the lines `after` is played.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import games.api
from games import agreements
from games.agreements import Position
from games.api import Action, Field, Formation, Game, Step
from games.draws import Draws
from games.history import carry_out, kind_of, parse
from tests.support import laws

Case = Mapping[str, Any]


def load(folder: Path, pattern: str) -> list[dict[str, Any]]:
    """The cases of all files of that pattern."""
    return [
        case
        for path in sorted(folder.glob(pattern))
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def said(line: str) -> tuple[int, Action]:
    """The seat and the tokens of a line."""
    seat, *tokens = line.split()
    return int(seat), tuple(tokens)


class Book:
    """Carries cases of one game out."""

    def __init__(self, game: Game[Any], formation: Callable[[Any], Formation], draws: Draws) -> None:
        self.game = game
        self.formation = formation
        self.draws = draws

    def carry_out(self, position: Position, line: str) -> tuple[Position, Step]:
        """The position after a line."""
        return carry_out(self.game, self.formation(position.state), position, parse(line), self.draws)

    def play(self, start: Any, lines: Iterable[str]) -> tuple[Position, list[Step]]:
        """The position after all lines, and their steps; none of them changes the state before it."""
        position, steps = Position(start), []
        for line in lines:
            seat, tokens = said(line)
            before = laws.text(self.game, position.state)
            if kind_of(" ".join(tokens)) == "action":
                assert self.game.read(position.state, seat, tokens) == tokens
            after, step = self.carry_out(position, line)
            assert laws.text(self.game, position.state) == before, f"{line}: the state before it was changed"
            steps.append(step)
            position = after
        return position, steps

    def check(self, case: Case, position: Position) -> None:
        """What the case says is refused, open, read and hidden now."""
        for refusal in case.get("refused", ()):
            self._check_refused(position, refusal)
        for field in case.get("fields", ()):
            found = self._options(position, *said(field["of"]))
            assert isinstance(found, Field)
            assert sorted(found.values) == sorted(field["values"]), field["of"]
        for reading in case.get("reads", ()):
            assert " ".join(self.game.read(position.state, *said(reading["line"]))) == reading["as"], reading["line"]
        for alike in case.get("alike", ()):
            self._check_alike(position, alike)

    def _check_refused(self, position: Position, refusal: Mapping[str, str]) -> None:
        before = laws.text(self.game, position.state)
        expected = getattr(games.api, refusal.get("error", "IllegalAction"))
        with pytest.raises(expected) as caught:
            self.carry_out(position, refusal["line"])
        assert caught.value.rule == refusal["rule"], caught.value
        laws.check_refusal(caught.value)
        assert laws.text(self.game, position.state) == before
        seat, tokens = said(refusal["line"])
        choices = [choice for choice in self.game.choices(position.state) if choice.seat == seat]
        assert all(tokens not in self.game.legal(position.state, seat, choice.key) for choice in choices)

    def _options(self, position: Position, seat: int, tokens: Action) -> Any:
        if kind_of(" ".join(tokens)) == "agreement":
            return agreements.next_field(self.game, position, seat, tokens)
        keys = [choice.key for choice in self.game.choices(position.state) if choice.seat == seat]
        return self.game.next_field(position.state, seat, keys[0], tokens)

    def _check_alike(self, position: Position, alike: Mapping[str, Any]) -> None:
        worlds = [self.carry_out(position, line)[1] for line in alike["after"]]
        for reader in alike["readers"]:
            of = None if reader == "everybody" else reader
            shown = {laws.shown(self.game, step.state, of, step.events, laws.NONSENSE) for step in worlds}
            assert len(shown) == 1, f"{reader} can tell {alike['after']} apart"


def check_order(cases: list[dict[str, Any]], keys: set[str], least: int, prefix: str) -> None:
    """Ids and titles are used once, every id begins with the first rule it covers, and no case says nothing."""
    ids = [case["id"] for case in cases]
    assert len(ids) == len(set(ids))
    assert len(ids) >= least
    titles = [case["title"] for case in cases]
    assert len(titles) == len(set(titles))
    for case in cases:
        assert set(case) <= keys, case["id"]
        assert case["id"].split("-")[0] == prefix + case["rules"][0].removeprefix("R"), case["id"]
