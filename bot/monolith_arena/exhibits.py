"""What Monolith Arena shows of a match: films of battles, and on request the piles, the last battle, cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monolith_arena.texts import events
from bot.monolith_arena.texts.card import card_lines, card_text, kind_line
from bot.monolith_arena.texts.foresight import battle
from bot.monolith_arena.texts.monoliths import piles
from bot.monolith_arena.texts.standing import losses
from bot.panels.face import Events, Exhibit, Exhibited, Film, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts.names import Names
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.messages import Message
from games.monolith_arena import events as ev
from games.monolith_arena.consequences import Forecast
from games.monolith_arena.replay import film
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import View
from render.labels import Labels
from render.monolith_arena import draw_card, draw_film, draw_strip
from render.monolith_arena.theme import lights

_FIGHTING: Final = (ev.BattleBegan, ev.BattleEnded)


def covers(events: Events) -> bool:
    """Return True if a battle began, went on or ended."""
    return any(isinstance(e, _FIGHTING) or (isinstance(e, ev.Wounds) and e.cause == "phase") for e in events)


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw every phase for some seconds, attacks as arrows."""
    text = f"{say('The battle, phase by phase.')} {losses(say, scene.before, scene.after, scene.names)}"
    frames = film(scene.before, scene.events, scene.after)
    return Picture(draw_film(frames, Labels.of(say, scene.names)), "battle.gif", cut(text, ALT_TEXT))


FILM: Final = Film(covers=covers, draw=draw, following=Message("Next battle"))
"""Films of battles."""


def stills(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw the frames of the film beside each other."""
    text = say("The phases of the battle, side by side.")
    lost = losses(say, scene.before, scene.after, scene.names)
    frames = film(scene.before, scene.events, scene.after)
    return Picture(draw_strip(frames, Labels.of(say, scene.names)), "battle.png", cut(f"{text} {lost}", ALT_TEXT))


def foreseen(say: Phrases, forecast: Forecast, names: Names) -> Picture:
    """Draw a battle that is not fought, as far as it is certain, phase by phase."""
    text = " ".join([say("The phases of the battle, side by side."), *battle(say, forecast, names)])
    frames = film(forecast.before, forecast.events, forecast.after)
    return Picture(draw_strip(frames, Labels.of(say, names)), "foreseen.png", cut(text, ALT_TEXT))


def _piles(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the discard piles, the tiles not seen yet, and what the reader may know of monoliths.

    They are those of all seats, or of the one whose number is the token; `None` where there is no such seat.
    """
    view = perspective.view
    if view is None or (tokens and tokens[0] not in [str(seat.seat) for seat in view.seats]):
        return None
    seat = int(tokens[0]) if tokens else None
    return Exhibited(words=piles(perspective.say, view, perspective.names, seat))


def _last_battle(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the phases of the last battle side by side, with every sentence about it."""
    say = perspective.say
    if scene is None:
        return Exhibited(say("No battle has been fought yet."))
    sentences = "\n".join(events.tell(say, scene.events, perspective.names))
    return Exhibited(words=cut(sentences, EMBED_DESCRIPTION), picture=stills(say, scene))


def _card(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the card of the tile that the tokens name, as `find` reads them."""
    return card(perspective.say, " ".join(tokens), perspective.view)


def card(say: Phrases, name: str, view: View | None = None) -> Exhibited | None:
    """Return the picture of a card, in the colors of the seat that plays its faction in that match.

    All that the picture says in letters is its alternative text, too.
    """
    tile = find(name)
    if tile is None:
        return None
    text = card_text(say, tile)
    seats = view.seats if view is not None else ()
    owner = next((s.seat for s in seats if s.faction is not None and s.faction.id == tile.faction), None)
    light = view is None or owner is None or lights(tuple(seat.team for seat in seats))[owner]
    picture = draw_card(tile, Labels(say), kind_line(say, tile), tuple(card_lines(say, tile)), light=light)
    return Exhibited(picture=Picture(picture, "card.png", cut(text, ALT_TEXT)))


_NUMBERED: Final = re.compile(r"([0-9])/([0-9]{1,2})")


def find(name: str) -> TileType | None:
    """Return the first tile that fits ``faction/tile``, an id, or a name as people write it in any language.

    Buttons say both by their numbers in the data (``0/12``); older ones by their ids.
    """
    if numbered := _NUMBERED.fullmatch(name):
        army, tile = map(int, numbered.groups())
        tiles = faction(FACTIONS[army]).tiles if army < len(FACTIONS) else ()
        return tiles[tile] if tile < len(tiles) else None
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


PILES: Final = Exhibit(id="piles", label=Message("Piles"), show=_piles, public=True)
LAST_BATTLE: Final = Exhibit(id="battle", label=Message("Last battle"), show=_last_battle, public=True, of_scene=True)
CARD: Final = Exhibit(id="card", label=Message("Tile info"), show=_card)
EXHIBITS: Final = (PILES, LAST_BATTLE, CARD)
