"""Answers to interactions: the promise of one, of which Discord hears only if it is not ready soon, and the answer.

An interaction has to be answered within three seconds. Most answers are ready long before: sent as the first one they
save a request, and nobody sees for a moment that the bot is "thinking".
"""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord

from bot import metrics
from bot.limits import CONTENT, EMBED_DESCRIPTION, EMBEDS, cut
from bot.panels.model import Picture
from bot.publish.studio import file_of

NO_PINGS: Final = discord.AllowedMentions.none()


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that is no picture."""

    data: bytes
    filename: str

    def upload(self) -> discord.File:
        """Return a fresh upload of it."""
        return discord.File(io.BytesIO(self.data), self.filename)


async def tell(interaction: discord.Interaction, text: str, view: discord.ui.View | None = None) -> None:
    """Answer the one who acted, and nobody else, in a message of its own."""
    how: dict[str, Any] = {"ephemeral": True, "allowed_mentions": NO_PINGS}
    if view is not None:
        how["view"] = view
    if await is_first(interaction):
        await persist(lambda: interaction.response.send_message(cut(text, CONTENT), **how))
        answered(interaction)
    else:
        await interaction.followup.send(cut(text, CONTENT), **how)


async def answer(
    interaction: discord.Interaction,
    text: str,
    *,
    picture: Picture | None = None,
    view: discord.ui.View | None = None,
    words: str = "",
    carried: Attached | None = None,
) -> None:
    """Give the answer that was promised: a private message, or the panel anew; `carried` goes along with it.

    Discord shows a message's content above its picture and embeds between the picture and the buttons. So the text of
    an answer with a picture is an embed: what is asked is read beside what answers it, however high the picture is.
    """
    above, below = (text, "") if picture is None else ("", text)
    pictures = [] if picture is None else [picture]
    attached = [] if carried is None else [carried]
    await _complete(
        interaction,
        cut(above, CONTENT) or None,
        lambda: [*map(file_of, pictures), *(one.upload() for one in attached)],
        embeds=_embeds(below, words),
        view=view,
    )


def _embeds(*texts: str) -> list[discord.Embed]:
    """Return an embed for each text; the last ones are cut where all together are too long."""
    made: list[discord.Embed] = []
    left = EMBEDS
    for text in filter(None, texts):
        made.append(discord.Embed(description=cut(text, min(left, EMBED_DESCRIPTION))))
        left -= len(made[-1].description or "")
    return made


def message_of(interaction: discord.Interaction) -> int | None:
    """Return the message with the answer that was given: what was pressed, where it turned; `None` if not known."""
    if interaction.message is not None and promise(interaction).turns:
        return interaction.message.id
    sent: int | None = interaction.extras.get(_MESSAGE)
    return sent


async def answer_file(interaction: discord.Interaction, text: str, data: bytes, filename: str) -> None:
    """Give the answer that was promised, with a file."""
    await _complete(interaction, text, lambda: [Attached(data, filename).upload()])


async def _complete(
    interaction: discord.Interaction,
    content: str | None,
    files: Callable[[], Sequence[discord.File]],
    *,
    embeds: Sequence[discord.Embed] = (),
    view: discord.ui.View | None = None,
) -> None:
    """Send a promised answer; `files` makes them anew for each attempt."""
    how: dict[str, Any] = {"content": content, "embeds": embeds, "allowed_mentions": NO_PINGS}

    async def send() -> None:
        if not await is_first(interaction):
            edited = await interaction.edit_original_response(**how, attachments=files(), view=view)
            interaction.extras[_MESSAGE] = edited.id
        elif promise(interaction).turns:
            await interaction.response.edit_message(**how, attachments=files(), view=view)
        else:
            more: dict[str, Any] = {} if view is None else {"view": view}
            sent = await interaction.response.send_message(**how, **more, files=files(), ephemeral=True)
            interaction.extras[_MESSAGE] = sent.message_id

    await persist(send)
    answered(interaction)


SOON: Final = 0.5
"""Seconds after which a promise is announced; a busy bot and a slow line have the rest of the three."""
PAUSE: Final = 0.3
"""Seconds before what met a broken connection is tried again."""
BROKEN: Final = (aiohttp.ClientError, OSError)
"""What is raised when the connection breaks; whether the request has arrived is unknown then."""
ANSWERED_ALREADY: Final = 40_060
_ARRIVED: Final = "arrived"
_PROMISE: Final = "promise"
_ANSWERED: Final = "answered"
_MESSAGE: Final = "message"
_KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
}


class Promise:
    """That an interaction will be answered: by a new private message or, if it `turns`, by what was pressed anew."""

    def __init__(self, interaction: discord.Interaction, *, turns: bool) -> None:
        self.turns = turns
        self._interaction = interaction
        self._announcing: asyncio.Task[None] | None = None
        self._due = asyncio.get_running_loop().call_later(SOON, self._begin)

    async def withdrawn(self) -> bool:
        """Return True if Discord did not hear of it, and will not: the answer itself is the first one then.

        Raises what announcing it has raised, such as error 40060 when somebody else has answered.
        """
        self._due.cancel()
        if self._announcing is None:
            return True
        await asyncio.shield(self._announcing)
        return False

    async def announce(self) -> None:
        """Let Discord know now. Raises Discord's errors, or that the connection is broken."""
        self._begin()
        await self.withdrawn()

    def _begin(self) -> None:
        if self._announcing is None:
            self._announcing = asyncio.create_task(self._announce(), name=f"promise for {self._interaction.id}")
            self._announcing.add_done_callback(_heard)

    async def _announce(self) -> None:
        how: dict[str, Any] = {} if self.turns else {"ephemeral": True, "thinking": True}
        await persist(lambda: self._interaction.response.defer(**how))
        answered(self._interaction)


def _heard(task: asyncio.Task[None]) -> None:
    """Drop what announcing raised: it concerns the answer, if there is one, and is no failure of its own."""
    if not task.cancelled():
        task.exception()


def promise(interaction: discord.Interaction, *, turns: bool = False) -> Promise:
    """Promise an answer; the same promise again for the same interaction."""
    promised: Promise | None = interaction.extras.get(_PROMISE)
    if promised is None:
        promised = interaction.extras[_PROMISE] = Promise(interaction, turns=turns)
    return promised


async def is_first(interaction: discord.Interaction) -> bool:
    """Return True if the answer that is sent next is the first one. Raises as `Promise.withdrawn`."""
    if interaction.response.is_done() or interaction.extras.get(_ANSWERED):
        return False
    promised: Promise | None = interaction.extras.get(_PROMISE)
    return promised is None or await promised.withdrawn()


def answered(interaction: discord.Interaction) -> None:
    """Note that Discord has the first answer."""
    interaction.extras[_ANSWERED] = True
    since, kind = interaction.extras.pop(_ARRIVED, None), _KINDS.get(interaction.type)
    if since is not None and kind is not None:
        metrics.FIRST_ANSWER.labels(kind).observe(time.perf_counter() - since)


def arrived(interaction: discord.Interaction) -> None:
    """Note that an interaction has come in just now."""
    interaction.extras[_ARRIVED] = time.perf_counter()


async def persist(send: Callable[[], Awaitable[Any]]) -> None:
    """Send, and once more when the connection breaks; only for what may arrive twice.

    A first answer counts once: where the second one is refused, the first has arrived.
    """
    try:
        await send()
    except BROKEN:
        await asyncio.sleep(PAUSE)
        try:
            await send()
        except discord.HTTPException as error:
            if error.code != ANSWERED_ALREADY:
                raise
