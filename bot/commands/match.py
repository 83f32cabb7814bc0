"""`/match`: starting, finding, ending matches, and everything around playing them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Final

import discord
from discord import app_commands

from bot.commands import around, challenges
from bot.interactions import actions, lookup, replies
from bot.matches import seating
from bot.matches.lobby import Wish
from bot.matches.service import Refusal
from bot.panels.face import GameFace
from bot.texts import match as texts

MATCH_HELP: Final = "Which match; in its thread, or with only one open, not needed"


class MatchGroup(app_commands.Group):
    """The commands of `/match`."""

    def __init__(self, faces: Mapping[str, GameFace]) -> None:
        super().__init__(
            name="match",
            description="Start, find and end matches",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.faces = faces
        _choices_of_own_matches(self)

    @app_commands.command(description="Challenge somebody, or open a match for whoever joins")
    @app_commands.describe(
        game="What to play",
        opponent="Your opponent; left out, whoever presses Join first",
        opponent2="Another opponent, with teams",
        opponent3="Another one, where the teams of four are drawn",
        ally="Your partner in “2 against 2”",
        teams="Who plays with whom; left out, two players",
        monoliths="Each banner stands on a monolith with two tiles in it (advanced)",
        reinforcement="Reserves of six, at most two tiles played a turn (more tactical)",
        private="In a private thread that only the players see",
        open_reserves="Everybody sees all reserves, as in the printed rules",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name="Monolith Arena", value="monolith_arena")],
        teams=[app_commands.Choice(name=way.title, value=word) for word, way in seating.TEAMS.items()],
    )
    async def new(
        self,
        interaction: discord.Interaction,
        game: app_commands.Choice[str],
        opponent: discord.User | None = None,
        teams: app_commands.Choice[str] | None = None,
        ally: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        monoliths: bool = False,
        reinforcement: bool = False,
        private: bool = False,
        open_reserves: bool = False,
    ) -> None:
        """Open a match; everything public is posted by the outbox."""
        await replies.wait(interaction)
        bot = lookup.bot_of(interaction)
        place = around.channel_for(interaction, private=private)
        opponents = [user for user in (opponent, opponent2, opponent3) if user is not None]
        named = [*([ally] if ally is not None else []), *opponents]
        if any(user.bot for user in named):
            raise Refusal("Bots cannot play.")
        way = teams.value if teams is not None else None
        others = seating.others(way, ally.id if ally is not None else None, [user.id for user in opponents])
        for user in named:
            bot.names.note(user)
        assert interaction.guild_id is not None
        wish = Wish(
            game=game.value,
            creator=interaction.user.id,
            opponents=others,
            options={"open_reserves": open_reserves, "monoliths": monoliths, "reinforcement": reinforcement},
            private=private,
            guild_id=interaction.guild_id,
            channel_id=place.id,
            drawn=way is not None and seating.TEAMS[way].drawn,
        )
        match_id = await bot.lobby.new(wish, interaction_id=interaction.id)
        whom = [await bot.names.of(user) for user in others if user is not None]
        whom += ["whoever joins"] if None in others else []
        note = f" {texts.PRIVATE_NOTE}" if private else ""
        await replies.say(
            interaction, f"Your challenge to {texts.listing(whom)} is on its way (match `{match_id}`).{note}"
        )

    @app_commands.command(description="Take an open seat of a match in this channel")
    @app_commands.describe(
        match="Which match; with only one open in this channel, not needed",
        team="Which side, where the teams are chosen; left out, the one that lacks more players",
    )
    @app_commands.choices(
        team=[
            app_commands.Choice(name="With the one who opened the match", value="with"),
            app_commands.Choice(name="Against the one who opened the match", value="against"),
        ]
    )
    async def join(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        team: app_commands.Choice[str] | None = None,
    ) -> None:
        """Join an open match."""
        await replies.wait(interaction)
        match_id = match or await around.open_match_here(interaction)
        await challenges.answer(interaction, match_id.strip(), "join", team.value if team is not None else None)

    @join.autocomplete("match")
    async def _open(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await around.open_choices(interaction, current)

    @app_commands.command(description="Accept a challenge")
    @app_commands.describe(match=MATCH_HELP)
    async def accept(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Accept an invitation."""
        await self._challenge(interaction, match, "accept")

    @app_commands.command(description="Decline a challenge, or leave a match that has not begun")
    @app_commands.describe(match=MATCH_HELP)
    async def decline(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Decline an invitation."""
        await self._challenge(interaction, match, "decline")

    @app_commands.command(description="Withdraw your own challenge")
    @app_commands.describe(match=MATCH_HELP)
    async def cancel(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Cancel a challenge."""
        await self._challenge(interaction, match, "cancel")

    async def _challenge(self, interaction: discord.Interaction, match: str | None, deed: str) -> None:
        await replies.wait(interaction)
        table = await around.lobby_of(interaction, match, deed)
        await challenges.answer(interaction, table.id, deed)

    @app_commands.command(name="list", description="Your open matches, those waiting for you first")
    async def list_(self, interaction: discord.Interaction) -> None:
        """List the asker's matches on all servers."""
        await replies.wait(interaction)
        await replies.say(interaction, await around.listing(interaction))

    @app_commands.command(description="Show a match, and reopen its thread if that is lost")
    @app_commands.describe(match=MATCH_HELP)
    async def show(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Show the public position."""
        await replies.wait(interaction)
        table = await lookup.find(interaction, match)
        note = await around.reopen_if_lost(interaction, table)
        await actions.show_position(interaction, table, note)

    @app_commands.command(description="The whole position in words")
    @app_commands.describe(match=MATCH_HELP)
    async def words(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Describe the position."""
        await actions.show_words(interaction, match)

    @app_commands.command(description="Take back the last action of your own turn")
    @app_commands.describe(match=MATCH_HELP)
    async def undo(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Undo."""
        await actions.undo(interaction, match)

    @app_commands.command(description="Give the match up, for your whole team; the other side wins")
    @app_commands.describe(match=MATCH_HELP)
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Resign."""
        await challenges.resign(interaction, match)

    @app_commands.command(description="Offer a draw, or answer an offer; all players have to agree")
    @app_commands.describe(answer="Left out: accepts an offer that stands, else offers a draw", match=MATCH_HELP)
    @app_commands.choices(
        answer=[app_commands.Choice(name=n, value=n) for n in ("offer", "accept", "decline", "withdraw")]
    )
    async def draw(
        self,
        interaction: discord.Interaction,
        answer: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """Offer or answer."""
        await replies.wait(interaction)
        table = await lookup.find(interaction, match)
        word = answer.value if answer is not None else around.draw_word(table, interaction.user.id)
        await actions.play(interaction, table.id, f"draw {word}")

    @app_commands.command(description="What has happened so far, as far as you may know it")
    @app_commands.describe(match=MATCH_HELP)
    async def history(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Tell the match."""
        await replies.wait(interaction)
        table = await lookup.find(interaction, match)
        await replies.answer_long(interaction, await around.history(interaction, table), f"history-{table.id}.txt")

    @app_commands.command(description="The match record as a file; complete when the match is over")
    @app_commands.describe(match=MATCH_HELP)
    async def record(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Export the record."""
        await replies.wait(interaction)
        table = await lookup.find(interaction, match)
        record = around.record(table, interaction.user.id)
        data = json.dumps(record, indent=1, ensure_ascii=False).encode()
        await interaction.edit_original_response(
            content="Everything that you may know of this match."
            if table.match.status != "over"
            else "The whole match, with its seed.",
            attachments=[discord.File(io.BytesIO(data), f"record-{table.id}.json")],
        )

    @app_commands.command(description="Your own settings, for all matches")
    @app_commands.describe(dm="A direct message with your reserve instead of a ping, whenever you are waited for")
    async def settings(self, interaction: discord.Interaction, dm: bool | None = None) -> None:
        """Show or change settings."""
        await replies.wait(interaction)
        await replies.say(interaction, await around.settings(interaction, dm))


def _choices_of_own_matches(group: MatchGroup) -> None:
    """All `match` options offer the asker's own matches."""
    for command in group.walk_commands():
        if isinstance(command, app_commands.Command) and command.name != "join":
            for parameter in command.parameters:
                if parameter.name == "match" and not parameter.autocomplete:
                    command.autocomplete("match")(_own)


async def _own(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return await lookup.match_choices(interaction, current)
