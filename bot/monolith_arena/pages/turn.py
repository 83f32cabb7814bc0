"""The turn: the reserve, what can be done, and the pages that ask once more before what cannot be undone (R3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.limits import BUTTON_LABEL, BUTTONS_A_ROW, cut
from bot.monolith_arena.pages import targets
from bot.monolith_arena.pages.looking import how_it_stands
from bot.monolith_arena.pages.shared import BoardDraft, lookups
from bot.monolith_arena.texts import foresight
from bot.monolith_arena.texts.monoliths import empty_segments
from bot.monolith_arena.texts.names import counted, order_name
from bot.monolith_arena.texts.standing import action_text
from bot.panels import drafts
from bot.panels.model import Button, Panel, Press, Row, SeatPerspective, Select, Style
from bot.panels.pages import NoPage, undo
from bot.panels.pages import sure as confirmed
from bot.panels.widgets import back, button, do, option, rows_of, show
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.monolith_arena import consequences
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View

WHY: Final = "why"
"""The first token of the page that says why a tile cannot be played now."""
_HINTED: Final = ("discard", "place", "feature", "move", "rotate")
"""What a hint may say that can be taken back."""
USE: Final = "use"
"""The first token of the page that asks which of its two orders a tile is played as."""


def page(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the start of a turn, or what is left of it. Raises `GameError`."""
    made = _discard(perspective, view) if view.discard_due else _use(perspective, view)
    for action in perspective.hinted[:1]:
        made = _hinted(perspective, view, made, action)
    return made


def _hinted(perspective: SeatPerspective[View], view: View, panel: Panel, action: Action) -> Panel:
    """Return the panel with a green button for what a hint says next: its own, or one at the end of the first row.

    Where that row has no room, it has one of its own above.

    What cannot be taken back has pages of its own, which show what comes of it, and stands on no such button; so it
    never lies where somebody has just pressed what a hint said.
    """
    fills = action[0] == "place" and sum(tile is None for tile in view.board) <= 1
    if action[0] not in _HINTED or fills:
        return panel
    meant = Press("do", action)
    if any(one.press == meant for row in panel.rows if isinstance(row, tuple) for one in row):
        rows = (
            tuple(replace(one, style="success") if one.press == meant else one for one in row)
            if isinstance(row, tuple)
            else row
            for row in panel.rows
        )
        return replace(panel, rows=tuple(rows))
    first, *rest = panel.rows
    say = perspective.say
    label = cut(say("Hint: {action}", action=action_text(say, action, perspective.names)), BUTTON_LABEL)
    if isinstance(first, Select) or len(first) >= BUTTONS_A_ROW:
        return replace(panel, rows=((do(label, action),), *panel.rows))
    return replace(panel, rows=((*first, do(label, action)), *rest))


def reserve(view: View) -> list[TileType]:
    """Return the reader's reserve."""
    assert view.reader is not None
    return list(view.seats[view.reader].reserve or ())


# Discarding (R3.3, R3.4)


