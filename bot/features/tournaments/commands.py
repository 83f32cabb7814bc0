"""`/tournament`: open one, see it, start it, withdraw, and what organizers decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import INSTALLED, SERVERS, languages, localized, pace_choices, stored_pace
from bot.commands.opening import language_of
from bot.features.tournaments import course, files, finding, pages, variants, words
from bot.features.tournaments.course import KINDS
from bot.features.tournaments.entries import ROUNDS, Entries, Plan, pace_of
from bot.features.tournaments.page import NAMES_WITHIN, open_pairings
from bot.features.tournaments.service import Tournaments
from bot.interactions import lookup, membership, replies
from bot.interactions.actions import begin
from bot.interactions.places import channel_for
from bot.interactions.services import Command, Request, request_for
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.matches.commits import PUBLIC, CommitEvent, match_job
from bot.matches.refusals import Refusal
from bot.panels.face import AnyFace
from bot.publish.sending import FAILED
from games.messages import Message
from storage import WholeTournament
from storage.tournament_rows import OPEN

WHICH: Final = locale_str("Which tournament; not needed where there is only one")
OUTCOMES: Final = [
    app_commands.Choice(name=locale_str("The first one named has won"), value="first"),
    app_commands.Choice(name=locale_str("The second one named has won"), value="second"),
    app_commands.Choice(name=locale_str("A draw"), value="draw"),
    app_commands.Choice(name=locale_str("Both have lost"), value="none"),
]


def group(faces: Mapping[str, AnyFace]) -> Sequence[Command]:
    """Make the group; which games there are stands in it."""
    made = app_commands.Group(
        name="tournament",
        description=locale_str("Tournaments of this server"),
        allowed_contexts=SERVERS,
        allowed_installs=INSTALLED,
    )
    for command in (_new(faces), _show(), _start(), _withdraw(), _remove(), _result(), _export(), _cancel()):
        made.add_command(command)
    return (made,)


# Opening


def _new(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    games = [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]
    kinds = [app_commands.Choice(name=localized(title), value=name) for name, title in KINDS.items()]
    known = {one.id: one.title for face in reversed([*faces.values()]) for one in course.formations(face.game)}
    teams = [app_commands.Choice(name=localized(title), value=name) for name, title in sorted(known.items())]

    @app_commands.command(name="new", description=locale_str("Open a tournament in this channel"))
    @app_commands.describe(
        name=locale_str("What it is called"),
        game=locale_str("What is played"),
        kind=locale_str("Who meets whom"),
        teams=locale_str("Alone or in teams; if left out, alone"),
        pace=locale_str("How much time everybody has in a match"),
        entrants=locale_str("How many may enter"),
        rounds=locale_str("How many rounds a Swiss tournament has; if left out, enough to find one winner"),
        rated=locale_str("Whether the matches move ratings; if left out, they do not"),
        options=locale_str("Variants of the game, for all matches"),
        language=locale_str("The language of the tournament; leave empty for the server's"),
    )
    @app_commands.choices(game=games, kind=kinds, teams=teams, language=languages())
    @app_commands.autocomplete(pace=pace_choices, options=_option_choices)
    async def new(
        interaction: discord.Interaction,
        name: app_commands.Range[str, 1, 60],
        game: str,
        kind: str,
        teams: str | None = None,
        pace: str | None = None,
        entrants: app_commands.Range[int, 2, 200] | None = None,
        rounds: app_commands.Range[int, *ROUNDS] | None = None,
        rated: bool = False,
        options: str | None = None,
        language: str | None = None,
    ) -> None:
        """Open a tournament; its page is posted at once."""
        request = await begin(interaction)
        place = channel_for(interaction, private=False)
        guild_id = interaction.guild_id
        assert guild_id is not None
        await membership.must_be_welcome(request, interaction.user, guild_id, place.id)
        await request.services.limits.must_everywhere(request.user, "matches")
        usual = await request.services.servers.pace(guild_id)
        plan = Plan(
            guild_id=guild_id,
            channel_id=place.id,
            organizer=request.user,
            language=language or await language_of(request),
            game=game,
            formation=teams,
            kind=kind,  # type: ignore[arg-type]  # Discord takes the choices alone
            title=name,
            pace=pace_of(usual) if pace is None else stored_pace(pace),
            options=variants.read(faces[game].game, options or ""),
            rated=rated,
            most=entrants,
            rounds=rounds,
        )
        opened = await request.services.get(Entries).open(plan, interaction.id)
        request.services.get(Tournaments).wake()
        text = request.say(
            "{title} is open. Its page appears here in a moment; people enter with its button.", title=opened.title
        )
        await replies.tell(interaction, text)

    return new


@lookup.safe_autocomplete
async def _option_choices(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the options of the game that was chosen."""
    request = await request_for(interaction)
    face = request.services.faces.get(getattr(interaction.namespace, "game", None) or "")
    if face is None:
        return []
    return [
        app_commands.Choice(name=label, value=line) for label, line in variants.offered(request.say, face.game, current)
    ]


