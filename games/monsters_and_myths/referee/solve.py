"""Rule cases: a position and an action in, what is legal and what follows out, as JSON (M15)."""

from __future__ import annotations

from collections.abc import Sequence
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
    audience = SEATS[event.seat] if isinstance(event, ev.Dealt) else EVERYBODY
    return [[audience, *words] for words in _event(event)]


def _event(event: ev.Event) -> list[list[str]]:
    match event:
        case ev.LaidOut(seat, cards):
            return [["add", SEATS[seat], *cards]]
        case ev.WizardPlaced(seat, nation):
            return [["wizard", SEATS[seat], LETTERS[nation]]]
        case ev.WizardsLost(_, count):
            return [["discard", *[WIZARD] * count]]
        case ev.Reshuffled(count):
            return [["shuffle", str(count)]]
        case ev.RoundBegan(number):
            return [["round", str(number)]]
        case ev.Dealt(seat, cards):
            return [["hand", SEATS[seat], *cards]]
        case ev.Kept(seat):
            return [["kept", SEATS[seat]]]
        case ev.CardBegan(seat, number):
            return [["card", SEATS[seat], str(number)]]
        case ev.CardDone(seat, number):
            return [["done", SEATS[seat], str(number)]]
        case ev.Cleared(seat, cards):
            return [["clear", SEATS[seat], *cards]]
        case ev.LargestCounted(nation, seats, points):
            return [["largest", NATIONS[nation].letter, _seats(seats), str(points)]]
        case ev.PointsCounted(seat, points, captured):
            return [["points", SEATS[seat], str(points), str(captured)]]
        case ev.Ended(result):
            return [["over", _seats(result.ranking[0])]]
        case _:
            return _fight(event)


def _fight(event: ev.Event) -> list[list[str]]:
    match event:
        case ev.Mustered(seat, cards):
            return [["muster", SEATS[seat], *cards]]
        case ev.Attacked(seat, target, force):
            return [["attack", SEATS[seat], target.text, *force]]
        case ev.Rolled(attacker, attack, defender, defence, bonus):
            red, black = ".".join(map(str, attack)), ".".join(map(str, defence))
            return [["roll", SEATS[attacker], red, SEATS[defender], black, "-" if bonus is None else SEATS[bonus]]]
        case ev.Lost(seat, card, winner):
            return [["lose", SEATS[seat], card, SEATS[winner]]]
        case ev.Stopped(seat):
            return [["stop", SEATS[seat]]]
        case ev.Flipped(seat, card):
            return [["flip", SEATS[seat], card]]
        case ev.Passed(seat):
            return [["pass", SEATS[seat]]]
        case ev.Fired(seat, target, face, hit):
            return [["fire", SEATS[seat], target, str(face), "hit" if hit else "miss"]]
        case _:
            return []


def _seats(seats: Sequence[int]) -> str:
    return "".join(SEATS[seat] for seat in sorted(seats))
