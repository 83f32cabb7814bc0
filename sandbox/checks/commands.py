"""Rules for the registration of commands."""

from __future__ import annotations

import re
from typing import Any, Final

from sandbox.errors import ApiError, Path, Problem, form_error
from sandbox.parts import Json

NAME: Final = re.compile(r"[-_'\w]{1,32}")
LIMITS: Final = ((1, 100), (2, 15), (3, 15))
"""How many commands of each kind there may be: slash commands, menus of users, menus of messages."""
LARGEST: Final = 8000
REQUIRED: Final = ("BASE_TYPE_REQUIRED", "This field is required")


def check_commands(commands: list[Json]) -> None:
    """Refuse commands that Discord would refuse. Raises `ApiError`."""
    for kind, limit in LIMITS:
        if sum(c.get("type", 1) == kind for c in commands) > limit:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({limit})")
    out: list[Problem] = []
    taken: set[tuple[str, int]] = set()
    for number, command in enumerate(commands):
        kind = command.get("type") or 1
        if (command["name"], kind) in taken:
            code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
            out.append(((number,), code, "Application command names must be unique"))
        taken.add((command["name"], kind))
        if kind == 1:
            out += _name(command["name"], (number, "name"))
            if not command.get("description"):
                out.append(((number, "description"), *REQUIRED))
        elif command.get("description"):
            code = "APPLICATION_COMMAND_DESCRIPTION_INVALID"
            out.append(((number, "description"), code, "Context menu commands cannot have description"))
        if _size(command) > LARGEST:
            code = "APPLICATION_COMMAND_TOO_LARGE"
            out.append(((number,), code, f"Command exceeds maximum size ({LARGEST})"))
        out += _options(command.get("options") or [], (number, "options"))
    if out:
        raise form_error(*out)


def _size(node: Json) -> int:
    own = _longest(node, "name") + _longest(node, "description")
    own += sum(_longest(c, "name") + len(str(c["value"])) for c in node.get("choices") or [])
    return own + sum(_size(option) for option in node.get("options") or [])


def _longest(node: Json, what: str) -> int:
    """Of a text in several languages the longest counts."""
    return max(len(text) for text in [node.get(what) or "", *(node.get(f"{what}_localizations") or {}).values()])


def _name(name: str, at: Path) -> list[Problem]:
    if NAME.fullmatch(name) and name == name.lower():
        return []
    return [(at, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")]


def _options(options: list[Json], at: Path) -> list[Problem]:
    out: list[Problem] = []
    names: set[Any] = set()
    optional_seen = False
    for number, option in enumerate(options):
        here = (*at, number)
        out += _name(option["name"], (*here, "name"))
        if option["name"] in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"
            out.append(((*here, "name"), code, "Option names must be unique"))
        names.add(option["name"])
        if option["type"] in (1, 2):
            out += _options(option.get("options") or [], (*here, "options"))  # the schemas bound the nesting
            continue
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            out.append(((*here, "required"), code, "Required options must be placed before non-required options"))
        optional_seen = optional_seen or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES"
            out.append((here, code, "Autocomplete options cannot have choices"))
    if any(o["type"] in (1, 2) for o in options) and any(o["type"] > 2 for o in options):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        out.append((at, code, "Sub-command and regular options cannot be mixed"))
    return out
