"""What is offered while somebody types, for every option that offers anything: no more than Discord takes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandOptionType as Type

from bot.interactions.given import LARGEST, LONGEST
from bot.limits import CHOICE_NAME, CHOICES
from tests.bot.forged import manager_at_play
from tests.bot.test_given import AUTOCOMPLETE, leaves, nested, only_forged, plain, send
from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")

TYPED = (
    "",
    "a",
    " ",
    " " * 120,
    "1d" + " " * 120,
    "0m" * 60 + "1d",
    "1d +" + " " * 60 + "1h",
    "a" * LONGEST,
    "\U0001f409" * 120,
    "\u202e\u05d0" * 60,
    "\ud800",
    "\x00",
    "\u0663" * 3,
    "9" * 400,
    "a, " * 60,
    "end " * 60,
)


def _check(option: dict[str, Any], choices: Iterable[dict[str, Any]], about: str) -> None:
    choices = list(choices)
    assert len(choices) <= CHOICES, about
    for choice in choices:
        assert 1 <= len(choice["name"]) <= CHOICE_NAME, f"{about}: {choice}"
        if option["type"] == Type.string.value:
            assert isinstance(choice["value"], str), f"{about}: {choice}"
            assert 1 <= len(choice["value"]) <= CHOICE_NAME, f"{about}: {choice}"
        else:
            assert -LARGEST <= choice["value"] <= LARGEST, f"{about}: {choice}"


async def _all_within_bounds(made: World, who: Any, texts: Iterable[str]) -> int:
    """Type each of the texts into every option that offers something; returns how much was offered."""
    asked = 0
    for root, path, options in leaves(made.bot):
        required = [one for one in options if one.get("required") or one["name"] == "game"]
        for option in (one for one in options if one.get("autocomplete")):
            given = [
                {"name": one["name"], "type": one["type"], "value": plain(one, made.max.id)}
                for one in required
                if one is not option and (one["type"] != Type.string.value or one.get("choices"))
            ]
            for text in texts:
                focused = {"name": option["name"], "type": option["type"], "value": text, "focused": True}
                result = await send(made, who, AUTOCOMPLETE, nested(root, path, [*given, focused]))
                about = f"{root['name']} {' '.join(node['name'] for node in path)} {option['name']} {text[:9]!a}"
                assert result.acknowledged, about
                _check(option, result.autocomplete_choices or [], about)
                asked += len(result.autocomplete_choices or [])
    only_forged(made, "an autocomplete")
    return asked


async def test_whatever_is_typed_what_is_offered_is_within_bounds(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        mia = await manager_at_play(made)
        options = {"name": "W" * 60, "game": "monolith_arena", "kind": "swiss"}
        await mia.slash(made.channel, "tournament new", **options)
        await mia.slash(made.channel, "season begin", name="W" * 32)
        await made.settle()
        assert await _all_within_bounds(made, mia, TYPED) > 1000
