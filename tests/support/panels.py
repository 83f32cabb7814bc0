"""Any game played through its panels alone: a match in memory, its seats, what Discord limits, walks at random."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

from bot import limits
from bot.panels.components import button_id, option_value
from bot.panels.face import AnyFace
from bot.panels.model import Button, Panel, Press, Select, joined
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Field, Formation, NotYourChoice, Ready, new_options
from games.draws import Draws
from games.messages import Message
from render.labels import LETTERS

NAMES = {0: "Anna", 1: "A player with a name of 32 chars", 2: "W" * 32, 3: "Otto"}
NAMES |= {seat: f"Player {seat + 1}" for seat in range(4, len(LETTERS))}
MATCH = "a" * 10
ENGLISH = phrases("en")
SEPARATORS = re.compile("[:;! ]")
FIRST_PICTOGRAM = "\u2600"
CUT_ON_PURPOSE = " …"
"""How a label ends that leads to another page."""


class Match:
    """A match in memory, with its last action for Undo."""

    def __init__(
        self,
        face: AnyFace,
        seed: int,
        options: dict[str, Any] | None = None,
        formation: Formation | None = None,
        say: Phrases = ENGLISH,
    ) -> None:
        self.face, self.game, self.say = face, face.game, say
        self.draws = Draws(seed.to_bytes(32, "big"))
        self.formation = formation or face.game.formations[0]
        self.state: Any = face.game.new(self.formation, new_options(face.game, options or {}))
        self.before: tuple[int, Action, Any] | None = None
        self.events: list[Any] = []
        self.steps: list[tuple[int, list[Any]]] = []

    def play(self, seat: int, action: Action) -> list[Any]:
        step = self.game.apply(self.state, seat, action, self.draws)
        self.before = None if step.boundary else (seat, action, self.state)
        self.state = step.state
        self.events += step.events
        self.steps.append((seat, list(step.events)))
        return list(step.events)

    def undo(self, seat: int) -> None:
        assert self.before is not None
        assert self.before[0] == seat
        self.state = self.before[2]
        self.before = None

    def seat(self, seat: int | None, say: Phrases | None = None) -> Seat:
        return Seat(self, seat, say or self.say)

    def waiting(self) -> list[int]:
        return list(dict.fromkeys(c.seat for c in self.game.choices(self.state) if c.must))

    @property
    def over(self) -> bool:
        return self.game.result(self.state) is not None


class Seat:
    """A `bot.panels.model.SeatPerspective` of it."""

    def __init__(self, match: Match, seat: int | None, say: Phrases, chosen: Choice | None = None) -> None:
        self.match, self.seat, self.say, self.chosen = match, seat, say, chosen
        self.names = {s: NAMES[s] for s in range(match.formation.seats)}
        self._known: tuple[Any, Any, tuple[Choice, ...]] | None = None
        """The state, with what the seat sees and may choose in it: a panel asks for both some dozen times."""

    def _now(self) -> tuple[Any, Any, tuple[Choice, ...]]:
        state = self.match.state
        if self._known is None or self._known[0] is not state:
            choices = tuple(c for c in self.match.game.choices(state) if c.seat == self.seat)
            self._known = (state, self.match.game.view(state, self.seat), choices)
        return self._known

    @property
    def view(self) -> Any:
        return self._now()[1]

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self._now()[2]

    @property
    def choice(self) -> Choice | None:
        return self.chosen or min(self.choices, key=lambda c: not c.must, default=None)

    @property
    def key(self) -> str:
        return "" if self.choice is None else self.choice.key

    @property
    def undoable(self) -> Action | None:
        before = self.match.before
        return before[1] if before is not None and before[0] == self.seat else None

    @property
    def hinted(self) -> Sequence[Action]:
        """Nobody has asked for a hint."""
        return ()

    @property
    def at_trial(self) -> bool:
        """Return False."""
        return False

    @property
    def advised(self) -> bool:
        return True

    @property
    def latest(self) -> list[Any]:
        events: list[Any] = []
        for seat, happened in reversed(self.match.steps):
            seen = [self.match.game.show(event, self.seat) for event in happened]
            events[:0] = [event for event in seen if event is not None]
            if seat == self.seat:
                break
        return events

    def about(self, choice: Choice) -> Seat:
        return Seat(self.match, self.seat, self.say, choice)

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        if self.seat is None or self.choice is None:
            raise NotYourChoice(Message("You do not play in this match."))
        return self.match.game.next_field(self.match.state, self.seat, self.choice.key, tokens)


def buttons(panel: Panel) -> list[Button]:
    return [b for row in panel.rows if not isinstance(row, Select) for b in row]


def presses(panel: Panel) -> list[Press]:
    """What can be pressed or chosen, one thing at a time."""
    found = [b.press for b in buttons(panel) if not b.disabled]
    for row in panel.rows:
        if isinstance(row, Select):
            found += [o.press for o in row.options if row.most > 1 or not o.default]
    return found


def pressed(panel: Panel, random: Random) -> Press:
    """Something that can be pressed; of a select of several some of its options at once."""
    press = random.choice(presses(panel))
    for row in panel.rows:
        if isinstance(row, Select) and row.most > 1 and press in [o.press for o in row.options]:
            return joined([o.press for o in random.sample(row.options, random.randint(row.least, row.most))])
    return press


def labels(panel: Panel) -> dict[Press, str]:
    """What stands on everything that can be pressed or chosen."""
    found = {b.press: b.label for b in buttons(panel) if not b.disabled}
    for row in panel.rows:
        if isinstance(row, Select):
            found |= {o.press: o.label for o in row.options}
    return found


def check(panel: Panel, seen: dict[str, int] | None = None) -> None:
    """Everything that Discord limits, and what this bot asks of itself."""
    assert len(panel.rows) <= limits.ROWS
    assert 0 < len(panel.text) <= limits.CONTENT
    for row in panel.rows:
        if isinstance(row, Select):
            _check_select(row)
        else:
            assert 1 <= len(row) <= limits.BUTTONS_A_ROW
            for b in row:
                assert 0 < len(b.label) <= limits.BUTTON_LABEL
                assert not b.label.endswith("…") or b.label.endswith(CUT_ON_PURPOSE), b.label
    enabled = [b.press for b in buttons(panel) if not b.disabled]
    assert len(set(enabled)) == len(enabled), enabled
    for press in [b.press for b in buttons(panel)] + presses(panel):
        assert not SEPARATORS.search("".join((*press.tokens, *press.then))), press
        button_id(MATCH, 24, panel.key, press)
    for text in [panel.text, *labels(panel).values()]:
        strange = [letter for letter in text if letter >= FIRST_PICTOGRAM]
        assert not strange, f"{strange} are pictograms (docs/adding-a-game.md): {text}"
    if seen is not None:
        seen["panels"] = seen.get("panels", 0) + 1
        seen["labels"] = seen.get("labels", 0) + len(buttons(panel)) + len(presses(panel))


def _check_select(row: Select) -> None:
    assert 1 <= len(row.options) <= limits.SELECT_OPTIONS
    assert 1 <= row.least <= row.most <= len(row.options)
    assert 0 < len(row.placeholder) <= limits.SELECT_TEXT
    assert not row.placeholder.endswith("…"), row.placeholder
    assert len({o.press for o in row.options}) == len(row.options)
    assert sum(o.default for o in row.options) <= row.most
    for o in row.options:
        assert 0 < len(o.label) <= limits.SELECT_TEXT
        assert len(o.description) <= limits.SELECT_TEXT
        assert len(option_value(o.press)) <= limits.SELECT_TEXT
        assert "…" not in o.label, o.label


def carry_out(match: Match, seat: int, press: Press) -> list[Any]:
    """What the bot does with a last button."""
    if press.action_id == "undo":
        match.undo(seat)
        return []
    assert press.action_id == "do", press
    events = match.play(seat, press.tokens)
    if press.then:
        assert match.waiting() == [seat], press
        events += match.play(seat, press.then)
    return events
