"""Before a match runs: challenges, open seats, acceptance; and matches that begin with everybody in them."""

from __future__ import annotations

import contextlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.matches import computers, joining, seating
from bot.matches.blocks import must_get_along
from bot.matches.calls import ANYBODY
from bot.matches.commits import DECLINED, PUBLIC, CommitEvent, match_job, user_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal, Stale
from bot.matches.service import Matches, Played
from bot.matches.work import Change, Work, snapshot, text_hash
from bot.texts.phrases import SOURCE
from games import api, draws
from games.api import BadNotation, Formation
from games.draws import Part, new_seed
from games.messages import Message
from storage import Created, Crowded, MatchStatus, NewJob, NewMatch, Rematched, Seat, Taken

LOBBY: Final[tuple[MatchStatus, ...]] = ("lobby",)
OPEN: Final[tuple[MatchStatus, ...]] = ("lobby", "running")
OPEN_LOBBIES: Final = 10
"""How many matches that nobody has accepted yet one person may have."""
ON_SERVERS: Final = Message(
    "Here you play against the computer. People play each other on servers: type `/match new` in a channel there."
)
ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH: Final = 10


def new_id() -> str:
    """Return a fresh match id: ten letters and digits."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody asks for with `/match new`, or with `new` of a game."""

    game: str
    formation: str
    creator: int
    opponents: tuple[int | None, ...]
    """One for each other seat; `None` leaves it open for whoever joins."""
    options: Mapping[str, Any]
    private: bool
    guild_id: int | None
    """The server; `None` for a match in the direct messages of its one person."""
    channel_id: int
    language: str = SOURCE
    """The language of everything public; it stays that of the match."""
    rematch_of: str | None = None
    seat: int = 0
    """The seat of the creator; the others take those around it in their order."""
    pace: str | None = None
    """How much time everybody has (`bot.clocks.pace`); `None` for no clocks."""
    drawn: bool = False
    """The seats are drawn when everybody is there."""
    rated: bool = False
    """The result moves the ratings of those who play."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A match for which everybody is there already: it begins as soon as it is opened."""

    id: str
    """Chosen before, so that opening it again opens nothing."""
    game: str
    formation: str
    users: tuple[int, ...]
    """By their seats."""
    options: Mapping[str, Any]
    guild_id: int
    channel_id: int
    language: str
    pace: str | None
    rated: bool


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
        formation, options = self._checked(wish)
        _check_people(wish, formation)
        await self._check_invitations(wish)
        await must_get_along(self.store, wish.creator, wish.opponents)
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
            parts=joining.dump(joining.opened(Part(wish.creator, interaction_id))),
            pace=wish.pace,
            rated=wish.rated,
        )
        users = (*wish.opponents[: wish.seat], wish.creator, *wish.opponents[wish.seat :])
        seats = [Seat(n, user, "accepted" if n == wish.seat else "invited") for n, user in enumerate(users)]
        called = await self._call(wish)
        jobs = [match_job(PUBLIC, match.id), *([computers.job(match.id)] if computers.seated(seats) else [])]
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

    async def begin(self, seated: Seated) -> LoadedMatch:
        """Open a match with everybody in it, and begin it; again, and after a crash in between, it is the same one.

        Raises `Refusal` for what the game does not have.
        """
        _, options = self._checked(seated)
        parts = joining.opened(Part(seated.users[0]))
        for user in seated.users[1:]:
            parts = joining.joined(parts, Part(user))
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
            parts=joining.dump(parts),
            pace=seated.pace,
            rated=seated.rated,
        )
        seats = [Seat(n, user, "accepted") for n, user in enumerate(seated.users)]
        if await self.store.matches.load(seated.id) is None:
            with contextlib.suppress(Taken):  # by another process, at this very moment
                await self.store.matches.create(match, seats, now=self.matches.clock())
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

    async def _check_invitations(self, wish: Wish) -> None:
        """Raise `Refusal` where somebody is named who does not want that; a rematch is for those who have played."""
        named = [user for user in wish.opponents if user is not None]
        if wish.rematch_of is None and named:
            players = await self.store.people.players(named)
            if not all(player.invitations for player in players.values()):
                raise Refusal(
                    Message(
                        "Somebody you have named does not want to be challenged by name. They can join by themselves."
                    )
                )

    def _checked(self, wish: Wish | Seated) -> tuple[Formation, dict[str, Any]]:
        """Return the formation and all options. Raises `Refusal` for what the game does not have."""
        game = self.matches.faces[wish.game].game
        try:
            formation = api.formation(game, wish.formation)
            options = api.new_options(game, wish.options)
            game.new(formation, options)
        except BadNotation as fault:
            raise Refusal.of(fault) from fault
        return formation, options

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
            return _seated(now, seats, Part(user_id, interaction_id, draws.luck(luck)))

        await must_get_along(self.store, user_id, _there(match))
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
            return _seated(now, seats, Part(user_id, interaction_id, draws.luck(luck)))

        await must_get_along(self.store, user_id, _there(match))
        return await self._come(await self.matches.change(match, joined, interaction_id), ANYBODY)

    async def _come(self, played: Played, called: int) -> LoadedMatch:
        """Return the match that somebody has come to: whoever has called them may call again."""
        if played.match.match.creator is not None and not played.repeated:
            await self.calls.forget(played.match.match.creator, (called,))
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
                creator = now.match.creator
                return Change(status="cancelled", posts=() if creator is None else (user_job(DECLINED, creator),))
            return Change(
                seats=tuple(Seat(s.seat, None) if s is mine else s for s in now.match.seats),
                parts=joining.dump(joining.without(now.parts, user_id)),
            )

        return (await self.matches.change(match, declined, interaction_id)).match

    async def start(self, match: LoadedMatch, posts: Sequence[NewJob] = ()) -> LoadedMatch:
        """Begin a match in which everybody sits already, and tell what is to be told besides; again changes nothing."""
        with contextlib.suppress(Stale):
            begun = await self.matches.change(match, lambda now: replace(_all_there(now), posts=tuple(posts)), None)
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


