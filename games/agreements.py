"""What players agree on about a match itself, whatever the game: giving up, a draw, a takeback, time, another player.

Agreements are entries of the match's history beside the game's actions and use verbs of their own, which no game may
use. What they lead to is kept beside the game's state (`Position`), never in it; only what ends a match or a seat's
part in it is handed to the game (`Game.leave`, `Game.conclude`). How often somebody may ask is the bot's business
(`bot.matches.changes`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from games.api import Field, Formation, Game, IllegalAction, NotYourChoice, Ready, Result, Step
from games.codec import Form
from games.draws import Draws
from games.messages import Message, Several
from games.values import value

RESIGN: Final = "resign"
DRAW: Final = "draw"
TAKEBACK: Final = "takeback"
TIMEOUT: Final = "timeout"
HANDOVER: Final = "handover"
ABANDON: Final = "abandon"
VERBS: Final = (RESIGN, DRAW, TAKEBACK, TIMEOUT, HANDOVER, ABANDON)
"""The first tokens of agreements. `TIMEOUT`, `HANDOVER` and `ABANDON` are noted by the one who keeps the match, not by
players."""
ASKED: Final = (RESIGN, DRAW, TAKEBACK)
"""The verbs that players use."""
AGREED: Final = "agreed"
"""The reason of a result that all players have agreed on."""
ABANDONED: Final = "abandoned"
"""The reason of a result where nobody played on: the time of a seat was over, and the others have left it at that."""


@value
class Position:
    """Where a match stands: the game's state and the agreements that are open."""

    state: Any
    offers: frozenset[int] = frozenset()
    """The seats that offer a draw."""
    takeback: int | None = None
    """The seat that asks to take back its latest action and everything after it."""
    consents: frozenset[int] = frozenset()
    """The seats that have agreed to that."""


FORM: Final = Form(Position)
"""How positions are stored, but for the game's state in them."""


@value
class Resigned:
    """A seat has given up."""

    seat: int


@value
class TimedOut:
    """A seat has run out of time."""

    seat: int


@value
class DrawOffered:
    """A seat offers a draw or agrees to one; `stands` is false when it declines or withdraws."""

    seat: int
    stands: bool


@value
class TakebackAsked:
    """A seat asks for a takeback or agrees to one; `stands` is false when it declines or withdraws."""

    seat: int
    stands: bool


@value
class HandedOver:
    """Another player has taken the seat over."""

    seat: int


def next_field(game: Game[Any], position: Position, seat: int, tokens: Sequence[str] = ()) -> Field | Ready:
    """Return the next token after `tokens`, or the whole agreement; as `Game.next_field`.

    Raises `NotYourChoice` when the match is over and `IllegalAction` for other tokens.
    """
    if game.result(position.state) is not None:
        raise NotYourChoice(Message("The match is over."))
    if seat not in game.playing(position.state):
        raise NotYourChoice(Message("You are out of this match."))
    if not tokens:
        return Field("agreement", ASKED)
    if tokens[0] not in ASKED:
        raise IllegalAction(Message("There is no agreement “{word}”.", word=tokens[0][:40]))
    if tokens[0] == RESIGN:
        field = None
    elif tokens[0] == DRAW:
        field = Field("answer", _answers("offer", seat in position.offers, bool(position.offers)))
    else:
        asked = position.takeback is not None
        field = Field("answer", _answers("ask", seat in position.consents, asked))
    rest = tokens[1:]
    if not rest and field is not None:
        return field
    if field is not None and rest[0] not in field.values:
        values = Several(field.values, either=True)
        raise IllegalAction(Message("“{word}” is not possible now; choose {values}.", word=rest[0][:40], values=values))
    if len(rest) > (field is not None):
        raise IllegalAction(Message("“{word}” is one word too many.", word=rest[-1][:40]))
    return Ready(tuple(tokens))


def _answers(ask: str, mine: bool, asked: bool) -> tuple[str, ...]:
    if mine:
        return ("withdraw",)
    return ("accept", "decline") if asked else (ask,)


