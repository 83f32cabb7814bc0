"""The pages of unfolding: where the two lower segments go, how their tiles face, and facings that others choose.

A draft is ``unfold`` and up to four words: the hex of each of the two tiles, in the order in which they lie inside,
and the facing of each. Whoever unfolds never says which tile comes first: the two can change places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.limits import cut
from bot.monolith_arena import consequences
from bot.monolith_arena.hex_buttons import NOWHERE, Pressing, column_of, facing_rows, hex_rows
from bot.monolith_arena.monolith_words import laid, named
from bot.monolith_arena.scene import Scene, moved
from bot.monolith_arena.texts.words import listed, place_word
from bot.monolith_arena.widgets import BACK, CARDS, button, show
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective
from games.api import Action, Field, IllegalAction
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.view import TileView, View
from render.monolith_arena import Ghost

LOWER: Final = 2


@dataclass(frozen=True, slots=True)
class Draft:
    """An unfolding as far as it is decided."""

    tiles: tuple[TileView | None, ...]
    """What lies inside, which is also the order of everything else here."""
    possible: tuple[tuple[str, ...], ...]
    """Where each of the two may go, as far as that can be told."""
    hexes: tuple[str, ...]
    """Where they go, as far as that is decided."""
    column: str | None
    """The column that is open for the next hex."""
    facings: tuple[str | None, ...]
    """How they face, `None` where nobody chooses or somebody will be asked."""
    turns: tuple[tuple[str, ...], ...]
    """How they may face, empty where there is nothing to choose now."""
    said: tuple[str, ...]
    """The facings as the words have them, chosen or not."""
    action: Action | None = None

    def at(self, *hexes: str, facings: Sequence[str] | None = None) -> Press:
        """Shows the draft with these hexes, and the facings as they are or as given."""
        words = [*hexes, *[NOWHERE] * (LOWER - len(hexes)), *(self.said if facings is None else facings)]
        while words and words[-1] == NOWHERE:
            words.pop()
        return show("unfold", *words)

    def puts(self) -> list[tuple[TileView, int]]:
        """The tiles as they will stand, with their hexes; without those whose facing nobody knows yet."""
        found = []
        for tile, name, facing in zip(self.tiles, self.hexes, self.facings, strict=False):
            if tile is not None and (facing is not None or tile.type.period == 1):
                found.append((moved(tile, BY_DIRECTION[facing] if facing else 0), BY_NAME[name]))
        return found


def read(chair: SeatPerspective, view: View, words: Action) -> Draft:
    """The draft that the words stand for; single possibilities are taken at once. Raises `GameError`."""
    said = [*words[1:], *[NOWHERE] * (2 * LOWER)][: 2 * LOWER]
    if len(words) > 1 + 2 * LOWER:
        raise IllegalAction("These are words too many.")
    tile = chair.options(("unfold",))
    assert isinstance(tile, Field)
    path: Action = ("unfold", tile.values[0])
    possible: list[tuple[str, ...]] = []
    hexes: list[str] = []
    facings: list[str | None] = []
    turns: list[tuple[str, ...]] = []

    def draft(column: str | None, action: Action | None = None) -> Draft:
        inside, spoken = laid(view), tuple(said[LOWER:])
        return Draft(inside, tuple(possible), tuple(hexes), column, tuple(facings), tuple(turns), spoken, action)

    for where, wanted in zip(said[:LOWER], said[LOWER:], strict=True):
        field = chair.options(path)
        assert isinstance(field, Field)
        possible.append(field.values)
        if len(field.values) == 1:
            where = field.values[0]
        if where not in field.values:
            return draft(column_of(where, field.values))
        hexes.append(where)
        path = (*path, where)
        following = chair.options(path)
        asks = isinstance(following, Field) and following.name == "facing"
        turns.append(following.values if isinstance(following, Field) and asks else ())
        facings.append(_facing(turns[-1], wanted))
        if facings[-1] is not None:
            path = (*path, facings[-1])
    return draft(None, path)


def _facing(possible: tuple[str, ...], wanted: str) -> str | None:
    """The facing that is wanted, else the first one; `None` where there is none to choose."""
    if wanted == NOWHERE or wanted in possible:
        return wanted if wanted in possible else next(iter(possible), None)
    raise IllegalAction("That facing is not possible.")


def page(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The hexes one after the other, then both facings. Raises `GameError` when the words are no longer possible."""
    draft = read(chair, view, words)
    if draft.action is None:
        return _where(view, draft)
    rows: list[Row] = []
    for place, (name, turns) in enumerate(zip(draft.hexes, draft.turns, strict=True)):
        rows += facing_rows(turns, draft.facings[place], _turning(draft, place), lead=name)
    text = f"**Unfold your monolith**\nPreview: {_preview(view, draft)}."
    if who := _deciders(view, draft):
        text += f"\nThen {listed([_player(chair, view, seat) for seat in who])} choose{'s' * (len(who) == 1)} how "
        text += "the tiles face." if len(who) > 1 else "the tile faces."
    return Panel(text, (*rows, _bottom(chair, view, draft)), _scene(view, draft))


