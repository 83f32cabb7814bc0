"""Battles as animations and as stills."""

from __future__ import annotations

from typing import Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts.endings import losses
from bot.monolith_arena.texts.foresight import battle
from bot.panels.face import Events, Film, Scene
from bot.panels.model import Picture
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.monolith_arena import events as ev
from games.monolith_arena.foresight.battles import Forecast
from games.monolith_arena.replay import film
from games.monolith_arena.view import View
from render.labels import Labels
from render.monolith_arena import draw_film, draw_strip

_FIGHTING: Final = (ev.BattleBegan, ev.BattleEnded)


def covers(events: Events) -> bool:
    """Return True if a battle began, went on or ended."""
    return any(isinstance(e, _FIGHTING) or (isinstance(e, ev.Wounds) and e.cause == "phase") for e in events)


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw every phase for some seconds, attacks as arrows."""
    text = f"{say('The battle, phase by phase.')} {losses(say, scene.before, scene.after, scene.names)}"
    frames = film(scene.before, scene.events, scene.after)
    return Picture(draw_film(frames, Labels.of(say, scene.names)), "battle.gif", cut(text, ALT_TEXT))


FILM: Final = Film(covers=covers, draw=draw)
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
