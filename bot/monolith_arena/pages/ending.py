"""The pages that ask once more before the turn ends, a battle starts, or the reserve is discarded for a new one."""

from __future__ import annotations

from dataclasses import replace

from bot.monolith_arena.board_draft import BoardDraft
from bot.monolith_arena.pages.turn import reserve
from bot.monolith_arena.texts import foresight, outlook
from bot.monolith_arena.texts.names import counted
from bot.panels.confirmation import sure as confirmed
from bot.panels.model import Panel, SeatPerspective
from games.api import Action
from games.monolith_arena.foresight import battles
from games.monolith_arena.view import View


def sure(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Asks once more before ``end``, ``battle`` and ``redraw``. Raises `GameError`."""
    verb = tokens[0]
    perspective.options(tokens)
    if verb == "redraw":
        return _redraw(perspective, view)
    return _battle(perspective, view) if verb == "battle" else _end(perspective, view)


def _end(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    text = f"**{say('End your turn?')}**\n{outlook.turn_end(say, view, perspective.names)}"
    return confirmed(say, text, say("End turn"), ("end",))


def _battle(perspective: SeatPerspective[View], view: View) -> Panel:
    say = perspective.say
    spent = next((t for t in reserve(view) if "battle" in t.orders), None)
    follows = outlook.battle(say, view, perspective.names, spent)
    found = battles.forecast(view)
    told = " ".join(foresight.battle(say, found, perspective.names))
    text = f"**{say('Start a battle?')}** {say('This cannot be undone.')}\n{told}\n{follows}"
    return replace(confirmed(say, text, say("Start the battle"), ("battle",)), draft=BoardDraft(battle=found))


def _redraw(perspective: SeatPerspective[View], view: View) -> Panel:
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
    text = f"**{say('Discard your whole reserve and draw again?')}** {say('This cannot be undone.')}\n{follows}"
    return confirmed(say, text, say("Redraw"), ("redraw",))
