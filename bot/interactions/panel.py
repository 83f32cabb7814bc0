"""The private panel: opening it, turning its pages, carrying out its final buttons and those of the live message."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.interactions import lookup, refusals, replies
from bot.interactions.panel_text import behind, giving_way, with_news, without
from bot.interactions.services import Request, public_buttons
from bot.interactions.tokens import number_of
from bot.limits import ROWS
from bot.matches import changes
from bot.matches.loaded import LoadedMatch, SeatAtMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Played
from bot.panels import components, pages, room
from bot.panels.components import Pressed
from bot.panels.model import AnyView, Button, Panel, Press, Row, SeatPerspective, Select
from bot.panels.widgets import back, button, packed, with_button
from bot.publish import buttons, notices, recent
from bot.publish.summary import summarize
from bot.texts import columns, story
from bot.texts import match as texts
from games.api import Action
from games.errands import Errand, errands_of
from games.messages import Message

NEWS: Final = 6
"""In how many lines of a phone a panel tells what the others have done, where its picture has room then."""
OWN: Final = 5
"""In how many more it tells what came of the reader's own move, where others have followed that up already."""
LEAST: Final = 3
"""In how many it tells what the others have done where the reader's own move takes much room."""


async def open_panel(
    request: Request,
    match: LoadedMatch,
    tokens: Action = (),
    note: str = "",
    rule: str = "",
    more: tuple[Row, ...] = (),
    perspective: SeatPerspective[AnyView] | None = None,
    *,
    came: Sequence[str] = (),
    unfolded: bool = False,
    ahead: Container[str] = (),
    wanted: Callable[[], bool] = lambda: True,
    anew: bool = False,
    since: int | None = None,
) -> None:
    """Show the asker's private panel; spectators get the public position.

    `note` stands above it; `rule` is the number of a rule that the note refers to; `more` are rows below those of the
    panel, where there is room; `perspective` is the match as the reader sees it, where that is known already.
    `came` is what a step of the reader's own led to; what the panel says of it itself is left out.
    Without any of these, whoever is asked reads on the first page what the others have done since they acted.
    `unfolded` shows what is behind *More …* in the place of what answers; buttons with the action ids that are `ahead`
    are never behind it. Nothing is shown where it is no longer `wanted` once it is drawn. What is told once is left out
    of a player's panel that is drawn `anew` by itself: nobody may be looking at it. What came of what its player did
    after the entry of number `since` is told first then. Raises `Refusal`.
    """
    match.must_have_begun()
    features = request.services.features
    perspective = perspective or await lookup.perspective_for(request, match)
    if isinstance(perspective, SeatAtMatch):
        hints = (feature.panel_hint(request, match) for feature in features if feature.panel_hint is not None)
        perspective = replace(perspective, hinted=tuple(action for hint in hints for action in hint))
    panel = pages.usable(request.say, match.face.panel(perspective, tokens))
    panel = pages.returning(panel, lambda action_id: match.face.exhibit(action_id) is not None, tokens)
    picture = await request.services.studio.draw(
        match.face.pictures.private_board, request.say, perspective.view, panel.draft, perspective.names
    )
    asked = perspective.choice is not None and request.user in match.waited_for()
    news = perspective.seat is not None and (asked or match.result is not None) and not (tokens or note or came)
    names = perspective.names
    missed = recent.missed(request.say, match, names, request.user) if news else None
    makers = [of.panel_notes for of in features if of.panel_notes is not None]
    lines = [await feature.panel_lines(request, match) for feature in features if feature.panel_lines is not None]
    if match.result is not None:  # the page says how the match ended
        came = [sentence for sentence in came if sentence not in panel.text]
        if missed is not None:
            missed = replace(missed, news=missed.news.those(lambda sentence: sentence not in panel.text))
    told_once = [await note_of(request, match) for note_of in makers] if not anew or perspective.seat is None else []
    stopped = request.services.stopped.of(request.user, match) if not tokens else None
    why = "" if stopped is None else request.say.message(stopped)
    above = [*(one.text for one in told_once), note, why, story.joined(_untold(came, panel.tells))]
    below = [*(line for line in lines if line != note), notices.offered(request.say, match, perspective.names)]

    def text_above(rows: Sequence[Row], *, phone: bool = True) -> str:
        said = room.told(panel.retold(lambda text: texts.lines(*above, text, *below)).texts, rows, phone=phone)
        own, others = "", ""
        concerned = missed is not None and missed.concerns
        if missed is not None and concerned:
            said, others = with_news(missed, NEWS, rows, said, panel)
        if since is not None and perspective.seat is not None and not panel.tells:
            left = room.left(rows, texts.lines(others, said))
            space = left if others else max(1, left - news)
            own = recent.own_move(request.say, match, names, request.user, since, OWN, space)
        if missed is not None and not concerned:
            most = max(LEAST, NEWS - max(0, columns.height(own) - 1))
            said, others = with_news(missed, most, rows, said, panel, own)
        text = texts.lines(own, said if panel.tells else texts.lines(others, said))
        if panel.tells and others:  # they have answered what the first line tells
            text = behind(text, panel.text.split("\n")[0], others)
        for line in giving_way(panel):  # what came of an action may take as much room as the page itself
            if room.left(rows, text) >= 0 and (not phone or room.on_a_phone(rows, text)):
                break
            text = without(text, line)
        return text

    advance = [row for of in features if of.panel_rows is not None for row in of.panel_rows(request, match)]
    laid_out = partial(_rows, request, match, panel, perspective, tokens, rule, more, ahead, advance)
    rows = await laid_out()
    text = text_above(rows, phone=not advance)  # on a phone, answers in advance give way first
    tall = bool(advance) and room.crowded(rows, text)
    if tall or unfolded:
        rows = await laid_out(unfolded=unfolded, tall=tall)
        text = text_above(rows)
    if not wanted():
        return
    await replies.answer(request.interaction, text, picture=picture, view=components.view(match.id, rows, panel.key))
    for feature in features:
        if feature.panel_shown is not None:
            await feature.panel_shown(request, match, tokens)
    for one in told_once:
        await one.told()


