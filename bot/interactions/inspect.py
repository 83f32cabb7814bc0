"""Inspecting a match: the position, in words too, its rules, the exhibits of its game and its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from bot.interactions import lookup, replies
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components, pages
from bot.panels.components import NEXT_TOKEN, Pressed
from bot.panels.face import Exhibit, Exhibited, Scene
from bot.panels.model import AnyView, SeatPerspective
from bot.panels.widgets import button
from bot.publish import buttons, compose, notices
from bot.publish.summary import latest_scene
from bot.texts import match as texts
from bot.texts import rules
from bot.texts.phrases import Phrases
from games import draws
from games import record as records
from games.api import Action, Choice, Field, NotYourChoice, Ready
from games.history import Handover
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
    key: str = ""
    undoable: Action | None = None
    names: Mapping[int, str] = field(default_factory=dict)

    def about(self, choice: Choice) -> NoMatch:
        """Return this perspective as it is: there are no choices."""
        return self

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        """Raise `NotYourChoice`: there is nothing to choose."""
        raise NotYourChoice(Message("You are not playing in this match."))


async def position(request: Request, match: LoadedMatch, note: str) -> None:
    """Show the asker the public position, with a note above it."""
    say = request.say
    request.services.limits.must(request.user, "pictures")
    names = await request.services.names.seats(say, match)
    if not match.started:
        await replies.answer(request.interaction, texts.lines(note, notices.start_text(say, match, names, names)))
        return
    picture = await request.services.studio.draw(match.face.pictures.board, say, match.view(None), (), names)
    await replies.answer(
        request.interaction,
        texts.lines(note, compose.position_text(say, match, names)),
        picture=picture,
        view=components.view(match.id, buttons.public_rows(say, match)),
    )


async def words(request: Request, match: LoadedMatch, pressed: Pressed | None = None) -> None:
    """Tell the asker what they have not seen yet, and the whole position in words. Raises `Refusal`."""
    match.must_have_begun()
    perspective = await lookup.perspective_for(request, match)
    news = compose.news_text(request.say, match, perspective.names, request.user)
    description = await request.services.studio.draw(
        match.face.words.description, request.say, perspective.view, perspective.names
    )
    await replies.answer(request.interaction, news, words=description)


async def rule(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show a paragraph of the rules of the match's game. Raises `Refusal`."""
    view = way_back(request, match.id, pressed.press.then)
    await show_rule(request, match.face.game.name, NEXT_TOKEN.join(pressed.press.tokens), view)


async def show_rule(request: Request, game: str, rule: str, view: discord.ui.View | None) -> None:
    """Answer with a paragraph of the rules in the language of the one who asks. Raises `Refusal`."""
    paragraph = rules.paragraph(game, rule, request.say.language)
    if paragraph is None:
        raise Refusal(Message("There is no such rule; choose one from the list."))
    text = f"**{paragraph.number} {paragraph.title}**\n{paragraph.text}"
    await replies.answer(request.interaction, "", words=text, view=view)


def way_back(request: Request, match_id: str, page: Action = ()) -> discord.ui.View | None:
    """Return the button that leads from a look-up back to a page of the panel.

    `None` where the look-up is an answer of its own, which leaves what was pressed as it is.
    """
    if not replies.promise(request.interaction).turns:
        return None
    return components.view(match_id, ((button(request.say("Back"), pages.way_back(page)),),))


