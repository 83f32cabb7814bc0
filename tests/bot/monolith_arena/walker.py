"""A match that is played through the panels alone, on the real engine, with every panel checked on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot.interactions.components import button_id

from bot import limits
from bot.monolith_arena import FACE
from bot.panels.model import Button, Panel, Press, Select
from games.api import Action, Choice, Field, NotYourChoice, Ready
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME

NAMES = {0: "Anna", 1: "A player with a name of 32 chars", 2: "W" * 32, 3: "Otto"}
MATCH = "a" * 10
WORDS = 55
"""The most characters of words in a press; the key of what `prepare` answers is shorter than most."""


class LoadedMatch:
    """A match in memory, with its history for Undo."""

    def __init__(self, seed: int, options: dict[str, Any] | None = None, seats: int = 2) -> None:
        self.draws = Draws(seed.to_bytes(32, "big"))
        self.state = GAME.new(seats, options or {})
        self.before: tuple[int, Action, Any] | None = None
        self.events: list[Any] = []

    def play(self, seat: int, action: Action) -> list[Any]:
        step = GAME.apply(self.state, seat, action, self.draws)
        self.before = None if step.boundary else (seat, action, self.state)
        self.state = step.state
        self.events += step.events
        return list(step.events)

    def undo(self, seat: int) -> None:
        assert self.before is not None
        assert self.before[0] == seat
        self.state = self.before[2]
        self.before = None

    def chair(self, seat: int | None) -> Seat:
        return Seat(self, seat)

    def waiting(self) -> list[int]:
        return [c.seat for c in GAME.choices(self.state) if c.must]


class Seat:
    """A chair at it."""

    def __init__(self, table: LoadedMatch, seat: int | None) -> None:
        self.table = table
        self.seat = seat
        self.names = {s: NAMES[s] for s in range(len(table.state.teams))}

    @property
    def view(self) -> Any:
        return GAME.view(self.table.state, self.seat)

    @property
    def choice(self) -> Choice | None:
        return next((c for c in GAME.choices(self.table.state) if c.must and c.seat == self.seat), None)

    @property
    def undoable(self) -> Action | None:
        before = self.table.before
        return before[1] if before is not None and before[0] == self.seat else None

    def options(self, words: Sequence[str]) -> Field | Ready:
        if self.seat is None:
            raise NotYourChoice("You do not play in this match.")
        return GAME.options(self.table.state, self.seat, words)


def buttons(panel: Panel) -> list[Button]:
    return [b for row in panel.rows if not isinstance(row, Select) for b in row]


def presses(panel: Panel) -> list[tuple[str, Press]]:
    """What can be pressed or chosen, with its label."""
    found = [(b.label, b.press) for b in buttons(panel) if not b.disabled]
    for row in panel.rows:
        if isinstance(row, Select):
            found += [(o.label, o.press) for o in row.options if not o.default]
    return found


def check(panel: Panel, seen: dict[str, int] | None = None) -> None:
    """Everything that Discord limits, and what this bot asks of itself."""
    assert 1 <= len(panel.rows) <= limits.ROWS
    assert 0 < len(panel.text) <= limits.CONTENT
    for row in panel.rows:
        if isinstance(row, Select):
            assert 1 <= len(row.options) <= limits.SELECT_OPTIONS
            assert 0 < len(row.placeholder) <= limits.SELECT_TEXT
            assert len({o.press for o in row.options}) == len(row.options)
            assert sum(o.default for o in row.options) <= 1
            for o in row.options:
                assert 0 < len(o.label) <= limits.SELECT_TEXT
                assert len(o.description) <= limits.SELECT_TEXT
                assert len(f"{o.press.deed}:{'.'.join(o.press.words)}") <= limits.SELECT_TEXT
                assert "…" not in o.label or o.label.startswith("More"), o.label
        else:
            assert 1 <= len(row) <= limits.BUTTONS_A_ROW
            for b in row:
                assert 0 < len(b.label) <= limits.BUTTON_LABEL
                assert not b.label.endswith("…") or b.label.endswith(" …"), b.label
    enabled = [b.press for b in buttons(panel) if not b.disabled]
    assert len(set(enabled)) == len(enabled), enabled
    for press in [b.press for b in buttons(panel)] + [p for _, p in presses(panel)]:
        assert len(".".join(press.words)) <= WORDS + 10 * (press.words[:1] == ("prepare",)), press
        assert not any(c in word for word in press.words for c in ".: "), press
        button_id(MATCH, 24, panel.key, press)
    for text in [panel.text, *(label for label, _ in presses(panel))]:
        assert all(ord(c) < 0x2600 for c in text), text
    if seen is not None:
        seen["panels"] = seen.get("panels", 0) + 1
        seen["labels"] = seen.get("labels", 0) + len(buttons(panel)) + len(presses(panel))


def promised(label: str, events: list[Any]) -> None:
    """What a last button says has to come true."""
    if "battle starts" in label or label.startswith("Battle starts"):
        assert any(isinstance(e, ev.BattleBegan) for e in events), label
    ends = any(isinstance(e, ev.TurnEnded) for e in events) or any(isinstance(e, ev.Ended) for e in events)
    asked = not ends
    if "draws" in label and not label.startswith("Redraw") and not asked and "Charge" not in label:
        began = any(isinstance(e, ev.Drew) for e in events)
        assert began or any(isinstance(e, ev.Ended) for e in events), label
    if "goes on" in label and "Push" not in label and not any(isinstance(e, ev.Ended) for e in events):
        assert not any(isinstance(e, ev.Drew) for e in events), label
    if "the Final Battle" in label and not asked:
        assert any(isinstance(e, ev.BattleBegan) and e.reason == "final" for e in events) or any(
            isinstance(e, ev.Ended) for e in events
        ), label


def carry_out(table: LoadedMatch, seat: int, label: str, press: Press) -> list[Any]:
    """What the bot does with a last button."""
    if press.deed == "undo":
        table.undo(seat)
        return []
    events = table.play(seat, press.words)
    if press.deed == "end":
        assert table.waiting() == [seat], (label, press)
        events += table.play(seat, ("end",))
    promised(label, events)
    return events


def walk(table: LoadedMatch, random: Random, seen: dict[str, int], limit: int = 6000) -> None:
    """Play a whole match by random presses."""
    for _ in range(limit):
        if table.state.result is not None:
            break
        seat = random.choice(table.waiting())
        words: Action = ()
        for _ in range(40):
            chair = table.chair(seat)
            panel = FACE.panel(chair, words)
            check(panel, seen)
            assert panel.key == chair.choice.key  # type: ignore[union-attr]
            assert "no longer possible" not in panel.text, words
            possible = presses(panel)
            label, press = random.choice(possible)
            if press.deed == "undo" and random.random() < 0.8:
                continue
            if press.deed == "show":
                words = press.words
            elif press.deed == "cards":
                check(FACE.cards(chair))
            elif press.deed == "card":
                assert random.random() > 0.01 or FACE.card(press.words[0]) is not None
            elif press.deed != "piles":
                seen[press.deed] = seen.get(press.deed, 0) + 1
                events = carry_out(table, seat, label, press)
                told = FACE.tell([GAME.show(e, None) for e in events], NAMES)
                assert all(0 < len(t) <= limits.CONTENT for t in told)
                break
    assert table.state.result is not None


def reachable(table: LoadedMatch, seat: int) -> set[Action]:
    """Every action that some button of some panel carries out."""
    done: set[Action] = set()
    known: set[Action] = {()}
    todo: list[Action] = [()]
    chair = table.chair(seat)
    while todo:
        panel = FACE.panel(chair, todo.pop())
        check(panel)
        for _, press in presses(panel):
            if press.deed in ("do", "end"):
                done.add(press.words)
            elif press.deed == "show" and press.words not in known:
                known.add(press.words)
                todo.append(press.words)
    return done


def tap(panel: Panel, label: str) -> Press:
    """The press of the one button or line with this label, or with what it says before a colon."""
    found = [p for name, p in presses(panel) if name == label or name.startswith(f"{label}:")]
    assert len(found) == 1, (label, [name for name, _ in presses(panel)])
    return found[0]


def count_taps(table: LoadedMatch, seat: int, labels: Sequence[str]) -> int:
    """Open the panel and tap these labels one after the other; how many taps that took."""
    taps = 1
    words: Action = ()
    for label in labels:
        press = tap(FACE.panel(table.chair(seat), words), label)
        taps += 1
        words = ()
        if press.deed == "show":
            words = press.words
        else:
            carry_out(table, seat, label, press)
    return taps


def wanted(table: LoadedMatch, seat: int) -> set[Action]:
    """What has to be reachable: every legal action, of those that only differ in the order of their words one.

    The two tiles of a monolith may be named in any order, in `prepare` and (each with its hex and facing) in `unfold`.
    """
    legal = [a for a in GAME.legal(table.state, seat) if a[0] not in ("resign", "draw")]
    tiles = [a[1] for a in legal if a[0] == "unfold"]
    return {a for a in legal if a[0] != "unfold" or a[1] == tiles[0]}
