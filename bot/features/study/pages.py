"""What presses in a study do, and `/study`."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.features.computers.hints import Hint, Hints, Question, against_computers
from bot.features.plans import pages as plan_pages
from bot.features.plans import reports
from bot.features.plans.plans import LINES
from bot.features.replay import steps
from bot.features.replay.pages import place
from bot.features.replay.steps import reader_of
from bot.features.replay.stops import Stops
from bot.features.study import board
from bot.features.study.board import ACTION_ID, Board
from bot.features.study.sessions import Session, Studies
from bot.interactions import lookup, refusals, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components, pages, room
from bot.panels.choosing import plain
from bot.panels.components import Pressed
from bot.panels.model import Button, Press
from bot.panels.trial import DO, SHOW
from bot.panels.widgets import TURN, button
from bot.people.names import names_at
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Action, GameError
from games.computers import computers_of
from games.doubts import CHANCE
from games.messages import Message
from games.studies import Study

FROM_REPLAY = Message("The match is over. *Study from here* at a step of its replay opens the study board.")
GONE = Message("Your study is not kept any more: it ends after an hour, or when I restart. Here is a new one.")
MOST_DIGITS = 6


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a press in a study, or one that opens it. Raises `Refusal`."""
    what, *rest = (*pressed.press.tokens, "")
    tokens = tuple(rest[:-1])
    if what in ("", board.NEW, board.FROM):
        await _open(request, match, what, tokens)
        return
    session = request.services.get(Studies).find(request.user, match.id)
    if session is None:
        await show(request, match, _begun(request, match, None, ""), note=request.say.message(GONE))
    elif what == board.PLAN:
        await _plan(request, match, session)
    elif what == board.FILM:
        await _film(request, match, session)
    elif what == board.HINT:
        await _hint(request, match, session)
    elif what == SHOW:
        await show(request, match, session, tokens)
    else:
        await show(request, match, session, note=carry_out(request.say, session.study, pressed))


async def _open(request: Request, match: LoadedMatch, what: str, tokens: Action) -> None:
    """Show a study from its start: the one that is open, as it was left, or a new one."""
    session = request.services.get(Studies).find(request.user, match.id)
    if what == board.FROM:
        number, eyes, origin = (*tokens, "", "", "")[:3]
        session = _begun(request, match, int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else 0, eyes)
        session.origin = place(origin)
    elif what == board.NEW and session is not None and match.match.status == "over":
        session.study.go(0)
        del session.study.steps[:]
    elif what == board.NEW or session is None or _behind(match, session):
        session = _begun(request, match, None, "")
    await show(request, match, session)


def _begun(request: Request, match: LoadedMatch, number: int | None, eyes: str) -> Session:
    """Begin a study of how a running match stands, or of a step of the replay of one that is over. Raises `Refusal`."""
    match.must_have_begun()
    if match.match.status != "over":
        seat: int | None = match.must_play(request.user)
        number, view = match.newest, match.view(seat)
    elif number is None:
        raise Refusal(FROM_REPLAY)
    else:
        stops, seat = Stops(match), reader_of(match, request.user, eyes)
        number = stops.at(number)
        view = stops.view(number, seat)
    try:
        study = Study(match.face.game, view, seat, f"{match.id} {number}")
    except GameError as refused:
        raise Refusal.of(refused) from refused
    session = Session(study, number)
    request.services.get(Studies).keep(request.user, match.id, session)
    return session


def _behind(match: LoadedMatch, session: Session) -> bool:
    """Return whether a running match has gone on since a study of it began."""
    return match.match.status == "running" and match.newest != session.number


def carry_out(say: Phrases, study: Study, pressed: Pressed) -> str:
    """Do in a study what was pressed; return why it cannot be done, empty where it was."""
    what, *rest = (*pressed.press.tokens, "")
    tokens = tuple(rest[:-1])
    number = int(tokens[0]) if tokens and tokens[0].isdecimal() and len(tokens[0]) <= MOST_DIGITS else 0
    try:
        if what == DO:
            if all(choice.key != pressed.key for choice in study.choices):
                return say.message(pages.GONE)
            study.act(*(action for action in (tokens, pressed.press.then) if action))
        elif what == board.PICK and all(not token.startswith(TURN) for token in tokens):
            study.suppose(plain(tokens))
        elif what == board.CHANCE:
            study.suppose(CHANCE)
        elif what == board.REST:
            study.suppose(CHANCE, rest=True)
        elif what == board.GO:
            study.go(number)
        elif what == board.AS:
            study.turn_to(number)
        elif what == board.AGAIN:
            study.again()
    except GameError as refused:
        return refusals.sentence(say, Refusal.of(refused))
    return ""


