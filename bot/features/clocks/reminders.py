"""Reminders, nudges and questions about time: by direct message where a player wants that, else by one ping.

Whether there is still something to tell is checked when it is sent, not when it was noted: nobody is reminded of a turn
that is over, and nobody in quiet hours, unless a question would come too late afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.clocks import hours
from bot.features.clocks.pages import ACTION_ID, vote_buttons
from bot.features.clocks.timeout_votes import MORE_HOURS, expired_clock, loses_by_time
from bot.features.clocks.timer import others_playing
from bot.matches.loaded import LoadedMatch
from bot.matches.quiet import put_off
from bot.matches.service import Matches
from bot.panels.model import Button, Press
from bot.people.settings import Servers
from bot.publish.notifier import Notifier
from bot.texts import match as texts
from bot.texts.phrases import Phrases, phrases
from bot.texts.time import moment
from storage import Calendar, ClaimedJob, Job, SeatClock

Sentence = Callable[[Phrases, str], str]
"""Makes a sentence about a match, which it is given in words."""


class Reminders:
    """Does the jobs that tell players about time. All raise `PlaceLost` or Discord's errors."""

    def __init__(self, matches: Matches, notifier: Notifier, servers: Servers) -> None:
        self.matches = matches
        self.store = matches.store
        self.notifier = notifier
        self.servers = servers

    async def remind(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Remind a player of their own turn, unless it is over or they want no reminders."""
        job = claim.job
        clock, calendar = await self._current(match, job, now)
        if clock is None or calendar.reminders == "none" or clock.runs_out is None or clock.runs_out <= now:
            return
        end = moment(clock.runs_out)
        await self._tell(
            match,
            job,
            calendar,
            lambda say, game: say("⏳ {match}: it is still your turn. Your time ends {over}.", match=game, over=end),
        )

    async def turn(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player at the end of their quiet hours that it is their turn, where direct messages do not say it."""
        job = claim.job
        clock, calendar = await self._current(match, job, now)
        if clock is None:
            return
        player = await self.store.people.player(calendar.user_id)
        if player.dm and not player.dm_closed and not match.match.across:
            return  # the direct message about the match has waited, too
        await self._tell(match, job, calendar, lambda say, game: say("🌅 {match}: it is your turn.", match=game))

    async def nudge(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player that the others ask for their move, unless they have moved."""
        job = claim.job
        clock, calendar = await self._current(match, job, now)
        if clock is not None:
            await self._tell(
                match,
                job,
                calendar,
                lambda say, game: say("👋 {match}: the others are waiting for your move.", match=game),
            )

    async def _current(self, match: LoadedMatch, job: Job, now: int) -> tuple[SeatClock | None, Calendar]:
        """Return the running clock that a job is about, `None` for nothing to tell, and the player's calendar.

        In quiet hours the job is put off to their end. Whoever is away by now hears nothing: the clock stands still.
        """
        user = job.recipient
        assert user is not None
        calendar = (await self.matches.calendars.of((user,)))[user]
        seat = match.seat_of(user)
        clock = match.clock(seat) if seat is not None and match.match.status == "running" else None
        if clock is None or clock.since is None or clock.began > job.version:
            return None, calendar
        if hours.away(calendar, now) is not None:
            return None, calendar
        if await put_off(self.matches, match, job, now):
            return None, calendar
        return clock, calendar

    async def _tell(self, match: LoadedMatch, job: Job, calendar: Calendar, sentence: Sentence) -> None:
        """Tell a player about their own turn, where they want to hear of it."""
        user = calendar.user_id
        if calendar.reminders != "thread" or match.match.across:
            say = await self.notifier.languages.for_message(user, match.language)
            text = sentence(say, await self.notifier.describe(say, match, user))
            play = Button(texts.play_label(say), Press("play"), "primary")
            if await self.notifier.send_dm(match, job, user, text, ((play,),)):
                return
        say = phrases(match.language)
        text = f"<@{user}> {sentence(say, say.message(match.face.game.title))}"
        await self.notifier.ping(match, job, user, text, (), match.match.thread_id)

    async def ask(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Ask a player what shall happen about another one whose time is over."""
        job = claim.job
        user = job.recipient
        assert user is not None
        seat, clock = match.seat_of(user), expired_clock(match)
        if seat is None or clock is None or clock.out_at is None or user not in others_playing(match, clock.seat):
            return
        end = clock.out_at + await self.servers.abandon_ms(match.match.guild_id)
        if await put_off(self.matches, match, job, now, end):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        told = {
            "match": await self.notifier.describe(say, match, user),
            "player": await self._name(say, match, clock.seat),
            "hours": MORE_HOURS,
            "end": moment(end),
        }
        partner, loses = match.formation.allied(seat, clock.seat), loses_by_time(match, clock.seat)
        ask = _question if loses else _question_without_claim
        text = ask(say, told, partner=partner, alone=match.match.across or match.match.private)
        if await self.notifier.send_dm(match, job, user, text, vote_buttons(say, match, seat)):
            return
        say = phrases(match.language)
        button = Button(say("Time"), Press(ACTION_ID), "primary")
        text = say(
            "{players}, {player} has run out of time. Press **{label}** to say in private what should happen now.",
            players=say.every([f"<@{user}>"]),
            player=await self._name(say, match, clock.seat),
            label=button.label,
        )
        await self.notifier.ping(match, job, user, text, ((button,),), match.match.thread_id)

    async def _name(self, say: Phrases, match: LoadedMatch, seat: int) -> str:
        return (await self.notifier.names.seats(say, match)).get(seat) or say("somebody")

    async def tell_away(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Tell a player, only by direct message, that those for whom the match waits are away."""
        job = claim.job
        user = job.recipient
        assert user is not None
        if match.seat_of(user) is None or match.match.status != "running":
            return
        others = [other for other in match.waited_for() if other != user]
        known = await self.matches.calendars.of(others)
        ends = {other: end for other in others if (end := hours.away(known[other], now)) is not None}
        if not ends or await put_off(self.matches, match, job, now):
            return
        say = await self.notifier.languages.for_message(user, match.language)
        seated = await self.notifier.names.seats(say, match)
        names = [name for one in match.match.seats if one.user_id in ends and (name := seated.get(one.seat))]
        text = say.plural(
            "🏖️ {match}: {players} is away until {until}; the clock stands still meanwhile.",
            "🏖️ {match}: {players} are away until {until}; the clocks stand still meanwhile.",
            len(names),
            match=await self.notifier.describe(say, match, user),
            players=say.every(names),
            until=moment(max(ends.values()), "f"),
        )
        await self.notifier.send_dm(match, job, user, text)
        # Noted only now: whoever came back before anybody heard of it may leave again, and then it is told.
        for one in match.match.clocks:
            if match.user_of(one.seat) in ends and not one.away_told:
                await self.store.clocks.mark(match.id, one, now=now, away_told=True)


def _question(say: Phrases, told: Mapping[str, Any], *, partner: bool, alone: bool) -> str:
    """Return the question about a player whose time is over and who loses by it, to a partner or to the other side.

    `alone`: nobody can take a seat over.
    """
    if alone and partner:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can claim the win or "
            "give {hours} more hours; you can call the match off. If nothing happens it ends without a winner {end}.",
            **told,
        )
    if alone:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: you can claim the win, give {hours} "
            "more hours, or call the match off. If nothing happens it ends without a winner {end}.",
            **told,
        )
    if partner:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can claim the win or "
            "give {hours} more hours; you can look for a substitute, or call the match off. If nothing happens it ends "
            "without a winner {end}.",
            **told,
        )
    return say(
        "⌛ {match}: {player} has run out of time. That decides nothing yet: you can claim the win, give {hours} "
        "more hours, look for a substitute, or call the match off. If nothing happens it ends without a winner "
        "{end}.",
        **told,
    )


def _question_without_claim(say: Phrases, told: Mapping[str, Any], *, partner: bool, alone: bool) -> str:
    """Return the question about a player whose time is over where the game would only go on: there is no win to claim.

    As `_question`.
    """
    if alone and partner:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can give {hours} more "
            "hours; you can call the match off. If nothing happens it ends without a winner {end}.",
            **told,
        )
    if alone:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: you can give {hours} more hours, or "
            "call the match off. If nothing happens it ends without a winner {end}.",
            **told,
        )
    if partner:
        return say(
            "⌛ {match}: {player} has run out of time. That decides nothing yet: the other side can give {hours} more "
            "hours; you can look for a substitute, or call the match off. If nothing happens it ends without a winner "
            "{end}.",
            **told,
        )
    return say(
        "⌛ {match}: {player} has run out of time. That decides nothing yet: you can give {hours} more hours, look for "
        "a substitute, or call the match off. If nothing happens it ends without a winner {end}.",
        **told,
    )
