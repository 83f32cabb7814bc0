"""What people do with a tournament: open one, enter it, start it, withdraw, decide. Every refusal is a sentence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.clocks import pace as paces
from bot.features.tournaments import course
from bot.features.tournaments.course import KINDS, LEAST, MOST
from bot.interactions.services import Services
from bot.matches.blocks import must_get_along
from bot.matches.refusals import Refusal
from bot.pairings import swiss
from bot.pairings.rounds import DRAW, LOSS, WIN
from bot.people.names import safe_name
from games import agreements, api
from games.api import BadNotation
from games.messages import Message
from games.statistics import kind_of
from storage import Entrant, StoredPairing, Tournament, WholeTournament
from storage.tournament_rows import Entered, Kind, Points

ROUNDS: Final = (1, 15)
"""How many rounds a Swiss may have."""
ON_A_SERVER: Final = 10
"""How many tournaments a server may have at the same time."""
TITLE: Final = 60
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ID_LENGTH: Final = 10
GONE: Final = Message("There is no such tournament here.")
CLOSED: Final = Message("This tournament takes nobody any more.")
OVER: Final = Message("This tournament is over.")
CHANGED: Final = Message("The tournament has changed just now. Look at its page, and try again.")
NOT_IN: Final = Message("You are not in this tournament.")
OUTCOMES: Final[Mapping[str, Points]] = {
    "first": (WIN, LOSS),
    "second": (LOSS, WIN),
    "draw": (DRAW, DRAW),
    "none": (LOSS, LOSS),
}
"""What an organizer may say of a pairing: the points of both."""
WHY_NOT: Final[Mapping[Entered, Message]] = {
    "closed": CLOSED,
    "full": Message("This tournament is full."),
    "there": Message("One of you has entered this tournament already."),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament that somebody wants to open."""

    guild_id: int
    channel_id: int
    organizer: int
    language: str
    game: str
    formation: str | None
    kind: Kind
    title: str
    pace: str | None
    options: Mapping[str, Any]
    rated: bool
    most: int | None
    rounds: int | None


def id_of(interaction_id: int) -> str:
    """Return the id of the tournament that an interaction opens: the same one if it is delivered twice."""
    number = int.from_bytes(hashlib.sha256(str(interaction_id).encode()).digest()[:8])
    letters = ""
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


