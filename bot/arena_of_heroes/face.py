"""Arena of Heroes on Discord: its sentences, pictures, panel and films, and what it shows on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.arena_of_heroes.guide import GUIDE
from bot.arena_of_heroes.pages import panel
from bot.arena_of_heroes.pages.ahead import NEXT
from bot.arena_of_heroes.predictions import PREDICTIONS
from bot.arena_of_heroes.reasons import WHY
from bot.arena_of_heroes.texts import events, standing
from bot.arena_of_heroes.texts import names as called
from bot.arena_of_heroes.texts.events import tell
from bot.arena_of_heroes.texts.names import card_tile, gallery, hero_tile, own_words, tiles
from bot.arena_of_heroes.texts.standing import alt_text, description
from bot.limits import ALT_TEXT, EMBED_DESCRIPTION
from bot.panels.face import (
    Blurb,
    Events,
    Exhibit,
    Exhibited,
    Face,
    Film,
    Pictures,
    Scene,
    Words,
    any_of,
    of_match,
    warming,
)
from bot.panels.model import Picture, SeatPerspective
from bot.texts import story
from bot.texts.names import NOBODY, Names, code_of
from bot.texts.phrases import Phrases
from games.api import Action, Choice
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS, HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.lessons import LESSONS
from games.arena_of_heroes.setup import RANDOM
from games.arena_of_heroes.view import View
from games.messages import Message
from render import arena_of_heroes as pictures
from render.arena_of_heroes import draw_film, draw_strip, frames
from render.labels import Labels

covers: Final = any_of(
    ev.Attacked, ev.HideDie, ev.ArenaCard, ev.AbilityUsed, ev.Revealed, ev.Left, ev.Out, ev.TurnEnded
)
"""Tells whether anything was rolled, drawn or shown, or a turn was ended early: a film ends with whose turn it is."""


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw a frame for each roll and each card, the last frame standing."""
    labels = Labels.of(say, scene.names)
    picture = draw_film(frames(scene.before, scene.events, scene.after, labels), labels)
    return Picture(picture, "turn.gif", _alt(say, scene.events, scene.names))


FILM: Final = Film(covers=covers, draw=draw, following=Message("Next roll"))
"""Films of turns."""


