"""The guide to a game, opened by `/help` or by a button, and turned page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.commands.new_pages import shelf
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Handler, Request, Running, Services
from bot.limits import CHOICE_NAME, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace, Chapter
from bot.panels.model import Button, Panel, Press, Row, Select
from bot.panels.widgets import button, how_to_play, option, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from render.icons import authors
from storage import Store

FIRST: Final = 3
"""In so many of somebody's matches of a game the panel offers the guide."""
KNOWN: Final = 10_000
"""Of so many users it is remembered at once that they are new no longer."""
GAME: Final = locale_str("Which game; leave empty for the one played in this thread")


def _chapters(request: Request, game: str) -> Sequence[Chapter]:
    """Return the chapters of a game, and those about the bot itself."""
    faces = request.services.faces
    groups = [face.group for face in faces.values()]
    bot = Chapter("bot", Message("Commands and buttons"), lambda say: overview(say, groups))
    more = Chapter("more", Message("Around the matches"), around)
    return (*faces[game].guide, bot, more, Chapter("credits", Message("Credits"), credit))


def credit(say: Phrases) -> str:
    """Return whose work is in the pictures."""
    return "\n".join(
        (
            say("Icons by {authors} from game-icons.net, under CC BY 3.0, changed.", authors=say.every(authors())),
            say("Letters: Barlow Condensed by the Barlow Project Authors, SIL Open Font License 1.1."),
            say(
                "The games belong to their publishers, with whom this bot has nothing to do; none of their art is used."
            ),
        )
    )


async def show(request: Request, game: str, chapter: str = "", match: LoadedMatch | None = None) -> None:
    """Answer with a chapter, the first one where none is named; from a match that has begun it leads back there.

    Raises `Refusal` for a chapter that does not exist.
    """
    if game not in request.services.faces:
        raise Refusal(texts.OLD_BUTTON)
    chapters = _chapters(request, game)
    shown = next((candidate for candidate in chapters if candidate.id == chapter), None) if chapter else chapters[0]
    if shown is None:
        raise Refusal(texts.OLD_BUTTON)
    say = request.say
    begun = match if match is not None and match.started else None
    panel = page(say, request.services.faces[game], chapters, shown, begun is not None)
    picture = await request.services.studio.draw(shown.picture, say) if shown.picture is not None else None
    view = components.view(LESSON if begun is None else begun.id, panel.rows)
    await replies.answer(request.interaction, panel.text, picture=picture, view=view)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Turn to the chapter that was pressed, or ask for the game where none is named. Raises `Refusal`."""
    game, chapter = (*pressed.press.tokens, "", "")[:2]
    if not game:
        await ask(request)
        return
    await show(request, game, chapter)


async def ask(request: Request) -> None:
    """Answer with the question which game is meant."""
    panel, faces = which(request.say, request.services.faces), request.services.faces
    picture = await request.services.studio.draw(shelf, request.say, tuple(faces.values()))
    view = components.view(LESSON, panel.rows)
    await replies.answer(request.interaction, panel.text, picture=picture, view=view)


def which(say: Phrases, faces: Mapping[str, AnyFace]) -> Panel:
    """Return the question which of the games somebody wants to read about."""
    rows = rows_of([button(say.message(face.game.title), Press("help", (name,))) for name, face in faces.items()])
    return Panel(texts.lines(f"**{say('Which game do you want to know?')}**", *blurbs(say, faces)), rows)


def blurbs(say: Phrases, faces: Mapping[str, AnyFace]) -> list[str]:
    """Return a line for each game: its name, what is played, for how many it is and how long it takes."""
    return [f"- **{say.message(face.game.title)}**: {_blurb(say, face)}" for face in faces.values()]


def _blurb(say: Phrases, face: AnyFace) -> str:
    seats = {formation.seats for formation in face.game.formations}
    if len(seats) > 1:
        most = max(seats)
        players = say.plural("{least} to {count} player", "{least} to {count} players", most, least=min(seats))
    else:
        players = say.plural("{count} player", "{count} players", *seats)
    if face.blurb is None:
        return f"{players}."
    return f"{say.message(face.blurb.theme)} {players}, {say.message(face.blurb.length)}."


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Open the guide of the match's game, or turn to another chapter of it. Raises `Refusal`."""
    _, chapter = (*pressed.press.tokens, "", "")[:2]
    await show(request, match.face.game.name, chapter, match)


class Newcomers:
    """Tells who is new to a game: whoever plays one of their first matches of it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: set[tuple[int, str]] = set()
        """Users who are new to a game no longer, with the game; counted once."""

    async def new(self, user: int, game: str) -> bool:
        """Return True if a user has not played more matches of a game than `FIRST`."""
        if (user, game) in self._known:
            return False
        if await self._store.matches.begun(user, game) <= FIRST:
            return True
        if len(self._known) >= KNOWN:
            self._known.clear()
        self._known.add((user, game))
        return False

    def forget(self, user: int) -> None:
        """Drop what is known of a user."""
        self._known = {known for known in self._known if known[0] != user}


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button that leads to the guide, for players who are new to the game."""
    newcomers, game = request.services.get(Newcomers), match.face.game.name
    if match.match.status != "running" or match.seat_of(request.user) is None:
        return ()
    return (how_to_play(request.say),) if await newcomers.new(request.user, game) else ()


