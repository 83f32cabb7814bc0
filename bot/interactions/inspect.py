"""Inspecting a match: the position, in words too, and the exhibits of its game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.interactions import lookup, replies, rulebook
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import NEXT_TOKEN, Pressed
from bot.panels.face import Exhibit, Exhibited, Scene
from bot.panels.model import AnyView, SeatPerspective
from bot.publish import announce, compose
from bot.publish.summary import latest_scene
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, NotYourChoice, Ready
from games.messages import Message

NOTHING_THERE = Message("Nothing has that name. Pick one from the list.")


@dataclass(frozen=True, slots=True)
class NoMatch:
    """The `bot.panels.model.SeatPerspective` of a user who looks something up outside of any match."""

    say: Phrases
    view: None = None
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    choice: Choice | None = None
    undoable: Action | None = None
    names: Mapping[int, str] = field(default_factory=dict)

    def about(self, choice: Choice) -> NoMatch:
        """Return the same: there are no choices."""
        return self

    def options(self, tokens: Sequence[str]) -> Field | Ready:
        """Raise `NotYourChoice`: there is nothing to choose."""
        raise NotYourChoice(Message("You are not playing in this match."))


async def position(request: Request, match: LoadedMatch, note: str) -> None:
    """Show the asker the public position, with a note above it."""
    say = request.say
    request.services.limits.must(request.user, "pictures")
    names = await request.services.names.seats(say, match)
    if not match.started:
        await replies.answer(request.interaction, texts.lines(note, announce.start_text(say, match, names, names)))
        return
    picture = await request.services.studio.draw(match.face.pictures.board, say, match.view(None), (), names)
    await replies.answer(
        request.interaction,
        texts.lines(note, compose.position_text(say, match, names)),
        picture=picture,
        view=components.view(match.id, compose.public_rows(say, match)),
    )


async def words(request: Request, match: LoadedMatch, pressed: Pressed | None = None) -> None:
    """Tell the asker what they have not seen yet, and the whole position in words. Raises `Refusal`."""
    match.must_have_begun()
    seen = await lookup.perspective_for(request, match)
    news = compose.news_text(request.say, match, seen.names, request.user)
    description = await request.services.studio.draw(match.face.words.description, request.say, seen.view, seen.names)
    await replies.answer(request.interaction, news, words=description)


async def rule(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show a paragraph of the rules of the match's game. Raises `Refusal`."""
    await rulebook.show(request, match.face.game.name, NEXT_TOKEN.join(pressed.press.tokens))


async def proof(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the fingerprint of the match's secret, and what it is for."""
    await replies.answer(request.interaction, texts.fair_draws(request.say, match.fingerprint))


async def pressed_exhibit(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of an exhibit. Raises `Refusal`."""
    exhibit = match.face.exhibit(pressed.press.action_id)
    if exhibit is None:
        raise Refusal(texts.OLD_BUTTON)
    await show_exhibit(request, match, exhibit, pressed.press.tokens)


async def show_exhibit(request: Request, match: LoadedMatch, exhibit: Exhibit[AnyView], tokens: Sequence[str]) -> None:
    """Answer with an exhibit of the match's game. Raises `Refusal`."""
    request.services.limits.must(request.user, "pictures")
    match.must_have_begun()
    seen = await lookup.perspective_for(request, match)
    await show_to(request, seen, exhibit, tokens, latest_scene(match, seen.names))


async def show_to(
    request: Request,
    seen: SeatPerspective[AnyView],
    exhibit: Exhibit[AnyView],
    tokens: Sequence[str],
    scene: Scene[AnyView] | None,
) -> None:
    """Answer with an exhibit as it is from this perspective. Raises `Refusal`."""
    shown = await request.services.studio.draw(exhibit.show, seen, tokens, scene)
    if shown is None:
        raise Refusal(NOTHING_THERE)
    await _answer(request, shown)


async def look_up(request: Request, exhibit: Exhibit[AnyView], tokens: Sequence[str]) -> bool:
    """Answer with an exhibit outside of any match and return True; return False where nothing has that name."""
    shown = await request.services.studio.draw(exhibit.show, NoMatch(request.say), tokens, None)
    if shown is not None:
        await _answer(request, shown)
    return shown is not None


async def _answer(request: Request, shown: Exhibited) -> None:
    await replies.answer(request.interaction, shown.text, picture=shown.picture, words=shown.words)
