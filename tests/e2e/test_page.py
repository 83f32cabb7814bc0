"""The page in a real browser, by mouse and by finger: everything that is offered can be seen and pressed."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.posting import NO_REQUEST
from tests.e2e.browser import Tab, browser, installed
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.playing import button as found
from tests.e2e.seats import command, inside, look, pick, send, still, take

pytestmark = pytest.mark.skipif(
    installed() is None and not os.environ.get("REQUIRE_BROWSER"),
    reason="no chromium is installed, so the page is not tested in a browser: apt-get install chromium",
)
FITS = "document.documentElement.scrollWidth <= innerWidth"
SIZES = {"phone": (400, 800, True), "desktop": (1440, 900, False), "low": (1000, 500, False)}


@pytest.mark.parametrize("size", SIZES)
async def test_a_challenge_is_sent_by_mouse_and_by_finger(game: Playground, chromium: str, size: str) -> None:
    """The longest form of all: what sends it is in view, and every one of its fields can be reached."""
    width, height, phone = SIZES[size]
    async with browser(chromium) as tab:
        await tab.size(width, height, phone=phone)
        await tab.go(game.box.url)
        await tab.wait(inside("anna", ".place"))
        await command(tab, "anna", "/match new")
        fields = await tab.js(
            f"[...{inside('anna', 'form.command')}.elements].filter((e) => e.name).map((e) => e.name)"
        )
        assert len(fields) >= 8
        await pick(tab, "anna", "game", "monolith_arena")
        await pick(tab, "anna", "opponent", str(game.max.id))
        for name in fields:
            await tab.aim(inside("anna", f"form.command [name={name}]"))
        await tab.press(send("anna"))
        await game.box.expect(
            lambda: any(found(m, "accept") for m in game.max.messages(game.box.games)), "the challenge", PATIENCE
        )
        await still(game, tab)
        assert await tab.js(FITS)
        assert tab.complaints == []


async def test_four_seats_on_a_desktop_have_boards_that_can_be_read(game: Playground, chromium: str) -> None:
    seats = ("anna", "max", "tina", "oskar")
    async with browser(chromium) as tab:
        await tab.size(1440, 900)
        await tab.go(f"{game.box.url}/?{'&'.join(f'seat={seat}' for seat in seats)}")
        await still(game, tab)
        await game.begin()
        await game.choose_factions()
        for seat in seats:
            await look(tab, seat, game.thread)
        await still(game, tab)
        for seat in seats:
            pictures = f"document.querySelectorAll('[data-seat={seat}].pane figure img')"
            assert await tab.js(f"[...{pictures}].at(-1).getBoundingClientRect().width") >= 300
        assert await tab.js(FITS)
        cut = "[...document.querySelectorAll('button')].filter((b) => b.offsetWidth && b.scrollWidth > b.clientWidth)"
        assert await tab.js(f"{cut}.map((b) => b.textContent)") == []
        if target := os.environ.get("SEATS_PICTURE"):
            await tab.picture(Path(target))


async def test_two_seats_keep_the_list_of_channels_beside_the_messages(chromium: str) -> None:
    async with Sandbox() as box, browser(chromium) as tab:
        await tab.size(1440, 900)
        await tab.go(box.url)
        await tab.wait(inside("max", ".place"))
        assert await tab.js(f"{inside('max', '.side')}.offsetWidth") > 150
        assert await tab.js(f"{inside('max', '.place-select')}.offsetWidth") == 0


# Presses


def row(*buttons: str) -> list[dict[str, Any]]:
    made = [{"type": 2, "style": 1, "label": name, "custom_id": name} for name in buttons]
    return [{"type": 1, "components": made}] if buttons else []


async def test_what_changes_while_a_button_is_held_down_does_not_lose_the_click(chromium: str) -> None:
    """The message is changed between pressing and letting go: what was pressed counts, and the page goes on then."""
    async with Sandbox() as box, browser(chromium) as tab:
        anna = box.players["anna"]
        message = box.posting.create(box.games, box.world.bot, {"content": "one", "components": row("Old")})
        box.gateway.emit = lambda *_: True  # type: ignore[method-assign]
        await tab.size(1000, 800)
        await tab.go(box.url)
        for seat in ("anna", "max"):
            await tab.wait(inside(seat, "article button[data-id=Old]"))
        x, y = await tab.aim(inside("anna", "article button[data-id=Old]"))
        await tab.mouse("mousePressed", x, y, button="left", clickCount=1)
        box.posting.edit(message, {"content": "two", "components": row("New")}, NO_REQUEST)
        box.posting.create(box.games, box.world.bot, {"content": "three"})
        await tab.wait(f"{inside('max', '.log')}.innerText.includes('three')")  # so it has been told to all pages
        await asyncio.sleep(0.3)  # and this one has it; if it had not, nothing would be tested, and nothing fail
        await tab.mouse("mouseReleased", x, y, button="left", clickCount=1)
        acted = await box.expect(lambda: next(iter(box.world.interactions.values()), None), "the press", PATIENCE)
        assert acted is not None
        assert (acted.user, acted.data["custom_id"]) == (anna.user, "Old")
        await tab.wait(f"{inside('anna', '.log')}.innerText.includes('three')")
        await tab.wait(inside("anna", "article button[data-id=New]"))


async def test_a_choice_is_sent_once_by_mouse_and_in_a_list_of_several(chromium: str) -> None:
    options = [{"label": name, "value": name} for name in ("a", "b", "c")]

    def menu(most: int) -> dict[str, Any]:
        return {"type": 3, "custom_id": f"s{most}", "options": options, "max_values": most}

    async with Sandbox(ack_window=0.2) as box, browser(chromium) as tab:
        rows = [{"type": 1, "components": [menu(most)]} for most in (1, 2)]
        box.posting.create(box.games, box.world.bot, {"content": "x", "components": rows})
        await tab.size(1000, 800)
        await tab.go(box.url)
        for most, value in ((1, "b"), (2, "c")):
            control = inside("anna", f"select[data-id=s{most}]")
            await tab.wait(control)
            await take(tab, control, value)
            await box.expect(lambda most=most: len(box.world.interactions) == most, "the choice", PATIENCE)
        assert [i.data["values"] for i in box.world.interactions.values()] == [["b"], ["c"]]


# The hand itself


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<button id=b>x</button><div style='position:fixed;inset:0'></div>", "covered by <div"),
        ("<body style='overflow:hidden'><button id=b style='position:absolute;top:2000px'>x</button>", "scrolled"),
        ("<button id=b style='position:fixed;left:2000px'>x</button>", "nothing there can be scrolled"),
        ("<button id=b style='display:none'>x</button>", "not shown"),
        ("<button id=b onpointerdown='this.replaceWith(document.createElement(\"p\"))'>x</button>", "window.hit"),
    ],
    ids=["covered", "below", "beside", "hidden", "replaced"],
)
async def test_what_a_person_cannot_press_cannot_be_pressed_here(
    chromium: str, tmp_path: Path, page: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.e2e.browser.CLICKED", 1.0)
    async with browser(chromium) as tab:
        await _show(tab, tmp_path, page)
        with pytest.raises(AssertionError, match=fault):
            await tab.press("document.querySelector('#b')")


@pytest.mark.parametrize("phone", [False, True], ids=["wheel", "finger"])
async def test_what_lies_further_down_is_scrolled_to(chromium: str, tmp_path: Path, phone: bool) -> None:
    far = "<p style='height:900px'>x</p>"
    page = f"<div style='height:300px;overflow:auto'>{far}<button id=b onclick='window.done=1'>x</button>{far}</div>"
    async with browser(chromium) as tab:
        await tab.size(400, 600, phone=phone)
        await _show(tab, tmp_path, page)
        await tab.press("document.querySelector('#b')")
        assert await tab.js("window.done") == 1


async def _show(tab: Tab, folder: Path, body: str) -> None:
    page = folder / "page.html"
    page.write_text(f"<!doctype html><meta name=viewport content='width=device-width'><title>here</title>{body}")
    await tab.go(page.as_uri())
    await tab.wait("document.title === 'here' && document.readyState === 'complete'")
