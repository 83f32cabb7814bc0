"""The message catalogue of Monolith Arena: what happened, how it stands, what is asked, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.limits import cut
from bot.texts import monolith_arena_battle as battle
from bot.texts.monolith_arena_words import (
    Names,
    facing_word,
    faction_name,
    hex_name,
    listed,
    player,
    possessive,
    seat_letter,
    several,
    tile_name,
    whose,
)
from games.api import Action, Choice
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import SeatView, View

PILES_LENGTH: Final = 4000

ORDER_NAMES: Final = {
    "battle": "Battle",
    "charge": "Charge",
    "move": "Move",
    "push": "Push Back",
    "fire": "Fire Concoction",
    "shoot": "Precise Shot",
    "entrench": "Entrenchment",
    "rotate": "Rotation",
    "falseorder": "False Order",
    "net": "Net",
}
_MOVED: Final = {
    "maneuver": "maneuvered",
    "teleport": "teleported",
    "push": "pushed",
    "charge": "charged with",
}
_ASKED: Final = {
    "faction": "choose a faction",
    "banner": "place your banner",
    "push": "choose where the pushed tile goes",
    "assassin": "choose the Assassin's target",
    "regeneration": "choose what the Rune of Regeneration absorbs",
    "poison": "choose who gets the poison marker",
}


# What happened


def tell(events: Sequence[Any], names: Names) -> list[str]:
    """What happened, a sentence or phrase each.

    Nothing is said of what shows by itself: that a turn ended, whose turn it is now, tiles that the reader may not
    see being drawn. So a turn that was only ended gives an empty list.
    """
    told: list[str] = []
    at = 0
    while at < len(events):
        following = events[at + 1] if at + 1 < len(events) else None
        merged = _pair(events[at], following, names)
        if merged is not None:
            told.append(merged)
            at += 2
            continue
        told += _one(events[at], names, last=following is None)
        at += 1
    return told


def _pair(event: Any, following: Any, names: Names) -> str | None:
    """An order and what it does, or an answer and what comes of it, in one phrase."""
    if isinstance(event, ev.OrderPlayed):
        played = f"{player(names, event.seat)} played {tile_name(event.tile)}"
        if isinstance(following, ev.Moved):
            return f"{played}: {_way(following, names, event.seat)}"
        if isinstance(following, ev.Netted | ev.Entrenched):
            return f"{played} on {whose(names, following.tile, event.seat)}"
        if isinstance(following, ev.BattleBegan):
            return played if event.tile == "battle" else f"{played} as a battle"
    if isinstance(event, ev.Answered) and event.kind == "push" and isinstance(following, ev.Moved):
        return f"{player(names, event.seat)} let the pushed {battle.at(following.tile)} go to {hex_name(following.hex)}"
    return None


def _way(event: ev.Moved, names: Names, mover: int) -> str:
    """A tile and where it went or how it turned."""
    tile = whose(names, event.tile, mover)
    facing = facing_word(event.tile.tile, event.facing) if event.turned else ""
    if event.hex == event.tile.hex:
        return f"{tile} turned to {facing}" if facing else f"{tile} turned"
    return f"{tile} to {hex_name(event.hex)} {facing}".strip()


def _one(event: Any, names: Names, *, last: bool) -> list[str]:
    teller = _TELLERS.get(type(event))
    if teller is not None:
        return [text for text in (teller(event, names),) if text]
    if isinstance(event, ev.Wounds):
        return battle.wounds(event)
    if isinstance(event, ev.Answered) and (last or event.value is not None):
        return [_answered(event, names)]
    return []


def _answered(event: ev.Answered, names: Names) -> str:
    who = player(names, event.seat)
    if event.value is None:
        return f"{who} has chosen"
    if event.kind == "assassin":
        return f"{who} aimed the Assassin {hex_name(event.subject)} at {event.value}"
    if event.kind == "regeneration":
        return f"{who} chose what the Rune of Regeneration {hex_name(event.subject)} absorbs"
    if event.kind == "poison":
        return f"{who} poisoned {event.value}"
    return f"{who} chose {event.value}"


def _chosen(event: ev.FactionChosen, names: Names) -> str:
    how = "drew" if event.at_random else "chose"
    return f"{player(names, event.seat)} {how} {faction_name(event.faction)}"


def _drew(event: ev.Drew, names: Names) -> str:
    if event.tiles is None:
        return ""
    return f"{player(names, event.seat)} drew {several(tile_name(t) for t in event.tiles)}"


def _placed(event: ev.Placed, names: Names) -> str:
    spot = f"{hex_name(event.hex)} {facing_word(event.tile, event.facing)}".strip()
    text = f"{player(names, event.seat)} placed {tile_name(event.tile)} {spot}"
    if event.replaced is None:
        return text
    return f"{text} in place of {possessive(names, event.replaced.seat)} {tile_name(event.replaced.tile)}"


def _moved(event: ev.Moved, names: Names) -> str:
    tile = whose(names, event.tile, event.seat)
    facing = facing_word(event.tile.tile, event.facing) if event.turned else ""
    if event.hex == event.tile.hex:
        return f"{player(names, event.seat)} turned {tile}{f' to {facing}' if facing else ''}"
    verb = _MOVED.get(event.by, "moved")
    return f"{player(names, event.seat)} {verb} {tile} to {hex_name(event.hex)} {facing}".strip()


def _began(event: ev.BattleBegan, names: Names) -> str:
    return {
        "full": "The arena is full: battle",
        "final": "The Final Battle",
        "additional": "The additional battle",
    }.get(event.reason, "Battle")


def _battle_over(event: ev.BattleEnded, names: Names) -> str:
    text = f"After the battle: {points(event.hit_points, names)}"
    freed = f"; rid of their net token: {several(battle.at(t) for t in event.freed)}" if event.freed else ""
    return text + freed


def _offered(event: ev.DrawOffer, names: Names) -> str:
    who = player(names, event.seat)
    return f"{who} offered a draw" if event.stands else f"{who} put an end to the offer of a draw"


_TELLERS: Final[dict[type, Callable[[Any, Names], str]]] = {
    ev.FactionChosen: _chosen,
    ev.OrderDrawn: lambda e, n: f"The stacks are shuffled, {player(n, e.order[0])} begins",
    ev.Drew: _drew,
    ev.LastTileDrawn: lambda e, n: (
        f"{player(n, e.seat)} drew the last tile: one more turn for everybody else, then the Final Battle"
    ),
    ev.Redrawn: lambda e, n: f"{player(n, e.seat)} discarded {several(tile_name(t) for t in e.tiles)} and drew again",
    ev.Discarded: lambda e, n: f"{player(n, e.seat)} discarded {tile_name(e.tile)}",
    ev.Placed: _placed,
    ev.OrderPlayed: lambda e, n: f"{player(n, e.seat)} played {tile_name(e.tile)}",
    ev.Moved: _moved,
    ev.Netted: lambda e, n: f"{player(n, e.seat)} netted {whose(n, e.tile, e.seat)}",
    ev.Entrenched: lambda e, n: f"{player(n, e.seat)} entrenched {whose(n, e.tile, e.seat)}",
    ev.BattleBegan: _began,
    ev.ToughnessLost: lambda e, n: f"{several(battle.at(t) for t in e.tiles)} died of lost toughness",
    ev.BattleEnded: _battle_over,
    ev.ExtraTurns: lambda e, n: "A tie: one more turn for everybody, then the additional battle",
    ev.DrawOffer: _offered,
    ev.Ended: lambda e, n: how_it_ended(e.result.winners, e.result.reason, n),
}


# How it stands


def points(hit_points: Sequence[int], names: Names) -> str:
    """Hit points by player (``Anna 14, Max 17``); without names where a team is more than one."""
    if len(names) != len(hit_points):
        return " to ".join(map(str, hit_points))
    return ", ".join(f"{names[seat]} {hit_points[at]}" for at, seat in enumerate(sorted(names)))


def score(view: View) -> str:
    """The standing for the lock screen, the active side first."""
    first = view.seats[view.active].team if view.active is not None else 0
    rest = [p for team, p in enumerate(view.hit_points) if team != first]
    return " to ".join(map(str, [view.hit_points[first], *rest]))


def _side(view: View, seat: SeatView) -> str:
    name = seat.faction.name if seat.faction is not None else f"Seat {seat_letter(seat.seat)}"
    return f"{name} {view.hit_points[seat.team]}, stack {seat.stack}, reserve {seat.reserve_count}"


def status(view: View) -> str:
    """The line about all sides, and how near the end is."""
    parts = [_side(view, seat) for seat in view.seats]
    if view.last_turns is not None and view.result is None:
        which = "additional battle" if view.extra_turns else "Final Battle"
        left = len(view.last_turns)
        after = "this turn" if not left else "the next turn" if left == 1 else f"{left} more turns"
        parts.append(f"{which} after {after}")
    if view.draw_offers:
        parts.append(f"{listed([seat_letter(s) for s in view.draw_offers])} offers a draw")
    return " · ".join(parts)


def seat_word(view: View, seat: int) -> str:
    """Letter and faction of a seat."""
    home = view.seats[seat].faction
    return seat_letter(seat) if home is None else f"{seat_letter(seat)}, {home.name}"


def asked(choice: Choice, view: View, names: Names) -> str:
    """What is asked of whoever is waited for, and who goes on afterwards; who that is, is said beside it."""
    if choice.kind == "turn":
        return f"turn {view.turn}"
    text = _ASKED.get(choice.kind, "choose")
    if view.stage == "order" and view.active is not None and view.active != choice.seat:
        return f"{text}, then {player(names, view.active)} goes on"
    return text


def waiting(view: View, names: Names) -> str:
    """Who is waited for and for what, as a sentence."""
    parts = [f"{player(names, c.seat)} ({asked(c, view, names)})" for c in view.choices if c.must]
    return f"Waiting for {listed(parts)}." if parts else "Nobody is waited for."


# What lies where


def _pile(tiles: Iterable[tuple[TileType, int]]) -> str:
    return ", ".join(t.name if n == 1 else f"{n} {t.name}" for t, n in tiles) or "nothing"


def piles(view: View, names: Names, seat: int | None = None) -> str:
    """The discard piles, and the tiles whose place the reader cannot know."""
    parts = []
    for one in view.seats:
        if one.faction is None or seat not in (None, one.seat):
            continue
        hidden = sum(n for _, n in one.unseen)
        where = "in the stack" if one.reserve is not None else f"in the stack and a reserve of {one.reserve_count}"
        parts.append(
            f"**{player(names, one.seat)}** ({seat_word(view, one.seat)})\n"
            f"Discarded ({len(one.discards)}): {_pile(Counter(one.discards).items())}\n"
            f"Not seen yet ({hidden}, {where}): {_pile(one.unseen)}"
        )
    return cut("\n\n".join(parts) or "There are no piles yet.", PILES_LENGTH)


# Actions and options in words


def option_words(options: Mapping[str, Any]) -> str:
    """The options of a match."""
    return "Open reserves." if options.get("open_reserves") else "Private reserves."


def action_words(action: Action) -> str:
    """An action as a player would say it (``Pikeman C3 NE``)."""
    verb, *rest = action or ("",)
    spoken = [w if w in BY_NAME or w in BY_DIRECTION or "-" in w else tile_name(w.partition("@")[0]) for w in rest]
    if verb == "feature" and len(spoken) > 1:
        return " ".join([spoken[1], spoken[0], *spoken[2:]])
    text = " ".join(spoken)
    if verb == "faction":
        return "a faction at random" if rest == ["random"] else " ".join(map(faction_name, rest))
    if verb == "place":
        return text
    if verb == "choose":
        return f"the choice of {text}"
    if verb == "charge":
        return " ".join(["Charge", *spoken[1:]])
    return f"{ORDER_NAMES.get(verb, verb.capitalize())} {text}".strip()


# How it ended


def how_it_ended(winners: Sequence[int], reason: str, names: Names) -> str:
    """Who won and how."""
    if not winners:
        return {
            "agreed": "A draw, agreed on",
            "both_banners": "A draw: both banners have fallen",
            "tie": "A draw: the additional battle ended in a tie, too",
        }.get(reason, "A draw")
    who = listed([player(names, seat) for seat in winners])
    losers = listed([player(names, seat) for seat in sorted(names) if seat not in winners]) or "the other side"
    how = {
        "banner": f"the banner of {losers} has fallen",
        "hit_points": "more hit points after the last battle",
        "resigned": f"{losers} resigned",
        "timeout": f"{losers} ran out of time",
    }.get(reason, reason)
    return f"{who} won: {how}"


def ending(view: View, names: Names) -> str:
    """Who won and how, with the hit points."""
    if view.result is None:
        return "The match is still running."
    return f"{how_it_ended(view.result.winners, view.result.reason, names)} ({points(view.hit_points, names)})."
