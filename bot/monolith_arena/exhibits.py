"""What Monolith Arena shows on request: the piles, the last battle, the card of a tile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monolith_arena.film import stills
from bot.monolith_arena.texts import events
from bot.monolith_arena.texts.card import card_text
from bot.monolith_arena.texts.lettering import lettering
from bot.monolith_arena.texts.piles import piles
from bot.panels.face import Exhibit, Exhibited, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import View
from render.monolith_arena import draw_card, seat_style


class Piles:
    """The discard piles, the tiles not seen yet, and what the reader may know of monoliths."""

    id = "piles"
    public = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Piles")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The piles of all seats, or of the one whose number is the token; `None` where there is no such seat."""
        view: View | None = perspective.view
        if view is None or (tokens and tokens[0] not in [str(seat.seat) for seat in view.seats]):
            return None
        seat = int(tokens[0]) if tokens else None
        return Exhibited(words=piles(perspective.say, view, perspective.names, seat))


class LastBattle:
    """The phases of the last battle, side by side, and what happened in them."""

    id = "battle"
    public = True
    of_scene = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Last battle")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The stills, with every sentence about the battle."""
        say = perspective.say
        if scene is None:
            return Exhibited(say("No battle has been fought yet."))
        told = "\n".join(events.tell(say, scene.events, perspective.names))
        return Exhibited(words=cut(told, EMBED_DESCRIPTION), picture=stills(say, scene))


class Card:
    """The card of a tile."""

    id = "card"
    public = False

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Card")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The card of the tile that the token names, as `find` reads it."""
        return card(perspective.say, " ".join(tokens), perspective.view)


def card(say: Phrases, name: str, view: View | None = None) -> Exhibited | None:
    """A card in words and as a picture, in the colours of the seat that plays its faction in that match."""
    tile = find(name)
    if tile is None:
        return None
    text = card_text(say, tile)
    seats = view.seats if view is not None else ()
    owner = next((s.seat for s in seats if s.faction is not None and s.faction.id == tile.faction), None)
    style = seat_style(view, owner) if view is not None and owner is not None else 0
    return Exhibited(
        text, picture=Picture(draw_card(tile, lettering(say), style=style), "card.png", cut(text, ALT_TEXT))
    )


def find(name: str) -> TileType | None:
    """A tile by ``faction/tile``, by its id, or by its name as people write it in any language; the first that fits."""
    home, slash, rest = name.strip().lower().partition("/")
    if slash and home in FACTIONS:
        return faction(home).by_id.get(_identifier(rest))
    wanted = _identifier(name)
    return next((t for f in FACTIONS for t in faction(f).tiles if wanted in _called(t)), None) if wanted else None


def _called(tile: TileType) -> set[str]:
    names = [phrases(language).term("tile", tile.name) for language in LANGUAGES]
    return {tile.id, *map(_identifier, names)}


def _identifier(text: str) -> str:
    return re.sub(r"\W+", "_", text.casefold()).strip("_")


EXHIBITS: Final[tuple[Exhibit, ...]] = (Piles(), LastBattle(), Card())
