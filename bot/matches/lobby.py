"""Before a match runs: challenges, open seats, acceptance; and matches that begin with everybody in them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.matches import beginning, computers, joining, seating
from bot.matches.blocks import must_get_along
from bot.matches.calls import ANYBODY
from bot.matches.commits import DECLINED, PUBLIC, CommitEvent, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches, Played
from bot.matches.wishes import Seated, Wish, checked, must_sit_down, must_want_it, new_id
from bot.matches.work import Change
from games import draws
from games.draws import Part, new_seed
from games.messages import Message
from storage import Created, Crowded, MatchStatus, NewJob, NewMatch, Rematched, Seat, Taken

LOBBY: Final[tuple[MatchStatus, ...]] = ("lobby",)
OPEN: Final[tuple[MatchStatus, ...]] = ("lobby", "running")
OPEN_LOBBIES: Final = 10
"""How many matches that nobody has accepted yet one person may have."""


class RematchOpen(Exception):
    """The match has a rematch that waits for players or is being played."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class Lobby:
    """Creates matches and fills their seats."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.store = matches.store
        self.calls = matches.calls

    async def new(self, wish: Wish, *, interaction_id: int) -> str:
        """Create a match and return its id; the same interaction again gives the same one.

        Raises `Refusal`, and `RematchOpen` for the rematch of a match that has one.
        """
        formation, options = checked(self.matches.faces[wish.game].game, wish)
        must_sit_down(wish, formation)
        await must_want_it(self.store, wish)
        await must_get_along(self.store, wish.creator, wish.opponents)
        users = (*wish.opponents[: wish.seat], wish.creator, *wish.opponents[wish.seat :])
        # Computers sit down before any fingerprint is shown, so that wherever a second person joins, a person is last.
        by_computers = [Part(user) for user in users if computers.is_computer(user)]
        there = {wish.creator, *(part.player for part in by_computers)}
        seats = [Seat(n, user, "accepted" if user in there else "invited") for n, user in enumerate(users)]
        match = NewMatch(
            id=new_id(),
            game=wish.game,
            options=json.dumps(options, sort_keys=True),
            seed=new_seed(),
            creator=wish.creator,
            private=wish.private,
            guild_id=wish.guild_id,
            channel_id=wish.channel_id,
            rematch_of=wish.rematch_of,
            drawn=wish.drawn,
            formation=formation.id,
            language=wish.language,
            parts=joining.dump(joining.opened(Part(wish.creator, interaction_id), *by_computers)),
            pace=wish.pace,
            rated=wish.rated,
        )
        called = await self._call(wish)
        # Where computers take all other seats there is nobody to challenge: the match begins, and is shown then.
        jobs = [match_job(computers.ALONE if beginning.complete(seats) else PUBLIC, match.id)]
        made = None
        try:
            made = await self.store.matches.create(
                match,
                seats,
                now=self.matches.clock(),
                interaction_id=interaction_id,
                jobs=jobs,
                most=OPEN_LOBBIES,
            )
        finally:
            if not isinstance(made, Created):
                await self.calls.forget(wish.creator, called)
        if isinstance(made, Crowded):
            raise Refusal(
                Message(
                    "You already have {count} open challenges. Withdraw one of them first.",
                    count=OPEN_LOBBIES,
                )
            )
        if isinstance(made, Rematched):
            raise RematchOpen(made.match_id)
        await self.matches.commits.announce(CommitEvent.of(jobs, guild_id=wish.guild_id))
        return made.match_id

    async def begin(self, seated: Seated) -> LoadedMatch | None:
        """Open a match with everybody in it, and begin it; again, and after a crash in between, it is the same one.

        Return None where one of them was deleted meanwhile. Raises `Refusal` for what the game does not have.
        """
        _, options = checked(self.matches.faces[seated.game].game, seated)
        match = NewMatch(
            id=seated.id,
            game=seated.game,
            options=json.dumps(options, sort_keys=True),
            seed=new_seed(),
            creator=None,
            guild_id=seated.guild_id,
            channel_id=seated.channel_id,
            formation=seated.formation,
            language=seated.language,
            parts=joining.dump(joining.opened(*map(Part, seated.users))),
            pace=seated.pace,
            rated=seated.rated,
        )
        seats = [Seat(n, user, "accepted") for n, user in enumerate(seated.users)]
        if await self.store.matches.load(seated.id) is None:
            now, tournaments = self.matches.clock(), self.store.tournaments
            with contextlib.suppress(Taken):  # by another process, at this very moment
                if not await tournaments.open_match(seated.tournament_id, match, seats, now=now):
                    return None
        there = await self.matches.load(seated.id)
        return there if there.match.status != "lobby" else await self.start(there)

    async def _call(self, wish: Wish) -> Sequence[int]:
        """Note whom the challenge pings, and return them. Raises `Refusal`, and `RematchOpen` where one is open."""
        called = computers.people(wish.opponents)
        server = await self.store.servers.find(wish.guild_id) if wish.guild_id is not None else None
        if None in wish.opponents and server is not None and server.ping_role_id is not None:
            called.append(ANYBODY)
        try:
            await self.calls.note(wish.creator, called)
        except Refusal:
            if wish.rematch_of is not None:
                for head in await self.store.matches.of_user(wish.creator, OPEN):
                    if head.rematch_of == wish.rematch_of:
                        raise RematchOpen(head.id) from None
            raise
        return called

    async def accept(
        self, match: LoadedMatch, user_id: int, luck: str = "", *, interaction_id: int | None = None
    ) -> LoadedMatch:
        """Take the seat that one was invited to; the draws will depend on the word for luck, too. Raises `Refusal`."""

        def taken(now: LoadedMatch) -> Change:
            mine = _open_seat_of(now, user_id)
            if mine is None:
                raise Refusal(Message("You were not invited to this match."))
            if mine.status == "accepted":
                raise Refusal(Message("You have already accepted."))
            seats = [replace(s, status="accepted") if s is mine else s for s in now.match.seats]
            return beginning.seated(now, seats, Part(user_id, interaction_id, draws.luck(luck)))

        await must_get_along(self.store, user_id, _present(match))
        return await self._come(await self.matches.change(match, taken, interaction_id), user_id)

    async def join(
        self,
        match: LoadedMatch,
        user_id: int,
        side: str | None = None,
        luck: str = "",
        *,
        interaction_id: int | None = None,
    ) -> LoadedMatch:
        """Take an open seat, on a side of one's choice (`bot.matches.seating.Side`) or on any. Raises `Refusal`.

        The draws will depend on the word for luck, too.
        """

        def joined(now: LoadedMatch) -> Change:
            mine = _open_seat_of(now, user_id)
            if mine is not None and mine.status == "invited":
                raise Refusal(Message("You are invited to this match; accept or decline the invitation."))
            if mine is not None:
                raise Refusal(Message("You have a seat in this match already."))
            free = seating.free_seat(now, side)
            taken = replace(free, user_id=user_id, status="accepted")
            seats = [taken if s is free else s for s in now.match.seats]
            return beginning.seated(now, seats, Part(user_id, interaction_id, draws.luck(luck)))

        await must_get_along(self.store, user_id, _present(match))
        return await self._come(await self.matches.change(match, joined, interaction_id))

    async def _come(self, played: Played, called: int | None = None) -> LoadedMatch:
        """Return the match that somebody has come to: whoever has called them by name, if so, may call again.

        A role once the match begins, whoever comes last: whoever joins before can leave and join again.
        """
        creator = played.match.match.creator
        came = [*([] if called is None else [called]), *([ANYBODY] if played.match.started else [])]
        if creator is not None and came and not played.repeated:
            await self.calls.forget(creator, came)
        return played.match

    async def decline(self, match: LoadedMatch, user_id: int, *, interaction_id: int | None = None) -> LoadedMatch:
        """Turn an invitation down, or leave before the match begins. Raises `Refusal`.

        With two players that ends the challenge, and so it does where nobody else can join. Else the seat is open
        again, for whoever joins.
        """

        def declined(now: LoadedMatch) -> Change:
            mine = _open_seat_of(now, user_id)
            if mine is None or user_id == now.match.creator:
                raise Refusal(
                    Message("You were not invited to this match. Whoever sent the challenge can withdraw it.")
                )
            if now.match.private or len(now.match.seats) == 2:
                return Change(status="cancelled", posts=_called_off(now, user_id))
            return Change(
                seats=tuple(Seat(s.seat, None) if s is mine else s for s in now.match.seats),
                parts=joining.dump(joining.without(now.parts, user_id)),
            )

        return (await self.matches.change(match, declined, interaction_id)).match

    async def start(self, match: LoadedMatch, posts: Sequence[NewJob] = ()) -> LoadedMatch:
        """Begin a match in which everybody sits already, and tell what is to be told besides; again changes nothing."""
        with contextlib.suppress(Stale):
            begun = await self.matches.change(
                match, lambda now: replace(beginning.all_there(now), posts=tuple(posts)), None
            )
            return begun.match
        return await self.matches.load(match.id)

    async def cancel(self, match: LoadedMatch, user_id: int, *, interaction_id: int | None = None) -> LoadedMatch:
        """Withdraw one's own challenge. Raises `Refusal`."""

        def cancelled(now: LoadedMatch) -> Change:
            _must_be_open(now)
            if user_id != now.match.creator:
                raise Refusal(Message("Only whoever sent the challenge can withdraw it."))
            return Change(status="cancelled")

        return (await self.matches.change(match, cancelled, interaction_id)).match

    async def drop(self, match: LoadedMatch) -> None:
        """Call a match off that nobody has opened, such as one of a tournament; what has begun meanwhile goes on."""

        def dropped(now: LoadedMatch) -> Change:
            _must_be_open(now)
            return Change(status="cancelled")

        with contextlib.suppress(Refusal, Stale):
            await self.matches.change(match, dropped, None)


