"""`/rules`: a paragraph of a game's rules, in the reader's language."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.texts import localized
from bot.interactions import lookup, rulebook
from bot.interactions.actions import begin
from bot.interactions.services import phrases_for, services
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.texts import rules
