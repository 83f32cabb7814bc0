"""A chromium for the tests, driven by its own DevTools protocol over a websocket: no driver has to be installed."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--headless=new",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--disable-smooth-scrolling",
    "--remote-debugging-port=0",
)


AIM = """
(() => {
  const seen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const element = ELEMENT;
  window.aimed = element;
  let scroller = null;
  for (let above = element.parentElement; above; above = above.parentElement) {
    const style = getComputedStyle(above), room = above.getBoundingClientRect();
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    seen.left = Math.max(seen.left, room.left); seen.right = Math.min(seen.right, room.right);
    seen.top = Math.max(seen.top, room.top); seen.bottom = Math.min(seen.bottom, room.bottom);
    if (/auto|scroll/.test(style.overflowY) && above.scrollHeight > above.clientHeight) scroller ??= above;
  }
  const box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!(box.width && box.height)) return { fault: "it is not shown" };
  if (x > seen.left && x < seen.right && y > seen.top && y < seen.bottom) {
    const hit = document.elementFromPoint(x, y);
    return element.contains(hit) ? { x, y } : { fault: `it is covered by ${hit?.outerHTML.slice(0, 200)}` };
  }
  const where = `it lies at ${Math.round(x)}, ${Math.round(y)} of ${innerWidth} x ${innerHeight}`;
  if (!scroller || x <= seen.left || x >= seen.right) return { fault: `${where}, and nothing there can be scrolled` };
  const room = scroller.getBoundingClientRect();
  const top = Math.max(0, room.top), bottom = Math.min(innerHeight, room.bottom);
  return { over: [(room.left + room.right) / 2, (top + bottom) / 2], by: y - (top + bottom) / 2, where };
})()
"""
"""Where somebody would press an element: its middle, if it can be seen; else how far to scroll, and over what."""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))))"
SWIPE, STEPS = 160, 8
"""How far a finger goes at once, in pixels, and in how many steps."""
HELD = 0.2
"""Seconds that it rests then."""
STARTED = 120.0
"""Seconds within which a browser starts, or never does."""
CLICKED = 30.0
"""Seconds within which a press is a click, or never one."""
SCROLLS = 30
"""More turns of the wheel than anything here is away."""


def installed() -> str | None:
    """The browser's program; `None` where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Tab:
    """One tab."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self.complaints: list[str] = []
        self.phone = False
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for raw in self._socket:
            data = json.loads(raw.data)
            if "id" in data:
                self._answers.pop(data["id"]).set_result(data)
            elif data["method"] == "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(data["params"]["exceptionDetails"])[:500])
            elif data["method"] == "Log.entryAdded" and data["params"]["entry"]["level"] == "error":
                self.complaints.append(data["params"]["entry"]["text"])

    async def send(self, method: str, **parameters: Any) -> Any:
        """One command of the protocol."""
        number = next(self._numbers)
        self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        data = await asyncio.wait_for(self._answers[number], 60)
        assert "error" not in data, (method, data)
        return data["result"]

    async def go(self, url: str) -> None:
        """Open a page."""
        for domain in ("Page", "Runtime", "Log"):
            await self.send(f"{domain}.enable")
        await self.send("Page.navigate", url=url)

    async def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the tab a size in CSS pixels."""
        self.phone = phone
        await self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )
        await self.send("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def js(self, code: str) -> Any:
        """The value of an expression."""
        result = await self.send("Runtime.evaluate", expression=code, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def wait(self, code: str, within: float = 60) -> Any:
        """Wait until an expression is true."""
        end = time.monotonic() + within
        while not (value := await self.js(f"Boolean({code})")):
            assert time.monotonic() < end, f"not within {within} s: {code}\n{self.complaints}"
            await asyncio.sleep(0.1)
        return value

    async def key(self, key: str, code: int = 0, text: str = "") -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            await self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **more)

    async def type(self, text: str) -> None:
        """Type into what has the focus."""
        await self.send("Input.insertText", text=text)

    async def press(self, finder: str) -> None:
        """Press the element that an expression finds: with the mouse, in a phone with a finger.

        What cannot be seen is scrolled into view as people do it. Raises `AssertionError` when that is not possible,
        when something covers the element, or when another one got the press.
        """
        x, y = await self.aim(finder)
        await self.js(
            "(() => { window.hit = null;"
            " addEventListener('click', (e) => (window.hit = e.target), { capture: true, once: true }); })()"
        )
        if self.phone:
            await self._touch("touchStart", x, y)
            await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            await self.mouse("mouseMoved", x, y, button="none")
            for kind in ("mousePressed", "mouseReleased"):
                await self.mouse(kind, x, y, button="left", clickCount=1)
        await self.wait("window.hit", CLICKED)
        other = await self.js("window.aimed.contains(window.hit) ? '' : window.hit.outerHTML.slice(0, 200)")
        assert not other, f"{finder} was aimed at, and hit was {other}"

    async def aim(self, finder: str) -> tuple[float, float]:
        """Where to press an element, once it can be pressed there. Raises `AssertionError` as `press` does."""
        await self.wait(f"({finder}) && !({finder}).disabled")
        for _ in range(SCROLLS):
            found = await self.js(AIM.replace("ELEMENT", f"({finder})"))
            assert "fault" not in found, f"{finder} cannot be pressed: {found['fault']}"
            if "x" in found:
                return found["x"], found["y"]
            await self._scroll(*found["over"], found["by"])
        raise AssertionError(f"{finder} cannot be scrolled into view: {found['where']}")

    async def _scroll(self, x: float, y: float, down: float) -> None:
        if self.phone:
            far = max(-SWIPE, min(SWIPE, down))
            begin, end = y + far / 2, y - far / 2
            await self._touch("touchStart", x, begin)
            for step in range(1, STEPS + 1):
                await self._touch("touchMove", x, begin + (end - begin) * step / STEPS)
            await asyncio.sleep(HELD)  # a finger that is let go in full movement throws the page on
            await self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            await self.mouse("mouseWheel", x, y, deltaX=0, deltaY=down)
        await self.js(FRAMES)

    async def _touch(self, kind: str, x: float, y: float) -> None:
        await self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])

    async def mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        """One event of the mouse, as the protocol calls it."""
        await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    async def choose(self, finder: str, value: str) -> None:
        """Choose in a list: open it with the mouse, go to the line with the arrow keys, take it with Enter."""
        await self.wait(f"[...({finder})?.options ?? []].some((o) => o.value === {json.dumps(value)})")
        await self.press(finder)
        steps = await self.js(
            f"(() => {{ const lines = [...({finder}).options].filter((o) => !o.disabled);"
            f" const to = lines.findIndex((o) => o.value === {json.dumps(value)});"
            f" return to - lines.indexOf(({finder}).selectedOptions[0]); }})()"
        )
        for _ in range(abs(steps)):
            await self.key("ArrowDown" if steps > 0 else "ArrowUp", 40 if steps > 0 else 38)
        await self.key("Enter", 13, "\r")

    async def picture(self, path: Path) -> None:
        """Write a screenshot."""
        data = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(data["data"]))


