"""The verbs of Monolith Arena as `games.verbs.Verb`, with what only this game asks of a verb.

`games.monolith_arena.grammar.VERBS` has the record of each verb by its name. Whoever shows or reads actions asks it,
without a state, what the tokens of an action mean::

    verb = VERBS["charge"]
    verb.title                  # Message.term("order", "Charge"): how people call it
    verb.parts                  # ("source", "mover", "hex", "facing"): what the tokens after the verb mean, in order
    verb.head                   # 3: how many tokens, the verb among them, come before hex and facing
    verb.places                 # True: a hex or a facing comes last
    verb.part(action, "mover")  # "C4": the token of that meaning; None where the action has none (yet)
    verb.asks                   # Message("Which champion charges?"): what a player is asked first
    verb.is_order               # True: a tile of the reserve is played for it
    verb.final                  # True: it can never be taken back
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Final, Literal, TypeAlias

from games import verbs
from games.api import IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena import segments
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.state import State
from games.monolith_arena.tiles import Piece, TileType

Refused: TypeAlias = verbs.Refused[State]
Perform: TypeAlias = Callable[[State, int, Sequence[str], Events, Draws], None]
"""Carries complete tokens out on a draft."""
Part = Literal[
    "answer", "facing", "faction", "feature", "hex", "hexes", "inside", "mover", "pusher", "source", "target", "tile"
]
"""What a token of an action means. It is also the name of the field that it is chosen from.

``tile`` is one of the reserve (or of the faction, for a monolith), ``inside`` one in the seat's monolith. ``mover`` is
the hex of the tile that moves or turns, ``pusher`` that of the one that pushes, ``target`` that of the one that
something is done to. ``hex`` is where a tile goes and ``facing`` how it faces there. ``hexes`` are three for a fire.
``source`` is what a charge comes from: ``order`` or the hex of a rune. ``answer`` is what is asked for.
"""
PLACING: Final = ("hex", "facing")
"""The parts that say where a tile goes and how it faces; they come last, and a facing only where there is one."""
Side = Literal["friend", "enemy"]


@dataclass(frozen=True, slots=True, eq=False)
class Verb(verbs.Verb[State, Perform]):
    """One verb of Monolith Arena."""

    _: KW_ONLY
    asks: Message | None = None
    """What a player is asked who has chosen it, for verbs whose tokens name tiles on the board."""
    is_order: bool = False
    """A tile of the reserve that offers it is played for it (R3.8)."""
    while_due: bool = False
    """It may be used while a tile has to be discarded (R3.3)."""
    while_features: bool = False
    """It may be used in an extra turn with an empty stack (R12.4)."""
    side: Side | None = None
    """Whose tile its `mover` or `target` has to be; a `pusher` is always a friend."""
    wounds: bool = False
    """It deals wounds at once, which Runes of Regeneration may absorb (R11.12)."""
    reaches_netted: bool = False
    """Its target may be netted (R7.10, R11.7, R11.8)."""
    turned: Callable[[State, Sequence[str]], tuple[TileType, int] | None] | None = None
    """The tile that a facing after these tokens is for, and how it faces now, where it is no `mover` on the board."""
    last_refusal: Callable[[Refused], IllegalAction | None] | None = None
    """Return why a hex is not among the values, when no general reason is left."""

    @property
    def head(self) -> int:
        """Return the number of tokens before hex and facing, with the verb; of all tokens where there are none."""
        return 1 + next((n for n, part in enumerate(self.parts) if part in PLACING), len(self.parts))

    @property
    def places(self) -> bool:
        """Return True if its tokens end with a hex and a facing, or one of them."""
        return self.head <= len(self.parts)

    def part(self, action: Sequence[str], part: Part) -> str | None:
        """Return the first token of an action of this verb that has this meaning; `None` where it is missing."""
        if part in PLACING:  # a hex may be left out where the tile can only turn
            known = BY_NAME if part == "hex" else BY_DIRECTION
            return next((token for token in action[self.head :] if token in known), None)
        at = self.parts.index(part) + 1 if part in self.parts else len(action)
        return action[at] if at < len(action) else None


def hex_of(at: Refused) -> int:
    """Return the hex that the refused token names; it must name one."""
    return BY_NAME[at.token]


def piece_of(at: Refused) -> Piece | None:
    """Return the tile on the hex that the refused token names."""
    return at.state.board[hex_of(at)]


def title_of(at: Refused) -> Message:
    """Return the name of the tile on the hex that the refused token names; there must be one."""
    piece = piece_of(at)
    assert piece is not None
    return piece.type.title


def field_of(at: Refused) -> str:
    """Return the name of the field that the refused token should be of."""
    assert at.field is not None
    return at.field.name


def tears(at: Refused, near: Sequence[int]) -> IllegalAction | None:
    """Return the refusal to move the tile on a hex to any near one, if only its monolith keeps it there (R13.7)."""
    empty = [h for h in near if at.state.board[h] is None]
    if not empty or segments.allowed(at.state, hex_of(at), empty):
        return None
    text = Message("Moving {tile} {hex} would tear its monolith apart.", tile=title_of(at), hex=at.token)
    return at.because(text, "R13.7")


def order_tile(state: State, seat: int, verb: str) -> TileType | None:
    """Return the tile in the reserve that offers the verb, if the seat may play tiles now."""
    if state.discard_due or state.features_only or not state.may_play():
        return None
    for tile in state.reserves[seat]:
        if verb in tile.orders:
            return tile
    return None


def held(order: str) -> Callable[[State, int], bool]:
    """Return the check that a seat may play a tile now that offers this order."""
    return lambda state, seat: order_tile(state, seat, order) is not None


def played_enough(state: State) -> IllegalAction:
    """Return the refusal of one more tile in a turn that allows no more (R14.3, R14.4)."""
    if state.turn == 1:
        return IllegalAction(Message("In the first turn of the match only one tile may be played."), "R14.4")
    return IllegalAction(Message("You have played two tiles this turn already."), "R14.3")


def spend(draft: State, seat: int, verb: str, events: Events) -> None:
    """Show the order and discard it. Changes the draft."""
    tile = order_tile(draft, seat, verb)
    assert tile is not None
    draft.take(seat, tile)
    draft.discard(seat, tile)
    draft.redraw = False
    draft.played += 1
    events.append(ev.OrderPlayed(seat, tile.id, verb))


def own_free(state: State, seat: int) -> list[int]:
    """Return the hexes of friendly tiles that are not netted."""
    netted, teams = state.standing().netted, state.teams
    team = teams[seat]
    return [h for h, p in enumerate(state.board) if p is not None and teams[p.seat] == team and h not in netted]


def enemy_free(state: State, seat: int) -> list[int]:
    """Return the hexes of enemy tiles that are not netted."""
    netted, teams = state.standing().netted, state.teams
    team = teams[seat]
    return [h for h, p in enumerate(state.board) if p is not None and teams[p.seat] != team and h not in netted]
