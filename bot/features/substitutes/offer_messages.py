"""Offers of seats: a message with a card that briefs whoever thinks of taking over, kept up to date until it is void.

The card holds what everybody may see. What only the seat may see is shown to whoever has taken it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, Final

import discord

from bot.features.clocks.reminders import Notices
from bot.features.substitutes import texts
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.model import Button, Press, Row
from bot.people.names import NameBook
from bot.publish import announce, standing
from bot.publish.sending import TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL, find_all, losing, pings
from bot.publish.studio import Studio, file_of
from bot.texts import links
from bot.texts import match as around
from bot.texts.phrases import Phrases, phrases
from storage import MessageState, NewMessage, OutboxRow, Seat, Store, StoredMessage

KIND: Final = "seat"
"""The kind of the messages, and the deed of their buttons."""
Names = Mapping[int, str]


class Briefings:
    """Posts offers of seats, and tells former players that somebody else has theirs."""

    def __init__(self, client: discord.Client, store: Store, names: NameBook, studio: Studio, notices: Notices) -> None:
        self.client = client
        self.store = store
        self.names = names
        self.studio = studio
        self.notices = notices

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Bring the offers of a match up to date. Raises `PlaceLost` or Discord's errors."""
        await self._let_in(match)
        where = (match.match.thread_id if match.match.private else match.match.channel_id) or 0
        if not where:
            return
        say = phrases(match.language)
        names = await self.names.seats(say, match)
        noted = {_about(m)[0]: m for m in await self.store.messages.of_match(match.id, KIND, state="live")}
        channel = self.client.get_partial_messageable(where, guild_id=match.match.guild_id)
        with losing("thread" if match.match.private else "channel", where):
            for seat in match.match.seats:
                there = noted.get(seat.seat)
                if seat.offered is None or match.match.status != "running":
                    if there is not None:
                        await self._close(say, match, names, seat, there, now)
                elif there is None:
                    await self._post(say, match, names, seat, channel, row, now)
                elif there.version != match.match.version:
                    await self._edit(say, match, names, seat, there, now)

    async def handed(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Tell a former player that somebody else has the seat, and take what only the seat may see off the board."""
        user = row.recipient
        assert user is not None
        mine = [one for one in match.match.former if one.user_id == user]
        if not mine:
            return
        say = await self.notices.languages.for_message(user, match.language)
        called = await self.notices.called(say, match, user)
        text = texts.gone(say, called, await self.names.of(say, match.player_at(mine[-1].seat, mine[-1].until)))
        for board in await self.store.messages.of_match(match.id, "dm", state="live"):
            if board.recipient == user:
                message = self.client.get_partial_messageable(board.channel_id).get_partial_message(board.message_id)
                with contextlib.suppress(discord.NotFound):
                    await message.edit(content=around.lines(called), attachments=[], view=None)
                await self.store.messages.change(board.message_id, now=now, state="closed")
        await self.notices.by_dm(match, row, user, text, ())

    async def _let_in(self, match: LoadedMatch) -> None:
        """Let those into the thread who have taken a seat over, and those to whom one is offered."""
        there = [s.user_id for s in match.match.seats if s.since is not None]
        there += [s.offered_to for s in match.match.seats if match.match.private]
        if not match.match.thread_id or not any(there):
            return
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            thread = await self.client.fetch_channel(match.match.thread_id)
            if isinstance(thread, discord.Thread):
                for user in filter(None, there):
                    with contextlib.suppress(discord.NotFound, discord.Forbidden):
                        await thread.add_user(discord.Object(user))

    async def _post(
        self, say: Phrases, match: LoadedMatch, names: Names, seat: Seat, channel: Any, row: OutboxRow, now: int
    ) -> None:
        message_id = None
        if row.attempts > 1:
            for found in await find_all(self.client, channel, match.id, (KIND,)):
                if found.key == str(seat.seat) and await self.store.messages.find(found.id) is None:
                    message_id = found.id
        if message_id is None:
            view = components.view(match.id, _rows(say, seat), str(seat.seat))
            assert view is not None
            sent = await channel.send(
                _text(say, match, names, seat),
                file=file_of(await self._picture(say, match, names)),
                view=view,
                nonce=f"seat-{row.id}-{seat.seat}",
                allowed_mentions=pings([seat.offered_to] if seat.offered_to is not None else []),
            )
            message_id = sent.id
        new = NewMessage(match.id, KIND, channel.id, message_id, match.match.version, extra=_extra(seat))
        await self.store.messages.add(new, now=now)

    async def _edit(
        self, say: Phrases, match: LoadedMatch, names: Names, seat: Seat, there: StoredMessage, now: int
    ) -> None:
        """Show the match as it is now; a message that somebody has deleted is posted anew with the next change."""
        picture = file_of(await self._picture(say, match, names))
        view = components.view(match.id, _rows(say, seat), str(seat.seat))
        shown = {"content": _text(say, match, names, seat), "attachments": [picture], "view": view}
        state: MessageState | None = None if await _edited(self.client, there, shown) else "closed"
        await self.store.messages.change(
            there.message_id, now=now, version=match.match.version, state=state, extra=_extra(seat)
        )

    async def _close(
        self, say: Phrases, match: LoadedMatch, names: Names, seat: Seat, there: StoredMessage, now: int
    ) -> None:
        game, who = announce.title(say, match), names.get(seat.seat) or say("somebody")
        former = next((one for one in match.match.former if one.until == seat.since), None)
        if former is not None and _about(there)[1] != seat.since:
            text = texts.taken(say, game, who, self.names.known(say, former.user_id))
        else:
            text = texts.ended(say, game, who)
        await _edited(self.client, there, {"content": text, "attachments": [], "view": None})
        await self.store.messages.change(there.message_id, now=now, state="closed")

    async def _picture(self, say: Phrases, match: LoadedMatch, names: Names) -> Any:
        return await self.studio.draw(match.face.pictures.board, say, match.view(None), (), names)


async def _edited(client: discord.Client, there: StoredMessage, shown: Mapping[str, Any]) -> bool:
    """Edit an offer; false when it is gone. One that may not be edited now stays as it is."""
    message = client.get_partial_messageable(there.channel_id).get_partial_message(there.message_id)
    try:
        await message.edit(**shown, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        if isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL:
            return False
        if error.code != TOO_MANY_OLD_EDITS:
            raise
    return True


def _extra(seat: Seat) -> str:
    """What is noted with an offer: the seat, and since which entry its player has it."""
    return f"{seat.seat}:{seat.since or 0}"


def _about(message: StoredMessage) -> tuple[int, int]:
    seat, _, since = (message.extra or "").partition(":")
    return int(seat), int(since)


def _text(say: Phrases, match: LoadedMatch, names: Names, seat: Seat) -> str:
    """The briefing: whose seat, who plays, how it stands and how much time there is."""
    to = f"<@{seat.offered_to}>" if seat.offered_to is not None else ""
    who = names.get(seat.seat) or say("somebody")
    bank = match.pace.bank if match.pace is not None else None
    return around.lines(
        texts.look(say, announce.title(say, match), who, seat.offered or "", to),
        f"{around.sides(say, seating.names(match, names))}. {announce.details(say, match)}".strip(),
        standing.headline(say, match, names, []),
        standing.status(say, match, names),
        texts.terms(say, bank),
        links.match(match.match),
    )


def _rows(say: Phrases, seat: Seat) -> tuple[Row, ...]:
    take = Button(texts.take_label(say), Press(KIND, ("take", str(seat.seat))), "success")
    return ((take, Button(around.words_label(say), Press("words"))),)