async def proof(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the fingerprint of what the draws of a match follow from, and what it is for."""
    text = _fair_draws(request.say, match)
    await replies.answer(request.interaction, text)


def _fair_draws(say: Phrases, match: LoadedMatch) -> str:
    """Return what the fingerprint means: while players join, and later; also where it proves nothing."""
    if not match.started:
        return say(
            "All draws will follow from a secret that is fixed already, and from what the players add by joining. The"
            " fingerprint of what is fixed so far is `{fingerprint}`: copy it before you join. It may change when"
            " somebody else joins or leaves. When the match is over, `/match record` tells the secret, and anybody can"
            " check every draw.",
            fingerprint=match.fingerprint,
        )
    doubt = draws.doubt(match.parts)
    if doubt is None:
        return say(
            "All draws follow from a secret that was fixed before anybody joined, and from what the players added by"
            " joining. Before the last player joined, the fingerprint was `{fingerprint}`. When the match is over,"
            " `/match record` tells the secret, and anybody can check every draw.",
            fingerprint=match.fingerprint,
        )
    if doubt == "alone":
        return say(
            "Nobody can check how the draws of this match were chosen: where one person plays against computers,"
            " whoever runs me could choose them. The fingerprint is `{fingerprint}`.",
            fingerprint=match.fingerprint,
        )
    if doubt == "computer":
        return say(
            "Nobody can check how the draws of this match were chosen: the last to join was a computer, so whoever runs"
            " me could choose them. The fingerprint is `{fingerprint}`.",
            fingerprint=match.fingerprint,
        )
    return say(
        "Nobody can check how the draws of this match were chosen: its players added nothing, or it was deleted."
        " The fingerprint is `{fingerprint}`.",
        fingerprint=match.fingerprint,
    )


async def pressed_exhibit(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of an exhibit. Raises `Refusal`."""
    exhibit = match.face.exhibit(pressed.press.action_id)
    if exhibit is None:
        raise Refusal(texts.OLD_BUTTON)
    view = way_back(request, match.id, pressed.press.then)
    await show_exhibit(request, match, exhibit, pressed.press.tokens, view)


async def show_exhibit(
    request: Request,
    match: LoadedMatch,
    exhibit: Exhibit[AnyView],
    tokens: Sequence[str],
    view: discord.ui.View | None = None,
) -> None:
    """Answer with an exhibit of the match's game. Raises `Refusal`."""
    request.services.limits.must(request.user, "pictures")
    match.must_have_begun()
    perspective = await lookup.perspective_for(request, match)
    await show_to(request, perspective, exhibit, tokens, latest_scene(match, perspective.names), view)


async def show_to(
    request: Request,
    perspective: SeatPerspective[AnyView],
    exhibit: Exhibit[AnyView],
    tokens: Sequence[str],
    scene: Scene[AnyView] | None,
    view: discord.ui.View | None,
) -> None:
    """Answer with an exhibit as it is from this perspective, and these buttons. Raises `Refusal`."""
    shown = await request.services.studio.draw(exhibit.show, perspective, tokens, scene)
    if shown is None:
        raise Refusal(NOTHING_THERE)
    await _answer(request, shown, view)


async def look_up(request: Request, exhibit: Exhibit[AnyView], tokens: Sequence[str]) -> bool:
    """Answer with an exhibit outside of any match and return True; return False where nothing has that name."""
    shown = await request.services.studio.draw(exhibit.show, NoMatch(request.say), tokens, None)
    if shown is not None:
        await _answer(request, shown)
    return shown is not None


async def _answer(request: Request, shown: Exhibited, view: discord.ui.View | None = None) -> None:
    await replies.answer(request.interaction, shown.text, picture=shown.picture, words=shown.words, view=view)


def record(match: LoadedMatch, user: int) -> dict[str, Any]:
    """Return the match record as the asker may have it: without secret and sealed answers while the match runs.

    Of a match across servers it names nobody else: what others have added stands there as if they had been deleted.
    Raises `Refusal`.
    """
    match.must_have_begun()
    across = match.match.across
    parts = [
        part.deleted() if across and isinstance(part, draws.Blinded) and part.player != user else part
        for part in match.parts
    ]
    return records.make(
        match.face.game,
        match.formation,
        match.options,
        match.match.seed,
        [done.entry for done in match.replayed],
        reader=match.seat_of(user),
        parts=parts,
        drawn=match.match.drawn,
        handovers=handovers(match),
    )


def handovers(match: LoadedMatch) -> list[Handover]:
    """Return the handovers of seats; for a user who was forgotten since, no id."""
    numbers = [(former.until, match.player_at(former.seat, former.until)) for former in match.match.former]
    return [Handover(number, user if user is not None and user > 0 else None) for number, user in numbers]
