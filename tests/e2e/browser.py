"""A chromium for the tests, driven by its own DevTools protocol over a websocket: no driver has to be installed."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import shutil
import time
from collections.abc import AsyncIterator
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
    "--remote-debugging-port=0",
)


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
        await self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )

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
        """Click with the mouse on the element that an expression finds."""
        await self.wait(f"({finder}) && !({finder}).disabled")
        box = await self.js(
            f"(() => {{ const e = {finder}; e.scrollIntoView({{block: 'center'}});"
            " const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            await self.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    async def picture(self, path: Path) -> None:
        """Write a screenshot."""
        data = await self.send("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(data["data"]))


@contextlib.asynccontextmanager
async def browser(folder: Path) -> AsyncIterator[Tab]:
    """A browser with one tab; its profile is in `folder`."""
    program = installed()
    assert program is not None, f"no browser is installed; one of {', '.join(NAMES)} is needed"
    root = ("--no-sandbox",) if os.geteuid() == 0 else ()
    profile = folder / "profile"
    process = await asyncio.create_subprocess_exec(
        program,
        *ARGUMENTS,
        *root,
        f"--user-data-dir={profile}",
        "about:blank",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with aiohttp.ClientSession() as session:
            port = await _port(profile / "DevToolsActivePort")
            async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                pages = [p for p in json.loads(await answer.text()) if p["type"] == "page"]
            async with session.ws_connect(pages[0]["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                yield Tab(socket)
    finally:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 10)
        except TimeoutError:
            process.kill()
            await process.wait()


async def _port(path: Path) -> int:
    for _ in range(600):
        if path.exists() and (lines := path.read_text().split()):
            return int(lines[0])
        await asyncio.sleep(0.1)
    raise AssertionError("the browser did not start")
