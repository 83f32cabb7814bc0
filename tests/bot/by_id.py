"""All ways to name a match by its id: commands, presses and what is typed into the options of commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcord.actors import _dispatch_actor_interaction

from bot.interactions.presses import action_ids
from bot.registry import FACES, FEATURES
from tests.bot.world import World

NOBODYS = "a" * 10
"""An id that no match has."""
ALONE = frozenset({"digest"})
"""Action ids of presses that concern whoever presses alone, and ask nothing of the match."""
SUBCOMMAND, TEXT, AUTOCOMPLETE = 1, 3, 4


def commands(made: World) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """All commands that can name a match, whatever they are called, each with its options."""
    for root in made.bot.tree.get_commands():
        data = root.to_dict(made.bot.tree)
        subs = [(f"{data['name']} {one['name']}", one) for one in data["options"] if one["type"] == SUBCOMMAND]
        for name, command in subs or [(data["name"], data)]:
            options = command.get("options", [])
            if any(option["name"] == "match" for option in options):
                yield name, options


def filled(options: list[dict[str, Any]]) -> dict[str, Any]:
    """Something for each option that is needed."""
    given: dict[str, Any] = {}
    for option in options:
        if option["name"] == "match" or not option.get("required"):
            continue
        given[option["name"]] = option["choices"][0]["value"] if option.get("choices") else "C3"
    return given


def every_action_id() -> list[str]:
    """The action ids of all buttons, and one that no button has."""
    exhibits = (exhibit.id for face in FACES.values() for exhibit in face.exhibits)
    return sorted({*action_ids(FEATURES), *exhibits, "nonsense"})


async def typed(made: World, actor: Any, place: Any, name: str, option: str, given: dict[str, Any]) -> Any:
    """What is offered to somebody who types into an option."""
    values = [{"name": n, "type": TEXT, "value": v} for n, v in given.items()]
    values.append({"name": option, "type": TEXT, "value": "", "focused": True})
    root, _, sub = name.partition(" ")
    options = [{"name": sub, "type": SUBCOMMAND, "options": values}] if sub else values
    data = {"id": "1", "name": root, "type": 1, "options": options}
    return (await _dispatch_actor_interaction(actor, AUTOCOMPLETE, place, data)).autocomplete_choices
