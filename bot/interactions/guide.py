"""The guide to a game, opened by `/help` or by a button, and turned page by page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components, guide
from bot.panels.components import LESSON, Pressed
from bot.panels.guide import Chapter
from bot.texts import commands
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from render.icons import authors


def _chapters(request: Request, game: str) -> Sequence[Chapter]:
    """The chapters of a game, and the one about the bot itself."""
    faces = request.services.faces
    groups = [face.group for face in faces.values()]
    bot = Chapter("bot", Message("Commands and buttons"), lambda say: commands.overview(say, groups))
    return (*faces[game].guide, bot, Chapter("credits", Message("Credits"), credit))


def credit(say: Phrases) -> str:
    """Whose work is in the pictures."""
    return "\n".join(
        (
            say("Icons by {authors} from game-icons.net, under CC BY 3.0, changed.", authors=say.every(authors())),
            say("Letters: Aileron by Sora Sagano, in the public domain."),
            say(
                "The games belong to their publishers, with whom this bot has nothing to do; none of their art is used."
            ),
        )
    )


async def show(request: Request, game: str, chapter: str = "") -> None:
    """Answer with a chapter, the first one where none is named. Raises `Refusal` for one that is not there."""
    if game not in request.services.faces:
        raise Refusal(texts.OLD_BUTTON)
    chapters = _chapters(request, game)
    shown = next((one for one in chapters if one.id == chapter), None) if chapter else chapters[0]
    if shown is None:
        raise Refusal(texts.OLD_BUTTON)
    say, lessons = request.say, bool(request.services.faces[game].lessons)
    panel = guide.page(say, game, chapters, shown, lessons=lessons)
    picture = await request.services.studio.draw(shown.picture, say) if shown.picture is not None else None
    view = components.view(LESSON, panel.rows)
    await replies.answer(request.interaction, panel.text, picture=picture, view=view)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Turn to the chapter that was pressed. Raises `Refusal`."""
    game, chapter = (*pressed.press.tokens, "", "")[:2]
    await show(request, game, chapter)


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """The button that leads from a match to the guide of its game."""
    await show(request, match.face.game.name)
