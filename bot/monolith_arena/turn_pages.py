"""The panel's starts: choosing a faction, discarding, using tiles, ending the turn, and looking on."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena import consequences, targets
from bot.monolith_arena.monolith_words import empty_segments, line
from bot.monolith_arena.scene import EMPTY
from bot.monolith_arena.texts import standing as texts
from bot.monolith_arena.texts.words import faction_name, seat_letter
from bot.monolith_arena.widgets import BACK, CARDS, PILES, button, chunks, counted, option, show
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select
from games.api import Action
from games.monolith_arena.state import PLAYS
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View

RANDOM: Final = "random"
USE: Final = "use"
"""The first word of the page that asks which of its two orders a tile is played as."""


def faction(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The choice of a faction. Raises `GameError`."""
    found = targets.values(chair, ("faction",))
    chosen = words[1] if len(words) > 1 else None
    if chosen is not None:
        chair.options(words)
    named = [(word, _faction_word(word)) for word in found]
    buttons = [
        button(name, show("faction", word), style="primary" if word == chosen else "secondary", disabled=word == chosen)
        for word, name in named
    ]
    rows = chunks(buttons)
    if chosen is None:
        others = "The other player gets a different one." if len(view.seats) == 2 else "All factions are different."
        return Panel(f"**Choose your faction.** {others}", rows, EMPTY)
    label = "Draw a faction at random" if chosen == RANDOM else f"Play {_faction_word(chosen)}"
    sure = (button(BACK, show()), button(label, Press("do", ("faction", chosen)), style="success"))
    return Panel(f"**{_faction_word(chosen)}**: sure?", (*rows, sure), EMPTY)


def _faction_word(word: str) -> str:
    return "Random" if word == RANDOM else faction_name(word)


def _undo(chair: SeatPerspective) -> tuple[Button, ...]:
    if chair.undoable is None:
        return ()
    return (button(f"Undo: {texts.action_words(chair.undoable)}", Press("undo")),)


def _features(chair: SeatPerspective, view: View, verbs: tuple[str, ...]) -> tuple[Row, ...]:
    lines = targets.features(chair, view, verbs)
    if not lines:
        return ()
    options = tuple(option(name, show(*words), more) for words, name, more in lines)
    return (Select("Features on the board", options),)


