"""*Why?* in sentences that say that the tile fell, by what, and what would have been enough."""

from __future__ import annotations

from typing import Any

import pytest

from bot.monolith_arena.texts import why
from games.draws import Draws
from games.monolith_arena.causes import account
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.refights import fights
from tests.games.monolith_arena.helpers import situation
from tests.games.monolith_arena.test_charges import NEXT_TO_BANNER
from tests.support.panels import ENGLISH

BANNERS: dict[str, Any] = {"A1": {"seat": 0, "tile": "banner"}, "E3": {"seat": 1, "tile": "banner"}}


def told(
    there: dict[str, Any], action: tuple[str, ...], hex_: str, factions: tuple[str, str], reserve: str, target: str = ""
) -> str:
    state = situation(
        {
            "factions": list(factions),
            "board": {name: dict(tile) for name, tile in there.items()},
            "reserves": [[reserve], []],
        }
    )
    step = GAME.apply(state, 0, action, Draws(bytes(32)))
    events, after = step.events, step.state
    if target:
        answered = GAME.apply(after, 0, ("choose", target), Draws(bytes(32)))
        events, after = (*events, *answered.events), answered.state
    (fight, *_) = fights(GAME.view(state, 0), events, GAME.view(after, 0))
    found = account(fight, BY_NAME[hex_])
    assert found is not None
    return why.told(ENGLISH, fight, found, {0: "Anna", 1: "Max"})


def test_an_order_is_named_once_and_the_tile_is_said_to_have_fallen_to_it() -> None:
    there = {**BANNERS, "C3": {"seat": 1, "tile": "pikeman", "facing": 0}}
    text = told(there, ("fire", "C3-C4-D3"), "C3", ("guardians_of_the_realm", "dragon_empire"), "fire_concoction")
    assert text.startswith("Pikeman C3 had 1 hit point left and fell to Fire Concoction, which hit for 1.")


def test_what_a_charge_kills_fell_in_a_charge() -> None:
    action = ("charge", "order", "D1", "C2", "S")
    text = told(NEXT_TO_BANNER, action, "C3", ("dragon_empire", "guardians_of_the_realm"), "battle_charge")
    assert text.startswith("Combat Platform C3 had 2 hit points left and fell in a charge: Knight C2 for 3")


@pytest.mark.parametrize("count", [1, 2])
def test_hits_of_which_none_was_needed_alone(count: int) -> None:
    there = {
        **BANNERS,
        "C3": {"seat": 1, "tile": "pikeman", "facing": 3},
        "C4": {"seat": 0, "tile": "axeman", "facing": 0},
        **({"B3": {"seat": 0, "tile": "axeman", "facing": 1}} if count == 2 else {}),
    }
    text = told(there, ("battle",), "C3", ("guardians_of_the_realm", "dragon_empire"), "battle")
    assert "Pikeman C3 had 1 hit point left and fell in phase 2: Axeman" in text
    spare = "No single hit decided it: they dealt 2, and 1 would have been enough."
    assert (spare in text) == (count == 2)


def test_who_granted_something_is_named_and_equal_hits_are_one() -> None:
    there: dict[str, Any] = {
        "A1": {"seat": 0, "tile": "banner"},
        "B2": {"seat": 1, "tile": "banner"},
        "A2": {"seat": 0, "tile": "axeman", "facing": 1},
        "A3": {"seat": 0, "tile": "rune_of_reinforcement", "facing": 3},
        "B3": {"seat": 0, "tile": "rune_of_double_attack", "facing": 0},
    }
    text = told(there, ("battle",), "B2", ("guardians_of_the_realm", "dragon_empire"), "battle")
    hits = "Axeman A2 for 6 in phases 2, 1 and 0 (+3 from Rune of Reinforcement A3)"
    assert text.startswith(f"Banner B2 cost its side 6 hit points: {hits}.")
    assert "Rune of Reinforcement A3 gave Axeman A2 +1 in melee (3 hit points less)" in text
    assert "Rune of Double Attack B3 gave Axeman A2 an extra attack (2 hit points less)" in text


def test_that_a_target_was_chosen_is_said() -> None:
    there = {**BANNERS, "C3": {"seat": 1, "tile": "pikeman", "facing": 3}, "D1": {"seat": 0, "tile": "assassin"}}
    text = told(there, ("battle",), "C3", ("harbingers_of_the_forest", "dragon_empire"), "battle", "C3")
    assert "Assassin D1 for 1 (its target chosen by Anna)" in text


def test_what_would_have_fallen_later_is_said_to() -> None:
    there: dict[str, Any] = {
        "A1": {"seat": 0, "tile": "banner"},
        "E3": {"seat": 1, "tile": "banner"},
        "A2": {"seat": 1, "tile": "pikeman", "facing": 3},
        "D1": {"seat": 0, "tile": "assassin"},
    }
    text = told(there, ("battle",), "A2", ("harbingers_of_the_forest", "dragon_empire"), "battle", "A2")
    assert "fell in phase 3: Assassin D1 for 1" in text
    assert "Otherwise it would have fallen in phase 0." in text
    assert "without this" not in text
