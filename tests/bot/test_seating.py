"""Lobbies of more than two: who may be named, which side a newcomer takes, seats that are drawn."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.commands.new_match import chosen_way
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal
from bot.matches.service import Matches
from bot.matches.wishes import Wish
from bot.publish import notices
from bot.registry import FACES
from bot.texts.phrases import phrases
from games.api import formation_for
from games.draws import Draws, commitment, fingerprint
from games.monolith_arena.game import GAME
from storage import Store
from tests.support.databases import prepare

ANNA, MAX, TINA, BEA, EVA = range(101, 106)
NAMES = {ANNA: "Anna", MAX: "Max", TINA: "Tina", BEA: "Bea", EVA: "Eva"}


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[Lobby]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        yield Lobby(Matches(store, FACES))


def wish(*opponents: int | None, **more: Any) -> Wish:
    values: dict[str, Any] = {"options": {"monoliths": True}, "private": False, "guild_id": 10, "channel_id": 20} | more
    formation = values.pop("formation", None) or formation_for(GAME, len(opponents) + 1).id
    return Wish(GAME.name, formation, ANNA, opponents, **values)


async def opened(lobby: Lobby, *opponents: int | None, **more: Any) -> str:
    return await lobby.new(wish(*opponents, **more), interaction_id=1)


async def match(lobby: Lobby, match_id: str) -> LoadedMatch:
    return await lobby.matches.load(match_id)


def users(found: LoadedMatch) -> list[int | None]:
    return [s.user_id for s in found.match.seats]


def _others(teams: str | None, ally: int | None, opponents: list[int]) -> tuple[int | None, ...]:
    way = chosen_way(GAME, teams)
    return seating.others(way.formation, ally, opponents, drawn=way.drawn)


@pytest.mark.parametrize(
    ("teams", "ally", "opponents", "seats"),
    [
        (None, None, [], (None,)),
        (None, None, [MAX], (MAX,)),
        ("2v2", None, [], (None, None, None)),
        ("2v2", TINA, [MAX], (TINA, MAX, None)),
        ("2v2", None, [MAX, BEA], (None, MAX, BEA)),
        ("2v2-drawn", None, [MAX, TINA, BEA], (MAX, TINA, BEA)),
        ("1v2", None, [MAX], (MAX, None)),
        ("1v2-drawn", None, [], (None, None)),
    ],
)
def test_who_gets_which_seat(teams: str | None, ally: int | None, opponents: list[int], seats: tuple[Any, ...]) -> None:
    assert _others(teams, ally, opponents) == seats


@pytest.mark.parametrize(
    ("teams", "ally", "opponents", "words"),
    [
        (None, TINA, [MAX], "choose other `teams`"),
        (None, None, [MAX, TINA], "choose other `teams`"),
        ("2v2", TINA, [MAX, BEA, EVA], "room for 2 opponents"),
        ("1v2", TINA, [MAX], "nobody plays on your side"),
        ("1v2", None, [MAX, TINA, BEA], "room for 2 opponents"),
        ("2v2-drawn", TINA, [MAX], "teams are drawn"),
        ("3v3", None, [], "no such teams"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(
    teams: str | None, ally: int | None, opponents: list[int], words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        _others(teams, ally, opponents)
    sentence = phrases("en").message(caught.value.message)
    assert words in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("opponents", "more", "words"),
    [
        ((MAX, MAX, None), {}, "same person twice"),
        ((MAX, ANNA, None), {}, "your own ally"),
        ((MAX, BEA, None), {"private": True}, "Name all players"),
        ((MAX, TINA, BEA, EVA), {"formation": "2v2"}, "not for 5"),
        ((MAX, TINA, BEA), {"options": {"towers": True}}, "unknown options"),
    ],
)
async def test_what_no_match_can_be_opened_with(
    lobby: Lobby, opponents: tuple[Any, ...], more: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        await opened(lobby, *opponents, **more)
    assert await lobby.store.matches.all_open() == ()


async def test_it_begins_when_all_are_there_and_not_before(lobby: Lobby) -> None:
    match_id = await opened(lobby, TINA, MAX, BEA)
    for user in (MAX, TINA):
        assert (await lobby.accept(await match(lobby, match_id), user)).match.status == "lobby"
    found = await lobby.accept(await match(lobby, match_id), BEA)
    assert found.match.status == "running"
    assert users(found) == [ANNA, TINA, MAX, BEA]
    assert found.waited_for() == [ANNA, TINA, MAX, BEA]
    assert found.view(None).monoliths == ()  # factions first
    assert seating.names(found, {0: "a", 1: "t", 2: "m", 3: "b"}) == [["a", "t"], ["m", "b"]]


@pytest.mark.parametrize(("side", "seat"), [("with", 1), ("against", 2), (None, 2)])
async def test_a_newcomer_takes_a_side(lobby: Lobby, side: str | None, seat: int) -> None:
    match_id = await opened(lobby, None, None, None)
    found = await lobby.join(await match(lobby, match_id), MAX, side)
    assert found.seat_of(MAX) == seat
    with pytest.raises(Refusal, match="have a seat"):
        await lobby.join(await match(lobby, match_id), MAX, side)


async def test_a_full_side_is_refused_and_none_fills_the_other(lobby: Lobby) -> None:
    match_id = await opened(lobby, None, MAX, None)
    assert seating.open_sides(await match(lobby, match_id)) == ["with", "against"]
    await lobby.join(await match(lobby, match_id), TINA, "with")
    for word, reason in (("with", "on that side"), ("nowhere", "no such team")):
        with pytest.raises(Refusal, match=reason):
            await lobby.join(await match(lobby, match_id), BEA, word)
    with pytest.raises(Refusal, match="are invited"):
        await lobby.join(await match(lobby, match_id), MAX, "against")
    assert seating.open_sides(await match(lobby, match_id)) == ["against"]
    assert (await lobby.join(await match(lobby, match_id), BEA)).seat_of(BEA) == 3
    with pytest.raises(Refusal, match="no open seat"):
        await lobby.join(await match(lobby, match_id), EVA)


async def test_the_one_who_plays_alone_keeps_the_first_seat(lobby: Lobby) -> None:
    match_id = await opened(lobby, None, None)
    assert seating.open_sides(await match(lobby, match_id)) == ["against"]
    with pytest.raises(Refusal, match="on that side"):
        await lobby.join(await match(lobby, match_id), MAX, "with")
    await lobby.join(await match(lobby, match_id), MAX)
    found = await lobby.join(await match(lobby, match_id), TINA)
    assert users(found) == [ANNA, MAX, TINA]
    assert [seat.team for seat in found.view(None).seats] == [0, 1, 1]


async def test_a_declined_seat_is_open_again(lobby: Lobby) -> None:
    match_id = await opened(lobby, TINA, MAX, BEA)
    found = await lobby.decline(await match(lobby, match_id), TINA)
    assert found.match.status == "lobby"
    assert users(found) == [ANNA, None, MAX, BEA]
    await lobby.accept(await match(lobby, match_id), MAX)
    out = await lobby.decline(await match(lobby, match_id), MAX)  # before it begins
    assert users(out) == [ANNA, None, None, BEA]
    await lobby.join(await match(lobby, match_id), EVA, "with")
    await lobby.join(await match(lobby, match_id), MAX, "against")
    assert users(await lobby.accept(await match(lobby, match_id), BEA)) == [ANNA, EVA, MAX, BEA]


@pytest.mark.parametrize(("opponents", "private"), [((MAX,), False), ((MAX, TINA, BEA), True)])
async def test_where_nobody_else_can_join_declining_ends_it(
    lobby: Lobby, opponents: tuple[int, ...], private: bool
) -> None:
    match_id = await opened(lobby, *opponents, private=private)
    assert (await lobby.decline(await match(lobby, match_id), MAX)).match.status == "cancelled"


# Seats that are drawn


def dealt(found: LoadedMatch, *joining: int) -> list[int]:
    """The draw again, from its description alone."""
    stream = Draws(hashlib.sha256(found.seed + b"seats").digest())
    return list(stream.shuffled(0, [ANNA, *joining])[0])


@pytest.mark.parametrize("joining", [(MAX, TINA, BEA), (BEA, MAX, TINA)])
async def test_drawn_seats_follow_from_the_seed(lobby: Lobby, joining: tuple[int, ...]) -> None:
    match_id = await opened(lobby, None, None, None, drawn=True)
    with pytest.raises(Refusal, match="drawn when everybody is there"):
        await lobby.join(await match(lobby, match_id), MAX, "with")
    for user in joining:
        before = await match(lobby, match_id)
        assert users(before)[0] == ANNA
        await lobby.join(await match(lobby, match_id), user, interaction_id=1000 + user)
    found = await match(lobby, match_id)
    assert users(found) == dealt(found, *joining)


async def test_a_second_delivery_of_the_last_join_draws_nothing_anew(lobby: Lobby) -> None:
    match_id = await opened(lobby, MAX, TINA, None, drawn=True)
    await lobby.accept(await match(lobby, match_id), MAX)
    await lobby.accept(await match(lobby, match_id), TINA)
    first = await lobby.join(await match(lobby, match_id), BEA, interaction_id=77)
    again = await lobby.join(await match(lobby, match_id), BEA, interaction_id=77)
    assert users(first) == users(again) == dealt(first, MAX, TINA, BEA)
    assert again.match.version == first.match.version


# What the start message says


async def _start(lobby: Lobby, match_id: str) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    found = await match(lobby, match_id)
    names = {s.seat: NAMES[s.user_id] for s in found.match.seats if s.user_id is not None}
    mentions = {s.seat: f"<@{s.user_id}>" for s in found.match.seats if s.user_id is not None}
    say = phrases("en")
    rows = notices.lobby_rows(say, found, names)
    return notices.start_text(say, found, names, mentions), [
        (b.label, b.press.tokens)
        for row in rows
        for b in row  # type: ignore[union-attr]
    ]


async def test_the_start_message_says_who_plays_with_whom(lobby: Lobby) -> None:
    match_id = await opened(lobby, None, MAX, None)
    text, row = await _start(lobby, match_id)
    proof = ("Fair draws", ((await match(lobby, match_id)).fingerprint,))
    assert "2 against 2. Monoliths." in text
    assert f"Anna and an open seat against <@{MAX}> (invited) and an open seat." in text
    assert row == [
        ("Join Anna's team", ("with",)),
        ("Join Max's team", ("against",)),
        ("Accept", ()),
        ("Decline", ()),
        ("How to play", ()),
        proof,
    ]
    await lobby.decline(await match(lobby, match_id), MAX)
    assert (await _start(lobby, match_id))[1] == [
        ("Join Anna's team", ("with",)),
        ("Join the other team", ("against",)),
        ("How to play", ()),
        proof,
    ]
    for user, side in ((TINA, "with"), (BEA, "against"), (EVA, "against")):
        await lobby.join(await match(lobby, match_id), user, side)
    text, row = await _start(lobby, match_id)
    assert "Anna and Tina against Bea and Eva. 2 against 2." in text
    begun = (await match(lobby, match_id)).fingerprint
    assert row == [("Fair draws", (begun,))] != [proof]
    names = {0: "Anna", 1: "Tina", 2: "Bea", 3: "Eva"}
    head = notices.players_text(phrases("en"), await match(lobby, match_id), names)
    assert head == "**Monolith Arena**: Anna and Tina against Bea and Eva."


async def test_who_draws_teams_sees_the_seed_pledged_before_joining(lobby: Lobby) -> None:
    match_id = await opened(lobby, MAX, None, drawn=True)
    found = await match(lobby, match_id)
    pledge = fingerprint(commitment(found.match.seed, found.parts))
    text, row = await _start(lobby, match_id)
    assert "1 against 2, teams drawn." in text
    assert f"Anna, <@{MAX}> (invited) and an open seat" in text
    assert "against <@" not in text
    assert row == [("Join", ()), ("Accept", ()), ("Decline", ()), ("How to play", ()), ("Fair draws", (pledge,))]
    await lobby.accept(await match(lobby, match_id), MAX)
    found = await lobby.join(await match(lobby, match_id), TINA)
    names = {s.seat: NAMES[s.user_id] for s in found.match.seats if s.user_id is not None}
    head = notices.players_text(phrases("en"), found, names)
    assert f"{names[0]} against {names[1]} and {names[2]}." in head
