"""The contract of `games.api.Game`, checked on every game and on the toy."""

from __future__ import annotations

import string
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import agreements, api, history
from games.agreements import AGREED, Position
from games.api import BadNotation, Choice, Formation, Game, IllegalAction, MatchOption, NotYourChoice, Result, Step
from games.draws import Draws
from games.history import Entry
from games.messages import Message
from games.referee import Moment, moments, random_action, random_choice
from games.registry import GAMES
from tests.contract.cases import CASES, Case
from tests.support import laws

DRAWS = Draws(bytes(range(32)))
MOST_HISTORIES = 400
"""How many histories may be tried: those of short games hold little each."""

each_game = pytest.mark.parametrize("game", [case.game for case in CASES], ids=lambda game: game.name)
each = pytest.mark.parametrize(
    ("case", "formation"),
    [pytest.param(case, way, id=f"{case.game.name}-{way.id}") for case in CASES for way in case.game.formations],
)


def match(case: Case, formation: Formation, seed: int) -> list[Moment]:
    """A random match of one of the case's options."""
    random = Random(seed)
    return list(moments(case.game, random, formation, case.options[seed % len(case.options)], bytes([seed]) * 32))


def test_every_game_is_in_the_contract() -> None:
    assert {case.game.name for case in CASES} >= set(GAMES)
    assert all(name == game.name for name, game in GAMES.items())


# ------------------------------------------------------------------------------------------------- what a game declares


@each_game
def test_names(game: Game[Any]) -> None:
    assert game.name.isidentifier()
    assert game.name == game.name.lower()
    assert isinstance(game.title, Message)
    assert 0 < len(str(game.title)) <= 32


@each_game
def test_formations(game: Game[Any]) -> None:
    ids = [way.id for way in game.formations]
    assert ids
    assert len(set(ids)) == len(ids)
    for way in game.formations:
        assert set(way.id) <= set(string.ascii_lowercase + string.digits + "-")
        assert 0 < len(str(way.title)) <= 60
        assert set(way.teams) == set(range(max(way.teams) + 1))
        assert way.seats == len(way.teams) >= 1
        assert api.formation(game, way.id) is way
        assert api.formation_for(game, way.seats).seats == way.seats
    with pytest.raises(BadNotation):
        api.formation(game, "no such formation")
    with pytest.raises(BadNotation):
        api.formation_for(game, 99)


def wrong_values(option: MatchOption) -> Iterator[Any]:
    yield None
    yield 1.5
    yield from (1, "yes") if isinstance(option.default, bool) else (True, [])
    if option.choices or option.form is not None:
        yield "no such choice"
    if option.bounds is not None:
        yield from (option.bounds[0] - 1, option.bounds[1] + 1)


@each_game
def test_options_of_a_match(game: Game[Any]) -> None:
    names = [option.name for option in game.match_options]
    assert len(set(names)) == len(names)
    for option in game.match_options:
        assert set(option.name) <= set(string.ascii_lowercase + "_")
        assert 0 < len(option.name) <= 32
        assert 0 < len(str(option.title)) <= 45
        assert 0 < len(str(option.help)) <= 100
        assert (option.bounds is not None) <= (type(option.default) is int)
        assert (type(option.default) is str) == (bool(option.choices) or option.form is not None)
        assert option.form is None or option.form(str(option.default)) == option.default
        assert all(option.form is not None and option.form(value) == value for value, _ in option.named)
        assert len(option.choices) <= 25
        assert option.stated is None or str(option.stated).endswith(".")
        assert (option.stated is not None) == (type(option.default) is bool)
        for wrong in wrong_values(option):
            with pytest.raises(BadNotation):
                game.new(game.formations[0], {option.name: wrong})
    defaults = {option.name: option.default for option in game.match_options}
    assert api.read_options(game.match_options, {}) == defaults
    assert laws.text(game, game.new(game.formations[0], {})) == laws.text(game, game.new(game.formations[0], defaults))
    with pytest.raises(BadNotation):
        game.new(game.formations[0], {"no such option": True})


