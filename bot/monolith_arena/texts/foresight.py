"""What would follow, in words: a battle that is not fought, who would hit whom, the end of a turn, a tile's edges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal

from bot.monolith_arena.texts.battle import by_owner, outcome
from bot.monolith_arena.texts.card import looking
from bot.monolith_arena.texts.names import at, counted, several, tile_at, tile_on
from bot.monolith_arena.texts.standing import by_team, change, together
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena import consequences
from games.monolith_arena import events as ev
from games.monolith_arena.battle.attacks import POISON
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.facings import Advice
from games.monolith_arena.hexes import DIRECTIONS, NAMES, RAYS
from games.monolith_arena.prospects import Cause, Fate, Prospect, prospect, struck
from games.monolith_arena.reach import Aim, Reach
from games.monolith_arena.replay import brought_to
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View

# A battle


def battle(say: Phrases, forecast: Forecast, names: Names) -> list[str]:
    """Return what a battle now would come to, in sentences: hit points, losses, winner; ranges where choices decide."""
    view = forecast.before
    lines = [say("A battle now: {points}.", points=points_in(say, forecast, names))]
    if not forecast.known:
        return [*lines, say("Too much depends on choices in it; only what comes before the first one is certain.")]
    lines += [*fallen(say, forecast, names), *losses(say, view, forecast.lost, names)]
    if forecast.perhaps:
        tiles = several(say, (tile_on(say, view, hex_) for hex_ in forecast.perhaps))
        lines.append(perhaps_lost(say, tiles, too=bool(forecast.lost)))
    if not forecast.lost and not forecast.perhaps:
        lines.append(say("No tile is lost."))
    if not forecast.decided:
        lines.append(say("It depends on choices that are made in the battle."))
    return lines


def fought(say: Phrases, view: View, events: Sequence[object], names: Names) -> str:
    """Return in a line what the battle came to that an action has led to, from the view before it; empty without one.

    Where it waits for choices, all that it may come to is told.
    """
    happened = [event for event in events if isinstance(event, ev.Event)]
    began = next((event for event in happened if isinstance(event, ev.BattleBegan)), None)
    if began is None:
        return ""
    of_it = happened[happened.index(began) :]
    ended = next((event for event in of_it if isinstance(event, ev.BattleEnded)), None)
    if ended is not None:
        left = change(say, began.hit_points, ended.hit_points, names)
        return say("Battle: {outcome}.", outcome=outcome(say, left, ev.lost(of_it), names))
    found = consequences.forecast(brought_to(view, happened))
    lost, perhaps = (
        [ev.TileAt(h, t.seat, t.type.id) for h in hexes if (t := found.before.board[h])]
        for hexes in (found.lost, found.perhaps)
    )
    parts = [say("Battle: {outcome}.", outcome=outcome(say, points_in(say, found, names), lost, names))]
    if perhaps:
        parts.append(perhaps_lost(say, by_owner(say, perhaps, names), too=bool(lost)))
    return " ".join([*parts, say("It depends on choices that are made in the battle.")])


def perhaps_lost(say: Phrases, tiles: str, *, too: bool) -> str:
    """Return which tiles may be lost by choices in a battle, besides those that are lost in any case."""
    if too:
        return say("Perhaps lost, too: {tiles}.", tiles=tiles)
    return say("Perhaps lost: {tiles}.", tiles=tiles)


def points_in(say: Phrases, forecast: Forecast, names: Names) -> str:
    """Return the hit points of every team afterwards, with those before where they differ."""
    numbers = []
    for before, (low, high) in zip(forecast.before.hit_points, forecast.hit_points, strict=True):
        after = str(low) if low == high else f"{low}–{high}"
        numbers.append(after if (low, high) == (before, before) else f"{before} → {after}")
    return by_team(say, numbers, names)


def fallen(say: Phrases, forecast: Forecast, names: Names) -> list[str]:
    """Return whose banner falls in any case."""
    view = forecast.before
    teams = [team for team, (_, high) in enumerate(forecast.hit_points) if not high]
    groups = [[seat.seat for seat in view.seats if seat.team == team] for team in teams]
    return [say("The banner of {player} falls.", player=together(names, seats)) for seats in groups]


def losses(say: Phrases, view: View, lost: Sequence[int], names: Names) -> list[str]:
    """Return who loses which tiles in any case, the reader first."""
    by_seat: dict[int, list[int]] = {}
    for hex_ in lost:
        tile = view.board[hex_]
        assert tile is not None
        by_seat.setdefault(tile.seat, []).append(hex_)
    lines = []
    for seat in sorted(by_seat, key=lambda seat: (seat != view.reader, seat)):
        tiles = several(say, (tile_at(say, view, hex_) for hex_ in by_seat[seat]))
        if seat == view.reader:
            lines.append(say("You lose {tiles}.", tiles=tiles))
        else:
            lines.append(say("{player} loses {tiles}.", player=player(names, seat), tiles=tiles))
    return lines


# One tile in a battle, and mere reach

_FATES: Final[Mapping[tuple[Fate, bool], Message]] = {
    ("survives", False): Message("In a battle now it survives."),
    ("survives", True): Message("In a battle now it kills {tiles} and survives."),
    ("falls", False): Message("In a battle now it falls, whatever is chosen in it."),
    ("falls", True): Message("In a battle now it kills {tiles} and falls, whatever is chosen in it."),
    ("perhaps", False): Message("In a battle now it may fall; that depends on choices."),
    ("perhaps", True): Message("In a battle now it kills {tiles} and may fall; that depends on choices."),
    ("unknown", False): Message("Too much depends on choices to say whether it survives a battle now."),
    ("unknown", True): Message("In a battle now it kills {tiles}; too many choices decide whether it survives."),
}
"""What becomes of a tile, where it kills nothing or something before; why it falls is up to choices here."""
_CAUSES: Final[Mapping[tuple[Cause, bool], Message]] = {
    ("sacrifice", False): Message("In a battle now it strikes and gives itself up."),
    ("sacrifice", True): Message("In a battle now it kills {tiles} and gives itself up."),
    ("absorbs", False): Message("In a battle now it absorbs a hit and is gone."),
    ("toughness", False): Message("In a battle now it loses the toughness that it lives by, and dies."),
    ("toughness", True): Message("In a battle now it kills {tiles}, loses the toughness that it lives by, and dies."),
}
"""Why a tile falls that no wounds bring down, where it kills nothing or something before; no rune attacks."""


def in_battle(say: Phrases, forecast: Forecast, hex_: int, *, told: Collection[int] = ()) -> str:
    """Return what a battle now holds for the tile on a hex, phase by phase; mere reach where choices decide.

    `told` are hexes of tiles that are known to be within its reach.
    """
    view, found = forecast.before, prospect(forecast, hex_)
    parts = (
        [_hits_and_falls(say, view, found)]
        if _hits_first(found)
        else [_fate(say, view, found), _hits(say, view, found)]
    )
    if found.taken:
        parts.append(say("It is hit by {tiles}.", tiles=aimed(say, view, found.taken)))
    killed = {blow.aim.target for blow in found.blows if blow.falls}
    if late := [source for source in found.late if source not in killed]:
        tiles = several(say, (tile_on(say, view, source) for source in late))
        parts.append(say("Lost before striking it: {tiles}.", tiles=tiles))
    known = {*told, *(blow.aim.target for blow in found.blows)}
    if reached := [aim for aim in found.reaches if aim.target not in known]:
        parts.append(say("Within its reach: {tiles}.", tiles=aimed(say, view, reached, end="target")))
    if found.threats:
        parts.append(say("Within reach of: {tiles}.", tiles=aimed(say, view, found.threats)))
    elif found.fate == "survives" and not found.taken and not Reach(view).threats(hex_):
        parts.append(say("Nothing reaches it there."))
    tile = view.board[hex_]
    assert tile is not None
    if not forecast.decided and not tile.type.is_banner:
        parts.append(_assassins(say, view, Reach(forecast.after), tile.seat))
    return " ".join(part for part in parts if part)


def within_reach(say: Phrases, view: View, hex_: int, *, told: Collection[int]) -> str:
    """Return who is within whose reach as the board stands, which is no battle yet, except tiles `told` of already."""
    reach, parts = Reach(view), []
    if reached := [aim for aim in reach.by(hex_) if aim.wounds and aim.target not in told]:
        parts.append(say("Within its reach: {tiles}.", tiles=aimed(say, view, reached, end="target")))
    if threats := reach.threats(hex_):
        parts.append(say("Within reach of: {tiles}.", tiles=aimed(say, view, threats)))
    else:
        parts.append(say("Nothing reaches it there."))
    tile = view.board[hex_]
    assert tile is not None
    if not tile.type.is_banner:
        parts.append(_assassins(say, view, reach, tile.seat))
    return " ".join(part for part in parts if part)


def _fate(say: Phrases, view: View, found: Prospect) -> str:
    killed = [blow.aim for blow in found.blows if blow.falls and blow.alone]
    tiles = several(
        say, (say("{tile} ({when})", tile=tile_on(say, view, a.target), when=_when(say, a)) for a in killed)
    )
    if found.by and killed:
        sources = aimed(say, view, found.by)
        return say("In a battle now it kills {tiles} and falls to {sources}.", tiles=tiles, sources=sources)
    if found.by:
        return say("In a battle now it falls to {sources}.", sources=aimed(say, view, found.by))
    if (found.cause, bool(killed)) in _CAUSES:
        return say(_CAUSES[found.cause, bool(killed)].template, tiles=tiles)
    return say(_FATES[found.fate, bool(killed)].template, tiles=tiles)


def _hits_first(found: Prospect) -> bool:
    """Return True for a tile that only hits others before it falls itself."""
    struck = [phase for blow in found.blows for phase in blow.aim.phases]
    fell = [phase for aim in found.by for phase in aim.phases if phase >= 0]
    kills = any(blow.falls and blow.alone for blow in found.blows)
    return bool(struck and fell) and not kills and min(struck) >= min(fell)


def _hits_and_falls(say: Phrases, view: View, found: Prospect) -> str:
    tiles = aimed(say, view, [blow.aim for blow in found.blows], end="target")
    sources = aimed(say, view, found.by)
    return say("In a battle now it hits {tiles} and falls to {sources}.", tiles=tiles, sources=sources)


def _hits(say: Phrases, view: View, found: Prospect) -> str:
    hit = [blow.aim for blow in found.blows if not (blow.falls and blow.alone)]
    if not hit:
        return ""
    tiles = aimed(say, view, hit, end="target")
    return (
        say("It also hits {tiles}.", tiles=tiles)
        if len(hit) < len(found.blows)
        else say("It hits {tiles}.", tiles=tiles)
    )


def aimed(say: Phrases, view: View, aims: Sequence[Aim], *, end: Literal["source", "target"] = "source") -> str:
    """Return the tiles at one end of these aims, each with the wounds and when they come."""
    named = []
    for aim in aims:
        hex_ = aim.source if end == "source" else aim.target
        tile = say("poison") if hex_ == POISON else tile_on(say, view, hex_)
        named.append(say("{tile} ({wounds}, {when})", tile=tile, wounds=aim.wounds, when=_when(say, aim)))
    return several(say, named, 5)


def _when(say: Phrases, aim: Aim) -> str:
    """Return the phases of some attacks; what comes before the first one comes at the start."""
    numbers = [str(phase) for phase in aim.phases if phase >= 0]
    if not numbers:
        return say("at the start")
    return say.plural("phase {phases}", "phases {phases}", len(numbers), phases=say.every(numbers))


def _assassins(say: Phrases, view: View, reach: Reach, seat: int) -> str:
    hexes = reach.assassins(seat)
    tiles = several(say, (tile_on(say, view, hex_) for hex_ in hexes))
    return say("Any tile may be struck by {tiles}.", tiles=tiles) if hexes else ""


def drawn(say: Phrases, battle: ev.Wounds) -> list[str]:
    """Return what a picture shows of a battle now: every hit with its wounds, then what falls."""
    parts = []
    for attack in battle.attacks:
        source = say("poison") if attack.source is None else at(say, attack.source)
        hits = say("{tile} hits {target}: {wounds}", tile=source, target=at(say, attack.target), wounds=attack.wounds)
        parts.append(hits)
    if battle.removed:
        parts.append(say("lost: {tiles}", tiles=say.every(at(say, tile) for tile in battle.removed)))
    return parts


def threatened(say: Phrases, view: View, seats: Collection[int], forecast: Forecast | None = None) -> list[str]:
    """Return the tiles of these seats within reach of enemies, a line each; with a forecast, those they strike."""
    reach = Reach(view if forecast is None else forecast.after)
    own = [hex_ for hex_, tile in enumerate(view.board) if tile is not None and tile.seat in seats]
    threats = reach.threatened(seats) if forecast is None else struck(forecast, own)
    lines = [_threat(say, view, aims) for aims in threats]
    if view.reader is None or (forecast is not None and forecast.decided):
        return lines
    return [*lines, *filter(None, [_assassins(say, view, reach, view.reader)])]


def _threat(say: Phrases, view: View, aims: Sequence[Aim]) -> str:
    tile = tile_on(say, view, aims[0].target)
    return say("{tile}: within reach of {tiles}", tile=tile, tiles=aimed(say, view, aims))


def outlook(say: Phrases, view: View, names: Names) -> list[str]:
    """Return what a battle now would come to and who is within reach, in lines; nothing where it is uncertain."""
    if not consequences.foreseeable(view):
        return []
    forecast = consequences.forecast(view)
    threats = struck(forecast, [hex_ for hex_, tile in enumerate(view.board) if tile is not None])
    lines = [" ".join(battle(say, forecast, names))]
    if threats:
        lines.append(f"{'; '.join(_threat(say, view, aims) for aims in threats)}.")
    return lines


# Facings


def advice(say: Phrases, view: View, proposed: Advice, hex_: int) -> str:
    """Return why the facing of a tile on a hex was preset; what it points at with the direction."""
    facing = looking(say, DIRECTIONS[proposed.facing])
    sides = {there: DIRECTIONS[way] for way, ray in enumerate(RAYS[hex_]) for there in ray}
    named = [
        say("{tile} ({direction})", tile=tile_on(say, view, h), direction=sides.get(h, NAMES[h]))
        for h in proposed.targets
    ]
    tiles = several(say, named, 4)
    if proposed.reason == "charges":
        return say("Preset to {facing}, where the charge does most: {tiles}.", facing=facing, tiles=tiles)
    if proposed.reason == "strikes":
        return say("Preset to {facing}, where it hits most in a battle now: {tiles}.", facing=facing, tiles=tiles)
    if proposed.reason == "hits":
        return say("Preset to {facing}, where it reaches most: {tiles}.", facing=facing, tiles=tiles)
    if proposed.reason == "nets":
        return say("Preset to {facing}, where it nets {tiles}.", facing=facing, tiles=tiles)
    if proposed.reason == "serves":
        return say("Preset to {facing}, where it connects to {tiles}.", facing=facing, tiles=tiles)
    if proposed.reason == "least":
        return say("Preset to {facing}, where it does you least harm.", facing=facing)
    if proposed.reason == "toward":
        (goal,) = proposed.targets
        toward = tile_on(say, view, goal)
        return say("Nothing is in range; preset to {facing}, toward {tile}.", facing=facing, tile=toward)
    return say("Nothing is in range; preset to {facing}.", facing=facing)


# The end of a turn


def turn_end(say: Phrases, view: View, names: Names, spent: TileType | None = None) -> str:
    """Return what the end of the reader's turn leads to: what is kept and what comes next; `spent` is used up."""
    assert view.reader is not None
    tiles = [label for _, label in counted(say, consequences.kept(view, view.reader, spent))]
    then = following(say, view, names)
    if not tiles:
        return then
    return f"{say('At the end of your turn you keep {tiles}.', tiles=say.every(tiles))} {then}"


