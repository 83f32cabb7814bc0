"""Puzzles found in games that computer players play against themselves, proved and graded.

Finding is quick and need not be right: the packed core looks at every turn of these games, and at what is left of it
after each discard. What looks like a puzzle is proved with the readable rules (`proof`), then graded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from games.api import Action, Decision, formation, new_options
from games.contest import Player, play
from games.draws import Draws
from games.monolith_arena.choosing import choices
from games.monolith_arena.game import GAME
from games.monolith_arena.goals import LEARNER
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.mining.proof import proved
from games.monolith_arena.player import battle, decide
from games.monolith_arena.player.core import Packed
from games.monolith_arena.player.levels import LEVELS, PLAIN, Level
from games.monolith_arena.player.packing import Position
from games.monolith_arena.player.readable import play as carried_out
from games.monolith_arena.player.tables import BANNER, FLAGS, SHAPE, TEAM
from games.monolith_arena.player.turns import Line, Search, by_value
from games.monolith_arena.position import dump_piece
from games.monolith_arena.puzzles import PLACE, puzzle, start
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TILES_A_FACTION
from games.monolith_arena.view import View
from games.monolith_arena.worlds import world
from games.puzzles import Data, Puzzle, Unfit, Workshop, named

MINER: Final = Level("miner", width=4, candidates=0, worlds=0, nodes=3_000)
"""Who plays the games: well enough that positions come about as among people."""
NODES: Final = 2_500
"""How many nodes a turn may have before it is left alone."""
ALL: Final = 1_000_000
"""A beam that is never full."""
WIDTHS: Final = (1, 2, 4, 8, 16, 32, 64)
"""The beams that try to find a solution."""
OF_BANNERS: Final = ("hits", "win", "save")
"""The goals of which banners are a part: whoever forgets them in a match is reminded by the task."""
END: Final[Action] = ("end",)
_DRAWS: Final = Draws(bytes(32))
LEAST_HITS: Final = 3
LEAST_THREAT: Final = 3
LEAST_SAVED: Final = 2
LEAST_BEATEN: Final = 3


def turns(seed: int) -> Iterator[State]:
    """Yield the beginnings of the turns of one game, as whoever has the turn knows them."""
    seen: list[View] = []

    def watched(view: View, legal: Sequence[Action], random: Random, level: Any) -> Decision:
        if view.stage == "turn" and not view.played and len(legal) > 1 and view.last_turns is None and view.turn > 2:
            seen.append(view)
        return decide(view, legal, random, MINER)

    player = Player(watched, MINER.name)
    play(GAME, [player, player], formation(GAME, "1v1"), new_options(GAME, {}), seed)
    for view in seen:
        if not view.redraw_offered and not view.used:
            yield world(view, Random(0))  # noqa: S311 - nothing that is hidden matters


def parts(state: State) -> Iterator[State]:
    """Yield a turn, and what is left of it after each discard that is due; the whole only where that is little."""
    if not state.discard_due:
        yield state
        return
    left = [carried_out(state, ("discard", tile.id)) for tile in dict.fromkeys(state.reserves[state.active])]
    yield from left
    if sum(map(_size, left)) <= NODES:
        yield state


def _size(state: State) -> int:
    """Return about how many positions a turn has that begins with these moves."""
    core = Packed()
    moves = len(core.moves(core.start(state)))
    placed = sum(not tile.is_order for tile in state.reserves[state.active])
    return moves**2 // 2 if placed > 1 else moves


def written(state: State, kind: str) -> Data:
    """Return the task of a turn as a line has it; whoever has the turn becomes seat 0."""
    own = state.active
    board = {
        NAMES[hex_]: {**dump_piece(piece), "seat": int(piece.seat != own)}
        for hex_, piece in enumerate(state.board)
        if piece is not None
    }
    seats = [state.factions[own], state.factions[1 - own]]
    return {
        "goal": kind,
        "position": {
            "seats": [{"faction": home.id, "team": team} for team, home in enumerate(seats) if home is not None],
            "hit_points": [state.hit_points[state.teams[own]], state.hit_points[state.teams[1 - own]]],
            "board": board,
        },
        "reserve": sorted(tile.id for tile in state.reserves[own]),
        "discard_due": state.discard_due,
    }


def promising(state: State) -> Iterator[str]:
    """Yield the goals for which a turn looks like a puzzle, by the packed core."""
    core = Packed()
    search = Search(core, PLAIN, NODES)
    begun = core.start(state)
    if not state.discard_due and _size(state) > NODES:
        return  # it would be cut off
    whole = search.turn(begun, ALL, NODES)
    if search.nodes >= NODES:
        return
    team = core.seat(begun)[1]
    ended = [line for line in whole if line.ended]
    open_ = [line for line in whole if not line.ended]
    if ended:
        hits = [(begun.hit_points[1 - team] - line.position.hit_points[1 - team], line) for line in ended]
        most = max(value for value, _ in hits)
        won = any(line.position.winner == team for line in ended)
        beaten = [(_tiles(begun.board, 1 - team) - _tiles(line.position.board, 1 - team), line) for line in ended]
        best = max(value for value, _ in beaten)
        if best >= LEAST_BEATEN and _one(core, [line for value, line in beaten if value == best]):
            yield "beat"
        if (most >= LEAST_HITS or won) and _one(core, [line for value, line in hits if value == most]):
            yield "win" if won else "hits"
        return
    for number, (kind, least_threat) in enumerate((("save", LEAST_THREAT), ("guard", LEAST_BEATEN))):
        threat = _costs(begun, team)[number]
        if threat < least_threat:
            continue
        costs = [(_costs(line.position, team)[number], line) for line in open_]
        least = min(cost for cost, _ in costs)
        if threat - least >= LEAST_SAVED and _one(core, [line for cost, line in costs if cost == least]):
            yield kind


def _costs(position: Position, team: int) -> tuple[int, int]:
    """Return how many hit points the next battle costs a team's banner, and how many tiles the team."""
    points, board = list(position.hit_points), list(position.board)
    battle.fight(position.table, board, points)
    return position.hit_points[team] - points[team], _tiles(position.board, team) - _tiles(board, team)