@each_game
def test_the_rulings_of_a_match(game: Game[Any]) -> None:
    """A match that names none has the first ones, a new one the newest, a rematch those of its own day."""
    assert game.rulings >= 1
    newest = api.new_options(game, {})
    assert newest.get(api.RULINGS, 1) == game.rulings
    assert api.new_options(game, newest | {api.RULINGS: 1}) == newest
    with pytest.raises(BadNotation):
        api.new_options(game, {"no such option": True})
    for number in range(1, game.rulings + 1):
        state = game.new(game.formations[0], newest | ({} if game.rulings == 1 else {api.RULINGS: number}))
        assert laws.text(game, game.load(game.dump(state))) == laws.text(game, state)
    for wrong in (0, game.rulings + 1, "1", True, None):
        with pytest.raises(BadNotation):
            game.new(game.formations[0], newest | {api.RULINGS: wrong})


# -------------------------------------------------------------------------------------------------- choices and actions


@each
def test_choices_say_who_is_waited_for(case: Case, formation: Formation) -> None:
    game = case.game
    for moment in match(case, formation, 1):
        choices = game.choices(moment.before)
        assert any(choice.must for choice in choices)
        assert len({(c.seat, c.key) for c in choices}) == len(choices)
        for choice in choices:
            assert isinstance(choice, Choice)
            assert choice.seat in game.playing(moment.before)
            assert choice.kind
            assert choice.key
            assert choice.must or not choice.window
            assert choice.default is not None or not choice.window
            if choice.default is not None:
                laws.check_pure(game, moment.before, choice.seat, choice.default, DRAWS)


@each
def test_keys_are_never_used_again_and_stay_while_a_choice_stands(case: Case, formation: Formation) -> None:
    game = case.game
    for seed in range(4):
        gone: set[tuple[int, str]] = set()
        for moment in match(case, formation, seed):
            before = {(c.seat, c.key): c for c in game.choices(moment.before)}
            after = {(c.seat, c.key): c for c in game.choices(moment.step.state)}
            gone |= before.keys() - after.keys()
            assert not gone & after.keys(), "a key came back"
            assert (moment.choice.seat, moment.choice.key) in gone, "a choice that was made is still open"
            # The sealed answer to a secret choice leaves those of all others as they were, until it is the last one.
            if moment.step.secret and moment.choice.secret:
                others = {c for c in before.values() if c.seat != moment.choice.seat}
                if any(c.secret for c in others):
                    assert others <= set(after.values())


@each
def test_legal_is_what_the_walk_through_options_gives(case: Case, formation: Formation) -> None:
    game = case.game
    for moment in match(case, formation, 2)[:: case.stride]:
        found: set[tuple[str, ...]] = set()
        for choice in game.choices(moment.before):
            legal = game.legal(moment.before, choice.seat, choice.key)
            assert len(set(legal)) == len(legal) > 0
            assert sorted(legal) == sorted(laws.walked(game, moment.before, choice))
            if choice.seat == moment.choice.seat:
                assert not found & set(legal), "an action fits two choices"
                found |= set(legal)


