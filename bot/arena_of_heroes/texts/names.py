"""What heroes, cards, places, symbols and seats are called."""

from __future__ import annotations

from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import CARDS
from games.arena_of_heroes.heroes import ABILITIES, HEROES
from games.arena_of_heroes.ring import COLOUR_TITLES, GROUND, GROUND_TITLES, SYMBOL_TITLES
from games.arena_of_heroes.view import LETTERS, View


def hero(say: Phrases, code: str) -> str:
    """The name of a hero by its code."""
    return say.message(HEROES[code].title)


def card(say: Phrases, code: str) -> str:
    """The name of an arena card by its id."""
    return say.message(CARDS[code].title)


def ability(say: Phrases, code: str) -> str:
    """The name of an ability."""
    return say.message(ABILITIES[code].title)


def ground(say: Phrases, hideout: int) -> str:
    """The kind of a hideout."""
    return say.message(GROUND_TITLES[GROUND[hideout]])


def symbol(say: Phrases, name: str) -> str:
    """A symbol of the attack die."""
    return say.message(SYMBOL_TITLES[name])


def colour(say: Phrases, name: str) -> str:
    """A face of the hide die."""
    return say.message(COLOUR_TITLES[name])


def seat_title(say: Phrases, view: View, seat: int) -> str:
    """Letter and hero, as on the pictures."""
    found = view.seats[seat].hero
    return LETTERS[seat] if found is None else f"{LETTERS[seat]} {say.message(found.title)}"