def page(say: Phrases, face: AnyFace, chapters: Sequence[Chapter], shown: Chapter, playing: bool = False) -> Panel:
    """Return a chapter with the way to all others, and to the lessons where the game has some.

    The last button leads to other games, or to the match that is being played.
    """
    game, name = face.game.name, say.message(face.game.title)
    rows: list[Row] = [
        Select(
            say("Read on"),
            tuple(
                option(
                    cut(say.message(candidate.title), CHOICE_NAME),
                    Press("help", (game, candidate.id)),
                    chosen=candidate is shown,
                )
                for candidate in chapters
            ),
        )
    ]
    learn = (button(say("Learn by playing"), Press("learn", ("all", game)), style="success"),) if face.lessons else ()
    leave = button(texts.play_label(say), Press("show")) if playing else button(say("Other games"), Press("help"))
    rows.append((*learn, leave))
    return Panel(f"**{name}: {say.message(shown.title)}**\n{shown.text(say)}", tuple(rows))


def overview(say: Phrases, groups: Sequence[str]) -> str:
    """Return how matches are started, played and ended; `groups` are the names of the command groups for moves."""
    parts = (
        say(
            "**Start**: `/match new` challenges somebody, or leaves a seat open for whoever joins; `/seek new` finds"
            " somebody who is looking for a match, too; `new` of each game ({commands}) has its teams and variants.",
            commands=say.every(f"`/{group}`" for group in groups),
        ),
        say(
            "**Alone**: with `computer` you choose how strong the computer plays every seat for which you name nobody,"
            " in a direct message with me, too. `/hint` tells what it would do in your place."
        ),
        say(
            "**Play**: in the match's thread, press **{play}** under the board. What opens is for your eyes only;"
            " nothing is public before the last button, and that one says what follows.",
            play=texts.play_label(say),
        ),
        say(
            "**Look**: **{words}** describes the whole position, and the buttons beside it show what else there is to"
            " see. `/rules` looks a rule up.",
            words=texts.words_label(say),
        ),
        say(
            "**Change your mind**: `/match undo` takes back the last action of your own turn, unless something was"
            " drawn, fought or chosen by somebody else since."
        ),
        say(
            "**Be told**: `/settings dm` sends you a direct message instead of a ping whenever it is your turn;"
            " `/settings language` sets the language in which I answer you."
        ),
        say("**Find**: `/match mine` shows all your matches, those waiting for you first."),
        say(
            "**End**: `/match resign` (for your whole team), `/match draw` (all must agree); afterwards `/match record`"
            " gives you the whole match, so that anybody can check every draw."
        ),
        say(
            "Every button has a command, too: {commands} for moves, in the thread or in a direct message to me.",
            commands=say.every(f"`/{group} …`" for group in groups),
        ),
    )
    return "\n".join(parts)


def around(say: Phrases) -> str:
    """Return what there is besides matches of one's own: to learn, to compare, to watch, to compete."""
    parts = (
        say(
            "**Get better**: `/learn` has lessons, `/puzzle` positions to solve, `/study` a board to try things on."
            " `/why` explains what happened in your match."
        ),
        say(
            "**Compare**: rated matches move your rating and earn points in a season; `/stats`, `/leaderboard` and"
            " `/season show` tell how you stand, and `/settings stats` keeps it to yourself."
        ),
        say(
            "**Watch**: `/match follow` tells you what happens in others' matches, and with `/predict` you say"
            " what comes next; the best stand in a table of `/leaderboard`."
        ),
        say(
            "**Tournaments**: `/tournament show` tells how one stands; you enter with the button of its page, and"
            " `/tournament new` opens one."
        ),
        say(
            "**Conduct**: `/report` tells those who manage the server how somebody has behaved; `/settings block` keeps"
            " somebody out of your matches. Nobody else learns of either."
        ),
    )
    return "\n".join(parts)


def help_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """Make the command for these games."""
    games = [app_commands.Choice(name=localized(face.game.title), value=name) for name, face in faces.items()]

    async def help_(interaction: discord.Interaction, game: str | None = None) -> None:
        """Open the guide."""
        request = await begin(interaction)
        match = await request.services.matches.in_thread(interaction.channel_id) if game is None else None
        if game is None and match is None and len(faces) > 1:
            await ask(request)
            return
        await show(request, game or (match.face.game.name if match is not None else next(iter(faces))))

    made: app_commands.Command[Any, ..., None] = app_commands.command(
        name="help", description=locale_str("How to play, and what this bot can do")
    )(app_commands.describe(game=GAME)(app_commands.choices(game=games)(help_)))
    made.allowed_contexts, made.allowed_installs = EVERYWHERE, INSTALLED
    return made


def _start(services: Services) -> Running:
    newcomers = Newcomers(services.store)
    return Running(services=(newcomers,), forget=newcomers.forget)


FEATURE = Feature(
    "guide",
    handlers={"help": Handler(pressed_in_match, turns=True, outside=pressed)},
    start_buttons=start_buttons,
    start=_start,
    game_commands=lambda faces: (help_command(faces),),
)