def _discard(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the stage in which a tile has to be discarded. Raises `GameError`."""
    say, verbs, tiles = perspective.say, drafts.values(perspective, ()), reserve(view)
    rows: list[Row] = [*_tiles_to_discard(say, tiles), *targets.rows(perspective, view, verbs)]
    if "redraw" in verbs:
        rows.append((_redraw(say, tiles),))
    rows.append((*undo(perspective, action_text), *lookups(perspective, view)))
    if _draw_is_ahead(view):
        text = say("Turn {turn}: you draw up to 3 tiles when it begins and discard one first.", turn=view.turn)
    else:
        text = say.plural(
            "Turn {turn}: discard your tile.",
            "Turn {turn}: discard one of your {count} tiles.",
            len(tiles),
            turn=view.turn,
        )
    return Panel(how_it_stands(perspective, view, f"**{text}**"), tuple(rows))


def discard_page(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return which tile is discarded, perhaps as the last thing of the turn. Raises `GameError`."""
    say, tiles = perspective.say, reserve(view)
    if view.discard_due:
        return _discard(perspective, view)
    perspective.next_field(tokens)
    # Lines of a select: as buttons they lay where the one that leads here was.
    last = [
        option(say("Discard {tile}, end turn", tile=t.title), Press("do", ("discard", t.id), ("end",)))
        for t, _ in counted(say, tiles)
    ]
    rows = (*_tiles_to_discard(say, tiles), Select(say("Discard and end your turn"), tuple(last)))
    title = f"**{say('Discard a tile.')}** {say('You draw nothing for it.')}"
    text = f"{title}\n{foresight.following(say, view, perspective.names)}"
    return Panel(text, (*rows, (back(say), *lookups(perspective, view))))


def _held(view: View, token: str) -> TileType:
    """Return the tile of the reserve that a token names. Raises `NoPage`."""
    for tile in reserve(view):
        if tile.id == token:
            return tile
    raise NoPage(token)


def _tiles_to_discard(say: Phrases, tiles: list[TileType]) -> tuple[Row, ...]:
    """Return the buttons that discard a tile, one alone of several alike: at once, because it can be undone."""
    return rows_of([_discarding(say, tile, tiles.count(tile)) for tile in dict.fromkeys(tiles)])


def _discarding(say: Phrases, tile: TileType, count: int) -> Button:
    if count > 1:
        label = say("Discard {tile} (you have {count})", tile=tile.title, count=str(count))
    else:
        label = say("Discard {tile}", tile=tile.title)
    return do(label, ("discard", tile.id), style="secondary")


def _redraw(say: Phrases, tiles: list[TileType]) -> Button:
    """Return the way out of a reserve of orders; it is no advice, as a good order may be among them."""
    return button(say.plural("Redraw it …", "Redraw all {count} …", len(tiles)), show("redraw"))


# Using tiles (R3.5)


def _use(perspective: SeatPerspective[View], view: View) -> Panel:
    """Return the stage in which tiles and features are used. Raises `GameError`."""
    say, verbs, tiles = perspective.say, drafts.values(perspective, ()), reserve(view)
    placeable = drafts.values(perspective, ("place",)) if "place" in verbs else ()
    by_order = "charge" in verbs and "order" in drafts.values(perspective, ("charge",))
    idle = _idle(perspective, view, tiles)
    rows: list[Row] = list(
        rows_of([_tile(t, label, verbs, placeable, idle, by_order=by_order) for t, label in counted(say, tiles)])
    )
    rows += targets.rows(perspective, view, verbs)
    last = (*_more(perspective, tiles, verbs), button(say("End turn …"), show("end"), style="primary"))
    looked_up = lookups(perspective, view)
    # Never in the first row: there lies what the page that it leads to asks for.
    rows += [last, looked_up] if rows else [looked_up, last]
    text = f"**{_title(say, view, verbs)}**{_plays(say, view)}{_few(say, view)}"
    return Panel(how_it_stands(perspective, view, text, _after_unfolding(say, view)), tuple(rows))


def _more(perspective: SeatPerspective[View], tiles: list[TileType], verbs: tuple[str, ...]) -> tuple[Button, ...]:
    """Return what else may be done: unfolding, discarding, drawing anew, taking back."""
    say = perspective.say
    more = []
    if "unfold" in verbs:
        more.append(button(say("Unfold …"), show("unfold"), style="success"))
    if "discard" in verbs and len(set(tiles)) == 1:
        more.append(_discarding(say, tiles[0], len(tiles)))
    elif "discard" in verbs:
        more.append(button(say("Discard …"), show("discard")))
    if "redraw" in verbs:
        more.append(_redraw(say, tiles))
    return (*more, *undo(perspective, action_text))


def _title(say: Phrases, view: View, verbs: tuple[str, ...]) -> str:
    if "discard" in verbs:
        return say("Turn {turn}: play, keep or discard your tiles.", turn=view.turn)
    if reserve(view):
        return say("Turn {turn}: only abilities may be used.", turn=view.turn)
    if _draw_is_ahead(view):
        return say("Turn {turn}: you draw your tiles when it begins. Abilities can be planned now.", turn=view.turn)
    return say("Turn {turn}: your reserve is empty.", turn=view.turn)


def _draw_is_ahead(view: View) -> bool:
    """Return True in a turn that is planned: one that is played has begun with a draw, if there was a stack (R3.1)."""
    return not view.drawn and view.reader is not None and view.seats[view.reader].stack > 0


def _plays(say: Phrases, view: View) -> str:
    """Return how many tiles may still be played (R14.3, R14.4)."""
    if view.plays is None:
        return ""
    text = say.plural("{count} tile left to play.", "{count} tiles left to play.", view.plays)
    return f" {text}"


def _few(say: Phrases, view: View) -> str:
    """Return why there are fewer tiles than three in the very first turns (R3.1, R14.1)."""
    if view.turn > 2 or view.plays is not None:
        return ""
    text = say.plural(
        "In this turn you draw {count} tile only.", "In this turn you draw {count} tiles only.", view.turn
    )
    return f" {text}"


def _after_unfolding(say: Phrases, view: View) -> str:
    """Return why tiles cannot be placed (R13.4)."""
    if not view.unfolded:
        return ""
    if not (free := empty_segments(view)):
        return say("Your monolith has unfolded this turn: no champion or rune may be placed.")
    return say(
        "Your monolith has unfolded this turn: only a champion or rune drawn this turn may be placed, on {hexes}.",
        hexes=say.either(NAMES[hex_] for hex_ in free),
    )


def _idle(perspective: SeatPerspective[View], view: View, tiles: Sequence[TileType]) -> frozenset[str]:
    """Return the orders that would do nothing now: a battle in which nothing happens is no suggestion.

    Who is not advised sees that only where there is nothing but banners, which spare each other (R6.5).
    """
    if not any("battle" in tile.orders for tile in tiles) or not consequences.foreseeable(view):
        return frozenset()
    if perspective.advised:
        idle = consequences.idle(view)
    else:
        idle = all(tile is None or tile.type.is_banner for tile in view.board)
    return frozenset({"battle"}) if idle else frozenset()


def _tile(
    tile: TileType,
    label: str,
    verbs: tuple[str, ...],
    placeable: tuple[str, ...],
    idle: frozenset[str],
    *,
    by_order: bool,
) -> Button:
    """Return the button that plays a tile of the reserve; one that cannot be played now says why when it is pressed.

    One that would do nothing, whatever its order, is not green.
    """
    if not tile.is_order:
        playable = tile.id in placeable
        return button(label, show("place", tile.id), style="success") if playable else _closed(label, "place", tile.id)
    orders = [o for o in tile.orders if o in verbs and (o != "charge" or by_order)]
    if not orders:
        return _closed(label, *_first_tokens(tile.orders[0]))
    style: Style = "secondary" if idle.issuperset(orders) else "success"
    way = show(USE, tile.id) if len(orders) > 1 else show(*_first_tokens(orders[0]))
    return button(label, way, style=style)


def _closed(label: str, *tokens: str) -> Button:
    return button(label, show(WHY, *tokens))


def why(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the start of the turn with the reason why an action cannot be begun. Raises `GameError` or `NoPage`."""
    try:
        perspective.next_field(tokens[1:])
    except GameError as refused:
        start, reason = page(perspective, view), perspective.say.message(refused.message)
        return replace(start, text=f"{f'{reason} ({refused.rule})' if refused.rule else reason}\n{start.text}")
    raise NoPage(tokens)


def _first_tokens(order: str) -> Action:
    return ("charge", "order") if order == "charge" else (order,)


def either(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return which of its orders a tile is played as. Raises `NoPage`."""
    say = perspective.say
    if len(tokens) < 2:
        raise NoPage(tokens)
    tile = _held(view, tokens[1])
    idle = _idle(perspective, view, (tile,))
    row = [
        button(order_name(say, o), show(*_first_tokens(o)), style="secondary" if o in idle else "success")
        for o in tile.orders
    ]
    if not row:
        raise NoPage(tokens)
    text = f"**{say.message(tile.title)}**: {say(tile.text)}\n{say('Which order do you play it as?')}"
    return Panel(text, (tuple(row), (back(say), *lookups(perspective, view))))


def sure(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the page that asks once more before ``end``, ``battle`` and ``redraw``. Raises `GameError`."""
    verb = tokens[0]
    perspective.next_field(tokens)
    if verb == "redraw":
        return _sure_redraw(perspective, view)
    return _battle(perspective, view) if verb == "battle" else _end(perspective, view)


def _end(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    text = f"**{say('End your turn?')}**\n{foresight.turn_end(say, view, perspective.names)}"
    return confirmed(say, text, say("End turn"), ("end",))


def _battle(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    spent = next((t for t in reserve(view) if "battle" in t.orders), None)
    follows = foresight.at_the_end(say, view, perspective.names, spent)
    title = f"**{say('Start a battle?')}** {_final(perspective)}".rstrip()
    if not perspective.advised:
        return confirmed(say, f"{title}\n{follows}", say("Start the battle"), ("battle",), below=True)
    forecast = consequences.forecast(view)
    outcome = " ".join(foresight.battle(say, forecast, perspective.names))
    if foresight.fallen(say, forecast, perspective.names):
        follows = foresight.last_battle(say)
    text = f"{title}\n{outcome}\n{follows}"
    asked = confirmed(say, text, say("Start the battle"), ("battle",), below=True)
    return replace(asked, draft=BoardDraft(battle=forecast))


def _final(perspective: SeatPerspective[View]) -> str:
    """Return that an action cannot be undone; empty where it is only tried out, and anything can."""
    return "" if perspective.at_trial else perspective.say("This cannot be undone.")


def _sure_redraw(perspective: SeatPerspective[View], view: View) -> Panel:
    say, tiles = perspective.say, reserve(view)
    assert view.reader is not None
    names = say.every(label for _, label in counted(say, tiles))
    draws = min(len(tiles), view.seats[view.reader].stack)
    follows = say.plural(
        "You discard {tiles} and draw {count} tile.",
        "You discard {tiles} and draw {count} tiles.",
        draws,
        tiles=names,
    )
    title = f"**{say('Discard your whole reserve and draw again?')}** {_final(perspective)}".rstrip()
    text = f"{title}\n{follows}"
    return confirmed(say, text, say("Redraw"), ("redraw",))
