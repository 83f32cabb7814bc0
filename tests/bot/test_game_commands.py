"""The slash commands of the games' moves: what people have learned to type stays what it is.

``game_commands/GROUP.txt`` holds every command of a game with its options in their order, as Discord gets them, in
English. A command that is changed on purpose is changed there, too; ``python -m tests.bot.test_game_commands`` does it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.registry import COMMANDS
from tests.toy.face import COMMANDS as TOY_COMMANDS

HELD = Path(__file__).with_name("game_commands")
GROUPS = (*COMMANDS, *TOY_COMMANDS)
TYPES = {3: "text", 4: "number", 5: "flag", 6: "user"}


def lines(group: Any) -> Iterator[str]:
    """Yield a line for each command of a group and, below it, for each of its options and choices."""
    made = group.to_dict(app_commands.CommandTree(discord.Client(intents=discord.Intents.none())))
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


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_the_commands_of_the_games_stay_what_they_are(group: Any) -> None:
    assert list(lines(group)) == (HELD / f"{group.name}.txt").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    for each in GROUPS:
        (HELD / f"{each.name}.txt").write_text("\n".join(lines(each)) + "\n", encoding="utf-8")