def _tiles(board: Sequence[int], team: int) -> int:
    """Return how many tiles of a team lie on a packed board, banners left out."""
    pieces = [code for code in board if code and not FLAGS[code & SHAPE] & BANNER]
    return sum(bool(code & TEAM) == bool(team) for code in pieces)


def _one(core: Packed, lines: Sequence[Line[Position]]) -> bool:
    """Return True if the shortest of some turns do one thing, more than making room for it and closing the turn."""
    doing = [[move for move in line.moves if core.verb(move) not in ("discard", "battle")] for line in lines]
    shortest = min(map(len, doing))
    ways = {tuple(sorted(map(str, moves))) for moves in doing if len(moves) == shortest}
    return shortest > 0 and len(ways) <= shortest


# grades


def found_by(data: Data) -> Data:
    """Return who finds a solution: the narrowest beam, one that only does what looks best, and the levels."""
    task, first = puzzle({**data, "id": "", "grade": 1}), start(data)
    return {
        "greedy": _greedy(task, first),
        "beam": next((width for width in WIDTHS if _beam(task, first, width)), 0),
        "levels": [level for level in LEVELS if _level(task, first, level)],
        "actions": sum(action[0] not in ("discard", "battle", "end") for action in task.solution),
    }


def _solves(task: Puzzle, first: State, actions: Sequence[Action]) -> bool:
    """Return True if actions reach the goal, on their way or with the end of the turn."""
    state, events = first, list[Any]()
    for action in (*actions, END):
        if state.result is not None or state.active != LEARNER or state.turn != first.turn:
            break
        step = GAME.carry_out(state, LEARNER, action, _DRAWS)
        state = step.state
        events += step.events
        if task.missing(GAME.view(state, LEARNER), events) is None:
            return True
    return False


def _greedy(task: Puzzle, first: State) -> bool:
    search = Search(Packed(), PLAIN, ALL)
    line = max(search.turn(search.core.start(first), 1), key=by_value)
    return _solves(task, first, [search.core.action(move) for move in line.moves])


def _beam(task: Puzzle, first: State, width: int) -> bool:
    search = Search(Packed(), PLAIN, ALL)
    lines = search.turn(search.core.start(first), width)
    return any(_solves(task, first, [search.core.action(move) for move in line.moves]) for line in lines)


def _level(task: Puzzle, first: State, level: str) -> bool:
    player = LEVELS[level]
    if player.duels is not None and task.data["goal"].split()[0] in OF_BANNERS:
        player = replace(player, duels=TILES_A_FACTION)
    choice = choices(first)[0]
    legal = GAME.legal(first, choice.seat, choice.key)
    decision = decide(GAME.view(first, LEARNER), legal, Random(0), player)  # noqa: S311
    return _solves(task, first, (decision.action, *decision.plan))


def grade(found: Data) -> int:
    """Return how hard a puzzle is, from 1 to 4; what looks best at every step finds none of the harder ones."""
    missed = len(LEVELS) - len(found["levels"])
    hardness: int = missed + (found["beam"] != 1) + (found["actions"] > 1)
    if found["greedy"]:
        return min(1 + (hardness > 0), 2)
    return 2 if hardness < 2 else 3 if hardness < 4 else 4


def graded(data: Data) -> Data:
    """Return who finds a solution of a line, and how hard it is by that."""
    found = found_by(data)
    return {"found_by": found, "grade": grade(found)}


def search(seed: int) -> Iterator[Data]:
    """Yield the puzzles of one game after another."""
    while True:
        for turn in turns(seed):
            for state in parts(turn):
                for kind in promising(state):
                    try:
                        data = proved(task := written(state, kind))
                    except Unfit:
                        continue
                    yield named({**task, **data, **graded({**task, **data})})
        seed += 1


def enough(data: Data, kept: Sequence[Data]) -> bool:
    """Return True for a puzzle too like another one: the same board, or a third of all have its goal and grade."""
    alike = sum(one["grade"] == data["grade"] and one["goal"].split()[0] == data["goal"].split()[0] for one in kept)
    return alike > 14 or any(one["position"]["board"] == data["position"]["board"] for one in kept)


def check(data: Data) -> Data:
    """Prove a line anew. Raises `Unfit`."""
    return proved(data)


WORKSHOP: Final = Workshop(PLACE, check, search, enough, graded)
