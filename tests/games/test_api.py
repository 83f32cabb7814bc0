"""The contract of `games.api.Game`, checked on every game that there is and on the toy."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.api import BadNotation, Choice, Field, Game, GameError, IllegalAction, NotYourChoice, Ready, Result, Step
from games.draws import Draws
from games.monolith_arena.game import GAME
from tests.games.helpers import SEED, situation, text, waited_for, walk
from tests.games.toy import TOY

ALL: list[Game[Any]] = [GAME, TOY]
DRAWS = Draws(SEED)

each = pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)


def states(game: Any, seed: int) -> list[Any]:
    """The states of one random game, from the first to the last."""
    rng = random.Random(seed)
    draws = Draws(seed.to_bytes(32, "big"))
    state = game.new(game.seats[1], {})
    found = [state]
    while game.result(state) is None:
        choice = rng.choice(waited_for(game, state))
        state = game.apply(state, choice.seat, walk(game, state, choice.seat, rng), draws).state
        found.append(state)
    return found


def seats(game: Any) -> range:
    return range(game.seats[1])


@each
def test_names(game: Any) -> None:
    assert game.name.isidentifier()
    assert game.name == game.name.lower()
    assert game.title
    low, high = game.seats
    assert 1 <= low <= high


@each
def test_new_refuses_what_it_does_not_know(game: Any) -> None:
    with pytest.raises(BadNotation):
        game.new(game.seats[1], {"no such option": True})
    for number in (0, game.seats[1] + 1):
        with pytest.raises(BadNotation):
            game.new(number, {})


def test_new_refuses_options_of_the_wrong_kind() -> None:
    for value in (1, "yes", None):
        with pytest.raises(BadNotation):
            GAME.new(2, {"open_reserves": value})


@each
def test_choices_say_who_is_waited_for(game: Any) -> None:
    for state in states(game, 1):
        choices = game.choices(state)
        assert all(isinstance(c, Choice) and c.seat in seats(game) and c.kind and c.key for c in choices)
        assert len({(c.seat, c.key) for c in choices}) == len(choices)
        if game.result(state) is None:
            assert any(c.must for c in choices)
        else:
            assert choices == ()
        for choice in choices:
            if choice.default is not None:
                assert choice.default in game.legal(state, choice.seat)
                game.apply(state, choice.seat, choice.default, DRAWS)


@each
def test_legal_is_what_the_walk_through_options_gives(game: Any) -> None:
    for state in states(game, 2)[:: 1 if game is TOY else 9]:
        for seat in seats(game):
            found = []
            todo: list[tuple[str, ...]] = [()] if game.result(state) is None else []
            while todo:
                words = todo.pop()
                field = game.options(state, seat, words)
                if isinstance(field, Ready):
                    assert field.action == words
                    found.append(words)
                else:
                    assert isinstance(field, Field)
                    assert field.name
                    assert len(set(field.values)) == len(field.values)
                    assert field.values or not words, "a legal beginning leads nowhere"
                    todo += [(*words, value) for value in field.values]
            assert sorted(found) == sorted(game.legal(state, seat))


@each
def test_words_hold_no_blanks_and_lines_are_read_back(game: Any) -> None:
    for state in states(game, 3)[:: 1 if game is TOY else 9]:
        for seat in seats(game):
            for action in game.legal(state, seat)[::7]:
                assert all(word and not set(word) & set(" \t\n") for word in action)
                assert game.parse(state, seat, " ".join(action)) == action


@each
def test_nothing_to_read_is_refused(game: Any) -> None:
    state = game.new(game.seats[1], {})
    for line in ("", "  ", "\n"):
        with pytest.raises(BadNotation):
            game.parse(state, 0, line)


def test_endless_lines_are_refused() -> None:
    with pytest.raises(BadNotation):
        GAME.parse(GAME.new(2, {}), 0, "x" * 10_000)


@each
def test_illegal_actions_are_refused_and_change_nothing(game: Any) -> None:
    for state in states(game, 4)[:: 1 if game is TOY else 11]:
        before = json.dumps(game.dump(state), sort_keys=True)
        for seat in seats(game):
            for action in ((), ("",), ("nonsense",), ("end", "end"), ("pick", "0"), ("place",), ("cheer", "loud")):
                with pytest.raises(GameError) as refusal:
                    game.apply(state, seat, action, DRAWS)
                assert isinstance(refusal.value, NotYourChoice | IllegalAction)
                assert str(refusal.value)
                assert refusal.value.reason == str(refusal.value)
        assert json.dumps(game.dump(state), sort_keys=True) == before


@each
def test_apply_leaves_its_argument_alone(game: Any) -> None:
    rng = random.Random(5)
    for state in states(game, 5)[:-1]:
        before = json.dumps(game.dump(state), sort_keys=True)
        choice = waited_for(game, state)[0]
        action = walk(game, state, choice.seat, rng)
        one, two = (game.apply(state, choice.seat, action, DRAWS) for _ in range(2))
        assert isinstance(one, Step)
        assert isinstance(one.events, tuple)
        assert one.events == two.events
        assert game.dump(one.state) == game.dump(two.state)
        assert json.dumps(game.dump(state), sort_keys=True) == before


@each
def test_dump_and_load(game: Any) -> None:
    for state in states(game, 6):
        line = json.dumps(game.dump(state), sort_keys=True)
        again = game.load(json.loads(line))
        assert json.dumps(game.dump(again), sort_keys=True) == line
        assert game.choices(again) == game.choices(state)
        assert game.result(again) == game.result(state)
        for reader in (None, *seats(game)):
            assert repr(game.view(again, reader)) == repr(game.view(state, reader))


@each
def test_load_refuses_what_dump_did_not_write(game: Any) -> None:
    for data in ({}, {"game": game.name}, {"picks": 3}):
        with pytest.raises(BadNotation):
            game.load(data)


def test_load_refuses_broken_matches() -> None:
    good = GAME.dump(states(GAME, 7)[40])
    for key in good:
        with pytest.raises(BadNotation):
            GAME.load({k: v for k, v in good.items() if k != key})
    for key, value in (
        ("board", {"Z9": {"seat": 0, "tile": "banner"}}),
        ("stacks", [["no such tile"], []]),
        ("step", -1),
    ):
        with pytest.raises(BadNotation):
            GAME.load({**good, key: value})


@each
def test_a_result_ends_everything(game: Any) -> None:
    last = states(game, 8)[-1]
    result = game.result(last)
    assert isinstance(result, Result)
    assert set(result.winners) <= set(seats(game))
    assert result.reason
    for seat in seats(game):
        assert game.legal(last, seat) == []
        with pytest.raises(NotYourChoice):
            game.options(last, seat, ())


@each
def test_everything_is_shown_to_somebody(game: Any) -> None:
    rng = random.Random(9)
    for state in states(game, 9)[:-1]:
        choice = rng.choice(waited_for(game, state))
        step = game.apply(state, choice.seat, walk(game, state, choice.seat, rng), DRAWS)
        for event in step.events:
            assert any(game.show(event, seat) == event for seat in seats(game))
            game.show(event, None)


def test_sealed_picks_of_the_toy_show_nothing_before_all_are_in() -> None:
    start = TOY.new(3, {})
    worlds = [TOY.apply(start, 0, ("pick", n), DRAWS) for n in "16"]
    assert all(step.secret and TOY.sealed(step.state, 0, ("pick", "1")) for step in worlds)
    for reader in (1, 2, None):
        assert TOY.view(worlds[0].state, reader) == TOY.view(worlds[1].state, reader)
        assert [TOY.show(e, reader) for e in worlds[0].events] == [TOY.show(e, reader) for e in worlds[1].events]
    assert TOY.view(worlds[0].state, 0) != TOY.view(worlds[1].state, 0)
    state = TOY.apply(TOY.apply(worlds[0].state, 2, ("pick", "6"), DRAWS).state, 1, ("pick", "4"), DRAWS).state
    assert not TOY.sealed(state, 0, ("pick", "1"))
    assert state.die == 1 + DRAWS.below(0, 6)[0]
    assert state.cursor == DRAWS.below(0, 6)[1]
    assert TOY.view(state, None)[1] == (1, 4, 6)


def test_the_window_of_the_toy_waits_for_nobody_and_moves_no_key() -> None:
    start = TOY.new(3, {})
    cheered = TOY.apply(start, 1, ("cheer",), DRAWS)
    assert not cheered.boundary
    assert waited_for(TOY, cheered.state) == waited_for(TOY, start)
    with pytest.raises(NotYourChoice):
        TOY.apply(cheered.state, 1, ("cheer",), DRAWS)


def test_the_turn_of_the_toy() -> None:
    state = TOY.load({**TOY.dump(TOY.new(3, {})), "picks": [1, 2, 3], "die": 3, "leader": 2})
    assert [c.seat for c in waited_for(TOY, state)] == [2]
    assert TOY.result(TOY.apply(state, 2, ("pass", "0"), DRAWS).state) == Result((0,), "stopped")
    with pytest.raises(NotYourChoice):
        TOY.apply(state, 0, ("stop",), DRAWS)
    with pytest.raises(IllegalAction):
        TOY.apply(state, 2, ("pass", "2"), DRAWS)


BANNERS = {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}}


@pytest.mark.parametrize("open_reserves", [False, True])
def test_reserves_are_private_unless_the_match_opens_them(open_reserves: bool) -> None:
    """R3.9."""
    state = situation(
        {"board": BANNERS, "reserves": [["pikeman", "move"], ["spike"]], "options": {"open_reserves": open_reserves}}
    )
    for reader in (0, 1, None):
        for seat in (0, 1):
            seen = GAME.view(state, reader).seats[seat]
            assert seen.reserve_count == (2, 1)[seat]
            assert (seen.reserve is not None) == (open_reserves or reader == seat)
            hidden = sum(n for _, n in seen.unseen)
            assert hidden == seen.stack + (0 if seen.reserve is not None else seen.reserve_count)
    step = GAME.apply(state, 0, ("end",), DRAWS)
    drew = next(e for e in step.events if type(e).__name__ == "Drew")
    for reader in (0, 1, None):
        assert (GAME.show(drew, reader).tiles is not None) == (open_reserves or reader == 1)
        assert GAME.show(drew, reader).count == 2


def test_discards_are_open_and_in_order() -> None:
    """R3.4."""
    state = situation({"board": BANNERS, "reserves": [["pikeman", "move"], []], "discards": [["knight"], []]})
    for word in ("move", "pikeman"):
        state = GAME.apply(state, 0, ("discard", word), DRAWS).state
    for reader in (0, 1, None):
        assert [t.id for t in GAME.view(state, reader).seats[0].discards] == ["knight", "move", "pikeman"]


def test_an_offered_exchange_is_seen_by_its_player_only() -> None:
    """R3.2 and R3.9: the offer tells that the reserve holds nothing but orders."""
    state = situation({"board": BANNERS, "reserves": [["move", "move"], []], "turn": {"redraw": True}})
    assert GAME.view(state, 0).redraw_offered
    assert not GAME.view(state, 1).redraw_offered
    assert not GAME.view(state, None).redraw_offered


def test_stacks_are_34_tiles_and_the_starting_player_is_random() -> None:
    """R2.2 and R2.3."""
    firsts = []
    for seed in range(40):
        draws = Draws(seed.to_bytes(32, "big"))
        state = GAME.new(2, {})
        state = GAME.apply(state, 1, ("faction", "lords_of_the_abyss"), draws).state
        state = GAME.apply(state, 0, ("faction", "random"), draws).state
        data = GAME.dump(state)
        assert [len(s) for s in data["stacks"]] == [34, 34]
        assert not any("banner" in s for s in data["stacks"])
        assert data["seats"][0]["faction"] != "lords_of_the_abyss"
        firsts.append(data["turn"]["order"])
    assert all(sorted(order) == [0, 1] for order in firsts)
    assert 8 < sum(order[0] for order in firsts) < 32


def test_a_refusal_names_no_hidden_tile() -> None:
    """The same refusal, whatever the other seat holds."""
    told = set()
    for held in (["battle"], ["spike"], ["demon"]):
        state = situation({"board": BANNERS, "reserves": [[], held]})
        for words in (("battle",), ("place", "demon", "C3", "N"), ("discard", "spike"), ("redraw",)):
            with pytest.raises(GameError) as refusal:
                GAME.apply(state, 1, words, DRAWS)
            told.add((words, str(refusal.value)))
            with pytest.raises(GameError) as refusal:
                GAME.apply(state, 0, words, DRAWS)
            told.add((words, str(refusal.value)))
    assert len(told) == 8


def test_how_many_questions_are_left_tells_nothing_about_a_sealed_answer() -> None:
    """R5.10: two runes share a tile, and only one answer to the first leaves the second a choice."""
    board = {
        "E1": {"seat": 0, "tile": "banner"},
        "C2": {"seat": 0, "tile": "rune_of_regeneration"},
        "B1": {"seat": 0, "tile": "rune_of_regeneration"},
        "A1": {"seat": 0, "tile": "axeman"},
        "B2": {"seat": 0, "tile": "axeman"},
        "C3": {"seat": 0, "tile": "axeman", "facing": 3},
        "E3": {"seat": 1, "tile": "banner"},
        "A2": {"seat": 1, "tile": "wyrm"},
        "C4": {"seat": 1, "tile": "wyrm"},
        "B4": {"seat": 1, "tile": "rune_of_regeneration"},
        "C5": {"seat": 1, "tile": "rune_of_regeneration", "facing": 5},
    }
    factions = ["guardians_of_the_realm", "harbingers_of_the_forest"]
    state = situation({"factions": factions, "board": board, "reserves": [["battle"], []]})
    state = GAME.apply(state, 0, ("battle",), DRAWS).state
    assert [c.seat for c in waited_for(GAME, state)] == [0, 1]
    answers = [a for a in GAME.legal(state, 0) if a[0] == "choose"]
    assert len(answers) >= 2
    assert len({repr(GAME.view(GAME.apply(state, 0, a, DRAWS).state, 1)) for a in answers}) == 1


def test_text_of_equal_states_is_equal() -> None:
    assert text(situation({"board": BANNERS})) == text(situation({"board": dict(reversed(BANNERS.items()))}))


def test_the_same_question_in_the_next_battle_is_another_one() -> None:
    """R12.3: the Final Battle follows directly, and an answer to the first battle's question does not fit it."""
    state = situation(
        {
            "factions": ["harbingers_of_the_forest", "dragon_empire"],
            "board": {
                "A1": {"seat": 0, "tile": "assassin"},
                "A3": {"seat": 0, "tile": "banner"},
                "E3": {"seat": 1, "tile": "banner", "netted": True},
                "E1": {"seat": 1, "tile": "knight"},
            },
            "fill": {"seat": 0, "tile": "rune_of_accuracy"},
            "empty": ["C3"],
            "reserves": [["rune_of_accuracy"], []],
            "stacks": [[], ["knight"]],
            "last_turns": [],
        }
    )
    state = GAME.apply(state, 0, ("place", "rune_of_accuracy", "C3"), DRAWS).state
    first = waited_for(GAME, state)
    assert [c.kind for c in first] == ["assassin"]
    state = GAME.apply(state, 0, ("choose", "E3"), DRAWS).state
    second = waited_for(GAME, state)
    assert [(c.seat, c.kind) for c in second] == [(0, "assassin")]
    assert first[0].key != second[0].key
