"""Turns as animations and as stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.arena_of_heroes.texts import events as told
from bot.arena_of_heroes.texts.lettering import lettering
from bot.limits import ALT_TEXT
from bot.panels.face import Names, Scene
from bot.panels.model import Picture
from bot.texts import story
from bot.texts.phrases import Phrases
from games.arena_of_heroes import events as ev
from render.arena_of_heroes import draw_film, draw_strip, frames

_SHOWN: Final = (ev.Attacked, ev.HideDie, ev.ArenaCard, ev.AbilityUsed, ev.Revealed, ev.Left, ev.Out)


class TurnFilm:
    """Films of turns: a frame for each roll and each card."""

    def covers(self, events: Sequence[Any]) -> bool:
        """Whether anything was rolled, drawn or shown."""
        return any(isinstance(event, _SHOWN) for event in events)

    def draw(self, say: Phrases, scene: Scene) -> Picture:
        """The film, the last frame standing."""
        words = lettering(say, scene.names)
        picture = draw_film(frames(scene.before, scene.events, scene.after, words), words)
        return Picture(picture, "turn.gif", _alt(say, scene.events, scene.names))


def stills(say: Phrases, scene: Scene) -> Picture:
    """The frames of the last turn of a scene beside each other."""
    words = lettering(say, scene.names)
    shown = latest_turn(scene.events)
    found = frames(scene.before, scene.events, scene.after, words, last=len(shown))
    return Picture(draw_strip(found, words), "turn.png", _alt(say, shown, scene.names))


def latest_turn(events: Sequence[Any]) -> Sequence[Any]:
    """The events of the turn that has anything to show, the last one in a scene."""
    starts = [n for n, event in enumerate(events) if isinstance(event, ev.TurnBegan)]
    for start in reversed(starts):
        if TurnFilm().covers(events[start:]):
            return events[start:]
    return events


def _alt(say: Phrases, events: Sequence[Any], names: Names) -> str:
    sentences = story.results(told.tell(say, events, names))
    return story.told([say("The turn, roll by roll."), *sentences], ALT_TEXT - 16)
