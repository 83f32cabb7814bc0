"""From panels to discord.py: buttons, selects, and what their custom_ids mean.

A custom_id is a proposal and nothing more: which match, what to do, for which choice, with which tokens. Who presses
is taken from the interaction, and everything is checked like a typed command.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeGuard

import discord

from bot.limits import BUTTON_LABEL, CUSTOM_ID, SELECT_TEXT, cut
from bot.panels.model import Button, Panel, Press, Row, Select, joined

MATCH_ID: Final = re.compile(r"[a-z2-7]{10}")
LESSON: Final = "learn-"
"""What stands before the id of a lesson where else the id of a match stands."""
MATCH: Final = r"(?P<match>[a-z2-7]{10}|learn-[a-z]{0,10})"
BUTTON: Final = re.compile(
    rf"b:{MATCH}:(?P<action_id>[a-z]{{1,12}}):(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}}):(?P<tokens>[^:]*)"
)
USERS: Final = re.compile(BUTTON.pattern.replace("b:", "u:", 1))
SELECT: Final = re.compile(rf"s:{MATCH}:(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}})")
FORM: Final = re.compile(rf"f:{MATCH}:(?P<action_id>[a-z]{{1,12}}):(?P<tokens>[^:]*)")
NEXT_TOKEN: Final = "."  # noqa: S105  # no password
NEXT_ACTION: Final = ";"
DOT: Final = "!"
"""Stands for a dot within a token."""
UNSTORABLE: Final = re.compile(r"[\x00\ud800-\udfff]")

STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


@dataclass(frozen=True, slots=True)
class Pressed:
    """What comes back from a message: a press, the match it is about and the key of the choice it was made for."""

    match_id: str
    key: str
    press: Press
    text: str = ""
    """What was written into the form that was sent."""

    @property
    def lesson(self) -> str | None:
        """Return the id of the lesson that takes the place of a match, empty for all lessons; `None` for a match."""
        return self.match_id.removeprefix(LESSON) if self.match_id.startswith(LESSON) else None


def button_id(match_id: str, slot: int, key: str, press: Press) -> str:
    """Return the custom_id of a button, unique in its message by `slot`. Raises `ValueError` if it is too long."""
    text = f"b:{match_id}:{press.action_id}:{slot}:{key}:{_tokens_text(press)}"
    if len(text) > CUSTOM_ID:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def option_value(press: Press) -> str:
    """Return the value of a select's option."""
    return f"{press.action_id}:{_tokens_text(press)}"


def read_button(custom_id: str) -> Pressed | None:
    """Read the custom_id of a button; `None` for one of another form."""
    found = BUTTON.fullmatch(custom_id)
    return Pressed(found["match"], found["key"], _press(found["action_id"], found["tokens"])) if found else None


def read_select(custom_id: str, values: Sequence[str]) -> Pressed | None:
    """Read the chosen options of a select as one press; `None` for a custom_id of another form."""
    found = SELECT.fullmatch(custom_id)
    if found is None:
        return None
    press = joined([read_value(value) for value in values]) if values else Press("show")
    return Pressed(found["match"], found["key"], press)


def read_value(value: str) -> Press:
    """Read the value of one option of a select."""
    action_id, _, tokens = value.partition(":")
    return _press(action_id, tokens)


def _tokens_text(press: Press) -> str:
    actions = (press.tokens, press.then) if press.then else (press.tokens,)
    return NEXT_ACTION.join(NEXT_TOKEN.join(token.replace(NEXT_TOKEN, DOT) for token in tokens) for tokens in actions)


def _press(action_id: str, text: str) -> Press:
    tokens, _, then = text.partition(NEXT_ACTION)
    return Press(action_id, _split(tokens), _split(then))


def _split(text: str) -> tuple[str, ...]:
    return tuple(token.replace(DOT, NEXT_TOKEN) for token in text.split(NEXT_TOKEN)) if text else ()


def read_users(custom_id: str, values: Sequence[str]) -> Pressed | None:
    """Read the users that were chosen in a list of them: each is a token behind those of the list's press."""
    found = USERS.fullmatch(custom_id)
    if found is None or not all(value.isdecimal() for value in values):
        return None
    press = _press(found["action_id"], found["tokens"])
    return Pressed(
        found["match"], found["key"], replace(press, tokens=(*press.tokens, *(f"{USER}{v}" for v in values)))
    )


USER: Final = "@"
"""What stands before the id of a user in a token."""
BUTTONS: Final = discord.ComponentType.button.value
SELECTS: Final = discord.ComponentType.string_select.value
USER_SELECTS: Final = discord.ComponentType.user_select.value


def storable(value: Any) -> TypeGuard[str]:
    """Return True for a text that can be sent and stored: no half surrogates, no zeros, which PostgreSQL lacks."""
    return isinstance(value, str) and UNSTORABLE.search(value) is None


