"""The hands that the tests in a browser have: they press what a person can press, and nothing else."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

import pytest
from playwright.async_api import Browser

from tests.e2e.browser import CLICKED, SIZES, Size, Tab, needs_browser, tab

pytestmark = needs_browser


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("<button id=b>x</button><div style='position:fixed;inset:0'></div>", "covered by <div"),
        ("<body style='overflow:hidden'><button id=b style='position:absolute;top:2000px'>x</button>", "scrolled"),
        ("<button id=b style='position:fixed;left:2000px'>x</button>", "nothing there can be scrolled"),
        ("<button id=b style='display:none'>x</button>", "hidden"),
        ("<button id=b onpointerdown='this.replaceWith(document.createElement(\"p\"))'>x</button>", "no click came"),
    ],
    ids=["covered", "below", "beside", "hidden", "replaced"],
)
async def test_what_a_person_cannot_press_cannot_be_pressed_here(
    chromium: Browser, body: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tab(chromium, SIZES["desktop"]) as page:
        await show(page, body)
        ends = {"hidden": "PATIENCE", "no click came": "CLICKED"}
        if fault in ends:  # nothing but time tells these from what comes late
            monkeypatch.setattr(f"tests.e2e.browser.{ends[fault]}", 1.0)
        with pytest.raises(AssertionError, match=fault):
            await page.press(page.find("#b"))


@pytest.mark.parametrize("phone", [False, True], ids=["wheel", "finger"])
async def test_what_lies_further_down_is_scrolled_to(chromium: Browser, phone: bool) -> None:
    far = "<p style='height:900px'>x</p>"
    body = f"<div style='height:300px;overflow:auto'>{far}<button id=b onclick='window.done=1'>x</button>{far}</div>"
    async with tab(chromium, Size(400, 600, phone)) as page:
        await show(page, body)
        await page.press(page.find("#b"))
        assert await page.js("window.done") == 1


@pytest.mark.parametrize("phone", [False, True], ids=["wheel", "finger"])
@pytest.mark.parametrize("line", [1, 5, 9])
async def test_a_line_of_a_list_below_the_edge_is_scrolled_to(chromium: Browser, line: int, phone: bool) -> None:
    """Scroll what hides the line: what is around the list, the list, or both."""
    far = "<p style='height:270px'>x</p>"
    lines = "".join(
        f"<p style='height:40px;margin:0'><button id=b{n} onclick='window.done=1'>x</button>" for n in range(10)
    )
    inner = f"<div style='height:90px;overflow:auto'>{lines}</div>"
    async with tab(chromium, Size(400, 600, phone)) as page:
        await show(page, f"<div style='height:300px;overflow:auto'>{far}{inner}{far}</div>")
        await page.press(page.find(f"#b{line}"))
        assert await page.js("window.done") == 1


async def test_what_is_there_a_little_later_is_waited_for(chromium: Browser) -> None:
    async with tab(chromium, SIZES["desktop"]) as page:
        await show(page, "<button id=b style='display:none' onclick='window.done=1'>x</button>")
        pressing = asyncio.create_task(page.press(page.find("#b")))
        await asyncio.sleep(0.3)
        await page.js("document.getElementById('b').style.display = ''")
        await pressing
        assert await page.js("window.done") == 1


async def test_what_moves_away_and_is_replaced_under_a_press_is_aimed_at_again(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No click comes of such a press: the page has put another element there between its beginning and its end."""
    async with tab(chromium, SIZES["desktop"]) as page:
        await show(page, "<button id=b onclick='window.done=1'>x</button>")
        anew, mouse, click = "b.outerHTML = b.outerHTML", page.page.mouse, page.page.mouse.click
        pressed = 0

        async def replaced(x: float, y: float) -> None:
            nonlocal pressed
            pressed += 1
            if pressed > 1:
                monkeypatch.setattr("tests.e2e.browser.CLICKED", CLICKED)
                await click(x, y)
            else:
                monkeypatch.setattr("tests.e2e.browser.CLICKED", 1.0)
                await page.js(anew)
                await mouse.move(x, y)
                await mouse.down()
                await page.js(anew)
                await mouse.up()

        monkeypatch.setattr(mouse, "click", replaced)
        await page.press(page.find("#b"))
        assert (pressed, await page.js("window.done")) == (2, 1)


async def show(page: Tab, body: str) -> None:
    head = "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    await page.page.goto(f"data:text/html,{quote(head + body)}")
