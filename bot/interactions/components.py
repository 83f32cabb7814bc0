"""From panels to discord.py: one button class, one select class, and what their custom_ids mean.

A custom_id is a proposal and nothing more: which match, what to do, for which choice, with which words. Who presses
is taken from the interaction, and everything is checked like a typed command.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, cast

import discord

from bot.limits import BUTTON_LABEL, CUSTOM_ID, SELECT_TEXT, cut
from bot.panels.model import Button, Panel, Press, Row, Select

MATCH_ID: Final = re.compile(r"[a-z2-7]{10}")
MATCH: Final = r"(?P<match>[a-z2-7]{10})"
BUTTON: Final = re.compile(
    rf"b:{MATCH}:(?P<deed>[a-z]{{1,12}}):(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}}):(?P<words>[^:]*)"
)
SELECT: Final = re.compile(rf"s:{MATCH}:(?P<slot>\d{{1,2}}):(?P<key>[\w.]{{0,40}})")

STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}


class Pressable(Protocol):
    """The client, as far as the items need it."""

    async def pressed(
        self, interaction: discord.Interaction, match_id: str, deed: str, key: str, words: tuple[str, ...]
    ) -> None:
        """Somebody pressed something."""
        ...

    async def guarded(self, interaction: discord.Interaction, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work`; tell the player and log it when it fails."""
        ...


def button_id(match_id: str, slot: int, key: str, press: Press) -> str:
    """The custom_id of a button. `slot` makes it unique in its message."""
    text = f"b:{match_id}:{press.deed}:{slot}:{key}:{'.'.join(press.words)}"
    if len(text) > CUSTOM_ID:
        raise ValueError(f"custom_id of {len(text)} characters: {text}")
    return text


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split(".")) if text else ()


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
        found = BUTTON.fullmatch(self.item.custom_id or "")
        client = cast("Pressable", interaction.client)

        async def work() -> None:
            assert found is not None
            await client.pressed(interaction, found["match"], found["deed"], found["key"], _words(found["words"]))

        await client.guarded(interaction, work)


class PressSelect(discord.ui.DynamicItem[discord.ui.Select[Any]], template=SELECT):
    """Every select of the bot."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str]
    ) -> PressSelect:
        """The select that was used."""
        return cls(cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Hand the chosen option on as a press."""
        found = SELECT.fullmatch(self.item.custom_id or "")
        client = cast("Pressable", interaction.client)

        async def work() -> None:
            assert found is not None
            deed, _, words = (self.item.values or ["show:"])[0].partition(":")
            await client.pressed(interaction, found["match"], deed, found["key"], _words(words))

        await client.guarded(interaction, work)


ITEMS: Final = (PressButton, PressSelect)


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
            value=f"{o.press.deed}:{'.'.join(o.press.words)}",
            description=cut(o.description, SELECT_TEXT) or None,
            default=o.default,
        )
        for o in select.options
    ]
    return PressSelect(
        discord.ui.Select(
            placeholder=cut(select.placeholder, SELECT_TEXT),
            custom_id=f"s:{match_id}:{slot}:{key}",
            options=options,
        ),
        row=row,
    )
