"""What a charge would do, in words: what it strikes, what falls, what becomes of the champion (R11.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.monolith_arena.texts.foresight import aimed, fallen, losses, perhaps_lost, points_in
from bot.monolith_arena.texts.names import at, several, tile_at, tile_on
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.monolith_arena import events as ev
from games.monolith_arena.charges import Charge, Struck
from games.monolith_arena.reach import Reach


def charge(say: Phrases, found: Charge, hex_: int, names: Names) -> list[str]:
    """Return what the charge of the champion that goes to a hex comes to, and who reaches it there afterwards."""
    forecast = found.forecast
    lines = [_idle(say, found) or (_blows(say, found) if forecast.decided else _open(say, found, names))]
    lines += _besides(say, found, hex_)
    lines += fallen(say, forecast, names)
    if forecast.decided and forecast.after.board[hex_] is not None and all(forecast.after.hit_points):
        threats = Reach(forecast.after).threats(hex_)
        if threats:
            tiles = aimed(say, forecast.after, threats)
            lines.append(say("After the charge, within reach of: {tiles}.", tiles=tiles))
    return [line for line in lines if line]


def ends_match(found: Charge) -> bool:
    """Return True if a charge brings a banner down in any case, so that no turn follows (R12.1)."""
    return any(not high for _, high in found.forecast.hit_points)


def _idle(say: Phrases, found: Charge) -> str:
    if found.idle == "dead":
        return say("It dies before it strikes: its wounds kill it without the toughness that it has where it is now.")
    if found.idle == "held":
        return say("There it is netted or disarmed: it moves, strikes nobody, and your turn ends.")
    return ""


def _blows(say: Phrases, found: Charge) -> str:
    view = found.forecast.before
    killed = several(say, (tile_on(say, view, hex_) for hex_ in found.kills))
    hit = _hits(say, found, [one for one in found.struck if one.hex not in found.kills])
    if killed and hit:
        return say("The charge kills {killed} and hits {tiles}; nobody strikes back.", killed=killed, tiles=hit)
    if killed:
        return say("The charge kills {tiles}; nobody strikes back.", tiles=killed)
    return say("The charge hits {tiles}; nobody strikes back.", tiles=hit) if hit else ""


def _hits(say: Phrases, found: Charge, struck: Iterable[Struck]) -> str:
    """Return the tiles that are struck, each with its wounds (``Banner B2 for 3``)."""
    view = found.forecast.before
    tiles = ((tile_on(say, view, one.hex), one.wounds) for one in struck)
    return several(say, (say("{tile} for {wounds}", tile=tile, wounds=wounds) for tile, wounds in tiles))


def _open(say: Phrases, found: Charge, names: Names) -> str:
    """Return what a charge strikes at in which somebody has to choose, and what that can come to."""
    forecast, view = found.forecast, found.forecast.before
    text = say(
        "The charge strikes at {tiles}; what comes of it depends on choices.", tiles=_hits(say, found, found.struck)
    )
    if not forecast.known:
        return text
    parts = [text, *losses(say, view, forecast.lost, names)]
    if forecast.perhaps:
        tiles = several(say, (tile_on(say, view, hex_) for hex_ in forecast.perhaps))
        parts.append(perhaps_lost(say, tiles, too=bool(forecast.lost)))
    if forecast.hit_points != tuple((left, left) for left in view.hit_points):
        parts.append(say("Hit points afterwards: {points}.", points=points_in(say, forecast, names)))
    return " ".join(parts)


def _besides(say: Phrases, found: Charge, hex_: int) -> list[str]:
    """Return what happens besides the hits: what runes and markers take, what is lost with its toughness."""
    view, lines = found.forecast.before, []
    lost: list[ev.TileAt] = []
    for event in found.forecast.events:
        if isinstance(event, ev.ToughnessLost):
            lost += [tile for tile in event.tiles if tile.hex != hex_]
        if isinstance(event, ev.Wounds):
            lost += event.fallen
            lines += _absorbed(say, found, [one for one in event.attacks if one.absorbed_by is not None])
            if event.entrenchments:
                tiles = several(say, (tile_on(say, view, tile.hex) for tile in event.entrenchments))
                lines.append(say("An entrenchment takes the first wound: {tiles}.", tiles=tiles))
    if lost:
        lines.append(say("Also lost, for want of toughness: {tiles}.", tiles=several(say, (at(say, t) for t in lost))))
    return lines


def _absorbed(say: Phrases, found: Charge, attacks: Sequence[ev.Attack]) -> list[str]:
    view = found.forecast.before
    return [
        say("{rune} absorbs the hit on {tile} and is gone.", rune=tile_at(say, view, rune), tile=at(say, one.target))
        for one in attacks
        if (rune := one.absorbed_by) is not None
    ]
