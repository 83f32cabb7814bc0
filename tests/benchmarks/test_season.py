"""What a season is held against: each check names what is wrong, and nothing where nothing is."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from benchmarks import season_checks as checks
from benchmarks.season_checks import Ping, Pings
from benchmarks.season_people import Act, People, Person
from bot.features.seeks.service import FOUND
from bot.features.tournaments.page import ACTION_ID
from bot.panels import components
from bot.panels.components import LESSON
from bot.panels.model import Press
from storage import StoredPairing, WholeTournament
from tests.bot.features.living import BEGIN, DAY, HOUR, living

ANNA, MAX, TINA = 1, 2, 3
MATCH = "abcdefghij"
NIGHT = BEGIN - BEGIN % DAY + DAY + 2 * HOUR
"""Two o'clock at night in UTC."""


def _people(**more: Any) -> People:
    """Three people who sleep from ten to eight."""
    made = {
        user: Person(
            cast(Any, SimpleNamespace(id=user, name=name)),
            cast(Any, None),
            cast(Any, None),
            "UTC",
            (22, 8),
            False,
            False,
        )
        for user, name in ((ANNA, "anna"), (MAX, "max"), (TINA, "tina"))
    }
    acts: dict[str, list[Act]] = defaultdict(list)
    return cast(People, SimpleNamespace(by_id=made, acts=acts, blocked=set(), **more))


def _woken(people: People, kind: str, *pings: Ping, ran_out: dict[tuple[int, str], int] | None = None) -> list[str]:
    noted = {ping.message: (MATCH, kind) for ping in pings}
    return checks._woken(people, cast(Pings, SimpleNamespace(all=list(pings))), noted, {}, ran_out or {})[0]


def test_people_sleep_by_their_own_clocks() -> None:
    anna = _people().by_id[ANNA]
    assert anna.asleep(NIGHT)
    assert not anna.asleep(NIGHT + 10 * HOUR)
    anna.zone = "Asia/Tokyo"
    assert not anna.asleep(NIGHT)


def test_a_ping_at_night_is_one_of_what_somebody_has_just_done_or_a_fault() -> None:
    people, ping = _people(), Ping(ANNA, 1, NIGHT, "your turn")
    assert _woken(people, "live", ping)
    assert not _woken(people, "live", ping, ran_out={(ANNA, MATCH): NIGHT - HOUR}), "no time is left in the morning"
    assert _woken(people, "live", ping, ran_out={(ANNA, MATCH): NIGHT + HOUR, (MAX, MATCH): NIGHT - HOUR})
    people.acts[MATCH] = [Act(ANNA, NIGHT - 1000, NIGHT - 900)]
    assert _woken(people, "live", ping), "what she has done herself leads to no ping"
    people.acts[MATCH] = [Act(MAX, NIGHT - 1000, NIGHT - 900)]
    assert not _woken(people, "live", ping)
    assert _woken(people, "live", ping, Ping(ANNA, 2, NIGHT + HOUR, "again")), "one act, one ping"
    people.acts[MATCH] = [Act(MAX, NIGHT - 1000, NIGHT + 1000)]
    assert not _woken(people, "live", ping, Ping(ANNA, 2, NIGHT + HOUR, "again")), "its board came after the first ping"
    assert _woken(people, "remind", ping), "what falls due by itself wakes nobody"
    day = NIGHT + 10 * HOUR
    assert not _woken(people, "remind", Ping(ANNA, 1, day, "your turn"))
    assert _woken(people, FOUND, Ping(ANNA, 1, day, "found"), Ping(ANNA, 2, day + 1, "found"))


def _cup(kind: str, *pairings: tuple[int, int, int, int | None]) -> WholeTournament:
    rows = tuple(
        StoredPairing(
            round_, board, first, second, f"m{n}", 0, how="bye" if second is None else "played", points=(2, 0)
        )
        for n, (round_, board, first, second) in enumerate(pairings)
    )
    head = SimpleNamespace(title="Cup", kind=kind, status="over", channel_id=9)
    return cast(
        WholeTournament, SimpleNamespace(head=head, pairings=rows, seeded=lambda seed: SimpleNamespace(users=(seed,)))
    )


