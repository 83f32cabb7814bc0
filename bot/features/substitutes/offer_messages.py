"""The messages that offer a seat, each with a card that briefs readers, kept up to date until the offer is void.

The card holds what everybody may see. What only the seat may see is shown to the user who has taken it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import discord

from bot.features.substitutes.service import KIND, About
from bot.jobs.kinds import TOO_MANY_OLD_EDITS
from bot.matches import computers, seating
from bot.matches.loaded import LoadedMatch
from bot.panels import components
from bot.panels.model import Button, Press, Row
from bot.people.names import full_names
from bot.publish import notices
from bot.publish.keeping import thread_name
from bot.publish.notifier import Notifier
from bot.publish.sending import UNKNOWN_CHANNEL, find_all, losing, nonce, pings
from bot.publish.studio import Studio, file_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from bot.texts.time import length
from storage import ClaimedJob, Job, MessageState, NewMessage, Seat, StoredMessage

Names = Mapping[int, str]


class OfferMessages:
    """Posts the offers of seats, and tells former players that somebody else has theirs."""

    def __init__(self, notifier: Notifier, studio: Studio) -> None:
        self.notifier = notifier
        self.client = notifier.client
        self.store = notifier.store
        self.names = notifier.names
        self.studio = studio

    async def publish(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Bring the offers of a match up to date. Raises `PlaceLost` or Discord's errors."""
        job = claim.job
        await self._admit(match)
        place = (match.match.thread_id if match.match.private else match.match.channel_id) or 0
        if not place:
            return
        say = phrases(match.language)
        names = await self.names.seats(say, match)
        messages = await self.store.messages.of_match(match.id, KIND)
        posted = {About.read(m).seat: m for m in messages if m.state == "live"}
        pinged = {About.read(m).named for m in messages}
        channel = self.client.get_partial_messageable(place, guild_id=match.match.guild_id)
        with losing("thread" if match.match.private else "channel", place):
            for seat in match.match.seats:
                message = posted.get(seat.seat)
                stands = seat.offered is not None and match.match.status == "running"
                if message is not None and not (stands and About.read(message) == About.of(seat)):
                    await self._close(say, match, names, seat, message, now)
                    message = None
                if not stands:
                    continue
                if message is None:
                    quietly = seat.offered_to in pinged
                    await self._post(say, match, names, seat, channel, job, now, quietly=quietly)
                    pinged.add(seat.offered_to)
                elif message.version != match.match.version:
                    await self._edit(say, match, names, seat, message, now)

    async def tell_former(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a former player who has taken the seat over, and clear what only the seat may see from their messages.

        Raises Discord's errors.
        """
        job = claim.job
        user = job.recipient
        assert user is not None
        given_up = [former for former in match.match.former if former.user_id == user]
        if not given_up:
            return
        say = await self.notifier.languages.for_message(user, match.language)
        title = await self.notifier.describe(say, match, user)
        last = given_up[-1]
        player = await self.names.of(say, match.player_at(last.seat, last.until))
        back = seating.stood_in(match.match.seats, user)
        if back is not None:
            text = say(
                "🪑 {match}: the computer plays on for you as {player} until you come back. Your instructions and "
                "your plan for this match are deleted.",
                match=title,
                player=player,
            )
        else:
            text = say(
                "🪑 {match}: {player} has taken over your seat. Your instructions and your plan for this match are "
                "deleted.",
                match=title,
                player=player,
            )
        for board in await self.store.messages.of_match(match.id, "dm", state="live"):
            if board.recipient == user:
                message = self.client.get_partial_messageable(board.channel_id).get_partial_message(board.message_id)
                with contextlib.suppress(discord.NotFound):
                    await message.edit(content=texts.lines(title), attachments=[], view=None)
                await self.store.messages.change(board.message_id, now=now, state="closed")
        rows = ((back_button(say, back),),) if back is not None else ()
        await self.notifier.send_dm(match, job, user, text, rows)

    async def tell_declined(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player that the user who was offered their seat does not want it. Raises Discord's errors."""
        user = claim.job.recipient
        assert user is not None
        say = await self.notifier.languages.for_message(user, match.language)
        title = await self.notifier.describe(say, match, user)
        text = say("🪑 {match}: your offer of the seat was declined. You play on.", match=title)
        await self.notifier.send_dm(match, claim.job, user, text)

    async def rename(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Call the thread of a running match after those who play now. Raises Discord's errors. Handles `RENAME`."""
        if match.match.status != "running" or not match.match.thread_id:
            return
        say = phrases(match.language)
        names = await self.names.seats(say, match)
        name = thread_name(say, match, names, await self.store.matches.number_on_server(match.match))
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            thread = await self.client.fetch_channel(match.match.thread_id)
            if isinstance(thread, discord.Thread) and thread.name != name:
                await thread.edit(name=name, archived=False)

    async def _admit(self, match: LoadedMatch) -> None:
        """Add to the thread the users who have taken a seat over, and in a private match those with an offer."""
        users = computers.people(s.user_id for s in match.match.seats if s.since is not None)
        users += [s.offered_to for s in match.match.seats if match.match.private and s.offered_to is not None]
        if not match.match.thread_id or not users:
            return
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            thread = await self.client.fetch_channel(match.match.thread_id)
            if isinstance(thread, discord.Thread):
                for user in users:
                    with contextlib.suppress(discord.NotFound, discord.Forbidden):
                        await thread.add_user(discord.Object(user))

    async def _post(
        self,
        say: Phrases,
        match: LoadedMatch,
        names: Names,
        seat: Seat,
        channel: Any,
        job: Job,
        now: int,
        *,
        quietly: bool,
    ) -> None:
        """Post an offer; `quietly` where it names somebody whom another one in this match has pinged."""
        message_id = None
        if job.attempts > 1:
            for message in await find_all(self.client, channel, match.id, (KIND,)):
                if message.key == str(seat.seat) and await self.store.messages.find(message.id) is None:
                    message_id = message.id
        if message_id is None:
            view = components.view(match.id, _rows(say, seat), str(seat.seat))
            assert view is not None
            sent = await channel.send(
                _text(say, match, names, seat),
                file=file_of(await self._picture(say, match, names)),
                view=view,
                nonce=nonce(self.store, KIND, job.id, seat.seat),
                allowed_mentions=pings([seat.offered_to] if seat.offered_to is not None and not quietly else []),
            )
            message_id = sent.id
        new = NewMessage(match.id, KIND, channel.id, message_id, match.match.version, extra=About.of(seat).text())
        await self.store.messages.add(new, now=now)

    async def _edit(
        self, say: Phrases, match: LoadedMatch, names: Names, seat: Seat, posted: StoredMessage, now: int
    ) -> None:
        """Show the match as it is now; an offer that somebody has deleted is posted anew with the next change."""
        picture = file_of(await self._picture(say, match, names))
        view = components.view(match.id, _rows(say, seat), str(seat.seat))
        shown = {"content": _text(say, match, names, seat), "attachments": [picture], "view": view}
        state: MessageState | None = None if await _edited(self.client, posted, shown) else "closed"
        await self.store.messages.change(posted.message_id, now=now, version=match.match.version, state=state)

    async def _close(
        self, say: Phrases, match: LoadedMatch, names: Names, seat: Seat, posted: StoredMessage, now: int
    ) -> None:
        """Say who has taken the seat over. Of an offer that nobody took nothing is left, nor its ping."""
        about = About.read(posted)
        former = next((handover for handover in match.match.former if handover.until == seat.since), None)
        if former is not None and about.since != seat.since:
            game, player = notices.title(say, match), names.get(seat.seat) or say("somebody")
            other = self.names.known(say, former.user_id)
            text = say("🪑 **{game}**: {player} has taken over from {other}.", game=game, player=player, other=other)
            await _edited(self.client, posted, {"content": text, "attachments": [], "view": None})
        else:
            channel = self.client.get_partial_messageable(posted.channel_id)
            with contextlib.suppress(discord.NotFound):
                await channel.get_partial_message(posted.message_id).delete()
            await self._let_out(match, about.named)
        await self.store.messages.change(posted.message_id, now=now, state="closed")

    async def _let_out(self, match: LoadedMatch, user: int | None) -> None:
        """Take a user who was offered a seat, and is offered none, out of the thread of a private match of others."""
        if not match.match.private or not match.match.thread_id:
            return
        if user is None or user in match.users() or user in [seat.offered_to for seat in match.match.seats]:
            return
        with contextlib.suppress(discord.NotFound, discord.Forbidden):
            thread = await self.client.fetch_channel(match.match.thread_id)
            if isinstance(thread, discord.Thread):
                await thread.remove_user(discord.Object(user))

    async def _picture(self, say: Phrases, match: LoadedMatch, names: Names) -> Any:
        return await self.studio.draw(match.face.pictures.board, say, match.view(None), (), names)


async def _edited(client: discord.Client, posted: StoredMessage, shown: Mapping[str, Any]) -> bool:
    """Edit an offer and return True; return False when it is gone. One that may not be edited now stays as it is."""
    message = client.get_partial_messageable(posted.channel_id).get_partial_message(posted.message_id)
    try:
        await message.edit(**shown, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        if isinstance(error, discord.NotFound) and error.code != UNKNOWN_CHANNEL:
            return False
        if error.code != TOO_MANY_OLD_EDITS:
            raise
    return True


def _text(say: Phrases, match: LoadedMatch, names: Names, seat: Seat) -> str:
    """Return the briefing: whose seat it is, who plays, the score and how much time there is."""
    return texts.lines(
        _first_line(say, notices.title(say, match), full_names(names).get(seat.seat) or say("somebody"), seat),
        f"{notices.sides(say, match, names)}. {notices.details(say, match)}".strip(),
        notices.headline(say, match, names, []),
        notices.status(say, match, names),
        _terms(say, match.pace.bank if match.pace is not None else None),
        texts.link(match.match),
    )


def _first_line(say: Phrases, game: str, player: str, seat: Seat) -> str:
    """Return whose seat is offered, and why."""
    other = f"<@{seat.offered_to}>"
    if seat.offered == "back":
        return say(
            "🪑 {other}, **{game}**: the computer plays on for you as {player} until you come back.",
            other=other,
            game=game,
            player=player,
        )
    if seat.offered_to is not None:
        return say(
            "🪑 {other}, **{game}**: {player} would like you to take over.", other=other, game=game, player=player
        )
    if seat.offered == "own":
        return say("🪑 **{game}**: {player} is looking for a substitute. Who takes over?", game=game, player=player)
    if seat.offered == "left":
        return say("🪑 **{game}**: {player} has left the server. Who takes over?", game=game, player=player)
    return say("🪑 **{game}**: {player} has run out of time. Who takes over?", game=game, player=player)


def back_button(say: Phrases, seat: Seat) -> Button:
    """Return the button with which a player takes back the seat on which the computer plays."""
    return Button(say("Take my seat back"), Press(KIND, ("take", str(seat.seat))), "success")


def _terms(say: Phrases, bank: int | None) -> str:
    """Return what a substitute gets; `bank` is the time of the match in seconds, `None` without clocks."""
    if bank is None:
        return say("You get the seat as it stands. You see what is hidden from others once you have taken over.")
    return say(
        "You get the seat as it stands, with a full clock of {bank}. You see what is hidden from others once you have "
        "taken over.",
        bank=length(say, bank),
    )


def _rows(say: Phrases, seat: Seat) -> tuple[Row, ...]:
    if seat.offered == "back":
        return ((back_button(say, seat), Button(texts.words_label(say), Press("words"))),)
    take = Button(say("Take over"), Press(KIND, ("take", str(seat.seat))), "success")
    words = Button(texts.words_label(say), Press("words"))
    if seat.offered_to is None:
        return ((take, words),)
    return ((take, Button(say("Decline"), Press(KIND, ("decline", str(seat.seat)))), words),)
