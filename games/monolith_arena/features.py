"""Features that a player uses on tiles: Maneuver, Rotation and Teleport (R3.5, R10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena import segments
from games.monolith_arena.battle import phases
from games.monolith_arena.flow import Events
from games.monolith_arena.hexes import ADJACENT, BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.state import State
from games.monolith_arena.tiles import TileType
from games.monolith_arena.verbs import Refused, Verb, field_of, title_of

Range = Literal["step", "anywhere", "turn"]
"""How far an effect moves a tile: one hex, to any empty hex, or not at all."""

RULES: Final[dict[Range, str]] = {"step": "R10.1", "anywhere": "R10.3", "turn": "R10.2"}


def facings(tile: TileType) -> tuple[str, ...]:
    """Return the facings of a tile that differ, as tokens; none for a tile that looks the same in all (R2.3)."""
    return DIRECTIONS[: tile.period] if tile.period > 1 else ()


def reach(state: State, hex_: int, how: Range) -> list[int]:
    """Return the empty hexes that the tile may move to, with its segment if it stands on one (R13.7)."""
    if how == "turn":
        return []
    empty = state.empty_hexes() if how == "anywhere" else [h for h in ADJACENT[hex_] if state.board[h] is None]
    return segments.allowed(state, hex_, empty)


def movable(state: State, hex_: int, how: Range) -> bool:
    """Return True if the effect can do anything with the tile: move it or turn it (R10.6)."""
    return state.piece_at(hex_).type.period > 1 or bool(reach(state, hex_, how))


def field(state: State, hex_: int, how: Range, tokens: Sequence[str]) -> Field | None:
    """Return the next token of a movement: the hex (its own: it stays there and turns), then the facing."""
    tile = state.piece_at(hex_).type
    if how != "turn":
        if not tokens:
            hexes = reach(state, hex_, how)
            if tile.period > 1:
                hexes = sorted([*hexes, hex_])
            return Field("hex", tuple(NAMES[h] for h in hexes), RULES[how])
        hex_to, *tokens = tokens
        stays = BY_NAME[hex_to] == hex_
    else:
        stays = True
    if tokens or tile.period == 1:
        return None
    return Field("facing", _new_facings(state, hex_) if stays else facings(tile), "R10.6")


def _new_facings(state: State, hex_: int) -> tuple[str, ...]:
    piece = state.piece_at(hex_)
    now = piece.facing % piece.type.period
    return tuple(name for f, name in enumerate(facings(piece.type)) if f != now)


def move(
    draft: State,
    seat: int,
    hex_: int,
    tokens: Sequence[str],
    events: Events,
    by: str,
    source: int | None = None,
) -> int:
    """Carry out a movement given by its tokens ([hex] [facing]); returns the hex it ends on. Changes the draft."""
    piece = draft.piece_at(hex_)
    to, facing = hex_, piece.facing
    for token in tokens:
        if token in BY_NAME:
            to = BY_NAME[token]
        else:
            facing = BY_DIRECTION[token]
    turned = (facing - piece.facing) % piece.type.period != 0
    if not turned:
        facing = piece.facing
    left = draft.tile_at(hex_)
    draft.put(hex_, None)
    draft.put(to, piece._replace(facing=facing))
    segments.carry(draft, hex_, to)
    events.append(ev.Moved(seat, left, to, facing, turned, by, source))
    events += phases.settle(draft)
    return to


RANGES: Final[dict[str, Range]] = {"maneuver": "step", "rotation": "turn", "teleport": "anywhere"}


class Use(NamedTuple):
    """A feature that a tile may use now."""

    feature: str
    source: int
    """The hex of the tile itself, or of the rune or banner that grants it."""


def uses(state: State, hex_: int) -> list[Use]:
    """Return the features that the tile on a hex has left this turn, its own one first (R10.3, R10.5)."""
    piece = state.piece_at(hex_)
    own = [Use(f, hex_) for f in piece.type.moves]
    granted = [Use(f, source) for f, source in state.standing().of(hex_).features]
    return [
        use
        for use in own + granted
        if (piece.serial, use.feature, state.piece_at(use.source).serial) not in state.used
        and movable(state, hex_, RANGES[use.feature])
    ]


def token(hex_: int, use: Use) -> str:
    """Return a use as a token: ``maneuver``, or ``maneuver@D3`` where D3 grants it."""
    return use.feature if use.source == hex_ else f"{use.feature}@{NAMES[use.source]}"


def _users(state: State, seat: int) -> list[int]:
    """Return the hexes of friendly tiles, not netted, that have a feature left. Called at every turn."""
    board = state.board
    for piece in board:
        if piece is not None and piece.type.mobile:
            break
    else:
        return []  # without a look at nets and runes
    standing, teams = state.standing(), state.teams
    served, netted, fresh = standing.served, standing.netted, not state.used
    users = []
    for h, piece in enumerate(board):
        if piece is None or not (piece.type.moves or (h in served and served[h].features)):
            continue
        if teams[piece.seat] != teams[seat] or h in netted:
            continue
        # As long as nothing was used this turn, a tile that can turn has a use of whatever it has.
        if (fresh and piece.type.period > 1) or uses(state, h):
            users.append(h)
    return users


def _read(hex_: int, text: str) -> Use:
    feature, _, source = text.partition("@")
    return Use(feature, BY_NAME[source] if source else hex_)


def _field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    if not tokens:
        return Field("mover", tuple(NAMES[h] for h in _users(state, seat)), "R10.7")
    hex_ = BY_NAME[tokens[0]]
    if len(tokens) == 1:
        return Field("feature", tuple(token(hex_, use) for use in uses(state, hex_)), "R10.3")
    return field(state, hex_, RANGES[_read(hex_, tokens[1]).feature], tokens[2:])


def _perform(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    hex_ = BY_NAME[tokens[0]]
    use = _read(hex_, tokens[1])
    entry = (draft.piece_at(hex_).serial, use.feature, draft.piece_at(use.source).serial)
    draft.used |= {entry}
    draft.redraw = False
    source = None if use.source == hex_ else use.source
    move(draft, seat, hex_, tokens[2:], events, use.feature, source)


def _refuse(at: Refused) -> IllegalAction | None:
    if field_of(at) == "feature":
        text = Message("The tile on {hex} cannot use “{word}” now.", hex=at.said[1], word=at.shown)
        return at.because(text, "R10.3")
    return None


def _nothing_left(at: Refused) -> IllegalAction | None:
    if field_of(at) == "hex":
        return None
    text = Message("{tile} {hex} has no ability left that it could use.", tile=title_of(at), hex=at.token)
    return at.because(text, "R10.3")


FEATURE = Verb(
    "feature",
    "R10",
    Message.term("order", "Ability"),
    Message("Use a tile on the board: Maneuver, Rotation or Teleport"),
    _perform,
    ("mover", "feature", "hex", "facing"),
    _field,
    asks=Message("Which ability does it use?"),
    while_due=True,
    while_features=True,
    side="friend",
    closed=lambda state, seat: IllegalAction(
        Message("None of your tiles has an ability that it could use now."), "R10.3"
    ),
    refuse=_refuse,
    last_refusal=_nothing_left,
)
