"""What a computer player does: one entry for every choice that a seat may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from random import Random
from typing import Any, Final

from games.api import Action, Decision
from games.computers import ONLY
from games.messages import Message
from games.monolith_arena.hexes import ADJACENT, BY_NAME
from games.monolith_arena.player import dueling, readable, reasons
from games.monolith_arena.player.core import Core, Packed, Readable
from games.monolith_arena.player.levels import LEVELS, Level
from games.monolith_arena.player.replies import candidates, chance, replied, weigh
from games.monolith_arena.player.tables import NUMBER
from games.monolith_arena.player.turns import Search, by_value
from games.monolith_arena.player.worth import PRINTED, Strength, strength_of
from games.monolith_arena.state import State
from games.monolith_arena.view import View
from games.monolith_arena.worlds import world

END: Final[Action] = ("end",)
REDRAW: Final[Action] = ("redraw",)
FEW: Final = 4
"""The worlds that a decision is tried in where a level samples none for itself."""
ANSWERS: Final = 12
"""How many answers to a question are weighed in more worlds than the first."""
CORNERS: Final = frozenset(hex_ for hex_, near in enumerate(ADJACENT) if len(near) == 3)


def decide(view: View, legal: Sequence[Action], random: Random, level: str | Level = "knight") -> Decision:
    """Return what the reader of a view does, of the legal actions of one open choice.

    Raises `KeyError` for a level that does not exist.
    """
    chosen = LEVELS[level] if isinstance(level, str) else level
    assert view.reader is not None
    if len(legal) == 1:
        return Decision(legal[0], why=ONLY)
    if view.stage in _BEFORE:
        action, why = _BEFORE[view.stage](view, legal, random)
        return Decision(action, why=why)
    core: Core[Any] = core_for(view)
    search = Search(core, chosen.taste, chosen.nodes, chosen.ahead)
    if legal[0][0] == "choose":
        return _answer(view, legal, random, chosen, search)
    return _turn(view, legal, random, chosen, search)


def core_for(view: View) -> Core[Any]:
    """Return the core that knows the rules of a match: earlier rulings are for the readable rules alone."""
    homes = {seat.faction for seat in view.seats}
    return Packed() if view.rulings > 1 and len(homes) == len(view.seats) else Readable()


# before the first turn


def _faction(view: View, legal: Sequence[Action], random: Random) -> tuple[Action, Message]:
    return random.choice(sorted(legal)), reasons.FACTION


def _banner(view: View, legal: Sequence[Action], random: Random) -> tuple[Action, Message]:
    """Return a place that is no corner and not beside an enemy's banner, if there is one."""
    there = {hex_ for hex_, tile in enumerate(view.board) if tile is not None}
    good = [a for a in legal if BY_NAME[a[1]] not in CORNERS and there.isdisjoint(ADJACENT[BY_NAME[a[1]]])]
    return random.choice(sorted(good or legal)), reasons.ROOM if good else reasons.BANNER


def _prepare(view: View, legal: Sequence[Action], random: Random) -> tuple[Action, Message]:
    """Return two good tiles for the monolith, never quite the same."""
    assert view.reader is not None
    home = view.seats[view.reader].faction
    assert home is not None

    def value(action: Action) -> int:
        return sum(PRINTED[NUMBER[home.by_id[name]]] for name in action[1:])

    return random.choice(sorted(legal, key=lambda action: (-value(action), action))[:8]), reasons.PREPARED


_BEFORE: Final[dict[str, Callable[[View, Sequence[Action], Random], tuple[Action, Message]]]] = {
    "factions": _faction,
    "monoliths": _prepare,
    "banners": _banner,
}


# a turn


