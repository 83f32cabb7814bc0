"""Sentences that all games share: resignations, draws, takebacks, handovers, and how a match ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.names import Names, players
from bot.texts.phrases import Phrases
from games import agreements
from games.agreements import ABANDONED, AGREED, Position
from games.api import Result


def action_text(say: Phrases, tokens: Sequence[str], player: str, before: str = "") -> str:
    """Return an agreement's action as a sentence: Anna resigned. `before` is who had the seat until then."""
    match tuple(tokens):
        case (agreements.RESIGN,):
            return say("{player} resigned", player=player)
        case (agreements.TIMEOUT,):
            return say("{player} ran out of time", player=player)
        case (agreements.ABANDON,):
            return say("Nobody played on, so the match ended without a winner")
        case (agreements.HANDOVER,):
            return say("{player} has taken over from {other}", player=player, other=before)
        case (agreements.DRAW, answer):
            return _draw(say, answer, player)
        case (_, answer):
            return _takeback(say, answer, player)
    raise ValueError(f"no agreement: {tokens}")


def _draw(say: Phrases, answer: str, player: str) -> str:
    if answer == "offer":
        return say("{player} offered a draw", player=player)
    if answer == "accept":
        return say("{player} accepted the draw", player=player)
    if answer == "decline":
        return say("{player} declined the draw", player=player)
    return say("{player} withdrew the draw offer", player=player)


def _takeback(say: Phrases, answer: str, player: str) -> str:
    if answer == "ask":
        return say("{player} asked for a takeback", player=player)
    if answer == "accept":
        return say("{player} agreed to the takeback", player=player)
    if answer == "decline":
        return say("{player} declined the takeback", player=player)
    return say("{player} withdrew the request for a takeback", player=player)


def answer_label(say: Phrases, answer: str) -> str:
    """Return the label of the button that offers a draw or answers an offer."""
    labels = {
        "offer": say("Offer a draw"),
        "accept": say("Accept the draw"),
        "decline": say("Decline the draw"),
        "withdraw": say("Withdraw my offer"),
    }
    return labels[answer]


def takeback_label(say: Phrases, answer: str) -> str:
    """Return the label of the button that asks for a takeback or answers one."""
    labels = {
        "ask": say("Ask for a takeback"),
        "accept": say("Agree to the takeback"),
        "decline": say("Decline the takeback"),
        "withdraw": say("Withdraw my request"),
    }
    return labels[answer]


def taken_back(say: Phrases, actions: int) -> str:
    """Return what follows when everybody has agreed to a takeback."""
    return say.plural("The last action was taken back", "The last {count} actions were taken back", actions)


def open_offers(say: Phrases, position: Position, names: Names) -> str:
    """Return what is offered or asked for at present, and whose answer is missing; empty for nothing."""
    parts = []
    if position.offers:
        who = _named(position.offers, names)
        parts.append(
            say.plural("{players} offers a draw.", "{players} offer a draw.", len(who), players=say.every(who))
        )
        parts.append(_missing(say, position.offers, names))
    if position.takeback is not None:
        asker = names.get(position.takeback) or say("somebody")
        parts.append(say("{player} asks for a takeback.", player=asker))
        parts.append(_missing(say, position.consents, names))
    return " ".join(parts)


def _named(seats: frozenset[int], names: Names) -> list[str]:
    return [name for seat, name in sorted(names.items()) if seat in seats]


def _missing(say: Phrases, answered: frozenset[int], names: Names) -> str:
    missing = _named(frozenset(names) - answered, names)
    return say("Not answered yet: {players}.", players=say.every(missing))


def ended(say: Phrases, result: Result, names: Names) -> str:
    """Return who won, and why as far as the reason is one of `games.agreements`; without a full stop."""
    if not result.winners:
        return drawn(say, result.reason)
    lost = [seat for group in result.ranking[1:] for seat in group]
    winners, losers = players(say, names, result.winners), players(say, names, lost)
    if result.reason == "resigned":
        return say.plural(
            "{winners} won: {losers} resigned",
            "{winners} won: {losers} resigned",
            len(lost),
            winners=winners,
            losers=losers,
        )
    if result.reason == "timeout":
        return say.plural(
            "{winners} won: {losers} ran out of time",
            "{winners} won: {losers} ran out of time",
            len(lost),
            winners=winners,
            losers=losers,
        )
    return say("{winners} won", winners=winners)


def drawn(say: Phrases, reason: str) -> str:
    """Return how a match without a winner ended."""
    if reason == AGREED:
        return say("A draw by agreement")
    if reason == ABANDONED:
        return say("No winner: the match was abandoned")
    return say("A draw")
