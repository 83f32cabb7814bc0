"""Events as lists of words, the audience first: ``*`` for everybody, or the letter of a seat (A15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.facts import LETTERS

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
"""The words of each kind of event, without the audience."""


def words(event: ev.Event) -> list[str]:
    """The words of an event."""
    audience = _seat(event.seat) if isinstance(event, ev.PRIVATE) else "*"
    return [audience, *map(str, _WORDS[type(event)](event))]
