"""What a turn was worth, for reviews: the best turn and the played one in the same worlds, and the luck of the draw.

Everything follows from the views of the seat that played, so a turn is judged by what could be known then. The best
turn is found in some worlds and compared in others: in those in which it was chosen it would look better than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from games.api import Action
from games.monolith_arena.player import counts, reasons
from games.monolith_arena.player.calibrated import shown_chance
from games.monolith_arena.player.core import Core, Packed
from games.monolith_arena.player.deciding import END, REDRAW, core_for
from games.monolith_arena.player.levels import PLAIN
from games.monolith_arena.player.replies import after_reply, candidates, replied, weigh
from games.monolith_arena.player.turns import Line, Search, by_value
from games.monolith_arena.state import State
from games.monolith_arena.view import View
from games.monolith_arena.worlds import world
from games.reviews import Judged, Moment, mean, spread

VERSION: Final = 5
"""One more whenever the same turn is judged otherwise."""
HAND_WIDTH: Final = 2
"""How wide the search for the turn is that a hand allows: hands are compared with each other, not played."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How closely a turn is looked at."""

    width: int
    candidates: int
    worlds: int
    """In how many worlds the best turn is found."""
    compared: int
    """In how many others it is compared with what was played."""
    hands: int
    """How many draws that could have been are looked at."""
    nodes: int


CLOSE: Final = Effort(width=32, candidates=24, worlds=6, compared=20, hands=24, nodes=24_000)
SLOW: Final = Effort(width=6, candidates=6, worlds=3, compared=8, hands=6, nodes=2_500)
"""For matches that only the readable rules know, which take several times as long for each position."""


def judge(turn: Sequence[Moment], random: Random) -> Judged | None:
    """Return what a turn was worth; `None` where nothing was to be chosen, or what was played cannot be followed."""
    begun = _chosen(turn)
    if not begun:
        return None
    view: View = turn[begun[0]].view
    redrawn = any(moment.action == REDRAW for moment in turn[: begun[0]])
    core: Core[Any] = core_for(view)
    effort = CLOSE if isinstance(core, Packed) else SLOW
    search = Search(core, PLAIN, effort.nodes)
    worlds = [world(view, random) for _ in range(effort.worlds)]
    start = core.start(worlds[0])
    played = _followed(search, start, [turn[place].action for place in begun])
    if played is None:
        return None
    found = weigh(search, start, candidates(search, _lines(search, start, effort), effort.candidates), worlds)
    best = found[0].line
    others = [world(view, random) for _ in range(effort.compared)]
    mine = [shown_chance(value) for value in _worth(search, start, played, others)]
    lucky, around = (0, 0) if redrawn else _luck(search, view, random, effort)
    said = Judged(mean(mine), mean(mine), luck=lucky, luck_error=around, skipped=begun[0])
    if core.key(best.position) == core.key(played.position) and best.ended == played.ended:
        return said
    theirs = [shown_chance(value) for value in _worth(search, start, best, others)]
    lost, error = spread([b - a for a, b in zip(mine, theirs, strict=True)])
    if lost <= 0:
        return said
    actions = [core.action(move) for move in best.moves]
    won = reasons.won(core, best, core.seat(start)[1])
    why = reasons.WIN if won else counts.of_board(core, start, best, played)
    if why is None:
        why = counts.of_worlds(search, start, (played, best), others) or counts.of_values(mine, theirs)
    return Judged(
        said.played,
        said.played + lost,
        error,
        tuple(actions if best.ended else [*actions, END]),
        why,
        lucky,
        around,
        begun[0],
    )


def outlook(view: View, actions: Sequence[Action], random: Random) -> int | None:
    """Return the chance of winning of a seat that plays on like this: the one that reviews give the same turn.

    `None` where there is no such number: for an answer to a question, and for a redraw. See `games.api.Outlook`.
    """
    compared = (CLOSE if isinstance(core_for(view), Packed) else SLOW).compared
    values = worth_of_turn([Moment(view, action) for action in actions], random, compared)
    return mean([shown_chance(value) for value in values]) if values and REDRAW not in actions else None


