"""What stands on the buttons and lines of panels and on the offers of commands."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes.texts import names as called
from bot.limits import SELECT_TEXT
from bot.panels.model import Button, Press, SeatPerspective
from bot.panels.widgets import button, fitting
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import COG
from games.arena_of_heroes.heroes import BLOODSCENT
from games.arena_of_heroes.view import View
from render.arena_of_heroes import Aim, machine_chances

PILES: Final = "piles"
PLACES: Final = "places"
HEROES: Final = "heroes"


def aim_of(view: View, hideout: int) -> Aim:
    """The reader's aim: Bloodscent and the Golden Cog pull its shots together."""
    me = None if view.reader is None else view.seats[view.reader]
    inner = me is not None and (
        (me.hero is not None and BLOODSCENT in me.hero.can) or any(placed.card.id == COG for placed in me.items)
    )
    return Aim(hideout, inner=inner)


def chances(view: View, hideout: int) -> str:
    """What an aim may strike: ``1/3 8 · 1/6 16, 11, 7, 14``."""
    by_chance: dict[str, list[str]] = {}
    for struck, chance in machine_chances(view, aim_of(view, hideout)):
        by_chance.setdefault(chance, []).append(str(struck))
    return " · ".join(f"{chance} {', '.join(found)}" for chance, found in by_chance.items())


def target(say: Phrases, view: View, hideout: int, names: Names) -> str:
    """A hideout to aim at: its number and kind, and who is seen there. It tells nothing that is hidden."""
    number, ground = str(hideout), called.ground(say, hideout)
    if hideout in view.closed:
        return say("{hideout}: closed", hideout=number)
    there = [seat for seat in view.seats if seat.alive and not seat.hidden and seat.at == hideout]
    if there:
        who = say.every(player(names, seat.seat) for seat in there)
        longer = say("{hideout}: {ground}, {players} there", hideout=number, ground=ground, players=who)
        letters = ", ".join(seat.letter for seat in there)
        shorter = say("{hideout}: {ground}, {players} there", hideout=number, ground=ground, players=letters)
        return fitting(longer, shorter, length=SELECT_TEXT)
    return say("{hideout}: {ground}", hideout=number, ground=ground)


def using(say: Phrases, action: Action) -> str:
    """An ability or an item as a button: what it is, where, and what it costs."""
    verb, rest = action[0], action[1:]
    if verb == "spider":
        return say("Swat the spider at {hideout}", hideout=rest[0])
    if verb == "work":
        return say("Work off {card}", card=called.card(say, rest[0]))
    if verb == "use":
        name = called.card(say, rest[0])
        return say("{item} at {hideout}", item=name, hideout=rest[1]) if rest[1:] else name
    name = called.ability(say, verb)
    if verb == "boarding":
        return say("{ability} at {hideout}, costs 1 stamina", ability=name, hideout=rest[0])
    if verb == "rootwalk":
        return say("{ability}, costs 1 stamina", ability=name)
    return say("{ability}, 2 actions", ability=name) if verb in ("tunnel", "veil") else name


def lookups(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """The buttons for what can be looked up on any page; who plays may answer in advance."""
    say = perspective.say
    found = (button(say("Heroes and cards"), Press(HEROES)), button(say("Who may be where?"), Press(PLACES)))
    if perspective.seat is None or perspective.view.result is not None:
        return (*found, button(say("Piles"), Press(PILES)))
    return (*found, button(say("Answer in advance"), Press("orders")))
