"""`/match`: starting, finding and ending matches, and everything around playing them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands import searching, telling
from bot.commands.new_match import new_command
from bot.commands.texts import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.features.clocks import pages as timing
from bot.features.followers import pages as following
from bot.features.plans import pages as planning
from bot.features.standing_orders import pages as instructing
from bot.features.substitutes import pages as handing
from bot.interactions import actions, agreements, challenges, looks, lookup, mine, replies
from bot.interactions.actions import begin
from bot.interactions.places import reopen_if_lost
from bot.panels.face import AnyFace
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
FOLLOWING: Final = [
    app_commands.Choice(name=locale_str("High points"), value="highlights"),
    app_commands.Choice(name=locale_str("Only the end"), value="end"),
    app_commands.Choice(name=locale_str("Not any more"), value=following.NOTHING),
]
OFF: Final = "off"
HANDING: Final = [
    app_commands.Choice(name=locale_str("Look for a substitute"), value=handing.OFFER),
    app_commands.Choice(name=locale_str("Keep my seat"), value=handing.WITHDRAW),
]
Luck = app_commands.Range[str, 1, LUCK_LENGTH]
LUCK_HELP: Final = locale_str("A word for luck: the draws will depend on it, too; everybody can read it in the record")


class MatchGroup(app_commands.Group):
    """The commands of `/match`."""

    def __init__(self, faces: Mapping[str, AnyFace]) -> None:
        super().__init__(
            name="match",
            description=locale_str("Start, find and end matches"),
            allowed_contexts=EVERYWHERE,
            allowed_installs=INSTALLED,
        )
        self.add_command(new_command(faces))

    @app_commands.command(description=locale_str("Take an open seat of a match in this channel"))
    @app_commands.describe(
        match=locale_str("Which match; not needed with only one open in this channel"),
        team=locale_str("Which side, if there are teams; leave empty for the one that needs more players"),
        luck=LUCK_HELP,
    )
    @app_commands.choices(team=SIDES)
    @app_commands.autocomplete(match=searching.open_choices)
    async def join(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        team: str | None = None,
        luck: Luck | None = None,
    ) -> None:
        """Join an open match."""
        request = await begin(interaction)
        await challenges.answer(request, await searching.open_match(request, match), "join", team, luck or "")

    @app_commands.command(description=locale_str("Accept a challenge"))
    @app_commands.describe(match=MATCH_HELP, luck=LUCK_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def accept(
        self, interaction: discord.Interaction, match: str | None = None, luck: Luck | None = None
    ) -> None:
        """Accept an invitation."""
        await self._challenge(interaction, match, "accept", luck or "")

    @app_commands.command(description=locale_str("Decline a challenge, or leave a match that has not begun"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def decline(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Decline an invitation."""
        await self._challenge(interaction, match, "decline")

    @app_commands.command(description=locale_str("Withdraw your own challenge"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def cancel(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Cancel a challenge."""
        await self._challenge(interaction, match, "cancel")

    async def _challenge(self, interaction: discord.Interaction, match: str | None, deed: str, luck: str = "") -> None:
        request = await begin(interaction)
        found = await searching.challenge(request, match, deed)
        await challenges.answer(request, found, deed, luck=luck)

    @app_commands.command(description=locale_str("Your open matches everywhere, those waiting for you first"))
    async def mine(self, interaction: discord.Interaction) -> None:
        """List the asker's matches on all servers."""
        await mine.show(await begin(interaction))

    @app_commands.command(name="list", description=locale_str("The same as /match mine"))
    async def listed(self, interaction: discord.Interaction) -> None:
        """What `mine` was called first; scripts and habits keep it."""
        await mine.show(await begin(interaction))

    @app_commands.command(description=locale_str("Show a match, and reopen its thread if it is lost"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def show(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show the public position."""
        request = await begin(interaction)
        found = await lookup.find(request, match)
        await looks.position(request, found, await reopen_if_lost(request, found))

    @app_commands.command(description=locale_str("The whole position in words"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def words(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Describe the position."""
        await actions.show_words(interaction, match)

    @app_commands.command(description=locale_str("Take back the last action of your own turn"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def undo(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Undo."""
        await actions.undo(interaction, match)

    @app_commands.command(description=locale_str("Who is waited for, since when, and how much time is left"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def time(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show the clocks."""
        request = await begin(interaction)
        await timing.show(request, await lookup.find(request, match))

    @app_commands.command(description=locale_str("Ask whoever is waited for to move; once in twelve hours"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def nudge(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Nudge."""
        request = await begin(interaction)
        await timing.nudge(request, await lookup.find(request, match))

    @app_commands.command(description=locale_str("What you answer in advance when you are asked outside your own turn"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def instructions(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show and change standing instructions."""
        request = await begin(interaction)
        await instructing.show(request, await lookup.find(request, match))

    @app_commands.command(description=locale_str("Actions for your next turn, carried out as soon as it comes"))
    @app_commands.describe(
        actions=locale_str("Separated by semicolons, or off for no plan; leave empty to see the current one"),
        match=MATCH_HELP,
    )
    @app_commands.autocomplete(match=lookup.match_choices)
    async def plan(
        self,
        interaction: discord.Interaction,
        actions: app_commands.Range[str, 1, planning.LONGEST] | None = None,
        match: str | None = None,
    ) -> None:
        """Show or change the plan for one's next turn."""
        request = await begin(interaction)
        found = await lookup.find(request, match)
        if actions is None:
            await planning.show(request, found)
        else:
            await planning.keep(request, found, "" if actions.strip().lower() == OFF else actions)

    @app_commands.command(description=locale_str("Hear of a match in which you do not play"))
    @app_commands.describe(
        what=locale_str("Leave empty to see and choose"),
        match=locale_str("Which match; not needed in its thread, or with only one in this channel"),
    )
    @app_commands.choices(what=FOLLOWING)
    @app_commands.autocomplete(match=searching.running_choices)
    async def follow(self, interaction: discord.Interaction, what: str | None = None, match: str | None = None) -> None:
        """Follow a match, or follow it no longer."""
        request = await begin(interaction)
        found = await searching.running_match(request, match)
        if what is None:
            await following.show(request, found)
        else:
            await following.change(request, found, what)

    @app_commands.command(description=locale_str("Hand your seat over to somebody else, or keep it after all"))
    @app_commands.describe(
        action=locale_str("Leave empty to be asked first"),
        player=locale_str("The only one who may take it; leave empty for anybody"),
        match=MATCH_HELP,
    )
    @app_commands.choices(action=HANDING)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def substitute(
        self,
        interaction: discord.Interaction,
        action: str | None = None,
        player: discord.User | None = None,
        match: str | None = None,
    ) -> None:
        """Offer one's seat, or withdraw the offer."""
        request = await begin(interaction)
        found = await lookup.find(request, match)
        to = searching.newcomer(request, player)
        if action == handing.OFFER:
            await handing.offer(request, found, to)
        elif action == handing.WITHDRAW:
            await handing.withdraw(request, found)
        else:
            await handing.show(request, found, to)

    @app_commands.command(description=locale_str("Take over a seat that is on offer"))
    @app_commands.describe(match=locale_str("Which match; not needed with only one such seat in this channel"))
    @app_commands.autocomplete(match=searching.offered_choices)
    async def takeover(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Take a seat over."""
        request = await begin(interaction)
        await handing.take(request, await searching.offered_match(request, match))

    @app_commands.command(description=locale_str("Ask for a takeback beyond your own turn, or answer one"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def takeback(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Ask or answer."""
        await agreements.takeback(interaction, match)

    @app_commands.command(description=locale_str("Give up the match, for your whole team"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Resign."""
        await agreements.resign(interaction, match)

    @app_commands.command(description=locale_str("Offer a draw, or answer an offer; all players have to agree"))
    @app_commands.describe(answer=locale_str("Leave empty to see the score and choose by a button"), match=MATCH_HELP)
    @app_commands.choices(answer=ANSWERS)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def draw(self, interaction: discord.Interaction, answer: str | None = None, match: str | None = None) -> None:
        """Offer or answer."""
        await agreements.draw(interaction, match, answer)

    @app_commands.command(description=locale_str("What has happened so far, as far as you may know it"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def history(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Tell the match."""
        request = await begin(interaction)
        found = await lookup.find(request, match)
        await replies.answer_long(interaction, await telling.history(request, found), f"history-{found.id}.txt")

    @app_commands.command(description=locale_str("The match record as a file; complete when the match is over"))
    @app_commands.describe(match=MATCH_HELP)
    @app_commands.autocomplete(match=lookup.match_choices)
    async def record(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Export the record."""
        request = await begin(interaction)
        found = await lookup.find(request, match)
        record = await asyncio.to_thread(telling.record, found, request.user)  # a long history takes its time
        data = json.dumps(record, indent=1, ensure_ascii=False).encode()
        over = found.match.status == "over"
        told = request.say(
            "The whole match, with the secret behind its draws: `python -m games.verify` checks all of it."
            if over
            else "Everything that you may know about this match."
        )
        await replies.answer_file(interaction, told, data, f"record-{found.id}.json")
