"""What `/privacy delete` does not begin anew: a match that one has played in, and days of absence."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.matches import joining
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from games import agreements
from games.registry import GAMES
from tests.bot.by_id import typed
from tests.bot.features.living import DAY, Living, living
from tests.bot.forged import only_refusals, said
from tests.bot.world import World, world
from tests.support.registering import register
from tests.toy import TOY
from tests.toy.face import FACE

pytestmark = pytest.mark.usefixtures("no_incident")


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Living]:
    monkeypatch.setitem(GAMES, TOY.name, TOY)
    async with living(tmp_path) as made:
        yield made


async def forget(here: Living, user: int) -> None:
    given_up = [head.id for head in await here.store.matches.all_open()]
    await here.store.privacy.forget(user, partial(joining.forgotten, user), now=here.now, given_up=given_up)
    here.matches.calendars.forget(user)


async def _handed_over(here: Living) -> LoadedMatch:
    match = await here.substitutes.offer(await here.begun(3), 0, "own")
    return (await here.substitutes.take(match, 7, 0)).match


async def _given_up(here: Living) -> LoadedMatch:
    return (await here.matches.agree(await here.begun(3), 1, (agreements.RESIGN,))).match


@pytest.mark.parametrize("left", [_handed_over, _given_up])
async def test_nobody_comes_back_to_a_match_by_a_deletion(
    here: Living, left: Callable[[Living], Awaitable[LoadedMatch]]
) -> None:
    """Whoever has played a seat knows what it hides."""
    match = await left(here)
    assert match.match.status == "running"
    await forget(here, 1)
    match = await here.matches.load(match.id)
    assert 1 not in match.users()
    with pytest.raises(Refusal, match="were deleted since"):
        await here.substitutes.offer(match, 1, "own", 1)
    match = await here.substitutes.offer(match, 1, "own")
    before = match.match.version
    with pytest.raises(Refusal, match="were deleted since"):
        await here.substitutes.take(match, 1, 1)
    assert (await here.matches.load(match.id)).match.version == before
    assert 8 in (await here.substitutes.take(match, 8, 1)).match.users()


async def test_days_of_absence_are_not_given_again_by_a_deletion(here: Living) -> None:
    await here.absences.leave(1, here.now + 20 * DAY)
    await here.on(18 * DAY)
    await forget(here, 1)
    assert await here.absences.left(1, here.now) == 12 * DAY
    assert await here.absences.left(2, here.now) == 30 * DAY
    with pytest.raises(Refusal, match="12 of them are left"):
        await here.absences.leave(1, here.now + 13 * DAY)
    await here.absences.leave(1, here.now + 12 * DAY)
    await here.on(DAY)
    await here.absences.back(1)
    await forget(here, 1)
    assert await here.absences.left(1, here.now) == 11 * DAY
    await here.on(365 * DAY)
    assert await here.absences.left(1, here.now) == 30 * DAY


async def _offered(made: World, user: Any) -> list[str]:
    choices = await typed(made, user, made.channel, "match takeover", "match", {})
    return [choice["value"] for choice in choices]


async def test_all_of_it_by_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, FACE)
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "toy new", teams="1v1v1", opponent=made.max, opponent2=made.tina)
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        for actor in (made.max, made.tina):
            await actor.slash(made.channel, "match accept", match=head.id)
        await made.settle()
        thread = await made.thread(head.id)
        await made.anna.slash(thread, "match substitute", action="offer")
        await made.bea.slash(made.channel, "match takeover", match=head.id)
        await made.max.slash(thread, "match substitute", action="offer")
        await made.settle()
        assert await _offered(made, made.anna) == []
        assert "cannot come back" in said(await made.anna.slash(made.channel, "match takeover", match=head.id))
        assert "What stays behind" in said(await made.anna.slash(made.channel, "privacy delete"))
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        await made.settle()
        assert await _offered(made, made.anna) == []
        assert "were deleted since" in said(await made.anna.slash(made.channel, "match takeover", match=head.id))
        newcomer = made.member("Nora")
        assert await _offered(made, newcomer) == [head.id]
        assert "taken over" in said(await newcomer.slash(made.channel, "match takeover", match=head.id))
        only_refusals(made)


@pytest.mark.parametrize("ends", [True, False])
async def test_the_others_are_told_how_it_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: bool) -> None:
    """A match of three of whom one was deleted: its end, and what is said where its thread is gone."""
    register(monkeypatch, FACE)
    async with world(tmp_path) as made:
        others = {"opponent": made.max, "opponent2": made.tina}
        await made.anna.slash(made.channel, "toy new", teams="1v1v1", **others)
        await made.settle()
        start = made.channel.last_message
        for who in others.values():
            await made.press(who, start, "accept")
            await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        for who, colour in zip((made.anna, *others.values()), ("red", "green", "blue"), strict=True):
            await made.play(head.id, who.id, ("colour", colour))
        await made.settle()
        await made.anna.slash(made.channel, "privacy delete", sure="DELETE")
        await made.settle()
        if ends:
            await made.resign(made.max, await made.thread(head.id))
        else:
            made.env.backend.delete_channel((await made.thread(head.id)).id)
            await made.play(head.id, made.max.id, ("pick", "1", "2"))
        await made.settle()
        told = made.channel.last_message.content
        assert "Tina" in told if ends else made.tina.mention in told