def test_nobody_is_paired_twice() -> None:
    fine = ((1, 0, 1, 2), (1, 1, 3, None), (2, 0, 1, 3), (2, 1, 2, None))
    assert not list(checks._paired(_cup("swiss", *fine)))
    for wrong in (
        (*fine, (1, 2, 1, 3)),  # twice in a round
        (*fine, (3, 0, 2, 1)),  # once more with the same
        (*fine, (3, 0, 3, None)),  # a second bye
        (*fine, (3, 0, 1, 1)),
    ):
        assert list(checks._paired(_cup("swiss", *wrong))), wrong
    assert not list(checks._paired(_cup("double", (1, 0, 1, 2), (5, 0, 2, 1)))), "in a bracket two may meet again"


def _match(*users: int, match_id: str = MATCH, **more: Any) -> Any:
    given = {"across": False, "rated": False, "homes": (), "channel_id": 7} | more
    return SimpleNamespace(id=match_id, seats=[SimpleNamespace(user_id=user) for user in users], **given)


def test_nobody_gets_a_match_that_they_have_not_asked_for() -> None:
    people = _people()
    assert len(checks._unasked(people, [_match(ANNA, MAX)], [])) == 2
    for one in people.by_id.values():
        one.tickets = 1
    assert not checks._unasked(people, [_match(ANNA, MAX)], [])
    assert checks._unasked(people, [_match(ANNA, MAX), _match(ANNA, TINA, match_id="other")], [])
    assert checks._unasked(people, [_match(ANNA, ANNA)], [])
    people.blocked.add(frozenset((ANNA, MAX)))
    assert checks._unasked(people, [_match(ANNA, MAX)], [])
    cup = _cup("swiss", (1, 0, ANNA, MAX))
    assert not checks._unasked(people, [_match(ANNA, MAX, match_id="m0")], [cup]), "in a tournament they may meet"
    assert checks._unasked(people, [_match(ANNA, TINA, match_id="m0")], [cup])
    homes = tuple(SimpleNamespace(guild_id=guild) for guild in (10, 20))
    assert checks._unasked(people, [_match(ANNA, TINA, across=True, homes=homes)], []), "they did not want that"
    people.by_id[ANNA].across = people.by_id[TINA].across = True
    assert not checks._unasked(people, [_match(ANNA, TINA, across=True, homes=homes)], [])
    assert checks._unasked(people, [_match(ANNA, TINA, across=True, homes=homes[:1])], [])
    assert checks._unasked(people, [_match(ANNA, TINA, across=True, homes=homes, rated=True)], [])


def test_what_was_posted_twice_is_found() -> None:
    bot = object()

    def message(number: int, content: str, press: Press, of: str = MATCH) -> Any:
        custom_id = components.button_id(of, 0, "", press)
        controls = [{"type": 2, "custom_id": custom_id}]
        more = {"ephemeral_for": None, "deleted": False, "interaction": None}
        return SimpleNamespace(id=number, author=bot, content=content, text=content, controls=controls, **more)

    def wrong(*messages: Any, noted: dict[int, tuple[str, str]], cups: Any = ()) -> list[str]:
        world = SimpleNamespace(bot=bot, messages={one.id: one for one in messages})
        people = _people(box=SimpleNamespace(world=world))
        return checks._posted_twice(people, noted, [_match(ANNA, MAX)], list(cups))

    one, other = message(1, "live", Press("play")), message(2, "live", Press("play"))
    assert not wrong(one, noted={1: (MATCH, "live")})
    assert wrong(one, other, noted={1: (MATCH, "live")}), "nobody has noted the second one"
    assert wrong(noted={1: (MATCH, "result"), 2: (MATCH, "result")})
    over = [message(n, "over", Press("season", ("over", "5")), LESSON) for n in (1, 2)]
    assert wrong(*over, noted={})
    assert not wrong(over[0], noted={})
    told = [message(n, "Cup\nThe winner: anna", Press(ACTION_ID, ("look",)), LESSON) for n in (1, 2, 3)]
    assert not wrong(*told[:2], noted={}, cups=[_cup("swiss")])
    assert wrong(*told, noted={}, cups=[_cup("swiss")])


async def test_what_is_stuck_or_damaged_is_found(tmp_path: Path) -> None:
    async with living(tmp_path) as here:
        match = await here.begun()
        stored = await here.store.matches.load(match.id)
        assert stored is not None
        found = await checks._stuck(here.store, [stored], [_cup("swiss", (1, 0, 1, 2))], 0)
        assert found == [f"match {match.id} is running"]
        waiting = SimpleNamespace(
            head=SimpleNamespace(title="Cup", status="running"), pairings=(SimpleNamespace(points=None),)
        )
        assert len(await checks._stuck(here.store, [], cast(Any, [waiting]), 0)) == 2
        assert await checks._stuck(here.store, [], [], here.now + DAY), "jobs that are due and not done"
