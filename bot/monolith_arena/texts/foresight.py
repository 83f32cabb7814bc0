"""What would follow, in words: a battle that is not fought, who would hit whom, the end of a turn, a tile's edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.monolith_arena.texts.names import counted, several, tile_at, tile_on
from bot.monolith_arena.texts.standing import by_team, together
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monolith_arena import consequences
from games.monolith_arena.battle.attacks import POISON
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.hexes import DIRECTIONS
from games.monolith_arena.reach import Advice, Aim, Reach, Threat
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View

# A battle


def battle(say: Phrases, forecast: Forecast, names: Names) -> list[str]:
    """Return what a battle now would come to, in sentences: hit points, losses, winner; ranges where choices decide."""
    view = forecast.before
    lines = [say("A battle now: {points}.", points=_points(say, forecast, names))]
    if not forecast.known:
        return [*lines, say("Too much depends on choices in it; only what comes before the first one is certain.")]
    lines += [*_fallen(say, forecast, names), *_losses(say, view, forecast.lost, names)]
    if forecast.perhaps:
        tiles = several(say, (tile_on(say, view, hex_) for hex_ in forecast.perhaps))
        lines.append(say("Perhaps lost, too: {tiles}.", tiles=tiles))
    if not forecast.lost and not forecast.perhaps:
        lines.append(say("No tile is lost."))
    if not forecast.decided:
        lines.append(say("It depends on choices that are made in the battle."))
    return lines


def _points(say: Phrases, forecast: Forecast, names: Names) -> str:
    numbers = []
    for before, (low, high) in zip(forecast.before.hit_points, forecast.hit_points, strict=True):
        after = str(low) if low == high else f"{low}–{high}"
        numbers.append(after if (low, high) == (before, before) else f"{before} → {after}")
    return by_team(say, numbers, names)


def _fallen(say: Phrases, forecast: Forecast, names: Names) -> list[str]:
    """Return whose banner falls in any case."""
    view = forecast.before
    fallen = [team for team, (_, high) in enumerate(forecast.hit_points) if not high]
    groups = [[seat.seat for seat in view.seats if seat.team == team] for team in fallen]
    return [say("The banner of {player} falls.", player=together(names, seats)) for seats in groups]


def _losses(say: Phrases, view: View, lost: Sequence[int], names: Names) -> list[str]:
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


# Who would hit whom


def hits(say: Phrases, view: View, aims: Sequence[Aim]) -> str:
    """Return what a tile that is put down would hit, with the wounds that come through."""
    if not aims:
        return ""
    named = [_with_wounds(say, tile_on(say, view, aim.target), aim.wounds) for aim in aims]
    return say("It hits {tiles}.", tiles=several(say, named))


def hit_by(say: Phrases, view: View, threat: Threat, assassins: Sequence[int]) -> str:
    """Return what would hit a tile that is put down, as the board stands then, and whether it lives."""
    dealt = [aim for aim in threat.by if aim.wounds]
    parts = []
    if dealt:
        tiles = several(say, (_origin(say, view, aim) for aim in dealt))
        if threat.deadly:
            parts.append(say("It would be hit by {tiles} and die.", tiles=tiles))
        else:
            parts.append(say("It would be hit by {tiles} and live.", tiles=tiles))
    else:
        parts.append(say("Nothing hits it there."))
    if assassins:
        tiles = several(say, (tile_on(say, view, hex_) for hex_ in assassins))
        parts.append(say("Any tile may be struck by {tiles}.", tiles=tiles))
    return " ".join(parts)


def threatened(say: Phrases, view: View, reach: Reach, threats: Sequence[Threat]) -> list[str]:
    """Return the tiles that would be wounded, a line each."""
    lines = [_threat(say, view, threat) for threat in threats]
    assassins = reach.assassins(view.reader) if view.reader is not None else []
    if assassins:
        tiles = several(say, (tile_on(say, view, hex_) for hex_ in assassins))
        lines.append(say("Any tile may be struck by {tiles}.", tiles=tiles))
    return lines


def _threat(say: Phrases, view: View, threat: Threat) -> str:
    tile = tile_on(say, view, threat.hex)
    by = several(say, (_origin(say, view, aim) for aim in threat.by if aim.wounds), 5)
    if threat.deadly:
        return say("{tile} would fall: {sources}", tile=tile, sources=by)
    return say("{tile} would be wounded: {sources}", tile=tile, sources=by)


def _origin(say: Phrases, view: View, aim: Aim) -> str:
    source = say("poison") if aim.source == POISON else tile_on(say, view, aim.source)
    return _with_wounds(say, source, aim.wounds)


def _with_wounds(say: Phrases, tile: str, wounds: int) -> str:
    """Return a tile with what it deals or takes, where that is not one wound."""
    if not wounds:
        return say("{tile} (stopped by armor)", tile=tile)
    return tile if wounds == 1 else f"{tile} ({wounds})"


def outlook(say: Phrases, view: View, names: Names) -> list[str]:
    """Return what a battle now would come to and which tiles are in danger, in lines; nothing where it is uncertain."""
    if not consequences.foreseeable(view):
        return []
    reach = Reach(view)
    threats = reach.threatened(seat.seat for seat in view.seats)
    lines = [" ".join(battle(say, consequences.forecast(view), names))]
    if threats:
        head = say("In danger, as the board stands:")
        lines.append(f"{head} {'; '.join(_threat(say, view, threat) for threat in threats)}.")
    return lines


# Facings


def advice(say: Phrases, view: View, given: Advice) -> str:
    """Return why a facing was preset."""
    facing = DIRECTIONS[given.facing]
    tiles = several(say, (tile_on(say, view, hex_) for hex_ in given.targets), 4)
    if given.reason == "hits":
        return say("Preset to {facing}, where it hits most: {tiles}.", facing=facing, tiles=tiles)
    if given.reason == "nets":
        return say("Preset to {facing}, where it nets {tiles}.", facing=facing, tiles=tiles)
    if given.reason == "serves":
        return say("Preset to {facing}, where it reaches {tiles}.", facing=facing, tiles=tiles)
    if given.reason == "least":
        return say("Preset to {facing}, where it does you least harm.", facing=facing)
    if given.reason == "open":
        return say("Preset to {facing}, toward the center of the arena: nothing is in range.", facing=facing)
    return say("The facing does not matter here (preset to {facing}).", facing=facing)


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
    """Return what a battle that is started now ends: the turn."""
    return f"{say('A battle starts, and your turn ends.')} {turn_end(say, view, names, spent)}"


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
