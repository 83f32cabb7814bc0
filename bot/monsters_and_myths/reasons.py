"""Why it came so in Monsters & Myths: which cards can be asked about, what is said of one, and its picture."""

from __future__ import annotations

from typing import Any, Final

from bot.limits import ALT_TEXT, cut
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts import why
from bot.monsters_and_myths.texts.events import tell
from bot.panels.face import Events, Exhibited, Scene, Subject, Why, any_of
from bot.panels.model import Picture
from bot.texts.names import player
from bot.texts.phrases import Phrases
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.causes import account, exchange_of
from games.monsters_and_myths.view import View
from render.labels import Labels
from render.monsters_and_myths import draw_moment


def _known(scene: Scene[View]) -> list[tuple[int, Any]]:
    """Return the lost cards and the shots of a scene, with their places among its events."""
    return [
        (at, event)
        for at, event in enumerate(scene.events)
        if isinstance(event, ev.Fired) or (isinstance(event, ev.Lost) and exchange_of(scene.events, at) is not None)
    ]


def subjects(say: Phrases, scene: Scene[View]) -> list[Subject]:
    """Return all lost cards and shots of a scene: the reader's own cards, others, shots in vain; newest first."""
    known = sorted(_known(scene), key=lambda one: (_rank(one[1], scene.before.reader), -one[0]))
    return [Subject(str(at), _label(say, scene, event)) for at, event in known]


def _rank(event: Any, reader: int | None) -> int:
    if isinstance(event, ev.Fired):
        return 2 if not event.hit else int(n.shot_owner(event.target) != reader)
    return int(event.seat != reader)


def _label(say: Phrases, scene: Scene[View], event: Any) -> str:
    if isinstance(event, ev.Fired):
        return tell(say, [event], scene.names)[0]
    return say("{card} ({player}), lost", card=n.card(say, event.card), player=player(scene.names, event.seat))


def explain(say: Phrases, scene: Scene[View], token: str) -> Exhibited | None:
    """Return why the card was lost, or the shot hit or missed, that a token of `subjects` names; `None` for others."""
    event = dict(_known(scene)).get(int(token)) if token.isdecimal() and len(token) < 5 else None
    if event is None:
        return None
    about = event
    if isinstance(event, ev.Fired):
        text = why.fired(say, event)
    else:
        about = exchange_of(scene.events, int(token))
        assert about is not None
        text = why.lost(say, account(about, event.seat), scene.names)
    picture = draw_moment(scene.before, scene.events, scene.after, Labels.of(say, scene.names), about)
    return Exhibited(text, picture=Picture(picture, "why.png", cut(f"{_label(say, scene, event)}. {text}", ALT_TEXT)))


_TOLD: Final = any_of(ev.Attacked, ev.Rolled, ev.Lost, ev.Fired, ev.Flipped, ev.Passed, ev.PassRecalled)


def covers(events: Events) -> bool:
    """Return True for what belongs to an attack: also for a choice of which nothing is told yet."""
    return not events or _TOLD(events)


WHY: Final = Why(covers=covers, subjects=subjects, explain=explain)
