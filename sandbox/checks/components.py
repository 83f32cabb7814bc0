"""Rules for buttons, selects and modals."""

from __future__ import annotations

import importlib
import unicodedata
from typing import Any

from sandbox.errors import Path, Problem, form_error
from sandbox.parts import BUTTON, SELECTS, STRING_SELECT, TEXT_DISPLAY, TEXT_INPUT, Json, walk

try:
    _emoji_list: Any = importlib.import_module("emoji")
except ImportError:
    _emoji_list = None

TOO_WIDE = ("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")


def check_components(components: list[Json], at: Path, *, v2: bool) -> list[Problem]:
    """What Discord refuses in the components of a message."""
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
        here, kind = (*at, *path), component["type"]
        if not v2 and len(path) == 1 and kind != 1:
            out.append(((*here, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).'))
        if kind == 1:
            inside = component["components"]
            if len(inside) > 1 and any(c["type"] in SELECTS for c in inside):
                out.append(((*here, "components"), *TOO_WIDE))
        if kind == BUTTON:
            out += _button(component, here)
        if kind in SELECTS:
            out += _select(component, here)
        out += _emoji(component, here)
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


def _button(button: Json, here: Path) -> list[Problem]:
    out: list[Problem] = []
    style, custom_id = button["style"], button.get("custom_id")
    if style == 5 and (not button.get("url") or custom_id):
        out.append(((*here, "url"), "BUTTON_COMPONENT_URL_REQUIRED", "A url is required (and no custom id)"))
    elif style < 5 and (not custom_id or button.get("url")):
        code = "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"
        out.append(((*here, "custom_id"), code, "A custom id is required (and no url)"))
    if style != 6 and not button.get("label") and not button.get("emoji"):
        out.append((here, "BUTTON_COMPONENT_INVALID_LABEL", "A label or emoji is required"))
    return out


def _select(select: Json, here: Path) -> list[Problem]:
    out: list[Problem] = []
    low = 1 if select.get("min_values") is None else select["min_values"]
    high = 1 if select.get("max_values") is None else select["max_values"]
    if low > high:
        code = "SELECT_COMPONENT_MIN_GREATER_THAN_MAX"
        out.append(((*here, "min_values"), code, "min_values must not exceed max_values"))
    options = select.get("options") or []
    if select["type"] == STRING_SELECT and len(options) < max(high, 1):
        out.append(((*here, "options"), "BASE_TYPE_BAD_LENGTH", f"Must be between {high} and 25 in length."))
    values = [option["value"] for option in options]
    code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
    out += [
        ((*here, "options", number, "value"), code, "The specified option value is already used")
        for number, value in enumerate(values)
        if value in values[:number]
    ]
    if sum(bool(option.get("default")) for option in options) > high:
        code = "SELECT_COMPONENT_TOO_MANY_DEFAULTS"
        out.append(((*here, "options"), code, "More default options than max_values"))
    return out


def _emoji(component: Json, here: Path) -> list[Problem]:
    icons = [component.get("emoji")] + [option.get("emoji") for option in component.get("options") or []]
    return [
        ((*here, "emoji", "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")
        for icon in icons
        if icon and not icon.get("id") and not _may_be_emoji(icon.get("name") or "")
    ]


def _may_be_emoji(text: str) -> bool:
    """Whether this is an emoji; without the package `emoji`, only what surely is none is told apart."""
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
        here = (*at, *path)
        if component["type"] == 1 and len(component["components"]) != 1:
            out.append(((*here, "components"), *TOO_WIDE))
        if component["type"] == TEXT_INPUT:
            out += _text_input(component, here, in_row=len(path) == 3)
    if out:
        raise form_error(*out)


def _text_input(field: Json, here: Path, *, in_row: bool) -> list[Problem]:
    out: list[Problem] = []
    longest = field.get("max_length") or 4000
    if (field.get("min_length") or 0) > longest:
        code = "TEXT_INPUT_MIN_GREATER_THAN_MAX"
        out.append(((*here, "min_length"), code, "min_length must not exceed max_length"))
    if field.get("value") and len(field["value"]) > longest:
        out.append(((*here, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length."))
    if in_row and not field.get("label"):  # a field in a Label has none of its own
        out.append(((*here, "label"), "BASE_TYPE_REQUIRED", "This field is required"))
    return out
