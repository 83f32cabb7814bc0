"""The pages for unfolding a monolith, and for the facing of a tile that comes out of it (R13.3, R13.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.limits import cut
from bot.monolith_arena.pages.placing_draft import NOWHERE, Pressing, facing_rows, hex_rows, preset, unchosen
from bot.monolith_arena.pages.shared import BoardDraft, card, card_list, close, lookups
from bot.monolith_arena.texts import foresight
from bot.monolith_arena.texts.monoliths import laid, named
from bot.monolith_arena.texts.names import standing_so
from bot.monolith_arena.texts.standing import NAME_LENGTH
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, show
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.api import Action, Field
from games.monolith_arena import consequences
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, NAMES
from games.monolith_arena.view import MonolithView, Put, Question, TileView, View

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
    facings: tuple[str | None, ...]
    """How they face, `None` where nobody chooses or somebody will be asked."""
    turns: tuple[tuple[str, ...], ...]
    """How they may face, empty where there is nothing to choose now."""
    said: tuple[str, ...]
    """The facings as the tokens have them, chosen or not."""
    action: Action | None = None

    def at(self, *hexes: str, facings: Sequence[str] | None = None) -> Press:
        """Return the press that shows the draft with these hexes, and the facings as they are or as given."""
        tokens = [*hexes, *[NOWHERE] * (LOWER - len(hexes)), *(self.said if facings is None else facings)]
        while tokens and tokens[-1] == NOWHERE:
            tokens.pop()
        return show("unfold", *tokens)

    def puts(self) -> list[Put]:
        """Return the tiles as they will stand, with their hexes; without those whose facing nobody knows yet."""
        puts = []
        for tile, name, facing in zip(self.tiles, self.hexes, self.facings, strict=False):
            if tile is not None and (facing is not None or tile.type.period == 1):
                puts.append(Put(tile.moved(BY_DIRECTION[facing] if facing else 0), BY_NAME[name]))
        return puts


def read(perspective: SeatPerspective[View], view: View, given: Action) -> Draft:
    """Return the draft of these tokens; single possibilities are taken at once. Raises `GameError` or `NoPage`."""
    said = [*given[1:], *[NOWHERE] * (2 * LOWER)][: 2 * LOWER]
    if len(given) > 1 + 2 * LOWER:
        raise NoPage(given)
    tile = perspective.next_field(("unfold",))
    assert isinstance(tile, Field)
    path: Action = ("unfold", tile.values[0])
    possible: list[tuple[str, ...]] = []
    hexes: list[str] = []
    facings: list[str | None] = []
    turns: list[tuple[str, ...]] = []

    def draft(action: Action | None = None) -> Draft:
        inside, spoken = laid(view), tuple(said[LOWER:])
        return Draft(inside, tuple(possible), tuple(hexes), tuple(facings), tuple(turns), spoken, action)

    for where, wanted in zip(said[:LOWER], said[LOWER:], strict=True):
        field = perspective.next_field(path)
        assert isinstance(field, Field)
        possible.append(field.values)
        if len(field.values) == 1:
            where = field.values[0]
        if where not in field.values:
            unchosen(where)
            return draft()
        hexes.append(where)
        path = (*path, where)
        following = perspective.next_field(path)
        asks = isinstance(following, Field) and following.name == "facing"
        turns.append(following.values if isinstance(following, Field) and asks else ())
        facings.append(_facing(perspective, view, len(hexes) - 1, where, turns[-1], wanted))
        if facings[-1] is not None:
            path = (*path, facings[-1])
    return draft(path)


def _facing(
    perspective: SeatPerspective[View], view: View, place: int, where: str, possible: tuple[str, ...], wanted: str
) -> str | None:
    """Return the facing that is wanted, else that in which the tile does most; `None` where there is none to choose."""
    if wanted != NOWHERE and wanted not in possible:
        raise NoPage(wanted)
    tile = laid(view)[place]
    if wanted in possible or not possible or tile is None:
        return wanted if wanted in possible else None
    return preset(perspective, view, Put(tile.moved(tile.facing), BY_NAME[where]), possible)[0]


def page(perspective: SeatPerspective[View], view: View, given: Action) -> Panel:
    """Return the hexes one after the other, then both facings. Raises `GameError` or `NoPage`."""
    draft = read(perspective, view, given)
    if draft.action is None:
        return _where(perspective.say, view, draft)
    rows: list[Row] = []
    for place, (name, turns) in enumerate(zip(draft.hexes, draft.turns, strict=True)):
        rows += facing_rows(turns, draft.facings[place], _turning(draft, place), lead=name)
    return Panel(_text(perspective, view, draft), (_top(perspective, view, draft), *rows), _drawn(draft))


# Where the segments go


def _where(say: Phrases, view: View, draft: Draft) -> Panel:
    """Return the page that asks for one of the two hexes."""
    place = len(draft.hexes)
    rows = hex_rows(say, view, draft.possible[place], lambda where: draft.at(*draft.hexes, where))
    what = named(say, view, draft.tiles[place])
    title = f"**{say('Unfold: where does {tile} go?', tile=what)}**"
    if place == 0:
        touch = say("Each segment must touch your banner or the other segment.")
        text = f"{touch} {say('Next: {tile}.', tile=named(say, view, draft.tiles[1]))}"
    else:
        text = f"{_segment(say, view, draft, 0)}."
    first = draft.at() if place and len(draft.possible[0]) > 1 else show()
    return Panel(f"{title}\n{text}", ((back(say, *first.tokens), card_list(say)), *rows), _drawn(draft))


def _turning(draft: Draft, place: int) -> Pressing:
    def press(facing: str) -> Press:
        return draft.at(*draft.hexes, facings=[facing if n == place else said for n, said in enumerate(draft.said)])

    return press


def _segment(say: Phrases, view: View, draft: Draft, place: int) -> str:
    """Return one of the two segments where it goes."""
    tile, name = draft.tiles[place], draft.hexes[place]
    facing = draft.facings[place]
    if tile is None or (facing is None and tile.type.period > 1):
        return f"{named(say, view, tile)} {name}"
    return standing_so(say, tile.moved(BY_DIRECTION[facing] if facing else 0), BY_NAME[name])


# How the tiles face


def _text(perspective: SeatPerspective[View], view: View, draft: Draft) -> str:
    say = perspective.say
    tiles = say.every(_segment(say, view, draft, place) for place in range(len(draft.hexes)))
    lines = [f"**{say('Unfold your monolith.')}**", say("Preview: {tile}.", tile=tiles)]
    if tiles_asked := _asked_for(view, draft):
        lines += [_asked(perspective, view, tile) for tile in tiles_asked]
    elif fills := consequences.fills(view, draft.puts()):
        lines.append(foresight.filled(say, surely=fills == "battle"))
    else:
        lines.append(foresight.turn_end(say, view, perspective.names))
    return "\n".join(lines)


def _asked(perspective: SeatPerspective[View], view: View, tile: TileView) -> str:
    say, name = perspective.say, perspective.say.message(tile.type.title)
    if tile.seat == view.reader:
        return say("Then you choose which way {tile} faces.", tile=name)
    who = cut(player(perspective.names, tile.seat), NAME_LENGTH)
    return say("{player} chooses which way {tile} faces.", player=who, tile=name)


def _asked_for(view: View, draft: Draft) -> list[TileView]:
    """Return the tiles whose owners are asked for facings afterwards, those of others before the reader's (R13.5)."""
    asked = [
        tile
        for tile, turns in zip(draft.tiles, draft.turns, strict=True)
        if tile is not None and not turns and tile.type.period > 1
    ]
    return sorted(asked, key=lambda tile: tile.seat == view.reader)


