"""Drafts of actions that end in a hex and a facing, each of which may be missing.

After the tokens that say what goes (``place pikeman``, ``feature C4 maneuver@D3``) a draft has up to two more: where
to (a hex, ``-`` for nothing yet) and the facing. Both are chosen with rows of buttons, which other pages use, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.monolith_arena.texts.names import owned
from bot.panels import drafts
from bot.panels.model import Press, Row, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import button, rows_of
from bot.texts.phrases import Phrases
from games.api import Action, Field, Ready
from games.monolith_arena import charges as charging
from games.monolith_arena import consequences
from games.monolith_arena.facings import Advice, best_facing
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, COLUMNS, DIRECTIONS
from games.monolith_arena.view import Put, TileView, View

NOWHERE: Final = "-"
"""The token for a hex or a facing that is not chosen yet."""
_COLUMN: Final = "?"
"""What followed the letter of a column (``C?``) in panels that asked for it first; now it stands for nothing yet."""
ARROWS: Final = dict(zip(DIRECTIONS, "↑↗↘↓↙↖", strict=True))
"""Where each facing points on the picture."""

Pressing = Callable[[str], Press]
"""What choosing a hex (``C3``) or a facing does."""


# the tokens before hex and facing; all follows from the records of the verbs


def only_targets(name: str) -> bool:
    """Return True if a verb is an order that needs nothing but targets."""
    verb = VERBS.get(name)
    return verb is not None and verb.is_order and bool(verb.parts) and not verb.places


def subject_at(name: str) -> int:
    """Return the number of tokens after which the tile that acts, or its feature, is asked for."""
    return VERBS[name].head - 1


def subjects(perspective: SeatPerspective[View], view: View, tokens: Action) -> tuple[str, ...]:
    """Return what may come after these tokens, but tiles with which nothing would come of it. Raises `GameError`."""
    values = drafts.values(perspective, tokens)
    return tuple(value for value in values if not consequences.pointless(view, (*tokens, value)))


def asks_for_subject(tokens: Action) -> bool:
    """Return True if it is still to be said which tile acts, or with which feature."""
    verb = VERBS.get(tokens[0])
    if verb is None or "mover" not in verb.parts:
        return False
    if len(tokens) < verb.head:
        return True
    return verb.parts[verb.head - 2] == "mover" and tokens[verb.head - 1] not in BY_NAME


def head_of(tokens: Action) -> Action:
    """Return the tokens before hex and facing. Raises `NoPage` where these have none."""
    verb = VERBS.get(tokens[0])
    if verb is None or not verb.places or len(tokens) < verb.head:
        raise NoPage(tokens)
    return tokens[: verb.head]


def mover(tokens: Action) -> str:
    """Return the token that names the hex of the tile that goes. Raises `NoPage` where there is none."""
    token = VERBS[tokens[0]].part(tokens, "mover")
    if token is None:
        raise NoPage(tokens)
    return token


# hexes and facings


def hex_label(say: Phrases, view: View, name: str, *, origin: int | None = None) -> str:
    """Return a hex to go to: its name, and what happens to whatever stands there."""
    hex_ = BY_NAME[name]
    if hex_ == origin:
        return say("{hex} (stays)", hex=name)
    standing = view.board[hex_]
    if standing is None:
        return name
    tile = owned(view, standing.seat, say.message(standing.type.title))
    return say("{hex} replaces {tile}", hex=name, tile=tile)


def hex_rows(
    say: Phrases, view: View, hexes: Sequence[str], press: Pressing, origin: int | None = None
) -> tuple[Row, ...]:
    """Return a button for each hex."""
    return rows_of([button(hex_label(say, view, name, origin=origin), press(name)) for name in hexes])


def facing_rows(facings: Sequence[str], chosen: str | None, press: Pressing, lead: str = "") -> tuple[Row, ...]:
    """Return a row with the other facings, clockwise; `lead` says which tile where there are two."""
    others = sorted((f for f in facings if f != chosen), key=lambda f: BY_DIRECTION[f])
    return rows_of([button(f"{lead} {ARROWS[f]} {f}".strip(), press(f)) for f in others])


def unchosen(where: str) -> str:
    """Return the token for nothing chosen yet, where this one stands for that. Raises `NoPage` for other tokens."""
    if where == NOWHERE or (len(where) == 2 and where[0] in COLUMNS and where[1] == _COLUMN):
        return NOWHERE
    raise NoPage(where)


@dataclass(frozen=True, slots=True)
class Spot:
    """A draft as far as it is decided."""

    head: Action
    tile: TileView
    """The tile that goes, as it faces now."""
    origin: int | None
    """Where it stands; `None` for a tile from the reserve."""
    hexes: tuple[str, ...] = ()
    """Where it may go; empty where it only turns."""
    hex: str | None = None
    facings: tuple[str, ...] = ()
    """How it may face; empty where all facings look the same."""
    facing: str | None = None
    chosen: str | None = None
    """The facing, if the player has chosen it; `facing` may be preset."""
    action: Action | None = None
    """The whole action, once nothing is missing."""
    advice: Advice | None = None
    """Why the facing is preset that way; `None` where the player has chosen it."""

    @property
    def where(self) -> str:
        """Return the token for the place as it is chosen now."""
        return NOWHERE if self.hex is None else self.hex

    @property
    def put(self) -> Put:
        """Return the tile as it will stand. Only of a draft that is whole."""
        hex_ = BY_NAME[self.hex] if self.hex is not None else self.origin
        assert hex_ is not None
        facing = BY_DIRECTION[self.facing] if self.facing else self.tile.facing
        return Put(self.tile.moved(facing), hex_, self.origin)

    def at(self, where: str) -> Action:
        """Return the tokens with another place."""
        facing = () if self.chosen is None else (self.chosen,)
        return (*self.head, where, *facing)

    def turned(self, facing: str) -> Action:
        """Return the tokens with another facing."""
        return (*self.head, self.where, facing) if self.hexes else (*self.head, facing)


def read(perspective: SeatPerspective[View], view: View, given: Action) -> Spot:
    """Return the draft that the tokens stand for; single possibilities are taken at once.

    Raises `GameError` or `NoPage`.
    """
    head = head_of(given)
    tail = list(given[len(head) :])
    field = perspective.next_field(head)
    if len(tail) > (0 if isinstance(field, Ready) else 2 if field.name == "hex" else 1):
        raise NoPage(given)
    tile, origin = _subject(view, head)
    if isinstance(field, Ready):
        return Spot(head, tile, origin, action=field.action)
    if field.name == "hex":
        return _with_hex(perspective, view, head, tail, tile, origin, field)
    wanted = tail[0] if tail else None
    assert origin is not None
    facing, advice = _facing(perspective, view, head, Put(tile, origin, origin), field.values, wanted)
    action = (*head, facing)
    return Spot(head, tile, origin, facings=field.values, facing=facing, chosen=wanted, action=action, advice=advice)


def _with_hex(
    perspective: SeatPerspective[View],
    view: View,
    head: Action,
    tail: list[str],
    tile: TileView,
    origin: int | None,
    field: Field,
) -> Spot:
    hexes = field.values
    where = tail[0] if tail else NOWHERE
    chosen = tail[1] if len(tail) > 1 else None
    if len(hexes) == 1 and where not in hexes:
        where = hexes[0]
    if where not in hexes:
        period = tile.type.period
        facings = DIRECTIONS[:period] if period > 1 else ()
        if unchosen(where) and chosen is not None and chosen not in facings:
            raise NoPage(tail)
        return Spot(head, tile, origin, hexes, chosen=chosen)
    following = perspective.next_field((*head, where))
    if isinstance(following, Ready):
        return Spot(head, tile, origin, hexes, where, action=following.action)
    # A facing that was chosen for another hex gives way here if it is not possible.
    wanted = chosen if chosen in following.values else None
    facing, advice = _facing(
        perspective, view, (*head, where), Put(tile, BY_NAME[where], origin), following.values, wanted
    )
    action = (*head, where, facing)
    return Spot(head, tile, origin, hexes, where, following.values, facing, wanted, action, advice)


def _facing(
    perspective: SeatPerspective[View], view: View, before: Action, put: Put, values: Sequence[str], wanted: str | None
) -> tuple[str, Advice | None]:
    """Return the wanted facing, else that of a hint, else the preset one, and why; `before` are the tokens so far."""
    if wanted is not None:
        if wanted not in values:
            raise NoPage(wanted)
        return wanted, None
    for action in perspective.hinted:  # nothing else is preset than the hint in the same panel says
        if action[:-1] == before and action[-1] in values:
            return action[-1], None
    return preset(perspective, view, put, values, charges=before[0] == "charge")


def preset(
    perspective: SeatPerspective[View], view: View, put: Put, values: Sequence[str], *, charges: bool = False
) -> tuple[str, Advice | None]:
    """Return the facing of these in which a tile does most, and why; of equal ones the next one, clockwise.

    Of a tile that charges it is that in which the charge does most. Where finding it is the task itself, it is the
    first one, whatever it does.
    """
    if not perspective.advised:
        return values[0], None
    kind, now = put.tile.type, put.tile.facing
    around = sorted((BY_DIRECTION[token] for token in values), key=lambda facing: (facing - now) % kind.period)
    advice = charging.best_facing(view, put, around) if charges else best_facing(view, put, around)
    return DIRECTIONS[advice.facing], advice


def _subject(view: View, head: Action) -> tuple[TileView, int | None]:
    """Return the tile that goes, and where it stands now."""
    seat = view.reader
    assert seat is not None
    if head[0] in ("place", "banner"):
        home = view.seats[seat].faction
        assert home is not None
        return TileView.printed(seat, home.by_id[head[1] if head[0] == "place" else "banner"]), None
    hex_ = BY_NAME[mover(head)]
    tile = view.board[hex_]
    assert tile is not None
    return tile.moved(tile.facing), hex_
