"""Rule cases: a position and an action in, what is legal and what follows out, as JSON (M15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from games.api import Action, BadNotation, GameError
from games.monsters_and_myths import engine, notation
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import LETTERS, NATIONS, WIZARD
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import check, fits, legal
from games.monsters_and_myths.view import SEATS
from games.referee import Given, Missing, reader_of, words_of


def answer(asked: Any) -> dict[str, Any]:
    """Return the answer to one object. Raises `BadNotation`."""
    if not isinstance(asked, dict) or not set(asked) <= {"state", "action", "view"} or len(asked) > 2:
        raise BadNotation("an object with a state, and an action or a view, is needed")
    if not isinstance(asked.get("state"), str):
        raise BadNotation("state: a text is needed")
    state, dice, shuffles = notation.read(asked["state"])
    draws = Given(dice, shuffles)
    if "view" in asked:
        return {"view": notation.write(state, reader=reader_of(asked["view"], SEATS[: len(state.seats)]))}
    if "action" not in asked:
        return _outcome(state, draws, [])
    return _after(state, draws, words_of(asked["action"]))


def _after(state: State, draws: Given, words: list[str]) -> dict[str, Any]:
    said = parse(words, len(state.seats))
    if said is None:
        return {"refused": "grammar"}
    draft, events = state.draft(), list[ev.Event]()
    try:
        check(state, said.seat, said.action)
        engine.carry_out_rules(draft, said.seat, said.action, events, draws)
    except BadNotation:
        raise
    except GameError as refusal:
        return {"refused": refusal.rule}
    except Missing as missing:
        return {"need": str(missing)}
    return _outcome(draft, draws, events)


def _outcome(state: State, draws: Given, events: list[ev.Event]) -> dict[str, Any]:
    return {
        "legal": legal_words(state),
        "next": notation.write(state, *draws.left(state.cursor)),
        "events": [words for event in events for words in event_words(event)],
    }


def legal_words(state: State) -> list[list[str]]:
    """Return all legal actions of all seats, sorted word by word."""
    if state.phase == "start":
        return [["start"]]
    return sorted(say(seat, action) for seat in range(len(state.seats)) for action in legal(state, seat))


# Actions and events as words (M14, M15)


EVERYBODY: Final = "*"


class Said(NamedTuple):
    """An action that has one of the forms of M14; `seat` is -1 for ``start``."""

    seat: int
    action: Action


def parse(words: Sequence[str], seats: int) -> Said | None:
    """Return seat and action; `None` for what has none of the forms, or is said by nobody of the match."""
    if list(words) == ["start"]:
        return Said(-1, ("start",))
    if len(words) < 2 or words[0] not in tuple(SEATS[:seats]) or not fits(words[1:]):
        return None
    return Said(SEATS.index(words[0]), tuple(words[1:]))


def say(seat: int, action: Action) -> list[str]:
    """Return an action as its words."""
    return [*action] if action == ("start",) else [SEATS[seat], *action]


def event_words(event: ev.Event) -> list[list[str]]:
    """Return the event as lists of words, each with its audience first; none for what rule cases do not know."""
    if type(event) not in _WORDS:
        return []
    audience = SEATS[event.seat] if isinstance(event, ev.Dealt) else EVERYBODY
    return [[audience, *map(str, _WORDS[type(event)](event))]]


def _seats(seats: Sequence[int]) -> str:
    return "".join(SEATS[seat] for seat in sorted(seats))


def _dice(dice: Sequence[int]) -> str:
    return ".".join(map(str, dice))


_WORDS: Final[dict[type[ev.Event], Callable[[Any], Iterable[object]]]] = {
    ev.LaidOut: lambda e: ("add", SEATS[e.seat], *e.cards),
    ev.WizardPlaced: lambda e: ("wizard", SEATS[e.seat], LETTERS[e.nation]),
    ev.WizardsLost: lambda e: ("discard", *[WIZARD] * e.count),
    ev.Reshuffled: lambda e: ("shuffle", e.cards),
    ev.RoundBegan: lambda e: ("round", e.number),
    ev.Dealt: lambda e: ("hand", SEATS[e.seat], *e.cards),
    ev.Kept: lambda e: ("kept", SEATS[e.seat]),
    ev.CardBegan: lambda e: ("card", SEATS[e.seat], e.number),
    ev.CardDone: lambda e: ("done", SEATS[e.seat], e.number),
    ev.Cleared: lambda e: ("clear", SEATS[e.seat], *e.cards),
    ev.LargestCounted: lambda e: ("largest", NATIONS[e.nation].letter, _seats(e.seats), e.points),
    ev.PointsCounted: lambda e: ("points", SEATS[e.seat], e.points, e.captured),
    ev.Ended: lambda e: ("over", _seats(e.result.ranking[0])),
    ev.Mustered: lambda e: ("muster", SEATS[e.seat], *e.cards),
    ev.Attacked: lambda e: ("attack", SEATS[e.seat], e.target.text, *e.force),
    ev.Rolled: lambda e: (
        "roll",
        SEATS[e.attacker],
        _dice(e.attack),
        SEATS[e.defender],
        _dice(e.defence),
        "-" if e.bonus is None else SEATS[e.bonus],
    ),
    ev.Lost: lambda e: ("lose", SEATS[e.seat], e.card, SEATS[e.winner]),
    ev.Stopped: lambda e: ("stop", SEATS[e.seat]),
    ev.Flipped: lambda e: ("flip", SEATS[e.seat], e.card),
    ev.Passed: lambda e: ("pass", SEATS[e.seat]),
    ev.Fired: lambda e: ("fire", SEATS[e.seat], e.target, e.face, "hit" if e.hit else "miss"),
}
"""The words of each kind of event, without the audience."""
