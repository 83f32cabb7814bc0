"""Draws where computers play: they sit down with whoever challenges, so that among several people a person is last."""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.features.computers.players import ComputerPlayers
from bot.features.computers.thinking import Thinking
from bot.interactions import inspect
from bot.matches import computers, joining, rematches
from bot.matches.commits import PUBLIC
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.service import Matches
from bot.matches.wishes import Wish
from games import verify
from games.api import Formation
from games.draws import Blinded, Part
from games.registry import GAMES
from storage import Seat, Store
from tests.bot.bare import Bare, wish
from tests.bot.forged import said
from tests.bot.world import world
from tests.support.databases import prepare

pytestmark = pytest.mark.drawn

MONOLITH = GAMES["monolith_arena"]
ANNA, MAX, TINA = 101, 102, 103
SQUIRE, OTHER = computers.computer("squire"), computers.computer("squire", 2)
PRESSES = itertools.count(1_000)
LUCK = "three wise owls"
FORMATIONS = [
    pytest.param(game.name, formation, id=f"{game.name}-{formation.id}")
    for game in GAMES.values()
    for formation in game.formations
    if formation.seats > 2
]


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        yield Lobby(Matches(store, {game.name: Bare(game) for game in GAMES.values()}))  # type: ignore[misc]


def players(match: LoadedMatch) -> list[int]:
    """Return who has added something, in the order of joining."""
    return [part.player for part in match.parts if isinstance(part, Blinded)]


async def all_join(lobby: Lobby, match_id: str, *people: int) -> tuple[LoadedMatch, str]:
    """Let people take their seats, the last one with a word for luck: and what that one could copy before."""
    match = await lobby.matches.load(match_id)
    copied = ""
    for user in people:
        assert match.match.status == "lobby"
        copied = match.fingerprint
        step = lobby.accept if any(seat.user_id == user for seat in match.match.seats) else lobby.join
        luck = LUCK if user == people[-1] else ""
        match = await step(match, user, luck=luck, interaction_id=next(PRESSES))
    assert match.match.status == "running"
    return match, copied


async def over(lobby: Lobby, match: LoadedMatch) -> LoadedMatch:
    """Let everybody give up who still plays."""
    for seat in match.match.seats:
        if match.match.status == "running" and seat.user_id is not None:
            match = (await lobby.matches.agree(match, seat.user_id, ("resign",))).match
    assert match.match.status == "over"
    return match


def checked(match: LoadedMatch) -> tuple[int, str, str]:
    """The status of the record of a match, what is said of it first, and all that is said of it."""
    verdict = verify.check(json.dumps(inspect.record(match, ANNA)))
    return verdict.status, verdict.text, "\n".join(verdict.checked)


async def is_certain(lobby: Lobby, match: LoadedMatch, last: int, copied: str) -> LoadedMatch:
    """See that the last part is that of a person, who could copy the fingerprint of the record; return its end."""
    assert players(match)[-1] == last
    assert match.fingerprint == copied
    match = await over(lobby, match)
    status, first, text = checked(match)
    assert (status, LUCK in text) == (verify.GOOD, True), first
    assert f"was the fingerprint {copied} shown before the last player joined" in text
    earlier = [user for user in players(match)[1:-1] if not computers.is_computer(user)]
    assert text.count("joined earlier, and saw") == len(earlier)
    return match


# Several people and computers


def asked(game: str, formation: Formation, people: int, place: int, **more: Any) -> Wish:
    """A challenge by Anna to one or two people, beside whom computers play, from this place among the others on."""
    others: list[int | None] = [MAX, TINA][: people - 1]
    others[place:place] = [computers.computer("squire", number) for number in range(1, formation.seats - people + 1)]
    return wish(GAMES[game], ANNA, *others, formation=formation.id, **more)


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize(("game", "formation"), FORMATIONS)
async def test_whoever_is_last_of_the_people_is_last_of_all(
    lobby: Lobby, game: str, formation: Formation, drawn: bool, place: int
) -> None:
    """However many they are, whoever accepts last, also where somebody declines and thinks again, and once more."""
    orders = [(MAX,), *([(MAX, TINA), (TINA, MAX)] if formation.seats > 3 else [])]
    for number, order in enumerate(orders, 1):
        match_id = await lobby.new(
            asked(game, formation, len(order) + 1, place, drawn=drawn), interaction_id=next(PRESSES)
        )
        there = await lobby.matches.load(match_id)
        seated = [seat.user_id for seat in there.match.seats if seat.status == "accepted"]
        assert sorted(seated) == sorted(players(there))
        assert len(seated) == formation.seats - len(order)
        if number != 2:
            await lobby.decline(there, order[0], interaction_id=next(PRESSES))
        match, copied = await all_join(lobby, match_id, *order)
        assert players(match)[0] == ANNA
        ended = await is_certain(lobby, match, order[-1], copied)

        async def welcome(_: Wish) -> None:
            """Nobody is refused."""

        again = await rematches.rematch(lobby, ended, order[0], welcome, interaction_id=next(PRESSES))
        others = [user for user in (*order, ANNA) if user != order[0]]
        match, copied = await all_join(lobby, again.rematch.id, *others)
        assert players(match)[0] == order[0]
        await is_certain(lobby, match, ANNA, copied)