def _top(perspective: SeatPerspective[View], view: View, draft: Draft) -> tuple[Button, ...]:
    """Return what stands above the facings, so that nothing chosen brings it under the pointer."""
    say = perspective.say
    choosable = [n for n, found in enumerate(draft.possible) if len(found) > 1]
    row = [back(say, *(draft.at(*draft.hexes[: choosable[-1]]).tokens if choosable else ()))]
    if draft.tiles[0] != draft.tiles[1]:
        row.append(button(say("Swap places"), draft.at(*reversed(draft.hexes))))
    row.append(card_list(say))
    action = draft.action or ()
    verb = say("Unfold")
    asked = _asked_for(view, draft)
    if consequences.fills(view, draft.puts()) and not asked:
        return (*row, do(say("{action}, fill the arena", action=verb), action))
    row.append(do(verb, action))
    if not asked:
        row.append(do(say("{action}, end turn", action=verb), action, then=("end",), style="primary"))
    return tuple(row)


def _drawn(draft: Draft) -> BoardDraft:
    """Return ghosts of what is decided; outlines of what goes to a hex without a tile or without a facing."""
    puts = tuple(draft.puts())
    drawn = {put.hex for put in puts}
    hexes = tuple(BY_NAME[name] for name in draft.hexes)
    marks = tuple(h for h in hexes if h not in drawn)
    if len(hexes) == LOWER:
        return BoardDraft(puts, marks, hexes, focus=close(hexes))
    possible = (BY_NAME[name] for name in draft.possible[len(hexes)])
    return BoardDraft(puts, marks, focus=close((*hexes, *possible)))


