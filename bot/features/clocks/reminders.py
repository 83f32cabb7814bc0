"""Telling people about time: by direct message where they want that, else by one ping in the thread.

Whether there is still something to tell is asked when it is told, not when it was noted: nobody is reminded of a turn
that is over, and nobody in quiet hours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import discord

from bot.clocks import calendar as calendars
from bot.features import outcomes as following
from bot.features.clocks.timeout_votes import out
from bot.life import rows
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.rows import DECLINED, FOLLOWED, PLANNED
from bot.matches.service import Matches
from bot.panels import components
from bot.panels.model import Button, Press, Row
from bot.people.languages import Languages
from bot.people.names import NameBook
from bot.people.servers import Servers
from bot.publish.sending import CANNOT_DM, find_text, losing, pings
from bot.texts import links
from bot.texts import match as texts
from bot.texts import time as told
from bot.texts.phrases import Phrases, phrases
from storage import Calendar, NewMessage, OutboxRow, Store

DEED: Final = "time"
"""The deed of the buttons about time."""


class Notices:
    """Sends what rows of the kinds of `bot.life.rows` stand for."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        names: NameBook,
        languages: Languages,
        servers: Servers,
    ) -> None:
        self.client = client
        self.matches = matches
        self.store: Store = matches.store
        self.names = names
        self.languages = languages
        self.servers = servers

    async def publish(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Tell one player, if there is still something to tell. Raises Discord's errors."""
        user = row.recipient
        assert user is not None
        seat = match.seat_of(user)
        if seat is None or (match.match.status != "running" and row.kind not in (DECLINED, FOLLOWED, PLANNED)):
            return
        if row.kind == DECLINED:
            await self._declined(match, row, user)
            return
        if row.kind == FOLLOWED:
            await self._followed(match, row, user)
            return
        if row.kind == PLANNED:
            await self._planned(match, row, user)
            return
        if row.kind == rows.OUT:
            await self._ask(match, row, seat, now)
            return
        if row.kind == rows.AWAY:
            await self._away(match, row, now)
            return
        clock = match.clock(seat)
        calendar = (await self.matches.calendars.of((user,)))[user]
        if clock is None or clock.since is None or clock.began > row.version:
            return
        later = calendars.awake(calendar, now)
        if later > now:
            again = replace(rows.notice(row.kind, user, version=row.version, due_at=later))
            await self.store.jobs.add(match.id, (again,), now=now, version=row.version)
            return
        if row.kind == rows.NUDGE:
            await self._tell(match, row, user, calendar, lambda say, game: told.nudge(say, game), now)
        elif calendar.reminders != "none" and clock.runs_out is not None and clock.runs_out > now:
            over = clock.runs_out
            await self._tell(match, row, user, calendar, lambda say, game: told.reminder(say, game, over), now)

    async def _tell(
        self, match: LoadedMatch, row: OutboxRow, user: int, calendar: Calendar, words: Any, now: int
    ) -> None:
        """Tell somebody about the own turn, where that is wanted."""
        if calendar.reminders != "thread":
            say = await self.languages.for_message(user, match.language)
            text = words(say, await self.called(say, match, user))
            play = (Button(texts.play_label(say), Press("play"), "primary"),)
            if await self.by_dm(match, row, user, text, (play,)):
                return
        say = phrases(match.language)
        text = f"<@{user}> {words(say, say.message(match.face.game.title))}"
        await self.ping(match, row, user, text, (), match.match.thread_id)

    async def _ask(self, match: LoadedMatch, row: OutboxRow, seat: int, now: int) -> None:
        """Ask what is to be done about somebody whose time is over."""
        one = out(match)
        user = row.recipient
        if one is None or one.out_at is None or user is None or one.seat == seat:
            return
        end = one.out_at + await self.servers.abandon_ms(match.match.guild_id)
        say = await self.languages.for_message(user, match.language)
        late = (await self.names.seats(say, match)).get(one.seat) or say("somebody")
        text = told.what_now(say, await self.called(say, match, user), late, end)
        if await self.by_dm(match, row, user, text, answers(say, match, seat)):
            return
        say = phrases(match.language)
        late = (await self.names.seats(say, match)).get(one.seat) or say("somebody")
        label = time_label(say)
        text = told.call_to_decide(say, [f"<@{user}>"], late, label)
        await self.ping(match, row, user, text, ((Button(label, Press(DEED), "primary"),),), match.match.thread_id)

    async def _declined(self, match: LoadedMatch, row: OutboxRow, user: int) -> None:
        """Tell somebody that the own challenge was declined: an answer to what they asked, and for nobody else."""
        say = await self.languages.for_message(user, match.language)
        text = say("**{game}**: your challenge was declined.", game=await self.game(say, match, user))
        await self.by_dm(match, row, user, text, (), anyway=True)

    async def _followed(self, match: LoadedMatch, row: OutboxRow, user: int) -> None:
        """Tell somebody what the own instructions have done; without direct messages the next panel says it."""
        numbers = await self.store.instructions.unreported(match.id, user)
        if not numbers:
            return
        say = await self.languages.for_message(user, match.language)
        text = texts.lines(await self.called(say, match, user), following.told(say, match, numbers))
        if await self.by_dm(match, row, user, text, ()):
            await self.store.instructions.mark_reported(match.id, user, numbers[-1])

    async def _planned(self, match: LoadedMatch, row: OutboxRow, user: int) -> None:
        """Tell somebody what came of the own plan; without direct messages the next panel says it."""
        plan = await self.matches.plans.mine(match, user)
        if plan is None or plan.outcome is None:
            return
        say = await self.languages.for_message(user, match.language)
        text = texts.lines(await self.called(say, match, user), following.outcome(say, match, plan))
        if await self.by_dm(match, row, user, text, ()):
            await self.matches.plans.told(match, plan)

    async def _away(self, match: LoadedMatch, row: OutboxRow, now: int) -> None:
        """Tell somebody that those whom the match waits for are away; only by direct message, it asks for nothing."""
        user = row.recipient
        assert user is not None
        waited = [other for other in match.waited_for() if other != user]
        mine = await self.matches.calendars.of(waited)
        ends = {other: end for other in waited if (end := calendars.away(mine[other], now)) is not None}
        if not ends:
            return
        say = await self.languages.for_message(user, match.language)
        names = [await self.names.of(say, other) for other in ends]
        text = told.is_away(say, await self.called(say, match, user), names, max(ends.values()))
        await self.by_dm(match, row, user, text, ())

    async def called(self, say: Phrases, match: LoadedMatch, user: int) -> str:
        """The match in a few words, with the way to it."""
        return f"**{await self.game(say, match, user)}** {links.match(match.match)}".strip()

    async def game(self, say: Phrases, match: LoadedMatch, user: int) -> str:
        """The game and the other players."""
        names = await self.names.seats(say, match)
        others = [names[s.seat] for s in match.match.seats if s.user_id != user and s.seat in names]
        return texts.game_with(say, say.message(match.face.game.title), others)

    async def by_dm(
        self,
        match: LoadedMatch,
        row: OutboxRow,
        user: int,
        text: str,
        buttons: tuple[Row, ...],
        *,
        anyway: bool = False,
    ) -> bool:
        """Send a direct message; false where that is not wanted, or not possible.

        `anyway`: it was asked for by itself, whatever is set about direct messages.
        """
        player = await self.store.people.player(user)
        if player.dm_closed or not (player.dm or anyway):
            return False
        more = _view(match, buttons)
        try:
            channel = await self.client.create_dm(discord.Object(user))
            if row.attempts > 1 and await find_text(self.client, self.store, channel, text) is not None:
                return True
            sent = await channel.send(text, nonce=f"{row.kind}-{row.id}", **more)
        except discord.HTTPException as error:
            if error.code not in CANNOT_DM:
                raise
            await self.store.people.set_player(user, now=self.matches.clock(), dm_closed=True)
            return False
        await self._note(match, row, channel.id, sent.id, user)
        return True

    async def ping(
        self,
        match: LoadedMatch,
        row: OutboxRow,
        user: int,
        text: str,
        buttons: tuple[Row, ...],
        place: int | None,
    ) -> None:
        """Ping somebody in the thread of a match, or in its channel; without one there is no place to be told."""
        if not place:
            return
        thread = self.client.get_partial_messageable(place, guild_id=match.match.guild_id)
        with losing("thread" if place == match.match.thread_id else "channel", place):
            if row.attempts > 1 and await find_text(self.client, self.store, thread, text) is not None:
                return
            sent = await thread.send(
                text, nonce=f"{row.kind}-{row.id}", allowed_mentions=pings([user]), **_view(match, buttons)
            )
        await self._note(match, row, place, sent.id, user)

    async def _note(self, match: LoadedMatch, row: OutboxRow, place: int, message_id: int, user: int) -> None:
        """Remember a message, so that it can be deleted, and is not taken for one that nobody noted."""
        now = self.matches.clock()
        new = NewMessage(match.id, row.kind, place, message_id, match.match.version, recipient=user)
        await self.store.messages.add(new, now=now)
        await self.store.messages.change(message_id, now=now, state="closed")


def time_label(say: Phrases) -> str:
    """The button that leads to the clocks of a match, and to what can be done about them."""
    return say("Time")


def answers(say: Phrases, match: LoadedMatch, seat: int) -> tuple[Row, ...]:
    """The buttons for a seat when another one's time is over."""
    one = out(match)
    if one is None or one.seat == seat:
        return ()
    other_side = not match.formation.allied(seat, one.seat)
    claim = [Button(told.answer_label(say, "claim"), Press(DEED, ("claim",)), "success")] if other_side else []
    give = Button(told.answer_label(say, "give"), Press(DEED, ("give",)), "primary")
    looked_for = any(s.seat == one.seat for s in seating.offered(match.match.seats))
    sub = [] if looked_for else [Button(told.answer_label(say, "sub"), Press(DEED, ("sub",)))]
    off = Button(told.answer_label(say, "off"), Press(DEED, ("off",)), "danger")
    return ((*claim, give, *sub, off),)


def _view(match: LoadedMatch, buttons: tuple[Row, ...]) -> dict[str, Any]:
    view = components.view(match.id, buttons)
    return {} if view is None else {"view": view}
