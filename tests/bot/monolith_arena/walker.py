"""A match that is played through the panels alone, on the real engine, with every panel checked on the way."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bot import limits
from bot.monolith_arena import FACE
from bot.monolith_arena.pages.shared import CARDS
from bot.panels.face import Scene
from bot.panels.model import Panel, Press
from bot.panels.pages import FROM
from bot.texts.phrases import Phrases
from games.api import Action, Formation, formation_for
from games.monolith_arena import events as ev
from games.monolith_arena.consequences import pointless
from games.monolith_arena.game import GAME
from tests.support import panels
from tests.support.panels import ENGLISH, NAMES, Seat, buttons, carry_out, check, labels, presses

__all__ = [
    "ENGLISH",
    "NAMES",
    "Match",
    "Seat",
    "button_ids",
    "buttons",
    "carry_out",
    "check",
    "do",
    "labels",
    "match_of",
    "page",
    "presses",
    "reachable",
    "scene",
    "tap",
    "walk",
    "wanted",
]

TOKENS = 55
"""The most characters of tokens in a press; the key of what `prepare` answers is shorter than most."""


class Match(panels.Match):
    """A match of Monolith Arena in memory."""

    def __init__(
        self,
        seed: int,
        options: dict[str, Any] | None = None,
        formation: Formation | None = None,
        say: Phrases = ENGLISH,
    ) -> None:
        super().__init__(FACE, seed, options, formation, say)


def match_of(seed: int, options: dict[str, Any], seats: int) -> Match:
    return Match(seed, options, formation_for(GAME, seats))


def page(match: Match, seat: int | None, *tokens: str) -> Panel:
    """The panel of a seat at these tokens."""
    return FACE.panel(match.seat(seat), tokens)


def button_ids(panel: Panel) -> list[str]:
    """The action ids that are not pages of the panel, in their order; ``cards`` for the page that lists the cards."""
    return [
        CARDS if p.tokens == (CARDS,) else p.action_id
        for p in presses(panel)
        if p.action_id != "show" or p.tokens == (CARDS,)
    ]


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
        for shown in presses(panel):
            assert len(".".join(shown.tokens)) <= TOKENS + 10 * (shown.tokens[:1] == ("prepare",)), shown
        assert perspective.choice is not None
        assert panel.key == perspective.choice.key
        assert gone not in panel.text, tokens
        press = random.choice(presses(panel))
        if press.action_id == "undo" and random.random() < 0.8:
            continue
        if press.action_id == "show":
            tokens = press.tokens
        elif press.action_id in ("do", "undo"):
            seen[press.action_id] = seen.get(press.action_id, 0) + 1
            events = carry_out(match, seat, press)
            if match.say is ENGLISH:
                promised(panel, press, events)
            told = FACE.words.tell(match.say, [GAME.show(e, None) for e in events], perspective.names)
            assert all(0 < len(t) <= limits.CONTENT for t in told)
            return
        elif press.action_id == "card" and random.random() < 0.01:
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
            if press.action_id == "do":
                done.add(press.tokens)
            elif press.action_id == "show" and press.tokens not in known and FROM not in press.tokens:
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
        if press.action_id == "show":
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
    What would only cost something is legal and not offered.
    """
    (choice,) = [c for c in GAME.choices(match.state) if c.seat == seat]
    view = GAME.view(match.state, seat)
    legal = [a for a in GAME.legal(match.state, seat, choice.key) if not pointless(view, a)]
    tiles = [a[1] for a in legal if a[0] == "unfold"]
    return {a for a in legal if a[0] != "unfold" or a[1] == tiles[0]}


def scene(before: Any, events: Sequence[Any], after: Any) -> Scene:
    """What everybody saw of a step."""
    return Scene(GAME.view(before, None), [GAME.show(e, None) for e in events], GAME.view(after, None))
