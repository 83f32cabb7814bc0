"""The private panel: opening it, turning its pages, carrying out what its last buttons stand for."""

from __future__ import annotations

from bot.features.followers import pages as following
from bot.features.plans import pages as planning
from bot.features.standing_orders import pages as instructing
from bot.interactions import lookup, next_match, replies, rulebook
from bot.interactions.services import Request
from bot.limits import ROWS
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.matches.service import Played
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import AnyView, Row, SeatPerspective
from bot.publish import compose, standing
from bot.publish.summary import summarize
from bot.texts import match as texts
from bot.texts import story
from games.api import Action


async def open_panel(
    request: Request,
    match: LoadedMatch,
    tokens: Action = (),
    note: str = "",
    rule: str = "",
    more: tuple[Row, ...] = (),
    perspective: SeatPerspective[AnyView] | None = None,
) -> None:
    """Show the private panel of whoever asks; spectators get the public position.

    `note` stands above it; `rule` is the number of a rule that the note refers to; `more` are rows below those of the
    panel, where there is room; `perspective` is the match as the reader sees it, where that is known already. Raises
    `Refusal`.
    """
    match.must_have_begun()
    here = perspective or await lookup.seen(request, match)
    panel = match.face.panel(here, tokens)
    picture = await request.services.studio.draw(
        match.face.pictures.private_board, request.say, here.view, panel.draft, here.names
    )
    text = texts.lines(
        await instructing.unseen(request, match),
        await planning.unseen(request, match),
        note,
        panel.text,
        standing.offered(request.say, match, here.names),
    )
    rows = (
        *rulebook.with_button(request.say, panel.rows, match.face.game.name, rule),
        *more,
        *planning.rows(request, match),
        *following.rows(request, match),
    )[:ROWS]
    await replies.answer(request.interaction, text, picture=picture, view=components.view(match.id, rows, panel.key))


async def page(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the panel at what was pressed."""
    await open_panel(request, match, pressed.press.tokens)


async def do(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry out an action, and the one that goes with it; whatever comes of it, the panel stays usable."""
    actions = [action for action in (pressed.press.tokens, pressed.press.then) if action]
    try:
        played = await request.services.matches.play(
            match, request.user, actions, key=pressed.key, interaction_id=request.interaction.id
        )
    except Refusal as refusal:
        await _refused(request, match, refusal)
    else:
        await show_played(request, match, played)


async def undo(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Take the last action back."""
    try:
        await take_back(request, match, pressed.key)
    except Refusal as refusal:
        await _refused(request, match, refusal)


async def agree(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Answer what the players agree on."""
    try:
        played = await request.services.matches.agree(
            match, request.user, pressed.press.tokens, interaction_id=request.interaction.id
        )
    except Refusal as refusal:
        await _refused(request, match, refusal)
    else:
        await show_played(request, match, played)


async def _refused(request: Request, match: LoadedMatch, refusal: Refusal) -> None:
    """The panel as it is now, with the reason above it. Before the match has begun there is none: raises `refusal`."""
    if not match.started:
        raise refusal
    now = await request.services.matches.load(match.id)  # somebody else may have acted meanwhile
    await open_panel(request, now, note=rulebook.sentence(request.say, refusal), rule=refusal.rule)


async def show_played(request: Request, before: LoadedMatch, played: Played) -> None:
    """The panel after a step of the player's own, with what the step led to above it."""
    match = played.match
    seen = await lookup.seen(request, match)
    summary = summarize(request.say, match, compose.newest(before), seen.names, seen.seat)
    more = await next_match.next_row(request, match)
    await open_panel(request, match, note=story.told(story.results(summary.sentences)), more=more, perspective=seen)


async def take_back(request: Request, match: LoadedMatch, key: str | None = None) -> None:
    """Take the player's last action back and show the panel again. Raises `Refusal`."""
    played = await request.services.matches.undo(match, request.user, key=key, interaction_id=request.interaction.id)
    await open_panel(request, played.match, note=request.say("Taken back."))


async def play_typed(request: Request, match: LoadedMatch, typed: Action) -> None:
    """Carry out a typed action and answer with what it did and the panel for what comes next. Raises `Refusal`."""
    played = await request.services.matches.play_typed(
        match, request.user, typed, interaction_id=request.interaction.id
    )
    await show_played(request, match, played)
