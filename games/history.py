"""The history of a match, and what it leads to: the one place where actions, agreements and undos are folded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, NamedTuple

from games import agreements
from games.agreements import Position
from games.api import Action, Formation, Game, GameError, IllegalAction, Step
from games.draws import Draws, Id
from games.messages import Message
from games.values import value, within

UNDO: Final = "undo"
NOTHING_TO_TAKE_BACK: Final = Message("There is nothing to take back.")
Kind = Literal["action", "agreement", "undo"]


class Entry(NamedTuple):
    """One entry of a match's history."""

    kind: Kind
    seat: int
    text: str = UNDO
    """The tokens of the action or agreement, joined by blanks."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """Return the tokens."""
        return tuple(self.text.split())


@value
class Handover:
    """Who plays a seat from an entry of the history on, which is the handover itself."""

    entry: Annotated[int, within(1, 10**9)]
    """The number of the entry, from 1."""
    player: Id | None
    """The id of the player; `None` for somebody who has been forgotten since."""


class BadEntry(Exception):
    """An entry that cannot be carried out; `number` counts from 1, `reason` is one sentence."""

    def __init__(self, number: int, entry: Entry, reason: str) -> None:
        super().__init__(f"entry {number} ({line(entry)}): {reason}")
        self.number = number
        self.entry = entry
        self.reason = reason


@value
class Replayed:
    """An entry that was carried out. `step` is what an action or agreement led to, `None` for an undo.

    `takes_back` are the numbers of the entries that do not count any more because of it, the newest first.
    """

    number: int
    entry: Entry
    before: Position
    after: Position
    step: Step | None = None
    takes_back: tuple[int, ...] = ()


def kind_of(text: str) -> Kind:
    """Return what kind of entry a line of tokens is; the verbs of agreements belong to no game."""
    verb = text.partition(" ")[0]
    return "undo" if text == UNDO else "agreement" if verb in agreements.VERBS else "action"


def line(entry: Entry) -> str:
    """Return the entry as it stands in a record: the seat and the tokens."""
    return f"{entry.seat} {entry.text}"


def parse(text: str) -> Entry:
    """Return the entry of a line that `line` wrote."""
    seat, _, tokens = text.partition(" ")
    return Entry(kind_of(tokens), int(seat), tokens)


def openly(game: Game[Any], entry: Entry) -> Action:
    """Return the words of a sealed action that everybody may read, maybe none."""
    return entry.tokens[:1] if entry.tokens[0] in game.open_verbs else ()


def hands_over(entry: Entry) -> bool:
    """Return whether somebody else plays the seat from this entry on."""
    return entry.text == agreements.HANDOVER


def asker(done: Replayed) -> int:
    """Return the seat that wanted what an entry takes back to be gone: it has undone it, or asked for the takeback."""
    asked = done.before.takeback
    return done.entry.seat if asked is None or done.entry.kind == "undo" else asked


def carry_out(
    game: Game[Any], formation: Formation, position: Position, entry: Entry, draws: Draws
) -> tuple[Position, Step]:
    """Return the position after an action or an agreement, and what it led to. Raises `GameError`."""
    if entry.kind == "agreement":
        return agreements.apply(game, formation, position, entry.seat, entry.tokens, draws)
    step = game.apply(position.state, entry.seat, entry.tokens, draws)
    return agreements.after(game, formation, position, step), step


def proceed(
    game: Game[Any],
    formation: Formation,
    before: Position,
    earlier: Sequence[Replayed],
    number: int,
    entry: Entry,
    draws: Draws,
) -> Replayed:
    """Return what an entry leads to. Raises `GameError`.

    `earlier` are the entries before it that can be taken back, as `revocable` gives them.
    """
    if entry.kind == "undo":
        return _take_back(number, entry, before, earlier, None)
    after, step = carry_out(game, formation, before, entry, draws)
    if after.takeback is not None and all(one.entry.seat != after.takeback for one in earlier):
        raise IllegalAction(NOTHING_TO_TAKE_BACK)
    if agreements.granted(game, after):
        return replace(_take_back(number, entry, before, earlier, after.takeback), step=step)
    return Replayed(number, entry, before, after, step)


def _take_back(number: int, entry: Entry, now: Position, earlier: Sequence[Replayed], seat: int | None) -> Replayed:
    """Take back the latest entry of a seat that can be and everything after it; of any seat only the latest entry."""
    for count, last in enumerate(reversed(earlier), 1):
        if seat is None or last.entry.seat == seat:
            gone = tuple(one.number for one in reversed(earlier[-count:]))
            return Replayed(number, entry, now, Position(last.before.state, now.offers), takes_back=gone)
    raise IllegalAction(NOTHING_TO_TAKE_BACK)


def revocable(replayed: Iterable[Replayed], before: Sequence[Replayed] = ()) -> list[Replayed]:
    """Return the entries that a takeback can take back, the newest last.

    They count, and have changed the game's state since the last handover. `before` are those before the first of
    `replayed`.
    """
    found: list[Replayed] = [*before]
    for done in replayed:
        note(found, done)
    return found


def since_leaving(game: Game[Any], earlier: Sequence[Replayed]) -> Sequence[Replayed]:
    """Return those of the `revocable` entries that come after the last one by which somebody has left the match.

    Whoever has left is not asked whether they come back, and maybe was deleted since. This holds for what is added, not
    for what is replayed: earlier versions went back further.
    """
    for count, done in enumerate(reversed(earlier)):
        before, after = game.playing(done.before.state), game.playing(done.after.state)
        if done.entry.kind == "agreement" and before != after:
            return earlier[len(earlier) - count :]
    return earlier


def note(found: list[Replayed], done: Replayed) -> None:
    """Keep a list of `revocable` entries up to date with the next entry; nothing goes back over a handover."""
    if hands_over(done.entry):
        found.clear()
    elif done.takes_back:
        del found[-len(done.takes_back) :]
    elif done.after.state is not done.before.state:
        found.append(done)


def fold(
    game: Game[Any],
    formation: Formation,
    options: Mapping[str, Any],
    seed: bytes,
    entries: Iterable[Entry],
    known: Sequence[Replayed] = (),
    earlier: Sequence[Replayed] | None = None,
) -> Iterator[Replayed]:
    """Yield what each entry led to, from the start of a match on, or from the end of what is `known` of it.

    `earlier` are those of `known` that are `revocable`, for whoever has them already; of the others only the last one
    is looked at then.

    Raises `BadEntry` at the first entry that is not legal, `BadNotation` for options that the game refuses.
    """
    draws = Draws(seed)
    position = known[-1].after if known else start(game, formation, options)
    earlier = revocable(known) if earlier is None else list(earlier)
    for number, entry in enumerate(entries, len(known) + 1):
        if not 0 <= entry.seat < formation.seats:
            raise BadEntry(number, entry, f"There is no seat {entry.seat}.")
        try:
            done = proceed(game, formation, position, earlier, number, entry, draws)
        except GameError as fault:
            raise BadEntry(number, entry, str(fault)) from fault
        note(earlier, done)
        position = done.after
        yield done


def start(game: Game[Any], formation: Formation, options: Mapping[str, Any]) -> Position:
    """Return the position before the first entry. Raises `BadNotation`."""
    return Position(game.new(formation, options))
