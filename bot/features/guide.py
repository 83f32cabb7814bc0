"""The guide to a game, opened by `/help` or by a button, and turned page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, localized
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.services import Feature, Handler, Request
from bot.limits import CHOICE_NAME, cut
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.face import AnyFace, Chapter
from bot.panels.model import Panel, Press, Row, Select
from bot.panels.widgets import button, option, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from render.icons import authors

GAME: Final = locale_str("Which game; leave empty for the one played in this thread")


def _chapters(request: Request, game: str) -> Sequence[Chapter]:
    """Return the chapters of a game, and those about the bot itself."""
    faces = request.services.faces
    groups = [face.group for face in faces.values()]
    bot = Chapter("bot", Message("Commands and buttons"), lambda say: overview(say, groups))
    return (*faces[game].guide, bot, Chapter("credits", Message("Credits"), credit))


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


async def show(request: Request, game: str, chapter: str = "") -> None:
    """Answer with a chapter, the first one where none is named. Raises `Refusal` for one that does not exist."""
    if game not in request.services.faces:
        raise Refusal(texts.OLD_BUTTON)
    chapters = _chapters(request, game)
    shown = next((candidate for candidate in chapters if candidate.id == chapter), None) if chapter else chapters[0]
    if shown is None:
        raise Refusal(texts.OLD_BUTTON)
    say = request.say
    panel = page(say, request.services.faces[game], chapters, shown)
    picture = await request.services.studio.draw(shown.picture, say) if shown.picture is not None else None
    view = components.view(LESSON, panel.rows)
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
    panel = which(request.say, request.services.faces)
    await replies.answer(request.interaction, panel.text, view=components.view(LESSON, panel.rows))


def which(say: Phrases, faces: Mapping[str, AnyFace]) -> Panel:
    """Return the question which of the games somebody wants to read about."""
    rows = rows_of([button(say.message(face.game.title), Press("help", (name,))) for name, face in faces.items()])
    return Panel(texts.lines(f"**{say('Which game do you want to know?')}**", *goals(say, faces)), rows)


def goals(say: Phrases, faces: Mapping[str, AnyFace]) -> list[str]:
    """Return a line for each game: its name, and the first sentence of its guide."""
    guided = [face for face in faces.values() if face.guide]
    first = [face.guide[0].text(say).split("\n")[0].removeprefix("- ") for face in guided]
    return [f"- **{say.message(face.game.title)}**: {goal}" for face, goal in zip(guided, first, strict=True)]


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle the button that leads from a match to the guide of its game."""
    await show(request, match.face.game.name)


def page(say: Phrases, face: AnyFace, chapters: Sequence[Chapter], shown: Chapter) -> Panel:
    """Return a chapter with the way to all others, to the lessons where the game has some, and to other games."""
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
    rows.append((*learn, button(say("Other games"), Press("help"))))
    return Panel(f"**{name}: {say.message(shown.title)}**\n{shown.text(say)}", tuple(rows))


def overview(say: Phrases, groups: Sequence[str]) -> str:
    """Return how matches are started, played and ended; `groups` are the names of the command groups for moves."""
    parts = (
        say(
            "**Start**: `/match new` challenges somebody, or leaves a seat open for whoever joins; `new` of each game"
            " ({commands}) has its teams and variants, too.",
            commands=say.every(f"`/{group}`" for group in groups),
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


FEATURE = Feature(
    "guide",
    handlers={"help": Handler(pressed_in_match, outside=pressed)},
    game_commands=lambda faces: (help_command(faces),),
)
