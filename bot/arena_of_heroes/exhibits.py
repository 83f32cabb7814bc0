"""What Arena of Heroes shows on request: the last turn, heroes and cards, piles, where hidden heroes may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.arena_of_heroes.film import latest_turn, stills
from bot.arena_of_heroes.texts import events, lookups
from bot.arena_of_heroes.texts.cards import card_text, card_tile, hero_text, hero_tile
from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.panels.face import Exhibit, Exhibited, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts import story
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.arena_of_heroes.cards import CARDS
from games.arena_of_heroes.heroes import HEROES
from render.arena_of_heroes import Tile, draw_tiles


class LastTurn:
    """The rolls and cards of the last turn, side by side, and what happened in words."""

    id = "lastturn"
    public = True
    of_scene = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Last turn")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The stills, with every sentence about them."""
        say = perspective.say
        if scene is None:
            return Exhibited(say("Nothing has been rolled yet."))
        shown = latest_turn(scene.events)
        told = events.tell(say, shown, perspective.names)
        return Exhibited(words=story.told(told, EMBED_DESCRIPTION - 96, "\n"), picture=stills(say, scene))


class HeroesAndCards:
    """The heroes and the open cards of the match."""

    id = "heroes"
    public = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Heroes and cards")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """All that is printed on them."""
        if perspective.view is None or tokens:
            return None
        say, view = perspective.say, perspective.view
        words = lookups.heroes_and_cards(say, view, perspective.names)
        found = [hero_tile(say, hero) for hero in lookups.heroes_of(view)]
        found += [card_tile(say, card) for card in lookups.open_cards(view)]
        return Exhibited(words=words, picture=tiles(found) if found else None)


class Piles:
    """What has been turned up and what is left."""

    id = "piles"
    public = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Piles")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The piles."""
        if perspective.view is None or tokens:
            return None
        return Exhibited(words=lookups.piles(perspective.say, perspective.view))


class Places:
    """Where hidden heroes may be, as everybody can work it out."""

    id = "places"
    public = False

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Who may be where?")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """A line for each of them."""
        if perspective.view is None or tokens:
            return None
        return Exhibited(words=lookups.places(perspective.say, perspective.view, perspective.names))


class Hero:
    """A hero by its name or its code."""

    id = "hero"
    public = False

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Hero")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """What it can do; `None` for a name that no hero has."""
        say, code = perspective.say, find("hero", " ".join(tokens))
        if not code:
            return None
        text = hero_text(say, HEROES[code])
        return Exhibited(text, picture=tiles([hero_tile(say, HEROES[code])]))


class ArenaCard:
    """An arena card by its name or its number."""

    id = "arenacard"
    public = False

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Card")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """What it does; `None` for a name that no card has."""
        say, code = perspective.say, find("card", " ".join(tokens))
        if not code:
            return None
        text = card_text(say, CARDS[code])
        return Exhibited(text, picture=tiles([card_tile(say, CARDS[code])]))


def tiles(found: Sequence[Tile]) -> Picture:
    """The picture of heroes and cards, with what is printed on them."""
    words = (" ".join((f"{one.name}: {one.note}.", *one.lines)) for one in found)
    return Picture(draw_tiles(found), "cards.png", cut(" ".join(words), ALT_TEXT))


def find(kind: str, name: str) -> str:
    """The code of a hero or a card by its code or its name in any language; empty for none."""
    wanted = _plain(name)
    known = (
        {code: hero.name for code, hero in HEROES.items()} if kind == "hero" else {c: x.name for c, x in CARDS.items()}
    )
    for code, title in known.items():
        names = {_plain(code), *(_plain(phrases(language).term(kind, title)) for language in LANGUAGES)}
        if wanted and wanted in names:
            return code
    return ""


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


EXHIBITS: Final[tuple[Exhibit, ...]] = (HeroesAndCards(), LastTurn(), Piles(), Places(), Hero(), ArenaCard())
