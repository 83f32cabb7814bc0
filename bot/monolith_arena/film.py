"""Battles as animations and as stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts.endings import losses
from bot.monolith_arena.texts.foresight import battle
from bot.monolith_arena.texts.lettering import lettering
from bot.panels.face import Names, Scene
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.monolith_arena import events as ev
from games.monolith_arena.foresight.battles import Forecast
from games.monolith_arena.replay import film
from render.monolith_arena import draw_film, draw_strip

_FIGHTING: Final = (ev.BattleBegan, ev.BattleEnded)


class BattleFilm:
    """Films of battles."""

    def covers(self, events: Sequence[Any]) -> bool:
        """Whether a battle began, went on or ended."""
        return any(isinstance(e, _FIGHTING) or (isinstance(e, ev.Wounds) and e.cause == "phase") for e in events)

    def draw(self, say: Phrases, scene: Scene) -> Picture:
        """Every phase for some seconds, attacks as arrows."""
        text = f"{say('The battle, phase by phase.')} {losses(say, scene.before, scene.after, scene.names)}"
        frames = film(scene.before, scene.events, scene.after)
        return Picture(draw_film(frames, lettering(say, scene.names)), "battle.gif", cut(text, ALT_TEXT))


def stills(say: Phrases, scene: Scene) -> Picture:
    """The frames of the film beside each other."""
    text = say("The phases of the battle, side by side.")
    told = losses(say, scene.before, scene.after, scene.names)
    frames = film(scene.before, scene.events, scene.after)
    return Picture(draw_strip(frames, lettering(say, scene.names)), "battle.png", cut(f"{text} {told}", ALT_TEXT))


def foreseen(say: Phrases, found: Forecast, names: Names) -> Picture:
    """A battle that is not fought, as far as it is certain, phase by phase."""
    text = " ".join([say("The phases of the battle, side by side."), *battle(say, found, names)])
    frames = film(found.before, found.events, found.after)
    return Picture(draw_strip(frames, lettering(say, names)), "foreseen.png", cut(text, ALT_TEXT))
