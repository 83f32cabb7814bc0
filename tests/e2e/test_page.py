"""The page in a real browser, by mouse and by finger: everything that is offered can be seen and pressed."""

from __future__ import annotations

import asyncio
import io
import time
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser, Locator

from sandbox import Message, Sandbox
from sandbox.feed import SeatFeed
from sandbox.posting import NO_REQUEST
from sandbox.traffic import Request
from tests.e2e import monolith
from tests.e2e.browser import SIZES, Size, needs_browser, tab
from tests.e2e.playing import PATIENCE, Playground
from tests.e2e.playing import button as found
from tests.e2e.seats import (
    OPEN,
    button,
    click,
    command,
    enter,
    front,
    inside,
    look,
    pick,
    send,
    start,
    take,
    tidy,
    unfold,
)

pytestmark = needs_browser
LOW = Size(1000, 500)
SEATS = ("anna", "max", "tina", "oskar")
FRAME = 4
"""How many CSS pixels the frame of what has the focus stands out."""
LEGIBLE = 270
"""The width in CSS pixels that a board has at least, which is shown as high as Discord shows pictures."""
OFFERED = """
window.offered = [];
new MutationObserver((changes) => {
  for (const change of changes) {
    const first = [...change.addedNodes].filter((node) => node.classList?.contains("empty"));
    offered.push(...first.map(() => change.target.closest("[data-seat]").dataset.seat));
  }
}).observe(document, { childList: true, subtree: true });
"""
"""Notes each time that a seat is shown what can be done in an empty channel."""
SEEN = """
(element) => {
  const log = element.closest(".log").getBoundingClientRect(), box = element.getBoundingClientRect();
  return (Math.min(box.bottom, log.bottom + 1) - Math.max(box.top, log.top - 1)) / box.height >= 1
    ? 1 : (Math.min(box.bottom, log.bottom) - Math.max(box.top, log.top)) / box.height;
}
"""
"""How much of a part of a message is in view, from top to bottom: 1 is all of it."""
BELOW = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)" + (
    "(document.querySelector('[data-seat=anna].pane .log'))"
)
"""How far from its end Anna's channel is scrolled, in CSS pixels."""
TOP = "(element) => element.getBoundingClientRect().top"


@pytest.mark.parametrize("size", [*SIZES.values(), LOW], ids=[*SIZES, "low"])
async def test_a_challenge_is_sent_by_mouse_and_by_finger(game: Playground, chromium: Browser, size: Size) -> None:
    """The longest form of all: what sends it is in view, and every one of its fields can be reached."""
    async with tab(chromium, size) as page:
        await enter(page, game.box.url)
        await command(page, "anna", "/monolith new")
        fields = await inside(page, "anna", "form.command").evaluate(
            "(form) => [...form.elements].filter((e) => e.name).map((e) => e.name)"
        )
        assert len(fields) >= 8
        await tidy(page, "form")
        assert await send(page, "anna").evaluate(
            "(button) => button.getBoundingClientRect().bottom <= innerHeight"
        )  # before anything is scrolled
        await pick(page, "anna", "opponent", str(game.max.id))
        for name in fields:
            await unfold(page, "anna", name)
            await page.aim(inside(page, "anna", f"form.command [name={name}]"))
        await tidy(page, "form-unfolded")
        await click(game, page, "anna", send(page, "anna"))
        assert any(found(m, "accept") for m in game.max.messages(game.box.games))


@pytest.mark.parametrize("size", ["laptop", "desktop"])
async def test_four_seats_play_on_one_screen_with_boards_that_can_be_read(
    game: Playground, chromium: Browser, size: str
) -> None:
    async with tab(chromium, SIZES[size]) as page:
        await enter(page, game.box.url)
        for seat in SEATS[2:]:
            await page.press(page.find("#seats a", has_text=f"+ {seat.title()}"))
            await inside(page, seat, ".place[aria-current]").wait_for(state="attached")
        await page.wait(OPEN)
        await start(game, page, monolith.GAME, SEATS, {"teams": "2v2"})
        for seat in SEATS:
            await click(game, page, seat, button(page, seat, "play"))
        await tidy(page, "four-seats")
        for seat in SEATS:
            # The own board is seen, together with what is asked and all that can be done with it.
            picture = inside(page, seat, ".ephemeral figure img").last
            assert (await picture.bounding_box() or {})["width"] >= LEGIBLE
            assert await picture.evaluate(SEEN) >= 0.5
            for part in (".embed", ".row"):
                assert await inside(page, seat, f".ephemeral {part}").last.evaluate(SEEN) == 1