def facing(perspective: SeatPerspective[View], view: View, question: Question, given: Action) -> Panel:
    """Return the facings, the one preset in which the tile does most, with a preview. Raises `GameError`."""
    say = perspective.say
    monolith, tile = _unfolding(view, question.subject)
    put = Put(tile.moved(tile.facing), question.subject)
    chosen = given[1] if len(given) > 1 else preset(perspective, view, put, question.values)[0]
    action = ("choose", chosen, *given[2:])
    perspective.next_field(action)
    rows = facing_rows(question.values, chosen, lambda facing: show("choose", facing))
    name, spot = say.message(tile.type.title), NAMES[question.subject]
    sure = do(say("Confirm: {tile} faces {facing}", tile=f"{name} {spot}", facing=chosen), action)
    text = (
        f"**{_opened(perspective, view, monolith, name, spot)}**\n"
        f"{say('Which way does it face?')} {_beside(say, view, monolith, question)}"
    )
    other = _decided(monolith, question.subject)
    put = Put(tile.moved(BY_DIRECTION[chosen]), question.subject)
    marks = tuple(h for h in monolith.segments if h != question.subject and (other is None or h != other.hex))
    return Panel(
        text,
        (*rows, (sure, card(say, tile.type), *lookups(perspective, view))),
        BoardDraft((put, other) if other is not None else (put,), marks, focus=close(monolith.segments)),
    )


def _opened(perspective: SeatPerspective[View], view: View, monolith: MonolithView, tile: str, hex_: str) -> str:
    say = perspective.say
    if monolith.seat == view.reader:
        return say("Your monolith unfolds. {tile} (yours) comes to {hex}.", tile=tile, hex=hex_)
    who = cut(player(perspective.names, monolith.seat), NAME_LENGTH)
    return say("{player} unfolds a monolith. {tile} (yours) comes to {hex}.", player=who, tile=tile, hex=hex_)


def _decided(monolith: MonolithView, asked: int) -> Put | None:
    """Return the tile in the other segment, once it is known how it faces."""
    for hex_, tile, facing in zip(monolith.segments, monolith.inside or (), monolith.facings, strict=True):
        if hex_ != asked and tile is not None and facing is not None:
            return Put(tile.moved(facing), hex_)
    return None


def _unfolding(view: View, hex_: int) -> tuple[MonolithView, TileView]:
    """Return the monolith that unfolds onto a hex, and the tile that it puts there."""
    for monolith in view.monoliths:
        for segment, tile in zip(monolith.segments, monolith.inside or (), strict=False):
            if segment == hex_ and tile is not None:
                return monolith, tile
    raise LookupError(hex_)


def _beside(say: Phrases, view: View, monolith: MonolithView, question: Question) -> str:
    """Return what goes to the other segment."""
    for segment, tile in zip(monolith.segments, monolith.inside or (), strict=True):
        if segment != question.subject:
            name = NAMES[segment]
            if tile is None:
                return say("The other segment, on {hex}, is empty.", hex=name)
            return say("{tile} goes to the other segment, on {hex}.", tile=named(say, view, tile), hex=name)
    return ""
