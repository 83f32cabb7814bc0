"""The page on which a tile gets its hex and its facing, with a preview of how it would stand there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.monolith import labels
from bot.monolith.scene import Draft, Scene, fresh, moved
from bot.panel import Button, Chair, Panel, Press, Row
from bot.texts.monolith import FEATURE_WORDS, ORDER_WORDS, place_word
from games.api import Action, Field
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, COLUMNS, NAMES
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import TileView, View

HEAD: Final = {"banner": 1, "place": 2, "move": 2, "falseorder": 2, "rotate": 2, "feature": 3, "charge": 3}
"""The verbs that end with a hex, a facing or both, and how many words come before those."""
COLUMN: Final = "?"
"""What a word ends with that is only a column of the arena."""
FACING_ROWS: Final = (("NW", "N", "NE"), ("SW", "S", "SE"))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A movement as far as it is chosen."""

    head: Action
    hexes: tuple[str, ...]
    """Where the tile may go; empty where it stays for certain."""
    hex: str | None
    facings: tuple[str, ...]
    facing: str | None
    column: str | None

    @property
    def action(self) -> Action | None:
        """The whole action, if nothing is missing."""
        if (self.hexes and self.hex is None) or (self.facings and self.facing is None):
            return None
        return self.head + tuple(w for w in (self.hex, self.facing) if w is not None)


def page(chair: Chair, words: Action) -> Panel:
    """The page for these words, of which the head is complete. Raises `GameError` for impossible ones."""
    view: View = chair.view
    draft = _read(chair, words)
    tile, origin = _subject(chair, draft.head)
    rows = [*_hex_rows(draft), *_facing_rows(draft), _bottom(view, draft, tile.type)]
    scene = Scene()
    if draft.action is not None:
        hex_ = BY_NAME[draft.hex] if draft.hex is not None else origin
        assert hex_ is not None
        facing = BY_DIRECTION[draft.facing] if draft.facing is not None else tile.facing
        shown = fresh(tile.seat, tile.type, facing) if origin is None else moved(tile, facing)
        scene = Scene(Draft(shown, hex_, origin), (hex_,))
    return Panel(_text(draft, tile.type, origin), tuple(row for row in rows if row), scene)


def _read(chair: Chair, words: Action) -> _Draft:
    head, rest = words[: HEAD[words[0]]], list(words[HEAD[words[0]] :])
    column = rest.pop().removesuffix(COLUMN) if rest and rest[-1].endswith(COLUMN) else None
    first = chair.options(head)
    hexes: tuple[str, ...] = ()
    hex_ = None
    if isinstance(first, Field) and first.name == "hex":
        hexes = first.values
        hex_ = rest.pop(0) if rest else None
        if hex_ is None:
            return _Draft(head, hexes, None, (), None, column)
        first = chair.options((*head, hex_))
        column = hex_[0]
    facings = first.values if isinstance(first, Field) else ()
    facing = rest[0] if rest and rest[0] in facings else next(iter(facings), None)
    return _Draft(head, hexes, hex_, facings, facing, column)


def _subject(chair: Chair, head: Action) -> tuple[TileView, int | None]:
    """The tile that is placed or moved, and where it stands now."""
    view: View = chair.view
    assert chair.seat is not None
    home = view.seats[chair.seat].faction
    assert home is not None
    if head[0] == "banner":
        return fresh(chair.seat, home.banner), None
    if head[0] == "place":
        return fresh(chair.seat, home.by_id[head[1]]), None
    origin = BY_NAME[head[2] if head[0] == "charge" else head[1]]
    tile = view.board[origin]
    assert tile is not None
    return tile, origin


def _hex_rows(draft: _Draft) -> list[Row]:
    if not draft.hexes:
        return []
    keep = (draft.facing,) if draft.facing is not None else ()
    if len(draft.hexes) <= labels.PIECES:
        return list(labels.chunks([_hex_button(draft, name, name, keep) for name in draft.hexes]))
    columns = tuple(
        labels.button(
            column,
            labels.show(*draft.head, column + COLUMN),
            "primary" if column == draft.column else "secondary",
            disabled=column == draft.column or not any(h[0] == column for h in draft.hexes),
        )
        for column in COLUMNS
    )
    rows = tuple(_hex_button(draft, name, name, keep) for name in draft.hexes if name[0] == draft.column)
    return [columns, *([rows] if rows else [])]


def _hex_button(draft: _Draft, name: str, label: str, keep: Action) -> Button:
    chosen = name == draft.hex
    press = labels.show(*draft.head, name, *keep)
    return labels.button(label, press, "primary" if chosen else "secondary", disabled=chosen)


def _facing_rows(draft: _Draft) -> list[Row]:
    if len(draft.facings) < 2:
        return []
    hex_ = (draft.hex,) if draft.hex is not None else ()
    rows: list[Row] = []
    for names in FACING_ROWS:
        row = tuple(
            labels.button(
                name,
                labels.show(*draft.head, *hex_, name),
                "primary" if name == draft.facing else "secondary",
                disabled=name == draft.facing,
            )
            for name in names
            if name in draft.facings
        )
        if row:
            rows.append(row)
    return rows


def _bottom(view: View, draft: _Draft, kind: TileType) -> Row:
    verb = draft.head[0]
    step_back = labels.back(*draft.head[:-1]) if verb in ("move", "falseorder", "rotate", "charge") else labels.back()
    row = [labels.card(kind)] if verb == "banner" else [step_back, labels.card(kind)]
    action = draft.action
    if action is None:
        return (*row, Button(_verb_word(draft), Press("do", draft.head), "success", disabled=True))
    fills = verb == "place" and draft.hex is not None and _fills(view, draft.hex)
    consequence = ": fills the arena, a battle starts" if fills else ": the turn ends" if verb == "charge" else ""
    row.append(Button(_verb_word(draft) + consequence, Press("do", action), "success"))
    if verb not in ("banner", "charge") and not fills and not view.discard_due:
        row.append(Button(f"{_verb_word(draft)}, end turn", Press("end", action), "success"))
    return tuple(row)


def _fills(view: View, hex_: str) -> bool:
    return view.board[BY_NAME[hex_]] is None and sum(tile is None for tile in view.board) == 1


def _verb_word(draft: _Draft) -> str:
    verb = draft.head[0]
    if verb in ("place", "banner"):
        return "Place"
    if verb == "feature":
        return FEATURE_WORDS[draft.head[2].partition("@")[0]]
    return ORDER_WORDS[verb]


def _text(draft: _Draft, kind: TileType, origin: int | None) -> str:
    if draft.head[0] in ("banner", "place"):
        what = f"Where does the {kind.name} go?"
    else:
        assert origin is not None
        what = f"{_verb_word(draft)}: {kind.name} {NAMES[origin]}."
    if draft.action is None:
        return what
    hex_ = BY_NAME[draft.hex] if draft.hex is not None else origin
    assert hex_ is not None
    facing = BY_DIRECTION[draft.facing] if draft.facing is not None else 0
    return f"{what} The picture shows it on {place_word(hex_, kind, facing)}; nobody else sees it yet."