@contextlib.contextmanager
def chromium(folder: Path) -> Iterator[str]:
    """A browser with its profile in `folder`; yields the address at which it is controlled."""
    program = installed()
    assert program is not None, f"no browser is installed; one of {', '.join(NAMES)} is needed"
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    command = [program, *ARGUMENTS, *root, f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        told = folder / "DevToolsActivePort"
        end = time.monotonic() + STARTED
        while not (told.exists() and len(lines := told.read_text().split()) == 2):
            assert process.poll() is None, "the browser has ended"
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.05)
        yield f"ws://127.0.0.1:{lines[0]}{lines[1]}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.asynccontextmanager
async def browser(address: str) -> AsyncIterator[Tab]:
    """A tab that shares nothing with any other, as in a browser that has just been started."""
    async with aiohttp.ClientSession() as session, session.ws_connect(address, max_msg_size=0) as control:
        whole = Tab(control)
        context = (await whole.send("Target.createBrowserContext"))["browserContextId"]
        made = await whole.send("Target.createTarget", url="about:blank", browserContextId=context, newWindow=True)
        page = f"{address.partition('/devtools/')[0]}/devtools/page/{made['targetId']}"
        try:
            async with session.ws_connect(page, max_msg_size=0) as socket:
                yield Tab(socket)
        finally:
            await whole.send("Target.disposeBrowserContext", browserContextId=context)
