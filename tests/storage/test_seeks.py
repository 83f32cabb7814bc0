"""Seeks: the parts of those who come together stand in the order in which they came, whatever their clocks say."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from storage import NewMatch, Seek, Seeker, SeekFound, SeekRules, SeekTerms, SeekWaits, Store

GUILD, CHANNEL, ENDS = 100, 101, 10**9
DUEL, THREE = SeekTerms("toy", "duel", "1v1", 2), SeekTerms("toy", "free", "1v1v1", 3)


class Bound:
    """The rules of a test: what is bound before somebody comes, and what the match is made of."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self.made: list[Seek] = []
        self.rules = SeekRules(9, 9, self._blind, self._fresh, self._match)

    def _blind(self) -> str:
        return f"blind {next(self._numbers)}"

    def _fresh(self) -> tuple[str, bytes]:
        return f"fresh {next(self._numbers)}", b"s"

    def _match(self, whole: Seek) -> tuple[NewMatch, tuple[()]]:
        self.made.append(whole)
        return NewMatch(whole.id, "toy", "{}", whole.seed, whole.users[0]), ()


def who(user: int, since: int, **more: object) -> Seeker:
    # Presses, too, come in another order than people.
    return replace(Seeker(user, GUILD, CHANNEL, 1000 - user, since, ENDS, ""), **more)


def new(name: str, one: Seeker, terms: SeekTerms) -> Seek:
    return Seek(name, GUILD, CHANNEL, terms, one.since, b"s", f"first of {name}", (one,))


def bound(found: Seek) -> list[tuple[int, str]]:
    """What the fingerprint of a seek binds, in its order: who is there, each with a blind, and the next blind."""
    return [*((one.user_id, one.blind) for one in found.seekers), (0, found.blind)]


def comes(before: Seek, user: int) -> list[tuple[int, str]]:
    """What the next fingerprint begins with where it goes on from this one, by the user who has come."""
    return [(of or user, blind) for of, blind in bound(before)]


async def waits(store: Store, seek_id: str) -> Seek:
    found = await store.seeks.find(seek_id)
    assert found is not None
    return found


@pytest.mark.parametrize("how", ["place", "take"])
async def test_whoever_comes_by_a_clock_that_is_behind_comes_last(store: Store, how: str) -> None:
    its = Bound()
    await store.seeks.place(new("a", who(1, 5000), THREE), its.rules)
    for user, since in ((2, 4000), (3, 5000)):
        before = await waits(store, "a")
        one = who(user, since)
        come = (
            store.seeks.take("a", one, its.rules)
            if how == "take"
            else store.seeks.place(new(f"of {user}", one, THREE), its.rules)
        )
        assert isinstance(await come, SeekWaits if user == 2 else SeekFound)
        whole = await waits(store, "a") if user == 2 else its.made[0]
        assert bound(whole)[:-1] == comes(before, user)
    assert its.made[0].users == (1, 2, 3)


@pytest.mark.parametrize("terms", [DUEL, THREE])
async def test_whoever_moves_on_comes_last_however_long_they_have_waited(store: Store, terms: SeekTerms) -> None:
    its = Bound()
    await store.blocks.add(1, 2, now=1, most=9)
    await store.seeks.place(new("early", who(1, 1000), terms), its.rules)
    await store.seeks.place(new("late", who(2, 2000), terms), its.rules)
    await store.blocks.remove(1, 2)
    if terms is THREE:
        # A seek that as few wait in for less long is no better; one in which more wait is.
        await store.seeks.take("late", who(3, 2500), its.rules)
    before = await waits(store, "late")
    begun = await store.seeks.settle("early", its.rules, now=7000)
    assert [one.match_id for one in begun] == ["late"]
    assert bound(its.made[0])[:-1] == comes(before, 1)
    (head,) = await store.matches.all_open()
    assert [seat.user_id for seat in sorted(head.seats, key=lambda seat: seat.seat)] == [*before.users, 1]
    assert head.created_at == 7000, "the match begins to be now, not when somebody began to look"


async def test_a_seek_that_somebody_moved_to_goes_on_from_its_fingerprint(store: Store) -> None:
    its = Bound()
    four = replace(THREE, formation="1v1v1v1", seats=4)
    await store.blocks.add(1, 2, now=1, most=9)
    await store.seeks.place(new("early", who(1, 1000, expires_at=9000), four), its.rules)
    await store.seeks.place(new("late", who(2, 2000), four), its.rules)
    await store.seeks.take("late", who(3, 2500), its.rules)
    await store.blocks.remove(1, 2)
    before = await waits(store, "late")
    assert await store.seeks.settle("early", its.rules, now=7000) == []
    moved = await waits(store, "late")
    assert bound(moved)[:-1] == comes(before, 1)
    assert moved.seekers[-1].expires_at == 9000, "they look for as long as they have said"
    await store.seeks.place(new("last", who(4, 2200), four), its.rules)
    assert bound(its.made[0])[:-1] == comes(moved, 4)
