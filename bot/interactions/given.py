"""What a command was given, held against what it offers.

Discord's clients send nothing but the values that a command offers, of the types that it names. A script with a user's
token may send anything, and discord.py hands it on as it comes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import AppCommandOptionType as Type
from discord import app_commands
from discord.app_commands import Parameter

from bot.panels.components import storable
from games.messages import Message

NO_COMMAND: Final = Message("That command no longer exists. Discord will offer you the current ones in a moment.")
LONGEST: Final = 6000
"""So many characters a client lets somebody type into an option that names no limit."""
LARGEST: Final = 2**53
"""So large a number may be that names no limit."""
_NESTED: Final = (Type.subcommand.value, Type.subcommand_group.value)
_IDS: Final = (Type.user, Type.channel, Type.role, Type.mentionable, Type.attachment)


def fault(interaction: discord.Interaction) -> Message | None:
    """Return why a command cannot be carried out with what it was given, `None` where it can.

    What is still being typed, and what is missing, autocomplete does not care about. Nothing is asked of discord.py
    before the form is known to be right: it would fail.
    """
    data: Any = interaction.data
    given = _options(data)
    if given is None:
        return NO_COMMAND
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return None  # discord.py says that there is no such command
    typing = interaction.type is discord.InteractionType.autocomplete
    offered = {parameter.display_name: parameter for parameter in command.parameters}
    if len({option["name"] for option in given}) < len(given):
        return NO_COMMAND
    for option in given:
        parameter, value = offered.get(option["name"]), option.get("value")
        if parameter is None or option["type"] != parameter.type.value:
            return NO_COMMAND
        if typing and option.get("focused"):
            why = None if storable(value) else _another_kind(parameter)
        else:
            why = _fault(parameter, value, data.get("resolved"), typing=typing)
        if why is not None:
            return why
    return None


def _options(data: Any) -> Sequence[Mapping[str, Any]] | None:
    """Return the options of the command itself, without those of its groups; `None` for what has no such form."""
    while isinstance(data, Mapping) and isinstance(data.get("name"), str):
        options = data.get("options") or []
        formed = isinstance(options, list) and all(
            isinstance(option, Mapping) and isinstance(option.get("name"), str) and isinstance(option.get("type"), int)
            for option in options
        )
        if not formed:
            return None
        nested = [option for option in options if option["type"] in _NESTED]
        if not nested:
            return options
        data = nested[0] if len(options) == 1 else None
    return None


def _fault(parameter: Parameter, value: Any, resolved: Any, *, typing: bool) -> Message | None:
    """Return why a value is none of a parameter's, `None` where it may be one."""
    name = parameter.display_name
    if not _typed(parameter, value):
        return _another_kind(parameter)
    if isinstance(value, str) and not storable(value):
        return Message("`{option}` has a character that cannot be stored.", option=name)
    if parameter.choices and value not in [choice.value for choice in parameter.choices]:
        return Message("`{option}` takes one of the values that Discord offers.", option=name)
    if parameter.type in _IDS and not typing and not _resolved(value, resolved):
        return Message("Discord does not know what you gave for `{option}`.", option=name)
    if typing or parameter.type not in (Type.string, Type.integer, Type.number):
        return None
    if isinstance(value, str):
        least, most = parameter.min_value or 0, parameter.max_value or LONGEST
        if least <= len(value) <= most:
            return None
        return Message("`{option}` takes {least} to {most} characters.", option=name, least=int(least), most=int(most))
    least = -LARGEST if parameter.min_value is None else parameter.min_value
    most = LARGEST if parameter.max_value is None else parameter.max_value
    if least <= value <= most:
        return None
    return Message("`{option}` is a number from {least} to {most}.", option=name, least=int(least), most=int(most))


def _another_kind(parameter: Parameter) -> Message:
    return Message("`{option}` needs another kind of value.", option=parameter.display_name)


def _typed(parameter: Parameter, value: Any) -> bool:
    if parameter.type is Type.boolean:
        return isinstance(value, bool)
    if parameter.type is Type.integer:
        return isinstance(value, int) and not isinstance(value, bool)
    if parameter.type is Type.number:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str) and (parameter.type not in _IDS or value.isdecimal())


def _resolved(value: str, resolved: Any) -> bool:
    """Return True if Discord has sent along who or what an id stands for."""
    kinds = resolved.values() if isinstance(resolved, Mapping) else ()
    return any(isinstance(kind, Mapping) and value in kind for kind in kinds)
