"""The slash commands of the games' moves: what people have learned to type stays what it is.

``game_commands.txt`` holds every command with its options in their order, as Discord gets them, in English. A command
that is changed on purpose is changed there, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import discord
from discord import app_commands

from bot.registry import COMMANDS

HELD = Path(__file__).with_name("game_commands.txt")
TYPES = {3: "text", 4: "number", 5: "flag", 6: "user"}


def lines() -> Iterator[str]:
    """Yield a line for each command and, below it, for each of its options and choices."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for group in COMMANDS:
        made = group.to_dict(tree)
        yield f"/{made['name']}: {made['description']}"
        for command in made["options"]:
            yield f"  {command['name']}: {command['description']}"
            for option in command["options"]:
                kind = f"{'' if option.get('required') else 'optional '}{TYPES[option['type']]}"
                typed = ", completed" if option.get("autocomplete") else ""
                bounds = "".join(f", {key} {option[key]}" for key in sorted(option) if key.startswith(("min_", "max_")))
                yield f"    {option['name']} ({kind}{typed}{bounds}): {option['description']}"
                for choice in option.get("choices", ()):
                    yield f"      {choice['value']} = {choice['name']}"


def test_the_commands_of_the_games_stay_what_they_are() -> None:
    assert list(lines()) == HELD.read_text().splitlines()
