"""What computer players do at a match: they begin it with whoever is alone, act when asked, and answer offers.

They sit down with the challenge that names them (`bot.matches.lobby`). All else is one job each, which is added with
the step that asks for it. Done twice it does nothing the second time, for the choice that it was made for is gone. What
they decide follows from what is stored, so it is the same once more where a process was killed before it was written.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from typing import Final

from bot.features.computers.thinking import Thinking
from bot.jobs.kinds import Outcome
from bot.matches import changes, computers, seating
from bot.matches.loaded import LoadedMatch
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal, Stale
from bot.matches.work import Change, Extension
from games import agreements
from games.api import Action, Choice, Decision
from games.computers import computers_of
from games.messages import Message
from storage import ClaimedJob, StoredComputer

log = logging.getLogger("bot.computers")

POSTED_MS: Final = 500
"""After how many milliseconds it is looked again whether a challenge has been posted."""
ATTEMPTS: Final = 3
"""After so many attempts that failed a match goes on without thinking, so that it never stands still for a fault."""
HOPELESS: Final = 300
"""Below this chance of winning, in ten-thousandths, a turn is hopeless."""
HOPELESS_TURNS: Final = 2
"""After so many hopeless turns of its own in a row a computer player gives up, where that was asked for."""


class ComputerPlayers(Extension):
    """Lets computer players play."""

    def __init__(self, lobby: Lobby, thinking: Thinking) -> None:
        self.lobby = lobby
        self.matches = lobby.matches
        self.store = lobby.store
        self.thinking = thinking

    async def amend(self, match: LoadedMatch, change: Change) -> Change:
        """Add the job in which computer players go on, to every step of a match that has some."""
        status = change.status or match.match.status
        if status not in ("lobby", "running") or not computers.seated(change.seats or match.match.seats):
            return change
        return replace(change, posts_after=(*change.posts_after, computers.job(match.id)))

    async def begin(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> None:
        """Begin a match of one person against computers, who all sit already. Handles `computers.ALONE`."""
        if match.match.status == "lobby":
            await self.lobby.start(match)

    async def play(self, match: LoadedMatch, claim: ClaimedJob, now: int) -> Outcome | None:
        """Do what a match waits for from a computer player: one thing, for after it there is another job.

        Raises what thinking raises, until it has failed too often.
        """
        try:
            if match.match.status == "lobby":
                return await self._accept(match, now)
            if match.match.status == "running" and not await self._answer(match):
                await self._act(match, claim)
        except Stale:
            log.info("match %s has gone on before its computer players", match.id)
        return None

    async def _accept(self, match: LoadedMatch, now: int) -> Outcome | None:
        """Let the first who was invited accept, as soon as the challenge can be read: earlier versions invited them."""
        invited = next((s.user_id for s in computers.seated(match.match.seats) if s.status == "invited"), None)
        if invited is None:
            return None
        if match.match.start_message_id is None:
            return Outcome(again_at=now + POSTED_MS)
        await self.lobby.accept(match, invited)
        return None

    async def _answer(self, match: LoadedMatch) -> bool:
        """Answer an offer, by rules that never change: takebacks are agreed to, draws are not. Return whether.

        Raises `Stale` where it is gone meanwhile.
        """
        for seat in match.silent:
            user = match.user_of(seat)
            if user is None or not computers.is_computer(user):
                continue
            if match.position.consents and seat not in match.position.consents:
                verb, answer = agreements.TAKEBACK, "accept"
            else:
                verb, answer = agreements.DRAW, "decline"
            await self.matches.agree(match, user, (verb, answer), answered=match.asked_in(verb))
            return True
        return False

    async def _act(self, match: LoadedMatch, claim: ClaimedJob) -> None:
        """Make the first choice of a computer player that the match waits for, and what it means to do after it."""
        for choice in match.choices:
            user = match.user_of(choice.seat)
            if choice.must and user is not None and computers.is_computer(user):
                break
        else:
            return
        kept = await self.store.computers.find(match.id, user, secrets.token_hex(16))
        decision, kept = await self._decided(match, choice, kept, claim.job.attempts)
        actions = (decision.action, *decision.plan)

        gives_up = computers.resigns(user) and kept.hopeless >= HOPELESS_TURNS and _may_give_up(match, choice.seat)

        def play(now: LoadedMatch) -> Change:
            if now.newest != match.newest:  # whoever was faster has added a job for what is to be decided now
                raise Stale(Message("That has been decided already; this is how things stand now."))
            if gives_up:
                return changes.agreed(now, user, (agreements.RESIGN,), now.key_of(choice))
            return changes.meant(now, user, actions, now.key_of(choice))

        try:
            await self.matches.change(match, play, None)
        except Refusal as refusal:
            if isinstance(refusal, Stale):
                raise
            raise RuntimeError(f"an illegal decision: {' '.join(decision.action)}") from refusal

    async def _decided(
        self, match: LoadedMatch, choice: Choice, kept: StoredComputer, attempts: int
    ) -> tuple[Decision, StoredComputer]:
        """Return the decision, and what is kept of its player afterwards."""
        game = match.face.game
        players = computers_of(game)
        legal = game.legal(match.state, choice.seat, choice.key)
        if players is None or attempts > ATTEMPTS:
            return Decision(_without_thinking(choice, legal)), kept
        if len(legal) == 1 and not any(one.seat == choice.seat and not one.must for one in match.choices):
            return Decision(legal[0]), kept
        seed = f"{kept.seed} {len(match.entries)}"
        view, level = match.view(choice.seat), computers.level_of(kept.user_id)
        decision, version = await self.thinking.decide(players.module, view, legal, seed, level)
        now = _counted(replace(kept, version=version), match.past.turn_end((choice.seat,)), decision.chance)
        if now != kept:
            await self.store.computers.keep(match.id, now)
        return decision, now


def _counted(kept: StoredComputer, turn: int, chance: int | None) -> StoredComputer:
    """Return what is kept of a player after its first decision in a turn of its own; later ones change nothing."""
    if chance is None or turn == kept.turn:
        return kept
    return replace(kept, turn=turn, hopeless=kept.hopeless + 1 if chance < HOPELESS else 0)


def _may_give_up(match: LoadedMatch, seat: int) -> bool:
    """Return True where nobody else loses by it: giving up is for a whole team."""
    return not computers.people(match.user_of(mate) for mate in seating.mates(match, seat))


def _without_thinking(choice: Choice, legal: list[Action]) -> Action:
    """Return what a timeout would take, or else any legal action."""
    return choice.default or legal[0]