def _untold(came: Sequence[str], told: Sequence[str]) -> list[str]:
    """Return what a step led to without what the panel tells: of what happened again and again that is the last."""
    left = list(came)
    for sentence in reversed(told):
        at = next((at for at in reversed(range(len(left))) if left[at] == sentence), None)
        if at is not None:
            del left[at]
    return left


async def _rows(
    request: Request,
    match: LoadedMatch,
    panel: Panel,
    perspective: SeatPerspective[AnyView],
    tokens: Action,
    rule: str,
    more: tuple[Row, ...],
    ahead: Container[str],
    advance: Sequence[Row],
    *,
    unfolded: bool = False,
    tall: bool = False,
) -> tuple[Row, ...]:
    """Return the rows below a panel: its own, more of them, those that features add; as many as Discord shows.

    Where that is too `tall` for a screen, what is answered in `advance` is behind *More …*, too.
    """
    features = request.services.features
    rows = pages.once(
        (
            *refusals.with_button(
                request.say, panel.rows, match.face.game.name, rule, refusals.in_panel(rule, tokens, panel.key)
            ),
            *more,
            *advance,
        )
    )
    spare = set()
    for feature in features:
        if feature.start_buttons is not None and not tokens:
            for made in await feature.start_buttons(request, match):
                if not any(_alike(made, one) for row in rows if isinstance(row, tuple) for one in row):
                    rows = with_button(rows, made)
                    spare.add(made.press.action_id)
    if match.result is not None and not tokens:
        for made in public_buttons(features)(request.say, match):
            if not any(_alike(made, one) for row in rows if isinstance(row, tuple) for one in row):
                rows = with_button(rows, made)
    # What explains a refusal stays in sight, and so does what is looked up.
    if perspective.choice is not None and not rule and not panel.looks_up:
        put_aside = advance if tall else ()
        rows = _folded(request, match, rows, tokens, ahead, unfolded=unfolded, advance=put_aside)
    if len(packed(rows)) > ROWS:  # what has no room is behind *More …*, too, whatever it is that is not an answer
        rows = _folded(request, match, rows, tokens, ahead, unfolded=unfolded, spare=spare)
    return packed(rows)[:ROWS]


def _alike(one: Button, other: Button) -> bool:
    """Return True for buttons that nobody can tell apart."""
    return (one.label, one.press.action_id) == (other.label, other.press.action_id)


def _folded(
    request: Request,
    match: LoadedMatch,
    rows: tuple[Row, ...],
    tokens: Action,
    ahead: Container[str],
    *,
    unfolded: bool,
    spare: Container[str] = (),
    advance: Sequence[Row] = (),
) -> tuple[Row, ...]:
    """Return the rows with *More …* in the place of what answers nothing, or what is behind it, with the way back.

    What answers nothing, for want of room, are the action ids of `spare`, too, and what is answered in `advance`.
    """
    later = {line.press for row in advance if isinstance(row, Select) for line in row.options}

    def aside(press: Press) -> bool:
        if press in later:
            return True
        handlers = (of.handlers.get(press.action_id) for of in request.services.features)
        entry = not press.tokens and any(handler is not None and handler.aside for handler in handlers)
        looks_up = entry or match.face.exhibit(press.action_id) is not None
        return press.action_id in spare or (press.action_id not in ahead and looks_up)

    front, behind = pages.folded(rows, aside)
    if not behind:
        return rows
    if unfolded:
        makers = [feature.more_buttons for feature in request.services.features] if not tokens else []
        more = [one for maker in makers if maker is not None for one in maker(request, match)]
        return (*behind[: ROWS - 1], (*more, back(request.say, *tokens)))
    return with_button(front, button(request.say("More …"), Press("more", tokens)))