def _turn(view: View, legal: Sequence[Action], random: Random, level: Level, search: Search[Any]) -> Decision:
    core = search.core
    allowed = set(legal)
    worlds = [world(view, random) for _ in range(max(level.worlds, 1))]
    start = core.start(worlds[0])
    if level.duels is not None:
        return _duel(view, allowed, random, start, level.duels, search)
    lines = search.turn(start, level.width, level.nodes // 2 if level.worlds else level.nodes)
    lines = [line for line in lines if not line.moves or core.action(line.moves[0]) in allowed]
    found = candidates(search, lines, max(level.candidates, 2))
    if level.worlds:
        found = weigh(search, start, found, worlds, level.halved)
    best = found[0]
    if REDRAW in allowed:
        worlds += [world(view, random) for _ in range(FEW - len(worlds))]
        redrawn = _redrawn(search, start, worlds, level)
        if redrawn > best.mean:
            return Decision(REDRAW, (), reasons.REDRAW, redrawn, search.nodes)
    actions = [core.action(move) for move in best.line.moves]
    if not best.line.ended:
        actions.append(END)
    why = reasons.of(core, start, best.line, [other.line for other in found[1:]])
    return Decision(actions[0], tuple(actions[1:]), reasons.yours(why), best.mean, search.nodes)


def _duel(view: View, allowed: Set[Action], random: Random, start: Any, duels: int, search: Search[Any]) -> Decision:
    """Return what a duelist does, action after action to the end of its turn; useless orders it always exchanges."""
    assert view.reader is not None
    if REDRAW in allowed:
        return Decision(REDRAW, (), reasons.REDRAW, nodes=search.nodes)
    core = search.core
    own = view.seats[view.reader]
    assert own.faction is not None
    line, other = dueling.turn(search, start, own.faction, own.stack <= duels, allowed, random)
    actions = [core.action(move) for move in line.moves]
    if not line.ended:
        actions.append(END)
    why = reasons.of(core, start, line, [other])
    return Decision(
        actions[0],
        tuple(actions[1:]),
        reasons.yours(why),
        chance(search.value(line.position, *core.seat(start))),
        search.nodes,
    )


def _redrawn(search: Search[Any], start: Any, worlds: Sequence[State], level: Level) -> int:
    """Return the chance of winning after a redraw, on average over these worlds."""
    core = search.core
    seat, team = core.seat(start)
    total = 0
    for state in worlds:
        begun = core.in_world(start, state)
        redraw = next(move for move in core.moves(begun) if core.verb(move) == "redraw")
        best = max(search.turn(core.play(begun, redraw), min(level.width, FEW)), key=by_value)
        if level.worlds and core.over(best.position) is None:
            after = best.position if best.ended else core.end(best.position)
            total += chance(replied(search, after, seat, team))
        else:
            total += chance(best.value)
    return total // len(worlds)


# a question


def _answer(view: View, legal: Sequence[Action], random: Random, level: Level, search: Search[Any]) -> Decision:
    """Return the answer after which the match looks best, on average over some worlds."""
    assert view.reader is not None
    seat, team = view.reader, view.seats[view.reader].team
    worlds = [world(view, random) for _ in range(max(level.worlds, 1))]
    totals = dict.fromkeys(legal, 0)
    left: dict[Action, Strength] = {}
    alike = False
    for number, state in enumerate(worlds):
        if number == 1 or number in level.halved:
            most = ANSWERS if number == 1 else max(2, len(totals) // 2)
            best = sorted(totals, key=lambda action: (-totals[action], action))[:most]
            totals = {action: totals[action] for action in best}
        for action in totals:
            after = readable.answered(readable.step(state, seat, action))
            left.setdefault(action, strength_of(after))
            totals[action] += chance(_outlook(search, search.core.start(after), seat, team, level))
        if not number:
            alike = len(set(totals.values())) == len(set(left.values())) == 1
    ranked = sorted(totals, key=lambda action: (-totals[action], action))
    if level.duels is not None:
        same = [one for one in ranked if (totals[one], left[one]) == (totals[ranked[0]], left[ranked[0]])]
        ranked.insert(0, ranked.pop(ranked.index(random.choice(same))))
    others = [left[other] for other in (*ranked[1:], *sorted(set(left) - set(totals)))]
    why = reasons.ALIKE if alike else reasons.of_answer(team, left[ranked[0]], others)
    return Decision(ranked[0], (), why, totals[ranked[0]] // len(worlds), search.nodes)


def _outlook(search: Search[Any], position: Any, seat: int, team: int, level: Level) -> int:
    """Return what a position after an answer is worth for a team."""
    core = search.core
    search.nodes += 1
    if core.over(position) is None:
        if core.seat(position)[0] == seat:
            return max(search.turn(position, 1), key=by_value).value
        if level.worlds:
            return replied(search, position, seat, team)
    return search.value(position, seat, team)
