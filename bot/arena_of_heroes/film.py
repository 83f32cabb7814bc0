"""Turns as animations and as stills."""

from __future__ import annotations

from typing import Final

from bot.arena_of_heroes.texts.events import tell
from bot.limits import ALT_TEXT
from bot.panels.face import Events, Film, Scene
from bot.panels.model import Picture
from bot.texts import story
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.view import View
from render.arena_of_heroes import draw_film, draw_strip, frames
from render.labels import Labels

_SHOWN: Final = (ev.Attacked, ev.HideDie, ev.ArenaCard, ev.AbilityUsed, ev.Revealed, ev.Left, ev.Out)


def covers(events: Events) -> bool:
    """Return True if anything was rolled, drawn or shown."""
    return any(isinstance(event, _SHOWN) for event in events)


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw a frame for each roll and each card, the last frame standing."""
    labels = Labels.of(say, scene.names)
    picture = draw_film(frames(scene.before, scene.events, scene.after, labels), labels)
    return Picture(picture, "turn.gif", _alt(say, scene.events, scene.names))


FILM: Final = Film(covers=covers, draw=draw)
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
    return story.told([say("The turn, roll by roll."), *sentences], ALT_TEXT - 16)
