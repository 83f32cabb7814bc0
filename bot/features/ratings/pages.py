"""`/stats` and `/leaderboard`: how somebody has played, how two have met, who leads. Each with its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.features.predictions import table as predictions
from bot.features.ratings import shown, words
from bot.features.ratings.words import Sheet, Table
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Command, Request, Services
from bot.interactions.tokens import number_of, user_of
from bot.limits import BUTTONS_A_ROW
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Button, Picture, Press, Row
from bot.panels.widgets import button, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from games.statistics import KINDS, kind_of
from render import labels
from storage import Line, Reliability

STATS, TABLE = "stats", "table"
"""The action ids."""
PREDICTIONS: Final = "predictions"
"""Stands for the table of predictions among the kinds of matches."""
EVERY_GAME: Final = "-"
"""The token that stands for no game in particular."""
LINES: Final = 10
"""So many lines a page of a table has."""
COURSE: Final = 60
"""So many matches the line of a rating goes back."""
PAGES: Final = 10
"""So many pages can be turned: further down nobody looks, and every page costs those before it."""
NAMES_WITHIN: Final = 5.0
"""Seconds that a page waits for names."""


def commands(faces: Mapping[str, AnyFace]) -> Sequence[Command]:
    """Make both commands; which games there are stands in them."""
    games = [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]
    kinds = [app_commands.Choice(name=localized(title), value=name) for name, title in KINDS.items()]
    kinds.append(app_commands.Choice(name=locale_str("Predictions of spectators"), value=PREDICTIONS))

    @app_commands.command(name="stats", description=locale_str("How somebody has played here, and with what"))
    @app_commands.describe(
        player=locale_str("Whose matches; if left out, your own"),
        game=locale_str("Only this game, with all details"),
        opponent=locale_str("Only matches against this player"),
    )
    @app_commands.choices(game=games)
    async def stats(
        interaction: discord.Interaction,
        player: discord.User | None = None,
        game: str | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        """Show statistics."""
        request = await begin(interaction)
        for named in (player, opponent):
            if named is not None:
                request.services.names.note(named)
        user = request.user if player is None else player.id
        await show(request, user, game, None if opponent is None else opponent.id)

    @app_commands.command(name="leaderboard", description=locale_str("The best rated players of this server"))
    @app_commands.describe(
        game=locale_str("Which game; if left out, the first one"),
        kind=locale_str("Duels, teams or free-for-all, each rated apart; or predictions, of all games together"),
    )
    @app_commands.choices(game=games, kind=kinds)
    async def leaderboard(interaction: discord.Interaction, game: str | None = None, kind: str | None = None) -> None:
        """Show a table."""
        request = await begin(interaction)
        if kind == PREDICTIONS:
            await predictions.show_table(request)
            return
        await show_table(request, game or next(iter(faces)), kind)

    stats.allowed_contexts, stats.allowed_installs = EVERYWHERE, INSTALLED
    leaderboard.allowed_contexts, leaderboard.allowed_installs = EVERYWHERE, INSTALLED
    return (stats, leaderboard)


# Presses


async def pressed_stats(request: Request, pressed: Pressed) -> None:
    """Turn to other statistics. Raises `Refusal`."""
    user, game, opponent = _tokens(pressed.press, 3)
    if game not in (EVERY_GAME, *request.services.faces):
        raise Refusal(texts.OLD_BUTTON)
    other = user_of(opponent) if opponent else None
    await show(request, user_of(user), None if game == EVERY_GAME else game, other)


async def pressed_table(request: Request, pressed: Pressed) -> None:
    """Turn to another table, or page of one. Raises `Refusal`."""
    game, kind, page = _tokens(pressed.press, 3)
    if game not in request.services.faces or kind not in KINDS:
        raise Refusal(texts.OLD_BUTTON)
    await show_table(request, game, kind, number_of(page, PAGES))


async def in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Refuse a press that names a match: statistics belong to none. Raises `Refusal`."""
    raise Refusal(texts.OLD_BUTTON)


def _tokens(press: Press, count: int) -> list[str]:
    return [*press.tokens, *[""] * count][:count]


def _stats(user: int, game: str | None = None, opponent: int | None = None) -> Press:
    more = () if opponent is None else (str(opponent),)
    return Press(STATS, (str(user), game or EVERY_GAME, *more))


def _table(game: str, kind: str, page: int = 0) -> Press:
    return Press(TABLE, (game, kind, str(page)))


# Statistics


async def show(request: Request, user: int, game: str | None = None, opponent: int | None = None) -> None:
    """Show how somebody has played: all games, one with details, or against one opponent. Raises `Refusal`."""
    await _must_be_shown(request, user, opponent)
    names = request.services.names
    await names.learn([user, opponent], within=NAMES_WITHIN)
    name = names.known(request.say, user)
    if opponent is not None:
        await _show_met(request, user, name, opponent)
        return
    sheet = await _sheet(request, user, name, game)
    text, picture = await _drawn(request, sheet, game)
    await replies.answer(request.interaction, text, picture=picture, view=_view(_stats_rows(request, sheet, game)))


