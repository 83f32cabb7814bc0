"""Hints, in matches against computers alone: where a strong computer player would play, and why, in one sentence.

What it thinks about is what the asker sees, in the process in which computers think; nothing of it is stored. An
answer takes seconds, so it is given beside the work on other presses. It stands in the asker's panel, and stays there,
less what has been played of it, for as long as they follow it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP
from bot.features.computers.thinking import Thinking
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.panel import open_panel
from bot.interactions.refusals import answer_failure
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels.components import Pressed
from bot.panels.face import AnyFace
from bot.panels.model import Button, Press
from bot.texts import match as texts
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Decision, GameError
from games.chances import percent
from games.computers import Computers, computers_of
from games.draws import SEED_BYTES, Draws
from games.messages import Message

ACTION_ID: Final = "hint"
KEPT: Final = 1_000
"""So many hints are remembered at once."""
WITH_PEOPLE: Final = Message("Hints are only for matches in which you play against computers alone.")


class Question(NamedTuple):
    """A choice that a computer player is asked about."""

    state: Any
    """The position, of which it sees what the choice's seat does."""
    choice: Choice
    known: Computers
    place: str
    """Tells the place in the match from others: at the same one it says the same."""


class End(NamedTuple):
    """The last action of a turn: the view of its seat before it, what happens by it, and whether that ends the turn."""

    view: Any
    events: tuple[Any, ...]
    turn_ended: bool


class Hint(NamedTuple):
    """The rest of a turn as a computer player would play it in somebody's place."""

    actions: tuple[Action, ...]
    """In the order in which it would play them."""
    why: Message | None
    chance: int | None
    """The chance of winning after them, in ten-thousandths; `None` where that is not known."""
    end: End | None = None
    """The last of these actions; `None` where what it leads to is not told."""

    def told(self, say: Phrases, face: AnyFace, names: Names, done: int = 0) -> str:
        """Return what to play, without the first `done` actions, and why; and how the chances are."""
        left = " · ".join(face.words.action_text(say, one, names) for one in self.actions[done:])
        lines = [
            say("**I would play next:** {actions}", actions=left)
            if done
            else say("**I would play:** {actions}", actions=left),
            self._ending(say, face, names, len(self.actions) - done),
            say.message(self.why) if self.why is not None else "",
        ]
        if self.chance is not None:
            chance = percent(self.chance)
            lines.append(say("Your chance of winning if you play this: {percent}%.", percent=chance))
        return texts.lines(*lines)

    def _ending(self, say: Phrases, face: AnyFace, names: Names, left: int) -> str:
        """Return what the last action leads to: the battle, or that it ends the turn where its name does not say so.

        `left` is how many actions stand above that, to be played still.
        """
        if self.end is None:
            return ""
        battle = face.words.fought(say, self.end.view, self.end.events, names)
        if battle or not self.end.turn_ended or len(self.actions[-1]) == 1:
            return battle
        return say("The last of these actions ends your turn.") if left > 1 else say("This ends your turn.")


Show = Callable[[Hint], Awaitable[None]]
"""Shows a hint to whoever has asked for it."""
Note = Callable[[], Coroutine[Any, Any, None]]
"""Tells them that it is being worked out."""


