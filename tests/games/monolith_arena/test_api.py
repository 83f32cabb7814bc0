"""What Monolith Arena answers through `games.api`, beyond the contract of every game (tests/contract)."""

from __future__ import annotations

from random import Random

import pytest

from games.api import BadNotation, GameError
from games.draws import Draws
from games.monolith_arena.game import GAME
from games.referee import moments
from tests.games.monolith_arena.helpers import SEED, legal, seated, situation, text, waited_for

DRAWS = Draws(SEED)


def test_formations_of_matches_that_were_begun_without_one() -> None:
    assert [(way.id, way.teams) for way in GAME.formations] == [
        ("1v1", (0, 1)),
        ("1v2", (0, 1, 1)),
        ("2v2", (0, 0, 1, 1)),
    ]
    assert [seated(n).id for n in (2, 3, 4)] == ["1v1", "1v2", "2v2"]


def test_load_refuses_broken_matches() -> None:
    good = GAME.dump(list(moments(GAME, Random(7)))[40].before)
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
        state = GAME.new(seated(2), {})
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
    answers = [a for a in legal(state, 0) if a[0] == "choose"]
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
