"""What the rounds do about those who leave a server, however busy the database is meanwhile."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.features.seeks.rounds import Rounds
from storage import StorageError

SERVER = 5


def rounds_with(leave: Any) -> Rounds:
    """Rounds in which nothing but leaving is to be done."""

    async def nothing(*_: object) -> tuple[()]:
        return ()

    store: Any = SimpleNamespace(leave=leave, expire=nothing, ids=nothing)
    seeks: Any = SimpleNamespace(store=store, now=lambda: 0)
    listing: Any = SimpleNamespace(look_through=nothing)
    return Rounds(seeks, listing)


def leaves(rounds: Rounds, user: int) -> None:
    event = object.__new__(discord.RawMemberRemoveEvent)
    who: Any = SimpleNamespace(id=user)
    event.guild_id, event.user = SERVER, who
    rounds.heard("raw_member_remove", event)


async def test_who_leaves_while_another_is_taken_out_is_taken_out_too() -> None:
    left: list[tuple[int, int]] = []

    async def leave(user: int, guild_id: int) -> None:
        if not left:
            leaves(rounds, 2)
        left.append((user, guild_id))

    rounds = rounds_with(leave)
    leaves(rounds, 1)
    await rounds.look()
    assert sorted(left) == [(1, SERVER), (2, SERVER)]
    await rounds.look()
    assert len(left) == 2, "nobody is taken out once more"


async def test_who_leaves_again_while_being_taken_out_is_taken_out_again() -> None:
    """Whoever has come back meanwhile may have looked for a match anew."""
    left: list[int] = []

    async def leave(user: int, guild_id: int) -> None:
        left.append(user)
        if len(left) == 1:
            leaves(rounds, 1)

    rounds = rounds_with(leave)
    leaves(rounds, 1)
    await rounds.look()
    assert left == [1, 1]


async def test_who_could_not_be_taken_out_is_taken_out_at_the_next_look() -> None:
    left: list[int] = []

    async def leave(user: int, guild_id: int) -> None:
        left.append(user)
        if len(left) == 1:
            leaves(rounds, 2)
            raise StorageError("the database is away for a moment")

    rounds = rounds_with(leave)
    leaves(rounds, 1)
    with pytest.raises(StorageError):
        await rounds.look()
    await rounds.look()
    assert sorted(left) == [1, 1, 2]
