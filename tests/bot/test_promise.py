"""The first answer: the answer itself, or that one will come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import limits
from bot.interactions import replies
from bot.panels.model import Picture

MESSAGE = 7
"""The message with an answer."""


class Response:
    """Discord's side of one interaction, which may break or have had an answer."""

    def __init__(self, faults: list[Exception]) -> None:
        self.faults = faults
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def is_done(self) -> bool:
        return False  # as after a connection that broke: discord.py does not know

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def send(*text: str, **how: Any) -> SimpleNamespace:
            if self.faults:
                raise self.faults.pop(0)
            self.sent.append((name, how | ({"content": text[0]} if text else {})))
            return SimpleNamespace(message_id=MESSAGE)

        return send


class Interaction:
    """As much of an interaction as an answer needs."""

    def __init__(self, *faults: Exception) -> None:
        self.id = 1
        self.type = discord.InteractionType.component
        self.extras: dict[str, Any] = {}
        self.response = self.followup = Response([*faults])

    async def edit_original_response(self, **how: Any) -> SimpleNamespace:
        self.response.sent.append(("edit_original", how))
        return SimpleNamespace(id=MESSAGE)

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.response.sent]


def answered_already() -> discord.HTTPException:
    class Refusal:
        status, reason = 400, "Bad Request"

    return discord.HTTPException(Refusal(), {"code": replies.ANSWERED_ALREADY, "message": "answered"})  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replies, "PAUSE", 0)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every promise is announced as soon as the loop turns."""
    monkeypatch.setattr(replies, "SOON", 0)


@pytest.mark.parametrize(("turns", "sent"), [(False, "send_message"), (True, "edit_message")])
async def test_an_answer_that_is_ready_is_the_first_one(turns: bool, sent: str) -> None:
    asked: Any = Interaction()
    replies.promise(asked, turns=turns)
    await replies.answer(asked, "done")
    assert asked.names == [sent]
    assert asked.response.sent[0][1]["content"] == "done"
    await replies.answer(asked, "more")
    await replies.tell(asked, "and more")
    assert asked.names == [sent, "edit_original", "send"]


@pytest.mark.parametrize("turns", [False, True])
async def test_what_is_said_of_a_picture_stands_between_it_and_the_buttons(turns: bool) -> None:
    """Discord shows content, files, embeds and buttons in this order; whatever stood there before is gone."""
    asked: Any = Interaction()
    replies.promise(asked, turns=turns)
    picture = Picture(b"x", "x.png", "A board.")
    for _ in range(2):  # as the first answer, and by changing it
        await replies.answer(asked, "Where?", picture=picture, words="All of it.")
        said = asked.response.sent[-1][1]
        assert said["content"] is None
        assert [embed.description for embed in said["embeds"]] == ["Where?", "All of it."]
        assert len(said.get("files") or said["attachments"]) == 1
    await replies.answer(asked, "Where?")
    said = asked.response.sent[-1][1]
    assert (said["content"], said["embeds"], said["attachments"]) == ("Where?", [], [])


async def test_texts_below_a_picture_fit_together() -> None:
    asked: Any = Interaction()
    await replies.answer(asked, "a" * 5000, picture=Picture(b"x", "x.png", "A board."), words="b" * 5000)
    texts = [embed.description for embed in asked.response.sent[0][1]["embeds"]]
    assert [len(text) for text in texts] == [limits.EMBED_DESCRIPTION, limits.EMBEDS - limits.EMBED_DESCRIPTION]


@pytest.mark.parametrize("turns", [False, True])
async def test_what_takes_long_is_announced_once(soon: None, turns: bool) -> None:
    asked: Any = Interaction()
    replies.promise(asked, turns=turns)
    await asyncio.sleep(0.01)
    assert asked.response.sent == [("defer", {} if turns else {"ephemeral": True, "thinking": True})]
    await replies.answer(asked, "done")
    assert asked.names == ["defer", "edit_original"]


async def test_what_is_not_to_be_answered_is_announced_at_once() -> None:
    asked: Any = Interaction()
    await replies.promise(asked, turns=True).announce()
    assert asked.names == ["defer"]
    await replies.tell(asked, "no")
    assert asked.names == ["defer", "send"]


async def test_a_refusal_is_the_first_answer() -> None:
    asked: Any = Interaction()
    replies.promise(asked)
    await replies.tell(asked, "no")
    assert asked.names == ["send_message"]


@pytest.mark.parametrize("second", [None, answered_already()])
@pytest.mark.parametrize("say", [replies.answer, replies.tell])
async def test_a_broken_connection_is_tried_again_and_the_first_may_have_arrived(
    say: Callable[[Any, str], Awaitable[None]], second: Exception | None
) -> None:
    broken = aiohttp.ClientConnectionError()
    asked: Any = Interaction(broken, *([second] if second else []))
    replies.promise(asked)
    await say(asked, "done")
    assert asked.names == ([] if second else ["send_message"])
    await replies.answer(asked, "more")
    assert asked.names[-1:] == ["edit_original"]


async def test_somebody_elses_answer_is_told_to_whoever_answers(soon: None) -> None:
    asked: Any = Interaction(answered_already())
    replies.promise(asked)
    await asyncio.sleep(0.01)
    with pytest.raises(discord.HTTPException):
        await replies.answer(asked, "done")
    other: Any = Interaction(answered_already())
    replies.promise(other)
    with pytest.raises(discord.HTTPException):
        await replies.answer(other, "done")