async def _drawn(request: Request, sheet: Sheet, game: str | None) -> tuple[str, Picture | None]:
    """Return statistics in words, and their picture where anything was played."""
    say, faces, studio = request.say, request.services.faces, request.services.studio
    whole = [one for one in sheet.whole() if one.game in faces]
    if not whole:
        return words.overview(say, faces, sheet), None
    request.services.limits.must(request.user, "pictures")
    if game is None:
        text = words.overview(say, faces, sheet)
        return text, await studio.draw(shown.sheet, say, faces, sheet, text)
    text = words.details(say, faces[game], sheet)
    kind, guild_id = whole[0].kind, request.interaction.guild_id or 0
    course = await request.services.store.results.course(sheet.user, guild_id, game, kind, COURSE)
    return text, await studio.draw(shown.game, say, faces[game], sheet, kind, course, text)


async def _must_be_shown(request: Request, user: int, opponent: int | None) -> None:
    """Raise `Refusal` where the asker may not know how these have played: they do not want it, or this is no server."""
    if computers.is_computer(user) or computers.is_computer(opponent) or user == opponent:
        raise Refusal(Message("Choose two different people. The ratings of computer players are in `/leaderboard`."))
    people = [one for one in (user, opponent) if one is not None]
    if request.user in people:
        return
    if request.interaction.guild_id is None:
        raise Refusal(Message("Here you can see your own statistics; those of others only on a server you share."))
    players = await request.services.store.people.players(people)
    if not all(player.stats for player in players.values()):
        raise Refusal(Message("They do not show their statistics."))


async def _sheet(request: Request, user: int, name: str, game: str | None) -> Sheet:
    """Return what is known of somebody: on this server, or everywhere where it is nobody's business but theirs."""
    results, guild_id = request.services.store.results, request.interaction.guild_id
    counted = await results.tallies(user, guild_id, game)
    ratings = {} if guild_id is None else await results.ratings(user, guild_id)
    known = {which: line for which, line in ratings.items() if game in (None, which[0])}
    reliability = None
    if guild_id is not None:
        reliability = await results.reliability(user, guild_id, request.services.matches.clock())
    return Sheet(user, name, guild_id is None, known, tuple(counted), reliability)


async def _show_met(request: Request, user: int, name: str, opponent: int) -> None:
    say, faces = request.say, request.services.faces
    guild_id = request.interaction.guild_id
    met = await request.services.store.results.meetings(user, opponent, guild_id)
    other = request.services.names.known(say, opponent)
    title = say("{player} against {other}", player=name, other=other)
    text = say("{player} and {other} have not finished a match against each other here.", player=name, other=other)
    picture = None
    if met:
        request.services.limits.must(request.user, "pictures")
        lines = (f"{words.kind(say, faces[game], kind)}: {words.met(say, one)}." for (game, kind), one in met.items())
        text = texts.lines(f"**{title}**", *lines)
        drawn = say("{player} against {other}", player=labels.named(name), other=labels.named(other))
        picture = await request.services.studio.draw(shown.met, say, faces, drawn, met, text)
    await replies.answer(request.interaction, text, picture=picture, view=_view(((_back(request, user),),)))


def _stats_rows(request: Request, sheet: Sheet, game: str | None) -> tuple[Row, ...]:
    """Return the buttons: a game that was played, all of them, the table of this one."""
    say, faces = request.say, request.services.faces
    played = [name for name in dict.fromkeys(one.game for one in sheet.counted) if name in faces]
    if game is None:
        games = [button(say.message(faces[name].game.title), _stats(sheet.user, name)) for name in played]
    else:
        games = [_back(request, sheet.user)]
    if request.interaction.guild_id is not None:
        which = game or next(iter(played), next(iter(faces)))
        games.append(button(say("Leaderboard"), _table(which, _usual_kind(faces[which], sheet, which))))
    if request.user != sheet.user:
        games.append(button(say("Against me"), _stats(request.user, None, sheet.user)))
    return rows_of(games)


def _back(request: Request, user: int) -> Button:
    return button(request.say("All games"), _stats(user))


def _usual_kind(face: AnyFace, sheet: Sheet, game: str) -> str:
    """Return the kind of a game that somebody is rated in, or the usual one."""
    rated = [kind for (name, kind) in sheet.ratings if name == game]
    return rated[0] if rated else kind_of(face.game.formations[0])


def _view(rows: Sequence[Row]) -> discord.ui.View | None:
    return components.view(LESSON, tuple(rows))


