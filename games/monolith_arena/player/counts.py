"""What the better of two turns comes to for both sides, beside what was played: the reasons that reviews give.

They are counted at once, or by the end of a battle that is fought right after the turn; where that does not speak for
it, once the next player has answered, from the same hidden tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from games.messages import Argument, Message
from games.monolith_arena.player.core import Core
from games.monolith_arena.player.replies import ended
from games.monolith_arena.player.tolls import toll
from games.monolith_arena.player.turns import Line, Search, by_value
from games.monolith_arena.player.worth import HIT_POINT, Strength
from games.monolith_arena.projection import view
from games.monolith_arena.state import State
from games.reviews import side, spread

HUNDRED: Final = 100
"""Hit points are compared in hundredths, as their averages are told."""
LEAST: Final = 10
"""Of what differs by fewer hundredths nothing is said."""

IN_TURN: Final = Message(
    "{head} Lost in this turn (hit points/tiles). Better: {side} {a}/{b}, {enemy} {c}/{d}. As played: {side} {e}/{f},"
    " {enemy} {g}/{h}."
)
BY_BATTLE: Final = Message(
    "{head} Lost by the end of the next battle, if nothing else is played before it (hit points/tiles). Better: {side}"
    " {a}/{b}, {enemy} {c}/{d}. As played: {side} {e}/{f}, {enemy} {g}/{h}."
)
BOTH: Final = Message("Hit points and tiles speak for it.")
POINTS: Final = Message("The hit points speak for it.")
TILES: Final = Message("The tiles speak for it.")
MORE_POINTS: Final = Message("The hit points outweigh the tiles.")
MORE_TILES: Final = Message("The tiles outweigh the hit points.")
ON_AVERAGE: Final = Message(
    "Hit points on average, once the next player has answered and a battle is fought. Better: {side} {a}, {enemy} {b}."
    " As played: {side} {c}, {enemy} {d}."
)
AT_LAST: Final = Message(
    "Hit points on average after the last battle. Better: {side} {a}, {enemy} {b}. As played: {side} {c}, {enemy} {d}."
)
AHEAD: Final = Message(
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and worse in"
    " {worse}.",
    count=0,
    better=0,
    worse=0,
)
BY_MORE: Final = Message(
    "Nothing else speaks for it: with the hidden tiles dealt {count} times, it came out better in {better} and worse in"
    " {worse}, but by less.",
    count=0,
    better=0,
    worse=0,
)

FORMER: Final = (
    Message(
        "Once the next player has answered and a battle is fought, the enemy has {better} hit points on average,"
        " against {played} with what was played."
    ),
    Message(
        "Once the next player has answered and a battle is fought, this side has {better} hit points on average,"
        " against {played} with what was played."
    ),
    Message(
        "After the last battle the enemy has {better} hit points on average, against {played} with what was played."
    ),
    Message(
        "After the last battle this side has {better} hit points on average, against {played} with what was played."
    ),
)
"""What is said no more; reviews that were stored earlier have it."""


class _Losses(NamedTuple):
    """What each team has lost, in hit points and tiles, and how far the first team is ahead by what is left."""

    points: tuple[int, int]
    tiles: tuple[int, int]
    ahead: int
    """In thousandths of a hit point, as the search weighs tiles."""


def of_board(core: Core[Any], start: Any, better: Line[Any], played: Line[Any]) -> Message | None:
    """Return what the better of two turns costs both sides, and the other one: at once, or by the next battle.

    `None` where neither speaks for it, or cannot be known before choices are made.
    """
    if not all(_certain(core, start, line) for line in (better, played)):
        return None
    ways = [_ended(core, line) for line in (better, played)]
    now = [_at_once(core, start, line, end) for line, end in zip((better, played), ways, strict=True)]
    if (said := _compared(IN_TURN, core, start, *now)) is not None:
        return said
    pairs = zip((better, played), ways, now, strict=True)
    mine, theirs = (_by_battle(core, start, line, end, lost) for line, end, lost in pairs)
    return None if mine is None or theirs is None else _compared(BY_BATTLE, core, start, mine, theirs)


def _certain(core: Core[Any], start: Any, line: Line[Any]) -> bool:
    """Return True if no battle in which somebody has to choose is part of a turn."""
    seat, _ = core.seat(start)
    if not line.ended:
        return not core.decides(line.position) or toll(view(core.state(line.position), seat)) is not None
    before = start
    for move in line.moves[:-1]:
        before = core.play(before, move)
    verb = core.verb(line.moves[-1])
    if verb == "battle":
        return toll(view(core.state(before), seat)) is not None
    return verb == "charge" and not core.decides(before)


def _ended(core: Core[Any], line: Line[Any]) -> Any:
    """Return the position after a turn, with the last battle where that follows it."""
    position = line.position
    if not line.ended and core.over(position) is None and core.decides(position) and not core.due(position):
        return core.end(position)
    return position


def _at_once(core: Core[Any], start: Any, line: Line[Any], end: Any) -> _Losses:
    seat, _ = core.seat(start)
    begun, left = core.strength(start).points, core.strength(end)
    before, after = _tiles(core, start), _tiles(core, end)
    before[core.state(start).teams[seat]] += sum(core.verb(move) == "place" for move in line.moves)
    points = begun[0] - left.points[0], begun[1] - left.points[1]
    return _Losses(points, (before[0] - after[0], before[1] - after[1]), _ahead(left))


def _by_battle(core: Core[Any], start: Any, line: Line[Any], end: Any, lost: _Losses) -> _Losses | None:
    """Return what is lost by the end of the next battle; where the turn ends in one that is the next."""
    if core.over(end) is not None:
        return lost
    if line.ended and core.verb(line.moves[-1]) != "charge":
        return lost
    cost = toll(view(core.state(end), core.seat(start)[0]))
    if cost is None:
        return None
    points, tiles = ((a[0] + b[0], a[1] + b[1]) for a, b in ((lost.points, cost.points), (lost.tiles, cost.tiles)))
    return _Losses(points, tiles, _ahead(core.after_battle(end)))


def _ahead(left: Strength) -> int:
    one, other = (HIT_POINT * points + tiles for points, tiles in zip(left.points, left.tiles, strict=True))
    return one - other


def _tiles(core: Core[Any], position: Any) -> list[int]:
    """Return how many tiles each team has on the board."""
    state = core.state(position)
    teams = [state.teams[piece.seat] for piece in state.board if piece is not None]
    return [teams.count(0), teams.count(1)]


def _compared(said: Message, core: Core[Any], start: Any, mine: _Losses, theirs: _Losses) -> Message | None:
    """Return the losses of two turns where they speak for the first one, with what does so."""
    _, team = core.seat(start)
    enemy = 1 - team
    points, tiles = (
        (one[enemy] - other[enemy]) - (one[team] - other[team])
        for one, other in ((mine.points, theirs.points), (mine.tiles, theirs.tiles))
    )
    gained = (mine.ahead - theirs.ahead) * (-1 if team else 1)
    if max(points, tiles) <= 0 or (min(points, tiles) < 0 and gained <= 0):
        return None
    if points > 0:
        head = BOTH if tiles > 0 else POINTS if tiles == 0 else MORE_POINTS
    else:
        head = TILES if points == 0 else MORE_TILES
    numbers = {
        name: lost[at]
        for name, lost, at in (
            ("a", mine.points, team),
            ("b", mine.tiles, team),
            ("c", mine.points, enemy),
            ("d", mine.tiles, enemy),
            ("e", theirs.points, team),
            ("f", theirs.tiles, team),
            ("g", theirs.points, enemy),
            ("h", theirs.tiles, enemy),
        )
    }
    return Message(said.template, head=head, **_sides(core, start), **numbers)


def _sides(core: Core[Any], start: Any) -> dict[str, Argument]:
    """Return both sides by name: whose turn it is, and the other one."""
    _, team = core.seat(start)
    teams = core.state(start).teams
    seats = [[seat for seat, its in enumerate(teams) if its == one] for one in (team, 1 - team)]
    return {"side": side(seats[0]), "enemy": side(seats[1])}


def of_worlds(
    search: Search[Any], start: Any, lines: tuple[Line[Any], Line[Any]], worlds: Sequence[State]
) -> Message | None:
    """Return the hit points of both sides if the second of two turns comes out better in these worlds, two at least.

    `None` where that is not certain, or too little to be told.
    """
    core = search.core
    _, team = core.seat(start)
    played, better = (list(_points(search, start, line, worlds)) for line in lines)
    leads = [[one[team] - one[1 - team] for one in some] for some in (played, better)]
    gained, around = spread([HUNDRED * (mine - theirs) for theirs, mine in zip(*leads, strict=True)])
    if gained <= around or gained < LEAST:
        return None
    a, b, c, d = (
        round(sum(one[whose] for one in some) / len(worlds), 1)
        for some in (better, played)
        for whose in (team, 1 - team)
    )
    said = AT_LAST if core.decides(start) else ON_AVERAGE
    return Message(said.template, **_sides(core, start), a=a, b=b, c=c, d=d)


def of_values(played: Sequence[int], better: Sequence[int]) -> Message:
    """Return how often the second of two turns came out better, by what both were worth in the same worlds."""
    pairs = list(zip(played, better, strict=True))
    ahead, behind = sum(mine < theirs for mine, theirs in pairs), sum(mine > theirs for mine, theirs in pairs)
    said = AHEAD if ahead > behind else BY_MORE
    return Message(said.template, count=len(pairs), better=ahead, worse=behind)


def _points(search: Search[Any], start: Any, line: Line[Any], worlds: Sequence[State]) -> Iterator[tuple[int, int]]:
    """Yield the hit points of both teams after a turn, the answer to it and a battle, in each of these worlds."""
    core: Core[Any] = search.core
    for state in worlds:
        position = ended(core, core.in_world(start, state), line.moves)
        if core.over(position) is not None:
            yield core.strength(position).points
            continue
        answer = max(search.turn(position, 1), key=by_value)
        fought = any(core.verb(move) == "battle" for move in answer.moves) or core.over(answer.position) is not None
        yield (core.strength if fought else core.after_battle)(answer.position).points
