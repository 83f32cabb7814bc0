"""What follows from an action, in words: the end of the turn, the tiles that are kept, a battle."""

from __future__ import annotations

from bot.monolith_arena.texts.names import counted
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.monolith_arena import consequences
from games.monolith_arena.tiles import TileType
from games.monolith_arena.view import View


def turn_end(say: Phrases, view: View, names: Names, spent: TileType | None = None) -> str:
    """What the end of the reader's turn leads to: what is kept, and who or what comes next; `spent` is used up."""
    assert view.reader is not None
    tiles = [label for _, label in counted(say, consequences.kept(view, view.reader, spent))]
    then = following(say, view, names)
    if not tiles:
        return then
    return f"{say('At the end of your turn you keep {tiles}.', tiles=say.every(tiles))} {then}"


def following(say: Phrases, view: View, names: Names) -> str:
    """Who or what comes after the reader's turn."""
    if view.last_turns == ():
        return say("Then comes the additional battle.") if view.extra_turns else say("Then comes the Final Battle.")
    seat = consequences.next_seat(view)
    who = player(names, seat)
    if consequences.draws(view, seat):
        return say("Then {player} draws.", player=who)
    return say("Then {player} plays.", player=who)


def battle(say: Phrases, view: View, names: Names, spent: TileType | None = None) -> str:
    """What a battle that is started now ends: the turn."""
    return f"{say('A battle starts, and your turn ends.')} {turn_end(say, view, names, spent)}"


def filled(say: Phrases, *, surely: bool) -> str:
    """What filling the arena leads to (R4.1 to R4.3)."""
    if surely:
        return say("This fills the arena: a battle starts.")
    return say("This fills the arena: a battle starts, unless a tile dies first.")