def apply(
    game: Game[Any], formation: Formation, position: Position, seat: int, tokens: Sequence[str], draws: Draws
) -> tuple[Position, Step]:
    """Carry out an agreement. A takeback that all have agreed to is carried out by `games.history`.

    Raises `NotYourChoice` and `IllegalAction`.
    """
    if tuple(tokens) == (TIMEOUT,):
        return _time_out(game, formation, position, seat, draws)
    if tuple(tokens) == (ABANDON,):
        return _abandon(game, position)
    if tuple(tokens) == (HANDOVER,):
        return _hand_over(game, position, seat)
    if not isinstance(next_field(game, position, seat, tokens), Ready):
        raise IllegalAction(Message("The answer is missing."))
    verb, answer = tokens[0], tokens[-1]
    if verb == RESIGN:
        step = game.leave(position.state, seat, "resigned", draws)
        return _left(step, Resigned(seat))
    if verb == DRAW:
        return _draw(game, position, seat, answer)
    stands = answer in ("ask", "accept")
    if not stands:
        position = replace(position, takeback=None, consents=frozenset())
    elif answer == "ask":
        position = replace(position, takeback=seat, consents=frozenset({seat}))
    else:
        position = replace(position, consents=position.consents | {seat})
    return position, Step(position.state, (TakebackAsked(seat, stands),), boundary=True)


def _left(step: Step, event: object) -> tuple[Position, Step]:
    step = replace(step, events=(event, *step.events), boundary=True)
    return Position(step.state), step


def _time_out(
    game: Game[Any], formation: Formation, position: Position, seat: int, draws: Draws
) -> tuple[Position, Step]:
    mine = [choice for choice in game.choices(position.state) if choice.seat == seat and choice.must]
    if not mine:
        raise NotYourChoice(Message("This seat has nothing to decide."))
    default = mine[0].default
    if default is None:
        return _left(game.leave(position.state, seat, "timeout", draws), TimedOut(seat))
    step = game.apply(position.state, seat, default, draws)
    step = replace(step, events=(TimedOut(seat), *step.events), boundary=True)
    return after(game, formation, position, step), step


def _hand_over(game: Game[Any], position: Position, seat: int) -> tuple[Position, Step]:
    """Let somebody else play the seat from now on: its player's offers and every takeback lapse."""
    if seat not in game.playing(position.state):
        raise NotYourChoice(Message("That player is out of the match."))
    position = Position(position.state, position.offers - {seat})
    return position, Step(position.state, (HandedOver(seat),), boundary=True)


def _abandon(game: Game[Any], position: Position) -> tuple[Position, Step]:
    playing = game.playing(position.state)
    if not playing:
        raise NotYourChoice(Message("The match is over."))
    step = game.conclude(position.state, Result((playing,), ABANDONED))
    return Position(step.state), replace(step, boundary=True)


def _draw(game: Game[Any], position: Position, seat: int, answer: str) -> tuple[Position, Step]:
    if answer in ("offer", "accept"):
        offers = position.offers | {seat}
        playing = game.playing(position.state)
        if offers >= set(playing):
            step = game.conclude(position.state, Result((playing,), AGREED))
            return Position(step.state), replace(step, boundary=True)
    else:
        offers = position.offers - {seat} if answer == "withdraw" else frozenset()
    position = replace(position, offers=offers)
    return position, Step(position.state, (DrawOffered(seat, answer in ("offer", "accept")),), boundary=True)


def granted(game: Game[Any], position: Position) -> bool:
    """Return whether all who play have agreed to the takeback that is asked for."""
    return position.takeback is not None and position.consents >= set(game.playing(position.state))


def after(game: Game[Any], formation: Formation, position: Position, step: Step) -> Position:
    """Return the position after an action of the game: an offer stands until somebody of another side has ended a turn.

    A takeback that was asked for falls with any action, and the end of the match ends everything.
    """
    if game.result(step.state) is not None:
        return Position(step.state)
    offers = position.offers
    for ended in step.turns_ended:
        offers = frozenset(seat for seat in offers if formation.allied(seat, ended))
    if offers == position.offers and position.takeback is None:
        return replace(position, state=step.state)
    return Position(step.state, offers)


def dump(game: Game[Any], position: Position) -> dict[str, Any]:
    """Return a position as JSON values; equal positions give equal values."""
    return FORM.dump(replace(position, state=game.dump(position.state)))


def load(game: Game[Any], data: Any) -> Position:
    """Return the position that `dump` wrote. Raises `BadNotation`."""
    position = FORM.load(data)
    return replace(position, state=game.load(position.state))
