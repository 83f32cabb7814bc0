"""What everybody may look at: the position, in words too, and whatever else a game shows."""

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
class Outside:
    """A `bot.panels.model.SeatPerspective` of somebody who looks a thing up beside any match."""

    say: Phrases
    view: None = None
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    choice: Choice | None = None
    undoable: Action | None = None
    names: Mapping[int, str] = field(default_factory=dict)

    def about(self, choice: Choice) -> Outside:
        """The same: there are no choices."""
        return self

    def options(self, tokens: Sequence[str]) -> Field | Ready:
        """Nothing. Raises `NotYourChoice`."""
        raise NotYourChoice(Message("You are not playing in this match."))


async def position(request: Request, match: LoadedMatch, note: str) -> None:
    """The public position, for the one who asks."""
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
    """What the asker has not seen yet, and the whole position in words. Raises `Refusal`."""
    match.must_have_begun()
    here = await lookup.seen(request, match)
    news = compose.news_text(request.say, match, here.names, request.user)
    position = await request.services.studio.draw(match.face.words.description, request.say, here.view, here.names)
    await replies.answer(request.interaction, news, words=position)


async def rule(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A paragraph of the rules of the match's game. Raises `Refusal`."""
    await rulebook.show(request, match.face.game.name, NEXT_TOKEN.join(pressed.press.tokens))


async def proof(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """The fingerprint of the match's secret, and what it is good for."""
    await replies.answer(request.interaction, texts.fair_draws(request.say, match.fingerprint))


async def pressed_exhibit(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """A button of something that the game shows. Raises `Refusal`."""
    exhibit = match.face.exhibit(pressed.press.deed)
    if exhibit is None:
        raise Refusal(texts.OLD_BUTTON)
    await show_exhibit(request, match, exhibit, pressed.press.tokens)


async def show_exhibit(request: Request, match: LoadedMatch, exhibit: Exhibit[AnyView], tokens: Sequence[str]) -> None:
    """Answer with what the game shows. Raises `Refusal`."""
    request.services.limits.must(request.user, "pictures")
    match.must_have_begun()
    here = await lookup.seen(request, match)
    await show_in(request, here, exhibit, tokens, latest_scene(match, here.names))


async def show_in(
    request: Request,
    here: SeatPerspective[AnyView],
    exhibit: Exhibit[AnyView],
    tokens: Sequence[str],
    scene: Scene[AnyView] | None,
) -> None:
    """Answer with what the game shows to whoever sees it like this. Raises `Refusal`."""
    shown = await request.services.studio.draw(exhibit.show, here, tokens, scene)
    if shown is None:
        raise Refusal(NOTHING_THERE)
    await _answer(request, shown)


async def look_up(request: Request, exhibit: Exhibit[AnyView], tokens: Sequence[str]) -> bool:
    """Answer with something that a game shows beside any match; false where there is nothing of that name."""
    shown = await request.services.studio.draw(exhibit.show, Outside(request.say), tokens, None)
    if shown is not None:
        await _answer(request, shown)
    return shown is not None


async def _answer(request: Request, shown: Exhibited) -> None:
    await replies.answer(request.interaction, shown.text, picture=shown.picture, words=shown.words)
