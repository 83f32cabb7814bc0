"""A chromium for the tests, driven by Playwright, and hands that can do in it only what a person can."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.async_api import Browser, Error, Locator, Page, async_playwright, expect

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first draws no window around the page, which costs the others as much as the page."""
ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-smooth-scrolling",
)
"""What a browser does not need in a container without a network."""


class Size(NamedTuple):
    """A screen, in CSS pixels; a phone is pressed with a finger."""

    width: int
    height: int
    phone: bool = False


SIZES = {"laptop": Size(1366, 768), "desktop": Size(1440, 900), "phone": Size(400, 800, phone=True)}
MOVED = "it moved away"
HITS = """
let away = false;
window.events = [];
const missed = (event) => {
  if (!window.aimed || aimed.contains(event.target)) return false;
  const { left, right, top, bottom } = aimed.getBoundingClientRect();
  const { clientX: x, clientY: y } = event;
  return !aimed.isConnected || x < left || x > right || y < top || y > bottom;
};
for (const type of ["pointerdown", "mousedown", "pointerup", "pointercancel", "mouseup", "click"]) {
  addEventListener(type, (event) => {
    if (type === "pointerdown") events.splice(0);
    if (type === "pointerdown" || type === "click") away ||= missed(event);
    events.push(`${type} ${window.aimed ? "" : "unaimed "}${away ? MOVED : event.target.outerHTML?.slice(0, 100)}`);
    if (away) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    if (type !== "click" || !window.aimed) return;
    told(away ? MOVED : aimed.contains(event.target) ? "" : event.target.outerHTML.slice(0, 200));
    away = false;
    window.aimed = null; // what the keyboard presses is not aimed at
  }, { capture: true });
}
window.unclicked = () => {
  const found = [away ? MOVED : "", events.join("; ")];
  away = false;
  return found;
};
""".replace("MOVED", json.dumps(MOVED))
"""Tells what a press has hit: nothing where it is what was aimed at.

Whoever sees a button move away in the very moment in which they press does not press what has come into its place, and
a finger on its way there cannot be called back: such a press does nothing here, and is told apart from one that hits
what lies over a button that stands still. Where no click comes of a press, `unclicked` says whether that was why, and
what came instead.
"""
REACH = 40
"""So much of a list is seen before somebody scrolls in it, in pixels."""
AIM = """
(element) => {
  if (!element.isConnected) return {};
  window.aimed = element;
  const clipping = [];
  for (let above = element.parentElement; above; above = above.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(above);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const scrolls = /auto|scroll/.test(overflowY) && above.scrollHeight > above.clientHeight;
    clipping.push({ scrolls, room: above.getBoundingClientRect() });
  }
  const visible = (from) => clipping.slice(from).reduce(
    (seen, { room }) => ({
      left: Math.max(seen.left, room.left), right: Math.min(seen.right, room.right),
      top: Math.max(seen.top, room.top), bottom: Math.min(seen.bottom, room.bottom),
    }),
    { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
  );
  const seen = visible(0), box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!(box.width && box.height)) return { fault: "it is not shown" };
  if (x > seen.left && x < seen.right && y > seen.top && y < seen.bottom) {
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) ? { x, y } : { fault: `it is covered by ${hit?.outerHTML.slice(0, 200)}` };
  }
  const where = `it lies at ${Math.round(x)}, ${Math.round(y)} of ${innerWidth} x ${innerHeight}`;
  const fault = { fault: `${where}, and nothing there can be scrolled` };
  if (x <= seen.left || x >= seen.right) return fault;
  let sought = y; // of what has to come into view first: the element, or the list that it is scrolled in
  for (const [n, { scrolls, room }] of clipping.entries()) {
    if (!scrolls || (sought > room.top && sought < room.bottom)) continue; // it is not this that hides it
    const { left, right, top, bottom } = visible(n);
    if (bottom - top > Math.min(REACH, room.height) - 1) {
      return { over: [(left + right) / 2, top, bottom], by: sought - (top + bottom) / 2, where };
    }
    sought = (room.top + room.bottom) / 2;
  }
  return fault;
}
""".replace("REACH", str(REACH))
"""Where somebody would press an element: its middle, if it can be seen; else how far to scroll, and over what.

That is what hides it: a list whose line can be seen in it may itself lie below the edge of the page's messages. Nothing
for an element that the page has replaced since it was found: people see the one that is there now.
"""
LINES = """
(list, value) => {
  const lines = [...list.options].filter((line) => !line.disabled);
  return lines.findIndex((line) => line.value === value) - lines.indexOf(list.selectedOptions[0]);
}
"""
"""How many lines below the chosen one another one stands in a list."""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))"
PATIENCE = 90.0
"""Seconds that end what hangs."""
LOOK = 0.05
"""Seconds between two looks: the page forbids code of other people, so it cannot look by itself."""
CLICKED = 30.0
"""Seconds within which a press is a click, or never one."""
AIMS = 5
"""So often is aimed at what moves away."""
SCROLLS = 60
"""More turns of the wheel than anything here is away."""
SWIPE, STEPS = 160, 8
"""How far a finger goes at once, in pixels, and in how many steps."""
HELD = 0.2
"""Seconds that it rests then."""


