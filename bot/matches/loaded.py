"""A match as it was loaded: who sits where, how it stands, and what each seat sees of it."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from bot.clocks.pace import Pace, stored
from bot.matches import computers, joining
from bot.matches.refusals import Refusal
from bot.matches.replays import NO_PAST, Course, Past
from bot.panels.face import AnyFace
from bot.panels.model import AnyView
from bot.texts import match as texts
from bot.texts.phrases import SOURCE, Phrases, language_of
from games import agreements, api, draws, history, record
from games.agreements import Position
from games.api import Action, Choice, Field, Formation, NotYourChoice, Ready, Result
from games.draws import AnyPart
from games.history import Replayed
from games.messages import Message
from storage import Commit, Committed, SeatClock, StoredAction, StoredMatch, Unchanged, applied

KEPT: Final = 40
"""How many matches are kept, with their positions and views: some 100 KiB each."""
LASTING: Final = frozenset({"language", "formation", "options", "parts", "seed", "pace"})
"""What is worked out of a match once, and holds after every step that leaves its options and parts as they are."""
_POSITION = {"state", "offers", "takeback", "consents"}
"""The keys of a stored position. Matches of earlier versions have stored the game's state alone."""


class LoadedMatch:
    """A loaded match. It is read-only: changes go through `bot.matches.service.Matches` and `bot.matches.lobby`."""

    def __init__(
        self, match: StoredMatch, face: AnyFace, entries: Sequence[StoredAction], past: Past | None = None
    ) -> None:
        self.match = match
        self.id = match.id
        self.face = face
        self.entries = entries
        self.newest = entries[-1].seq if entries else 0
        """The number of the newest entry, 0 where there is none."""
        self.past = past if past is not None else NO_PAST
        """What the entries of the history led to."""
        self.started = match.status in ("running", "over")
        """Whether the match has left the lobby."""
        self.prepared: Mapping[Any, Any] = {}
        """What each extension knows of the match (`bot.matches.work.Extension`) while a step is worked out."""
        self._views: dict[int | None, AnyView] = {}
        self._keys: dict[tuple[int, str], str] = {}

    @cached_property
    def language(self) -> str:
        """Return the language of everything public."""
        return language_of(self.match.language) or SOURCE

    @cached_property
    def formation(self) -> Formation:
        """Return how the players sit down to the game."""
        game = self.face.game
        if self.match.formation is None:
            return api.formation_for(game, len(self.match.seats))
        return api.formation(game, self.match.formation)

    @cached_property
    def options(self) -> dict[str, Any]:
        """Return the options of the match."""
        return dict(json.loads(self.match.options))

    @cached_property
    def parts(self) -> tuple[AnyPart, ...]:
        """Return the parts that the players have added to the draws, in the order in which they joined.

        In matches that were begun before parts were hashed they are in the order of the seats; none in those that were
        begun before players added anything.
        """
        return joining.load(self.match.parts)

    @cached_property
    def seed(self) -> bytes:
        """Return the seed of all draws; the match must have been started."""
        return draws.seed_of(self.match.seed, self.parts)

    @property
    def fingerprint(self) -> str:
        """Return the short form of the commitment: as it is before the next player joins, or was before the last."""
        return draws.fingerprint(draws.commitment(self.match.seed, self.parts))

    @cached_property
    def pace(self) -> Pace | None:
        """Return how much time the players have; `None` for a match without clocks."""
        return stored(self.match.pace)

    def clock(self, seat: int) -> SeatClock | None:
        """Return the clock of a seat; `None` where none was kept yet."""
        return next((one for one in self.match.clocks if one.seat == seat), None)

    def must_have_begun(self) -> None:
        """Raise `Refusal` where the match is still in the lobby, or never left it."""
        if not self.started:
            raise Refusal(texts.NOT_BEGUN)

    def must_run(self) -> None:
        """Raise `Refusal` where the match has not begun, and where it is over."""
        if self.match.status != "running":
            self.must_have_begun()
            raise Refusal(Message("The match is over."))

    # How it stands

    @cached_property
    def position(self) -> Position:
        """Return the game's state and the open agreements; the match must have been started."""
        assert self.match.snapshot is not None
        last = self.past.last
        if last is not None and record.canonical(agreements.dump(self.face.game, last)) == self.match.snapshot:
            return last  # read from the text, it would share nothing with the earlier positions, and be twice as large
        data = json.loads(self.match.snapshot)
        if set(data) == _POSITION:
            return agreements.load(self.face.game, data)
        return self.replayed[-1].after if self.entries else self.start

    @cached_property
    def state(self) -> Any:
        """Return the game's state; the match must have been started."""
        return self.position.state

    @property
    def start(self) -> Position:
        """Return the position before the first entry."""
        return history.start(self.face.game, self.formation, self.options)

    @property
    def result(self) -> Result | None:
        """Return how the match ended, `None` while it runs."""
        return self.face.game.result(self.state) if self.started else None

    @property
    def course(self) -> Course:
        """Return all that the match's entries are folded with; the match must have been started."""
        return Course(self.face.game, self.formation, self.options, self.seed)

    @property
    def replayed(self) -> Sequence[Replayed]:
        """Return the replayed history, number 1 first, entries that were taken back included."""
        return self.past.after(0)

    @property
    def stands_alone(self) -> bool:
        """Return True if the position can be read without the history; matches of earlier versions cannot."""
        return self.match.snapshot is None or set(json.loads(self.match.snapshot)) == _POSITION

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Return all open choices."""
        return self.face.game.choices(self.state) if self.match.status == "running" else ()

    def key_of(self, choice: Choice) -> str:
        """Return the key of an open choice as buttons carry it.

        After a takeback a game counts on from where it was and may use a key again, so the key of what is asked after
        one ends with the number of takebacks before it. A choice whose answer was taken back keeps its key.
        """
        which = choice.seat, choice.key

        def asked(position: Position) -> bool:
            return any(which == (one.seat, one.key) for one in self.face.game.choices(position.state))

        if which not in self._keys:
            count = self.past.takebacks(until=self.past.since(asked)) if self.past.takebacks() else 0
            self._keys[which] = f"{choice.key}_{count}" if count else choice.key
        return self._keys[which]

    def asks(self, seat: int, key: str) -> bool:
        """Return True if a choice of a seat is open still; `key` is what a button about it carries (`key_of`)."""
        return any(choice.seat == seat and self.key_of(choice) == key for choice in self.choices)

    def view(self, seat: int | None) -> AnyView:
        """Return the position as a seat sees it (`None`: as everybody does)."""
        if seat not in self._views:
            self._views[seat] = self.face.game.view(self.state, seat)
        return self._views[seat]

    def quick_start(self, seat: int, *, newcomer: bool = False) -> tuple[Choice, Action] | None:
        """Return what a quick start does next for a seat; `None` where nothing of the set-up is asked of it.

        `newcomer` says that its player is new to the game.
        """
        for choice in self.choices:
            if choice.seat == seat:
                action = self.face.quick_start(self.view(seat), choice, newcomer)
                return None if action is None else (choice, action)
        return None

    @property
    def setting_up(self) -> bool:
        """Return True while somebody is asked for something that a quick start does."""
        return any(self.quick_start(choice.seat) is not None for choice in self.choices)

    def undoable(self, seat: int) -> Replayed | None:
        """Return the action that a seat may take back now: the newest that counts, if it is its own and no boundary."""
        revocable = self.past.revocable if self.match.status == "running" else []
        if not revocable:
            return None
        newest = revocable[-1]
        own = newest.entry.kind == "action" and newest.entry.seat == seat
        return newest if own and newest.step is not None and not newest.step.boundary else None

    # Who plays

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a user who has accepted, `None` for everybody else."""
        return next((s.seat for s in self.match.seats if s.user_id == user_id and s.status == "accepted"), None)

    def must_play(self, user_id: int) -> int:
        """Return the seat of a user. Raises `Refusal` for users who do not play, and where the match does not run."""
        self.must_run()
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(Message("You are not playing in this match."))
        return seat

    def user_of(self, seat: int) -> int | None:
        """Return the user on a seat."""
        return next((s.user_id for s in self.match.seats if s.seat == seat), None)

    def player_at(self, seat: int, number: int) -> int | None:
        """Return the user who sat on a seat when entry `number` was made; of a handover the one who took over."""
        former = (one.user_id for one in self.match.former if one.seat == seat and number < one.until)
        return next(former, self.user_of(seat))

    def users(self) -> list[int]:
        """Return all people with a seat, in the order of the seats."""
        return computers.people(s.user_id for s in self.match.seats)

    def waited_for(self) -> list[int]:
        """Return the people on the move, in the order of the seats."""
        seats = {c.seat for c in self.choices if c.must}
        return computers.people(self.user_of(seat) for seat in sorted(seats))

    @cached_property
    def unanswered(self) -> tuple[int, ...]:
        """Return the people whose answer to an offered draw, or to a request for a takeback, is missing."""
        return tuple(computers.people(self.user_of(seat) for seat in self.silent))

    @cached_property
    def silent(self) -> tuple[int, ...]:
        """Return the seats whose answer to an offered draw, or to a request for a takeback, is missing."""
        if self.match.status != "running" or not (self.position.offers or self.position.consents):
            return ()
        given = [answered for answered in (self.position.offers, self.position.consents) if answered]
        return tuple(s for s in self.face.game.playing(self.state) if any(s not in answered for answered in given))

    def asked_in(self, verb: str) -> int:
        """Return the number of the entry that has made the draw offer, or the takeback request, which stands now.

        It is that of the oldest one that still counts where several seats have agreed already; 0 where none stands.
        """
        seats = self.position.offers if verb == agreements.DRAW else self.position.consents
        newest: dict[int, int] = {}
        for entry in reversed(self.entries):
            if len(newest) == len(seats):
                break
            if entry.kind == "agreement" and entry.seat in seats and entry.text.partition(" ")[0] == verb:
                newest.setdefault(entry.seat, entry.seq)
        return min(newest.values(), default=0)

    def perspective(self, seat: int | None, names: Mapping[int, str], say: Phrases) -> SeatAtMatch:
        """Return the match as one seat sees it, `None` for a spectator."""
        return SeatAtMatch(self, seat, names, say)

    # What a commit makes of it

    def after(
        self,
        commit: Commit,
        done: Committed,
        position: Position | None,
        replayed: Sequence[Replayed] = (),
        choices: tuple[Choice, ...] | None = None,
    ) -> LoadedMatch:
        """Return the match as a commit that was made for it has left it, without reading the database again.

        `position` is that of the new snapshot, `None` where the commit has none; `replayed` is what its entries led to,
        `choices` what is open then, as far as that has been asked already.
        """
        match, entries = applied(self.match, self.entries, commit, done)
        made = LoadedMatch(match, self.face, entries, self.past.with_more(replayed))
        if position is not None:
            made.position = position
        if choices is not None:
            made.choices = choices
        if commit.parts is None and commit.options is None:
            vars(made).update((name, worked_out) for name, worked_out in vars(self).items() if name in LASTING)
        return made


