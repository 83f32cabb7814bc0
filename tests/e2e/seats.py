"""People at the page in a browser: they read it, type commands, and press what it shows with the mouse."""

from __future__ import annotations

import random

from benchmarks.seats import FINAL, PLAY, chosen
from sandbox import Message, Player
from tests.e2e.browser import Tab
from tests.e2e.playing import PATIENCE, LoadedMatch

ENTER = 13
TAPS = 40


def inside(seat: str, selector: str) -> str:
    """An element of a seat."""
    return f"document.querySelector('[data-seat={seat}].pane {selector}')"


def button(seat: str, text: str) -> str:
    """The newest button whose label begins like that."""
    return (
        f"[...document.querySelectorAll('[data-seat={seat}].pane button')]"
        f".filter(b => b.textContent.startsWith({text!r})).at(-1)"
    )


def text(seat: str) -> str:
    """All that can be read in the channel that a seat shows."""
    return inside(seat, ".log") + ".innerText"


def board(seat: str) -> str:
    """The address of the newest picture that everybody sees."""
    pictures = f"document.querySelectorAll('[data-seat={seat}].pane article:not(.ephemeral) figure img')"
    return f"([...{pictures}].at(-1)?.src ?? '')"


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


async def start(game: LoadedMatch, tab: Tab) -> None:
    """Anna challenges Max by command, he accepts, and both look at the thread."""
    await tab.go(game.box.url)
    await tab.wait(inside("max", ".place"))
    await command(tab, "anna", "/match new")
    await pick(tab, "anna", 0, "Monolith Arena")
    await pick(tab, "anna", 1, "Max")
    await tab.press(button("anna", "Send"))
    await tab.press(button("max", "Accept"))
    for seat in ("anna", "max"):
        await tab.press(button(seat, "› Monolith"))
        await tab.wait(button(seat, PLAY))


async def turn(game: LoadedMatch, tab: Tab, player: Player, rng: random.Random) -> str:
    """Open the panel and press at random until something is carried out; returns its custom_id, or nothing."""
    old = game.panel(player)
    await tab.press(button(player.name, PLAY))
    panel = await game.box.expect(
        lambda: found if (found := game.panel(player)) is not old and found and found.controls else None,
        "a panel",
        PATIENCE,
    )
    for _ in range(TAPS):
        assert isinstance(panel, Message)
        what = chosen(panel, rng)
        if what is None:
            return ""
        kind, custom_id, value = what
        before = panel.revisions
        control = f'[...document.querySelectorAll(\'[data-id="{panel.id}"] [data-id="{custom_id}"]\')].at(-1)'
        if kind == "button":
            await tab.press(control)
        else:
            await tab.wait(control)
            await tab.js(
                f"(() => {{ const s = {control}; s.value = {value!r}; s.dispatchEvent(new Event('change')); }})()"
            )
        await game.box.expect(lambda panel=panel, before=before: panel.revisions > before, "an answer", PATIENCE)
        if kind == "button" and value in FINAL:
            return custom_id
    return ""