def discard(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """The stage in which a tile has to be discarded. Raises `GameError`."""
    verbs = targets.values(chair, ())
    tiles = _reserve(view)
    rows: list[Row] = [*_discard_rows(chair, tiles, words), *_features(chair, view, verbs)]
    if "redraw" in verbs:
        rows.append((_redraw(tiles),))
    rows.append((*_undo(chair), CARDS, PILES))
    text = f"**Turn {view.turn}: discard one of your {len(tiles)} tiles.**"
    return Panel(_standing(chair, view, text), tuple(rows), EMPTY)


def _standing(chair: SeatPerspective, view: View, *lines: str) -> str:
    """The text of a start: what is to be done, how the match stands, what the reader alone knows."""
    return "\n".join(text for text in (*lines, texts.status(view, chair.names), line(view)) if text)


def _reserve(view: View) -> list[TileType]:
    assert view.reader is not None
    return list(view.seats[view.reader].reserve or ())


def _discard_rows(chair: SeatPerspective, tiles: list[TileType], words: Action) -> tuple[Row, ...]:
    """Which tile; after the tap on one, whether it is meant."""
    if len(words) > 1:
        chair.options(words)
        name = next(t.name for t in tiles if t.id == words[1])
        sure = button(f"Discard {name}: sure", Press("do", words), style="danger")
        return ((button(BACK, show()), sure),)
    return chunks([button(f"Discard {label}", show("discard", t.id)) for t, label in counted(tiles)])


def _redraw(tiles: list[TileType]) -> Button:
    return button(f"Redraw all {len(tiles)} …" if len(tiles) > 1 else "Redraw it …", show("redraw"))


def use(chair: SeatPerspective, view: View) -> Panel:
    """The stage in which tiles and features are used. Raises `GameError`."""
    verbs = targets.values(chair, ())
    placeable = targets.values(chair, ("place",)) if "place" in verbs else ()
    tiles = _reserve(view)
    by_order = "charge" in verbs and "order" in targets.values(chair, ("charge",))
    rows: list[Row] = list(
        chunks([_tile(t, label, verbs, placeable, by_order=by_order) for t, label in counted(tiles)])
    )
    rows += _features(chair, view, verbs)
    more = []
    if "unfold" in verbs:
        more.append(button("Unfold …", show("unfold"), style="success"))
    if "discard" in verbs:
        only = tiles[0] if len(set(tiles)) == 1 else None
        label = "Discard another …" if only is None else f"Discard {only.name} …"
        more.append(button(label, show("discard") if only is None else show("discard", only.id)))
    if "redraw" in verbs:
        more.append(_redraw(tiles))
    more += _undo(chair)
    if more:
        rows.append(tuple(more))
    rows.append((button("End turn …", show("end"), style="primary"), CARDS, PILES))
    if "discard" in verbs:
        what = "play, keep or discard your tiles"
    else:
        what = "only features may be used" if tiles else "your reserve is empty"
    text = f"**Turn {view.turn}: {what}.**{_plays(view)}"
    return Panel(_standing(chair, view, text, _after_unfolding(view)), tuple(rows), EMPTY)


def _plays(view: View) -> str:
    """How many tiles may still be played (R14.3, R14.4)."""
    if view.plays is None:
        return ""
    most = PLAYS if view.turn > 1 else 1
    return f" {view.plays} of {most} play{'s' * (most > 1)} left."


def _after_unfolding(view: View) -> str:
    """Why tiles cannot be placed (R13.4)."""
    if not view.unfolded:
        return ""
    text = "You have unfolded this turn: no champion or rune may be placed"
    free = empty_segments(view)
    return f"{text}, but one drawn this turn on {' or '.join(free)}." if free else f"{text}."


def _tile(tile: TileType, label: str, verbs: tuple[str, ...], placeable: tuple[str, ...], *, by_order: bool) -> Button:
    orders = [o for o in tile.orders if o in verbs and (o != "charge" or by_order)]
    if not tile.is_order:
        return button(label, show("place", tile.id), style="success", disabled=tile.id not in placeable)
    if len(orders) > 1:
        return button(label, show(USE, tile.id), style="success")
    first = orders[0] if orders else tile.orders[0]
    return button(label, show(*_first_words(first)), style="success", disabled=not orders)


def _first_words(order: str) -> Action:
    return ("charge", "order") if order == "charge" else (order,)


def either(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """Which of its orders a tile is played as. Raises `GameError`."""
    tile = next(t for t in _reserve(view) if t.id == words[1])
    row = [button(texts.ORDER_NAMES[o], show(*_first_words(o)), style="success") for o in tile.orders]
    return Panel(f"**{tile.name}**\nHow do you play it?", (tuple(row), (button(BACK, show()), CARDS, PILES)), EMPTY)


def discard_more(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """Discarding beyond what is due. Raises `GameError`."""
    tiles = _reserve(view)
    rows = _discard_rows(chair, tiles, words)
    bottom: tuple[Button, ...] = (CARDS, PILES)
    if len(words) == 1:
        bottom = (button(BACK, show()), *bottom)
    else:
        seat = view.reader
        assert seat is not None
        spent = next(t for t in tiles if t.id == words[1])
        label = consequences.end_label("Discard it, end turn", view, seat, chair.names, spent)
        bottom = (button(label, Press("end", words), style="primary"), *bottom)
    return Panel("**Discard another tile.** It is not replaced.", (*rows, bottom), EMPTY)


def sure(chair: SeatPerspective, view: View, words: Action) -> Panel:
    """Asks once more before ``end``, ``battle`` and ``redraw``. Raises `GameError`."""
    verb = words[0]
    chair.options(words)
    seat = view.reader
    assert seat is not None
    tiles = _reserve(view)
    if verb == "end":
        label, text = consequences.end_label("End turn", view, seat, chair.names), "**End your turn?**"
    elif verb == "redraw":
        names = ", ".join(label for _, label in counted(tiles))
        draws = min(len(tiles), view.seats[seat].stack)
        label, text = f"Redraw: discards {names}, draws {draws}", "**Discard your whole reserve and draw anew?**"
        text += " It cannot be taken back."
    else:
        spent = next((t for t in tiles if verb in t.orders), None)
        label = consequences.end_label("Battle starts, turn ends", view, seat, chair.names, spent)
        text = "**Start a battle?** Your turn ends with it, and it cannot be taken back."
    return Panel(text, ((button(BACK, show()), button(label, Press("do", words), style="danger")),), EMPTY)


def looking_on(chair: SeatPerspective, view: View) -> Panel:
    """The position for whoever has nothing to decide."""
    if view.result is not None:
        text = texts.ending(view, chair.names)
    elif chair.seat is None:
        text = "You are looking on; this is what everybody may see."
    else:
        text = f"Nothing to decide for you now. {texts.waiting(view, chair.names)}"
    return Panel(_standing(chair, view, text, _open_reserves(view)), ((*_undo(chair), CARDS, PILES),), EMPTY)


def _open_reserves(view: View) -> str:
    """What the others hold, where the reader may see it (R3.9, R15.6)."""
    if not view.open_reserves or view.result is not None:
        return ""
    held = [
        f"{seat_letter(seat.seat)} {', '.join(label for _, label in counted(seat.reserve))}"
        for seat in view.seats
        if seat.seat != view.reader and seat.reserve
    ]
    return f"Reserves: {' · '.join(held)}." if held else ""
