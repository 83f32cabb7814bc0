"""Reviews: choices are judged by what their seat knew; mistakes are found, the best choice loses nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games import reviews
from games.api import Action, Formation, new_options
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.player import decide, outlook, reasons
from games.arena_of_heroes.player.deciding import turn_of
from games.arena_of_heroes.player.judging import judge
from games.arena_of_heroes.player.levels import LEVELS
from games.arena_of_heroes.ring import HIDEOUTS, chances
from games.arena_of_heroes.state import State
from games.arena_of_heroes.worth import hiding_faces, percent
from games.chances import CERTAIN
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed, fold
from games.messages import Message
from games.referee import random_action, random_choice
from games.reviews import Judged, Moment, Review, Turn
from tests.games.arena_of_heroes.worlds import world as other_world

WAYS = {
    "two": (GAME.formations[0], new_options(GAME, {})),
    "three, cards": (GAME.formations[1], new_options(GAME, {"mode": "advanced"})),
    "four, all cards": (GAME.formations[2], new_options(GAME, {"mode": "advanced", "deck": "all"})),
}


def chosen(state: State, random: Random, level: str) -> tuple[int, Action]:
    choice = random_choice(GAME, state, random)
    if level == "random" or not choice.must:
        return choice.seat, random_action(GAME, state, choice, random)
    legal = GAME.legal(state, choice.seat, choice.key)
    return choice.seat, decide(GAME.view(state, choice.seat), legal, random, level).action


def recorded(
    way: Formation, options: Mapping[str, Any], seed: int, level: str, most: int = 1000
) -> tuple[list[Replayed], Sequence[Turn]]:
    """A match in which all play like this, and its turns."""
    random = Random(seed)
    secret = random.randbytes(SEED_BYTES)
    draws, state, entries = Draws(secret), GAME.new(way, options), []
    while GAME.result(state) is None and len(entries) < most:
        seat, action = chosen(state, random, level)
        entries.append(Entry("action", seat, " ".join(action)))
        state = GAME.apply(state, seat, action, draws).state
    played = list(fold(GAME, way, options, secret, entries))
    return played, reviews.turns(GAME, played)


def judged(played: Sequence[Replayed], turn: Turn, seed: int = 1) -> Judged | None:
    return judge(reviews.moments(GAME, turn, played), Random(seed))


@pytest.mark.parametrize("name", WAYS)
def test_every_match_can_be_judged(name: str) -> None:
    played, turns = recorded(*WAYS[name], 4, "random", 250)
    found = [judged(played, turn) for turn in turns]
    said = [one for one in found if one is not None]
    assert len(said) >= len(turns) * 0.8 > 3
    for turn, one in zip(turns, found, strict=True):
        if one is None:
            continue
        whole = reviews.judged(turn, one, played)
        (choice,) = reviews.chosen(GAME, whole, played)
        assert turn.first <= whole.first == choice.number <= turn.last
        assert 0 <= one.played <= one.best <= 10_000
        assert (one.played < one.best) == bool(one.better) == (one.why is not None)
        if one.better:
            seat = turn.seat
            keys = [open_.key for open_ in GAME.choices(choice.before.state) if open_.seat == seat]
            assert any(one.better[0] in GAME.legal(choice.before.state, seat, key) for key in keys)
    review = Review(1, len(turns), tuple(reviews.judged(t, j, played) for t, j in zip(turns, found, strict=True)))
    assert reviews.FORM.load(reviews.FORM.dump(review)) == review


def test_a_hint_says_of_a_choice_what_a_review_says() -> None:
    """A review said 5 to 12 points more: it put what a search sees on the curve of what a glance sees."""
    played, turns = recorded(*WAYS["two"], 1, "knight")
    same = 0
    for turn in turns[::3]:
        said = judged(played, turn)
        if said is not None:
            moment = reviews.moments(GAME, turn, played)[said.skipped]
            assert outlook(moment.view, [moment.action], Random(2)) == said.played
            if said.better:
                assert outlook(moment.view, said.better, Random(2)) == said.best
            same += 1
    assert same > 2


def test_who_is_to_move_is_not_better_off_for_that() -> None:
    """From turn to turn the chance of a side went up and down by eight points, whatever happened."""
    jumps = []
    for seed in range(3):
        played, turns = recorded(*WAYS["two"], seed, "knight", 45)
        before: tuple[int, int] | None = None
        for turn in turns:
            moments = reviews.moments(GAME, turn, played)
            begun = outlook(moments[0].view, [], Random(1))
            said = judged(played, turn) if before is None or begun is not None else None
            if begun is not None and before is not None and before[0] != turn.seat:
                jumps.append(begun - (CERTAIN - before[1]))
            before = None if said is None else (turn.seat, said.after)
    assert len(jumps) > 15
    assert abs(sum(jumps) / len(jumps)) < 200


def test_a_point_of_the_chart_is_the_chance_after_the_turn() -> None:
    played, turns = recorded(*WAYS["two"], 2, "knight")
    said = [judged(played, turn) for turn in turns]
    assert said[-1] is not None
    won = GAME.result(played[-1].after.state)
    assert won is not None
    assert said[-1].after == (CERTAIN if turns[-1].seat in won.winners else 0)
    assert Judged(4000, 5000).after == 4000, "so it was once"
    assert any(one is not None and one.after != one.played for one in said[:-1])


def test_mistakes_cost_something() -> None:
    lost = {}
    for level in ("random", "knight"):
        said = [
            one
            for seed in range(2)
            for played, turns in [recorded(*WAYS["two"], seed, level)]
            for turn in turns[::2]
            if (one := judged(played, turn)) is not None
        ]
        lost[level] = sum(one.lost for one in said) / len(said)
    assert lost["random"] > 3 * lost["knight"]


def test_what_is_hidden_changes_no_judgement() -> None:
    played, turns = recorded(*WAYS["three, cards"], 5, "knight")
    compared = 0
    for turn in turns[::3]:
        moments = reviews.moments(GAME, turn, played)
        twins = [
            moment._replace(view=GAME.view(other_world(done.before.state, turn.seat, Random(3)), turn.seat))
            for moment, done in zip(moments, reviews.own(turn, played), strict=True)
            if moment.view.phase == "turn"
        ]
        if len(twins) == len(moments):
            assert judge(moments, Random(1)) == judge(twins, Random(1))
            compared += 1
    assert compared > 3


def seen_target() -> tuple[State, int, int]:
    """A position of somebody to play who sees another hero in reach, with one action left."""
    for seed in range(50):
        played, _ = recorded(*WAYS["two"], seed, "knight")
        for done in played:
            state, seat = done.before.state, done.entry.seat
            view = GAME.view(state, seat)
            there = next((one.at for one in view.seats if one.seat != seat and not one.hidden and one.at), None)
            own = view.seats[seat]
            if view.phase == "turn" and view.active == seat and view.left == 1 and own.hidden and there and own.at:
                return state, seat, there
    raise AssertionError("nobody was found")


def moment(state: State, seat: int, action: Action, draws: Draws) -> Moment:
    after = GAME.apply(state, seat, action, draws).state
    return Moment(GAME.view(state, seat), action, (), GAME.view(after, seat))


def test_a_shot_that_is_not_fired_at_who_is_seen_is_a_mistake() -> None:
    state, seat, _ = seen_target()
    said = judge([moment(state, seat, ("end",), Draws(bytes(SEED_BYTES)))], Random(1))
    assert said is not None
    assert said.better[0][0] == "attack"
    assert "is revealed and within reach" in str(said.why)
    assert said.luck == 0, "nothing was rolled"
    best = judge([moment(state, seat, said.better[0], Draws(bytes(SEED_BYTES)))], Random(2))
    assert best is not None
    assert (best.lost, best.better, best.played) == (0, (), said.best)


def test_who_hits_was_lucky_and_who_misses_was_not() -> None:
    state, seat, _ = seen_target()
    (other,) = {0, 1} - {seat}
    said = judge([moment(state, seat, ("end",), Draws(bytes(SEED_BYTES)))], Random(1))
    assert said is not None
    luck = {}
    for number in range(40):
        draws = Draws(bytes([number]) * SEED_BYTES)
        fired = moment(state, seat, said.better[0], draws)
        hit = fired.after.seats[other].stamina < fired.view.seats[other].stamina
        one = judge([fired], Random(1))
        assert one is not None
        luck[hit] = one.luck
    assert luck[True] > 0 > luck[False]


def test_of_two_shots_it_is_said_how_likely_both_do_something() -> None:
    state, seat, there = seen_target()
    turn = turn_of(GAME.view(state, seat), LEVELS["warlord"], Random(1))
    wide = next(aim for aim in HIDEOUTS if percent(turn.view, aim) < percent(turn.view, there))
    said = reasons.of_better(turn, ("attack", str(there)), ("attack", str(wide)))
    hero = turn.view.seats[1 - seat].hero
    assert hero is not None
    chances = {"better": percent(turn.view, there), "played": percent(turn.view, wide)}
    assert said == Message(reasons.LIKELIER_SEEN.template, hero=hero.title, **chances)
    assert reasons.of_better(turn, ("attack2", str(there)), ("attack", str(there))) == reasons.BOTH_DICE


def test_where_all_places_alike_say_nothing_the_shots_of_the_hidden_do() -> None:
    played, _ = recorded(*WAYS["two"], 3, "knight", 6)
    done = next(one for one in played if one.before.state.phase == "turn")
    view = GAME.view(done.before.state, done.entry.seat)
    turn = turn_of(view, LEVELS["warlord"], Random(1))
    (hidden,) = [one.seat for one in view.seats if one.seat != view.reader]
    pairs = ((a, b) for a in turn.beliefs[hidden] for b in turn.fans if not {*turn.fans[a]} & {*turn.fans[b]})
    one, other = next((a, b) for a, b in pairs if percent(view, a) == percent(view, b))
    turn.beliefs[hidden] = {one: 1}
    said = reasons.of_better(turn, ("attack", str(one)), ("attack", str(other)))
    assert said == Message(reasons.BY_SHOTS.template, better=33, played=0)


def found_hero() -> tuple[State, int]:
    """A position in which whoever is to play is seen, and may hide."""
    for seed in range(50):
        played, _ = recorded(*WAYS["two"], seed, "knight")
        for done in played:
            state, seat = done.before.state, done.entry.seat
            view = GAME.view(state, seat)
            keys = [choice.key for choice in GAME.choices(state) if choice.seat == seat]
            if view.phase == "turn" and not view.seats[seat].hidden and ("hide",) in GAME.legal(state, seat, keys[0]):
                return state, seat
    raise AssertionError("nobody was found")


def test_why_hiding_is_better_is_said_in_numbers() -> None:
    state, seat = found_hero()
    turn = turn_of(GAME.view(state, seat), LEVELS["warlord"], Random(1))
    count = hiding_faces(turn.view)
    why = (
        f"Hiding works on {count} of 6 faces here. As long as the hero is seen, a shot at it hits with a chance of 33%."
    )
    assert str(reasons.of(turn, ("hide",))) == why
    left = turn.view.left
    assert str(reasons.of_better(turn, ("hide",), ("end",))).endswith(f"left. {why}")
    assert str(reasons.of_better(turn, ("hide",), ("end",))).startswith(f"{left} action")
    said = set()
    for aim in HIDEOUTS:
        first = str(reasons.of_better(turn, ("hide",), ("attack", str(aim)))).removesuffix(f" {why}")
        chance = percent(turn.view, aim)
        if chance:
            assert first == f"The shot that was played finds or hits somebody with a chance of {chance}%."
        else:
            assert first.startswith(f"A shot at {aim} cannot find or hit anybody: ")
        said.add(first)
    assert len(said) > 2


def test_of_a_shot_that_can_strike_nobody_it_is_said_why() -> None:
    state, seat = found_hero()
    view = GAME.view(state, seat)
    (other,) = {0, 1} - {seat}
    hidden = replace(view.seats[other], hidden=True, at=None, spared=frozenset(HIDEOUTS) - {1})
    seats = tuple(hidden if one.seat == other else one for one in view.seats)
    far = next(aim for aim in HIDEOUTS if 1 not in chances(aim, view.die) and view.seats[seat].at != aim)
    for closed, told in ((frozenset(chances(far, view.die)), "closed"), (frozenset[int](), "nobody can be where")):
        seen = replace(view, seats=seats, closed=closed)
        turn = turn_of(seen, LEVELS["warlord"], Random(1))
        assert told in str(reasons.of_better(turn, ("hide",), ("attack", str(far))))


def test_who_is_hidden_is_told_why_delay_is_worked_off() -> None:
    state, seat = found_hero()
    view = GAME.view(state, seat)
    for hidden, told in (
        (True, "Once it is found, a hero with delay tokens cannot hide again."),
        (False, "as long as"),
    ):
        me = replace(view.seats[seat], hidden=hidden, delay=1)
        seats = tuple(me if one.seat == seat else one for one in view.seats)
        turn = turn_of(replace(view, seats=seats), LEVELS["warlord"], Random(1))
        said = str(reasons.of(turn, ("work",)))
        assert told in said
        assert said.endswith("Working one off succeeds on 3 of 6 faces.")


def test_a_reason_of_two_sentences_is_stored() -> None:
    why = reasons._both(reasons.LEFT.about(2), reasons.EXPLORE)
    one = Turn(0, 1, 1, Judged(1, 2, better=(("explore",),), why=why, came=3))
    review = Review(3, 1, (one,))
    assert reviews.FORM.load(reviews.FORM.dump(review)) == review
    assert str(why) == "2 actions were left. A hero can hide only from a hideout that it has explored."
