"""Why it came so in Arena of Heroes: which rolls can be asked about, what is said of one, and its picture."""

from __future__ import annotations

from typing import Any, Final

from bot.arena_of_heroes.texts import why
from bot.arena_of_heroes.texts.events import shot as told
from bot.arena_of_heroes.texts.events import tell
from bot.limits import ALT_TEXT, cut
from bot.panels.face import Exhibited, Scene, Subject, Why, any_of
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from bot.texts.story import begun
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.causes import Account, accounts, shown_places
from games.arena_of_heroes.view import View
from render.arena_of_heroes import draw_shot
from render.labels import Labels


def _rolls(scene: Scene[View]) -> list[tuple[int, Any]]:
    """Return the rolls of a scene that can be explained, with their places among its events."""
    return [
        (at, event)
        for at, event in enumerate(scene.events)
        if isinstance(event, ev.Attacked) or (isinstance(event, ev.HideDie) and event.purpose == "hide")
    ]


def subjects(say: Phrases, scene: Scene[View]) -> list[Subject]:
    """Return all rolls of a scene: those that cost the reader's hero something, other hits, the rest; newest first."""
    found = {account.attack_at: account for account in accounts(scene.before, scene.events)}
    rolls = sorted(_rolls(scene), key=lambda roll: (_rank(found.get(roll[0]), scene.before.reader), -roll[0]))
    return [Subject(str(at), begun(_told(say, scene, at, event))) for at, event in rolls]


def _rank(account: Account | None, reader: int | None) -> int:
    if account is None or not account.meetings:
        return 2
    return 0 if any(meeting.seat == reader for meeting in account.meetings) else 1


def _told(say: Phrases, scene: Scene[View], at: int, event: Any) -> str:
    if isinstance(event, ev.Attacked):
        return told(say, event, scene.events[at + 1 :], scene.names)[0]
    return tell(say, [event], scene.names)[0]


def explain(say: Phrases, scene: Scene[View], token: str) -> Exhibited | None:
    """Return why the roll that a token of `subjects` names came to what it came to; `None` for any other token."""
    event = dict(_rolls(scene)).get(int(token)) if token.isdecimal() and len(token) < 5 else None
    if event is None:
        return None
    at = int(token)
    labels = Labels.of(say, scene.names)
    places: tuple[int, ...]
    if isinstance(event, ev.HideDie):
        text = why.hiding(say, event, scene.names)
        there = shown_places(scene.before, scene.events[:at]).get(event.seat)
        places = (there,) if there is not None else ()
    else:
        account = next(one for one in accounts(scene.before, scene.events) if one.attack_at == at)
        text = why.shot(say, account, scene.names)
        places = account.hideouts
    data = draw_shot(scene.before, scene.events, scene.after, labels, at, places)
    return Exhibited(text, picture=Picture(data, "why.png", cut(text, ALT_TEXT)))


WHY: Final = Why(covers=any_of(ev.Attacked, ev.HideDie), subjects=subjects, explain=explain)
