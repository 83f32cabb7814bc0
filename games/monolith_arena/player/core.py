"""What a search asks of the rules, and the two that answer: the packed core and the readable rules.

Values are whole numbers in thousandths of a hit point, for team 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Final, Protocol, TypeVar

from games.api import Action
from games.monolith_arena.battle import phases
from games.monolith_arena.player import moves as packed_moves
from games.monolith_arena.player import playing, readable
from games.monolith_arena.player.battle import fight
from games.monolith_arena.player.glances import Fights, Glance, glances, stands
from games.monolith_arena.player.packing import DRAW, Position, pack, unpack, with_hidden
from games.monolith_arena.player.questions import dealt
from games.monolith_arena.player.tables import NUMBER
from games.monolith_arena.player.worth import HELD, HIT_POINT, Strength, strength, strength_of, worth, worth_of
from games.monolith_arena.state import State

P = TypeVar("P")
DECIDED: Final = 1000 * HIT_POINT
"""What a match that is won is worth."""


class Core(Protocol[P]):
    """The rules as a search needs them."""

    def start(self, state: State) -> P:
        """Return the position of a state in which somebody has a turn, or which is over."""
        ...

    def in_world(self, position: P, state: State) -> P:
        """Return the position with what is hidden in another world of the same match."""
        ...

    def moves(self, position: P) -> Sequence[Any]:
        """Return all moves of the active seat."""
        ...

    def play(self, position: P, move: Any) -> P:
        """Return the position after a move; questions that it leads to are answered."""
        ...

    def action(self, move: Any) -> Action:
        """Return a move as the tokens of the game."""
        ...

    def verb(self, move: Any) -> str:
        """Return the verb of a move."""
        ...

    def end(self, position: P) -> P:
        """Return the position after the turn is ended."""
        ...

    def seat(self, position: P) -> tuple[int, int]:
        """Return the active seat and its team."""
        ...

    def same_turn(self, one: P, other: P) -> bool:
        """Return True if two positions of a match are in the same turn, and neither is over."""
        ...

    def due(self, position: P) -> bool:
        """Return True while a discard is due."""
        ...

    def decides(self, position: P) -> bool:
        """Return True if the last battle follows this turn."""
        ...

    def key(self, position: P) -> Hashable:
        """Return what makes a position in a turn differ from others: board, hit points and reserve."""
        ...

    def over(self, position: P) -> int | None:
        """Return what the end of the match is worth, `None` while it goes on."""
        ...

    def now(self, position: P) -> int:
        """Return what board and hit points are worth."""
        ...

    def then(self, position: P) -> int:
        """Return what they are worth after a battle that is fought next."""
        ...

    def strength(self, position: P) -> Strength:
        """Return what each team has."""
        ...

    def after_battle(self, position: P) -> Strength:
        """Return what each team has after a battle that is fought next."""
        ...

    def kept(self, position: P, seat: int) -> int:
        """Return what a reserve is worth to its owner."""
        ...

    def returns(self, position: P) -> bool:
        """Return True if the active seat has another turn after this one."""
        ...

    def state(self, position: P) -> State:
        """Return a position as a state, perhaps without discard piles."""
        ...

    def glances(self, position: P, moves: Sequence[Any]) -> Sequence[Glance | None]:
        """Return for each of these moves what it leads to, `None` for what has to be carried out to be known."""
        ...


def decided(winner: int, points: Sequence[int]) -> int:
    """Return what the end of a match is worth."""
    margin = HIT_POINT * (points[1] - points[0])
    return margin if winner == DRAW else margin + (DECIDED if winner else -DECIDED)


class Packed:
    """The packed core. It remembers the battles that it has fought."""

    def __init__(self) -> None:
        self._fights = Fights()

    def start(self, state: State) -> Position:
        """Return the position of a state in which somebody has a turn, or which is over."""
        return pack(state)

    def in_world(self, position: Position, state: State) -> Position:
        """Return the position with what is hidden in another world of the same match."""
        return with_hidden(position, state)

    def moves(self, position: Position) -> list[packed_moves.Move]:
        """Return all moves of the active seat."""
        return packed_moves.moves(position)

    def play(self, position: Position, move: packed_moves.Move) -> Position:
        """Return the position after a move; questions that it leads to are answered."""
        return playing.play(position, move)

    def action(self, move: packed_moves.Move) -> Action:
        """Return a move as the tokens of the game."""
        return packed_moves.action(move)

    def verb(self, move: packed_moves.Move) -> str:
        """Return the verb of a move."""
        return packed_moves.VERBS[move[0]]

    def end(self, position: Position) -> Position:
        """Return the position after the turn is ended."""
        return playing.play(position, (packed_moves.END,))

    def seat(self, position: Position) -> tuple[int, int]:
        """Return the active seat and its team."""
        return position.active, position.table.teams[position.active]

    def same_turn(self, one: Position, other: Position) -> bool:
        """Return True if two positions of a match are in the same turn, and neither is over."""
        return one.turn == other.turn and one.winner is None and other.winner is None

    def due(self, position: Position) -> bool:
        """Return True while a discard is due."""
        return position.due

    def decides(self, position: Position) -> bool:
        """Return True if the last battle follows this turn."""
        return position.last == ()

    def key(self, position: Position) -> Hashable:
        """Return what makes a position in a turn differ from others: board, hit points and reserve."""
        reserve = position.reserves[position.active]
        return position.board, position.hit_points, tuple(sorted(reserve)), position.laid, position.due

    def over(self, position: Position) -> int | None:
        """Return what the end of the match is worth, `None` while it goes on."""
        return None if position.winner is None else decided(position.winner, position.hit_points)

    def now(self, position: Position) -> int:
        """Return what board and hit points are worth."""
        return worth(position.board, position.hit_points)

    def then(self, position: Position) -> int:
        """Return what they are worth after a battle that is fought next."""
        return self._fights.after(position.table, position.board, position.hit_points)

    def strength(self, position: Position) -> Strength:
        """Return what each team has."""
        return strength(position.board, position.hit_points)

    def after_battle(self, position: Position) -> Strength:
        """Return what each team has after a battle that is fought next."""
        board, points = list(position.board), list(position.hit_points)
        fight(position.table, board, points)
        return strength(board, points)

    def glances(self, position: Position, moves: Sequence[packed_moves.Move]) -> Sequence[Glance | None]:
        """Return for each of these moves what it leads to, `None` for what has to be carried out to be known."""
        return glances(self._fights, position, moves)

    def kept(self, position: Position, seat: int) -> int:
        """Return what a reserve is worth to its owner."""
        return sum([HELD[kind] for kind in position.reserves[seat]])

    def returns(self, position: Position) -> bool:
        """Return True if the active seat has another turn after this one."""
        return position.last is None or position.active in position.last

    def state(self, position: Position) -> State:
        """Return a position as a state, without discard piles."""
        return unpack(position)


class Readable:
    """The readable rules: for matches that the packed core does not know, and to compare with."""

    def start(self, state: State) -> State:
        """Return the position of a state in which somebody has a turn, or which is over."""
        return state

    def in_world(self, position: State, state: State) -> State:
        """Return the position with what is hidden in another world of the same match."""
        new = position.draft()
        new.stacks, new.reserves, new.monoliths = state.stacks, state.reserves, state.monoliths
        return new

    def moves(self, position: State) -> Sequence[Action]:
        """Return all moves of the active seat."""
        return readable.moves(position)

    def play(self, position: State, move: Action) -> State:
        """Return the position after a move; questions that it leads to are answered."""
        return readable.play(position, move)

    def action(self, move: Action) -> Action:
        """Return a move as the tokens of the game."""
        return move

    def verb(self, move: Action) -> str:
        """Return the verb of a move."""
        return move[0]

    def end(self, position: State) -> State:
        """Return the position after the turn is ended."""
        return readable.play(position, ("end",))

    def seat(self, position: State) -> tuple[int, int]:
        """Return the active seat and its team."""
        return position.active, position.teams[position.active]

    def same_turn(self, one: State, other: State) -> bool:
        """Return True if two positions of a match are in the same turn, and neither is over."""
        return one.turn == other.turn and one.result is None and other.result is None

    def due(self, position: State) -> bool:
        """Return True while a discard is due."""
        return position.discard_due

    def decides(self, position: State) -> bool:
        """Return True if the last battle follows this turn."""
        return position.last_turns == ()

    def key(self, position: State) -> Hashable:
        """Return what makes a position in a turn differ from others: board, hit points and reserve."""
        board = tuple(None if piece is None else piece[1:] for piece in position.board)
        reserve = tuple(sorted(NUMBER[tile] for tile in position.reserves[position.active]))
        return board, position.hit_points, reserve, position.monoliths, position.discard_due

    def over(self, position: State) -> int | None:
        """Return what the end of the match is worth, `None` while it goes on."""
        result = position.result
        if result is None:
            return None
        winner = position.teams[result.winners[0]] if result.winners else DRAW
        return decided(winner, position.hit_points)

    def now(self, position: State) -> int:
        """Return what board and hit points are worth."""
        return worth_of(position)

    def then(self, position: State) -> int:
        """Return what they are worth after a battle that is fought next."""
        draft = _fought(position)
        first, second = draft.hit_points
        draft.hit_points = (0, 0)
        return stands(first, second, worth_of(draft))

    def strength(self, position: State) -> Strength:
        """Return what each team has."""
        return strength_of(position)

    def after_battle(self, position: State) -> Strength:
        """Return what each team has after a battle that is fought next."""
        return strength_of(_fought(position))

    def kept(self, position: State, seat: int) -> int:
        """Return what a reserve is worth to its owner."""
        return sum(HELD[NUMBER[tile]] for tile in position.reserves[seat])

    def returns(self, position: State) -> bool:
        """Return True if the active seat has another turn after this one."""
        return position.last_turns is None or position.active in position.last_turns

    def state(self, position: State) -> State:
        """Return a position as a state."""
        return position

    def glances(self, position: State, moves: Sequence[Action]) -> Sequence[Glance | None]:
        """Return for each of these moves what it leads to: `None`, for all have to be carried out to be known."""
        return [None] * len(moves)


def _fought(position: State) -> State:
    """Return a draft of a state after a battle that is fought next."""
    draft = position.draft()
    phases.begin(draft, "order")
    draft = dealt(draft)
    while phases.next_phase(draft):
        draft = dealt(draft)
    return draft
