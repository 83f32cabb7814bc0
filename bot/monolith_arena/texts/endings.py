"""How a match ended, and what a battle has cost, in words."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.texts.names import kind_name, with_owner
from bot.monolith_arena.texts.sides import points
from bot.texts.endings import ended
from bot.texts.names import Names, player, players
from bot.texts.phrases import Phrases
from games.api import Result
from games.messages import Message
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.view import View

_DRAWS: Final = {
    "both_banners": Message("A draw: both banners have fallen"),
    "tie": Message("A draw: the additional battle was a tie, too"),
}


def how_it_ended(say: Phrases, result: Result, names: Names) -> str:
    """Return who won and how, without a full stop."""
    if not result.winners:
        return say.message(_DRAWS[result.reason]) if result.reason in _DRAWS else ended(say, result, names)
    winners = players(say, names, result.winners)
    if result.reason == "banner":
        lost = [seat for group in result.ranking[1:] for seat in group]
        return say.plural(
            "{winners} won: the banner of {losers} has fallen",
            "{winners} won: the banners of {losers} have fallen",
            len(lost),
            winners=winners,
            losers=players(say, names, lost),
        )
    if result.reason == "hit_points":
        return say("{winners} won: more hit points after the last battle", winners=winners)
    return ended(say, result, names)


def ending(say: Phrases, view: View, names: Names) -> str:
    """Who won and how, with the hit points."""
    if view.result is None:
        return say("The match is still running.")
    return f"{how_it_ended(say, view.result, names)} ({points(say, view.hit_points, names)})."


def losses(say: Phrases, before: View, after: View, names: Names) -> str:
    """What a battle changed: the hit points, and which tiles are gone."""
    text = say(
        "Hit points before: {before}. After: {after}.",
        before=points(say, before.hit_points, names),
        after=points(say, after.hit_points, names),
    )
    gone = [
        with_owner(f"{kind_name(say, tile.type)} {NAMES[h]}", player(names, tile.seat))
        for h, tile in enumerate(before.board)
        if tile is not None and ((now := after.board[h]) is None or (now.type, now.seat) != (tile.type, tile.seat))
    ]
    return f"{text} {say('Lost: {tiles}.', tiles=', '.join(gone)) if gone else say('No tile was lost.')}"