def following(say: Phrases, view: View, names: Names) -> str:
    """Return who or what comes after the reader's turn."""
    if view.last_turns == ():
        return say("Then comes the additional battle.") if view.extra_turns else say("Then comes the Final Battle.")
    seat = consequences.next_seat(view)
    who = player(names, seat)
    if consequences.draws(view, seat):
        return say("Then {player} draws.", player=who)
    return say("Then {player} plays.", player=who)


def at_the_end(say: Phrases, view: View, names: Names, spent: TileType | None = None) -> str:
    """Return what follows from starting a battle after which the match goes on."""
    return f"{say('A battle starts, and your turn ends.')} {turn_end(say, view, names, spent)}"


def last_battle(say: Phrases) -> str:
    """Return what follows from starting a battle in which a banner falls in any case."""
    return say("A battle starts, and the match ends with it.")


def filled(say: Phrases, *, surely: bool) -> str:
    """Return what filling the arena leads to (R4.1 to R4.3)."""
    if surely:
        return say("This fills the arena: a battle starts.")
    return say("This fills the arena: a battle starts, unless a tile dies first.")


def edges(say: Phrases, tile: TileView) -> list[str]:
    """Return initiative, attacks, armor, nets and paths, each with the directions in which they point now."""
    sides = tile.type.turned[tile.facing % 6]
    parts = []
    if tile.initiative:
        parts.append(say("initiative {phases}", phases="/".join(map(str, tile.initiative))))
    if sides.melee:
        parts.append(say("melee {directions}", directions=_strengths(sides.melee, tile.melee_bonus)))
    if sides.ranged:
        parts.append(say("ranged {directions}", directions=_strengths(sides.ranged, tile.ranged_bonus)))
    armored = [direction for direction, armor in enumerate(sides.armor) if armor]
    if armored:
        parts.append(say("armor {directions}", directions=_directions(armored)))
    if sides.nets:
        parts.append(say("net {directions}", directions=_directions(sides.nets)))
    if sides.strikes:
        parts.append(say("lightning {directions}", directions=_directions(sides.strikes)))
    if sides.paths and tile.type.gifts is not None and len(sides.paths) < 6:
        parts.append(say("connects {directions}", directions=_directions(sides.paths)))
    if not tile.type.is_banner:
        parts.append(say.plural("{count} hit point", "{count} hit points", tile.hit_points))
    return parts


def _strengths(attacks: Iterable[tuple[int, int]], bonus: int) -> str:
    """Return directions with the strength where that is not 1 (``N, NE 2``)."""
    return " ".join(
        DIRECTIONS[direction] if printed + bonus == 1 else f"{DIRECTIONS[direction]}×{printed + bonus}"
        for direction, printed in attacks
    )


def _directions(directions: Iterable[int]) -> str:
    return " ".join(DIRECTIONS[direction] for direction in directions)
