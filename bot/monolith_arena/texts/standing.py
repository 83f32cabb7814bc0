"""How a match of Monolith Arena stands, what is asked, what lies where, how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.monolith_arena.texts.piles import piles, seat_word
from bot.monolith_arena.texts.sides import (
    NOBODY,
    ahead,
    in_teams,
    last_turns,
    letters,
    points,
    score,
    sides,
)
from bot.monolith_arena.texts.words import Names, faction_name, hex_name, listed, player, seat_letter, tile_name
from games.api import Action, Choice
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.view import SeatView, View

__all__ = [
    "ORDER_NAMES",
    "action_words",
    "asked",
    "ending",
    "how_it_ended",
    "losses",
    "option_words",
    "piles",
    "points",
    "score",
    "seat_word",
    "status",
    "waiting",
]

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
    "prepare": "fill your monolith",
    "banner": "place your banner",
    "push": "choose where the pushed tile goes",
    "facing": "choose how your tile in the monolith faces",
    "assassin": "choose the Assassin's target",
    "regeneration": "choose what the Runes of Regeneration absorb",
    "poison": "choose who gets the poison marker",
}


def _left(view: View, seat: SeatView) -> str:
    """What a seat has left to play; nothing before the first turn, when all have the same."""
    return f", stack {seat.stack}, reserve {seat.reserve_count}" if view.turn else ""


def _side(view: View, seat: SeatView) -> str:
    name = seat.faction.name if seat.faction is not None else f"Seat {seat_letter(seat.seat)}"
    return f"{name} {view.hit_points[seat.team]}{_left(view, seat)}"


def _member(view: View, seat: SeatView) -> str:
    name = seat.faction.name if seat.faction is not None else "no faction yet"
    return f"{seat_letter(seat.seat)} {name}{_left(view, seat)}"


def _team(view: View, team: int, seats: Sequence[int]) -> str:
    """A side: hit points once, then what each of its players has left."""
    if not in_teams(view):
        return _side(view, view.seats[seats[0]])
    each = "; ".join(_member(view, view.seats[seat]) for seat in seats)
    return f"{letters(seats)} {view.hit_points[team]}: {each}"


def status(view: View, names: Names = NOBODY) -> str:
    """The line about all sides and how near the end is; what else a panel says for itself is said to everybody."""
    parts = [_team(view, team, seats) for team, seats in enumerate(sides(view))]
    if view.plays is not None and view.stage == "turn" and view.reader is None:
        parts.append(f"{view.plays or 'no'} more tile{'s' * (view.plays != 1)} to play this turn")
    parts += [last_turns(view, names), ahead(view, names)]
    return " · ".join(part for part in parts if part)


def asked(choice: Choice, view: View, names: Names) -> str:
    """What is asked of whoever is waited for, and who goes on afterwards; who that is, is said beside it."""
    if choice.kind == "turn":
        return f"turn {view.turn}"
    text = _ASKED.get(choice.kind, "choose")
    if choice.kind == "banner" and view.monoliths:
        text = "place your folded monolith"
    if view.stage == "order" and view.active is not None and view.active != choice.seat:
        return f"{text}, then {player(names, view.active)} goes on"
    return text


def waiting(view: View, names: Names) -> str:
    """Who is waited for and for what, as a sentence."""
    by_question: dict[str, list[str]] = {}
    for choice in view.choices:
        if choice.must:
            by_question.setdefault(asked(choice, view, names), []).append(player(names, choice.seat))
    parts = []
    for text, players in by_question.items():
        if text.startswith("turn "):
            parts.append(f"{listed(players)} ({text})")
            continue
        what = text.replace("your", "their")
        parts.append(f"{listed(players)} to {what.replace('monolith', 'monoliths') if len(players) > 1 else what}")
    return f"Waiting for {'; '.join(parts)}." if parts else "Nobody is waited for."


def option_words(options: Mapping[str, Any]) -> str:
    """The options of a match."""
    words = ["Monoliths."] if options.get("monoliths") else []
    words += ["Reinforcement: reserves of six, two tiles a turn."] if options.get("reinforcement") else []
    return " ".join([*words, "Open reserves." if options.get("open_reserves") else "Private reserves."])


def action_words(action: Action) -> str:
    """An action as a player would say it (``Pikeman C3 NE``)."""
    verb, *rest = action or ("",)
    if verb in ("prepare", "unfold"):
        return _monolith_words(verb, rest)
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


def _monolith_words(verb: str, rest: Sequence[str]) -> str:
    """Filling a monolith, or unfolding it (``Unfold: Knight C3 NE, the other D3``)."""
    if verb == "prepare":
        return f"Fill the monolith: {listed([tile_name(word) for word in rest])}".strip()
    first = "an empty segment" if rest[:1] == ["empty"] else tile_name("".join(rest[:1]).partition("-")[0])
    spots = list(rest[1:])
    second = next((n for n, word in enumerate(spots) if n and word in BY_NAME), len(spots))
    text = f"Unfold: {' '.join([first, *spots[:second]])}"
    return f"{text}, the other {' '.join(spots[second:])}" if spots[second:] else text


def how_it_ended(winners: Sequence[int], reason: str, names: Names) -> str:
    """Who won and how."""
    if not winners:
        return {
            "agreed": "A draw, agreed on",
            "both_banners": "A draw: both banners have fallen",
            "tie": "A draw: the additional battle ended in a tie, too",
        }.get(reason, "A draw")
    who = listed([player(names, seat) for seat in winners])
    lost = [seat for seat in sorted(names) if seat not in winners]
    losers = listed([player(names, seat) for seat in lost]) or "the other side"
    how = {
        "banner": f"the banners of {losers} have fallen" if len(lost) > 1 else f"the banner of {losers} has fallen",
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
    return ", ".join(f"{letters(seats)} {view.hit_points[team]}" for team, seats in enumerate(sides(view)))