async def test_two_seats_keep_the_list_of_channels_beside_the_messages(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        await enter(page, box.url)
        assert (await inside(page, "max", ".side").bounding_box() or {})["width"] > 150
        assert not await inside(page, "max", ".place-select").is_visible()


async def test_with_one_more_seat_everybody_stays_where_they_were(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        await enter(page, box.url)
        await look(page, "max", box.general)
        await page.press(page.find("#seats a", has_text="+ Tina"))
        await inside(page, "tina", f'.place[data-place="{box.games.id}"][aria-current=page]').wait_for(state="attached")
        await inside(page, "max", f'.place[data-place="{box.general.id}"][aria-current=page]').wait_for(
            state="attached"
        )
        await inside(page, "anna", f'.place[data-place="{box.games.id}"][aria-current=page]').wait_for(state="attached")


@pytest.mark.parametrize("empty", [True, False])
async def test_a_channel_is_called_empty_once_that_is_known(chromium: Browser, empty: bool) -> None:
    """What can be done there does not come and go under somebody's hand while the page starts."""
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        if not empty:
            box.posting.create(box.games, box.world.bot, {"content": "one"})
        await page.page.add_init_script(OFFERED)
        await enter(page, box.url)
        for seat in ("anna", "max"):
            await inside(page, seat, ".empty .begin" if empty else "article").wait_for()
        assert sorted(await page.js("offered")) == (["anna", "max"] if empty else [])


async def test_whoever_looks_at_a_channel_waits_until_it_shows_what_stands_there(
    chromium: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then the page says that it is busy, and has no button that is only there once that is known."""
    do = SeatFeed._do

    async def late(self: SeatFeed, asked: dict[str, Any]) -> dict[str, Any]:
        if asked.get("place") == str(box.general.id):
            await asyncio.sleep(0.5)
        return await do(self, asked)

    monkeypatch.setattr(SeatFeed, "_do", late)
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        box.posting.create(box.general, box.world.bot, {"content": "one"})
        await enter(page, box.url)
        looking = asyncio.create_task(look(page, "anna", box.general))
        await inside(page, "anna", ".log[aria-busy=true]").wait_for(state="attached")
        assert not looking.done()
        await looking
        assert await inside(page, "anna", ".another").is_visible()


async def test_a_moment_is_told_by_how_far_away_it_is_or_as_date_and_time(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        soon = int(time.time()) + 3 * 86_400 + 600
        box.posting.create(box.games, box.world.bot, {"content": f"<t:{soon}:R>, <t:86400:f>, <t:86400:R>"})
        await enter(page, box.url)
        told = inside(page, "anna", "article p time")
        await told.last.wait_for()
        near, date, far = await told.all_inner_texts()
        assert near == "in 3 days"
        assert "January 2, 1970" in date
        assert far.endswith("days ago")


async def test_a_numbered_list_has_its_numbers(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        box.posting.create(box.games, box.world.bot, {"content": "2. two\n3. three\n- none"})
        await enter(page, box.url)
        await inside(page, "anna", "article ul li").wait_for()
        assert await inside(page, "anna", "article ol li").all_inner_texts() == ["two", "three"]
        assert await inside(page, "anna", "article ol").get_attribute("start") == "2"
        assert await inside(page, "anna", "article ul li").all_inner_texts() == ["none"]


# Presses


def row(*buttons: str) -> list[dict[str, Any]]:
    made = [{"type": 2, "style": 1, "label": name, "custom_id": name} for name in buttons]
    return [{"type": 1, "components": made}] if buttons else []


async def test_what_changes_while_a_button_is_held_down_does_not_lose_the_click(chromium: Browser) -> None:
    """The message is changed between pressing and letting go: what was pressed counts, and the page goes on then."""
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        anna = box.players["anna"]
        message = box.posting.create(box.games, box.world.bot, {"content": "one", "components": row("Old")})
        box.gateway.emit = lambda *_: True  # type: ignore[method-assign]
        await enter(page, box.url)
        for seat in ("anna", "max"):
            await inside(page, seat, "article button[data-id=Old]").wait_for()
        three = "(seat) => document.querySelector(`[data-seat=${seat}].pane .log`).innerText.includes('three')"
        await page.page.mouse.move(*await page.aim(inside(page, "anna", "article button[data-id=Old]")))
        await page.page.mouse.down()
        box.posting.edit(message, {"content": "two", "components": row("New")}, NO_REQUEST)
        box.posting.create(box.games, box.world.bot, {"content": "three"})
        await page.wait(three, "max")  # so it has been told to all pages
        await asyncio.sleep(0.3)  # and this one has it; if it had not, nothing would be tested, and nothing fail
        await page.page.mouse.up()
        acted = await box.expect(lambda: next(iter(box.world.interactions.values()), None), "the press", PATIENCE)
        assert acted is not None
        assert (acted.user, acted.data["custom_id"]) == (anna.user, "Old")
        await page.wait(three, "anna")
        await inside(page, "anna", "article button[data-id=New]").wait_for()


async def test_a_list_that_is_pressed_stays_until_it_is_let_go(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        options = [{"label": name, "value": name} for name in ("a", "b")]
        menu = [{"type": 1, "components": [{"type": 3, "custom_id": "Old", "options": options}]}]
        message = box.posting.create(box.games, box.world.bot, {"content": "one", "components": menu})
        await enter(page, box.url)
        old = inside(page, "anna", "article select[data-id=Old]")
        held = await old.element_handle()
        await page.page.mouse.move(*await page.aim(old))
        await page.page.mouse.down()
        box.posting.edit(message, {"content": "two", "components": row("New")}, NO_REQUEST)
        await inside(page, "max", "article button[data-id=New]").wait_for(state="attached")
        await asyncio.sleep(0.3)  # as above
        assert held is not None
        assert await held.evaluate("(list) => list.isConnected")
        await page.page.mouse.up()
        await inside(page, "anna", "article button[data-id=New]").wait_for()


async def test_a_choice_is_sent_once_by_mouse_and_in_a_list_of_several(chromium: Browser) -> None:
    options = [{"label": name, "value": name} for name in ("a", "b", "c")]

    def menu(most: int) -> dict[str, Any]:
        return {"type": 3, "custom_id": f"s{most}", "options": options, "max_values": most}

    async with Sandbox(ack_window=0.2) as box, tab(chromium, SIZES["desktop"]) as page:
        rows = [{"type": 1, "components": [menu(most)]} for most in (1, 2)]
        box.posting.create(box.games, box.world.bot, {"content": "x", "components": rows})
        await enter(page, box.url)
        for most, value in ((1, "b"), (2, "c")):
            await take(page, inside(page, "anna", f"select[data-id=s{most}]"), value)
            if most == 1:
                assert not await inside(page, "anna", "button.on-keys").is_visible(), "it is chosen already"
            await box.expect(lambda most=most: len(box.world.interactions) == most, "the choice", PATIENCE)
        assert [i.data["values"] for i in box.world.interactions.values()] == [["b"], ["c"]]


CHESS = {
    "name": "chess",
    "type": 1,
    "description": "Play chess",
    "options": [
        {"type": 3, "name": "game", "description": "g", "choices": [{"name": "Wild Chess", "value": "wild"}]},
        {"type": 6, "name": "opponent", "description": "o"},
        {"type": 3, "name": "note", "description": "n"},
        {"type": 5, "name": "rated", "description": "r"},
        {"type": 4, "name": "days", "description": "d"},
    ],
}
RULES = {
    "name": "rules",
    "type": 1,
    "description": "Rules",
    "options": [{"type": 3, "name": "term", "description": "t", "required": True}],
}


@pytest.mark.parametrize(
    ("typed", "filled", "problem"),
    [
        ("/rules net of ropes", {"term": "net of ropes"}, ""),
        ("/chess game:wild chess opponent:@Max days:3", {"game": "wild", "opponent": "max", "days": "3"}, ""),
        ("/chess Wild Chess note:at night: late", {"game": "wild", "note": "at night: late"}, ""),
        ("/chess game:draughts rated:true", {"rated": "true"}, "there is no “draughts”"),
        ("/chess days:soon", {}, "there is no “soon”"),
    ],
)
async def test_options_that_are_typed_behind_a_command_fill_its_form(
    chromium: Browser, typed: str, filled: dict[str, str], problem: str
) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        for number, command_ in enumerate((CHESS, RULES), 1):
            box.world.commands[None].append({**command_, "id": str(number)})
        await enter(page, box.url)
        await command(page, "anna", typed)
        values = (
            "(f) => Object.fromEntries([...f.elements].filter((e) => e.name && e.value).map((e) => [e.name, e.value]))"
        )
        wanted = {name: str(box.players["max"].id) if value == "max" else value for name, value in filled.items()}
        assert await inside(page, "anna", "form.command").evaluate(values) == wanted
        for name in filled:
            assert await inside(page, "anna", f"form.command [name={name}]").is_visible(), name
        assert "+ 1 more" not in await inside(page, "anna", "form.command").inner_text()
        assert problem in await inside(page, "anna", ".composer .problem").inner_text()
        assert await inside(page, "anna", ".composer .problem").is_visible() == bool(problem)


# What is seen of a message


async def test_the_frame_of_a_field_leaves_its_hint_free(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        box.world.commands[None].append({**RULES, "id": "1"})
        await enter(page, box.url)
        await command(page, "anna", "/rules")
        hint = await inside(page, "anna", "form.command label small").bounding_box() or {}
        field = await inside(page, "anna", "form.command input").bounding_box() or {}
        assert hint["y"] + hint["height"] + FRAME <= field["y"]


async def test_alt_and_the_word_of_new_messages_cover_nothing(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["phone"]) as page:
        anna, bot = box.players["anna"], box.world.bot
        await enter(page, box.url)
        panel = {"components": row("Here"), "attachments": [{"id": 0, "description": "A board"}]}
        box.posting.create(box.games, bot, panel, drawn(900, 900), ephemeral_for=anna.user)
        await inside(page, "anna", "figure img").wait_for()
        box.posting.create(box.games, bot, {"content": "news"}, drawn(900, 900))
        await inside(page, "anna", ".below").wait_for()
        picture = await inside(page, "anna", ".ephemeral figure img").bounding_box() or {}
        alt = await inside(page, "anna", ".ephemeral figcaption summary").bounding_box() or {}
        assert alt["y"] >= picture["y"] + picture["height"]
        log = await inside(page, "anna", ".log").bounding_box() or {}
        below = await inside(page, "anna", ".below").bounding_box() or {}
        assert below["y"] >= log["y"] + log["height"]
        await page.aim(inside(page, "anna", "button[data-id=Here]"))


async def test_a_seat_that_is_shown_again_begins_with_what_is_new(chromium: Browser) -> None:
    """On a narrow screen: its mark goes once that is seen, in another channel once that is opened."""
    async with Sandbox() as box, tab(chromium, SIZES["phone"]) as page:
        anna, bot = box.players["anna"], box.world.bot
        await enter(page, box.url)
        box.posting.create(box.games, bot, {"content": "mine"}, drawn(900, 900), ephemeral_for=anna.user)
        await inside(page, "anna", "article", has_text="mine").wait_for()
        marked = page.find(".tab.attention[data-seat=anna]")
        await front(page, "max")
        for text in (f"{anna.mention} begin", "later"):
            box.posting.create(box.games, bot, {"content": text}, drawn(900, 900))
        box.posting.create(box.general, bot, {"content": f"{anna.mention} elsewhere"})
        await marked.wait_for()
        await inside(page, "anna", "article", has_text="later").wait_for(state="attached")
        await inside(page, "anna", ".place.ping").wait_for(state="attached")
        await front(page, "anna")
        first = inside(page, "anna", "article", has_text="begin").locator(".body p").first
        await page.wait("() => document.querySelector('.pane.front').dataset.seat === 'anna'")
        assert await first.evaluate(SEEN) == 1
        assert await inside(page, "anna", "article", has_text="later").evaluate(SEEN) < 1
        assert await inside(page, "anna", ".below").is_visible()
        assert await marked.count() == 1, "elsewhere is not seen yet"
        await look(page, "anna", box.general)
        await marked.wait_for(state="detached")
        assert await page.find(".tab.attention").count() == 0


def drawn(width: int, height: int) -> Request:
    """An upload of one picture of this size."""
    data = io.BytesIO()
    Image.new("RGB", (width, height), "#406080").save(data, "PNG")
    return Request("", "", files={0: ("x.png", data.getvalue())})


@pytest.mark.parametrize(
    ("size", "picture", "shown"),
    [
        ("desktop", (1000, 1000), (350, 350)),
        ("desktop", (1100, 500), (550, 250)),
        ("desktop", (200, 100), (200, 100)),
        ("phone", (1000, 1000), (380, 380)),
    ],
)
async def test_a_picture_is_as_large_as_at_discord_and_is_enlarged_by_a_click(
    chromium: Browser, size: str, picture: tuple[int, int], shown: tuple[int, int]
) -> None:
    async with Sandbox() as box, tab(chromium, SIZES[size]) as page:
        box.posting.create(box.games, box.world.bot, {"content": "x"}, drawn(*picture))
        await enter(page, f"{box.url}?seat=anna")
        image = inside(page, "anna", "figure img")
        await image.wait_for()
        found = await image.bounding_box() or {}
        assert (found["width"], found["height"]) == pytest.approx(shown, abs=4)
        await page.press(image)
        large = page.find("dialog.enlarged img")
        await large.wait_for()
        assert (await large.bounding_box() or {})["width"] >= found["width"]
        await page.press(large)
        await large.wait_for(state="detached")


async def test_an_edit_marks_its_new_lines_and_what_is_chosen_can_be_read(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["desktop"]) as page:
        chosen = {"type": 2, "style": 1, "label": "A", "custom_id": "a", "disabled": True}
        body = {"content": "head", "embeds": [{"description": "one\ntwo"}], "components": row("A")}
        message = box.posting.create(box.games, box.world.bot, body)
        await enter(page, box.url)
        await inside(page, "anna", ".embed").wait_for()
        assert await inside(page, "anna", ".changed").count() == 0
        rows = [{"type": 1, "components": [chosen]}]
        box.posting.edit(message, {"embeds": [{"description": "one\nthree"}], "components": rows}, NO_REQUEST)
        await inside(page, "anna", ".changed").wait_for()
        assert await inside(page, "anna", ".changed").all_inner_texts() == ["three"]
        style = "(b) => { const s = getComputedStyle(b); return [s.color, s.opacity]; }"
        assert await inside(page, "anna", "button[data-id=a]").evaluate(style) == ["rgb(255, 255, 255)", "1"]
        box.posting.edit(message, {"content": "tail", "embeds": [{"description": "new"}]}, NO_REQUEST)
        await inside(page, "anna", ".embed.changed").wait_for()


async def test_the_own_panel_stays_in_view_while_others_write_until_one_is_called(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        anna, bot = box.players["anna"], box.world.bot
        await enter(page, box.url)
        panel = {"embeds": [{"description": "Where?"}], "components": row("Here")}
        box.posting.create(box.games, bot, panel, drawn(900, 900), ephemeral_for=anna.user)
        here = inside(page, "anna", "button[data-id=Here]")
        await here.wait_for()
        for number in range(4):
            box.posting.create(box.games, bot, {"content": f"news {number}"}, drawn(900, 900))
        await inside(page, "anna", "article", has_text="news 3").wait_for(state="attached")
        for part in (".embed", "button[data-id=Here]", ".ephemeral figure img"):
            assert await inside(page, "anna", part).evaluate(SEEN) == 1, part
        last = inside(page, "anna", "article").last
        assert await last.evaluate(SEEN) < 1
        await page.press(inside(page, "anna", ".below"))
        assert await last.evaluate(SEEN) > 0.9
        # Whoever is called is shown by what, wherever they were.
        box.posting.create(box.games, bot, panel, drawn(900, 900), ephemeral_for=anna.user)
        await here.last.wait_for()
        box.posting.create(box.games, bot, {"content": f"{anna.mention} your turn"})
        await inside(page, "anna", "article", has_text="your turn").wait_for()
        assert await inside(page, "anna", "article").last.evaluate(SEEN) == 1


@pytest.mark.parametrize("private", [True, False], ids=["panel", "message"])
async def test_what_somebody_looks_at_stays_when_a_message_above_it_changes(chromium: Browser, private: bool) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        bot, to = box.world.bot, {"ephemeral_for": box.players["anna"].user} if private else {}
        await enter(page, box.url)
        for number in range(9):
            box.posting.create(box.games, bot, {"content": f"news {number}"}, drawn(200, 200))
        above = box.posting.create(box.games, bot, {"content": "live"}, drawn(200, 200))
        box.posting.create(box.games, bot, {"content": "Where?", "components": row("Here")}, **to)
        here = inside(page, "anna", "button[data-id=Here]")
        await here.wait_for()
        if not private:  # somebody has gone up a little, so that nothing is followed down
            box.posting.create(box.games, bot, {"content": "later"}, drawn(400, 400))
            await inside(page, "anna", "article", has_text="later").wait_for(state="attached")
            await page.wait(f"{BELOW} < 1")
            await page.page.mouse.move(300, 400)
            await page.page.mouse.wheel(0, -250)
            await page.wait(f"{BELOW} > 200")
        box.posting.create(box.games, bot, {"content": "and so on"}, drawn(900, 900))
        await inside(page, "anna", "article", has_text="and so on").wait_for(state="attached")
        before = await here.evaluate(TOP)
        for lines in (6, 1, 3):
            said = "\n".join(f"line {n} of {lines}" for n in range(lines))
            box.posting.edit(above, {"content": said}, NO_REQUEST)
            await inside(page, "anna", "article", has_text=f"line 0 of {lines}").wait_for(state="attached")
            assert abs(await here.evaluate(TOP) - before) <= 1


async def test_a_panel_stays_in_view_when_an_older_one_changes_or_goes_until_that_is_pressed(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        bot, anna = box.world.bot, box.players["anna"].user
        await enter(page, box.url)

        def create(body: dict[str, Any], private: bool = True) -> Message:
            return box.posting.create(box.games, bot, body, drawn(900, 900), ephemeral_for=anna if private else None)

        def edit(message: Message, lines: int, label: str) -> None:
            said = "\n".join(f"line {n}" for n in range(lines))
            box.posting.edit(message, {"embeds": [{"description": said}], "components": row(label)}, NO_REQUEST)

        def pressed(label: str) -> Locator:
            return inside(page, "anna", f"button[data-id={label}]")

        older = [create({"components": row(label)}) for label in ("A", "B")]
        for number in range(3):
            create({"content": f"news {number}"}, private=False)
        create({"components": row("Here")})
        await pressed("Here").wait_for()
        for message, label in zip(older, ("C", "D"), strict=True):
            edit(message, 1, label)
            await pressed(label).wait_for(state="attached")
            assert await pressed("Here").evaluate(SEEN) == 1
        box.posting.delete(older[1])
        await pressed("D").wait_for(state="detached")
        assert await pressed("Here").evaluate(SEEN) == 1
        await page.press(pressed("C"))
        edit(older[0], 8, "There")
        await pressed("There").wait_for()
        for part in ("figure img", ".embed", "button[data-id=There]"):
            assert await inside(page, "anna", f'[data-id="{older[0].id}"] {part}').evaluate(SEEN) == 1


async def test_what_changes_below_moves_nothing_that_somebody_reads(chromium: Browser) -> None:
    async with Sandbox() as box, tab(chromium, SIZES["laptop"]) as page:
        posts = [
            box.posting.create(box.games, box.world.bot, {"content": f"news {n}"}, drawn(900, 900)) for n in range(5)
        ]
        anna = box.players["anna"].user
        await enter(page, box.url)
        box.posting.create(box.games, box.world.bot, {"components": row("Here")}, ephemeral_for=anna)
        await inside(page, "anna", "button[data-id=Here]").wait_for()
        first = inside(page, "anna", "article", has_text="news 0")
        await page.page.mouse.move(300, 400)
        await page.page.mouse.wheel(0, -5000)
        await page.wait(f"{BELOW} > 1000")
        before = await first.evaluate(TOP)
        for post in posts[2:]:
            box.posting.edit(post, {"content": "long\n" * 9}, NO_REQUEST)
            await inside(page, "anna", f'[data-id="{post.id}"]', has_text="long").wait_for(state="attached")
            assert await first.evaluate(TOP) == before
