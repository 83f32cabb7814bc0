"""People at the page in a browser: they read it, type commands, and press what it shows with the mouse."""

from __future__ import annotations

import random

from benchmarks.seats import FINAL, chosen
from sandbox import Channel, Message, Player
from tests.e2e.browser import Tab
from tests.e2e.playing import PATIENCE, Playground

ENTER = 13
TAPS = 40


def inside(seat: str, selector: str) -> str:
    """An element of a seat."""
    return f"document.querySelector('[data-seat={seat}].pane {selector}')"


def button(seat: str, deed: str, *tokens: str) -> str:
    """The newest button that does this, with these tokens if any are given."""
    said = r"\.".join(tokens) if tokens else ".*"
    mine = f"/^b:[^:]+:{deed}:[^:]*:[^:]*:{said}$/"
    return (
        f"[...document.querySelectorAll('[data-seat={seat}].pane button[data-id]')]"
        f".filter(b => {mine}.test(b.dataset.id)).at(-1)"
    )


async def look(tab: Tab, seat: str, channel: Channel) -> None:
    """Open a channel: in the list beside the messages, or in the menu above them where there is no room for a list."""
    line, menu = inside(seat, f'.place[data-place="{channel.id}"]'), inside(seat, ".place-select")
    await tab.wait(line)
    if await tab.js(f"{line}.offsetWidth > 0"):
        await tab.press(line)
    else:
        await tab.js(f"(() => {{ {menu}.value = '{channel.id}'; {menu}.dispatchEvent(new Event('change')); }})()")


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


async def pick(tab: Tab, seat: str, option: str, value: str) -> None:
    """Choose in a list of the command's options."""
    await tab.js(f"{inside(seat, f'form.command [name={option}]')}.value = {value!r}")


def send(seat: str) -> str:
    """The button that sends the command."""
    return inside(seat, "form.command button[type=submit]")


async def speak(tab: Tab, locale: str) -> None:
    """Set both seats and the server to a language."""
    for selector in ("#server-language", *(f"[data-seat={seat}].pane .language" for seat in ("anna", "max"))):
        found = f"document.querySelector('{selector}')"
        await tab.wait(f"{found}?.options.length")
        await tab.js(f"(() => {{ {found}.value = '{locale}'; {found}.dispatchEvent(new Event('change')); }})()")


async def start(game: Playground, tab: Tab, locale: str | None = None) -> None:
    """Anna challenges Max by command, he accepts, and both look at the thread."""
    await tab.go(game.box.url)
    await tab.wait(inside("max", ".place"))
    if locale is not None:
        await speak(tab, locale)
    await command(tab, "anna", "/match new")
    await pick(tab, "anna", "game", "monolith_arena")
    await pick(tab, "anna", "opponent", str(game.max.id))
    await tab.press(send("anna"))
    await click(game, tab, button("max", "accept"))
    await game.box.expect(lambda: game.box.threads, "a thread", PATIENCE)
    for seat in ("anna", "max"):
        await look(tab, seat, game.thread)
        await tab.wait(button(seat, "play"))


async def factions(game: Playground, tab: Tab) -> None:
    """Both choose their factions in their panels."""
    for seat, faction in (("anna", "dragon_empire"), ("max", "lords_of_the_abyss")):
        for press in (("play",), ("show", "faction", faction), ("do", "faction", faction)):
            await click(game, tab, button(seat, *press))
        await game.box.settle(0.5)


async def banners(game: Playground, tab: Tab) -> tuple[str, str]:
    """Both place their banners by command, with the list of hexes; returns who was drawn to begin, and the other."""
    await game.box.expect(lambda: len(game.waited()) == 1, "one of them is waited for", PATIENCE)
    await game.box.settle(1)
    first, second = ("anna", "max") if game.waited() == [game.anna] else ("max", "anna")
    for seat, other, hex_ in ((first, second, "B2"), (second, first, "D3")):
        await command(tab, seat, "/monolith banner")
        await tab.type(hex_)
        await tab.wait(inside(seat, "form.command .listbox li[role=option]"))
        await tab.key("Enter", ENTER)
        before = await tab.js(board(other))
        await tab.press(send(seat))
        # The other sees the new board without doing anything.
        await game.box.expect(lambda seat=seat: game.waited() and game.waited()[0].name != seat, "a turn", PATIENCE)
        await tab.wait(f"{board(other)} !== {before!r}", 60)
    return first, second


async def click(game: Playground, tab: Tab, finder: str) -> None:
    """Press a button of a message; once more where a new message has moved the page under the mouse."""
    for _ in range(3):
        before = len(game.box.world.interactions)
        await tab.press(finder)
        if await game.box.until(lambda before=before: len(game.box.world.interactions) > before, 5):
            return
    raise AssertionError(f"the mouse does not meet {finder}")


async def turn(game: Playground, tab: Tab, player: Player, rng: random.Random) -> str:
    """Open the panel and press at random until something is carried out; returns its custom_id, or nothing."""
    old = game.panel(player)
    await click(game, tab, button(player.name, "play"))
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
            await click(game, tab, control)
        else:
            await tab.wait(control)
            await tab.js(
                f"(() => {{ const s = {control}; s.value = {value!r}; s.dispatchEvent(new Event('change')); }})()"
            )
        await game.box.expect(lambda panel=panel, before=before: panel.revisions > before, "an answer", PATIENCE)
        if kind == "button" and value in FINAL:
            return custom_id
    return ""
