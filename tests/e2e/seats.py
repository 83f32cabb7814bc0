"""People at the page in a browser, whatever they play: they read it, type commands, and press what it shows."""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Locator

from bot.panels.components import option_value
from bot.panels.model import Press
from bot.registry import FACES
from sandbox import Channel, Player
from sandbox.protocol import AUTOCOMPLETE
from tests.e2e.browser import LOOK, Tab
from tests.e2e.playing import PATIENCE, Playground
from tests.support.seats import FINAL, chosen

TAPS = 40
NEWEST = 20
"""How many messages of a channel are compared with what the page shows."""
OPEN = """
() => {
  const seats = [...document.querySelectorAll(".pane")].map(
    (pane) => [pane.dataset.seat, pane.querySelector(".place[aria-current]")?.dataset.place]);
  const busy = document.querySelector(".log:not([aria-busy=false])");
  return !busy && seats.every(([, place]) => place) && seats;
}
"""
"""All seats, each with the channel that it shows, once every one knows what stands there."""
LACKING = """
([seats, newest]) => seats.flatMap(([seat, there]) => {
  const shown = [...document.querySelectorAll(`[data-seat=${seat}].pane article`)].slice(-newest);
  const seen = shown.map((a) => `${a.dataset.id} ${a.dataset.edited}`).join();
  const loading = shown.flatMap((a) => [...a.querySelectorAll("img")]).filter((image) => !image.complete);
  return [
    ...(seen === there.join() ? [] : [`${seat} sees ${seen || "nothing"} instead of ${there.join()}`]),
    ...loading.map((image) => `${seat} waits for ${image.src}`),
  ];
})
"""
"""What seats still lack to show these messages with their pictures, in sentences."""
FITS = "document.documentElement.scrollWidth <= innerWidth"
CUT = (
    "[...document.querySelectorAll('button')].filter((b) => b.offsetWidth && b.scrollWidth > b.clientWidth)"
    ".map((b) => b.textContent)"
)
"""The buttons whose labels are cut off."""


def inside(tab: Tab, seat: str, selector: str, has_text: str | None = None) -> Locator:
    """Elements of a seat, those with this text if it is given."""
    return tab.find(f"[data-seat={seat}].pane {selector}", has_text)


def button(tab: Tab, seat: str, action_id: str, *tokens: str) -> Locator:
    """The newest button that does this, with these tokens if any are given."""
    said = f'[data-id$=":{".".join(tokens)}"]' if tokens else ""
    return inside(tab, seat, f'button[data-id*=":{action_id}:"]{said}').last


def send(tab: Tab, seat: str) -> Locator:
    """The button that sends the command."""
    return inside(tab, seat, "form.command button[type=submit]")


async def enter(tab: Tab, url: str) -> None:
    """Open the sandbox's page, and wait until all its seats are connected: private messages reach no page later."""
    await tab.page.goto(url)
    await tab.wait(OPEN)


async def front(tab: Tab, seat: str) -> None:
    """Bring a seat to the front, where there is room for one only."""
    mine = tab.find(f'.tab[data-seat={seat}][aria-pressed="false"]')
    if await mine.is_visible():
        await tab.press(mine)


async def look(tab: Tab, seat: str, channel: Channel) -> None:
    """Open a channel, in the list beside the messages or in the menu above them where there is no room for a list.

    Wait until it shows what stands there.
    """
    await front(tab, seat)
    line = inside(tab, seat, f'.place[data-place="{channel.id}"]')
    await line.wait_for(state="attached")
    if await line.is_visible():
        await tab.press(line)
    else:
        await tab.choose(inside(tab, seat, ".place-select"), str(channel.id))
    await inside(tab, seat, f'.place[data-place="{channel.id}"][aria-current=page]').wait_for(state="attached")
    await inside(tab, seat, ".log[aria-busy=false]").wait_for(state="attached")


