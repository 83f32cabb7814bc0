"""What Monsters & Myths shows of a match: films of attacks, and on request the piles, the last attack, cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.texts import events
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.events import tell
from bot.monsters_and_myths.texts.names import labels
from bot.panels.face import Events, Exhibit, Exhibited, Film, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts.names import Names, player
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CODES
from games.monsters_and_myths.view import View
from render.labels import Labels
from render.monsters_and_myths import draw_card, draw_film, draw_strip, frames

_SHOWN: Final = (ev.Attacked, ev.Rolled, ev.Lost, ev.Fired, ev.Flipped)


def covers(events: Events) -> bool:
    """Return True if somebody attacked, rolled, lost something or fired."""
    return any(isinstance(event, _SHOWN) for event in events)


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw arrows, dice, losses and shots one after the other."""
    picture = draw_film(frames(scene.before, scene.events, scene.after), labels(say, scene.names))
    return Picture(picture, "attack.gif", _alt(say, say("The attack, roll by roll."), scene))


FILM: Final = Film(covers=covers, draw=draw)
"""Films of attacks."""


def stills(say: Phrases, scene: Scene[View], names: Names) -> Picture:
    """Draw the frames of the film beside each other."""
    picture = draw_strip(frames(scene.before, scene.events, scene.after), labels(say, names))
    return Picture(picture, "attack.png", _alt(say, say("The attack, picture by picture."), scene))


def _alt(say: Phrases, title: str, scene: Scene[View]) -> str:
    return cut(f"{title} {'. '.join(tell(say, scene.events, scene.names))}", ALT_TEXT)


def _piles(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return all piles that the reader may know."""
    view = perspective.view
    return None if view is None or tokens else Exhibited(words=piles(perspective.say, view, perspective.names))


def piles(say: Phrases, view: View, names: Names) -> str:
    """Return captured and discarded cards, and what is left in the pile, in words."""
    lines = [say("Draw pile: {count} cards.", count=view.pile)]
    lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards) or say("nothing")))
    for seat in view.seats:
        who = player(names, seat.seat)
        lines.append(
            say("{player} has captured {cards}.", player=who, cards=n.counted(say, seat.captured) or say("nothing"))
        )
        if seat.away:
            lines.append(say("You have thrown away {cards}.", cards=n.counted(say, seat.away)))
        elif seat.away_count:
            lines.append(say("{player} has thrown away {count} cards unseen.", player=who, count=seat.away_count))
    return cut("\n".join(lines), EMBED_DESCRIPTION)


def _last_attack(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the last attack as stills, with every sentence about it."""
    say = perspective.say
    if scene is None:
        return Exhibited(say("Nobody has attacked yet."))
    sentences = "\n".join(events.tell(say, scene.events, perspective.names))
    return Exhibited(words=cut(sentences, EMBED_DESCRIPTION), picture=stills(say, scene, perspective.names))


def _card(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the card of that code or name in words and as a picture; `None` where there is none."""
    code = find(" ".join(tokens))
    if code is None:
        return None
    say = perspective.say
    text = n.card_text(say, code)
    return Exhibited(text, picture=Picture(draw_card(code, Labels(say), text), "card.png", text))


def find(name: str) -> str | None:
    """Return the card of a code, or of a name in any language; the first that fits."""
    wanted = _plain(name)
    if not wanted:
        return None
    for code in CODES:
        if wanted == _plain(code) or wanted in {_plain(n.card(phrases(language), code)) for language in LANGUAGES}:
            return code
    return None


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.casefold()).strip()


PILES: Final = Exhibit(id="piles", label=Message("Piles"), show=_piles, public=True)
LAST_ATTACK: Final = Exhibit(id="attack", label=Message("Last attack"), show=_last_attack, public=True, of_scene=True)
CARD: Final = Exhibit(id="mcard", label=Message("Look at a card"), show=_card)
EXHIBITS: Final = (PILES, LAST_ATTACK, CARD)
