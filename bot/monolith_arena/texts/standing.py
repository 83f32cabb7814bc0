"""How a match stands and how it ended, what is asked of whom, and what an action is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.limits import cut
from bot.monolith_arena.texts.names import feature_name, order_name, tile_name
from bot.texts.agreements import ended
from bot.texts.match import up_next
from bot.texts.names import NOBODY, Names, player, players
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Result, formation_for
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES
from games.monolith_arena.tiles import faction
from games.monolith_arena.view import View

SHORT: Final = 14
"""How much of a name the line on the lock screen has room for where there are four of them."""
NAME_LENGTH: Final = 20
"""How much of a player's name the line about all sides has room for."""
_ASKED: Final = {
    "faction": Message("choose a faction"),
    "prepare": Message("fill your monolith"),
    "banner": Message("place your banner"),
    "push": Message("choose where the pushed tile goes"),
    "facing": Message("choose which way your tile in the monolith faces"),
    "assassin": Message("choose the Assassin's target"),
    "regeneration": Message("choose what the Runes of Regeneration absorb"),
    "poison": Message("choose who gets the poison marker"),
}
_WAITING: Final = {
    "faction": Message("Waiting for {players} to choose a faction."),
    "prepare": Message("Waiting for {players} to fill a monolith."),
    "banner": Message("Waiting for {players} to place a banner."),
    "push": Message("Waiting for {players} to choose where the pushed tile goes."),
    "facing": Message("Waiting for {players} to choose which way a tile faces."),
    "assassin": Message("Waiting for {players} to choose the Assassin's target."),
    "regeneration": Message("Waiting for {players} to choose which wounds are absorbed."),
    "poison": Message("Waiting for {players} to choose who gets the poison marker."),
}


# sides: who stands together, their hit points, whose turns come next


def sides(view: View) -> list[list[int]]:
    """Return the seats of each team."""
    return [[s.seat for s in view.seats if s.team == team] for team in range(len(view.hit_points))]


def in_teams(view: View) -> bool:
    """Return True if anybody has an ally."""
    return len(view.seats) > len(view.hit_points)


def together(names: Names, seats: Sequence[int], length: int = 32) -> str:
    """Return a team by its names (``Anna & Tina``)."""
    return " & ".join(cut(player(names, seat), length) for seat in seats)


def points(say: Phrases, hit_points: Sequence[int], names: Names) -> str:
    """Return hit points by team (``Anna & Tina 14, Max 17``); without names where they are not known."""
    return by_team(say, [str(left) for left in hit_points], names)


def change(say: Phrases, before: Sequence[int], after: Sequence[int], names: Names) -> str:
    """Return how hit points have changed, by team (``Anna 20 → 17, Max 18``)."""
    pairs = zip(before, after, strict=True)
    return by_team(say, [str(new) if old == new else f"{old} → {new}" for old, new in pairs], names)


def by_team(say: Phrases, numbers: Sequence[str], names: Names) -> str:
    """Return something of each team, with names (``Anna & Tina 14, Max 17``); without them where they are not known."""
    if set(names) != set(range(len(names))) or len(names) < 2:
        one, other = numbers
        return say("{one} to {other}", one=one, other=other)
    teams = formation_for(GAME, len(names)).teams
    groups = [[seat for seat, team in enumerate(teams) if team == one] for one in range(len(numbers))]
    return ", ".join(f"{together(names, group)} {number}" for group, number in zip(groups, numbers, strict=True))


def score(say: Phrases, view: View, names: Names) -> str:
    """Return the hit points for the lock screen, always with names and in the order of the seats."""
    room = SHORT if in_teams(view) else 32
    sides_left = zip(sides(view), view.hit_points, strict=True)
    return say("HP: {list}", list=", ".join(f"{together(names, group, room)} {left}" for group, left in sides_left))


def ahead(say: Phrases, view: View, names: Names) -> str:
    """Return whose turns come next, where more than two play."""
    seats = view.upcoming
    if len(view.seats) < 3 or not seats or view.result is not None or view.last_turns is not None:
        return ""
    return up_next(say, [player(names, seat) for seat in seats])