async def still(game: Playground, tab: Tab) -> None:
    """Wait until nothing on the page changes by itself: the bot is at rest, and every seat shows what there is.

    Raises `AssertionError` with what is lacking.
    """
    lacking: list[str] = ["the bot is not at rest"]
    try:
        async with asyncio.timeout(PATIENCE):
            while lacking:
                await game.rest()
                seats = []
                for seat, place in await tab.wait(OPEN):
                    there = game.box.players[seat].messages(game.box.world.channel(place))[-NEWEST:]
                    seats.append([seat, [f"{m.id} {m.edited or ''}" for m in there]])
                lacking = await tab.js(LACKING, [seats, NEWEST])
                if lacking:
                    await asyncio.sleep(LOOK)  # and what there is may have changed, so it is asked for again
    except TimeoutError:
        raise AssertionError("the page does not come to rest: " + "; ".join(lacking)) from None


async def text(tab: Tab, seat: str) -> str:
    """All that can be read in the channel that a seat shows."""
    return await inside(tab, seat, ".log").inner_text()


async def said(tab: Tab, seat: str) -> str:
    """The newest text that nobody else sees."""
    return await inside(tab, seat, ".ephemeral").last.inner_text()


async def shown(tab: Tab, seat: str) -> str:
    """The address of the newest picture that nobody else sees."""
    return await inside(tab, seat, ".ephemeral figure img").last.get_attribute("src") or ""


async def board(tab: Tab, seat: str) -> str:
    """The address of the newest picture that everybody sees."""
    pictures = inside(tab, seat, "article:not(.ephemeral) figure img")
    return await pictures.last.get_attribute("src") or "" if await pictures.count() else ""


async def command(tab: Tab, seat: str, typed: str) -> None:
    """Choose a slash command with the keyboard."""
    await front(tab, seat)
    await tab.press(inside(tab, seat, ".line"))
    await tab.page.keyboard.press("ControlOrMeta+a")  # in place of what may stand there
    await tab.page.keyboard.insert_text(typed)
    await inside(tab, seat, ".listbox li[role=option]").first.wait_for()
    await tab.page.keyboard.press("Enter")
    await inside(tab, seat, "form.command").wait_for()


async def complete(tab: Tab, seat: str, typed: str) -> None:
    """Type into the option that has the focus, and take the first line of the list once it begins like that."""
    await tab.page.keyboard.insert_text(typed)
    await inside(tab, seat, "form.command .listbox:not([hidden]) li[role=option]").first.wait_for()
    line = f"[data-seat={seat}].pane form.command .listbox:not([hidden]) li[role=option]"
    await tab.wait("([line, typed]) => document.querySelector(line)?.textContent.startsWith(typed)", [line, typed])
    await tab.page.keyboard.press("Enter")


async def pick(tab: Tab, seat: str, option: str, value: str) -> None:
    """Choose in a list of the command's options, which may be one of those that are folded away at first."""
    await unfold(tab, seat, option)
    await tab.choose(inside(tab, seat, f"form.command select[name={option}]"), value)


async def unfold(tab: Tab, seat: str, option: str) -> None:
    """Make an option of the command visible."""
    field = inside(tab, seat, f"form.command [name={option}]")
    await field.wait_for(state="attached")
    if not await field.is_visible():
        await tab.press(inside(tab, seat, "form.command .more"))


async def speak(game: Playground, tab: Tab, locale: str, seats: Sequence[str] = ("anna", "max")) -> None:
    """Set seats and the server to a language."""
    await tab.choose(tab.find("#server-language"), locale)
    for seat in seats:
        await front(tab, seat)
        await tab.choose(inside(tab, seat, ".language"), locale)

    def spoken() -> bool:
        people = [game.box.players[seat].user.locale for seat in seats]
        return {game.box.guild.preferred_locale, *people} == {locale}

    await game.box.expect(spoken, "everybody speaks it", PATIENCE)
    for seat in seats:
        await tab.find(f'[data-seat={seat}].pane[lang="{locale}"]').wait_for(state="attached")


