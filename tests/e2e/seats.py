"""People at the page in a browser: they read it, type commands, and press what it shows with the mouse."""

from __future__ import annotations

import random

from benchmarks.seats import FINAL, chosen
from sandbox import Channel, Player
from tests.e2e.browser import Tab
from tests.e2e.playing import PATIENCE, Playground

ENTER = 13
TAPS = 40
NEWEST = 20
"""How many messages of a channel are compared with what the page shows."""


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
    line = inside(seat, f'.place[data-place="{channel.id}"]')
    await tab.wait(line)
    if await tab.js(f"{line}.offsetWidth > 0"):
        await tab.press(line)
    else:
        await tab.choose(inside(seat, ".place-select"), str(channel.id))
    await tab.wait(f"{line}.getAttribute('aria-current') === 'page'")


async def still(game: Playground, tab: Tab) -> None:
    """Wait until nothing on the page changes by itself: the bot is at rest, and every seat shows what there is."""
    await game.rest()
    seats = await tab.js("[...document.querySelectorAll('.pane')].map((pane) => pane.dataset.seat)")
    for seat in seats:
        await tab.wait(inside(seat, ".place[aria-current]"))
        place = game.box.world.channel(await tab.js(inside(seat, ".place[aria-current]") + ".dataset.place"))
        there = [f"{m.id} {m.edited or ''}" for m in game.box.players[seat].messages(place)][-NEWEST:]
        shown = f"[...document.querySelectorAll('[data-seat={seat}].pane article')].slice(-{NEWEST})"
        await tab.wait(
            f"{shown}.map((a) => `${{a.dataset.id}} ${{a.dataset.edited}}`).join() === {','.join(there)!r}"
            f" && {shown}.every((a) => [...a.querySelectorAll('img')].every((i) => i.complete))"
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
    await tab.press(inside(seat, ".line"))
    await tab.type(typed)
    await tab.wait(inside(seat, ".listbox li[role=option]"))
    await tab.key("Enter", ENTER)
    await tab.wait(inside(seat, "form.command"))


async def complete(tab: Tab, seat: str, typed: str) -> None:
    """Type into the option that has the focus, and take the first line of the list once it begins like that."""
    await tab.type(typed)
    line = inside(seat, "form.command .listbox:not([hidden]) li[role=option]")
    await tab.wait(f"{line}?.textContent.startsWith({typed!r})")
    await tab.key("Enter", ENTER)


async def pick(tab: Tab, seat: str, option: str, value: str) -> None:
    """Choose in a list of the command's options."""
    await tab.choose(inside(seat, f"form.command select[name={option}]"), value)


def send(seat: str) -> str:
    """The button that sends the command."""
    return inside(seat, "form.command button[type=submit]")


async def speak(game: Playground, tab: Tab, locale: str) -> None:
    """Set both seats and the server to a language."""
    await tab.choose("document.querySelector('#server-language')", locale)
    for player in (game.anna, game.max):
        await tab.choose(f"document.querySelector('[data-seat={player.name}].pane .language')", locale)

    def spoken() -> bool:
        return {game.box.guild.preferred_locale, game.anna.user.locale, game.max.user.locale} == {locale}

    await game.box.expect(spoken, "everybody speaks it", PATIENCE)


async def start(game: Playground, tab: Tab, locale: str | None = None) -> None:
    """Anna challenges Max by command, he accepts, and both look at the thread."""
    await tab.go(game.box.url)
    await tab.wait(inside("max", ".place"))
    if locale is not None:
        await speak(game, tab, locale)
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


async def banners(game: Playground, tab: Tab) -> tuple[str, str]:
    """Both place their banners by command, with the list of hexes; returns who was drawn to begin, and the other."""
    await still(game, tab)
    assert len(game.waited()) == 1
    first, second = ("anna", "max") if game.waited() == [game.anna] else ("max", "anna")
    for seat, other, hex_ in ((first, second, "B2"), (second, first, "D3")):
        await command(tab, seat, "/monolith banner")
        await complete(tab, seat, hex_)
        before = await tab.js(board(other))
        await tab.press(send(seat))
        # The other sees the new board without doing anything.
        await game.box.expect(lambda seat=seat: game.waited() and game.waited()[0].name != seat, "a turn", PATIENCE)
        await still(game, tab)
        assert await tab.js(board(other)) != before
    return first, second


async def click(game: Playground, tab: Tab, finder: str) -> None:
    """Press a button of a message, and wait until all that follows has happened and can be seen."""
    await still(game, tab)
    before = len(game.box.world.interactions)
    await tab.press(finder)
    await game.box.expect(lambda: len(game.box.world.interactions) > before, f"the press of {finder}", PATIENCE)
    await still(game, tab)


async def turn(game: Playground, tab: Tab, player: Player, rng: random.Random) -> str:
    """Open the panel and press at random until something is carried out; returns its custom_id, or nothing."""
    old = game.panel(player)
    await click(game, tab, button(player.name, "play"))
    panel = game.panel(player)
    assert panel is not None
    assert panel is not old
    for _ in range(TAPS):
        what = chosen(panel, rng)
        if what is None:
            return ""
        kind, custom_id, value = what
        control = f'[...document.querySelectorAll(\'[data-id="{panel.id}"] [data-id="{custom_id}"]\')].at(-1)'
        if kind == "button":
            await click(game, tab, control)
            if value in FINAL:
                return custom_id
        else:
            await select(game, tab, control, value)
    return ""


async def select(game: Playground, tab: Tab, control: str, value: str) -> None:
    """Choose one line of a select in a message, and wait until all that follows can be seen."""
    before = len(game.box.world.interactions)
    await take(tab, control, value)
    await game.box.expect(lambda: len(game.box.world.interactions) > before, f"a choice in {control}", PATIENCE)
    await still(game, tab)


async def take(tab: Tab, control: str, value: str) -> None:
    """Choose one line of a select; where several may be chosen, they are sent by the button beside it."""
    await tab.wait(control)
    if await tab.js(f"{control}.multiple"):
        await tab.press(f"[...{control}.options].find((o) => o.value === {value!r})")
        await tab.press(f"{control}.parentElement.querySelector('button')")
    else:
        await tab.choose(control, value)
