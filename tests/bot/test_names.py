"""Names: asked for together, a bounded number at a time, once; and nobody waits for them for long."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.interactions.admission import Gate
from bot.interactions.lookup import match_choices
from bot.limits import CHOICES
from bot.matches.computers import computer
from bot.people import names
from bot.people.names import NameBook, full_names, names_at, short_names
from bot.people.settings import Languages
from bot.registry import FACES
from bot.texts.phrases import SOURCE, phrases
from storage import Former, NewMatch, Seat, Store
from storage.lookups import HomeServer

SAY = phrases(SOURCE)
ROLAND = computer("knight")


class Asked:
    """Discord, as far as names are asked of it: how many at once, whom how often."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.often: Counter[int] = Counter()
        self.gate = asyncio.Event()
        self.gate.set()
        self.fails: Exception | None = None

    async def fetch_user(self, user_id: int) -> Any:
        self.often[user_id] += 1
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await self.gate.wait()
            await asyncio.sleep(0)
            if self.fails is not None:
                raise self.fails
            return SimpleNamespace(id=user_id, display_name=f"user {user_id}")
        finally:
            self.now -= 1


def _error(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    return kind(SimpleNamespace(status=status, reason="no"), "no")  # type: ignore[arg-type]


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def book(asked: Asked) -> NameBook:
    return NameBook(asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("blank", ["\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u200b"])
def test_a_name_that_nobody_can_see_is_none(blank: str) -> None:
    assert names.safe_name(blank * 3) == ""
    assert names.safe_name(f"{blank}Anna{blank}{blank}B.") == "Anna B."


async def test_names_are_asked_for_together_and_never_more_than_a_few_at_once(book: NameBook, asked: Asked) -> None:
    await book.learn(range(1, 101))
    assert asked.most == names.AT_ONCE > 1
    assert set(asked.often.values()) == {1}
    assert book.known(SAY, 100) == "user 100"


async def test_a_name_that_several_wait_for_is_asked_for_once(book: NameBook, asked: Asked) -> None:
    asked.gate.clear()
    waiting = [asyncio.create_task(book.of(SAY, 7)) for _ in range(20)]
    await asyncio.sleep(0)
    asked.gate.set()
    assert set(await asyncio.gather(*waiting)) == {"user 7"}
    assert asked.often == {7: 1}


async def test_whoever_waits_only_so_long_gets_what_is_known_and_the_rest_comes_later(
    book: NameBook, asked: Asked
) -> None:
    book.note(SimpleNamespace(id=1, display_name="Anna"))  # type: ignore[arg-type]
    asked.gate.clear()
    await book.learn((1, 2), within=0.01)
    assert [book.known(SAY, user) for user in (1, 2)] == ["Anna", "somebody"]
    asked.gate.set()
    await book.learn((2,))
    assert book.known(SAY, 2) == "user 2"
    assert asked.often == {2: 1}  # it was the same question


async def test_an_account_that_is_gone_is_not_asked_for_again(book: NameBook, asked: Asked) -> None:
    asked.fails = _error(discord.NotFound, 404)
    assert [await book.of(SAY, 5), await book.of(SAY, 5)] == ["somebody"] * 2
    assert asked.often == {5: 1}


async def test_nobody_who_was_deleted_is_asked_for(book: NameBook, asked: Asked) -> None:
    deleted = -4079303476659916489
    match = SimpleNamespace(match=_head(deleted, 7, former=(Former(1, deleted - 1, 3),)))
    assert dict(await book.seats(SAY, match)) == {0: "somebody", 1: "user 7"}  # type: ignore[arg-type]
    assert [await book.of(SAY, deleted), await book.of(SAY, 0)] == ["somebody"] * 2
    home = HomeServer(deleted, 10, 20)
    across = SimpleNamespace(seats=(Seat(0, deleted, "accepted"),), homes=(home,), home_of=lambda user: home)
    book._members = SimpleNamespace(find=_no_member)  # type: ignore[assignment]
    await book.learn_in((across,))  # type: ignore[arg-type]
    assert book.known_in(SAY, across, deleted) == "somebody"  # type: ignore[arg-type]
    assert asked.often == {7: 1}


async def _no_member(guild_id: int, user_id: int) -> None:
    """Nobody is a member: then Discord's own name is asked for."""


@pytest.mark.parametrize(
    "error", [_error(discord.DiscordServerError, 500), ConnectionResetError(), discord.RateLimited(60)], ids=repr
)
async def test_what_discord_cannot_tell_now_is_asked_again(book: NameBook, asked: Asked, error: Exception) -> None:
    asked.fails = error
    assert await book.of(SAY, 5) == "somebody"
    asked.fails = None
    assert await book.of(SAY, 5) == "user 5"


async def test_the_questions_that_wait_are_bounded(book: NameBook, asked: Asked) -> None:
    asked.gate.clear()
    await book.learn(range(1, 10 * names.AT_MOST), within=0)
    assert len(book._asking) == names.AT_MOST
    await book.stop()
    assert not book._asking


async def test_whom_a_message_mentions_is_known(book: NameBook, asked: Asked) -> None:
    anna, max_ = SimpleNamespace(id=1, display_name="Anna"), SimpleNamespace(id=2, display_name="Max")
    book.note_all(SimpleNamespace(user=anna, message=SimpleNamespace(mentions=[max_])))  # type: ignore[arg-type]
    assert [await book.of(SAY, user) for user in (1, 2)] == ["Anna", "Max"]
    assert not asked.often


class Slow(Asked):
    """Discord answers the first questions, and the others only when somebody has stopped waiting for them."""

    async def fetch_user(self, user_id: int) -> Any:
        if self.often.total() >= names.AT_ONCE:
            self.gate.clear()
        return await super().fetch_user(user_id)


async def test_the_first_autocomplete_of_somebody_with_three_hundred_opponents() -> None:
    anna = SimpleNamespace(id=1, display_name="Anna")
    async with await Store.open("sqlite+aiosqlite://") as store:
        for number in range(300):
            new = NewMatch(
                id="".join("abcdefghij"[int(digit)] for digit in f"{number:010}"),
                game="monolith_arena",
                options="{}",
                seed=b"0" * 32,
                creator=anna.id,
                private=False,
                guild_id=10,
                channel_id=20,
                formation="two",
            )
            await store.matches.create(
                new, [Seat(0, anna.id, "accepted"), Seat(1, 100 + number, "invited")], now=number
            )
        discord_ = Slow()
        book = NameBook(discord_)  # type: ignore[arg-type]
        there = SimpleNamespace(store=store, names=book, gate=Gate(), languages=Languages(store), faces=FACES)
        typing = SimpleNamespace(
            client=SimpleNamespace(services=there), user=anna, message=None, extras={}, locale="en-US"
        )
        async with asyncio.timeout(60):  # who waited for all names would wait for ever
            choices = await asyncio.create_task(match_choices(typing, ""))  # type: ignore[arg-type]
        assert len(choices) == CHOICES
        # Those that are listed first have been asked for first.
        assert "user 399" in choices[0].name
        assert not any("somebody" in choice.name for choice in choices[: names.AT_ONCE])
        discord_.fetch_user = super(Slow, discord_).fetch_user  # type: ignore[method-assign]
        discord_.gate.set()
        await book.learn(range(100, 400))
        assert set(discord_.often.values()) == {1}
        assert len(discord_.often) == 300


def _head(*users: int | None, former: tuple[Former, ...] = ()) -> Any:
    """Return a match of these users, as far as names are concerned."""
    seats = tuple(Seat(number, user, "accepted") for number, user in enumerate(users))
    return SimpleNamespace(seats=seats, homes=(), former=former, home_of=lambda user: None)


def test_within_a_match_a_computer_player_goes_by_its_name_and_in_headings_by_its_level_too(book: NameBook) -> None:
    book.note(SimpleNamespace(id=1, display_name="Anna"))  # type: ignore[arg-type]
    called = book.called(SAY, _head(1, ROLAND, computer("knight", 2)), (Former(0, computer("squire"), 7),))
    assert dict(called) == {0: "Anna", 1: "Roland", 2: "Gawain"}
    assert names_at(called, 3)[0] == "Perkin"
    assert full_names(called) == {0: "Anna", 1: "Roland (knight)", 2: "Gawain (knight)"}
    assert full_names(short_names(called, 4)) == {0: "Anna", 1: "Roland (knight)", 2: "Gawain (knight)"}
    assert full_names({0: "Anna"}) == {0: "Anna"}
    assert book.known(SAY, ROLAND) == "Roland (knight)"
    assert book.known(phrases("de"), ROLAND) == "Roland (Ritter)"


def test_a_computer_player_with_a_persons_name_is_told_apart_from_that_person(book: NameBook) -> None:
    book.note(SimpleNamespace(id=1, display_name="roland"))  # type: ignore[arg-type]
    assert dict(book.called(SAY, _head(1, ROLAND, computer("knight", 2)))) == {
        0: "roland",
        1: "Roland (knight)",
        2: "Gawain",
    }
    assert book.called(SAY, _head(2, ROLAND))[1] == "Roland"
