"""The page in a real browser: two seats side by side start a match and play, by mouse and by keyboard."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.browser import Tab, browser, installed
from tests.e2e.playing import PATIENCE, Table

pytestmark = pytest.mark.skipif(
    installed() is None and not os.environ.get("REQUIRE_BROWSER"),
    reason="no chromium is installed, so the page is not tested in a browser: apt-get install chromium",
)
ENTER = 13


def inside(seat: str, selector: str) -> str:
    return f"document.querySelector('[data-seat={seat}].pane {selector}')"


def button(seat: str, text: str) -> str:
    """The newest button whose label begins like that."""
    return (
        f"[...document.querySelectorAll('[data-seat={seat}].pane button')]"
        f".filter(b => b.textContent.startsWith({text!r})).at(-1)"
    )


def text(seat: str) -> str:
    return inside(seat, ".log") + ".innerText"


async def command(tab: Tab, seat: str, typed: str) -> None:
    """Choose a slash command with the keyboard."""
    await tab.js(inside(seat, ".line") + ".focus()")
    await tab.type(typed)
    await tab.wait(inside(seat, ".listbox li[role=option]"))
    await tab.key("Enter", ENTER)
    await tab.wait(inside(seat, "form.command"))


async def pick(tab: Tab, seat: str, number: int, label: str) -> None:
    """Choose in a list of the command's options."""
    await tab.js(
        f"(() => {{ const list = document.querySelectorAll('[data-seat={seat}].pane form.command select')[{number}];"
        f" list.value = [...list.options].find(o => o.text === {label!r}).value; }})()"
    )


async def test_two_seats_play(game: Table, tmp_path: Path) -> None:
    async with browser(tmp_path) as tab:
        await tab.size(1440, 900)
        await tab.go(game.box.url)
        await tab.wait(inside("max", ".place"))
        await command(tab, "anna", "/match new")
        await pick(tab, "anna", 0, "Monolith Arena")
        await pick(tab, "anna", 1, "Max")
        await tab.press(button("anna", "Send"))
        await tab.press(button("max", "Accept"))
        for seat, faction in (("anna", "Dragon Empire"), ("max", "Lords of the Abyss")):
            await tab.press(button(seat, "› Monolith"))
            await tab.press(button(seat, "Play / my reserve"))
            await tab.press(button(seat, faction))
            await tab.press(button(seat, f"Play {faction}"))
            await tab.wait(f"{text(seat)}.includes('chose {faction}')", 60)
        await tab.wait(f"{text('anna')}.includes('Only you can see this')")
        # Both place their banners by command, with the autocomplete list; who begins was drawn.
        await game.box.expect(lambda: len(game.waited()) == 1, "one of them is waited for", PATIENCE)
        await game.box.settle(1)
        first, second = ("anna", "max") if game.waited() == [game.anna] else ("max", "anna")
        for seat, other, hex_ in ((first, second, "B2"), (second, first, "D3")):
            await command(tab, seat, "/monolith banner")
            await tab.type(hex_)
            await tab.wait(inside(seat, "form.command .listbox li[role=option]"))
            await tab.key("Enter", ENTER)
            pictures = f"document.querySelectorAll('[data-seat={other}].pane article:not(.ephemeral) figure img')"
            picture = f"([...{pictures}].at(-1)?.src ?? '')"
            before = await tab.js(picture)
            await tab.press(button(seat, "Send"))
            # The other sees the new board without doing anything.
            await game.box.expect(lambda seat=seat: game.waited() and game.waited()[0].name != seat, "a turn", PATIENCE)
            await tab.wait(f"{picture} !== {before!r}", 60)
        # What one is told privately, the other's page does not hold.
        await tab.press(button(first, "Play / my reserve"))
        await tab.wait(f"{inside(first, '.log')}.querySelectorAll('.ephemeral').length > 1", 60)
        await tab.wait(f"{text(first)}.includes('End turn')", 60)
        assert not await tab.js(f"{text(second)}.includes('End turn')")
        assert await tab.js("document.documentElement.scrollWidth <= innerWidth")
        await tab.size(390, 844, phone=True)
        assert await tab.js("document.documentElement.scrollWidth <= innerWidth")
        assert tab.complaints == []