# What organizers and readers choose from


@lookup.safe_autocomplete
async def _pairings(interaction: discord.Interaction, current: str) -> lookup.Choices:
    """Offer the pairings of the tournament that is meant, those that are open first."""
    request = await request_for(interaction)
    try:
        whole = await finding.find(request, getattr(interaction.namespace, "tournament", None) or None)
    except Refusal:
        return []
    names = await _names(request, whole, within=lookup.NAMES_WITHIN)
    found = [(label, key) for key, label in open_pairings(whole, names).items() if current.lower() in label.lower()]
    return [app_commands.Choice(name=cut(label, CHOICE_NAME), value=key) for label, key in found[:CHOICES]]


async def _names(request: Request, whole: WholeTournament, *, within: float = NAMES_WITHIN) -> dict[int, str]:
    users = [user for one in whole.entrants for user in one.users]
    await request.services.names.learn(users, within=within)
    known = {user: request.services.names.known(request.say, user) for user in users}
    return words.by_seed(request.say, whole, known)


# For everybody


def _show() -> Command:
    @app_commands.command(name="show", description=locale_str("How a tournament stands, for you alone"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=finding.all_ones)
    async def show(interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Show a tournament; for an organizer it moves here where its channel is gone."""
        request = await begin(interaction)
        whole = await finding.find(request, tournament, ended=True)
        await _move_if_lost(request, whole)
        await pages.look(request, whole)

    return show


async def _move_if_lost(request: Request, whole: WholeTournament) -> None:
    """Let a tournament whose channel was deleted go on in this one, with its matches, where an organizer asks."""
    head, services = whole.head, request.services
    if head.status not in OPEN or not await finding.may_organize(request, head):
        return
    try:
        await services.client.fetch_channel(head.channel_id)
    except discord.NotFound:
        place = channel_for(request.interaction, private=False)
    except FAILED:
        return
    else:
        return
    await services.store.tournaments.set_channel(head.id, place.id)
    states = await services.store.tournaments.match_states(head.id)
    for match_id in (one for one, state in states.items() if state == "running"):
        match = await services.matches.load(match_id)
        seen_in = (match.match.channel_id, match.match.thread_id)
        if match.match.channel_id != head.channel_id:
            continue
        if not await services.store.matches.move(match_id, channel_id=place.id, seen_in=seen_in):
            continue  # somebody else has moved it
        job = match_job(PUBLIC, match_id)
        await services.store.jobs.add(match_id, (job,), now=services.matches.clock(), version=match.match.version)
        await services.matches.resume([match.match])
    await services.matches.commits.announce(CommitEvent())
    services.get(Tournaments).wake()


def _withdraw() -> Command:
    @app_commands.command(name="withdraw", description=locale_str("Leave a tournament, with your team"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=finding.open_ones)
    async def withdraw(interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Take the asker out, once they are sure."""
        request = await begin(interaction)
        await pages.leave(request, await finding.find(request, tournament), sure=False)

    return withdraw


def _export() -> Command:
    @app_commands.command(name="export", description=locale_str("All pairings and places of a tournament, as CSV"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=finding.all_ones)
    async def export(interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Hand the results over."""
        request = await begin(interaction)
        whole = await finding.find(request, tournament, ended=True)
        if not whole.pairings:
            raise Refusal(Message("Nobody has been paired in this tournament yet."))
        data = files.results(whole, await _names(request, whole))
        await replies.answer_file(
            interaction, request.say("The results of {title}.", title=whole.head.title), data, f"{whole.head.id}.csv"
        )

    return export


# For organizers


def _start() -> Command:
    @app_commands.command(name="start", description=locale_str("Start a tournament with those who have entered"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=finding.open_ones)
    async def start(interaction: discord.Interaction, tournament: str | None = None) -> None:
        """Start it, once the organizer is sure."""
        request = await begin(interaction)
        await pages.start(request, await finding.find(request, tournament), sure=False)

    return start


def _remove() -> Command:
    @app_commands.command(name="remove", description=locale_str("Take somebody out of a tournament, as its organizer"))
    @app_commands.describe(player=locale_str("Who; a team goes as a whole"), tournament=WHICH)
    @app_commands.autocomplete(tournament=finding.open_ones)
    async def remove(interaction: discord.Interaction, player: discord.User, tournament: str | None = None) -> None:
        """Take somebody out."""
        request = await begin(interaction)
        whole = await finding.find(request, tournament)
        await finding.must_organize(request, whole)
        request.services.names.note(player)
        await request.services.get(Entries).remove(whole, player.id)
        request.services.get(Tournaments).wake()
        name = request.services.names.known(request.say, player.id)
        await replies.tell(interaction, request.say("{player} is out of the tournament.", player=name))

    return remove


def _result() -> Command:
    @app_commands.command(name="result", description=locale_str("Decide a pairing of a tournament, as its organizer"))
    @app_commands.describe(
        pairing=locale_str("Who met whom"),
        outcome=locale_str("What it comes to; an open match of theirs is called off"),
        tournament=WHICH,
    )
    @app_commands.choices(outcome=OUTCOMES)
    @app_commands.autocomplete(pairing=_pairings, tournament=finding.open_ones)
    async def result(
        interaction: discord.Interaction, pairing: str, outcome: str, tournament: str | None = None
    ) -> None:
        """Note a result."""
        request = await begin(interaction)
        whole = await finding.find(request, tournament)
        await finding.must_organize(request, whole)
        number, _, board = pairing.partition(".")
        chosen = next((one for one in whole.pairings if (str(one.round), str(one.board)) == (number, board)), None)
        if chosen is None:
            raise Refusal(Message("Choose a pairing and a result from the lists."))
        await request.services.get(Entries).decide(whole, chosen, outcome)
        request.services.get(Tournaments).wake()
        await replies.tell(interaction, request.say("The result is noted."))

    return result


def _cancel() -> Command:
    @app_commands.command(name="cancel", description=locale_str("End a tournament without a winner, as its organizer"))
    @app_commands.describe(tournament=WHICH, sure=locale_str("True to do it; matches that are being played go on"))
    @app_commands.autocomplete(tournament=finding.open_ones)
    async def cancel(interaction: discord.Interaction, sure: bool, tournament: str | None = None) -> None:
        """Cancel it."""
        request = await begin(interaction)
        whole = await finding.find(request, tournament)
        await finding.must_organize(request, whole)
        if not sure:
            raise Refusal(Message("Nothing was done. With `sure: True` the tournament ends without a winner."))
        await request.services.get(Entries).cancel(whole)
        request.services.get(Tournaments).wake()
        await replies.tell(interaction, request.say("{title} is canceled.", title=whole.head.title))

    return cancel
