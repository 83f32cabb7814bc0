"""How a match ended, in the words that all games share: draws, agreements, and matches that the others left."""

from __future__ import annotations

from bot.texts.names import Names, players
from bot.texts.phrases import Phrases
from games.agreements import ABANDONED, AGREED
from games.api import Result


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
