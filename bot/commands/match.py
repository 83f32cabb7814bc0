"""`/match`: starting, finding and ending matches, and everything around playing them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.commands.new_match import new_command
from bot.interactions import actions, agreements, challenges, history_pages, inspect, lookup, replies
from bot.interactions.actions import begin
from bot.interactions.places import reopen_if_lost
from bot.interactions.services import Command
from bot.panels.face import AnyFace
from games import draws
from games.draws import LUCK_LENGTH

SIDES: Final = [
    app_commands.Choice(name=locale_str("With whoever opened the match"), value="with"),
    app_commands.Choice(name=locale_str("Against whoever opened the match"), value="against"),
]
ANSWERS: Final = [
    app_commands.Choice(name=locale_str("Offer a draw"), value="offer"),
    app_commands.Choice(name=locale_str("Accept the draw"), value="accept"),
    app_commands.Choice(name=locale_str("Decline the draw"), value="decline"),
    app_commands.Choice(name=locale_str("Withdraw my offer"), value="withdraw"),
]
Luck = app_commands.Range[str, 1, LUCK_LENGTH]
LUCK_HELP: Final = locale_str("A word for luck: the draws will depend on it, too; everybody can read it in the record")


class MatchGroup(app_commands.Group):
    """The commands of `/match`: those around every match, and `more`, those of features."""

    def __init__(self, faces: Mapping[str, AnyFace], more: Sequence[Command]) -> None:
        super().__init__(
            name="match",
            description=locale_str("Start, find and end matches"),
            allowed_contexts=EVERYWHERE,
            allowed_installs=INSTALLED,
        )
        around = list(self.commands)
        for command in around:
            self.remove_command(command.name)
        for one in (new_command(faces), *around, *more):  # what begins everything is the first in every list
            self.add_command(one)

    @app_commands.command(description=locale_str("Take an open seat of a match in this channel"))
    @app_commands.describe(
        match=locale_str("Which match; not needed with only one open in this channel"),
        team=locale_str("Which side, if there are teams; leave empty for the one that needs more players"),
        luck=LUCK_HELP,
    )
    @app_commands.choices(team=SIDES)
    @app_commands.autocomplete(match=challenges.open_choices)
    async def join(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        team: str | None = None,
        luck: Luck | None = None,
    ) -> None:
        """Take an open seat of a match."""
        request = await begin(interaction)
        await challenges.answer(request, await challenges.find_open(request, match), "join", team, luck or "")

    @app_commands.command(description=locale_str("Accept a challenge"))
    @app_commands.describe(match=MATCH_HELP, luck=LUCK_HELP)
    @app_commands.autocomplete(match=challenges.accept_choices)
    async def accept(
        self, interaction: discord.Interaction, match: str | None = None, luck: Luck | None = None
    ) -> None:
        """Accept a challenge."""
        await self._challenge(interaction, match, "accept", luck or "")

    @app_commands.command(description=locale_str("Decline a challenge, or leave a match that has not begun"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=challenges.decline_choices)
    async def decline(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Decline a challenge, or leave a match that has not begun."""
        await self._challenge(interaction, match, "decline")

    @app_commands.command(description=locale_str("Withdraw your own challenge"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=challenges.cancel_choices)
    async def cancel(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Withdraw the asker's own challenge."""
        await self._challenge(interaction, match, "cancel")

    async def _challenge(
        self, interaction: discord.Interaction, match: str | None, answer: str, luck: str = ""
    ) -> None:
        request = await begin(interaction)
        loaded = await challenges.find_challenge(request, match, answer)
        await challenges.answer(request, loaded, answer, luck=luck)

    @app_commands.command(description=locale_str("Show a match, and reopen its thread if it is lost"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def show(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show the public position."""
        request = await begin(interaction)
        loaded = await lookup.find(request, match)
        await inspect.position(request, loaded, await reopen_if_lost(request, loaded))

    @app_commands.command(description=locale_str("The whole position in words"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def words(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Describe the position in words."""
        await actions.show_words(interaction, match)

    @app_commands.command(description=locale_str("Take back the last action of your own turn"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def undo(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Take back the last action of the asker's own turn."""
        await actions.undo(interaction, match)

    @app_commands.command(description=locale_str("Ask for a takeback beyond your own turn, or answer one"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def takeback(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask for a takeback, or answer a request."""
        await agreements.takeback(interaction, match)

    @app_commands.command(description=locale_str("Give up the match, for your whole team"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask whether the match is to be given up."""
        await agreements.resign(interaction, match)

    @app_commands.command(description=locale_str("Offer a draw, or answer an offer; all players have to agree"))
    @app_commands.describe(answer=locale_str("Leave empty to see the score and choose by a button"), match=MATCH_HELP)
    @app_commands.choices(answer=ANSWERS)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def draw(self, interaction: discord.Interaction, answer: str | None = None, match: str | None = None) -> None:
        """Offer a draw, or answer an offer."""
        await agreements.draw(interaction, match, answer)

    @app_commands.command(description=locale_str("What has happened so far, as far as you are allowed to see it"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def history(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Answer with the latest of the history in words, and the way back."""
        request = await begin(interaction)
        await history_pages.show(request, await lookup.find(request, match))

    @app_commands.command(description=locale_str("The match record as a file; complete when the match is over"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def record(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Answer with the record as a file."""
        request = await begin(interaction)
        loaded = await lookup.find(request, match)
        record = await asyncio.to_thread(inspect.record, loaded, request.user)  # a long history takes its time
        data = json.dumps(record, indent=1, ensure_ascii=False).encode()
        over = loaded.match.status == "over"
        if not over:
            text = request.say("Everything you are allowed to see of this match.")
        elif draws.is_proven(loaded.parts):
            text = request.say(
                "The whole match, with the secret behind its draws: `python -m games.verify` checks all of it."
            )
        else:
            text = request.say(
                "The whole match. `python -m games.verify` checks it, but nobody can check how its draws were chosen."
            )
        await replies.answer_file(interaction, text, data, f"record-{loaded.id}.json")
