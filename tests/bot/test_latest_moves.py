"""What the others did last is told to whoever is waited for: whole, or what came of it; what is missing is counted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from bot.interactions.panel import NEWS
from bot.interactions.panel_text import with_news
from bot.interactions.services import public_buttons
from bot.panels import room
from bot.panels.face import AnyFace
from bot.publish import compose, recent
from bot.publish.live import MessageCoverage
from bot.registry import FEATURES
from bot.texts import columns, story
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import Formation
from tests.support.posted import TABLES, Table

NAMES = ("Anna", "Max", "Tina", "Oskar")
MORE = public_buttons(FEATURES)


def _must_be_told(text: str, moves: Sequence[str], rows: int, space: int) -> bool:
    """Say whether something is missing; fail where there is room for it, and where nothing says how much it is."""
    assert "…" not in text, "nothing is cut"
    missing = [one for one in moves if one not in text and story.brief(one) not in text]
    if missing:
        every = story.BETWEEN.join(map(story.brief, moves))
        assert not columns.fits(every, rows, space), (text, missing)
    return bool(missing)


@pytest.mark.parametrize(("face", "formation"), TABLES)
def test_whoever_is_asked_is_told_all_that_was_done_last_as_far_as_there_is_room(
    face: AnyFace, formation: Formation
) -> None:
    random = Random(formation.id)
    table = Table(face, formation, SOURCE, random, {})
    names = dict(enumerate(NAMES[: formation.seats]))
    cover, asked, missing = MessageCoverage(), 0, 0
    for match in table.play():
        waiting = tuple(match.waited_for())
        if match.newest > 200 or match.match.status == "over":
            break
        if not match.newest or (cover.waiting and cover.covers(match, waiting)):
            continue
        cover = MessageCoverage.of(match, match.newest, waiting, cover.since)
        say = phrases(random.choice(list(LANGUAGES)))
        for user in waiting:
            seat = match.seat_of(user)
            missed, panel = recent.missed(say, match, names, user), face.panel(match.perspective(seat, names, say), ())
            said = room.told(panel.texts, panel.rows)
            said, told = with_news(missed, NEWS, panel.rows, said, panel)
            under = NEWS - columns.height("**Since your turn:**")
            missing += _must_be_told(told, missed.moves, under, room.left(panel.rows, said) - 1)
            asked += 1
        assert cover.told is not None
        post = compose.live_content(say, match, names, waiting, cover.since, cover.told, more=MORE(say, match))
        assert "… ·" not in post.text
        assert "· …" not in post.text, "what is missing is counted"
    assert asked > 20
    assert missing < asked / 10, "few turns are that long"
