"""Values that no client of Discord's offers, but any script can send: refused like wrong typing, by every command."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from discord import AppCommandOptionType as Type
from discord import app_commands

from bot.app import ArenaBot
from bot.interactions.given import LARGEST, LONGEST
from bot.interactions.tree import UNKNOWN
from bot.matches.refusals import Refusal
from storage import StorageBusy
from tests.bot.forged import SENTENCE, said, written
from tests.bot.world import World, world

pytestmark = pytest.mark.usefixtures("no_incident")

COMMAND, AUTOCOMPLETE = 2, 4
NESTED = (Type.subcommand.value, Type.subcommand_group.value)
IDS = (Type.user.value, Type.channel.value, Type.role.value)
NO_VALUES: tuple[Any, ...] = (
    None,
    [],
    {},
    [1],
    {"a": 1},
    1.5,
    "",
    "x" * (LONGEST + 1),
    "\x00",
    10**30,
    True,
    3,
    "x",
    "7",
)


def leaves(bot: ArenaBot) -> Iterator[tuple[dict[str, Any], tuple[dict[str, Any], ...], list[dict[str, Any]]]]:
    """Yield each command that can be carried out: the root, the groups and command below it, and its options."""

    def below(node: dict[str, Any], path: tuple[dict[str, Any], ...]) -> Iterator[tuple[Any, ...]]:
        nested = [option for option in node.get("options", ()) if option["type"] in NESTED]
        for option in nested:
            yield from below(option, (*path, option))
        if not nested:
            yield path, node.get("options", [])

    for root in bot.tree.get_commands():
        node = root.to_dict(bot.tree)
        yield from ((node, path, options) for path, options in below(node, ()))


def plain(option: dict[str, Any], user: int) -> Any:
    """A value that a client may send for an option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == Type.boolean.value:
        return True
    if option["type"] in (Type.integer.value, Type.number.value):
        return option.get("min_value", 1)
    return str(user) if option["type"] in IDS else "C3"


def wrong(option: dict[str, Any]) -> Iterator[Any]:
    """Yield values that no client sends for an option."""
    for value in NO_VALUES:
        if option.get("choices"):
            yield value
        elif option["type"] == Type.string.value:
            if not isinstance(value, str) or not option.get("min_length", 0) <= len(value) <= LONGEST:
                yield value
        elif option["type"] in (Type.integer.value, Type.number.value):
            in_bounds = isinstance(value, int) and option.get("min_value", -LARGEST) <= value
            if type(value) is not int or not in_bounds or value > option.get("max_value", LARGEST):
                yield value
        elif option["type"] != Type.boolean.value or not isinstance(value, bool):
            yield value


def nested(root: dict[str, Any], path: tuple[dict[str, Any], ...], options: Any) -> dict[str, Any]:
    """The data of an interaction with a command."""
    for node in reversed(path):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    return {"id": "1", "name": root["name"], "type": 1, "options": options}


def forgeries(made: World, user: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield everything wrong that can be done with each option of each command."""
    for root, path, options in leaves(made.bot):
        name = " ".join(node["name"] for node in (root, *path))
        whole = [
            {"name": one["name"], "type": one["type"], "value": plain(one, user)}
            for one in options
            if one.get("required")
        ]
        for option in options:
            others = [one for one in whole if one["name"] != option["name"]]
            good = {"name": option["name"], "type": option["type"], "value": plain(option, user)}
            values = [good | {"value": value} for value in wrong(option)]
            typed = [good | {"type": kind} for kind in range(12) if kind != option["type"]]
            for bad in (*values, *typed, {"name": option["name"], "type": option["type"]}):
                yield f"{name} {bad}"[:200], nested(root, path, [*others, bad])
            yield f"{name} {option['name']} twice", nested(root, path, [*others, good, good])
        for bad_options in ([*whole, {"name": "unknown", "type": 3, "value": "x"}], {"a": 1}, "x", [1], [None], [{}]):
            yield f"{name} {bad_options}"[:200], nested(root, path, bad_options)


async def send(made: World, actor: Any, kind: int, data: dict[str, Any]) -> Any:
    """Send an interaction as a script does."""
    data.setdefault("resolved", {})
    return await actor._dispatch_interaction(kind, made.channel, data)


async def _all_refused(made: World, forged: Iterable[tuple[str, dict[str, Any]]]) -> None:
    for name, data in forged:
        result = await send(made, made.anna, COMMAND, data)
        assert result.acknowledged, name
        text = said(result)
        assert SENTENCE.match(text.split("\n")[0]), f"{name}: {text}"
        assert "Something went wrong" not in text, name
        only_forged(made, name)


def only_forged(made: World, what: str) -> None:
    """Nothing has failed but what the tree refuses."""
    for error in made.env.errors:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        assert isinstance(cause, (Refusal, *UNKNOWN)), f"{what}: {error!r}"


async def test_no_command_takes_what_it_does_not_offer(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await made.settle()
        before = await written(made, match_id)
        every = list(forgeries(made, made.max.id))
        await _all_refused(made, Random(1).sample(every, 500))
        assert await written(made, match_id) == before


@pytest.mark.long
async def test_no_command_takes_any_of_twenty_thousand(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await made.settle()
        before = await written(made, match_id)
        every = list(forgeries(made, made.max.id))
        for _ in range(20_000 // len(every) + 1):
            await _all_refused(made, every)
        assert await written(made, match_id) == before


async def test_nothing_is_offered_to_forged_typing(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        await made.match()
        await made.settle()
        typed = [
            (root, path, option)
            for root, path, options in leaves(made.bot)
            for option in options
            if option.get("autocomplete")
        ]
        assert len(typed) > 50
        values = itertools.cycle((None, [], {"a": 1}, 7, True, "x" * 7000, "\x00\u202e", "{0}%s`", "x"))
        for root, path, option in typed:
            for value in itertools.islice(values, 2):
                focused = {"name": option["name"], "type": option["type"], "value": value, "focused": True}
                result = await send(made, made.anna, AUTOCOMPLETE, nested(root, path, [focused]))
                assert result.acknowledged, (root["name"], option["name"], value)
                assert len(result.autocomplete_choices or []) <= 25
                only_forged(made, option["name"])


async def test_a_locked_database_has_its_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        await made.settle()

        async def locked(*given: Any, **more: Any) -> Any:
            raise StorageBusy("the database is locked: nothing of this step was stored")

        monkeypatch.setattr(made.bot.store.matches, "commit", locked)
        result = await made.resign(made.anna, await made.thread(match_id))
        assert "locked by another program" in said(result)
