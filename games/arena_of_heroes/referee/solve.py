"""Questions about positions, a JSON object a line, and their answers: what is legal, what follows, who sees what (A15).

A stand-in for the draws answers from what the position says of the next dice and shuffles, so the rules that answer
are those of every match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.api import BadNotation
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import notation, verbs
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import LETTERS
from games.referee import Given, Missing, reader_of, words_of

_GRAMMAR: Final = "grammar"
"""Stands for the rule where the words are no action at all."""


class Position(NamedTuple):
    """A position that was read, carried on to where it stands."""

    state: State
    draws: Given

    def write(self) -> str:
        """Return the canonical form, with the draws that are left."""
        return notation.with_draws(notation.write(self.state), *self.draws.left(self.state.stable().cursor))


def load(text: str) -> Position:
    """Return the position of a line. Raises `BadNotation`, and `Missing` where the actions in it need more draws."""
    read = notation.read(text)
    draws = Given(read.dice, read.shuffles)
    state = read.state
    for number, (seat, action) in enumerate(read.line):
        if (number and state.question is None) or refused(state, LETTERS[seat], action):
            raise BadNotation(f"{notation.write_action(seat, action)!r} is not possible there")
        state = carry_out(state, seat, action, draws).state
    return Position(state, draws)


def refused(state: State, letter: str, action: Sequence[str]) -> str:
    """Return the number of the rule that refuses an action, ``grammar`` for what is none, empty for a legal one."""
    if letter not in LETTERS[: state.seats] or len(letter) != 1:
        return _GRAMMAR
    if not verbs.fits(action) or tuple(action) == ("pick", RANDOM):
        return _GRAMMAR
    refusal = verbs.refusal(state, LETTERS.index(letter), tuple(action))
    return "" if refusal is None else refusal.rule


def legal(state: State) -> list[list[str]]:
    """Return all legal actions of all seats, as sorted lists of words."""
    if state.phase == "over":
        return []
    return sorted([LETTERS[seat], *action] for seat in range(state.seats) for action in verbs.legal(state, seat))


def answer(data: Any) -> dict[str, Any]:
    """Return the answer to one question."""
    try:
        return _answer(data)
    except Missing as missing:
        return {"need": str(missing)}
    except BadNotation as fault:
        return {"error": str(fault)}


def _answer(data: Any) -> dict[str, Any]:
    if not isinstance(data, Mapping) or not isinstance(data.get("state"), str):
        raise BadNotation("an object with a state is needed")
    if unknown := sorted(set(data) - {"state", "action", "view"}):
        raise BadNotation(f"unknown keys: {', '.join(unknown)}")
    position = load(data["state"])
    if "view" in data:
        return {"view": notation.write_view(position.state, reader_of(data["view"], LETTERS[: position.state.seats]))}
    events: list[list[str]] = []
    if "action" in data:
        letter, *said = words_of(data["action"]) or [""]
        if rule := refused(position.state, letter, said):
            return {"refused": rule}
        played = carry_out(position.state, LETTERS.index(letter), tuple(said), position.draws)
        position = Position(played.state, position.draws)
        events = [words(event) for event in played.events if type(event) in _WORDS]
    return {"legal": legal(position.state), "next": position.write(), "events": events}


# Events


Words = Callable[[Any], Iterable[object]]


def _seat(seat: int) -> str:
    return LETTERS[seat]


_WORDS: Final[dict[type[ev.Event], Words]] = {
    ev.Picked: lambda e: ("pick", _seat(e.seat), e.hero),
    ev.Closed: lambda e: ("closed", *e.hideouts),
    ev.CardDrawn: lambda e: ("card", _seat(e.seat), e.hideout),
    ev.TurnBegan: lambda e: ("turn", _seat(e.seat)),
    ev.Bonus: lambda e: ("bonus", _seat(e.seat), e.source),
    ev.Rolled: lambda e: ("rolled", _seat(e.seat), *e.faces),
    ev.Attacked: lambda e: (
        "roll",
        "neutral" if e.neutral else "attack",
        _seat(e.seat),
        e.aim,
        e.face,
        e.symbol,
        e.hideout or "-",
    ),
    ev.HideDie: lambda e: ("roll", e.purpose, _seat(e.seat), e.face, e.colour),
    ev.Revealed: lambda e: ("reveal", _seat(e.seat), e.hideout),
    ev.Hit: lambda e: ("hit", _seat(e.seat)),
    ev.Stamina: lambda e: ("stamina", _seat(e.seat), e.stamina),
    ev.Limited: lambda e: ("limit", _seat(e.seat)),
    ev.Shielded: lambda e: ("shielded", _seat(e.seat)),
    ev.Veiled: lambda e: ("veiled", _seat(e.seat)),
    ev.Out: lambda e: ("out", _seat(e.seat)),
    ev.Left: lambda e: ("leave", _seat(e.seat), e.hideout),
    ev.SuddenDeath: lambda e: ("sudden",),
    ev.Delayed: lambda e: ("delay", _seat(e.seat), e.tokens),
    ev.AbilityUsed: lambda e: ("ability", _seat(e.seat), e.ability),
    ev.ArenaCard: lambda e: ("arena", _seat(e.seat), e.card),
    ev.Reshuffled: lambda e: ("reshuffle", e.cards),
    ev.Explored: lambda e: ("explored", _seat(e.seat)),
    ev.ItemDiscarded: lambda e: ("discard", _seat(e.seat), e.card),
    ev.SlotEmptied: lambda e: ("discard", e.slot, e.card),
    ev.TokenTaken: lambda e: ("token", _seat(e.seat), e.card, e.left),
    ev.CrowsCalled: lambda e: ("crows", _seat(e.seat)),
    ev.Reopened: lambda e: ("reopened", e.hideout),
    ev.Collapsed: lambda e: ("collapse", e.hideout),
    ev.Tremor: lambda e: ("tremor", e.left),
    ev.Erupted: lambda e: ("eruption",),
    ev.SpidersCrawled: lambda e: ("spiders", *e.hideouts),
    ev.Spied: lambda e: ("spyglass", _seat(e.seat), e.hideout, "yes" if e.found else "no"),
    ev.Ended: lambda e: ("over", "".join(map(_seat, e.result.ranking[0]))),
}
"""The words of each kind of event that the referee tells, without the audience."""


def words(event: ev.Event) -> list[str]:
    """Return the words of an event, the audience first: ``*`` for everybody, or the letter of a seat (A15)."""
    audience = _seat(event.seat) if isinstance(event, ev.PRIVATE) else "*"
    return [audience, *map(str, _WORDS[type(event)](event))]