def must_be_posted(match: LoadedMatch) -> None:
    """Raise `Refusal` where the start message is not there yet: nobody joins before the fingerprint can be seen."""
    if match.match.status == "lobby" and match.match.start_message_id is None:
        raise Refusal(Message("The challenge is only just being posted; answer it there, or try again in a moment."))


def _must_be_open(match: LoadedMatch) -> None:
    """Raise `Refusal` where a match is no longer in the lobby."""
    if match.match.status == "cancelled":
        raise Refusal(Message("This challenge is no longer open."))
    if match.match.status != "lobby":
        raise Refusal(Message("This match has begun already."))


def _present(match: LoadedMatch) -> list[int | None]:
    """Return who has come to a match; whoever is only invited may still decline."""
    return [seat.user_id for seat in match.match.seats if seat.status == "accepted"]


def _called_off(match: LoadedMatch, declined: int) -> tuple[NewJob, ...]:
    """Return what tells everybody else who has come to a match, its creator among them, that it was declined.

    Nobody hears of a match that nobody has opened, such as one of a tournament: that is opened anew.
    """
    if match.match.creator is None:
        return ()
    accepted = computers.people(_present(match))
    return tuple(user_job(DECLINED, user) for user in accepted if user != declined)


def _open_seat_of(match: LoadedMatch, user_id: int) -> Seat | None:
    """Return the seat of a user, invited or accepted. Raises `Refusal` where the match is no longer in the lobby."""
    _must_be_open(match)
    return next((s for s in match.match.seats if s.user_id == user_id), None)