def worth_of_turn(turn: Sequence[Moment], random: Random, worlds: int) -> list[int]:
    """Return what a turn was worth in so many worlds, as the search values it; nothing where `judge` returns `None`."""
    begun = _chosen(turn)
    if not begun:
        return []
    view: View = turn[begun[0]].view
    search = Search(core_for(view), PLAIN, 0)
    start = search.core.start(world(view, random))
    played = _followed(search, start, [turn[place].action for place in begun])
    return [] if played is None else _worth(search, start, played, [world(view, random) for _ in range(worlds)])


def _chosen(turn: Sequence[Moment]) -> list[int]:
    """Return the places of what was chosen in a turn: no answers, and nothing before a redraw, which is a draw."""
    begun = [place for place, moment in enumerate(turn) if moment.view.stage == "turn"]
    redrawn = [place for place in begun if turn[place].action == REDRAW]
    return [place for place in begun if not redrawn or place > redrawn[-1]]


def _lines(search: Search[Any], start: Any, effort: Effort) -> list[Line[Any]]:
    return search.turn(start, effort.width, effort.nodes // 2)


def _followed(search: Search[Any], start: Any, actions: Sequence[Action]) -> Line[Any] | None:
    """Return a turn as it was played; `None` where somebody's answer in it is none that a search would give."""
    core = search.core
    seat, team = core.seat(start)
    position, moves = start, []
    for action in actions:
        if action == END:
            break
        move = next((move for move in core.moves(position) if core.action(move) == action), None)
        if move is None:
            return None
        moves.append(move)
        position = core.play(position, move)
        if not core.same_turn(start, position):
            return Line(position, tuple(moves), search.value(position, seat, team), ended=True)
    return Line(position, tuple(moves), search.value(position, seat, team))


def _worth(search: Search[Any], start: Any, line: Line[Any], worlds: Sequence[State]) -> list[int]:
    """Return what a turn is worth after the reply in each of these worlds."""
    return [after_reply(search, search.core.in_world(start, state), line.moves) for state in worlds]


def _luck(search: Search[Any], view: View, random: Random, effort: Effort) -> tuple[int, int]:
    """Return what the tiles drawn have changed against the mean of all draws, and how sure that is.

    Each draw that could have been meets what was drawn in the same world: the same hidden tiles of everybody else.
    """
    assert view.reader is not None
    if not view.drawn or view.features_only:
        return 0, 0
    gains = []
    for _ in range(effort.hands):
        real = world(view, random)
        other = _drawn_anew(real, view.reader, random)
        gain = [shown_chance(_hand(search, state)) for state in (real, other)]
        gains.append(gain[0] - gain[1])
    return spread(gains)


def _drawn_anew(state: State, seat: int, random: Random) -> State:
    """Return a world in which the seat has drawn other tiles at the beginning of its turn."""
    draft = state.draft()
    pile = [*state.drawn, *state.stacks[seat]]
    random.shuffle(pile)
    count = len(state.drawn)
    kept = list(state.reserves[seat])
    for tile in state.drawn:
        kept.remove(tile)
    reserve = (*kept, *pile[:count])
    draft.drawn = tuple(pile[:count])
    draft.set_reserve(seat, reserve)
    draft.stacks = (*state.stacks[:seat], tuple(pile[count:]), *state.stacks[seat + 1 :])
    draft.redraw = len(pile) > count and all(tile.is_order for tile in reserve)
    return draft


def _hand(search: Search[Any], state: State) -> int:
    """Return what the turn of a hand is worth after the reply."""
    core = search.core
    begun = core.start(state)
    seat, team = core.seat(begun)
    best = max(search.turn(begun, HAND_WIDTH), key=by_value)
    after = best.position if best.ended else core.end(best.position)
    return replied(search, after, seat, team)