class Entries:
    """Changes tournaments as people ask for it. All methods raise `Refusal`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._store = services.store
        self._matches = services.matches

    async def load(self, tournament_id: str | None, guild_id: int | None) -> WholeTournament:
        """Return a tournament of this server."""
        whole = None if tournament_id is None else await self._store.tournaments.load(tournament_id)
        if whole is None or whole.head.guild_id != guild_id:
            raise Refusal(GONE)
        return whole

    async def open(self, plan: Plan, interaction_id: int) -> Tournament:
        """Open a tournament, which people can enter from then on."""
        face = self._services.faces[plan.game]
        suitable = {one.id: one for one in course.formations(face.game)}
        formation = next(iter(suitable), None) if plan.formation is None else plan.formation
        if formation not in suitable:
            raise Refusal(
                Message(
                    "In a tournament two play each other, or two teams of the same size. {game} has no such teams; "
                    "choose others, or leave `teams` out.",
                    game=face.game.title,
                )
            )
        try:
            options = api.new_options(face.game, dict(plan.options))
            face.game.new(suitable[formation], options)
        except BadNotation as fault:
            raise Refusal.of(fault) from fault
        if plan.pace is None:
            raise Refusal(Message("A tournament needs a clock, or a round could wait for ever. Choose a pace."))
        most = MOST[plan.kind] if plan.most is None else plan.most
        if most > MOST[plan.kind]:
            raise Refusal(
                Message("So many cannot enter ({kind}: at most {count}).", kind=KINDS[plan.kind], count=MOST[plan.kind])
            )
        if plan.rounds is not None and plan.kind != "swiss":
            raise Refusal(Message("Only a Swiss tournament has a number of rounds to choose."))
        new = Tournament(
            id=id_of(interaction_id),
            guild_id=plan.guild_id,
            channel_id=plan.channel_id,
            organizer=plan.organizer,
            title=safe_title(plan.title),
            game=plan.game,
            formation=formation,
            options=json.dumps(options, sort_keys=True),
            pace=plan.pace,
            rated=plan.rated,
            language=plan.language,
            kind=plan.kind,
            most=most,
            rounds=plan.rounds,
            created_at=self._matches.clock(),
        )
        if not new.title:
            raise Refusal(Message("Give the tournament a name with letters or digits in it."))
        if not await self._store.tournaments.create(new, ON_A_SERVER):
            raise Refusal(
                Message(
                    "This server has as many tournaments as it can have ({count}); one has to end first.",
                    count=ON_A_SERVER,
                )
            )
        return new

    # Entering

    def size(self, head: Tournament) -> int:
        """Return how many people an entrant is."""
        game = self._services.faces[head.game].game
        return len(course.sides(next(one for one in game.formations if one.id == head.formation))[0])

    async def enter(self, whole: WholeTournament, user: int, partners: Sequence[int] = ()) -> None:
        """Enter somebody; in a team with the `partners`, who have to accept."""
        users = [user, *partners]
        if len(set(users)) != len(users):
            raise Refusal(Message("Nobody can take two seats; you have named the same person twice."))
        if len(users) > self.size(whole.head):
            raise Refusal(
                Message(
                    "That is too many for a team of this tournament, which has room for {count}.",
                    count=self.size(whole.head),
                )
            )
        players = await self._store.people.players(partners)
        if not all(player.invitations for player in players.values()):
            raise Refusal(
                Message("Somebody you have named does not want to be named. They can join your team by themselves.")
            )
        await self._must_get_along(whole, users)
        _must_be_done(await self._store.tournaments.enter(whole.head.id, users, (user,)))

    async def join(self, whole: WholeTournament, team: int, user: int) -> None:
        """Join a team: the one that has named the user, or one with a free place."""
        await self._must_get_along(whole, [user])
        _must_be_done(await self._store.tournaments.join(whole.head.id, team, user, self.size(whole.head)))

    async def _must_get_along(self, whole: WholeTournament, users: Sequence[int]) -> None:
        there = [member.user_id for one in whole.entrants for member in one.members]
        for user in users:
            await must_get_along(self._store, user, [*there, *users])

    async def withdraw(self, whole: WholeTournament, user: int) -> bool:
        """Take a user and their team out; return True if a match was given up for that."""
        entrant = whole.of_user(user)
        if entrant is None or entrant.left_at is not None:
            raise Refusal(NOT_IN)
        resigned = await self._resign(whole, entrant) if whole.head.status == "running" else False
        await self._leave(whole, entrant)
        return resigned

    async def remove(self, whole: WholeTournament, user: int) -> None:
        """Take a user and their team out as an organizer: an open match of theirs is called off, and lost."""
        entrant = whole.of_user(user)
        if entrant is None or entrant.left_at is not None:
            raise Refusal(Message("They are not in this tournament."))
        await self._leave(whole, entrant)

    async def _leave(self, whole: WholeTournament, entrant: Entrant) -> None:
        if whole.head.status not in ("open", "running"):
            raise Refusal(OVER)
        await self._store.tournaments.leave(whole.head.id, entrant.number, now=self._matches.clock())

    async def _resign(self, whole: WholeTournament, entrant: Entrant) -> bool:
        """Give up the open match of an entrant, of a team for all of it; return True if there was one."""
        mine = [one for one in whole.pairings if one.points is None and entrant.seed in (one.first, one.second)]
        states = await self._store.tournaments.match_states(whole.head.id) if mine else {}
        resigned = False
        for one in mine:
            for user in entrant.users:
                if states.get(one.match_id) != "running":
                    continue
                match = await self._matches.load(one.match_id)
                seat = match.seat_of(user)
                if match.match.status == "running" and seat in match.face.game.playing(match.state):
                    await self._matches.agree(match, user, (agreements.RESIGN,))
                    resigned = True
        return resigned

    # Organizing

    async def start(self, whole: WholeTournament) -> int:
        """Begin with those who are there; return how many that are. Teams that lack somebody are left out."""
        if whole.head.status != "open":
            raise Refusal(Message("This tournament has begun already."))
        size = self.size(whole.head)
        ready = [one for one in whole.entrants if len(one.users) == size]
        if len(ready) < LEAST:
            raise Refusal(
                Message(
                    "There are not enough entrants yet: it takes at least {count}, and incomplete teams do not count.",
                    count=LEAST,
                )
            )
        order = await self._by_strength(whole.head, ready)
        seeds = {one.number: seed for seed, one in enumerate(order, 1)}
        rounds = whole.head.rounds
        if whole.head.kind == "swiss":
            rounds = min(rounds or swiss.rounds_for(len(order)), len(order) - 1 + len(order) % 2)
        if not await self._store.tournaments.start(whole.head, seeds, rounds):
            raise Refusal(CHANGED)
        return len(order)

    async def _by_strength(self, head: Tournament, entrants: Sequence[Entrant]) -> list[Entrant]:
        """Return the entrants, the strongest first: by what is certain of their ratings here, then as they entered."""
        game = self._services.faces[head.game].game
        kind = kind_of(next(one for one in game.formations if one.id == head.formation))
        strengths: dict[int, float] = {}
        for entrant in entrants:
            known = [
                (await self._store.results.ratings(user, head.guild_id)).get((head.game, kind))
                for user in entrant.users
            ]
            rated = [one.strength.mu - one.strength.sigma for one in known if one is not None]
            if len(rated) == len(entrant.users):
                strengths[entrant.number] = sum(rated)
        return sorted(entrants, key=lambda one: (-strengths.get(one.number, -1e18), one.number))

    async def cancel(self, whole: WholeTournament) -> None:
        """End a tournament without a winner; the matches that are being played go on as any others."""
        if whole.head.status not in ("open", "running"):
            raise Refusal(OVER)
        if not await self._store.tournaments.end(whole.head, "cancelled", now=self._matches.clock()):
            raise Refusal(CHANGED)

    async def decide(self, whole: WholeTournament, pairing: StoredPairing, outcome: str) -> None:
        """Note the result that an organizer says, in place of whatever it was."""
        if whole.head.status != "running":
            raise Refusal(Message("Results can be changed only while the tournament is running."))
        if pairing.second is None or outcome not in OUTCOMES:
            raise Refusal(Message("Choose a pairing and a result from the lists."))
        if whole.head.kind in course.BRACKETS:
            if outcome == "draw":
                raise Refusal(Message("In a bracket somebody has to go on. Choose who."))
            if not course.follows(whole, pairing, OUTCOMES[outcome]):
                raise Refusal(Message("A later pairing follows from this result already, so it stays."))
        if not await self._store.tournaments.overrule(whole.head, pairing, OUTCOMES[outcome]):
            raise Refusal(CHANGED)


def safe_title(title: str) -> str:
    """Return the name of a tournament on one line, without markup and mentions."""
    return " ".join(part for word in title[:TITLE].split() if (part := safe_name(word)))


def _must_be_done(entered: Entered) -> None:
    if entered != "entered":
        raise Refusal(WHY_NOT[entered])


def pace_of(usual: str | None) -> str:
    """Return the pace of a tournament for which none is chosen: the server's, if that has a clock."""
    return usual or paces.PRESETS["daily"].text
