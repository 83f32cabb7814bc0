"""Strings of every length that an option takes, of odd letters: none of them is more than a command can bear."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType as Type

from bot.app import ArenaBot
from bot.interactions.given import LONGEST
from tests.bot.forged import manager_at_play, said
from tests.bot.test_given import COMMAND, leaves, nested, only_forged, plain, send
from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")

LETTERS = ("x", "9", " ", ".", "\u202e\u05d0", "\U0001f409", "\ud800", "\u0663", "\x00", "1d")
LENGTHS = (1, 60, 75, 100, LONGEST)


def odd(option: dict[str, Any], letters: str, length: int) -> str:
    """A string that an option takes, as long as this or as long as it may be."""
    wanted = max(option.get("min_length", 0), min(length, option.get("max_length", LONGEST)))
    return (letters * wanted)[:wanted]


def typed(bot: ArenaBot) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Yield each option of each command into which anything can be typed: a name for both, where it is, the option."""
    for root, path, options in leaves(bot):
        name = " ".join(node["name"] for node in (root, *path))
        for option in options:
            if option["type"] == Type.string.value and not option.get("choices"):
                yield f"{name} {option['name']}", (root, path, options), option


async def _all_told(made: World, who: Any, what: Iterable[tuple[str, Any, dict[str, Any], str]]) -> None:
    for name, (root, path, options), option, value in what:
        about = f"{name} {value[:5]!a} of {len(value)} characters"
        whole = [
            {"name": one["name"], "type": one["type"], "value": plain(one, made.max.id)}
            for one in options
            if one.get("required") and one is not option
        ]
        one = {"name": option["name"], "type": option["type"], "value": value}
        result = await send(made, who, COMMAND, nested(root, path, [*whole, one]))
        assert result.acknowledged, about
        assert "Something went wrong" not in said(result), about
        only_forged(made, about)


async def test_every_command_answers_whatever_is_typed(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        every = [one for one in typed(made.bot) if one[2]["name"] != "match"]
        assert len(every) > 60
        await _all_told(
            made,
            await manager_at_play(made),
            (
                (*one, odd(one[2], letters, LENGTHS[(number + at) % len(LENGTHS)]))
                for number, one in enumerate(every)
                for at, letters in enumerate(LETTERS)
            ),
        )


@pytest.mark.long
async def test_every_command_answers_all_of_it(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        every = [*typed(made.bot)]
        values = itertools.product(LETTERS, LENGTHS)
        await _all_told(
            made,
            await manager_at_play(made),
            ((*one, odd(one[2], *value)) for value in values for one in every),
        )
