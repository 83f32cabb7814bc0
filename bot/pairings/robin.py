"""Round robin: everybody meets everybody once, in the order of the Berger tables."""

from __future__ import annotations

from collections.abc import Sequence

from bot.pairings.rounds import Pairing, Round, bye


def berger(entrants: int) -> tuple[tuple[Pairing, ...], ...]:
    """Return all rounds for entrants 1 to `entrants`; with an odd number each has one bye."""
    if entrants < 2:
        return ()
    size = entrants + entrants % 2
    half = size // 2
    rounds = []
    for number in range(size - 1):
        # The last one stays; the others move on by half a table, which is how the printed tables run.
        moved = [(place + number * half) % (size - 1) + 1 for place in range(size - 1)]
        pairs = [(moved[0], size) if number % 2 == 0 else (size, moved[0])]
        pairs += [(moved[place], moved[-place]) for place in range(1, half)]
        played = [Pairing(one, other) for one, other in pairs if max(one, other) <= entrants]
        free = [bye(min(pair)) for pair in pairs if max(pair) > entrants]
        rounds.append((*played, *free))
    return tuple(rounds)


def counted(rounds: Sequence[Round], left: frozenset[int]) -> tuple[tuple[Pairing, ...], ...]:
    """Return the rounds without the pairings of those who left before they had played half of theirs.

    They count for nobody then, so that nobody has points from an opponent whom others could not meet.
    """
    there = {side for each in rounds for one in each for side in (one.one, one.other) if side is not None}
    void = frozenset(entrant for entrant in left if not _half_played(entrant, rounds, len(there) - 1))
    return tuple(tuple(one for one in each if not void & {one.one, one.other}) for each in rounds)


def _half_played(entrant: int, rounds: Sequence[Round], meetings: int) -> bool:
    """Return whether an entrant has played half of all their meetings, those of rounds still to come among them."""
    return 2 * sum(one.played for each in rounds for one in each if entrant in (one.one, one.other)) >= meetings