async def test_nothing_is_left_to_a_job_of_a_computer(lobby: Lobby) -> None:
    """Whoever runs the bot can hold jobs back until all people have joined."""
    match_id = await lobby.new(wish(MONOLITH, ANNA, SQUIRE, MAX), interaction_id=1)
    there = await lobby.matches.load(match_id)
    assert players(there) == [ANNA, SQUIRE]
    assert {row.kind for row in await lobby.store.jobs.of_match(match_id)} == {PUBLIC}
    assert [seat.status for seat in there.match.seats] == ["accepted", "accepted", "invited"]


# Challenges of earlier versions


async def earlier(lobby: Lobby, *opponents: int) -> LoadedMatch:
    """A challenge as an earlier version has left it: computers are invited."""
    match_id = await lobby.new(wish(MONOLITH, ANNA, *opponents), interaction_id=1)
    parts = joining.dump(joining.opened(Part(ANNA, 1)))

    def body(connection: Any) -> None:
        connection.exec_driver_sql("UPDATE match SET parts = ?", (parts,))
        connection.exec_driver_sql("UPDATE seat SET status = 'invited' WHERE user_id != ?", (ANNA,))

    await lobby.store.database.write(body)
    return await Matches(lobby.store, lobby.matches.faces).load(match_id)


async def test_a_computer_that_was_invited_accepts_once_the_challenge_is_posted(lobby: Lobby) -> None:
    there = await earlier(lobby, SQUIRE, OTHER)
    playing = ComputerPlayers(lobby, Thinking())
    again = await playing.play(there, None, 5)  # type: ignore[arg-type]
    assert again is not None
    assert again.again_at > 5  # type: ignore[operator]
    await lobby.store.matches.set_place(there.id, start_message_id=7)
    for _ in range(2):
        await playing.play(await lobby.matches.load(there.id), None, 6)  # type: ignore[arg-type]
    match = await lobby.matches.load(there.id)
    assert match.match.status == "running"
    assert players(match) == [ANNA, SQUIRE, OTHER]


async def test_a_computer_that_has_accepted_last_proves_nothing(lobby: Lobby) -> None:
    """Max joined before it, with a word: its blind may have been chosen afterwards."""
    there = await earlier(lobby, MAX, SQUIRE)
    match = await lobby.accept(there, MAX, LUCK, interaction_id=2)
    match = await over(lobby, await lobby.accept(match, SQUIRE))
    assert players(match) == [ANNA, MAX, SQUIRE]
    status, first, text = checked(match)
    assert status == verify.PROVES_NOTHING
    assert first.startswith("proves nothing about the draws: the last to join was a computer")
    assert "Left to you" not in text


# One person against computers


async def test_a_match_of_one_person_begins_at_once_and_proves_nothing(lobby: Lobby) -> None:
    """The only press is there before the secret is, and what computers add is known."""
    match_id = await lobby.new(wish(MONOLITH, ANNA, SQUIRE, OTHER), interaction_id=1)
    there = await lobby.matches.load(match_id)
    assert [row.kind for row in await lobby.store.jobs.of_match(match_id)] == [computers.ALONE]
    playing = ComputerPlayers(lobby, Thinking())
    await playing.begin(there, None, 5)  # type: ignore[arg-type]
    match = await lobby.matches.load(match_id)
    assert match.match.seats == (
        Seat(0, ANNA, "accepted"),
        Seat(1, SQUIRE, "accepted"),
        Seat(2, OTHER, "accepted"),
    )
    for stale in (there, match):
        await playing.begin(stale, None, 6)  # type: ignore[arg-type]
    assert (await lobby.matches.load(match_id)).match.version == match.match.version
    status, first, text = checked(await over(lobby, match))
    assert status == verify.PROVES_NOTHING
    assert first.startswith("proves nothing about the draws: one person played against computers")
    assert f"seat 1, computer {SQUIRE}: nothing" in text
    assert "Left to you" not in text


@pytest.mark.usefixtures("no_incident")
async def test_fair_draws_and_the_record_say_that_nothing_is_proved(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.anna.slash(made.channel, "monolith new", computer="squire")
        await made.settle()
        (head,) = await made.bot.store.matches.all_open()
        told = said(await made.press(made.tina, made.channel.history()[0], "proof"))
        assert "where one person plays against computers, whoever runs me could choose them" in told
        assert "before anybody joined" not in told
        await made.resign(made.anna, await made.thread(head.id))
        await made.settle()
        record = await made.tina.slash(made.channel, "match record", match=head.id)
        assert "nobody can check how its draws were chosen" in said(record)
        assert verify.check(await record.response.attachments[0].read()).status == verify.PROVES_NOTHING
