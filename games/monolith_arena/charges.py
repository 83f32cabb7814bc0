"""What a charge would do, as far as a reader can know it: the one round of wounds that it is (R11.3).

It is no battle: the champion moves, all its melee attacks hit at once, and nobody strikes back. It is carried out by
the rules in the position that a view shows, so nothing hidden has a way into an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena import segments
from games.monolith_arena.battle import attacks, phases
from games.monolith_arena.battle.rounds import Round, by_target, consider, given, resolve
from games.monolith_arena.battle.search import ways
from games.monolith_arena.consequences import SITUATIONS, Forecast, certain, ranging, shown, stage
from games.monolith_arena.facings import Advice
from games.monolith_arena.facings import best_facing as in_battle
from games.monolith_arena.state import Cause, State
from games.monolith_arena.view import Put, View


class Struck(NamedTuple):
    """A tile that a charge strikes."""

    hex: int
    wounds: int
    """Of all its attacks on that tile together; an entrenchment or a rune may still take some."""


class Charge(NamedTuple):
    """A charge that has not been made."""

    forecast: Forecast
    """What comes of it, from the position after the move on; its events are what comes before anybody has to choose."""
    struck: tuple[Struck, ...]
    """What it wounds; where somebody has to choose, what it strikes at, of which runes may absorb some."""
    kills: tuple[int, ...]
    """The hexes of those among them that fall by it in any case."""
    idle: Literal["", "dead", "held"]
    """Why it strikes nothing: the champion dies of the move (R6.2), or is netted or disarmed where it goes."""


def charge(view: View, put: Put) -> Charge:
    """Return what the charge of a champion to a hex comes to; `put` says where it stands before and then."""
    start, draft, died = _moved(view, put)
    before = shown(view, start)
    if draft.board[put.hex] is None:
        return Charge(certain(before, start, draft, died), (), (), "dead")
    round_ = consider(draft)
    if round_.questions:
        hits = given(draft)[1]
        found = ranging(before, start, draft, died, lambda: ways(draft, SITUATIONS))
        struck = _struck(hits)
        return Charge(found, struck, tuple(one.hex for one in struck if one.hex in found.lost), "")
    struck = _struck(hit for hits in by_target(round_.hits, round_.absorbed).values() for hit in hits)
    kills = tuple(one.hex for one in struck if _dies(draft, round_, one.hex))
    wounds = resolve(draft, round_)
    events: tuple[ev.Event, ...] = died if wounds is None else (*died, wounds)
    return Charge(certain(before, start, draft, events), struck, kills, "" if round_.hits else "held")


def best_facing(view: View, put: Put, facings: Sequence[int]) -> Advice:
    """Return the facing among `facings` in which a charge does most; the first of equal ones.

    What takes most hit points counts, and no more than a tile has left; of equal ones what kills most. Where it would
    strike nothing, as for a netted champion, that in which the tile does most in a battle now.
    """
    worths = {facing: _worth(view, put._replace(tile=replace(put.tile, facing=facing))) for facing in facings}
    chosen = max(facings, key=lambda facing: worths[facing][:3])
    *_, targets = worths[chosen]
    return Advice(chosen, "charges", targets) if targets else in_battle(view, put, facings)


def _worth(view: View, put: Put) -> tuple[bool, int, int, tuple[int, ...]]:
    """Return whether a charge ends the match, the hit points that it takes, how many it kills, and what it wounds."""
    _, draft, _ = _moved(view, put)
    if draft.board[put.hex] is None:
        return False, 0, 0, ()
    round_ = consider(draft)
    hits = by_target(given(draft)[1] if round_.questions else round_.hits, round_.absorbed)
    standing, taken, kills, wins = draft.standing(), 0, 0, False
    for hex_, some in hits.items():
        piece, fate = draft.piece_at(hex_), attacks.fate(standing, hex_, some)
        if piece.type.is_banner:
            points = draft.hit_points[draft.teams[piece.seat]]
            taken += min(points, fate.wounds)
            wins = wins or fate.wounds >= points
        else:
            taken += max(0, standing.wounds_left(hex_, piece) - piece.entrenched) if fate.dies else fate.wounds
            kills += fate.dies
    return wins, taken, kills, tuple(hits)


def _moved(view: View, put: Put) -> tuple[State, State, tuple[ev.ToughnessLost, ...]]:
    """Return the position after the move, the same in the round of its wounds, and what dies in between (R6.2)."""
    start = stage(view, [put]).draft()
    if put.origin is not None:
        segments.carry(start, put.origin, put.hex)
    draft = start.draft()
    died = phases.settle(draft)
    draft.cause = Cause("charge", hexes=(put.hex,), seat=put.tile.seat)
    return start, draft, died


def _struck(hits: Iterable[attacks.Hit]) -> tuple[Struck, ...]:
    wounds: dict[int, int] = {}
    for hit in hits:
        wounds[hit.target] = wounds.get(hit.target, 0) + hit.wounds
    return tuple(Struck(hex_, number) for hex_, number in wounds.items() if number)


def _dies(state: State, round_: Round, hex_: int) -> bool:
    """Return True if a tile falls by the hits of a round, and not by absorbing another one."""
    if hex_ in {rune for rune, _ in round_.absorbed}:
        return False
    return attacks.fate(state.standing(), hex_, by_target(round_.hits, round_.absorbed)[hex_]).dies