@dataclass(frozen=True)
class SeatAtMatch:
    """A `bot.panels.model.SeatPerspective` of a loaded match."""

    _match: LoadedMatch
    seat: int | None
    names: Mapping[int, str]
    say: Phrases
    chosen: Choice | None = None
    """The choice that panels are about, where it is not the first one."""
    hinted: Sequence[Action] = ()
    """The actions of a hint that the reader follows, as far as they are still to be played."""

    @cached_property
    def view(self) -> AnyView:
        """Return the position as this seat sees it."""
        return self._match.view(self.seat)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Return all open choices of the seat; none for spectators."""
        return tuple(c for c in self._match.choices if c.seat == self.seat)

    @cached_property
    def choice(self) -> Choice | None:
        """Return the choice that a panel is about: the first one that must be made, else the first one."""
        if self.chosen is not None:
            return self.chosen
        return min(self.choices, key=lambda c: not c.must, default=None)

    @property
    def key(self) -> str:
        """Return what the panel's buttons carry to say which choice they are about; empty without a choice."""
        return "" if self.choice is None else self._match.key_of(self.choice)

    def about(self, choice: Choice) -> SeatAtMatch:
        """Return the same seat, with panels about another one of its open choices."""
        return replace(self, chosen=choice)

    @cached_property
    def undoable(self) -> Action | None:
        """Return the action that the seat may take back now."""
        last = self._match.undoable(self.seat) if self.seat is not None else None
        return last.entry.tokens if last is not None else None

    @property
    def at_trial(self) -> bool:
        """Return False: everything here is a move of the match."""
        return False

    @property
    def advised(self) -> bool:
        """Return True: in a match, panels help to find one's way."""
        return True

    @cached_property
    def latest(self) -> Sequence[Any]:
        """Return the events of the seat's own last action and of all since, as it may see them."""
        events: list[Any] = []
        if self.seat is None:
            return events
        game = self._match.face.game
        for one in reversed(self._match.past.revocable):
            if one.entry.kind == "action" and one.step is not None:
                seen = (game.show(event, self.seat) for event in one.step.events)
                events[:0] = [event for event in seen if event is not None]
                if one.entry.seat == self.seat:
                    break
        return events

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        """Return the next token of the panel's choice after these. Raises `GameError`."""
        if self.seat is None:
            raise NotYourChoice(Message("You are not playing in this match."))
        if self.choice is None:
            raise NotYourChoice(Message("There is nothing for you to decide now."))
        return self._match.face.game.next_field(self._match.state, self.seat, self.choice.key, tokens)


