"""What a verb of the action language is: one record with everything that is known of it.

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
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from games.api import Field, GameError, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.monoliths import segments

if TYPE_CHECKING:
    from games.monolith_arena.flow import Events
    from games.monolith_arena.pieces import Piece
    from games.monolith_arena.state import State
    from games.monolith_arena.tiles import TileType

Part = Literal[
    "answer", "facing", "faction", "feature", "hex", "hexes", "inside", "mover", "pusher", "source", "target", "tile"
]
"""What a token of an action means. It is also the name of the field that it is chosen from.

``tile`` is one of the reserve (or of the faction, for a monolith), ``inside`` one in the own monolith. ``mover`` is the
hex of the tile that moves or turns, ``pusher`` that of the one that pushes, ``target`` that of the one that something
is done to. ``hex`` is where a tile goes and ``facing`` how it faces there. ``hexes`` are three for a fire. ``source``
is what a charge comes from: ``order`` or the hex of a rune. ``answer`` is what is asked for.
"""
PLACING: Final = ("hex", "facing")
"""The parts that say where a tile goes and how it faces; they come last, and a facing only where there is one."""
Side = Literal["friend", "enemy"]


class Refused(NamedTuple):
    """A token that is not among the values of its field."""

    state: State
    seat: int
    verb: Verb
    said: Sequence[str]
    """The tokens before it, the verb first."""
    field: Field
    token: str

    @property
    def shown(self) -> str:
        """The token as far as a sentence has room for it."""
        return self.token[:40]

    @property
    def hex(self) -> int:
        """The hex that the token names; it must name one."""
        return BY_NAME[self.token]

    @property
    def piece(self) -> Piece | None:
        """The tile on that hex."""
        return self.state.board[self.hex]

    @property
    def tile(self) -> Message:
        """The name of the tile on that hex, which must have one."""
        assert self.piece is not None
        return self.piece.type.title

    def because(self, message: Message, rule: str = "") -> IllegalAction:
        """The refusal, by the rule of the field or the verb where it is not given."""
        return IllegalAction(message, rule or self.field.rule or self.verb.rule)


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """One verb: its grammar, which is its legality, its effect, and how it is spoken of.

    `field` gives the next token after the tokens so far (the verb itself left out), or `None` when they are complete;
    a first field without values means that the verb cannot be used now. `perform` carries complete tokens out on a
    draft. `rule` is the rule that describes it.
    """

    name: str
    rule: str
    title: Message
    """What people call it."""
    parts: tuple[Part, ...]
    """What the tokens after the verb mean; the last ones may be missing."""
    field: Callable[[State, int, Sequence[str]], Field | None]
    perform: Callable[[State, int, Sequence[str], Events, Draws], None]
    asks: Message | None = None
    """What a player is asked who has chosen it, for verbs whose tokens name tiles on the board."""
    is_order: bool = False
    """A tile of the reserve that offers it is played for it (R3.8)."""
    final: bool = False
    """It can never be taken back: it draws, fights, ends the turn or is asked of all."""
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
    closed: Callable[[State, int], GameError | None] | None = None
    """Why it cannot be used now, where more can be said than for every verb."""
    turned: Callable[[State, Sequence[str]], tuple[TileType, int] | None] | None = None
    """The tile that a facing after these tokens is for, and how it faces now, where it is no `mover` on the board."""
    refuse: Callable[[Refused], IllegalAction | None] | None = None
    """Why a token is not among the values, where that is a matter of this verb; `None`: look at the general reasons."""
    last_refusal: Callable[[Refused], IllegalAction | None] | None = None
    """Why a hex is not among the values, when no general reason is left."""

    @property
    def head(self) -> int:
        """How many tokens come before hex and facing, the verb among them; all of them where there are none."""
        return 1 + next((n for n, part in enumerate(self.parts) if part in PLACING), len(self.parts))

    @property
    def places(self) -> bool:
        """Whether its tokens end with a hex and a facing, or one of them."""
        return self.head <= len(self.parts)

    def part(self, action: Sequence[str], part: Part) -> str | None:
        """The token of an action of this verb that has this meaning, the first one; `None` where it is missing."""
        if part in PLACING:  # a hex may be left out where the tile can only turn
            known = BY_NAME if part == "hex" else BY_DIRECTION
            return next((token for token in action[self.head :] if token in known), None)
        at = self.parts.index(part) + 1 if part in self.parts else len(action)
        return action[at] if at < len(action) else None


NEVER = Field("nothing", ())
"""The field of a verb that cannot be used now."""


def usable(verb: Verb, state: State, seat: int) -> bool:
    """Whether the seat can use the verb now, at least in one way."""
    first = verb.field(state, seat, ())
    return first is None or bool(first.values)


def tears(at: Refused, near: Sequence[int]) -> IllegalAction | None:
    """The refusal to move the tile on a hex to any near one, if nothing but its monolith keeps it there (R13.7)."""
    empty = [h for h in near if at.state.board[h] is None]
    if not empty or segments.allowed(at.state, at.hex, empty):
        return None
    text = Message("Moving {tile} {hex} would tear its monolith apart.", tile=at.tile, hex=at.token)
    return at.because(text, "R13.7")
