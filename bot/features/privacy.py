"""Forgetting a user: open matches are given up, messages deleted, and the id leaves every row. `/privacy`."""

from __future__ import annotations

import asyncio
import contextlib
import json
from functools import partial
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot import upkeep
from bot.commands.common import EVERYWHERE, INSTALLED
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Running, Services
from bot.jobs.worker import ATTEMPT_SECONDS
from bot.matches import joining
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import ATTEMPTS, CROWDED
from bot.others import FORGOTTEN
from bot.publish.sending import FAILED
from games import agreements
from games.messages import Message
from storage import StillSeated

REST: Final = 0.1
"""Seconds between two questions whether something is still being sent."""
RESTS: Final = round((ATTEMPT_SECONDS + 5) / REST)
"""How often that is asked: until whatever was being sent at the first question has been sent, or given up."""


class Privacy:
    """Forgets users."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.client = services.client
        self.matches = services.matches
        self.lobby = services.lobby
        self.store = services.store

    async def forget(self, user: int) -> int:
        """Forget a user, who need not be on any server any more; return how many rows changed. Again is harmless.

        The draws in the user's matches depended on what their players had added. They stay as they are: of the user's
        own part the hash is kept (`bot.matches.joining.forgotten`).
        """
        count = None
        while count is None:
            given_up = await self._leave(user)
            await self._rest(user)
            await self._delete_messages(user)
            with contextlib.suppress(StillSeated):  # by joining a match meanwhile, with another device
                count = await self.store.privacy.forget(
                    user, partial(joining.forgotten, user), now=self.matches.clock(), given_up=given_up
                )
        self.services.forget(user)
        self.services.others.tell(FORGOTTEN, user)
        await upkeep.compact(self.store)
        return count

    async def _rest(self, user: int) -> None:
        """Wait until nothing is being sent that would note the user once more, but not for ever: more may come."""
        for _ in range(RESTS):
            if await self.store.privacy.withdraw(user) == 0:
                return
            await asyncio.sleep(REST)

    async def _leave(self, user: int) -> list[str]:
        """Resign the running matches of a user, decline and cancel those that have not begun; find no more of them.

        Return those in which the user still has a seat. Raises `Refusal` where there is no end of them.
        """
        await self.store.seeks.leave(user)
        for _ in range(ATTEMPTS):
            matches = [await self.matches.load(head.id) for head in await self.store.matches.of_user(user)]
            playing = [match for match in matches if _plays(match, user)]
            if not playing:
                return [match.id for match in matches]
            for match in playing:
                with contextlib.suppress(Refusal):  # it may have begun since it was read, or ended
                    await self._give_up(match, user)
        raise Refusal(CROWDED)

    async def _give_up(self, match: LoadedMatch, user: int) -> None:
        if match.match.status == "running":
            await self.matches.agree(match, user, (agreements.RESIGN,))
        else:
            await self._leave_lobby(match, user)

    async def _leave_lobby(self, match: LoadedMatch, user: int) -> None:
        if match.match.creator == user:
            await self.lobby.cancel(match, user)
        else:
            await self.lobby.decline(match, user)

    async def _delete_messages(self, user: int) -> None:
        """Delete the direct messages to a user, as far as Discord allows it."""
        for row in (await self.store.privacy.export(user))["message"]:
            channel = self.client.get_partial_messageable(row["channel_id"])
            with contextlib.suppress(*FAILED):
                await channel.get_partial_message(row["message_id"]).delete()


def _plays(match: LoadedMatch, user: int) -> bool:
    """Return True unless a match can go on without a user who has a seat in it."""
    return match.match.status == "lobby" or (
        match.match.status == "running" and match.seat_of(user) in match.face.game.playing(match.state)
    )


WORD: Final = "DELETE"
"""The word that has to be typed: nothing brings back what is deleted."""
PRIVACY: Final = app_commands.Group(
    name="privacy",
    description=locale_str("What is kept about you, a copy of it, and its end"),
    allowed_contexts=EVERYWHERE,
    allowed_installs=INSTALLED,
)


@PRIVACY.command(name="show", description=locale_str("What is kept about you, why, and for how long"))
async def show(interaction: discord.Interaction) -> None:
    """Tell the asker what is stored."""
    request = await begin(interaction)
    text = request.say(
        "I keep your Discord id with the matches in which you have or had a seat, what you played in them, and your "
        "words for luck; what you have set or planned: language, direct messages, invitations, blocks, calendar, "
        "absences, digest, followed matches, matches you are looking for, instructions, plans, progress in lessons "
        "and puzzles, tournaments; what you have predicted; what follows from your matches: ratings, statistics, "
        "points and titles of seasons; and reports by you or about you, with their reasons. I keep no names of "
        "people, and nothing else that you write but the names of tournaments and seasons, which stay with their "
        "server. Matches and settings stay until you delete them, reports until somebody has dealt with them; what was "
        "sent is forgotten after a week. `/privacy export` gives you all of it but reports about you, "
        "`/privacy delete` deletes it, but for marks that tell without your id which running matches you cannot come "
        "back to, and how long you were away in a year."
    )
    await replies.tell(interaction, text)


@PRIVACY.command(name="export", description=locale_str("Everything that is kept about you, as a file"))
async def export(interaction: discord.Interaction) -> None:
    """Give the asker a file with everything, for their eyes alone."""
    request = await begin(interaction)
    await request.services.limits.must_everywhere(request.user, "exports")
    kept = request.services.store.privacy
    stored = await kept.export(request.user)
    parts = {match: joining.added_by(request.user, text) for match, text in (await kept.parts(request.user)).items()}
    stored["part"] = [{"match_id": match, **part} for match, part in parts.items() if part is not None]
    data = json.dumps(stored, indent=1, ensure_ascii=False).encode()
    text = request.say("This is everything that is kept about you.")
    await replies.answer_file(interaction, text, data, "about-you.json")


@PRIVACY.command(name="delete", description=locale_str("Delete everything that is kept about you"))
@app_commands.describe(sure=locale_str("Type DELETE. You give up your open matches, and nothing can be brought back"))
async def delete(interaction: discord.Interaction, sure: str | None = None) -> None:
    """Forget the asker, if they have typed the word."""
    request = await begin(interaction)
    if sure != WORD:
        raise Refusal(
            Message(
                "This deletes your settings, instructions and progress, gives up your open matches, and takes your id "
                "out of all others. Nothing can be brought back. What stays behind, without your id: which running "
                "matches you cannot come back to, until they end, and your days of absence, for a year. If you are "
                "sure, use the command again with `sure: {word}`.",
                word=WORD,
            )
        )
    await request.services.limits.must_everywhere(request.user, "deletions")
    await request.services.get(Privacy).forget(request.user)
    await replies.tell(interaction, request.say("Everything that named you is deleted."))


def _start(services: Services) -> Running:
    return Running(services=(Privacy(services),))


FEATURE = Feature("privacy", commands={"": (PRIVACY,)}, start=_start)
