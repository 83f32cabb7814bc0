"""The page of a charge says and draws what the charge does, and no battle."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.monolith_arena.face import _described
from bot.monolith_arena.texts import charging
from games.monolith_arena import charges
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from tests.bot.monolith_arena.variants import match_in
from tests.bot.monolith_arena.walker import Match, check, page
from tests.games.monolith_arena.test_charges import NEXT_TO_BANNER, proposed, put_of
from tests.support.panels import ENGLISH


def _match(there: dict[str, Any], **given: Any) -> Match:
    return match_in(
        factions=["dragon_empire", "guardians_of_the_realm"],
        board={name: dict(tile) for name, tile in there.items()},
        reserves=[["battle_charge"], []],
        **given,
    )


def test_a_charge_at_the_banner_is_told_and_drawn_as_that_and_preset() -> None:
    match = _match(NEXT_TO_BANNER)
    panel = page(match, 0, "charge", "order", "D1", "C2")
    check(panel)
    assert "Preview: Knight C2 SW." in panel.text
    assert "where the charge does most: Banner B2 (SW)." in panel.text
    assert "The charge hits Banner B2 for 3; nobody strikes back." in panel.text
    assert "After the charge, within reach of: Axeman B1 (2, phases 2 and 1)" in panel.text
    assert "battle now" not in panel.text
    drawn = panel.draft.battle_now
    assert [(a.source.hex, a.target.hex, a.wounds) for a in drawn.attacks] == [(BY_NAME["C2"], BY_NAME["B2"], 3)]
    assert drawn.removed == ()
    seat = match.seat(0)
    assert "The charge: Knight C2 hits Banner B2: 3." in _described(seat.say, seat.view, panel.draft)


def test_who_is_killed_by_a_charge_does_not_strike_back() -> None:
    there = {
        "C1": {"seat": 0, "tile": "banner"},
        "B2": {"seat": 0, "tile": "knight", "facing": 3},
        "C2": {"seat": 1, "tile": "axeman", "facing": 5},
        "B3": {"seat": 1, "tile": "banner"},
    }
    panel = page(_match(there), 0, "charge", "order", "B2", "B1")
    assert "The charge kills Axeman C2; nobody strikes back." in panel.text
    assert [tile.hex for tile in panel.draft.battle_now.removed] == [BY_NAME["C2"]]
    assert "within reach" not in panel.text


def test_a_charge_that_wins_is_followed_by_no_turn() -> None:
    panel = page(_match(NEXT_TO_BANNER, hit_points=[20, 3]), 0, "charge", "order", "D1", "C2")
    assert "The banner of A player with a name of 32 chars falls." in panel.text
    assert "Then " not in panel.text


def test_every_charge_is_told() -> None:
    """Also those that strike nobody or depend on choices have a sentence; none speaks of a battle now."""
    for (state, seat, action), _ in zip(proposed(Random(35)), range(60), strict=False):
        view = GAME.view(state, seat)
        put = put_of(view, action)
        names = {other: f"P{other}" for other in range(len(view.seats))}
        lines = charging.charge(ENGLISH, charges.charge(view, put), put.hex, names)
        assert lines
        assert "battle now" not in " ".join(lines)


def test_a_wounded_champion_that_leaves_its_toughness_is_said_to_die_of_its_wounds() -> None:
    there: dict[str, Any] = {
        "A1": {"seat": 0, "tile": "banner"},
        "A2": {"seat": 0, "tile": "veteran", "facing": 3, "wounds": 1},
        "E3": {"seat": 1, "tile": "banner"},
    }
    match = match_in(factions=["guardians_of_the_realm", "dragon_empire"], board=there)
    view = GAME.view(match.state, 0)
    found = charges.charge(view, put_of(view, ("charge", "order", "A2", "C3", "S")))
    assert found.idle == "dead"
    (line, *_) = charging.charge(ENGLISH, found, BY_NAME["C3"], {0: "Anna", 1: "Max"})
    assert line == ("It dies before it strikes: its wounds kill it without the toughness that it has where it is now.")
