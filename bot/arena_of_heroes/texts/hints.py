"""What a newcomer must be told in the moment in which it matters: limit, delay, shots at oneself, sudden death."""

from __future__ import annotations

from collections.abc import Iterator

from bot.arena_of_heroes.labels import aim_of
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.arena_of_heroes.view import View
from render.arena_of_heroes import machine_chances


def of_turn(say: Phrases, view: View, names: Names, aim: int | None) -> Iterator[str]:
    """The sentences that matter now to whoever's turn it is."""
    assert view.reader is not None
    me = view.seats[view.reader]
    if aim is not None and me.at in [hideout for hideout, _ in machine_chances(view, aim_of(view, aim))]:
        yield say("Careful: this shot may strike your own hideout.")
    hit = [player(names, seat.seat) for seat in view.seats if "hit" in seat.flags]
    if hit and not view.sudden:
        yield say("{players}: a second hit in this turn does nothing.", players=say.every(hit))
    if view.sudden:
        yield say("Sudden death: nobody hides any more, and every hit counts.")
    elif me.delay:
        yield say("Delay tokens hold you here: work them off before you hide.")
    elif view.mode == "advanced" and not me.explored:
        yield say("Explore first: an unexplored hideout cannot be left.")
    elif not me.hidden:
        yield say("You are found: green always hides you, red in forest and water, with delay.")
