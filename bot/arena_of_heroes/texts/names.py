"""What heroes, cards, places and seats are called, and what stands on buttons and lines of panels."""

from __future__ import annotations

from collections.abc import Iterator

from bot.limits import SELECT_TEXT
from bot.panels.model import Button, Press, SeatPerspective
from bot.panels.widgets import button, fitting
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action
from games.arena_of_heroes.cards import ABILITIES, BLOODSCENT, CARDS, COG, HEROES
from games.arena_of_heroes.ring import COLOUR_TITLES, GROUND, GROUND_TITLES, SYMBOL_TITLES
from games.arena_of_heroes.view import LETTERS, View
from render.arena_of_heroes import Aim, machine_chances


def hero(say: Phrases, code: str) -> str:
    """Return the name of a hero by its code."""
    return say.message(HEROES[code].title)


def card(say: Phrases, code: str) -> str:
    """Return the name of an arena card by its id."""
    return say.message(CARDS[code].title)


def ability(say: Phrases, code: str) -> str:
    """Return the name of an ability."""
    return say.message(ABILITIES[code].title)


def ground(say: Phrases, hideout: int) -> str:
    """Return the kind of a hideout."""
    return say.message(GROUND_TITLES[GROUND[hideout]])


def symbol(say: Phrases, name: str) -> str:
    """Return a symbol of the attack die."""
    return say.message(SYMBOL_TITLES[name])


def colour(say: Phrases, name: str) -> str:
    """Return a face of the hide die."""
    return say.message(COLOUR_TITLES[name])


def seat_title(say: Phrases, view: View, seat: int) -> str:
    """Return letter and hero, as on the pictures."""
    found = view.seats[seat].hero
    return LETTERS[seat] if found is None else f"{LETTERS[seat]} {say.message(found.title)}"


def aim_of(view: View, hideout: int) -> Aim:
    """Return the reader's aim: Bloodscent and the Golden Cog pull its shots together."""
    me = None if view.reader is None else view.seats[view.reader]
    inner = me is not None and (
        (me.hero is not None and BLOODSCENT in me.hero.can) or any(placed.card.id == COG for placed in me.items)
    )
    return Aim(hideout, inner=inner)


def chances(view: View, hideout: int) -> str:
    """Return what an aim may strike: ``1/3 8 · 1/6 16, 11, 7, 14``."""
    by_chance: dict[str, list[str]] = {}
    for struck, chance in machine_chances(view, aim_of(view, hideout)):
        by_chance.setdefault(chance, []).append(str(struck))
    return " · ".join(f"{chance} {', '.join(found)}" for chance, found in by_chance.items())


def target(say: Phrases, view: View, hideout: int, names: Names) -> str:
    """Return a hideout to aim at: its number and kind, and who is seen there. It tells nothing that is hidden."""
    number, kind = str(hideout), ground(say, hideout)
    if hideout in view.closed:
        return say("{hideout}: closed", hideout=number)
    there = [seat for seat in view.seats if seat.alive and not seat.hidden and seat.at == hideout]
    if there:
        who = say.every(player(names, seat.seat) for seat in there)
        longer = say("{hideout}: {ground}, {players} there", hideout=number, ground=kind, players=who)
        letters = ", ".join(seat.letter for seat in there)
        shorter = say("{hideout}: {ground}, {players} there", hideout=number, ground=kind, players=letters)
        return fitting(longer, shorter, length=SELECT_TEXT)
    return say("{hideout}: {ground}", hideout=number, ground=kind)


def using(say: Phrases, action: Action) -> str:
    """Return an ability or an item as a button: what it is, where, and what it costs."""
    verb, rest = action[0], action[1:]
    if verb == "spider":
        return say("Swat the spider at {hideout}", hideout=rest[0])
    if verb == "work":
        return say("Work off {card}", card=card(say, rest[0]))
    if verb == "use":
        name = card(say, rest[0])
        return say("{item} at {hideout}", item=name, hideout=rest[1]) if rest[1:] else name
    name = ability(say, verb)
    if verb == "boarding":
        return say("{ability} at {hideout}, costs 1 stamina", ability=name, hideout=rest[0])
    if verb == "rootwalk":
        return say("{ability}, costs 1 stamina", ability=name)
    return say("{ability}, 2 actions", ability=name) if verb in ("tunnel", "veil") else name


def lookups(perspective: SeatPerspective[View]) -> tuple[Button, ...]:
    """Return the buttons for what can be looked up on any page; players may answer in advance."""
    say = perspective.say
    found = (button(say("Heroes and cards"), Press("heroes")), button(say("Who may be where?"), Press("places")))
    if perspective.seat is None or perspective.view.result is not None:
        return (*found, button(say("Piles"), Press("piles")))
    return (*found, button(say("Answer in advance"), Press("orders")))


def of_turn(say: Phrases, view: View, names: Names, aim: int | None) -> Iterator[str]:
    """Yield the sentences that matter now to whoever's turn it is."""
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
