"""What the match service reads and writes: a press reads its match once, and nothing is folded that is known."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.matches import changes, replays
from bot.matches.commits import CommitEvent
from bot.matches.loaded import LoadedMatch, Recent
from bot.matches.lobby import Lobby
from bot.matches.refusals import Refusal, Stale
from bot.matches.replays import Replays
from bot.matches.service import Matches
from bot.matches.work import snapshot
from bot.texts.phrases import phrases
from games import history
from games.api import GameError, NotYourChoice, new_options
from games.draws import Draws
from games.history import BadEntry, Entry, Replayed, fold
from games.monolith_arena.game import GAME
from storage import POST, Store, schema
from tests.bot.bare import Bare, random_step, wish
from tests.support.databases import prepare
from tests.toy import TOY

SAY = phrases("en")


@pytest.fixture
async def matches(tmp_path: Path) -> AsyncIterator[Matches]:
    async with await Store.open(await prepare(f"sqlite+aiosqlite:///{tmp_path / 'm.db'}")) as store:
        yield Matches(store, {GAME.name: Bare(GAME)})


def restarted(matches: Matches) -> Matches:
    """The same after a restart: nothing is known but what is stored."""
    return Matches(matches.store, matches.faces)


async def test_the_database_is_of_the_kind_that_the_test_is_run_on(
    matches: Matches, request: pytest.FixtureRequest
) -> None:
    assert matches.store.url.startswith(request.node.callspec.params["kind_of_database"])


async def begun(matches: Matches, number: int = 1) -> LoadedMatch:
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(GAME, 1, 2), interaction_id=2 * number)
    return await lobby.accept(await matches.load(match_id), 2, interaction_id=2 * number + 1)


async def played(matches: Matches, match: LoadedMatch, steps: int) -> LoadedMatch:
    rng = random.Random(5)
    for _ in range(steps):
        done = await random_step(matches, match, rng)
        assert done is not None
        match = done.match
    return match


def counted(monkeypatch: pytest.MonkeyPatch, where: Any, *names: str) -> list[str]:
    """The calls of these functions from now on, by their names."""
    calls: list[str] = []
    for name in names:
        real = getattr(where, name)

        def call(*arguments: Any, name: str = name, real: Any = real, **more: Any) -> Any:
            calls.append(name)
            return real(*arguments, **more)

        monkeypatch.setattr(where, name, call)
    return calls


READS = ("load", "load_whole", "actions", "find_handled")
PEOPLE = ("player", "players")


async def test_a_step_reads_nothing(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(matches, await begun(matches), 6)
    calls = counted(monkeypatch, matches.store.matches, *READS)
    people = counted(monkeypatch, matches.store.people, *PEOPLE)
    after = await played(matches, match, 4)
    assert calls == people == []
    assert after.match.version == match.match.version + 4


async def test_the_match_after_a_step_is_what_the_database_holds(matches: Matches) -> None:
    match = await begun(matches)
    for _ in range(12):
        matches.recent = Recent()
        again = await matches.load(match.id)
        assert (again.match, again.entries) == (match.match, match.entries)
        assert snapshot(GAME, again.position) == snapshot(GAME, match.position) == match.match.snapshot
        match = await played(matches, match, 1)


async def test_a_match_that_is_read_again_shares_its_position_with_its_history(matches: Matches) -> None:
    match = await played(matches, await begun(matches), 8)
    matches.recent = Recent()
    again = await matches.load(match.id)
    assert again.position is again.replayed[-1].after
    # What is stored decides, whatever the history leads to.
    before = match.replayed[-2].after
    other = LoadedMatch(replace(match.match, snapshot=snapshot(GAME, before)), match.face, match.entries, match.past)
    assert snapshot(GAME, other.position) == snapshot(GAME, before) != snapshot(GAME, match.position)


async def test_who_was_slower_reads_again_and_only_then(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begun(matches)
    await matches.play(match, 1, [("faction", "dragon_empire")])
    calls = counted(monkeypatch, matches.store.matches, *READS)
    people = counted(monkeypatch, matches.store.people, *PEOPLE)
    slower = await matches.play(match, 2, [("faction", "lords_of_the_abyss")], interaction_id=99)
    assert (calls, people) == (["load_whole"], [])
    assert len(slower.match.entries) == 2


async def test_only_a_refusal_asks_whether_the_interaction_was_handled(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begun(matches)
    calls = counted(monkeypatch, matches.store.matches, "find_handled")
    match = (await matches.play(match, 1, [("faction", "dragon_empire")], interaction_id=50)).match
    assert calls == []
    with pytest.raises(Refusal):
        await matches.play(match, 1, [("faction", "dragon_empire")], interaction_id=51)
    assert calls == ["find_handled"]


async def test_whoever_subscribed_hears_of_every_commit(matches: Matches) -> None:
    match = await begun(matches)
    events: list[CommitEvent] = []

    async def note(event: CommitEvent) -> None:
        assert matches.recent.versions[match.id] == match.match.version + len(events) + 1
        events.append(event)

    matches.commits.subscribe(note)
    after = (await matches.play(match, 1, [("faction", "dragon_empire")])).match
    with pytest.raises(Refusal):
        await matches.play(after, 1, [("faction", "dragon_empire")])
    await matches.agree(after, 2, ("draw", "offer"))
    assert [(POST in event.due, event.player) for event in events] == [(True, 1), (True, None)]


async def test_direct_messages_go_to_those_who_want_them(matches: Matches) -> None:
    match = await begun(matches)
    await matches.store.people.set_player(2, now=1, dm=True)
    await matches.store.people.set_player(1, now=1, dm=True, dm_closed=True)
    await matches.play(match, 1, [("faction", "dragon_empire")])
    rows = [row for row in await matches.store.jobs.of_match(match.id) if row.state == "pending"]
    assert [(row.kind, row.recipient, row.lane) for row in rows] == [
        ("public", None, f"match:{match.id}"),
        ("dm", 2, "dm:2"),
    ]


async def test_nothing_is_folded_that_is_known(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(matches, await begun(matches), 8)
    calls = counted(monkeypatch, replays.history, "fold")
    assert len(match.replayed) == 8
    assert len((await matches.load(match.id)).replayed) == 8
    assert calls == []
    matches.replays, matches.recent = Replays(), Recent()  # as after a restart
    match = await matches.load(match.id)
    assert len(match.replayed) == 8
    match = await played(matches, match, 3)
    assert len((await matches.load(match.id)).replayed) == 11
    assert calls == ["fold"]
    assert _plain(match.replayed) == _folded(match)


async def test_a_long_history_is_folded_in_a_thread_and_once_for_all_who_ask(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(matches, await begun(matches), 30)
    matches = restarted(matches)
    where: list[threading.Thread] = []
    fold_ = replays.history.fold

    def watched(*arguments: Any, **more: Any) -> Iterator[Replayed]:
        where.append(threading.current_thread())
        return fold_(*arguments, **more)

    monkeypatch.setattr(replays.history, "fold", watched)
    every = await asyncio.gather(*(matches.load(match.id) for _ in range(5)))
    assert [_plain(one.replayed) for one in every] == [_plain(match.replayed)] * 5
    assert len(where) == 1
    assert where[0] is not threading.main_thread()


async def test_who_only_asks_how_it_stands_folds_nothing(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await played(matches, await begun(matches), 12)
    matches = restarted(matches)
    calls = counted(monkeypatch, replays.history, "fold")
    calls += counted(monkeypatch, matches.store.matches, "load_whole", "actions")
    assert (await matches.peek(match.id)).waited_for() == match.waited_for()
    assert calls == []


async def _back_and_forth(matches: Matches, match: LoadedMatch, times: int, key: str) -> LoadedMatch:
    """Place and take back, again and again: two entries each time."""
    choice = next(one for one in match.choices if one.must)
    user = match.user_of(choice.seat)
    assert user is not None
    action = next(one for one in GAME.legal(match.state, choice.seat, choice.key) if one[0] == key)
    for _ in range(times):
        match = (await matches.play(match, user, [action])).match
        match = (await matches.undo(match, user)).match
    return match


async def _at_a_place(matches: Matches, number: int) -> LoadedMatch:
    """A match in which a tile can be placed and taken back."""
    rng = random.Random(8)
    match = await begun(matches, number)
    for _ in range(60):
        choice = next(one for one in match.choices if one.must)
        legal = GAME.legal(match.state, choice.seat, choice.key)
        for action in (one for one in legal if one[0] == "place"):
            user = match.user_of(choice.seat)
            assert user is not None
            after = (await matches.play(match, user, [action])).match
            if after.undoable(choice.seat) is not None:
                return (await matches.undo(after, user)).match
            return await _at_a_place(matches, number + 1)
        done = await random_step(matches, match, rng)
        assert done is not None
        match = done.match
    raise AssertionError("nothing to place")


async def test_a_step_costs_the_same_however_long_the_history_is(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "BACK_AND_FORTH", 10_000)
    match = await _at_a_place(matches, 1)
    calls = counted(monkeypatch, history, "proceed", "note", "carry_out", "_take_back")
    costs = []
    for _ in range(4):
        calls.clear()
        match = await _back_and_forth(matches, await matches.load(match.id), 1, "place")
        costs.append(sorted(calls))
        # What panels and messages ask afterwards.
        asked = len(calls)
        again = await matches.load(match.id)
        again.undoable(0)
        summarize_from = len(again.entries) - 2
        assert len(again.past.after(summarize_from)) == 2
        assert again.past.last_of([again.entries[-1].seat]) == len(again.entries)
        assert not again.past.counts(len(again.entries) - 1)
        assert len(calls) == asked
        match = await _back_and_forth(matches, again, 60, "place")
    assert len(match.entries) > 480
    assert all(cost == costs[0] for cost in costs)
    assert len(costs[0]) < 12


async def test_what_was_taken_back_is_kept_without_what_it_led_to(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "BACK_AND_FORTH", 10_000)
    match = await _back_and_forth(matches, await _at_a_place(matches, 1), 100, "place")
    assert len(match.entries) > 200
    assert len(matches.replays) < len(match.entries) - 95
    again = [one.entry for one in (await matches.load(match.id)).replayed]
    assert again == [Entry(one.kind, one.seat, one.text) for one in match.entries]
    folded = list(fold(GAME, match.formation, match.options, match.seed, again))
    stands = [one.number for one in history.revocable(folded)]
    assert [one.number for one in match.past.revocable] == stands
    assert [number for number in stands if not match.past.counts(number)] == []
    # From the start again it is the same.
    matches = restarted(matches)
    match = await matches.load(match.id)
    assert [one.number for one in match.past.revocable] == stands
    assert snapshot(GAME, match.past.revocable[-1].after) == snapshot(GAME, folded[stands[-1] - 1].after)


@pytest.mark.parametrize(
    ("ask", "end"), [(("draw", "offer"), ("draw", "withdraw")), (("takeback", "ask"), ("takeback", "withdraw"))]
)
async def test_the_same_is_asked_once_in_a_position(
    matches: Matches, ask: tuple[str, ...], end: tuple[str, ...]
) -> None:
    match = await _at_a_place(matches, 1)
    first, second = match.users()
    match = (await matches.agree(match, first, ask)).match
    match = (await matches.agree(match, first, end)).match
    with pytest.raises(Refusal, match=r"already\. You can"):
        await matches.agree(match, first, ask)
    # What is taken back changes nothing, nor does what can be, and the other player has an offer of their own.
    match = await _back_and_forth(matches, await matches.load(match.id), 1, "place")
    with pytest.raises(Refusal, match=r"already\. You can"):
        await matches.agree(match, first, ask)
    (choice,) = (one for one in match.choices if one.must)
    assert match.user_of(choice.seat) == first
    place = next(one for one in GAME.legal(match.state, choice.seat, choice.key) if one[0] == "place")
    match = (await matches.play(match, first, [place])).match
    with pytest.raises(Refusal, match=r"already\. You can"):
        await matches.agree(match, first, ask)
    match = (await matches.undo(await matches.load(match.id), first)).match
    match = (await matches.agree(match, second, ask)).match
    match = (await matches.agree(match, first, (ask[0], "decline"))).match
    with pytest.raises(Refusal, match=r"already\. You can"):
        await matches.agree(match, second, ask)
    # After a move that stays it can be asked again.
    choice = next(one for one in match.choices if one.must)
    user = match.user_of(choice.seat)
    assert user is not None
    legal = GAME.legal(match.state, choice.seat, choice.key)
    drawn = (one for one in legal if GAME.apply(match.state, choice.seat, one, Draws(match.seed)).boundary)
    match = (await matches.play(match, user, [next(drawn)])).match
    await matches.agree(match, first, ask)


async def test_what_was_drawn_stays_where_the_next_action_is_refused(matches: Matches) -> None:
    match, rng, kept, dropped = await begun(matches, 1), random.Random(8), 0, 0
    while not (kept and dropped):
        choice = next(one for one in match.choices if one.must)
        user = match.user_of(choice.seat)
        assert user is not None
        action = rng.choice(GAME.legal(match.state, choice.seat, choice.key))
        step, before = GAME.apply(match.state, choice.seat, action, Draws(match.seed)), len(match.entries)
        if step.boundary:
            match = (await matches.play(match, user, [action, ("place", "nothing")])).match
            assert match.entries[before].text == " ".join(action)
            kept += 1
            continue
        with pytest.raises(Refusal):
            await matches.play(match, user, [action, ("place", "nothing")])
        match = await matches.load(match.id)
        assert len(match.entries) == before
        dropped += 1
        match = (await matches.play(match, user, [action])).match


async def test_one_takeback_after_the_other_can_be_asked_for(matches: Matches) -> None:
    match = await _at_a_place(matches, 1)
    first, second = match.users()
    for _ in range(2):
        match = (await matches.agree(match, first, ("takeback", "ask"))).match
        match = (await matches.agree(match, second, ("takeback", "accept"))).match


async def test_offers_and_withdrawals_count_as_going_back_and_forth(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "ASKED_ALREADY", {})
    match = await _at_a_place(matches, 1)
    user = match.users()[0]
    before = len(match.entries)

    async def without_end() -> None:
        now = match
        while True:
            now = (await matches.agree(now, user, ("draw", "offer"))).match
            now = (await matches.agree(now, user, ("draw", "withdraw"))).match

    with pytest.raises(Refusal, match="enough going back and forth"):
        await without_end()
    assert len((await matches.load(match.id)).entries) <= before + changes.BACK_AND_FORTH


async def test_two_who_go_back_and_forth_in_turns_come_to_an_end(matches: Matches) -> None:
    lobby = Lobby(matches)
    match = await matches.load(await lobby.new(wish(GAME, 1, 2, 3, 4), interaction_id=1))
    for user in (2, 3, 4):
        match = await lobby.accept(match, user)
    match = (await matches.agree(match, 1, ("draw", "offer"))).match
    before = len(match.entries)

    async def go_on() -> None:
        now = match
        for _ in range(changes.BACK_AND_FORTH + 1):
            for answer in ("accept", "withdraw"):
                for user in (2, 3):
                    now = (await matches.agree(now, user, ("draw", answer))).match

    with pytest.raises(Refusal, match="enough going back and forth"):
        await go_on()
    assert len((await matches.load(match.id)).entries) == before + 2 * changes.BACK_AND_FORTH


async def test_what_others_take_back_does_not_count_as_played(matches: Matches) -> None:
    matches = Matches(matches.store, {TOY.name: Bare(TOY)})
    lobby = Lobby(matches)
    match = await matches.load(await lobby.new(wish(TOY, 1, 2), interaction_id=1))
    match = await lobby.accept(match, 2)

    async def go_on() -> None:
        now = match
        for _ in range(changes.BACK_AND_FORTH + 1):
            for user, colour in ((1, "red"), (2, "blue")):
                now = (await matches.play(now, user, [("colour", colour)])).match
            for user in (2, 1):
                now = (await matches.undo(now, user)).match

    with pytest.raises(Refusal, match="enough going back and forth"):
        await go_on()
    assert len((await matches.load(match.id)).entries) < 4 * (changes.BACK_AND_FORTH + 1)


async def test_back_and_forth_has_an_end_and_goes_on_when_something_stays(matches: Matches) -> None:
    match = await _at_a_place(matches, 1)
    with pytest.raises(Refusal, match="enough going back and forth"):
        await _back_and_forth(matches, match, changes.BACK_AND_FORTH + 1, "place")
    match = await matches.load(match.id)
    assert len(match.entries) < 2 * changes.BACK_AND_FORTH + 70
    (user,) = match.waited_for()
    with pytest.raises(Refusal, match="enough going back and forth"):
        await matches.agree(match, user, ("draw", "offer"))
    # Playing on and giving up are always possible.
    choice = next(one for one in match.choices if one.must)
    boundary = match
    for _ in range(40):
        step = await random_step(matches, boundary, random.Random(3))
        assert step is not None
        boundary = step.match
        if boundary.entries[-1].boundary:
            break
    assert boundary.entries[-1].boundary
    await matches.agree(match if boundary is match else boundary, user, ("resign",))
    assert choice is not None


async def test_a_history_that_is_not_legal_is_told_to_whoever_asks_and_folded_once(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await played(matches, await begun(matches), 8)
    statement = update(schema.action).where(schema.action.c.match_id == match.id, schema.action.c.seq == 6)
    await matches.store.database.write(lambda connection: connection.execute(statement.values(text="fly C3")))
    matches = restarted(matches)
    calls = counted(monkeypatch, replays.history, "fold")
    for _ in range(3):
        broken = await matches.load(match.id)
        with pytest.raises(BadEntry, match="entry 6"):
            broken.past.after(0)
        assert broken.choices
    assert calls == ["fold"]
    assert (await played(matches, broken, 1)).match.version == match.match.version + 1


def _plain(replayed: Iterable[Replayed]) -> list[Any]:
    """Replayed entries with the positions as texts: states hold notes of their own and are not compared."""
    return [(one.number, one.entry, snapshot(GAME, one.after), one.takes_back) for one in replayed]


def _folded(match: LoadedMatch) -> list[Any]:
    entries = [one.entry for one in match.replayed]
    return _plain(fold(GAME, match.formation, match.options, match.seed, entries))


async def test_an_older_match_has_its_own_part_of_the_history_and_a_newer_one_goes_on(matches: Matches) -> None:
    old = await played(matches, await begun(matches), 5)
    new = await played(matches, old, 4)
    assert len(old.replayed) == 5
    assert len(new.replayed) == 9
    assert [one.number for one in old.past.revocable] == [one.number for one in history.revocable(old.replayed)]
    assert old.past.last_of([0, 1]) == 5
    assert _plain(new.replayed) == _folded(new)
    # A match that was loaded before all was forgotten goes on with what it has itself.
    matches = restarted(matches)
    newest = await played(matches, new, 2)
    assert _plain(newest.replayed) == _folded(newest)
    assert _plain((await matches.load(new.id)).replayed) == _folded(newest)


async def test_the_replayed_entries_that_are_kept_are_bounded(matches: Matches) -> None:
    matches.replays, matches.recent = Replays(room=20), Recent(room=1)
    every = [await played(matches, await begun(matches, number), 8) for number in range(1, 4)]
    assert len(matches.replays) == 24  # room is made at the next load
    for match in every:
        assert _plain((await matches.load(match.id)).replayed) == _folded(match)
        assert len(matches.replays) <= 20


async def test_a_takeback_needs_everybody(matches: Matches) -> None:
    match = await begun(matches)
    with pytest.raises(Refusal, match="nothing to take back"):
        await matches.agree(match, 1, ("takeback", "ask"))
    match = await played(matches, match, 6)
    asker = match.entries[-2].seat
    before = next(one.before for one in reversed(match.replayed) if one.entry.seat == asker)
    match = (await matches.agree(match, match.user_of(asker) or 0, ("takeback", "ask"))).match
    assert match.position.takeback == asker
    match = (await matches.agree(match, match.user_of(1 - asker) or 0, ("takeback", "accept"))).match
    assert match.state is before.state
    assert match.entries[-1].kind == "agreement"
    assert match.replayed[-1].takes_back
    again = await matches.load(match.id)
    assert snapshot(GAME, again.position) == match.match.snapshot == again.match.snapshot


async def test_nothing_from_before_somebody_left_is_taken_back(matches: Matches) -> None:
    matches = Matches(matches.store, {TOY.name: Bare(TOY)})
    lobby = Lobby(matches)
    match = await matches.load(await lobby.new(wish(TOY, 1, 2, 3), interaction_id=1))
    for user in (2, 3):
        match = await lobby.accept(match, user)
    for user, color in ((1, "red"), (2, "blue")):
        match = (await matches.play(match, user, [("colour", color)])).match
    match = (await matches.agree(match, 3, ("resign",))).match
    assert match.match.status == "running"
    for user in (1, 2):
        with pytest.raises(Refusal, match="nothing to take back"):
            await matches.agree(match, user, ("takeback", "ask"))
    match = await played(matches, match, 1)
    asker = match.user_of(match.entries[-1].seat) or 0
    other = 3 - asker
    match = (await matches.agree(match, asker, ("takeback", "ask"))).match
    match = (await matches.agree(match, other, ("takeback", "accept"))).match
    assert match.replayed[-1].takes_back
    assert len(TOY.playing(match.state)) == 2


@pytest.mark.parametrize("tokens", [(), ("draw",), ("timeout",), ("handover",), ("draw", "withdraw"), ("place",)])
async def test_what_is_no_agreement_of_players_is_refused(matches: Matches, tokens: tuple[str, ...]) -> None:
    match = await begun(matches)
    with pytest.raises(Refusal) as refused:
        await matches.agree(match, 1, tokens)
    assert str(refused.value.message).endswith(".")
    assert (await matches.load(match.id)).entries == ()


async def test_a_press_for_a_choice_that_is_gone_is_stale(matches: Matches) -> None:
    match = await begun(matches)
    match = (await matches.play(match, 1, [("faction", "dragon_empire")], key="faction")).match
    for step in (
        matches.play(match, 1, [("faction", "random")], key="faction"),
        matches.undo(match, 1, key="faction"),
        matches.play(match, 2, []),
    ):
        with pytest.raises(Stale):
            await step


async def test_formation_and_language_stay_with_the_match(matches: Matches) -> None:
    lobby = Lobby(matches)
    match_id = await lobby.new(wish(GAME, 1, 2, 3, None, language="de", options={"monoliths": True}), interaction_id=9)
    match = await matches.load(match_id)
    assert (match.formation.id, match.language) == ("2v2", "de")
    assert match.options == new_options(GAME, {"monoliths": True})


async def test_a_seat_sees_its_own_choices_and_a_spectator_none(matches: Matches) -> None:
    match = await begun(matches)
    anna = match.perspective(0, {}, SAY)
    assert anna.choice is not None
    assert [c.seat for c in anna.choices] == [0]
    assert "dragon_empire" in anna.next_field(("faction",)).values  # type: ignore[union-attr]  # a field
    looking_on = match.perspective(None, {}, SAY)
    assert (looking_on.choices, looking_on.choice, looking_on.undoable) == ((), None, None)
    with pytest.raises(NotYourChoice, match="not playing"):
        looking_on.next_field(())
    after = (await matches.play(match, 1, [("faction", "dragon_empire")])).match.perspective(0, {}, SAY)
    with pytest.raises(NotYourChoice, match="nothing for you"):
        after.next_field(())
    with pytest.raises(GameError, match="factions and banners come first"):
        anna.next_field(("place",))
