"""Public posts of whole matches in a browser: on a laptop each is seen as a whole, on a phone it has eight lines."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser

from bot.interactions.services import public_buttons
from bot.panels import components, room
from bot.panels.face import AnyFace
from bot.publish import compose
from bot.publish.live import MessageCoverage
from bot.publish.studio import ending_on
from bot.registry import FEATURES
from bot.texts.phrases import LANGUAGES, SOURCE, phrases
from games.api import Formation
from sandbox import Message, Sandbox
from sandbox.traffic import Request
from tests.e2e.browser import SIZES, Tab, needs_browser, tab
from tests.e2e.seats import enter, inside, look
from tests.support.posted import TABLES, Table

pytestmark = needs_browser
PEOPLE = ("anna", "maximilian", "tina", "bartholomew_the")
NAMES = {0: "Anna", 1: "Maximilian", 2: "Tina", 3: "Bartholomew the Elder of Greenwich"}
MORE = public_buttons(FEATURES)
MOVES, SHARE = 300, 0.25
"""How long a match is followed, and how much of what is posted is looked at, in each language."""
MATTERS = 4 * len(LANGUAGES)
"""So many posts of every formation are looked at in any case."""
AT_ONCE = 30
"""How many posts are in a channel."""
LINE = 22.4
"""The height of a line of text in the page, in CSS pixels."""
STRIP = 60
"""How many of its picture a phone shows at least together with text and buttons."""
MEASURED = """
(log) => [log.clientHeight, [...log.querySelectorAll("article")].map((article) => {
  const high = (selector) => [...article.querySelectorAll(selector)].reduce((sum, part) => sum + part.offsetHeight, 0);
  return [article.dataset.id, article.offsetHeight, high(".body > p:not(.problem)"), high("figure")];
})]
"""


class Pictures:
    """Blank pictures, as large as those of a post: all of a kind are alike in that."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, bool], bytes] = {}

    def like(self, content: compose.Content) -> bytes:
        """Return one of the size of what a live message shows."""
        assert content.picture is not None
        how, *given = content.picture
        kind = (how.__name__, content.film is not None)
        if kind not in self._made:
            drawn = how(*given)
            if content.film is not None:
                how, *given = content.film
                drawn = ending_on(how(*given), drawn)
            blank = io.BytesIO()
            Image.new("L", Image.open(io.BytesIO(drawn.data)).size).save(blank, "PNG")
            self._made[kind] = blank.getvalue()
        return self._made[kind]


def _posts(face: AnyFace, formation: Formation) -> Iterator[tuple[compose.Content, dict[str, Any], bytes]]:
    """Play at random; yield some of what is posted meanwhile, with the body of its request and a picture."""
    random, pictures = Random(f"posts {formation.id}"), Pictures()
    table = Table(face, formation, SOURCE, random, {})
    names = {seat: NAMES[seat] for seat in range(formation.seats)}
    cover: MessageCoverage | None = None
    for number, match in enumerate(table.play()):
        waiting = tuple(match.waited_for())
        since, told = (cover.since, cover.told) if cover is not None else (0, 0)
        if cover is None or not cover.covers(match, waiting):
            since, told = match.newest, since
        cover = MessageCoverage.of(match, since, waiting, told)
        if number > MOVES:
            break
        if match.match.status == "running" and random.random() > SHARE:
            continue
        for say in map(phrases, LANGUAGES):
            content = compose.live_content(say, match, names, waiting, since, told, more=MORE(say, match))
            view = components.view(match.id, content.rows, cover.key)
            assert view is not None
            attached = [{"id": 0, "filename": "board.png"}]
            yield content, {"components": view.to_components(), "attachments": attached}, pictures.like(content)


async def _measure(page: Tab, posted: dict[Message, compose.Content]) -> None:
    """Raise `AssertionError` where a post of a channel that the first seat looks at has no room."""
    newest = list(posted)[-1]
    await look(page, PEOPLE[0], newest.channel)
    await inside(page, PEOPLE[0], f'[data-id="{newest.id}"]').wait_for(state="attached")
    log, shown = await inside(page, PEOPLE[0], ".log").evaluate(MEASURED)
    assert len(shown) == len(posted)
    for message, (number, height, text, picture) in zip(posted, shown, strict=True):
        told = f"{height} with {text} and {picture} of {log}:\n{posted[message].text}\n{posted[message].rows}"
        assert str(message.id) == number
        if page.phone:
            assert text < LINE * (room.POST_LINES + 0.5), told
            assert height - picture + STRIP <= log, told
        else:
            assert height <= log, told


@pytest.mark.parametrize(("face", "formation"), TABLES)
async def test_a_post_has_its_room_on_the_screen(chromium: Browser, face: AnyFace, formation: Formation) -> None:
    posts = list(_posts(face, formation))
    assert len(posts) >= MATTERS
    async with Sandbox(people=PEOPLE) as box:
        ids = [box.players[name].id for name in PEOPLE]
        channels: list[dict[Message, compose.Content]] = []
        for begin in range(0, len(posts), AT_ONCE):
            channel = box.world.add_channel(box.guild, f"posts-{begin}")
            channels.append({})
            for content, body, picture in posts[begin : begin + AT_ONCE]:
                body["content"] = re.sub(r"<@(\d)>", lambda found: f"<@{ids[int(found[1]) - 1]}>", content.text)
                request = Request("", "", files={0: ("board.png", picture)})
                channels[-1][box.posting.create(channel, box.world.bot, body, request)] = content
        for size, seats in (("laptop", PEOPLE[:2]), ("phone", PEOPLE[:1])):
            async with tab(chromium, SIZES[size]) as page:
                await enter(page, f"{box.url}/?{'&'.join(f'seat={seat}' for seat in seats)}")
                for posted in channels:
                    await _measure(page, posted)
