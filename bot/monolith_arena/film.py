"""Battles as animations and as stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.limits import ALT_TEXT, cut
from bot.monolith_arena.texts.endings import losses
from bot.monolith_arena.texts.lettering import lettering
from bot.panels.face import Scene
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.monolith_arena import events as ev
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
        text = f"{say('The battle, phase by phase.')} {losses(say, scene.before, scene.after)}"
        frames = film(scene.before, scene.events, scene.after)
        return Picture(draw_film(frames, lettering(say)), "battle.gif", cut(text, ALT_TEXT))


def stills(say: Phrases, scene: Scene) -> Picture:
    """The frames of the film beside each other."""
    text = f"{say('The phases of the battle, side by side.')} {losses(say, scene.before, scene.after)}"
    frames = film(scene.before, scene.events, scene.after)
    return Picture(draw_strip(frames, lettering(say)), "battle.png", cut(text, ALT_TEXT))
