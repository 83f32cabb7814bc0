"""Hints, in matches against computers alone: where a strong computer player would play, and why, in one sentence.

What it thinks about is what the asker sees, in the process in which computers think; nothing of it is stored. An
answer takes seconds, so it is given beside the work on other presses, in a message for the asker alone.
"""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.features.computers.thinking import Thinking
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.refusals import answer_failure
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Button, Press
from bot.panels.widgets import button
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Choice, Decision
from games.computers import Computers, computers_of
from games.messages import Message

ACTION_ID: Final = "hint"
HUNDREDTHS: Final = 100
"""How many of the parts in which chances are counted make one percent."""
WITH_PEOPLE: Final = Message("Hints are only for matches in which you play against computers alone.")


class Question(NamedTuple):
    """A choice that a computer player is asked about."""

    state: Any
    """The position, of which it sees what the choice's seat does."""
    choice: Choice
    known: Computers
    place: str
    """Tells the place in the match from others: at the same one it says the same."""


class Hints:
    """Asks the strongest computer player what it would do in somebody's place."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self._answers: set[asyncio.Task[None]] = set()

    async def answer(self, request: Request, match: LoadedMatch) -> None:
        """Begin to think, and answer when that is done: whoever presses meanwhile does not wait for it.

        Raises `Refusal` where there is nothing to hint at.
        """
        choice, known = asked(match, request.user)
        way_on = button(texts.play_label(request.say), Press("show"), style="primary")
        await self.think(request, match, Question(match.state, choice, known, str(len(match.entries))), way_on)

    async def think(self, request: Request, match: LoadedMatch, question: Question, way_on: Button) -> None:
        """Begin to think about a question in a match, and answer it with a button below that leads on."""
        request.services.limits.must(request.user, "hints")
        await replies.promise(request.interaction).announce()
        answer = asyncio.create_task(self._answer(request, match, question, way_on), name=f"hint in match {match.id}")
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(self, request: Request, match: LoadedMatch, asked: Question, way_on: Button) -> None:
        try:
            try:
                decision, chance = await self._thought(match, asked)
            except BrokenProcessPool:  # it was killed meanwhile, and another one thinks
                decision, chance = await self._thought(match, asked)
            view = components.view(match.id, ((way_on,),))
            await replies.answer(request.interaction, told(request.say, match.face, decision, chance), view=view)
        except Exception as error:
            await answer_failure(request.interaction, error)

    async def _thought(self, match: LoadedMatch, asked: Question) -> tuple[Decision, int | None]:
        """Return what the strongest level would do, and how the chances are then.

        The same position gives the same hint. Raises `BrokenProcessPool`.
        """
        game, choice, known = match.face.game, asked.choice, asked.known
        legal = game.legal(asked.state, choice.seat, choice.key)
        seed, view = f"{ACTION_ID}:{match.id}:{asked.place}", game.view(asked.state, choice.seat)
        decision, _ = await self.thinking.decide(known.module, view, legal, seed, known.levels[-1])
        meant = (decision.action, *decision.plan)
        return decision, await self.thinking.foresee(known.module, view, meant, f"{seed}:chance")


def against_computers(match: LoadedMatch, user: int) -> bool:
    """Return True if nobody but this user has a seat, or has had one and may come back to it."""
    return match.users() == [user] and not match.match.former


def asked(match: LoadedMatch, user: int) -> tuple[Choice, Computers]:
    """Return the choice that a user can get a hint for, and who gives it. Raises `Refusal`."""
    seat, known = match.must_play(user), computers_of(match.face.game)
    if known is None or not against_computers(match, user):
        raise Refusal(WITH_PEOPLE)
    choice = next((one for one in match.choices if one.seat == seat and one.must), None)
    if choice is None:
        raise Refusal(Message("It is not your turn; ask again when it is."))
    return choice, known


def told(say: Phrases, face: AnyFace, decision: Decision, chance: int | None) -> str:
    """Return what a computer player would do, why, and how the chances are then, in ten-thousandths, where known."""
    actions = (decision.action, *decision.plan)
    lines = [
        say("**I would play:** {actions}", actions=" · ".join(face.words.action_text(say, one) for one in actions)),
        say.message(decision.why) if decision.why is not None else "",
    ]
    if chance is not None:
        percent = round(chance / HUNDREDTHS)
        lines.append(say("Your chance of winning if you play this: {percent} %.", percent=percent))
    return texts.lines(*lines)


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Give a hint. Raises `Refusal`."""
    await request.services.get(Hints).answer(request, match)


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button for somebody who can get a hint."""
    try:
        asked(match, request.user)
    except Refusal:
        return ()
    return (Button(request.say("Hint"), Press(ACTION_ID)),)


@app_commands.command(name="hint", description=locale_str("Where the computer would play in your place, and why"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def hint_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Give a hint."""
    request = await begin(interaction)
    await request.services.get(Hints).answer(request, await lookup.find(request, match))


hint_command.allowed_contexts, hint_command.allowed_installs = EVERYWHERE, INSTALLED