def _check_people(wish: Wish, formation: Formation) -> None:
    """Raise `Refusal` where these people cannot sit down to a match."""
    invited = [user for user in wish.opponents if user is not None]
    if wish.guild_id is None and not all(map(computers.is_computer, wish.opponents)):
        raise Refusal(ON_SERVERS)
    if len(wish.opponents) + 1 != formation.seats:
        raise Refusal(
            Message(
                "“{teams}” is for {seats} players, not for {players}.",
                teams=formation.title,
                seats=formation.seats,
                players=len(wish.opponents) + 1,
            )
        )
    if wish.creator in invited:
        raise Refusal(Message("You cannot play against yourself, nor be your own ally."))
    if len(set(invited)) != len(invited):
        raise Refusal(Message("Nobody can take two seats; you have named the same person twice."))
    if wish.rated and (wish.private or any(map(computers.is_computer, wish.opponents))):
        raise Refusal(
            Message(
                "Private matches and matches with the computer are not rated. Leave `rated` out, or play in public."
            )
        )
    if wish.private and None in wish.opponents:
        raise Refusal(Message("Name all players of a private match: nobody else could see the invitation."))


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


def _there(match: LoadedMatch) -> list[int | None]:
    """Return who has come to a match; whoever is only invited may still decline."""
    return [seat.user_id for seat in match.match.seats if seat.status == "accepted"]


def _open_seat_of(match: LoadedMatch, user_id: int) -> Seat | None:
    """Return the seat of a user, invited or accepted. Raises `Refusal` where the match is no longer in the lobby."""
    _must_be_open(match)
    return next((s for s in match.match.seats if s.user_id == user_id), None)


def _seated(match: LoadedMatch, seats: Sequence[Seat], part: Part) -> Change:
    """Return the seats and parts after a player has joined; the match begins when all seats are taken.

    From then on nothing changes the parts any more, and the seed follows from what is stored: whatever breaks, it is
    the same when it is worked out again.
    """
    parts = joining.joined(match.parts, part)
    if any(s.user_id is None or s.status != "accepted" for s in seats):
        return Change(seats=tuple(seats), parts=joining.dump(parts))
    return _begun(match, seats, parts)


def _all_there(match: LoadedMatch) -> Change:
    """Return what begins a match for which everybody is there already. Raises `Stale` where it has begun."""
    if match.match.status != "lobby":
        raise Stale(Message("This match has begun already."))
    return _begun(match, match.match.seats, match.parts)


def _begun(match: LoadedMatch, seats: Sequence[Seat], parts: joining.Parts) -> Change:
    """Return what begins a match once all have joined."""
    there = [s.user_id for s in seats if s.user_id is not None]
    users, parts = joining.begin(match.match.seed, parts, there, drawn=match.match.drawn)
    taken, stored = tuple(Seat(n, user, "accepted") for n, user in enumerate(users)), joining.dump(parts)
    begun = LoadedMatch(replace(match.match, status="running", seats=taken, parts=stored), match.face, (), match.past)
    begun.position = match.start
    work = Work(begun)
    work.react()
    text = work.text or snapshot(match.face.game, begun.position)
    return Change(
        tuple(work.actions),
        tuple(work.replayed),
        work.position,
        text,
        text_hash(text),
        choices=work.choices,
        status="running",
        seats=taken,
        parts=stored,
        keep_open=True,
        told=tuple(users),
    )
