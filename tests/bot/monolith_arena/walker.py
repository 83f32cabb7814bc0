"""A match that is played through the panels alone, on the real engine, with every panel checked on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot import limits
from bot.monolith_arena import FACE
from bot.monolith_arena.labels import CARDS
from bot.panels.components import button_id, option_value
from bot.panels.face import Scene
from bot.panels.model import Button, Panel, Press, Select
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Field, Formation, NotYourChoice, Ready, formation_for
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME

NAMES = {0: "Anna", 1: "A player with a name of 32 chars", 2: "W" * 32, 3: "Otto"}
MATCH = "a" * 10
TOKENS = 55
"""The most characters of tokens in a press; the key of what `prepare` answers is shorter than most."""
ENGLISH = phrases("en")
CUT_ON_PURPOSE = " …"
"""How a label ends that leads to another page."""


class Match:
    """A match in memory, with its last action for Undo."""

    def __init__(
        self,
        seed: int,
        options: dict[str, Any] | None = None,
        formation: Formation | None = None,
        say: Phrases = ENGLISH,
    ) -> None:
        self.draws = Draws(seed.to_bytes(32, "big"))
        self.state = GAME.new(formation or GAME.formations[0], options or {})
        self.before: tuple[int, Action, Any] | None = None
        self.events: list[Any] = []
        self.say = say

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

    def seat(self, seat: int | None, say: Phrases | None = None) -> Seat:
        return Seat(self, seat, say or self.say)

    def waiting(self) -> list[int]:
        return [c.seat for c in GAME.choices(self.state) if c.must]


def match_of(seed: int, options: dict[str, Any], seats: int) -> Match:
    return Match(seed, options, formation_for(GAME, seats))


class Seat:
    """A `bot.panels.model.SeatPerspective` of it."""

    def __init__(self, match: Match, seat: int | None, say: Phrases) -> None:
        self.match = match
        self.seat = seat
        self.say = say
        self.names = {s: NAMES[s] for s in range(len(match.state.teams))}

    @property
    def view(self) -> Any:
        return GAME.view(self.match.state, self.seat)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(c for c in GAME.choices(self.match.state) if c.seat == self.seat)

    @property
    def choice(self) -> Choice | None:
        return next(iter(self.choices), None)

    @property
    def undoable(self) -> Action | None:
        before = self.match.before
        return before[1] if before is not None and before[0] == self.seat else None

    def about(self, choice: Choice) -> Seat:
        assert choice == self.choice, "a seat has one choice in this game"
        return self

    def options(self, tokens: Sequence[str]) -> Field | Ready:
        if self.seat is None or self.choice is None:
            raise NotYourChoice(Message("You do not play in this match."))
        return GAME.options(self.match.state, self.seat, self.choice.key, tokens)


def page(match: Match, seat: int | None, *tokens: str) -> Panel:
    """The panel of a seat at these tokens."""
    return FACE.panel(match.seat(seat), tokens)


def buttons(panel: Panel) -> list[Button]:
    return [b for row in panel.rows if not isinstance(row, Select) for b in row]


def presses(panel: Panel) -> list[Press]:
    """What can be pressed or chosen."""
    found = [b.press for b in buttons(panel) if not b.disabled]
    for row in panel.rows:
        if isinstance(row, Select):
            found += [o.press for o in row.options if not o.default]
    return found


def deeds(panel: Panel) -> list[str]:
    """The deeds that are not pages of the panel, in their order; ``cards`` for the page that lists the cards."""
    return [
        CARDS if p.tokens == (CARDS,) else p.deed for p in presses(panel) if p.deed != "show" or p.tokens == (CARDS,)
    ]


def labels(panel: Panel) -> dict[Press, str]:
    """What stands on everything that can be pressed or chosen."""
    found = {b.press: b.label for b in buttons(panel) if not b.disabled}
    for row in panel.rows:
        if isinstance(row, Select):
            found |= {o.press: o.label for o in row.options}
    return found


def check(panel: Panel, seen: dict[str, int] | None = None) -> None:
    """Everything that Discord limits, and what this bot asks of itself."""
    assert 1 <= len(panel.rows) <= limits.ROWS
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
        assert len(".".join(press.tokens)) <= TOKENS + 10 * (press.tokens[:1] == ("prepare",)), press
        assert not any(c in token for token in press.tokens for c in ".:; "), press
        button_id(MATCH, 24, panel.key, press)
    for text in [panel.text, *labels(panel).values()]:
        assert all(ord(c) < 0x2600 for c in text), text
    if seen is not None:
        seen["panels"] = seen.get("panels", 0) + 1
        seen["labels"] = seen.get("labels", 0) + len(buttons(panel)) + len(presses(panel))


def _check_select(row: Select) -> None:
    assert 1 <= len(row.options) <= limits.SELECT_OPTIONS
    assert 0 < len(row.placeholder) <= limits.SELECT_TEXT
    assert not row.placeholder.endswith("…"), row.placeholder
    assert len({o.press for o in row.options}) == len(row.options)
    assert sum(o.default for o in row.options) <= 1
    for o in row.options:
        assert 0 < len(o.label) <= limits.SELECT_TEXT
        assert len(o.description) <= limits.SELECT_TEXT
        assert len(option_value(o.press)) <= limits.SELECT_TEXT
        assert "…" not in o.label, o.label


def promised(panel: Panel, press: Press, events: list[Any]) -> None:
    """What the English text of a page says of its last buttons has to come true."""
    battle = any(isinstance(e, ev.BattleBegan) for e in events)
    drew = any(isinstance(e, ev.Drew) for e in events)
    over = any(isinstance(e, ev.Ended) for e in events)
    if "fills the arena: a battle starts." in panel.text or "A battle starts, and your turn ends." in panel.text:
        assert battle, panel.text
    if over or not any(isinstance(e, ev.TurnEnded) for e in events):
        return
    if "draws." in panel.text and press.tokens[0] != "charge":
        assert drew, panel.text
    if "plays." in panel.text and not battle:
        assert not drew, panel.text
    if "Then comes the Final Battle." in panel.text:
        assert any(isinstance(e, ev.BattleBegan) and e.reason == "final" for e in events), panel.text


def carry_out(match: Match, seat: int, press: Press) -> list[Any]:
    """What the bot does with a last button."""
    if press.deed == "undo":
        match.undo(seat)
        return []
    assert press.deed == "do", press
    events = match.play(seat, press.tokens)
    if press.then:
        assert match.waiting() == [seat], press
        events += match.play(seat, press.then)
    return events


def walk(match: Match, random: Random, seen: dict[str, int], limit: int = 6000) -> None:
    """Play a whole match by random presses."""
    for _ in range(limit):
        if match.state.result is not None:
            break
        _one_step(match, random, seen)
    assert match.state.result is not None


def _one_step(match: Match, random: Random, seen: dict[str, int]) -> None:
    """Press whatever there is, until something is carried out."""
    seat = random.choice(match.waiting())
    perspective = match.seat(seat)
    gone = match.say("That is no longer possible. This is how things stand now.")
    tokens: Action = ()
    for _ in range(40):
        panel = FACE.panel(perspective, tokens)
        check(panel, seen)
        assert perspective.choice is not None
        assert panel.key == perspective.choice.key
        assert gone not in panel.text, tokens
        press = random.choice(presses(panel))
        if press.deed == "undo" and random.random() < 0.8:
            continue
        if press.deed == "show":
            tokens = press.tokens
        elif press.deed in ("do", "undo"):
            seen[press.deed] = seen.get(press.deed, 0) + 1
            events = carry_out(match, seat, press)
            if match.say is ENGLISH:
                promised(panel, press, events)
            told = FACE.tell(match.say, [GAME.show(e, None) for e in events], NAMES)
            assert all(0 < len(t) <= limits.CONTENT for t in told)
            return
        elif press.deed == "card" and random.random() < 0.01:
            (exhibit,) = [e for e in FACE.exhibits if e.id == "card"]
            assert exhibit.show(perspective, press.tokens, None) is not None


def reachable(match: Match, seat: int) -> set[Action]:
    """Every action that some button of some panel carries out."""
    done: set[Action] = set()
    known: set[Action] = {(), (CARDS,)}
    todo: list[Action] = [()]
    perspective = match.seat(seat)
    while todo:
        panel = FACE.panel(perspective, todo.pop())
        check(panel)
        for press in presses(panel):
            if press.deed == "do":
                done.add(press.tokens)
            elif press.deed == "show" and press.tokens not in known:
                known.add(press.tokens)
                todo.append(press.tokens)
    return done


def tap(match: Match, seat: int, *pages: Sequence[str] | Press) -> int:
    """Open the panel and press one thing after the other, each of which has to be there; how many taps that took.

    A sequence of tokens stands for the press that shows their page.
    """
    panel = page(match, seat)
    for one in pages:
        press = one if isinstance(one, Press) else Press("show", tuple(one))
        assert press in presses(panel), (press, presses(panel))
        if press.deed == "show":
            panel = page(match, seat, *press.tokens)
        else:
            carry_out(match, seat, press)
            panel = page(match, seat)
    return 1 + len(pages)


def do(*tokens: str, end: bool = False) -> Press:
    """The press that carries an action out, and ends the turn with it."""
    return Press("do", tokens, ("end",) if end else ())


def wanted(match: Match, seat: int) -> set[Action]:
    """What has to be reachable: every legal action, of those that only differ in the order of their tokens one.

    The two tiles of a monolith may be named in any order, in `prepare` and (each with its hex and facing) in `unfold`.
    """
    (choice,) = [c for c in GAME.choices(match.state) if c.seat == seat]
    legal = GAME.legal(match.state, seat, choice.key)
    tiles = [a[1] for a in legal if a[0] == "unfold"]
    return {a for a in legal if a[0] != "unfold" or a[1] == tiles[0]}


def scene(before: Any, events: Sequence[Any], after: Any) -> Scene:
    """What everybody saw of a step."""
    return Scene(GAME.view(before, None), [GAME.show(e, None) for e in events], GAME.view(after, None))
