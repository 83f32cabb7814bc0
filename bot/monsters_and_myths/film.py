"""Attacks as animations and as stills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.texts import events
from bot.monsters_and_myths.texts.lettering import lettering
from bot.panels.face import Exhibited, Scene
from bot.panels.model import Picture, SeatPerspective
from bot.texts.phrases import Phrases
from games.monsters_and_myths import events as ev
from render.monsters_and_myths import draw_film, draw_strip, frames

_SHOWN: Final = (ev.Attacked, ev.Rolled, ev.Lost, ev.Fired, ev.Flipped)


class AttackFilm:
    """Films of attacks."""

    def covers(self, events: Sequence[Any]) -> bool:
        """Whether somebody attacked, rolled, lost something or fired."""
        return any(isinstance(event, _SHOWN) for event in events)

    def draw(self, say: Phrases, scene: Scene) -> Picture:
        """Arrows, dice, losses and shots one after the other."""
        told = _told(say, scene)
        picture = draw_film(frames(scene.before, scene.events, scene.after), lettering(say, scene.names))
        return Picture(picture, "attack.gif", cut(f"{say('The attack, roll by roll.')} {told}", ALT_TEXT))


class LastAttack:
    """The last attack as stills, with every sentence about it."""

    id = "attack"
    public = True
    of_scene = True

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        return say("Last attack")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """The stills, and what happened in words."""
        say = perspective.say
        if scene is None:
            return Exhibited(say("Nobody has attacked yet."))
        told = "\n".join(events.tell(say, scene.events, perspective.names))
        picture = draw_strip(frames(scene.before, scene.events, scene.after), lettering(say, perspective.names))
        alt = cut(f"{say('The attack, picture by picture.')} {_told(say, scene)}", ALT_TEXT)
        return Exhibited(words=cut(told, EMBED_DESCRIPTION), picture=Picture(picture, "attack.png", alt))


def _told(say: Phrases, scene: Scene) -> str:
    return ". ".join(events.tell(say, scene.events, scene.names))