@each
def test_actions_read_as_they_are(case: Case, formation: Formation) -> None:
    game = case.game
    reserved = {*agreements.VERBS, history.UNDO}
    for moment in match(case, formation, 3)[:: case.stride]:
        for choice in game.choices(moment.before):
            for action in game.legal(moment.before, choice.seat, choice.key)[:: 1 + case.stride // 2]:
                assert action[0] not in reserved
                assert all(token and not set(token) & set(" \t\n") for token in action)
                assert game.read(moment.before, choice.seat, action) == action
                assert game.read(moment.before, choice.seat, (" ".join(action),)) == action
                assert history.kind_of(" ".join(action)) == "action"


@each_game
def test_nothing_and_endless_text_are_not_read(game: Game[Any]) -> None:
    state = game.new(game.formations[0], {})
    for typed in ((), ("",), ("  ", "\n"), ("x" * 10_000,), ("x",) * 10_000):
        with pytest.raises(BadNotation):
            game.read(state, 0, typed)


@each
def test_what_is_not_legal_is_refused_and_changes_nothing(case: Case, formation: Formation) -> None:
    game, random = case.game, Random(4)
    for moment in match(case, formation, 4)[:: case.stride]:
        state, seat = moment.before, moment.choice.seat
        legal = [
            {a for c in game.choices(state) if c.seat == s for a in laws.walked(game, state, c)}
            for s in range(formation.seats)
        ]
        for tokens in mutated(moment.action, random):
            for who in (seat, (seat + 1) % formation.seats):
                if not any(sorted(tokens) == sorted(action) for action in legal[who]):
                    laws.check_refused(game, state, who, tokens, DRAWS)
        with pytest.raises(NotYourChoice) as refusal:
            game.next_field(state, seat, "no such choice", moment.action)
        laws.check_refusal(refusal.value)
        with pytest.raises(NotYourChoice):
            game.legal(state, seat, "no such choice")


def mutated(action: tuple[str, ...], random: Random) -> Iterator[tuple[str, ...]]:
    yield ()
    yield action[:-1]
    yield (*action, random.choice(laws.NONSENSE))
    for at in range(len(action)):
        yield (*action[:at], random.choice(laws.NONSENSE), *action[at + 1 :])


@each
def test_apply_is_a_function_and_states_are_stored_whole(case: Case, formation: Formation) -> None:
    game = case.game
    readers = (None, *range(formation.seats))
    for moment in match(case, formation, 5):
        step = laws.check_pure(game, moment.before, moment.choice.seat, moment.action, DRAWS)
        assert isinstance(step, Step)
        assert isinstance(step.events, tuple)
        assert set(step.turns_ended) <= set(range(formation.seats))
        assert not moment.choice.secret or step.secret
        for event in step.events:
            assert any(game.show(event, seat) == event for seat in range(formation.seats))
            game.show(event, None)
    for moment in match(case, formation, 6)[:: case.stride]:
        laws.check_stored(game, moment.before, readers)
        laws.check_stored(game, moment.step.state, readers)


@each_game
def test_load_refuses_what_dump_did_not_write(game: Game[Any]) -> None:
    good = game.dump(game.new(game.formations[0], {}))
    for data in (
        {},
        {"game": game.name},
        *({k: v for k, v in good.items() if k != key} for key in good if key != "game"),
    ):
        with pytest.raises(BadNotation):
            game.load(data)


# ----------------------------------------------------------------------------------------------------- how a match ends


def check_over(game: Game[Any], formation: Formation, state: Any, result: Result | None) -> None:
    assert isinstance(result, Result)
    ranked = [seat for group in result.ranking for seat in group]
    assert sorted(ranked) == list(range(formation.seats))
    assert all(result.ranking)
    assert result.reason
    assert len(result.scores) in (0, formation.seats)
    assert result.winners == (result.ranking[0] if len(result.ranking) > 1 else ())
    assert game.choices(state) == ()
    assert game.playing(state) == ()
    for seat in range(formation.seats):
        for key in ("turn", "pick"):
            with pytest.raises(NotYourChoice):
                game.next_field(state, seat, key)
        for verb in agreements.ASKED:
            with pytest.raises(NotYourChoice):
                agreements.next_field(game, Position(state), seat, (verb,))


@each
def test_a_result_ends_everything(case: Case, formation: Formation) -> None:
    for seed in range(3):
        *_, last = match(case, formation, seed)
        check_over(case.game, formation, last.step.state, case.game.result(last.step.state))


@each
@pytest.mark.parametrize("reason", ["resigned", "timeout"])
def test_whoever_leaves_is_out_and_never_wins(case: Case, formation: Formation, reason: str) -> None:
    game, random = case.game, Random(7)
    played = match(case, formation, 7)
    for moment in played[:: max(1, len(played) // 12)]:
        seat = random.choice(game.playing(moment.before))
        before = laws.text(game, moment.before)
        step = game.leave(moment.before, seat, reason, DRAWS)
        assert laws.text(game, moment.before) == before
        state = step.state
        assert seat not in game.playing(state)
        assert all(choice.seat != seat for choice in game.choices(state))
        assert laws.text(game, game.load(game.dump(state))) == laws.text(game, state)
        while game.result(state) is None:
            choice = random_choice(game, state, random)
            state = game.apply(state, choice.seat, random_action(game, state, choice, random), DRAWS).state
        result = game.result(state)
        check_over(game, formation, state, result)
        assert result is not None
        assert seat not in result.winners
        assert len(result.ranking) > 1


@each
def test_a_match_may_end_by_agreement(case: Case, formation: Formation) -> None:
    game = case.game
    played = match(case, formation, 8)
    for moment in played[:: max(1, len(played) // 8)]:
        playing = game.playing(moment.before)
        state = game.conclude(moment.before, Result((playing,), AGREED)).state
        result = game.result(state)
        assert result is not None
        assert (result.ranking[0], result.reason) == (playing, AGREED)  # whoever was out before stands behind them
        check_over(game, formation, state, game.result(state))


@each
def test_a_draw_is_agreed_by_all_who_play(case: Case, formation: Formation) -> None:
    game = case.game
    position = history.start(game, formation, {})
    for seat in range(formation.seats):
        verb = "draw offer" if seat == 0 else "draw accept"
        entry = Entry("agreement", seat, verb)
        position, step = history.carry_out(game, formation, position, entry, DRAWS)
        assert step.boundary
    result = game.result(position.state)
    assert result is not None
    assert (result.winners, result.reason) == ((), AGREED)
    assert position == Position(position.state)


@each
def test_an_offer_stands_until_another_side_has_ended_a_turn(case: Case, formation: Formation) -> None:
    game = case.game
    for moment in match(case, formation, 9):
        for seat in range(formation.seats):
            offers = frozenset({seat})
            after = agreements.after(game, formation, Position(moment.before, offers), moment.step)
            lapsed = any(formation.teams[s] != formation.teams[seat] for s in moment.step.turns_ended)
            over = game.result(moment.step.state) is not None
            assert after.offers == (frozenset() if lapsed or over else offers)


@each
def test_a_takeback_that_all_agree_to(case: Case, formation: Formation) -> None:
    game = case.game
    for seed in range(10, 14):
        played = match(case, formation, seed)
        entries = [Entry("action", m.choice.seat, " ".join(m.action)) for m in played[: len(played) // 2]]
        asker = entries[-1].seat
        asking = [Entry("agreement", asker, "takeback ask")]
        playing = game.playing(played[len(entries) - 1].step.state)
        asking += [Entry("agreement", s, "takeback accept") for s in playing if s != asker]
        options = case.options[seed % len(case.options)]
        *_, done = history.fold(game, formation, options, bytes([seed]) * 32, [*entries, *asking])
        assert done.takes_back == (len(entries),)
        assert laws.text(game, done.after.state) == laws.text(game, played[len(entries) - 1].before)
        assert done.after == Position(done.after.state)


@each
def test_time_that_runs_out_takes_the_default_or_ends_the_seat(case: Case, formation: Formation) -> None:
    game = case.game
    played = match(case, formation, 15)
    seen = set()
    for moment in played[:: max(1, case.stride // 3)]:
        for choice in game.choices(moment.before):
            if not choice.must:
                continue
            first = next(c for c in game.choices(moment.before) if c.seat == choice.seat and c.must)
            entry = Entry("agreement", choice.seat, agreements.TIMEOUT)
            after, step = history.carry_out(game, formation, Position(moment.before), entry, DRAWS)
            assert isinstance(step.events[0], agreements.TimedOut)
            assert step.boundary
            if first.default is None:
                assert choice.seat not in game.playing(after.state)
            else:  # which may be what puts the seat out
                taken = game.apply(moment.before, choice.seat, first.default, DRAWS).state
                assert game.playing(after.state) == game.playing(taken)
            seen.add(first.default is not None)
    assert seen
    nobody = [s for s in range(formation.seats) if not any(c.seat == s for c in game.choices(played[-1].step.state))]
    for seat in nobody:
        with pytest.raises(NotYourChoice):
            agreements.apply(game, formation, Position(played[-1].step.state), seat, (agreements.TIMEOUT,), DRAWS)


@each
def test_agreements_are_refused_with_a_sentence(case: Case, formation: Formation) -> None:
    game = case.game
    position = history.start(game, formation, {})
    for tokens in (("draw", "accept"), ("draw",), ("resign", "now"), ("takeback", "decline"), ("fly",)):
        with pytest.raises(IllegalAction) as refusal:
            agreements.apply(game, formation, position, 0, tokens, DRAWS)
        laws.check_refusal(refusal.value)
    dumped = agreements.dump(game, position)
    assert agreements.dump(game, agreements.load(game, dumped)) == dumped
    with pytest.raises(BadNotation):
        agreements.load(game, game.dump(position.state))


# -------------------------------------------------------------------------------------------- histories, records, leaks


@each
@pytest.mark.parametrize("seed", range(4))
def test_histories_are_replayed_and_records_verify(case: Case, formation: Formation, seed: int) -> None:
    options = case.options[seed % len(case.options)]
    secret = bytes([seed + 1]) * 32
    entries, last = laws.random_history(case.game, formation, options, secret, Random(seed))
    assert {entry.kind for entry in entries} >= {"action"}
    laws.check_replay(case.game, formation, options, secret, entries, last)


@each
def test_random_histories_hold_what_they_are_for(case: Case, formation: Formation) -> None:
    undone = {"undo"} if case.undone else set()
    wanted = undone | {"action", "draw offer", "draw accept", "takeback ask", "takeback decline", "resign"}
    kinds: set[str] = set()
    for seed in range(MOST_HISTORIES):
        if kinds >= wanted:
            break
        entries, _ = laws.random_history(case.game, formation, {}, bytes([seed]) * 32, Random(seed), talk=0.4)
        kinds |= {entry.text if entry.kind != "action" else "action" for entry in entries}
    assert kinds >= wanted


@each
@pytest.mark.parametrize("seed", range(3))
def test_what_a_reader_may_not_know_changes_nothing_that_is_told(case: Case, formation: Formation, seed: int) -> None:
    """Two worlds that differ in hidden things only look alike, now and after the same action."""
    game, random = case.game, Random(seed)
    differed = 0
    for moment in match(case, formation, 20 + seed)[:: case.stride]:
        state, seat = moment.before, moment.choice.seat
        for reader in (None, *range(formation.seats)):
            stored = game.load(game.dump(state))
            other = case.world(state, reader, random)
            differed += laws.text(game, other) != laws.text(game, stored)
            assert laws.shown(game, other, reader, (), case.probes) == laws.shown(game, stored, reader, (), case.probes)
            step = game.apply(stored, seat, moment.action, DRAWS)
            before = case.world_before(state, reader, seat, moment.action, step, random)
            if before is None:
                continue
            again = game.apply(before, seat, moment.action, DRAWS)
            assert (again.boundary, again.secret, again.turns_ended) == (step.boundary, step.secret, step.turns_ended)
            assert laws.shown(game, again.state, reader, again.events, case.probes) == laws.shown(
                game, step.state, reader, step.events, case.probes
            )
    assert differed > 1 or not case.hidden