def read(data: Mapping[str, Any]) -> Pressed | None:
    """Read a press from an interaction's data; `None` for whatever else Discord may hand in."""
    custom_id, kind, values = data.get("custom_id"), data.get("component_type"), data.get("values", [])
    if not storable(custom_id):
        return None
    if kind == BUTTONS:
        return read_button(custom_id)
    if not (isinstance(values, list) and all(map(storable, values))):
        return None
    if kind == SELECTS:
        return read_select(custom_id, values)
    if kind == USER_SELECTS:
        return read_users(custom_id, values)
    return None


def form(match_id: str, press: Press, title: str, label: str, text: str, longest: int) -> discord.ui.Modal:
    """Return a form with one field of several lines; sent, it does what the press says with what was written.

    As `view` it listens to nothing.
    """
    made = discord.ui.Modal(
        title=title, timeout=None, custom_id=f"f:{match_id}:{press.action_id}:{_tokens_text(press)}"
    )
    made.stop()
    style = discord.TextStyle.paragraph
    field = discord.ui.TextInput[Any](
        label=label, style=style, custom_id="text", default=text or None, max_length=longest, required=False
    )
    return made.add_item(field)


def read_form(data: Mapping[str, Any]) -> Pressed | None:
    """Read a form that was sent, with the text of its first field; `None` for any other form."""
    custom_id, rows = data.get("custom_id"), data.get("components")
    found = FORM.fullmatch(custom_id) if storable(custom_id) else None
    if found is None:
        return None
    text = next((value for row in rows for value in _written(row)), "") if isinstance(rows, list) else ""
    return Pressed(found["match"], "", _press(found["action_id"], found["tokens"]), text)


def _written(row: Any) -> Iterator[str]:
    """Yield what was written into the fields of a row of a form."""
    inside = row.get("components", [row.get("component")]) if isinstance(row, dict) else None
    for field in inside if isinstance(inside, list) else ():
        if isinstance(field, dict) and isinstance(field.get("value"), str):
            yield field["value"]


@dataclass(frozen=True, slots=True)
class People:
    """A list of users to choose from, above all rows: Discord knows who is there."""

    placeholder: str
    press: Press
    """What choosing does: those who are chosen are its last tokens, each as `USER` and an id."""
    most: int
    chosen: tuple[int, ...] = ()


def view(match_id: str, rows: tuple[Row, ...], key: str = "", people: People | None = None) -> discord.ui.View | None:
    """Return a view for one send; `None` for no rows.

    It listens to nothing, so that discord.py does not keep it: presses are read from their custom_ids, for ever.
    """
    if not rows:
        return None
    made = discord.ui.View(timeout=None)
    made.stop()
    slot = 0
    if people is not None:
        made.add_item(_people(match_id, key, people))
        slot += 1
    for number, row in enumerate(rows, slot):
        if isinstance(row, Select):
            made.add_item(_select(match_id, slot, number, key, row))
            slot += 1
            continue
        for button in row:
            made.add_item(_button(match_id, slot, number, key, button))
            slot += 1
    return made


def panel_view(match_id: str, panel: Panel) -> discord.ui.View | None:
    """Return the view of a private panel."""
    return view(match_id, panel.rows, panel.key)


def _button(match_id: str, slot: int, row: int, key: str, button: Button) -> discord.ui.Button[Any]:
    return discord.ui.Button(
        label=cut(button.label, BUTTON_LABEL),
        style=STYLES[button.style],
        disabled=button.disabled,
        custom_id=button_id(match_id, slot, key, button.press),
        row=row,
    )


def _people(match_id: str, key: str, people: People) -> discord.ui.UserSelect[Any]:
    return discord.ui.UserSelect(
        placeholder=cut(people.placeholder, SELECT_TEXT),
        custom_id="u" + button_id(match_id, 0, key, people.press).removeprefix("b"),
        min_values=0,
        max_values=people.most,
        default_values=[discord.SelectDefaultValue.from_user(discord.Object(user)) for user in people.chosen],
        row=0,
    )


def _select(match_id: str, slot: int, row: int, key: str, select: Select) -> discord.ui.Select[Any]:
    options = [
        discord.SelectOption(
            label=cut(o.label, SELECT_TEXT),
            value=option_value(o.press),
            description=cut(o.description, SELECT_TEXT) or None,
            default=o.default,
        )
        for o in select.options
    ]
    return discord.ui.Select(
        placeholder=cut(select.placeholder, SELECT_TEXT),
        custom_id=f"s:{match_id}:{slot}:{key}",
        min_values=select.least,
        max_values=min(select.most, len(options)),
        options=options,
        row=row,
    )
