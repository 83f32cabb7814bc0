"""What a turn was worth, for reviews: the choice of it that lost most, against the best one, and the luck of its dice.

Everything but the luck follows from the views of the seat that played, so a choice is judged by what could be known
then. The best way is found in some worlds and compared in others: in those in which it was chosen it would look better
than it is. For the same reason the choice that lost most is found in other worlds than those that say how much it lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from games.api import Action, GameError
from games.chances import CERTAIN
from games.draws import SEED_BYTES, Draws
from games.messages import Message
from games.monsters_and_myths import defaults, engine
from games.monsters_and_myths.grammar import MATCH
from games.monsters_and_myths.player import counts, reasons
from games.monsters_and_myths.player.deciding import ways
from games.monsters_and_myths.player.habits import Habits
from games.monsters_and_myths.player.imagined import end_of_round, played_on, weigh
from games.monsters_and_myths.player.levels import LEVELS
from games.monsters_and_myths.player.luck import luck
from games.monsters_and_myths.player.outlook import told
from games.monsters_and_myths.player.worth import chance
from games.monsters_and_myths.state import State
from games.monsters_and_myths.verbs import ASIDE
from games.monsters_and_myths.view import View
from games.monsters_and_myths.worlds import world
from games.reviews import Judged, Moment, mean, spread

VERSION: Final = 3
"""One more whenever the same turn is judged otherwise."""
NO_CHOICES: Final = ("start", "swap", "recall", "ahead", "halt")
"""What is not judged: nothing is chosen by it, or it draws a card, or nobody waits for it and it can be taken back."""
AIM: Final = Message("A hit there is worth more.")
_VAGUE: Final = (reasons.BEST, reasons.ROLL_ON, reasons.STOP_NOW)
"""What says no more than that it came out better: that can be counted."""
IN_TIME: Final = Message("Whoever is asked after each roll can stop in time.")
_PLAIN: Final[Sequence[Action]] = (("roll",), ("stop",), ("end",), ("none",))
"""What an attacker may do instead of firing."""
_HABITS: Final = Habits(LEVELS["warlord"].taste)


@dataclass(frozen=True, slots=True)
class Effort:
    """How closely a turn is looked at."""

    ways: int
    games: int
    """How many games are played on to find the best way of a choice."""
    glance: int
    """In how many other worlds it is compared with what was played, to find the choice that lost most."""
    compared: int
    """In how many further ones those of that choice are."""
    after: int
    """How many games are played on from the end of the turn."""


CLOSE: Final = Effort(ways=10, games=240, glance=48, compared=240, after=120)


class _Choice(NamedTuple):
    """A choice of a turn."""

    place: int
    """Which action of the turn it was."""
    view: View
    played: Action
    best: Action
    lost: int = 0
    """What was lost by it at a glance."""
    others: tuple[Action, ...] = ()
    """What else was weighed, the next best first."""


def judge(turn: Sequence[Moment], random: Random) -> Judged | None:
    """Return what the choice of a turn was worth that lost most; the last one where none lost anything.

    `None` where nothing was to be chosen and no dice fell, or where what was played cannot be followed.
    """
    fell = luck(turn)
    weighed = [_weighed(place, moment, random) for place, moment in enumerate(turn)]
    found = [one for one in weighed if one is not None]
    most = max(found, key=lambda one: one.lost, default=None)
    if most is not None and most.lost > 0 and (said := _compared(most, random)) is not None:
        return replace(said, luck=fell, came=_after(turn[-1], random))
    if not found:
        # There was nothing to choose, but what the dice did belongs to the luck of the match.
        found = [one for one in (_only(place, moment) for place, moment in enumerate(turn)) if fell and one is not None]
    if not found:
        return None
    return replace(_as_played(found[-1], random), luck=fell, came=_after(turn[-1], random))


def _after(moment: Moment, random: Random) -> int:
    """Return the chance of winning of whoever has done what it does in a turn, at the end of its round."""
    view, seat = moment.after, moment.view.reader
    assert seat is not None
    if view.result is not None or view.round > moment.view.round:
        return told(chance(world(view, random), seat), len(view.seats))
    games = ((world(view, random), Draws(random.randbytes(SEED_BYTES))) for _ in range(CLOSE.after))
    ends = [played_on(state, seat, (), _HABITS, draws, engine.rolled_on) for state, draws in games]
    # Others may do what they never do by habit: as if two games more had gone as even ones do, nothing is certain.
    return told((sum(ends) + 2 * CERTAIN // len(view.seats)) // (len(ends) + 2), len(view.seats))


def _weighed(place: int, moment: Moment, random: Random) -> _Choice | None:
    """Return a choice with the best way; `None` where there was nothing to choose, or it cannot be judged."""
    only = _only(place, moment)
    if only is None:
        return None
    view, seat = only.view, only.view.reader
    assert seat is not None
    state = world(view, random)
    if not _is_legal(state, seat, only.played):
        return None
    known = [way for way in dict.fromkeys(_ways(state, seat, only.played)) if _is_legal(state, seat, way)]
    if not {*known} - {only.played}:
        return None
    best, *others = (way.action for way in weigh(view, known[: CLOSE.ways], _HABITS, CLOSE.games, random))
    if best == only.played:
        return only
    found = only._replace(best=best, others=tuple(others))
    return found._replace(
        lost=sum(theirs - mine for mine, theirs in _chances(seat, _pairs(found, CLOSE.glance, random)))
    )


def _only(place: int, moment: Moment) -> _Choice | None:
    """Return what was played as if it was the best; `None` for what is never judged."""
    view, action = moment.view, moment.action
    if action[0] in NO_CHOICES or view.reader is None:
        return None
    if action[0] == "usual":
        action = ("keep", *defaults.kept(world(view, Random(0)), view.reader))  # noqa: S311 - the own hand is known
    return _Choice(place, view, action, action)


def _ways(state: State, seat: int, played: Action) -> Sequence[Action]:
    """Return what might have been done instead, what looks best first.

    Who fires though nobody waits for it could have aimed elsewhere; what would have been done otherwise is not known.
    """
    if not engine.is_waited_for(state, seat):
        return [("fire", aim) for _, aim in sorted(_HABITS.shots(state, seat), reverse=True)]
    legal = list(islice(_legal(state, seat), CLOSE.ways)) if state.phase in ("wizards", "lose") else []
    found = ways(state, seat, legal, _HABITS)
    if seat != state.active or state.phase == "lose":
        return found
    shots = (
        [("fire", aim) for _, aim in sorted(_HABITS.shots(state, seat), reverse=True)] if played[0] == "fire" else []
    )
    return [*_PLAIN, *found, *shots]


def _legal(state: State, seat: int) -> Iterator[Action]:
    """Yield the legal actions of what a seat is waited for."""
    among = (verb for verb in engine.candidates(state, seat) if ASIDE not in verb.kinds)
    return MATCH.legal(state, seat, tuple(among))


def _is_legal(state: State, seat: int, action: Action) -> bool:
    try:
        MATCH.check(state, seat, action, engine.candidates(state, seat))
    except GameError:
        return False
    return True


def _pairs(choice: _Choice, worlds: int, random: Random) -> list[tuple[State, State]]:
    """Return where what was played and the best way come to in the same worlds, with the same dice."""
    found = []
    for _ in range(worlds):
        state, seed = world(choice.view, random), random.randbytes(SEED_BYTES)
        found.append((_came(choice, state, choice.played, seed), _came(choice, state, choice.best, seed)))
    return found


def _came(choice: _Choice, state: State, action: Action, seed: bytes) -> State:
    """Return the position at the end of the round; an attacker who has said how far to roll on does so."""
    assert choice.view.reader is not None
    return end_of_round(state, choice.view.reader, (action,), _HABITS, Draws(seed), engine.rolled_on)


def _chances(seat: int, ends: Sequence[tuple[State, State]]) -> list[tuple[int, int]]:
    """Return the chances of winning of a seat where these games have come to."""
    return [(chance(mine, seat), chance(theirs, seat)) for mine, theirs in ends]


def _compared(choice: _Choice, random: Random) -> Judged | None:
    """Return how much a choice lost against the best one; `None` where that was nothing after all."""
    seat = choice.view.reader
    assert seat is not None
    ends = _pairs(choice, CLOSE.compared, random)
    pairs = _chances(seat, ends)
    lost, around = spread([theirs - mine for mine, theirs in pairs])
    mine, theirs = (told(mean(values), len(choice.view.seats)) for values in zip(*pairs, strict=True))
    if lost <= 0 or theirs <= mine:
        return None
    # What is lost is told on a curve, and what is around it with it.
    error = round(around * (theirs - mine) / lost)
    start = world(choice.view, Random(0))  # noqa: S311 - what lies open is looked at alone
    why = _why(choice, seat, start) or counts.of_pairs(ends, seat, start)
    return Judged(mine, theirs, error, (choice.best,), why, skipped=choice.place, length=1)


def _why(choice: _Choice, seat: int, start: State) -> Message | None:
    """Return what sets the best way apart from what was played; `None` where that can be counted at best."""
    best, played = choice.best, choice.played
    if best == ("roll",) and played[0] == "roll":
        return IN_TIME
    # Of an attack it is said that it is the best of all, of everything else what it does more than what was played.
    others = [one for one in (played, *(choice.others if best[0] == "attack" else ())) if one[0] == best[0]]
    why = reasons.of(start, seat, best, others, _HABITS)
    if best[0] == played[0] == "fire" and why in (reasons.SHOT, reasons.LAST_SHOT):
        return AIM
    # Where the same nation is ridden against, it is only the card left behind that is another one.
    same = best[0] == played[0] == "pursue" and best[-1] == played[-1]
    # That a first roll gains is true of most attacks, so it sets none apart from another one.
    alike = best[0] == played[0] == "attack" and why == reasons.GAINS
    return None if same or alike or why in _VAGUE else why


def _as_played(choice: _Choice, random: Random) -> Judged:
    """Return what a choice was worth that lost nothing."""
    seat, values = choice.view.reader, []
    assert seat is not None
    for _ in range(CLOSE.compared):
        state, seed = world(choice.view, random), random.randbytes(SEED_BYTES)
        values.append(chance(_came(choice, state, choice.played, seed), seat))
    as_told = told(mean(values), len(choice.view.seats))
    return Judged(as_told, as_told, skipped=choice.place, length=1)