def stills(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw the frames of the last turn of a scene beside each other."""
    labels = Labels.of(say, scene.names)
    shown = latest_turn(scene.events)
    pictures = frames(scene.before, scene.events, scene.after, labels, last=len(shown))
    return Picture(draw_strip(pictures, labels), "turn.png", _alt(say, shown, scene.names))


def latest_turn(events: Events) -> Events:
    """Return the events of the last turn in a scene that has anything to show."""
    starts = [n for n, event in enumerate(events) if isinstance(event, ev.TurnBegan)]
    for start in reversed(starts):
        if covers(events[start:]):
            return events[start:]
    return events


def _alt(say: Phrases, events: Events, names: Names) -> str:
    sentences = story.results(tell(say, events, names))
    return story.joined([say("The turn, roll by roll."), *sentences], ALT_TEXT - 16)


def _last_turn(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the rolls and cards of the last turn side by side, with every sentence about them."""
    say = perspective.say
    if scene is None:
        return Exhibited(say("Nothing has been rolled yet."))
    sentences = events.tell(say, latest_turn(scene.events), perspective.names)
    return Exhibited(words=story.joined(sentences, EMBED_DESCRIPTION - 96, "\n"), picture=stills(say, scene))


def _heroes_and_cards(say: Phrases, view: View, names: Names) -> Exhibited:
    """Return all that is printed on the heroes and the open cards of the match."""
    words = called.heroes_and_cards(say, view, names)
    shown = [hero_tile(say, hero) for hero in called.heroes_of(view)]
    shown += [card_tile(say, card) for card in called.open_cards(view)]
    return Exhibited(words=words, picture=tiles(shown) if shown else None)


def _piles(say: Phrases, view: View, names: Names) -> Exhibited:
    return Exhibited(words=called.piles(say, view))


def _places(say: Phrases, view: View, names: Names) -> Exhibited:
    return Exhibited(words=called.places(say, view, names))


def _hero(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return what a hero can do, by its name or its code; `None` for a name that no hero has."""
    say, code = perspective.say, find("hero", " ".join(tokens))
    if not code:
        return None
    return Exhibited("".join(own_words(say, (HEROES[code],))), picture=tiles([hero_tile(say, HEROES[code])]))


def _arena_card(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return what an arena card does, by its name or its number; `None` for a name that no card has."""
    say, code = perspective.say, find("card", " ".join(tokens))
    if not code:
        return None
    return Exhibited("".join(own_words(say, (CARDS[code],))), picture=tiles([card_tile(say, CARDS[code])]))


_TITLES: Final = {
    "hero": {code: hero.title for code, hero in HEROES.items()},
    "card": {code: printed.title for code, printed in CARDS.items()},
}


def find(kind: str, name: str) -> str | None:
    """Return the code of a hero or a card by its code or its name in any language; `None` for none."""
    return code_of(name, _TITLES[kind])


EXHIBITS: Final = (
    Exhibit(id="heroes", label=Message("Heroes and cards"), show=of_match(_heroes_and_cards), public=True),
    Exhibit(id="lastturn", label=Message("Last turn"), show=_last_turn, public=True, of_scene=True),
    Exhibit(
        id="piles",
        label=Message("Piles"),
        show=of_match(_piles),
        public=True,
    ),
    Exhibit(
        id="places",
        label=Message("Who may be where?"),
        show=of_match(_places),
    ),
    Exhibit(id="hero", label=Message("Hero"), show=_hero),
    Exhibit(id="arenacard", label=Message.term("arena", "Card"), show=_arena_card),
)


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw the public picture, the last shot on it. Nothing of it depends on what a reader alone knows."""
    return Picture(pictures.draw_board(view, Labels.of(say, names)), "board.png", alt_text(say, view))


def private_board(
    say: Phrases,
    view: View,
    draft: pictures.Aim | pictures.Outcome | pictures.Sheet | pictures.Gallery | None = None,
    names: Names = NOBODY,
) -> Picture:
    """Draw the picture of a panel: the reader's hidden hero, a line about it, the chances of an aim; or tiles."""
    if isinstance(draft, pictures.Sheet):
        return tiles(draft.tiles)
    if isinstance(draft, pictures.Gallery):
        return gallery(say, draft.tiles)
    picture = pictures.draw_private(view, Labels.of(say, names), draft)
    return Picture(picture, "board.png", alt_text(say, view, own=True, draft=draft))


def choosing(view: View, seat: int, action: Action) -> pictures.Aim | None:
    """Return the aim of a shot, which is told everybody."""
    return called.aim_of(view, int(action[1]), seat) if action[0] in ("attack", "attack2") else None


def result_card(say: Phrases, view: View, names: Names = NOBODY) -> Picture:
    """Draw the winner, the order of going out, hits, last hideouts, the last position."""
    return Picture(pictures.draw_result(view, Labels.of(say, names)), "result.png", alt_text(say, view))


def quick_start(view: View, choice: Choice, newcomer: bool = False) -> Action | None:
    """Return a drawn hero while heroes are picked."""
    return ("pick", RANDOM) if choice.kind == "pick" else None


FACE: Final = Face[View](
    game=GAME,
    group="arena",
    words=Words(
        description=description,
        tell=events.tell,
        together=events.together,
        asked=standing.asked,
        score=standing.score,
        status=standing.status,
        ending=standing.ending,
        action_text=standing.action_text,
        seat_title=called.seat_title,
    ),
    pictures=Pictures(
        board=board, private=private_board, result=result_card, choosing=choosing, warm=warming(pictures.warm)
    ),
    panel=panel,
    quick_start=quick_start,
    turn_ahead=(NEXT,),
    film=FILM,
    why=WHY,
    predictions=PREDICTIONS,
    exhibits=EXHIBITS,
    lessons=LESSONS,
    guide=GUIDE,
    blurb=Blurb(
        Message("Hide-and-seek with dice: fire at hideouts until the others show themselves, and vanish again."),
        Message("about 18 turns each with two, 7 with four"),
    ),
)