def _where(view: View, draft: Draft) -> Panel:
    """The page that asks for one of the two hexes."""
    place = len(draft.hexes)
    tile = draft.tiles[place]
    rows = hex_rows(view, draft.possible[place], None, draft.column, lambda where: draft.at(*draft.hexes, where))
    what = "the empty segment" if tile is None else f"the {named(view, tile)}"
    title = f"**Unfold: where does {what} go?**"
    if place == 0:
        other = draft.tiles[1]
        more = "the other segment" if other is None else f"the {named(view, other)}"
        text = f"Each segment has to touch your banner or the other one. You are asked for {more} next."
    else:
        text = f"{_segment(view, draft, 0)}."
    back = button(BACK, draft.at() if place and len(draft.possible[0]) > 1 else show())
    return Panel(f"{title}\n{text}", (*rows, (back, CARDS)), _scene(view, draft))


def _turning(draft: Draft, place: int) -> Pressing:
    def press(facing: str) -> Press:
        return draft.at(*draft.hexes, facings=[facing if n == place else word for n, word in enumerate(draft.said)])

    return press


def _segment(view: View, draft: Draft, place: int) -> str:
    """One of the two segments where it goes."""
    tile, name = draft.tiles[place], draft.hexes[place]
    if tile is None:
        return f"an empty segment on {name}"
    facing = draft.facings[place]
    if facing is None and tile.type.period > 1:
        return f"{named(view, tile)} {name}"
    return place_word(moved(tile, BY_DIRECTION[facing] if facing else 0), BY_NAME[name])


def _preview(view: View, draft: Draft) -> str:
    return listed([_segment(view, draft, place) for place in range(len(draft.hexes))])


def _deciders(view: View, draft: Draft) -> list[int]:
    """The seats that are asked for facings afterwards, others before the reader (R13.5)."""
    asked = [
        tile.seat
        for tile, turns in zip(draft.tiles, draft.turns, strict=True)
        if tile is not None and not turns and tile.type.period > 1
    ]
    return sorted(dict.fromkeys(asked), key=lambda seat: seat == view.reader)


def _player(chair: SeatPerspective, view: View, seat: int) -> str:
    return "you" if seat == view.reader else cut(chair.names.get(seat, "its owner"), consequences.NAME_LENGTH)


def _bottom(chair: SeatPerspective, view: View, draft: Draft) -> tuple[Button, ...]:
    choosable = [n for n, found in enumerate(draft.possible) if len(found) > 1]
    row = [button(BACK, draft.at(*draft.hexes[: choosable[-1]]) if choosable else show())]
    if _differ(draft):
        row.append(button("Change places", draft.at(*reversed(draft.hexes))))
    row.append(CARDS)
    do = Press("do", draft.action or ())
    others = [seat for seat in _deciders(view, draft) if seat != view.reader]
    if others:
        who = " and ".join(_player(chair, view, seat) for seat in others)
        row.append(button(f"Unfold: {who} turn{'s' * (len(others) == 1)} first", do, style="success"))
    elif fills := consequences.fills(view, draft.puts()):
        row.append(button(f"Unfold: {fills}", do, style="success"))
    else:
        row.append(button("Unfold", do, style="success"))
        seat = view.reader
        assert seat is not None
        label = consequences.end_label("Unfold, end turn", view, seat, chair.names)
        row.append(button(label, Press("end", draft.action or ()), style="primary"))
    return tuple(row)


def _differ(draft: Draft) -> bool:
    return draft.tiles[0] != draft.tiles[1]


def _scene(view: View, draft: Draft) -> Scene:
    """Ghosts of what is decided; outlines of what goes to a hex without a tile or without a facing."""
    ghost: Ghost | None = None
    puts = draft.puts()
    for tile, hex_ in reversed(puts):
        ghost = Ghost(tile, hex_, beside=ghost)
    drawn = {hex_ for _, hex_ in puts}
    hexes = tuple(BY_NAME[name] for name in draft.hexes)
    return Scene(ghost, tuple(h for h in hexes if h not in drawn), hexes if len(hexes) == LOWER else ())