async def start(
    game: Playground, tab: Tab, title: str, seats: Sequence[str] = ("anna", "max"), options: Mapping[str, str] = {}
) -> None:
    """The first of the seats challenges the second to this game by command, and all look at the thread.

    Whoever else sits there joins; with `options`, which are the game's own, it is the command of the game's group.
    """
    first, second, *others = seats
    await command(tab, first, f"/{FACES[title].group} new" if options else "/match new")
    if not options:
        await pick(tab, first, "game", title)
    for option, value in {"opponent": str(game.box.players[second].id), **options}.items():
        await pick(tab, first, option, value)
    await click(game, tab, first, send(tab, first))
    await click(game, tab, second, button(tab, second, "accept"))
    for seat in others:
        await click(game, tab, seat, button(tab, seat, "join"))
    await game.box.expect(lambda: game.box.threads, "a thread", PATIENCE)
    for seat in seats:
        await look(tab, seat, game.thread)
        await button(tab, seat, "play").wait_for(state="attached")
    await still(game, tab)


def button_ids(game: Playground) -> int:
    """How often somebody has done something. What forms ask for while they are filled in may come late and is none."""
    return sum(acted.type != AUTOCOMPLETE for acted in game.box.world.interactions.values())


async def click(game: Playground, tab: Tab, seat: str, target: Locator) -> None:
    """Press a button of a message or of a command, and wait until all that follows has happened and can be seen."""
    await still(game, tab)
    await front(tab, seat)
    before = button_ids(game)
    await tab.press(target)
    await game.box.expect(lambda: button_ids(game) > before, f"the press of {target}", PATIENCE)
    await still(game, tab)


async def turn(game: Playground, tab: Tab, player: Player, rng: random.Random) -> str:
    """Open the panel and press at random until something is carried out; returns its custom_id, or nothing."""
    seat, old = player.name, game.panel(player)
    await click(game, tab, seat, button(tab, seat, "play"))
    panel = game.panel(player)
    assert panel is not None
    assert panel is not old
    for _ in range(TAPS):
        what = chosen(panel, rng)
        if what is None:
            return ""
        kind, custom_id, value = what
        control = inside(tab, seat, f'[data-id="{panel.id}"] [data-id={json.dumps(custom_id)}]').last
        if kind == "button":
            await click(game, tab, seat, control)
            if value in FINAL:
                return custom_id
        else:
            await select(game, tab, control, value)
    return ""


async def select(game: Playground, tab: Tab, control: Locator, value: str) -> None:
    """Choose one line of a select in a message, and wait until all that follows can be seen."""
    before = button_ids(game)
    await take(tab, control, value)
    await game.box.expect(lambda: button_ids(game) > before, f"a choice in {control}", PATIENCE)
    await still(game, tab)


async def take(tab: Tab, control: Locator, value: str) -> None:
    """Choose one line of a select; where several may be chosen, they are sent by the button beside it."""
    await control.wait_for(state="attached")
    if await control.evaluate("(list) => list.multiple"):
        if not await control.is_visible():
            await tab.press(control.locator("xpath=..").locator("summary"))
        await tab.press(control.locator(f'option[value="{value}"]'))
        await tab.press(control.locator("xpath=../..").locator("button"))
    else:
        await tab.choose(control, value)


async def press(game: Playground, tab: Tab, seat: str, what: Press) -> None:
    """Press what does this, be it a button or a line of a list, and wait as `click` does."""
    line = inside(tab, seat, f"option[value={json.dumps(option_value(what))}]").last
    if await line.count():
        await select(game, tab, line.locator("xpath=ancestor::select").last, option_value(what))
    else:
        _, tokens = option_value(what).split(":", 1)
        await click(game, tab, seat, button(tab, seat, what.action_id, tokens))


async def tidy(tab: Tab, name: str) -> None:
    """Everything fits on the page and no label is cut off; a picture of it into BROWSER_PICTURES, if that is set."""
    if folder := os.environ.get("BROWSER_PICTURES"):
        size = tab.page.viewport_size or {}
        Path(folder).mkdir(parents=True, exist_ok=True)
        await tab.picture(Path(folder) / f"{size['width']}-{name}.png")
    assert await tab.js(FITS), f"{name} is wider than the screen"
    assert await tab.js(CUT) == []
