"""How a match of Monolith Arena stands, what is asked, what lies where, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.limits import cut
from bot.texts.monolith_arena_words import Names, faction_name, hex_name, listed, player, seat_letter, tile_name
from games.api import Action, Choice
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
_ASKED: Final = {
    "faction": "choose a faction",
    "banner": "place your banner",
    "push": "choose where the pushed tile goes",
    "assassin": "choose the Assassin's target",
    "regeneration": "choose what the Runes of Regeneration absorb",
    "poison": "choose who gets the poison marker",
}


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
        return "what is absorbed" if "=" in text or text == "none" else f"the choice {text}"
    if verb == "charge":
        return " ".join(["Charge", *spoken[1:]])
    return f"{ORDER_NAMES.get(verb, verb.capitalize())} {text}".strip()


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


def losses(before: View, after: View) -> str:
    """What a battle changed: the hit points, and which tiles are gone."""
    text = f"Hit points {_points(before)} before, {_points(after)} after."
    gone = [
        f"{seat_letter(tile.seat)} {tile.type.name} {hex_name(h)}"
        for h, tile in enumerate(before.board)
        if tile is not None and ((now := after.board[h]) is None or (now.type, now.seat) != (tile.type, tile.seat))
    ]
    return f"{text} Gone: {', '.join(gone) or 'no tile'}."


def _points(view: View) -> str:
    return ", ".join(f"{seat_letter(s.seat)} {view.hit_points[s.team]}" for s in view.seats)