async def page(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the panel at what was pressed."""
    await open_panel(request, match, pressed.press.tokens)


async def unfold(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show what is behind *More …* on the page that was pressed."""
    await open_panel(request, match, pressed.press.tokens, unfolded=True)


async def do(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry out an action, and the one that goes with it; whatever comes of it, the panel stays usable."""
    actions = [action for action in (pressed.press.tokens, pressed.press.then) if action]
    try:
        played = await request.services.matches.play(
            match, request.user, actions, key=pressed.key, interaction_id=request.interaction.id
        )
    except Refusal as refusal:
        await _refused(request, match, refusal, pressed.press.tokens)
    else:
        await show_played(request, match, played)


async def errand(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry out several actions that were given with one press (`games.errands`)."""
    given, key = pressed.press.tokens, pressed.key
    try:
        played = await request.services.matches.change(
            match, lambda now: changes.carried_on(now, request.user, given, key), request.interaction.id
        )
    except Refusal as refusal:
        await _refused(request, match, refusal)
    else:
        request.services.stopped.note(request.user, played.match, _stopped(request, match, played, given))
        await show_played(request, match, played)


def _stopped(request: Request, before: LoadedMatch, played: Played, given: Errand) -> Message | None:
    """Return why what was given in one go has stopped; `None` where what happened says it."""
    errands, seat, game = errands_of(before.face.game), before.seat_of(request.user), before.face.game
    if errands is None or seat is None:
        return None
    return errands.stopped(game.view(before.state, seat), game.view(played.match.state, seat), seat, given)


async def undo(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Take the last action back."""
    try:
        await take_back(request, match, pressed.key)
    except Refusal as refusal:
        await _refused(request, match, refusal)


async def agree(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Answer a draw offer or a takeback request, or resign.

    A third token is the number of what is answered; earlier versions had none, which is what stands now.
    """
    said, number = pressed.press.tokens[:2], pressed.press.tokens[2:]
    try:
        answered = number_of(".".join(number)) if number else None
        played = await request.services.matches.agree(
            match, request.user, said, answered=answered, interaction_id=request.interaction.id
        )
    except Refusal as refusal:
        await _refused(request, match, refusal)
    else:
        await show_played(request, match, played)


async def _refused(request: Request, match: LoadedMatch, refusal: Refusal, action: Action = ()) -> None:
    """Show the panel as it is now, with the reason above it. Raises `refusal` where the match has not begun.

    Where a rule is the reason, it stays on the page that the action was made on, as far as that is still there.
    """
    if not match.started:
        raise refusal
    now = await request.services.matches.load(match.id)  # somebody else may have acted meanwhile
    note, more = refusals.sentence(request.say, refusal), refusals.buttons(request.services, request.say, now, refusal)
    perspective = await lookup.perspective_for(request, now)
    on_a_page = refusal.rule and perspective.choice is not None
    page = pages.kept(lambda tokens: now.face.panel(perspective, tokens), action) if on_a_page else ()
    await open_panel(
        request, now, page, note=note, rule=refusal.rule, more=(more,) if more else (), perspective=perspective
    )


async def show_played(request: Request, before: LoadedMatch, played: Played) -> None:
    """Show the panel after a step of the asker's own, with what the step led to above it."""
    match = played.match
    perspective = await lookup.perspective_for(request, match)
    summary = summarize(request.say, match, before.newest, perspective.names, perspective.seat)
    more: tuple[Row, ...] = ()
    for feature in request.services.features:
        if feature.turn_rows is not None:
            more += await feature.turn_rows(request, match)
    came = story.results(summary.sentences)
    await open_panel(request, match, more=more, perspective=perspective, came=came)


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


async def answer(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Carry out a button of the live message, which then shows the outcome.

    Raises `Refusal` for players who are not asked, and when it is too late.
    """
    keys, action = buttons.read_answer(pressed.press.tokens)
    seat = match.must_play(request.user)
    asked = [choice for choice in match.choices if choice.must and match.key_of(choice) in keys]
    key = next((match.key_of(choice) for choice in asked if choice.seat == seat), None)
    if key is None:
        raise await _not_asked(request, match, sorted({choice.seat for choice in asked}))
    await request.services.matches.play(match, request.user, [action], key=key, interaction_id=request.interaction.id)


async def _not_asked(request: Request, match: LoadedMatch, seats: list[int]) -> Refusal:
    if not seats:
        return Stale(Message("That has been decided already; the message will show it in a moment."))
    names = await request.services.names.seats(request.say, match)
    players = request.say.every(names.get(seat) or request.say("somebody") for seat in seats)
    return Refusal(Message("The decision is up to {players}.", players=players))
