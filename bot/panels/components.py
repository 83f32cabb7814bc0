"""From panels to discord.py: one button class, one select class, and what their custom_ids mean.

A custom_id is a proposal and nothing more: which match, what to do, for which choice, with which tokens. Who presses
is taken from the interaction, and everything is checked like a typed command.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

import discord

from bot.limits import BUTTON_LABEL, CUSTOM_ID, SELECT_TEXT, cut
from bot.panels.model import Button, Panel, Press, Row, Select, joined

MATCH_ID: Final = re.compile(r"[a-z2-7]{10}")
LESSON: Final = "learn-"
"""What stands before the id of a lesson where else the id of a match stands."""
MATCH: Final = r"(?P<match>[a-z2-7]{10}|learn-[a-z]{0,10})"
BUTTON: Final = re.compile(
    rf"b:{MATCH}:(?P<deed>[a-z]{{1,12}}):(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}}):(?P<tokens>[^:]*)"
)
SELECT: Final = re.compile(rf"s:{MATCH}:(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}})")
NEXT_TOKEN: Final = "."  # noqa: S105  # no password
NEXT_ACTION: Final = ";"

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

    @property
    def lesson(self) -> str | None:
        """The id of the lesson that it is about in the place of a match, empty for all of them; `None` for a match."""
        return self.match_id.removeprefix(LESSON) if self.match_id.startswith(LESSON) else None


class Pressable(Protocol):
    """The client, as far as buttons and selects need it."""

    async def pressed(self, interaction: discord.Interaction, pressed: Pressed) -> None:
        """Somebody pressed something."""
        ...

    async def guarded(self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work`; tell the player and log it when it fails."""
        ...


def button_id(match_id: str, slot: int, key: str, press: Press) -> str:
    """The custom_id of a button. `slot` makes it unique in its message. Raises `ValueError` where it is too long."""
    text = f"b:{match_id}:{press.deed}:{slot}:{key}:{_tokens_text(press)}"
    if len(text) > CUSTOM_ID:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def option_value(press: Press) -> str:
    """The value of a select's option."""
    return f"{press.deed}:{_tokens_text(press)}"


def read_button(custom_id: str) -> Pressed | None:
    """What a button stands for; `None` for a custom_id of another form."""
    found = BUTTON.fullmatch(custom_id)
    return Pressed(found["match"], found["key"], _press(found["deed"], found["tokens"])) if found else None


def read_select(custom_id: str, values: Sequence[str]) -> Pressed | None:
    """What the chosen options of a select stand for together; `None` for a custom_id of another form."""
    found = SELECT.fullmatch(custom_id)
    if found is None:
        return None
    press = joined([read_value(value) for value in values]) if values else Press("show")
    return Pressed(found["match"], found["key"], press)


def read_value(value: str) -> Press:
    """What one option of a select stands for."""
    deed, _, tokens = value.partition(":")
    return _press(deed, tokens)


def _tokens_text(press: Press) -> str:
    text = NEXT_TOKEN.join(press.tokens)
    return f"{text}{NEXT_ACTION}{NEXT_TOKEN.join(press.then)}" if press.then else text


def _press(deed: str, text: str) -> Press:
    tokens, _, then = text.partition(NEXT_ACTION)
    return Press(deed, _split(tokens), _split(then))


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split(NEXT_TOKEN)) if text else ()


class PressButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=BUTTON):
    """Every button of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PressButton:
        """The button that was pressed."""
        return cls(cast("discord.ui.Button[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the press on."""
        await _hand_on(interaction, read_button(self.item.custom_id or ""))


class PressSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=SELECT):
    """Every select of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PressSelect:
        """The select that was used."""
        return cls(cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the chosen options on as one press."""
        await _hand_on(interaction, read_select(self.item.custom_id, self.item.values))


async def _hand_on(interaction: discord.Interaction, pressed: Pressed | None) -> None:
    assert pressed is not None  # discord.py has matched the custom_id already
    client = cast("Pressable", interaction.client)

    async def work() -> None:
        await client.pressed(interaction, pressed)

    await client.guarded(interaction, work)


ITEMS: Final = (PressButton, PressSelect)


def known(custom_id: str) -> bool:
    """Whether a custom_id has a form that the bot understands."""
    return BUTTON.fullmatch(custom_id) is not None or SELECT.fullmatch(custom_id) is not None


def view(match_id: str, rows: tuple[Row, ...], key: str = "") -> discord.ui.View | None:
    """A view for one send, made of dynamic items only; `None` for no rows."""
    if not rows:
        return None
    made = discord.ui.View(timeout=None)
    slot = 0
    for number, row in enumerate(rows):
        if isinstance(row, Select):
            made.add_item(_select(match_id, slot, number, key, row))
            slot += 1
            continue
        for button in row:
            made.add_item(_button(match_id, slot, number, key, button))
            slot += 1
    return made


def panel_view(match_id: str, panel: Panel) -> discord.ui.View | None:
    """The view of a private panel."""
    return view(match_id, panel.rows, panel.key)


def _button(match_id: str, slot: int, row: int, key: str, button: Button) -> PressButton:
    return PressButton(
        discord.ui.Button(
            label=cut(button.label, BUTTON_LABEL),
            style=STYLES[button.style],
            disabled=button.disabled,
            custom_id=button_id(match_id, slot, key, button.press),
        ),
        row=row,
    )


def _select(match_id: str, slot: int, row: int, key: str, select: Select) -> PressSelect:
    options = [
        discord.SelectOption(
            label=cut(o.label, SELECT_TEXT),
            value=option_value(o.press),
            description=cut(o.description, SELECT_TEXT) or None,
            default=o.default,
        )
        for o in select.options
    ]
    return PressSelect(
        discord.ui.Select(
            placeholder=cut(select.placeholder, SELECT_TEXT),
            custom_id=f"s:{match_id}:{slot}:{key}",
            min_values=select.least,
            max_values=min(select.most, len(options)),
            options=options,
        ),
        row=row,
    )
