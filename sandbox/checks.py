"""Discord's rules for what a bot sends, as far as the published schemas leave them out."""

from __future__ import annotations

import importlib
import re
import unicodedata
from typing import Any, Final

from sandbox.protocol import (
    BUTTON,
    COMPONENTS_V2,
    SELECTS,
    STRING_SELECT,
    TEXT_DISPLAY,
    TEXT_INPUT,
    ApiError,
    Json,
    Path,
    Problem,
    form_error,
    walk,
)

try:
    _emoji_list: Any = importlib.import_module("emoji")
except ImportError:
    _emoji_list = None

TOO_WIDE = ("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def check_components(components: list[Json], at: Path, *, v2: bool) -> list[Problem]:
    """Return what Discord refuses in the components of a message."""
    out: list[Problem] = []
    nodes = list(walk(components))
    if v2 and len(nodes) > 40:
        sentence = f"Total number of components {len(nodes)} exceeds 40"
        out.append((at, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence))
    if sum(len(c.get("content") or "") for _, c in nodes if c["type"] == TEXT_DISPLAY) > 4000:
        code = "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
        out.append((at, code, "Total displayable text exceeds 4000 characters"))
    out += _unique(nodes, at)
    for path, component in nodes:
        place, kind = (*at, *path), component["type"]
        if not v2 and len(path) == 1 and kind != 1:
            out.append(((*place, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).'))
        if kind == 1:
            inside = component["components"]
            if len(inside) > 1 and any(c["type"] in SELECTS for c in inside):
                out.append(((*place, "components"), *TOO_WIDE))
        if kind == BUTTON:
            out += _button(component, place)
        if kind in SELECTS:
            out += _select(component, place)
        out += _emoji(component, place)
    return out


def _unique(nodes: list[tuple[tuple[Any, ...], Json]], at: Path) -> list[Problem]:
    out: list[Problem] = []
    seen: set[str] = set()
    for path, component in nodes:
        custom_id = component.get("custom_id")
        if custom_id is None:
            continue
        if custom_id in seen:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            out.append(((*at, *path, "custom_id"), code, "Component custom id cannot be duplicated"))
        seen.add(custom_id)
    return out


def _button(button: Json, at: Path) -> list[Problem]:
    out: list[Problem] = []
    style, custom_id = button["style"], button.get("custom_id")
    if style == 5 and (not button.get("url") or custom_id):
        out.append(((*at, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required (and no custom id)"))
    elif style < 5 and (not custom_id or button.get("url")):
        code = "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"
        out.append(((*at, "custom_id"), code, "A custom id is required (and no url)"))
    if style != 6 and not button.get("label") and not button.get("emoji"):
        out.append((at, "BUTTON_COMPONENT_INVALID_LABEL", "A label or emoji is required"))
    return out


def _select(select: Json, at: Path) -> list[Problem]:
    out: list[Problem] = []
    low = 1 if select.get("min_values") is None else select["min_values"]
    high = 1 if select.get("max_values") is None else select["max_values"]
    if low > high:
        code = "SELECT_COMPONENT_MIN_GREATER_THAN_MAX"
        out.append(((*at, "min_values"), code, "min_values must not exceed max_values"))
    options = select.get("options") or []
    if select["type"] == STRING_SELECT and len(options) < max(high, 1):
        out.append(((*at, "options"), "BASE_TYPE_BAD_LENGTH", f"Must be between {high} and 25 in length."))
    values = [option["value"] for option in options]
    code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
    out += [
        ((*at, "options", number, "value"), code, "The specified option value is already used")
        for number, value in enumerate(values)
        if value in values[:number]
    ]
    if sum(bool(option.get("default")) for option in options) > high:
        code = "SELECT_COMPONENT_TOO_MANY_DEFAULTS"
        out.append(((*at, "options"), code, "More default options than max_values"))
    return out


def _emoji(component: Json, at: Path) -> list[Problem]:
    icons = [component.get("emoji")] + [option.get("emoji") for option in component.get("options") or []]
    return [
        ((*at, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
        for icon in icons
        if icon and not icon.get("id") and not _may_be_emoji(icon.get("name") or "")
    ]


def _may_be_emoji(text: str) -> bool:
    """Return True if this is an emoji; without the package `emoji`, only what surely is none is told apart."""
    if _emoji_list is not None:
        plain = text.replace("\ufe0f", "")
        return any(bool(_emoji_list.is_emoji(form)) for form in (text, plain, f"{plain}\ufe0f"))
    marks = ("\ufe0f", "\u20e3")
    return bool(text) and any(unicodedata.category(c) in ("So", "Sk") or c in marks for c in text)


def check_modal(data: Json) -> None:
    """Refuse a modal that Discord would refuse. Raises `ApiError`."""
    at: Path = ("data", "components")
    out: list[Problem] = []
    if len(data["components"]) > 5:
        out.append((at, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
    nodes = list(walk(data["components"]))
    out += _unique(nodes, at)
    for path, component in nodes:
        place = (*at, *path)
        if component["type"] == 1 and len(component["components"]) != 1:
            out.append(((*place, "components"), *TOO_WIDE))
        if component["type"] == TEXT_INPUT:
            out += _text_input(component, place, in_row=len(path) == 3)
    if out:
        raise form_error(*out)


def _text_input(field: Json, at: Path, *, in_row: bool) -> list[Problem]:
    out: list[Problem] = []
    longest = field.get("max_length") or 4000
    if (field.get("min_length") or 0) > longest:
        code = "TEXT_INPUT_MIN_GREATER_THAN_MAX"
        out.append(((*at, "min_length"), code, "min_length must not exceed max_length"))
    if field.get("value") and len(field["value"]) > longest:
        out.append(((*at, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length."))
    if in_row and not field.get("label"):  # a field in a Label has none of its own
        out.append(((*at, "label"), "BASE_TYPE_REQUIRED", "This field is required"))
    return out


CONTENT = 2000
EMBEDS = 6000


def check_message(
    body: Json,
    flags: int,
    files: int,
    at: Path = (),
    *,
    kept: bool = False,
    existing: Json | None = None,
) -> None:
    """Refuse a body that Discord would refuse. Raises `ApiError`.

    `files` are uploaded with it, `kept` tells whether an edit keeps earlier ones; `existing` is what an edit changes;
    `at` is where the message stands in the request's body.
    """
    state = {**(existing or {}), **body}
    content, embeds, components = state.get("content") or "", state.get("embeds") or [], state.get("components") or []
    v2 = bool(flags & COMPONENTS_V2)
    out: list[Problem] = []
    if len(content) > CONTENT:
        out.append(((*at, "content"), "BASE_TYPE_MAX_LENGTH", f"Must be {CONTENT} or fewer in length."))
    if v2:
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if state.get(name):
                sentence = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                out.append(((*at, name), code, sentence))
    elif len(components) > 5:
        out.append(((*at, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."))
    out += check_components(components, (*at, "components"), v2=v2)
    out += _embeds(embeds, at)
    out += _mentions(body.get("allowed_mentions") or {}, at)
    if out:
        raise form_error(*out)
    if not (content.strip() or embeds or components or files or kept or state.get("poll") or state.get("sticker_ids")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _embeds(embeds: list[Json], at: Path) -> list[Problem]:
    out: list[Problem] = []
    if sum(_letters(embed) for embed in embeds) > EMBEDS:
        sentence = f"Embed size exceeds maximum size of {EMBEDS}"
        out.append(((*at, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", sentence))
    for number, embed in enumerate(embeds):
        for line, part in enumerate(embed.get("fields") or []):
            out += [
                ((*at, "embeds", number, "fields", line, key), "BASE_TYPE_REQUIRED", "This field is required")
                for key in ("name", "value")
                if not part[key].strip()
            ]
    return out


def _letters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    texts += [part[key] for part in embed.get("fields") or [] for key in ("name", "value")]
    return sum(len(text or "") for text in texts)


def _mentions(allowed: Json, at: Path) -> list[Problem]:
    out: list[Problem] = []
    at = (*at, "allowed_mentions")
    for kind in ("users", "roles"):
        ids = allowed.get(kind) or []
        if kind in (allowed.get("parse") or []) and ids:
            sentence = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            out.append((at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence))
        out += [
            ((*at, kind, number), "NUMBER_TYPE_COERCE", f'Value "{one}" is not snowflake.')
            for number, one in enumerate(ids)
            if not str(one).isdecimal()
        ]
    return out


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
    """Return the length of the longest of a text's translations."""
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
        place = (*at, number)
        out += _name(option["name"], (*place, "name"))
        if option["name"] in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"
            out.append(((*place, "name"), code, "Option names must be unique"))
        names.add(option["name"])
        if option["type"] in (1, 2):
            out += _options(option.get("options") or [], (*place, "options"))  # the schemas bound the nesting
            continue
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            out.append(((*place, "required"), code, "Required options must be placed before non-required options"))
        optional_seen = optional_seen or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES"
            out.append((place, code, "Autocomplete options cannot have choices"))
    if any(o["type"] in (1, 2) for o in options) and any(o["type"] > 2 for o in options):
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        out.append((at, code, "Sub-command and regular options cannot be mixed"))
    return out