class Hints:
    """Asks the strongest computer player what it would do in somebody's place."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self._answers: set[asyncio.Task[None]] = set()
        self._given: OrderedDict[tuple[int, str], tuple[int, Hint]] = OrderedDict()
        """The newest hint of each user in each match, and the number of the newest entry when it was asked for."""

    async def answer(self, request: Request, match: LoadedMatch) -> None:
        """Begin to think, and answer when that is done: whoever presses meanwhile does not wait for it.

        Raises `Refusal` where there is nothing to hint at.
        """
        choice, known = asked(match, request.user)

        async def show(hint: Hint) -> None:
            self._given[request.user, match.id] = match.newest, hint
            self._given.move_to_end((request.user, match.id))
            while len(self._given) > KEPT:
                self._given.popitem(last=False)
            await open_panel(request, await request.services.matches.load(match.id))

        async def note() -> None:
            await open_panel(request, match, note=request.say("A hint is being worked out, which takes some seconds."))

        await self.think(request, match, Question(match.state, choice, known, str(len(match.entries))), show, note)

    async def think(
        self, request: Request, match: LoadedMatch, question: Question, show: Show, note: Note | None = None
    ) -> None:
        """Begin to think about a question in a match, and show what comes of it; a note says so meanwhile."""
        request.services.limits.must(request.user, "hints")
        await replies.promise(request.interaction).announce()
        answer = asyncio.create_task(
            self._answer(request, match, question, show, note), name=f"hint in match {match.id}"
        )
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _answer(
        self, request: Request, match: LoadedMatch, asked: Question, show: Show, note: Note | None
    ) -> None:
        noted = asyncio.create_task(note()) if note is not None else None
        try:
            try:
                hint = await self._thought(match, asked)
            except BrokenProcessPool:  # it was killed meanwhile, and another one thinks
                hint = await self._thought(match, asked)
            if noted is not None:
                await noted  # what is shown takes its place
            await show(hint)
        except Exception as error:
            if noted is not None:
                await asyncio.wait([noted])
            await answer_failure(request.interaction, error)

    async def _thought(self, match: LoadedMatch, asked: Question) -> Hint:
        """Return what the strongest level would do, and how the chances are then.

        The same position gives the same hint. Raises `BrokenProcessPool`.
        """
        decision, seed, view = await _decided(self.thinking, match, asked)
        meant = (decision.action, *decision.plan)
        chance = await self.thinking.foresee(asked.known.module, view, meant, f"{seed}:chance")
        return Hint(meant, decision.why, chance, _end(match, asked, meant))

    def followed(self, request: Request, match: LoadedMatch) -> tuple[Hint, int] | None:
        """Return the hint that somebody follows and how much of it is done; `None` without one or where they left it.

        Of a hint that is played whole nothing is left to follow.
        """
        here = request.user, match.id
        at, hint = self._given.get(here, (0, None))
        if hint is None:
            return None
        since, seat = match.past.after(at), match.seat_of(request.user)
        done = [one for one in since if one.entry.kind != "undo" and match.past.counts(one.number)]
        followed = [one.entry.tokens for one in done if one.entry.seat == seat]
        back = any(number <= at for one in since for number in one.takes_back)
        if back or len(followed) < len(done) or tuple(followed) != hint.actions[: len(followed)]:
            return None
        return None if len(followed) == len(hint.actions) else (hint, len(followed))

    async def line(self, request: Request, match: LoadedMatch) -> str:
        """Return what is left of the hint that somebody follows, in words; empty where there is nothing."""
        found = self.followed(request, match)
        if found is None:
            return ""
        hint, done = found
        return hint.told(request.say, match.face, await request.services.names.seats(request.say, match), done)

    def forget(self, user: int) -> None:
        """Drop what was hinted to a user."""
        for here in [here for here in self._given if here[0] == user]:
            del self._given[here]


def _end(match: LoadedMatch, asked: Question, actions: Sequence[Action]) -> End | None:
    """Return what the last of these actions leads to; `None` where it cannot be told before it is done.

    The seat knows all that decides it: its own actions, and a battle, in which nothing is drawn.
    """
    game, seat, state = match.face.game, asked.choice.seat, asked.state
    if not match.face.words.tells_battles:
        return None
    draws = Draws(bytes(SEED_BYTES))  # what is drawn after the turn is not shown
    step = None
    before = state
    for action in actions:
        try:
            before, step = state, game.apply(state, seat, action, draws)
        except GameError:
            return None
        state = step.state
    if step is None:
        return None
    shown = tuple(one for event in step.events if (one := game.show(event, seat)) is not None)
    return End(game.view(before, seat), shown, seat in step.turns_ended)


async def _decided(thinking: Thinking, match: LoadedMatch, asked: Question) -> tuple[Decision, str, Any]:
    """Return what the strongest level does, the seed of its random numbers, and what it was shown."""
    game, choice, known = match.face.game, asked.choice, asked.known
    legal = game.legal(asked.state, choice.seat, choice.key)
    seed, view = f"{ACTION_ID}:{match.id}:{asked.place}", game.view(asked.state, choice.seat)
    decision, _ = await thinking.decide(known.module, view, legal, seed, known.levels[-1])
    return decision, seed, view


async def said_by_hint(thinking: Thinking, match: LoadedMatch, asked: Question) -> tuple[Action, ...]:
    """Return the actions that a hint names. Raises `BrokenProcessPool`."""
    decision, _, _ = await _decided(thinking, match, asked)
    return (decision.action, *decision.plan)


def question(match: LoadedMatch, seat: int, state: Any, entries: int) -> Question | None:
    """Return the question for which a seat got its hint in a position, after so many entries; `None` without one."""
    known = computers_of(match.face.game)
    choice = next((one for one in match.face.game.choices(state) if one.seat == seat and one.must), None)
    return None if known is None or choice is None else Question(state, choice, known, str(entries))


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


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Give a hint. Raises `Refusal`."""
    await request.services.get(Hints).answer(request, match)


async def panel_line(request: Request, match: LoadedMatch) -> str:
    """Return the hint that somebody follows."""
    return await request.services.get(Hints).line(request, match)


def panel_hint(request: Request, match: LoadedMatch) -> tuple[Action, ...]:
    """Return what the hint that somebody follows still says to play."""
    found = request.services.get(Hints).followed(request, match)
    return () if found is None else found[0].actions[found[1] :]


async def start_buttons(request: Request, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button for somebody who can get a hint."""
    try:
        asked(match, request.user)
    except Refusal:
        return ()
    return (Button(request.say("Hint"), Press(ACTION_ID)),)


@app_commands.command(name="hint", description=locale_str("What the computer would play in your place, and why"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def hint_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Give a hint."""
    request = await begin(interaction)
    await request.services.get(Hints).answer(request, await lookup.find(request, match))


hint_command.allowed_contexts, hint_command.allowed_installs = EVERYWHERE, INSTALLED
