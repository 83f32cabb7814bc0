"""Draw what a face says where: ``python -m tests.docs.post docs/pictures/face.png``.

The bot plays a match of the toy; each piece of its messages stands beside the part of the face that makes it.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image, ImageDraw

from bot.texts import story
from bot.texts.phrases import phrases
from render.canvas import font
from tests.bot.world import controls, world
from tests.bot.world import words as said
from tests.support.registering import register
from tests.toy.face import FACE

SIZE: Final = 26
LABELS: Final = 270
"""The width of the column with the functions."""
WIDTH: Final = 860
GROUND, CARD, TEXT, QUIET, BUTTON, LABEL = "#1e1f22", "#313338", "#dbdee1", "#949ba4", "#4e5058", "#8ab4ff"
Row = tuple[str, str | Sequence[str] | Image.Image]
"""A function of the face, and what it makes: a line, buttons, or a picture."""


async def _rows() -> list[tuple[str, list[Row]]]:
    """Play the toy, and return each message with its pieces."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        register(patch, FACE)
        patch.setattr("games.draws.seed_of", lambda secret, parts: secret)
        patch.setattr("bot.matches.lobby.new_seed", lambda: bytes([1]) * 32)
        async with world(Path(folder)) as made:
            people = (made.anna, made.max, made.tina)
            await made.anna.slash(made.channel, "toy new", opponent=made.max, opponent2=made.tina)
            await made.settle()
            start = made.channel.last_message
            for actor in people[1:]:
                await made.press(actor, start, "accept")
            await made.settle()
            (head,) = await made.bot.store.matches.all_open()
            for actor, colour in zip(people, ("red", "green", "blue"), strict=True):
                await made.play(head.id, actor.id, ("colour", colour))
            await made.settle()
            undo = (await made.press(made.tina, await made.live(head.id), "play")).response
            for actor, cards in zip(people[:2], ("25", "45"), strict=True):
                await made.play(head.id, actor.id, ("pick", *cards))
            await made.settle()
            opened = (await made.press(made.tina, await made.live(head.id), "play")).response
            panel = said(opened), [control.label for control in controls(opened)]  # it follows what she picks
            await made.play(head.id, made.tina.id, ("pick", "1", "2"))
            await made.settle()
            live = await made.live(head.id)
            match = await made.bot.matches.load(head.id)
            names = {0: "Anna", 1: "Max", 2: "Tina"}
            return list(_pieces(live, panel, undo, match, names))


def _pieces(
    live: Any, panel: tuple[str, list[str]], undo: Any, match: Any, names: dict[int, str]
) -> Iterator[tuple[str, list[Row]]]:
    say, words, view = phrases("en"), FACE.words, match.view(None)
    (choice,) = (choice for choice in match.choices if choice.must)
    told = words.tell(say, [FACE.game.show(event, None) for event in match.replayed[-1].step.events], names)
    public = [
        ("Words.asked", words.asked(say, choice, view, names)),
        ("Words.score", words.score(say, view, names)),
        *(("Words.tell", line) for line in told),
        ("Words.status", story.begun(words.status(say, view, names))),
    ]
    assert all(text in live.content for _, text in public), live.content
    rows: list[Row] = [(name, text) for name, text in public]
    rows[0] = ("Words.asked", f"@{names[choice.seat]} {rows[0][1]}")
    board = Image.open(io.BytesIO(FACE.pictures.board(say, view, (), names).data))
    labels = [control.label for control in controls(live)]
    yield (
        "The live message",
        [*rows, ("Pictures.board", board), ("exhibits (the last one)", labels[:3]), ("answers", labels[3:])],
    )
    text, labels = panel
    news, asked, *_ = text.replace("**", "").splitlines()
    assert news.startswith("This turn: ")
    yield (
        "A private panel",
        [
            ("Words.tell", news),
            ("Wording.asked", asked),
            ("Wording.value", labels[:5]),
            ("Wording.choice", labels[5:6]),
            ("Words.action_text", [one.label for one in controls(undo) if one.press.action_id == "undo"]),
        ],
    )


def draw(messages: Sequence[tuple[str, list[Row]]]) -> Image.Image:
    """Draw messages, the function beside each of their pieces."""
    image = Image.new("RGB", (WIDTH, 2000), GROUND)
    pen = ImageDraw.Draw(image)
    y = 12
    for title, rows in messages:
        pen.text((LABELS, y), title, QUIET, font(SIZE))
        top = y = y + 40
        height = sum(_height(content) for _, content in rows)
        pen.rounded_rectangle((LABELS - 4, top, WIDTH - 12, top + height + 16), 10, CARD)
        y += 8
        for name, content in rows:
            pen.text((12, y + 6), name, LABEL, font(22))
            _piece(image, pen, y, content)
            y += _height(content)
        y += 24
    return image.crop((0, 0, WIDTH, y))


def _height(content: str | Sequence[str] | Image.Image) -> int:
    return content.height + 12 if isinstance(content, Image.Image) else 40 if isinstance(content, str) else 56


def _piece(image: Image.Image, pen: ImageDraw.ImageDraw, y: int, content: str | Sequence[str] | Image.Image) -> None:
    if isinstance(content, Image.Image):
        image.paste(content, (LABELS + 10, y + 4))
    elif isinstance(content, str):
        pen.text((LABELS + 10, y + 4), content, TEXT, font(SIZE))
    else:
        x = LABELS + 10
        for label in content:
            wide = round(pen.textlength(label, font(SIZE))) + 28
            pen.rounded_rectangle((x, y + 4, x + wide, y + 48), 8, BUTTON)
            pen.text((x + 14, y + 10), label, TEXT, font(SIZE))
            x += wide + 10


def picture() -> Image.Image:
    """Return the picture as the toy and the bot make it now."""
    return draw(asyncio.run(_rows()))


if __name__ == "__main__":
    picture().save(sys.argv[1], optimize=True)
