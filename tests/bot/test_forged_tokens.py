"""Tokens that no button carries, for every action there is: each press is answered, and is no incident."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.features.puzzles.solving import collections
from bot.features.tournaments.service import Tournaments
from bot.interactions import presses
from bot.interactions.services import Handler
from bot.panels.components import LESSON
from tests.bot import forged
from tests.bot.forged import manager_at_play, refused, written
from tests.bot.test_given import COMMAND, leaves, nested, only_forged, plain, send
from tests.bot.world import World, controls, words, world

pytestmark = pytest.mark.usefixtures("no_incident")

WORD = re.compile(r"[=a-z]{1,12}")
ODD = (
    "9" * 20,
    str(1 << 63),
    "9" * 40,
    "-1",
    "1",
    "0",
    "x",
    "²",
    "\u0663",
    "",
    "@" + "9" * 20,
    "@1",
    "@0",
    "u" + "z" * 20,
    "u-1",
    "a",
    "2026-02-30",
)
LONGEST = 100
"""So many characters of a custom_id or a value Discord takes."""
LARGE = "9" * 20
FORM = 5
REFUSED = (
    f"{{match}}:seat:0::offer.{LARGE}",
    "{match}:time:0::claim.x",
    "{match}:seat:0::offer.x",
    "{match}:seat:0::offer.0",
    "learn-:puzzle:0::daily.x",
    f"{{puzzle}}:puzzle:0::daily.{LARGE}",
    "learn-:puzzle:0::named.1.2.x",
    f"learn-:puzzle:0::named.{LARGE}.2.1",
    f"learn-:puzzle:0::named.1.{LARGE}.1",
    f"{{cup}}:tournament:0::team.@{LARGE}",
    "{cup}:tournament:0::team.@0",
    f"learn-:new:0::monolith.@{LARGE}.=go",
    f"learn-:new:0::monolith.u{'z' * 20}.=go",
    "learn-:new:0::monolith.u-1.=go",
    f"learn-:new:0::arena.a{'z' * 20}.=go",
    "learn-:new:0::monolith.lxx.=go",
    f"learn-:season:0::show.{LARGE}",
    f"learn-:stats:0::{LARGE}.-",
    "learn-:stats:0::0.-",
    f"learn-:report:0::send.{LARGE}",
    "learn-:report:0::send.0",
)
"""Presses whose numbers are none, or larger than any."""
Forged = tuple[str, str | None]
"""A custom_id, that of a form if it begins so, and the value of a line of a select."""


def first_words(handler: Handler) -> list[str]:
    """The words that may begin the tokens of a press: what the module of its handler has a name for, or compares."""
    found = {""}
    for handle in (handler.do, handler.outside, *handler.forms.values()):
        if handle is None:
            continue
        module = sys.modules[handle.__module__]
        found |= {value for value in vars(module).values() if isinstance(value, str)}
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Compare):
                parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
                found |= {part for part in parts if isinstance(part, str)}
    return sorted(word for word in found if not word or WORD.fullmatch(word))


def of_every_action(made: World, places: Iterable[str], rng: Random, each: int) -> Iterator[Forged]:
    """Yield presses in each of the places: for each action every first word, so many times, with odd ones behind it."""
    exhibits = [shown.id for face in made.bot.services.faces.values() for shown in face.exhibits]
    for place in places:
        for action in (*presses.action_ids(made.bot.services.features), *exhibits):
            for word in first_words(presses.handler_of(made.bot.services, action)):
                for number in range(each):
                    tokens = ".".join([word, *rng.choices(ODD, k=rng.randrange(1, 4))])
                    if number % 3 == 2:
                        yield f"s:{place}:0:", f"{action}:{tokens}"[:LONGEST]
                    elif number % 5 == 1:
                        yield f"f:{place}:{action}:{tokens}"[:LONGEST], None
                    else:
                        yield f"b:{place}:{action}:0::{tokens}"[:LONGEST], None


async def of_every_page(made: World, actor: Any) -> list[Forged]:
    """Presses on what stands on the pages of all commands, on those that these lead to, and in the channel.

    In each any one token is replaced by an odd one, or has one before it.
    """
    shown = []
    for root, path, options in leaves(made.bot):
        if root["name"] != "privacy":
            required = [one for one in options if one.get("required")]
            given = [{"name": o["name"], "type": o["type"], "value": plain(o, made.max.id)} for o in required]
            shown += _answers(await send(made, actor, COMMAND, nested(root, path, given)))
    for message in [*shown]:
        for control in {c.press.tokens[:1]: c for c in controls(message) if ":learn-" in c.custom_id}.values():
            shown += _answers(await forged.press(made, actor, made.channel, control.custom_id, control.value))
    shown += [*made.channel.history(), *(message for thread in made.channel.threads for message in thread.history())]
    found: dict[Forged, None] = {}
    for control in (control for message in shown for control in controls(message)):
        front, _, tokens = (control.value or control.custom_id).rpartition(":")
        parts = tokens.split(".")
        for at, odd, step in itertools.product(range(len(parts)), ODD, (0, 1)):
            text = f"{front}:{'.'.join([*parts[:at], odd, *parts[at + step :]])}"[:LONGEST]
            found[(control.custom_id, text) if control.value else (text, None)] = None
    return list(found)


def _answers(result: Any) -> list[Any]:
    return [message for message in (result.response, *result.followups) if message is not None]


@asynccontextmanager
async def full(folder: Path) -> AsyncIterator[tuple[World, Any, dict[str, str]]]:
    """A world with a match, a tournament and a season; a player who manages, and what stands for a match in presses."""
    async with world(folder) as made:
        mia = await manager_at_play(made)
        (head,) = await made.bot.store.matches.all_open()
        options = {"name": "Cup", "game": "monolith_arena", "kind": "swiss", "teams": "2v2"}
        await mia.slash(made.channel, "tournament new", **options)
        await mia.slash(made.channel, "season begin")
        await made.bot.services.get(Tournaments).look()
        await made.settle()
        (cup,) = await made.bot.store.tournaments.on_server(made.guild.id)
        puzzle = next(name for found in collections(made.bot.services.faces).values() for name in found)
        yield made, mia, {"match": head.id, "cup": LESSON + cup.id, "puzzle": LESSON + puzzle}


async def _all_answered(made: World, who: Any, every: Iterable[Forged]) -> None:
    for custom_id, value in every:
        if custom_id.startswith("f:"):
            field = {"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "x"}]}
            data = {"custom_id": custom_id, "components": [field]}
            result = await send(made, who, FORM, data)
        else:
            result = await forged.press(made, who, made.channel, custom_id, value)
        about = f"{custom_id} {value}"
        assert result.acknowledged, about
        assert not any("Something went wrong" in words(message) for message in _answers(result)), about
    only_forged(made, "a command")


async def test_a_number_that_is_none_is_refused(tmp_path: Path) -> None:
    async with full(tmp_path) as (made, mia, places):
        for what in REFUSED:
            for who in (mia, made.tina):
                pressed = forged.press(made, who, made.channel, "b:" + what.format(**places))
                await refused(made, places["match"], pressed, what)


async def _every(made: World, mia: Any, places: dict[str, str], each: int) -> list[Forged]:
    pages = await of_every_page(made, mia)
    return [*of_every_action(made, (*places.values(), LESSON, f"{LESSON}x"), Random(4), each), *pages]


async def test_odd_tokens_are_answered(tmp_path: Path) -> None:
    async with full(tmp_path) as (made, mia, places):
        await _all_answered(made, mia, Random(5).sample(await _every(made, mia, places, 2), 800))


async def test_odd_tokens_of_spectators_change_nothing_of_a_match(tmp_path: Path) -> None:
    async with full(tmp_path) as (made, mia, places):
        every = await _every(made, mia, places, 1)
        *before, _ = await written(made, places["match"])
        await _all_answered(made, made.tina, Random(6).sample(every, 400))
        *after, _ = await written(made, places["match"])  # a match of their own they may open
        assert after == before


@pytest.mark.long
async def test_all_odd_tokens_are_answered(tmp_path: Path) -> None:
    async with full(tmp_path) as (made, mia, places):
        await _all_answered(made, mia, await _every(made, mia, places, 5))