async def show(request: Request, match: LoadedMatch, session: Session, tokens: Action = (), note: str = "") -> None:
    """Show a page of a study, with `note` above it."""
    shown = await _board(request, match, session)
    made = board.page(shown, tokens)
    picture = await request.services.studio.draw(*board.drawn(shown, made.draft))
    view = components.view(match.id, made.rows, made.key)
    text = room.told(made.retold(lambda text: texts.lines(note, text)).texts, made.rows)
    await replies.answer(request.interaction, text, picture=picture, view=view)


async def _board(request: Request, match: LoadedMatch, session: Session) -> Board:
    names = names_at(await request.services.names.seats(request.say, match), session.number)
    running = match.match.status == "running"
    return Board(
        match.face,
        session.study,
        names,
        request.say,
        running,
        _behind(match, session),
        helped=_helped(request, match),
        back=None if running else steps.press(session.number, session.study.reader, session.origin),
    )


def _helped(request: Request, match: LoadedMatch) -> bool:
    """Return whether a computer player may be asked: never about a match between people that runs still."""
    alone = match.match.status == "over" or against_computers(match, request.user)
    return alone and computers_of(match.face.game) is not None


async def _plan(request: Request, match: LoadedMatch, session: Session) -> None:
    """Make the reader's own part their plan, and show that; none of it where it is no plan. Raises `Refusal`."""
    match.must_run()
    say, part = request.say, session.study.own_part
    if not part or len(part) > LINES:
        why = say("A plan has at most {count} actions.", count=LINES) if part else say("You have no move here to plan.")
        await show(request, match, session, note=why)
        return
    match, report = await reports.keep(request, match, [" ".join(action) for action in part])
    await plan_pages.show(request, match, texts.lines(report, say("The plan is kept.")))


async def _film(request: Request, match: LoadedMatch, session: Session) -> None:
    """Show the film of the last step."""
    shown = await _board(request, match, session)
    scene, film = board.scene(shown), match.face.film
    if scene is None or film is None:
        await show(request, match, session)
        return
    request.services.limits.must(request.user, "pictures")
    picture = await request.services.studio.draw(film.draw, request.say, scene)
    way_back = button(request.say("Back"), Press(ACTION_ID, (SHOW,)))
    text = request.say("**Study board**: this is what would happen.")
    await replies.answer(request.interaction, text, picture=picture, view=components.view(match.id, ((way_back,),)))


async def _hint(request: Request, match: LoadedMatch, session: Session) -> None:
    """Ask a computer player what it would do at this place of the study. Raises `Refusal`."""
    study, known = session.study, computers_of(match.face.game)
    if known is None or not _helped(request, match):
        raise Refusal(Message("No computer helps with a match between people while it runs."))
    choice = study.choice
    if choice is None or study.doubt is not None:
        await show(request, match, session)
        return

    async def tell(hint: Hint) -> None:
        back = button(request.say("Back"), Press(ACTION_ID, (SHOW,)), style="primary")
        told = hint.told(request.say, match.face, await request.services.names.seats(request.say, match))
        await replies.answer(request.interaction, told, view=components.view(match.id, ((back,),)))

    place = f"{session.number} {study.at}"
    await request.services.get(Hints).think(request, match, Question(study.now.state, choice, known, place), tell)


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button for a player of a running match of a game that can be studied."""
    seat = match.seat_of(request.user)
    if match.match.status != "running" or seat is None:
        return ()
    try:
        Study(match.face.game, match.view(seat), seat, "")
    except GameError:
        return ()
    return (Button(request.say("Study"), Press(ACTION_ID)),)


@app_commands.command(name="study", description=locale_str("Try moves for all sides on a board of your own"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def study_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Open the study board."""
    request = await begin(interaction)
    await _open(request, await lookup.find(request, match), "", ())


study_command.allowed_contexts, study_command.allowed_installs = EVERYWHERE, INSTALLED
