"""The page on which spectators predict what comes, its buttons, and `/predict`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED
from bot.features.predictions import table
from bot.features.predictions.service import ACTION_ID, AFTER, Open, Predicting, is_insider
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import NO_EFFECT, Refusal, Stale
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.panels.widgets import button, rows_of, show
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead, MatchStatus, Prediction

NO_SUBJECT: Final = "-"
"""The token of questions that are always about the same."""
RUNNING: Final[tuple[MatchStatus, ...]] = ("running",)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle an answer, or the button that leads to the page. Raises `Refusal`."""
    tokens = pressed.press.tokens
    if not tokens or tokens[0] == AFTER:
        await show_page(request, match)
        return
    if tokens[0] == table.TABLE:
        await table.pressed(request, pressed, match)
        return
    if len(tokens) != 3 or not (tokens[0].isascii() and tokens[0].isdecimal() and len(tokens[0]) < 6):
        raise Refusal(texts.OLD_BUTTON)
    number, subject, answer = tokens
    predicting = request.services.get(Predicting)
    wanted = "" if subject == NO_SUBJECT else subject
    try:
        now = await predicting.predict(match, request.user, int(number), wanted, answer)
    except Stale as gone:
        if gone.message is not NO_EFFECT:
            raise
        await show_page(request, match, note=request.say.message(NO_EFFECT))
    else:
        await show_page(request, now, said=True)


async def pressed_table(request: Request, pressed: Pressed) -> None:
    """Show the table of the best on this server. Raises `Refusal`."""
    await table.pressed(request, pressed)


async def show_page(request: Request, match: LoadedMatch, *, said: bool = False, note: str = "") -> None:
    """Show what can be predicted now, with what the asker has said and a button for each answer. Raises `Refusal`.

    `note` stands above it.
    """
    say, predicting = request.say, request.services.get(Predicting)
    names = await request.services.names.seats(say, match)
    now = await predicting.must_be_open(say, match, request.user, names)
    stored = await request.services.store.predictions.of(match.id, now.number)
    made = [one for one in stored if one.subject == now.question.subject]
    mine = next((one for one in made if one.user_id == request.user), None)
    text = texts.lines(
        note,
        f"**{now.question.text}**",
        _state(say, now, mine, said=said),
        say.plural("{count} person has predicted it.", "{count} people have predicted it.", len(made)) if made else "",
        "" if said else say("You can change your answer until it begins. Only your place in a table is at stake."),
    )
    answers = [_answer(now, at, mine) for at in range(len(now.question.answers))]
    below = [table.to_table(say("Best predictions"))]
    if replies.promise(request.interaction).turns:
        below.append(button(say("Back"), show()))
    rows = (*rows_of(answers), tuple(below))
    await replies.answer(request.interaction, text, view=components.view(match.id, rows))


def _answer(now: Open, at: int, mine: Prediction | None) -> Button:
    """Return the button of an answer; that of the one that was given is marked, and does nothing."""
    answer = now.question.answers[at]
    given = mine is not None and mine.answer == answer.token
    press = Press(ACTION_ID, (str(now.number), now.question.subject or NO_SUBJECT, answer.token))
    return button(answer.label, press, style="success" if given else "secondary", disabled=given)


def _state(say: Phrases, now: Open, mine: Prediction | None, *, said: bool) -> str:
    label = next((one.label for one in now.question.answers if mine is not None and one.token == mine.answer), None)
    if label is None:
        return say("You have not predicted anything yet.")
    return say("Noted. You say: {answer}.", answer=label) if said else say("You say: {answer}.", answer=label)


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button that leads to the page, for spectators who may predict something now."""
    kind = match.face.predictions
    if kind is None or match.match.status != "running" or is_insider(match, request.user):
        return ()
    if not await request.services.get(Predicting).is_open(match, request.user):
        return ()
    return (button(request.say.message(kind.label), Press(ACTION_ID)),)


def invitation(say: Phrases, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the row with the button that leads to the page, for messages to spectators."""
    kind = match.face.predictions
    return () if kind is None else ((button(say.message(kind.label), Press(ACTION_ID)),),)


async def _running_here(request: Request) -> Sequence[MatchHead]:
    """Return the matches of this channel that others may look at and the asker does not play in."""
    channel_id = lookup.channel_of(request.interaction)
    heads = await request.services.store.matches.in_channel(channel_id, RUNNING) if channel_id is not None else ()
    return [m for m in heads if not m.private and all(s.user_id != request.user for s in m.seats)]


@app_commands.command(name="predict", description=locale_str("Predict what comes next in a match you are watching"))
@app_commands.describe(match=locale_str("Which match; not needed in its thread, or with only one in this channel"))
@app_commands.autocomplete(match=lookup.choices_of(_running_here))
async def predict_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the page of predictions."""
    request = await begin(interaction)
    loaded = await lookup.find_among(
        request,
        match,
        _running_here,
        none=Message("There is no match to predict in this channel."),
        several=Message("Several matches run in this channel; choose one with `match`."),
    )
    await show_page(request, loaded)


predict_command.allowed_contexts, predict_command.allowed_installs = EVERYWHERE, INSTALLED
