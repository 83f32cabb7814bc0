"""Attacks as animations and as stills."""

from __future__ import annotations

from typing import Final

from bot.limits import ALT_TEXT, cut
from bot.monsters_and_myths.texts.events import tell
from bot.monsters_and_myths.texts.names import labels
from bot.panels.face import Events, Film, Scene
from bot.panels.model import Picture
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.view import View
from render.monsters_and_myths import draw_film, draw_strip, frames

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