# Tables


async def result_notes(services: Services, say: Phrases, match: LoadedMatch) -> str:
    """Return how a match that is over has moved the ratings of those who show theirs; empty where it moved none."""
    if not match.match.rated:
        return ""
    moved = await services.store.results.moved(match.id)
    await services.names.learn([one.user_id for one in moved], within=NAMES_WITHIN)
    return words.moves(say, [(services.names.known(say, one.user_id), one.before, one.now) for one in moved])


async def challenge_notes(services: Services, say: Phrases, match: LoadedMatch) -> str:
    """Return how reliably whoever has opened a challenge finishes matches; empty for who keeps it private."""
    user, guild_id = match.match.creator, match.match.guild_id
    if match.match.status != "lobby" or user is None or user < 0 or guild_id is None:
        return ""
    known = await shown_reliability(services, user, guild_id)
    if known is None:
        return ""
    await services.names.learn([user], within=NAMES_WITHIN)
    return words.keeps_time(say, services.names.known(say, user), known)


async def shown_reliability(services: Services, user: int, guild_id: int) -> Reliability | None:
    """Return how reliable somebody is on a server, for others to see; `None` for who keeps it private."""
    if not (await services.store.people.player(user)).stats:
        return None
    return await services.store.results.reliability(user, guild_id, services.matches.clock())


async def show_table(request: Request, game: str, kind: str | None, page: int = 0) -> None:
    """Show a page of the table of a game and kind on this server. Raises `Refusal`."""
    say, face = request.say, request.services.faces[game]
    guild_id, results = request.interaction.guild_id, request.services.store.results
    if guild_id is None:
        raise Refusal(Message("Each server has tables of its own. Use `/leaderboard` there."))
    which = kind or kind_of(face.game.formations[0])
    lines = await results.table(guild_id, game, which, page * LINES, LINES + 1)
    await request.services.names.learn([line.user_id for line in lines], within=NAMES_WITHIN)
    table = Table(
        game,
        which,
        page * LINES + 1,
        tuple((request.services.names.known(say, line.user_id), line) for line in lines[:LINES]),
        await _own(request, guild_id, game, which),
    )
    text = words.table(say, face, table, shown.measures(face, which))
    picture = None
    if lines:
        request.services.limits.must(request.user, "pictures")
        picture = await request.services.studio.draw(shown.table, say, face, table, text)
    rows = _table_rows(request, table, page, more=len(lines) > LINES)
    await replies.answer(request.interaction, text, picture=picture, view=_view(rows))


async def _own(request: Request, guild_id: int, game: str, kind: str) -> tuple[int | None, Line] | None:
    """Return the place and the rating of the asker; `None` where they have none."""
    results = request.services.store.results
    mine = (await results.ratings(request.user, guild_id)).get((game, kind))
    if mine is None:
        return None
    listed = (await request.services.store.people.player(request.user)).stats
    return (await results.place(request.user, guild_id, game, kind) if listed else None), mine


def _table_rows(request: Request, table: Table, page: int, *, more: bool) -> tuple[Row, ...]:
    say, faces = request.say, request.services.faces
    turns = [
        button(label, _table(table.game, table.kind, to))
        for to, label in ((page - 1, say("Back")), (page + 1, say("More")))
        if 0 <= to < PAGES and (to < page or more)
    ]
    kinds = dict.fromkeys(kind_of(formation) for formation in faces[table.game].game.formations)
    apart = [
        button(say.message(KINDS[kind]), _table(table.game, kind), disabled=kind == table.kind)
        for kind in kinds
        if len(kinds) > 1
    ]
    games = [
        button(
            say.message(face.game.title), _table(name, kind_of(face.game.formations[0])), disabled=name == table.game
        )
        for name, face in faces.items()
        if len(faces) > 1
    ]
    mine = [button(say("My statistics"), _stats(request.user, table.game))]
    mine.append(predictions.to_table(say("Best predictions")))
    return tuple(tuple(row) for row in (apart, games[:BUTTONS_A_ROW], [*turns, *mine]) if row)


@app_commands.command(name="stats", description=locale_str("Whether others may see how you have played"))
@app_commands.describe(private=locale_str("Leave empty to see the current setting"))
async def settings(interaction: discord.Interaction, private: bool | None = None) -> None:
    """Show or change whether the player's statistics are private."""
    request = await begin(interaction)
    people = request.services.store.people
    if private is None:
        player = await people.player(request.user)
    else:
        player = await people.set_player(request.user, now=request.services.matches.clock(), stats=not private)
    say = request.say
    text = (
        say("Others may see your statistics, and you stand in the tables of your servers.")
        if player.stats
        else say("Your statistics are private, and you stand in no table. Your ratings still move.")
    )
    await replies.tell(interaction, text)
