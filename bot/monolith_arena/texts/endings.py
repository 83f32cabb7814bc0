"""How a match ended, and what a battle has cost, in words."""

from __future__ import annotations

from bot.monolith_arena.texts.names import Names, kind_name, player, with_owner
from bot.monolith_arena.texts.sides import points
from bot.texts.phrases import Phrases
from games.api import Result
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.view import View


def how_it_ended(say: Phrases, result: Result, names: Names) -> str:
    """Who won and how."""
    if not result.winners:
        return _drawn(say, result.reason)
    lost = [seat for group in result.ranking[1:] for seat in group]
    who = say.every(player(names, seat) for seat in result.winners)
    losers = say.every(player(names, seat) for seat in lost)
    return _won(say, result.reason, who, losers, len(lost))


def _drawn(say: Phrases, reason: str) -> str:
    if reason == "agreed":
        return say("A draw by agreement")
    if reason == "abandoned":
        return say("No winner: the match was abandoned")
    if reason == "both_banners":
        return say("A draw: both banners have fallen")
    return say("A draw: the additional battle was a tie, too") if reason == "tie" else say("A draw")


def _won(say: Phrases, reason: str, winners: str, losers: str, count: int) -> str:
    if reason == "banner":
        return say.plural(
            "{winners} won: the banner of {losers} has fallen",
            "{winners} won: the banners of {losers} have fallen",
            count,
            winners=winners,
            losers=losers,
        )
    if reason == "hit_points":
        return say("{winners} won: more hit points after the last battle", winners=winners)
    if reason == "resigned":
        return say.plural(
            "{winners} won: {losers} resigned",
            "{winners} won: {losers} resigned",
            count,
            winners=winners,
            losers=losers,
        )
    if reason == "timeout":
        return say.plural(
            "{winners} won: {losers} ran out of time",
            "{winners} won: {losers} ran out of time",
            count,
            winners=winners,
            losers=losers,
        )
    return say("{winners} won", winners=winners)


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