def last_turns(say: Phrases, view: View, names: Names) -> str:
    """Return how near the last battle is."""
    if view.last_turns is None or view.result is not None:
        return ""
    left = view.last_turns
    if not left:
        return say("additional battle after this turn") if view.extra_turns else say("Final Battle after this turn")
    if len(view.seats) > 2:
        who = say.every(player(names, seat) for seat in left)
        return _after_turns_of(say, view, who, len(left))
    if view.extra_turns:
        return say.plural(
            "additional battle after the next turn", "additional battle after {count} more turns", len(left)
        )
    return say.plural("Final Battle after the next turn", "Final Battle after {count} more turns", len(left))


def _after_turns_of(say: Phrases, view: View, who: str, count: int) -> str:
    if view.extra_turns:
        return say.plural(
            "additional battle after the turn of {players}",
            "additional battle after the turns of {players}",
            count,
            players=who,
        )
    return say.plural(
        "Final Battle after the turn of {players}", "Final Battle after the turns of {players}", count, players=who
    )


# how a match stands


def status(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return how many tiles may still be played, how near the end is and whose turns come next."""
    plays = _plays(say, view.plays) if view.plays is not None and view.stage == "turn" and view.reader is None else ""
    return " · ".join(part for part in (plays, last_turns(say, view, names), ahead(say, view, names)) if part)


def _plays(say: Phrases, left: int) -> str:
    """Return how many tiles may still be played (R14.3)."""
    if not left:
        return say("no more tiles to play this turn")
    return say.plural("{count} more tile to play this turn", "{count} more tiles to play this turn", left)


def asked(say: Phrases, choice: Choice, view: View, names: Names) -> str:
    """Return what the seat that has to decide is asked, and who goes on afterwards."""
    if choice.kind == "turn":
        return say("turn {number}", number=view.turn)
    if choice.kind == "banner" and view.monoliths:
        return say("place your folded monolith")
    task = say.message(_ASKED[choice.kind])
    if view.stage == "order" and view.active is not None and view.active != choice.seat:
        return say("{task}, then {player} goes on", task=task, player=player(names, view.active))
    return task


def waiting(say: Phrases, view: View, names: Names) -> str:
    """Return who has to decide what, a sentence for each thing."""
    by_kind: dict[str, list[str]] = {}
    for choice in view.choices:
        if choice.must:
            by_kind.setdefault(choice.kind, []).append(player(names, choice.seat))
    return " ".join(_waiting_for(say, view, kind, say.every(who)) for kind, who in by_kind.items())


def _waiting_for(say: Phrases, view: View, kind: str, who: str) -> str:
    if kind == "turn":
        return say("Waiting for {players} (turn {number}).", players=who, number=view.turn)
    if kind == "banner" and view.monoliths:
        return say("Waiting for {players} to place a folded monolith.", players=who)
    return say(_WAITING[kind].template, players=who)


def action_text(say: Phrases, action: Action, names: Names) -> str:
    """Return an action as a player would name it (``Pikeman C3 NE``); none of this game names a player."""
    verb, rest = action[0], action[1:]
    if verb in _ACTIONS:
        return _ACTIONS[verb](say, rest)
    return _ordered(say, verb, rest) if verb in VERBS else " ".join(action)


def _faction(say: Phrases, rest: Action) -> str:
    return say("a random faction") if rest == ("random",) else say.message(faction(rest[0]).title)


def _placed(say: Phrases, rest: Action) -> str:
    return " ".join([tile_name(say, rest[0]), *rest[1:]])


def _used(say: Phrases, rest: Action) -> str:
    return _moved(say, feature_name(say, rest[1]), rest[0], rest[2:])


def _moved(say: Phrases, what: str, start: str, tail: Action) -> str:
    """Return how a tile moves and turns (``Maneuver: C4 to C5, facing NE``)."""
    end = next((token for token in tail if token in BY_NAME), start)
    facing = next((token for token in tail if token in BY_DIRECTION), None)
    if end == start:
        return (
            say("{action}: {hex}", action=what, hex=start)
            if facing is None
            else say("{action}: {hex} turns to {facing}", action=what, hex=start, facing=facing)
        )
    if facing is None:
        return say("{action}: {hex} to {end}", action=what, hex=start, end=end)
    return say("{action}: {hex} to {end}, facing {facing}", action=what, hex=start, end=end, facing=facing)


def _ordered(say: Phrases, verb: str, rest: Action) -> str:
    """Return an order: what moves, who pushes whom, or where it strikes."""
    name, parts = order_name(say, verb), VERBS[verb].parts
    if "mover" in parts:
        at = parts.index("mover")
        return _moved(say, name, rest[at], rest[at + 1 :])
    if "pusher" in parts:
        return say("{order}: {tile} against {target}", order=name, tile=rest[0], target=rest[1])
    struck = [hex_ for token in rest for hex_ in token.split("-")]
    return say("{order}: {hexes}", order=name, hexes=say.every(struck)) if struck else name


def _answer(say: Phrases, rest: Action) -> str:
    """Return an answer to a question: a hex or a facing, or what runes absorb."""
    value = rest[0]
    if value == "none":
        return say("absorb nothing")
    if "=" in value:
        absorbed = [part.partition("=") for part in value.split("+")]
        hits = [(rune, hit.rpartition("-")[2]) for rune, _, hit in absorbed]
        return ", ".join(say("{rune} absorbs what hits {target}", rune=rune, target=target) for rune, target in hits)
    if value in BY_DIRECTION:
        return say("choose facing {facing}", facing=value)
    return say("choose hex {hex}", hex=value)


def _filled(say: Phrases, rest: Action) -> str:
    return say("Fill the monolith: {tiles}", tiles=say.every(tile_name(say, tile) for tile in rest))


def _unfolded(say: Phrases, rest: Action) -> str:
    """Return an unfolding (``Unfold: Knight C3 NE, the other segment D3``)."""
    inside, spots = rest[0].partition("-")[0], rest[1:]
    tile = say("empty segment") if inside == "empty" else tile_name(say, inside)
    second = next((n for n, token in enumerate(spots) if n and token in BY_NAME), len(spots))
    one, other = " ".join([tile, *spots[:second]]), " ".join(spots[second:])
    return say("Unfold: {one}, the other segment {other}", one=one, other=other)


_ACTIONS: Final[dict[str, Callable[[Phrases, Action], str]]] = {
    "faction": _faction,
    "prepare": _filled,
    "banner": lambda say, rest: " ".join([tile_name(say, "banner"), *rest]),
    "place": _placed,
    "discard": lambda say, rest: say("Discard {tile}", tile=tile_name(say, rest[0])),
    "feature": _used,
    "unfold": _unfolded,
    "choose": _answer,
    "end": lambda say, rest: say("end of turn"),
}


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
    """Return who won and how, with the hit points."""
    if view.result is None:
        return say("The match is still running.")
    left = say("HP: {list}", list=points(say, view.hit_points, names))
    return f"{how_it_ended(say, view.result, names)} ({left})."


def losses(say: Phrases, before: View, after: View, names: Names) -> str:
    """Return what a battle changed: the hit points, and which tiles are gone."""
    text = say(
        "Hit points before: {before}. After: {after}.",
        before=points(say, before.hit_points, names),
        after=points(say, after.hit_points, names),
    )
    gone = [
        f"{say.message(tile.type.title)} {NAMES[h]} ({player(names, tile.seat)})"
        for h, tile in enumerate(before.board)
        if tile is not None and ((now := after.board[h]) is None or (now.type, now.seat) != (tile.type, tile.seat))
    ]
    return f"{text} {say('Lost: {tiles}.', tiles=', '.join(gone)) if gone else say('No tile was lost.')}"