class Recent:
    """The matches that were asked for or changed last, so that nothing is worked out of a position twice.

    They are only what the database is known to hold still: every load asks it for the version of the match.
    """

    def __init__(self, room: int = KEPT) -> None:
        self._room = room
        self._matches: OrderedDict[str, LoadedMatch] = OrderedDict()
        self._versions: dict[str, int] = {}

    @property
    def versions(self) -> Mapping[str, int]:
        """Return which version of each match is here; it may be read from any thread."""
        return self._versions

    def keep(self, match: LoadedMatch) -> LoadedMatch:
        """Remember a match, unless it is known as it stands later, and return it."""
        version = match.match.version
        if self._versions.get(match.id, version) <= version:
            self._matches[match.id] = match
            self._versions[match.id] = version
        self._matches.move_to_end(match.id)
        while len(self._matches) > self._room:
            oldest, _ = self._matches.popitem(last=False)
            del self._versions[oldest]
        return match

    def again(self, found: Unchanged) -> LoadedMatch | None:
        """Return the match that the database has found unchanged; `None` if it has changed or is kept no longer."""
        match = self._matches.get(found.id)
        if match is None or match.match.version != found.version:
            return None
        self._matches.move_to_end(found.id)
        old = match.match
        if (old.channel_id, old.thread_id, old.start_message_id) != (
            found.channel_id,
            found.thread_id,
            found.start_message_id,
        ):
            match = copy(match)
            match.match = replace(
                old,
                channel_id=found.channel_id,
                thread_id=found.thread_id,
                start_message_id=found.start_message_id,
            )
            self._matches[found.id] = match
        return match