def installed() -> str | None:
    """The browser's program; `None` where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


needs_browser = pytest.mark.skipif(
    installed() is None and not os.environ.get("REQUIRE_BROWSER"),
    reason="no chromium is installed, so the page is not tested in a browser: apt-get install chromium-headless-shell",
)


class Tab:
    """One tab."""

    def __init__(self, page: Page, size: Size) -> None:
        self.page = page
        self.phone = size.phone
        self.complaints: list[str] = []
        self._hits: asyncio.Queue[str] = asyncio.Queue()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)

    async def prepare(self) -> None:
        """From now on the page tells what is hit."""
        await self.page.expose_function("told", self._hits.put_nowait)
        await self.page.add_init_script(HITS)

    def find(self, selector: str, has_text: str | None = None) -> Locator:
        """Elements of the page, those with this text if it is given."""
        return self.page.locator(selector, has_text=has_text)

    async def js(self, code: str, argument: Any = None) -> Any:
        """The value of an expression, or of a function of the argument: only to look, never to do something."""
        return await self.page.evaluate(code, argument)

    async def wait(self, code: str, argument: Any = None) -> Any:
        """Wait until such an expression is true; returns its value."""
        async with asyncio.timeout(PATIENCE):
            while not (value := await self.js(code, argument)):
                await asyncio.sleep(LOOK)
        return value

    async def press(self, target: Locator) -> None:
        """Press an element: with the mouse, in a phone with a finger.

        What is not there yet is waited for, what cannot be seen is scrolled into view as people do it, and what moves
        away is aimed at again. Raises `AssertionError` when that is not possible, when something covers the element, or
        when another one got the press.
        """
        for _ in range(AIMS):
            hit = await self._hit(target)
            if hit != MOVED:
                break
        assert not hit, f"{target} was aimed at, and hit was {hit}"

    async def _hit(self, target: Locator) -> str:
        """Press where an element is, and return what else got the press, or that it `MOVED`; nothing if it did."""
        x, y = await self.aim(target)
        while not self._hits.empty():
            self._hits.get_nowait()
        if self.phone:
            await self.page.touchscreen.tap(x, y)
        else:
            await self.page.mouse.click(x, y)
        try:
            return await asyncio.wait_for(self._hits.get(), CLICKED)
        except TimeoutError:
            hit, events = await self.js("unclicked()")
            assert hit, f"{target} was pressed, and no click came of it, but {events or 'nothing'}"
            return str(hit)

    async def aim(self, target: Locator) -> tuple[float, float]:
        """Where to press an element, once it can be pressed there. Raises `AssertionError` as `press` does."""
        await expect(target).to_be_visible(timeout=PATIENCE * 1000)
        await expect(target).to_be_enabled(timeout=PATIENCE * 1000)
        where = ""
        for _ in range(SCROLLS):
            found = await target.evaluate(AIM)
            assert "fault" not in found, f"{target} cannot be pressed: {found['fault']}"
            if not found:
                continue
            if "x" in found:
                await self.js(FRAMES)  # what moves by itself is not pressed before it stands still
                later = await target.evaluate(AIM)
                if later == found:
                    return found["x"], found["y"]
                where = f"it does not stand still, {found} and then {later}"
                continue
            where = found["where"]
            await self._scroll(*found["over"], found["by"])
        raise AssertionError(f"{target} cannot be scrolled into view: {where}")

    async def _scroll(self, x: float, top: float, bottom: float, down: float) -> None:
        """Scroll what can be seen there, between `top` and `bottom`."""
        if self.phone:
            far = max(-SWIPE, min(SWIPE, down))
            begin = max(top + 1, min(bottom - 1, (top + bottom + far) / 2))
            end = max(1, begin - far)
            finger = await self.page.context.new_cdp_session(self.page)  # Playwright's own can only tap
            await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": begin}]})
            for step in range(1, STEPS + 1):
                there = [{"x": x, "y": begin + (end - begin) * step / STEPS}]
                await finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": there})
            await asyncio.sleep(HELD)  # a finger that is let go in full movement throws the page on
            await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            await finger.detach()
        else:
            await self.page.mouse.move(x, (top + bottom) / 2)
            await self.page.mouse.wheel(0, down)
        await self.js(FRAMES)

    async def choose(self, target: Locator, value: str) -> None:
        """Choose in a list: open it with the mouse, go to the line with the arrow keys, take it with Enter."""
        await target.locator(f'option[value="{value}"]').wait_for(state="attached")
        await self.press(target)
        steps = await target.evaluate(LINES, value)
        for _ in range(abs(steps)):
            await self.page.keyboard.press("ArrowDown" if steps > 0 else "ArrowUp")
        await self.page.keyboard.press("Enter")

    async def picture(self, path: Path) -> None:
        """Write a screenshot."""
        await self.page.screenshot(path=path, animations="disabled")


@contextlib.asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """A browser: that of the system, nothing has to be downloaded."""
    program = installed()
    assert program is not None, f"no browser is installed; one of {', '.join(NAMES)} is needed"
    async with async_playwright() as playwright:
        made = await playwright.chromium.launch(
            executable_path=program, args=ARGUMENTS, chromium_sandbox=os.geteuid() != 0, timeout=PATIENCE * 1000
        )
        try:
            yield made
        finally:
            await made.close()


@contextlib.asynccontextmanager
async def tab(browser: Browser, size: Size) -> AsyncIterator[Tab]:
    """A tab that shares nothing with any other, as in a browser that has just been started."""
    context = await browser.new_context(
        viewport={"width": size.width, "height": size.height},
        has_touch=size.phone,
        is_mobile=size.phone,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE * 1000)
    try:
        made = Tab(await context.new_page(), size)
        await made.prepare()
        try:
            yield made
        except BaseException:
            with contextlib.suppress(Error):
                print(await made.page.inner_text("body"))
            raise
        assert made.complaints == []
    finally:
        await context.close()
