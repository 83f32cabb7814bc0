"""What two people can do to a third with all that writes, posts and pings: one ping for each position, and no more."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.interactions.admission import RATES
from bot.matches.calls import MOST
from bot.panels.components import button_id
from bot.panels.face import AnyFace
from bot.panels.model import Press
from bot.registry import FACES
from games import agreements
from games.record import canonical
from games.referee import random_action
from tests.bot import forged
from tests.bot.features.seeks.meeting import meeting
from tests.bot.forged import only_refusals, press, said
from tests.bot.world import World, pings, world
from tests.support.registering import register
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident")

EVERY: dict[str, AnyFace] = {FACE.game.name: FACE, **FACES}
NUDGE = "👋"
"""The mark of a nudge: one in twelve hours."""
LOOPS = ("agree:0::draw.offer", "agree:0::draw.withdraw", "agree:0::takeback.ask", "agree:0::takeback.withdraw")
"""What is done and undone again and again."""
ONCE = (
    "agree:0::draw.accept",
    "agree:0::takeback.accept",
    "time:0::nudge",
    "time:0::claim",
    "time:0::give",
    "time:0::sub",
    "time:0::off",
    "undo:0::",
    "orders:0::",
    "rematch:0::",
    "seat:0::offer",
    "seat:0::withdraw",
    "do:0:nothing:end",
)
Deed = Callable[[], Awaitable[Any]]


class Table:
    """Three at a match, of whom two flood; what reaches the third."""

    def __init__(self, made: World, face: AnyFace, rng: random.Random) -> None:
        self.made, self.face, self.rng = made, face, rng
        self.match_id = ""
        self.thread: Any = None
        self.told: dict[tuple[bool, str], list[str]] = {}
        """What has called the third, by what it was, a nudge or the match itself, and by position."""
        self.posts = 0
        self.elsewhere = 0
        """Calls in the channel."""

    async def begin(self) -> None:
        """Anna opens a match for three, and it begins."""
        made = self.made
        way = next(f for f in self.face.game.formations if f.seats == 3)
        ways = {"teams": way.id} if len(self.face.game.formations) > 1 else {}
        new = f"{self.face.group} new"
        await made.anna.slash(made.channel, new, **ways, opponent=made.max, opponent2=made.bea)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        self.match_id = head.id
        for actor in (made.max, made.bea):
            await actor.slash(made.channel, "match accept", match=head.id)
        await made.settle()
        self.thread = await made.thread(head.id)

    def deeds(self, actor: Any) -> list[Deed]:
        """Return what one of the two does in one position, some of it twice."""
        made, new = self.made, f"{self.face.group} new"
        loops: list[Deed] = [
            lambda: actor.slash(self.thread, "match substitute", action="offer", player=made.tina),
            lambda: actor.slash(self.thread, "match substitute", action="withdraw"),
            lambda: actor.slash(made.channel, new, opponent=made.bea),
            lambda: actor.slash(made.channel, "match cancel"),
            *(partial(self._press, actor, press) for press in LOOPS),
        ]
        once: list[Deed] = [
            lambda: actor.slash(self.thread, "match plan", actions="end"),
            lambda: actor.slash(self.thread, "match follow", what="highlights"),
            *(partial(self._press, actor, press) for press in ONCE),
        ]
        return [*loops, *loops, *once]

    async def _press(self, actor: Any, press: str) -> Any:
        return await forged.press(self.made, actor, self.thread, f"b:{self.match_id}:{press}")

    async def position(self) -> str:
        match = await self.made.bot.matches.load(self.match_id)
        return canonical(agreements.dump(match.face.game, match.position))

    async def do(self, deed: Deed) -> None:
        """Carry it out and count what reaches Bea."""
        made, since = self.made, len(self.made.env.http_requests)
        await deed()
        await made.settle()
        here = await self.position()
        for place, users in pings(made, since):
            if made.bea.id in users and place == self.thread.id:
                text = next(e.json["content"] for e in made.env.http_requests[since:] if _calls(e, made.bea.id))
                self.told.setdefault((NUDGE in text, here), []).append(text)
            elif made.bea.id in users:
                self.elsewhere += 1
        thread = f"/channels/{self.thread.id}/messages"
        sent = [e for e in made.env.http_requests[since:] if e.method == "POST" and e.path.endswith(thread)]
        self.posts += sum(NUDGE not in e.json["content"] for e in sent)

    async def move(self, user: Any) -> bool:
        """Let somebody act who is waited for; false where they are not."""
        match = await self.made.bot.matches.load(self.match_id)
        own = [c for c in match.choices if c.must and match.user_of(c.seat) == user.id]
        if own:
            action = random_action(match.face.game, match.state, own[0], self.rng)
            await self.do(lambda: self.made.play(self.match_id, user.id, action, own[0].key))
        return bool(own)


def _calls(entry: Any, user: int) -> bool:
    body = entry.json if isinstance(entry.json, dict) else {}
    return entry.method == "POST" and f"<@{user}>" in str(body.get("content"))


@pytest.mark.parametrize("face", EVERY.values(), ids=EVERY)
async def test_a_third_is_pinged_once_for_a_position(
    tmp_path: Path, face: AnyFace, monkeypatch: pytest.MonkeyPatch
) -> None:
    if face is FACE:
        register(monkeypatch, FACE)
    rng = random.Random(7)
    async with world(tmp_path) as made:
        table = Table(made, face, rng)
        await table.begin()
        seen = {await table.position()}
        for actor in (made.anna, made.max):
            for deed in table.deeds(actor):
                await table.do(deed)
                seen.add(await table.position())
            await table.move(actor)
            seen.add(await table.position())
        assert table.told, "nothing has reached her"
        assert not [texts for texts in table.told.values() if len(texts) > 1]
        assert sum(nudge for nudge, _ in table.told) <= 1
        assert table.posts <= len(seen)
        assert table.elsewhere <= 2 * MOST
        only_refusals(made)


async def test_whoever_looks_for_matches_again_and_again_disturbs_nobody(tmp_path: Path) -> None:
    """Two look for matches and stop, again and again: one list, no ping, and soon they have to wait."""
    async with world(tmp_path) as made:
        limit = RATES["seeks"].burst
        waits = {"game": "monolith_arena", "kind": "2v2"}
        await made.tina.slash(made.channel, "seek new", game="monolith_arena", pace="live")
        await made.settle()
        made.bot.services.limits._rates = {"seeks": RATES["seeks"]}
        since = len(made.env.http_requests)
        answers = []
        for _ in range(2 * limit):
            for actor in (made.anna, made.max):
                answers.append(said(await actor.slash(made.channel, "seek new", **waits)))
                await actor.slash(made.channel, "seek cancel")
        await made.settle()
        placed = [answer for answer in answers if answer.startswith("🔎")]
        assert len(placed) == 2 * limit
        assert all("faster than anybody" in answer for answer in answers if answer not in placed)
        sent = [e for e in made.env.http_requests[since:] if e.method == "POST" and e.path.endswith("/messages")]
        assert not sent, "the list that is there is edited"
        assert not pings(made, since)
        made.bot.services.limits._rates = {}
        await made.bea.slash(made.channel, "seek new", game="monolith_arena")
        await made.settle()
        called = [user for _, users in pings(made, since) for user in users]
        assert called.count(made.tina.id) == 1, "who has waited is pinged once, when the match begins"
        assert called.count(made.bea.id) <= 1
        only_refusals(made)


async def test_nobody_is_flooded_by_closing_and_opening_their_messages(tmp_path: Path) -> None:
    """Presses of the button that asks to be written to are one message, and no further ping."""
    async with meeting(tmp_path) as met:
        made = met.made
        await met.allow()
        await met.seek(made.anna)
        met.close(made.anna)
        await met.seek(met.eve)
        (match_id,) = [head.id for head in await made.bot.store.matches.all_open()]
        since = len(made.env.http_requests)
        for _ in range(12):
            await made.press(made.anna, made.channel.history()[-1], "reach")
            await made.settle()
        assert not [users for place, users in pings(made, since) if place == made.channel.id]
        theirs = f"/channels/{met.eve.user.dm_channel.id}/messages"
        assert not [e for e in made.env.http_requests[since:] if e.method == "POST" and e.path == theirs]
        met.open()
        before = len(met.written(made.anna))
        for _ in range(3):
            await press(made, made.anna, made.channel, button_id(match_id, 0, "", Press("reach")))
            await made.settle()
        assert len(met.written(made.anna)) == before + 2, "the start and the board, once"
        only_refusals(made)
