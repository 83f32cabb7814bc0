"""Commands in every language: what is translated, what stays English, and that Discord takes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import ArenaBot
from bot.interactions.tree import payloads
from sandbox.checks import check_commands
from sandbox.schemas import Schemas
from tests.bot.world import settings

PUT = "/applications/{application_id}/commands"


@app_commands.command(name="back", description=locale_str("Back"))
@app_commands.describe(tile=locale_str("Open reserves."))
@app_commands.choices(tile=[app_commands.Choice(name=locale_str("Net", context="tile"), value="net")])
async def back(interaction: discord.Interaction, tile: str) -> None:
    """A command for these tests."""


async def test_descriptions_and_choices_are_translated_and_names_are_not() -> None:
    tree: Any = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    tree.add_command(back)
    (made,) = await payloads(tree)
    assert (made["name"], made.get("name_localizations") or {}) == ("back", {})
    assert made["description_localizations"] == {"de": "Zurück", "es-ES": "Volver", "es-419": "Volver"}
    (option,) = made["options"]
    assert (option["name"], option.get("name_localizations") or {}) == ("tile", {})
    assert option["description_localizations"]["de"] == "Offene Reserven."
    (choice,) = option["choices"]
    assert (choice["name"], choice["name_localizations"]["de"]) == ("Net", "Netz")


async def tree_of(folder: Path) -> list[dict[str, Any]]:
    bot = ArenaBot(settings(folder), None)  # type: ignore[arg-type]
    return await payloads(bot.tree)


async def test_discord_takes_the_whole_tree_in_every_language(tmp_path: Path) -> None:
    commands = await tree_of(tmp_path)
    check_commands(commands)  # of a text in several languages the longest counts
    problems, lint = Schemas().check("PUT", PUT, commands)
    assert (problems, lint) == ([], [])
