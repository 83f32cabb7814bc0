"""What a match adds to the rules: passes for longer, rolling on, leaving, the defaults of a timeout (M9, M10.10)."""

from __future__ import annotations

import pytest

from games.api import BadNotation, GameError, IllegalAction, new_options
from games.draws import Draws
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import NATION_NAMES, name
from games.monsters_and_myths.defaults import USUAL, default, kept
from games.monsters_and_myths.game import FORMATIONS, GAME
from games.monsters_and_myths.state import Options
from tests.games.monsters_and_myths.positions import act, at, choice, waited
from tests.support import laws

DRAWS = Draws(bytes(range(32)))
THREE = "seats=ABC phase=card active=A card=5 A.troops=G3i,U1i A.attacks=5.6 B.troops=D2i1a,G3i,U2i C.troops=U1i"
"""Battle card 5 of A, who has another one; nobody else has one."""


def kinds(events: list[ev.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# --------------------------------------------------------------------------------------------------- passing for longer


def test_a_pass_for_the_window_is_asked_for_again_in_the_next() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass")
    assert waited(state) == "A"
    state, _ = act(state, "A attack G B.D")
    assert waited(state) == "C"


def test_a_pass_for_the_fight_ends_with_the_fight() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass fight")
    state, events = act(state, "A attack G B.D", [6, 5, 4, 1, 1])
    assert kinds(events) == ["Attacked", "Rolled"], "nobody else is asked, so the roll follows"
    state, _ = act(state, "B lose Di Di")
    assert (state.phase, waited(state)) == ("exchange", "A")
    state, _ = act(state, "A stop")
    assert (state.phase, waited(state)) == ("after", "C")
    assert not state.seats[2].scope


def test_a_pass_for_the_card_ends_with_the_card() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass card")
    state, _ = act(state, "A attack G B.D", [6, 5, 4, 1, 1])
    state, _ = act(state, "B lose Di Di")
    state, events = act(state, "A stop")
    assert kinds(events) == ["Stopped", "CardDone", "CardBegan"], "the end follows as well"
    assert (state.card, waited(state)) == (6, "C")


def test_a_pass_for_the_round_lasts_over_cards() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass round")
    state, _ = act(state, "A attack G B.D", [6, 5, 4, 1, 1])
    state, _ = act(state, "B lose Di Di")
    state, _ = act(state, "A stop")
    assert (state.card, waited(state), state.seats[2].scope) == (6, "A", "round")


def test_a_pass_until_attacked_ends_when_an_own_nation_is_attacked() -> None:
    state, _ = act(at(f"{THREE} wait=BC B.catapults=1 C.catapults=1"), "B pass attacked")
    state, _ = act(state, "C pass attacked")
    state, _ = act(state, "A attack G B.D")
    assert waited(state) == "B"
    assert [what.scope for what in state.seats] == ["", "", "attacked"]


def test_every_pass_ends_with_the_round() -> None:
    state = at(
        "phase=after active=A card=5 force=G1i fought=B.D wait=B A.troops=G1i A.attacks=5 B.troops=D1i B.catapults=1"
    )
    for scope in ("card", "round", "attacked"):
        after, events = act(state, f"B pass {scope}")
        assert kinds(events)[:3] == ["Passed", "CardDone", "Cleared"]
        assert not any(what.scope for what in after.seats)


def test_after_a_fight_there_is_no_fight_to_pass_for() -> None:
    state = at(
        "phase=after active=A card=5 force=G1i fought=B.D wait=B A.troops=G1i A.attacks=5 B.troops=D1i B.catapults=1"
    )
    with pytest.raises(IllegalAction) as refusal:
        GAME.apply(state, 1, ("pass", "fight"), DRAWS)
    assert refusal.value.rule == "M6.4"


def test_a_shot_asks_nobody_who_has_passed_for_longer() -> None:
    state, _ = act(at(f"{THREE} wait=BC B.catapults=1 C.catapults=2"), "B pass card")
    state, _ = act(state, "C fire A.Gi", [1])
    assert waited(state) == "C"


def test_a_pass_for_longer_may_still_be_followed_by_a_shot() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass card")
    state, events = act(state, "C fire A.Gi", [1])
    assert kinds(events)[0] == "Fired"


def test_a_pass_is_taken_back_at_once() -> None:
    state, _ = act(at(f"{THREE} wait=C C.catapults=1"), "C pass card")
    assert waited(state) == "A"
    before = choice(state, 0).key
    state, events = act(state, "C recall")
    assert kinds(events) == ["PassRecalled"]
    assert (waited(state), state.seats[2].scope) == ("C", "")
    state, _ = act(state, "C pass")
    assert waited(state) == "A"
    assert choice(state, 0).key != before, "a key is never used again"


def test_a_pass_of_this_window_is_taken_back_as_well() -> None:
    state, _ = act(at(f"{THREE} wait=BC B.catapults=1 C.catapults=1"), "C pass")
    key = choice(state, 1).key
    state, _ = act(state, "C recall")
    assert waited(state) == "BC"
    assert choice(state, 1).key == key, "what B is asked stays as it was"


def test_there_is_no_pass_to_take_back_for_whoever_has_not_passed() -> None:
    state = at(f"{THREE} wait=C C.catapults=1")
    for seat in (0, 1, 2):
        with pytest.raises(GameError) as refusal:
            GAME.apply(state, seat, ("recall",), DRAWS)
        assert refusal.value.rule == "M6.4"


def test_how_far_somebody_has_passed_is_told_to_nobody_else() -> None:
    state, events = act(at(f"{THREE} wait=BC B.catapults=1 C.catapults=1"), "C pass round")
    assert GAME.show(events[0], 2) == ev.Passed(2, "round")
    assert GAME.show(events[0], 0) == GAME.show(events[0], None) == ev.Passed(2, None)
    assert GAME.view(state, 2).seats[2].scope == "round"
    assert GAME.view(state, 1).seats[2].scope is None


# ------------------------------------------------------------------------------------------- whatever was chosen


@pytest.mark.parametrize(
    ("words", "seat", "choices"),
    [
        (
            "seats=ABC phase=keep A.troops=U1i B.troops=T1i C.troops=E1i "
            "A.hand=Gi.Gi.Gm.Ga.c.w.7 B.hand=Ui.Di.Di.Ti.Ti.Ei.8 C.hand=Ui.Di.Di.Ti.Ti.Ei.9",
            0,
            ("keep Gi Gi Gm Ga", "keep Gi c w 7", "keep Gm Ga c w", "usual"),
        ),
        (
            "seats=ABC phase=lose active=A card=5 force=G2i1a1m target=B.D fought=B.D owe=A1,B1 "
            "A.troops=G2i1a1m A.attacks=5 B.troops=D2i1a C.troops=U1i C.catapults=1",
            0,
            ("lose Gi", "lose Ga", "lose Gm"),
        ),
    ],
)
def test_what_is_chosen_in_secret_looks_the_same_to_all_others(words: str, seat: int, choices: tuple[str, ...]) -> None:
    state = at(words)
    steps = [GAME.apply(state, seat, tuple(line.split()), DRAWS) for line in choices]
    assert all(step.secret for step in steps)
    for step, line in zip(steps, choices, strict=True):
        assert GAME.sealed(step.state, seat, tuple(line.split()))
    for reader in (None, 1, 2):
        assert len({laws.shown(GAME, step.state, reader, step.events) for step in steps}) == 1
    assert len({laws.shown(GAME, step.state, seat, step.events) for step in steps}) == len(
        {str(step.state.seats[seat].kept) + str(step.state.given) for step in steps}
    )


def test_what_is_dealt_is_told_to_its_owner_alone() -> None:
    dealt, chosen = ev.Dealt(1, ("Ui", "Di")), ev.Kept(1, ("Ui",))
    assert [GAME.show(dealt, reader) for reader in (None, 0, 1)] == [None, None, dealt]
    assert [GAME.show(chosen, reader) for reader in (None, 0, 1)] == [ev.Kept(1, None), ev.Kept(1, None), chosen]


# --------------------------------------------------------------------------------------------- what follows by itself


def test_when_all_have_passed_the_roll_of_an_attacker_without_a_choice_follows() -> None:
    state = at(
        "phase=ready active=A card=5 force=G2i target=B.D wait=B A.troops=G2i A.attacks=5 B.troops=D2i1a B.catapults=1"
    )
    state, events = act(state, "B pass", [6, 6, 6, 1, 1])
    assert kinds(events) == ["Passed", "Rolled"]
    assert waited(state) == "B"


def test_an_attacker_with_a_catapult_is_asked_before_the_roll() -> None:
    state = at(
        "phase=ready active=A card=5 force=G2i target=B.D wait=B "
        "A.troops=G2i A.attacks=5 A.catapults=1 B.troops=D2i1a B.catapults=1"
    )
    state, events = act(state, "B pass")
    assert kinds(events) == ["Passed"]
    assert waited(state) == "A"


def test_with_free_fire_the_attacker_takes_every_step() -> None:
    state = at(
        "fire=free phase=ready active=A card=5 force=G2i target=B.D "
        "A.troops=G2i A.attacks=5 B.troops=D2i1a B.catapults=1"
    )
    assert waited(state) == "A"
    assert {found.kind for found in GAME.choices(state) if not found.must} == {"catapult"}
    state, events = act(state, "A roll", [6, 6, 6, 1, 1])
    assert kinds(events) == ["Rolled"]


# --------------------------------------------------------------------------------------------------------- rolling on

FIGHT = (
    "phase=exchange active=A card=5 force=G4i target=B.D fought=B.D A.troops=G4i A.attacks=5 A.catapults=1 B.troops=D6i"
)


def test_an_attacker_rolls_on_until_so_many_creatures_are_left() -> None:
    state, events = act(at(FIGHT), "A roll left2", [6, 1, 1, 5, 5, 1, 1, 1, 6, 6])
    assert kinds(events).count("Rolled") == 2, "one is lost, then two more: one creature is left"
    assert (state.phase, state.rolling, waited(state)) == ("exchange", None, "A")
    assert state.force[4].size == 1


def test_an_attacker_rolls_so_many_times() -> None:
    state, events = act(at(FIGHT), "A roll times2", [6, 6, 1, 5, 5, 6, 6, 1, 5, 5])
    assert kinds(events).count("Rolled") == 2
    assert (state.phase, state.rolling, waited(state)) == ("exchange", None, "A")


def test_rolling_on_ends_with_the_fight() -> None:
    state, events = act(at(FIGHT.replace("D6i", "D6i,E1i")), "A roll left0", [6, 6, 1, 5, 5] * 3)
    assert kinds(events).count("Rolled") == 3
    assert (state.phase, state.rolling) == ("after", None)


def test_rolling_on_halts_in_every_window_and_goes_on_after_it() -> None:
    state, events = act(at(f"{FIGHT} B.catapults=1"), "A roll left2", [6, 6, 1, 5, 5])
    assert kinds(events).count("Rolled") == 1
    assert waited(state) == "B"
    state, events = act(state, "B pass fight", [6, 6, 1, 5, 5] * 2)
    assert kinds(events).count("Rolled") == 2


def test_rolling_on_waits_for_losses_that_are_chosen() -> None:
    state, _ = act(at(FIGHT.replace("D6i", "D5i1a")), "A roll left1", [6, 6, 1, 5, 5])
    assert (state.phase, waited(state)) == ("lose", "B")
    assert GAME.view(state, 0).rolling is not None
    assert GAME.view(state, 1).rolling is None
    state, events = act(state, "B lose Di", [6, 6, 6, 1, 1])
    assert kinds(events)[-1] == "Rolled"


def test_a_hit_in_the_fight_ends_rolling_on_and_one_elsewhere_does_not() -> None:
    state, _ = act(at(f"{FIGHT} A.troops=G4i,U2i B.catapults=2"), "A roll left0", [6, 6, 1, 5, 5])
    missed, _ = act(state, "B fire A.Ui", [6])
    assert missed.rolling is not None
    hit, _ = act(state, "B fire A.Gi.force", [6])
    assert hit.rolling is None


def test_whoever_rolls_on_may_be_asked_again() -> None:
    state, _ = act(at(f"{FIGHT} B.catapults=1"), "A roll left0", [6, 6, 1, 5, 5])
    state, events = act(state, "A halt")
    assert GAME.show(events[0], 0) == ev.RollingStopped(0)
    assert GAME.show(events[0], 1) is None
    state, events = act(state, "B pass")
    assert kinds(events) == ["Passed"]
    assert waited(state) == "A"
    with pytest.raises(GameError) as refusal:
        GAME.apply(state, 0, ("halt",), DRAWS)
    assert refusal.value.rule == "M5.11"


def test_an_attacker_may_say_how_far_to_roll_while_others_are_asked() -> None:
    state = at(
        "phase=ready active=A card=5 force=G3i target=B.D wait=B "
        "A.troops=G3i A.attacks=5 A.catapults=1 B.troops=D4i B.catapults=1"
    )
    state, events = act(state, "A ahead times2")
    assert kinds(events) == ["RollingAhead"]
    assert GAME.show(events[0], 1) is None
    assert waited(state) == "B"
    state, events = act(state, "B pass round", [6, 6, 1, 5, 5] * 2)
    assert kinds(events).count("Rolled") == 2
    with pytest.raises(GameError) as refusal:
        GAME.apply(state, 1, ("ahead", "left0"), DRAWS)
    assert refusal.value.rule == "M5.11"


# ----------------------------------------------------------------------------------------------- who has left, timeouts


def test_whoever_leaves_goes_on_with_the_defaults_and_cannot_win() -> None:
    state = GAME.new(FORMATIONS[1], new_options(GAME, {}))
    state = GAME.apply(state, 0, ("start",), DRAWS).state
    state = GAME.leave(state, 2, "resigned", DRAWS).state
    assert GAME.playing(state) == (0, 1)
    while state.result is None:
        found = next(choice for choice in GAME.choices(state) if choice.must)
        assert found.seat != 2
        assert found.default is not None
        state = GAME.apply(state, found.seat, found.default, DRAWS).state
    assert state.result.ranking[-1] == (2,)
    assert state.result.reason == "points"


def test_the_last_player_left_has_won() -> None:
    state = GAME.new(FORMATIONS[1], new_options(GAME, {}))
    state = GAME.leave(state, 0, "resigned", DRAWS).state
    step = GAME.leave(state, 2, "timeout", DRAWS)
    assert step.state.result is not None
    assert (step.state.result.ranking, step.state.result.reason) == (((1,), (2,), (0,)), "timeout")


def test_nobody_waits_for_the_catapult_of_somebody_who_has_left() -> None:
    state = at(f"{THREE} wait=C B.catapults=1 C.catapults=1")
    state = GAME.leave(state, 2, "resigned", DRAWS).state
    assert waited(state) == "A"
    assert not [found for found in GAME.choices(state) if found.seat == 2]


def test_the_catapult_of_somebody_who_has_left_keeps_nothing_from_happening_by_itself() -> None:
    state = GAME.leave(at(f"{THREE} fire=free C.catapults=1"), 2, "resigned", DRAWS).state
    state, events = act(state, "A attack G B.D", [6, 5, 4, 1, 1])
    assert kinds(events) == ["Attacked", "Rolled"]


def test_a_seat_that_has_left_and_attacks_does_what_the_defaults_say() -> None:
    state = at(f"{THREE} A.catapults=1 B.attacks=9")
    step = GAME.leave(state, 0, "resigned", DRAWS)
    names = kinds(list(step.events))
    assert names[0] == "Attacked"
    assert names.count("Rolled") >= 1
    assert waited(step.state) in ("B", "C")


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        # The lowest attack card, catapults, creatures of the largest own nation, infantry first.
        ("Bi.Gm.Gi.Ui.c.9.7", "Gi Gm c 7"),
        ("Bi.Di.Ui.Ga.c.w.9", "Ui Ga c 9"),
        # Wizards come after creatures, further attack cards last.
        ("Di.Ui.w.w.9.7.8", "Ui Di w 7"),
        # Two nations of one size: that with more points first.
        ("Bi.Bi.Ta.Ui.Ui.Di.Di", "Ui Ui Bi Bi"),
    ],
)
def test_the_default_of_keeping(hand: str, wanted: str) -> None:
    state = at(f"phase=keep A.troops=U2i,G3i B.troops=B1i A.hand={hand} B.hand=Ui.Ui.Ui.Ui.Di.Di.Ti")
    assert " ".join(kept(state, 0)) == wanted
    assert default(state, 0) == USUAL
    state, events = act(state, "A usual")
    assert " ".join(state.seats[0].kept) == wanted
    assert kinds(events) == ["Kept"]


def test_the_default_of_wizards_is_the_largest_nation() -> None:
    state = at("phase=wizards turn=A A.troops=U2i,G2a,D1i A.new=2 B.troops=B1i")
    assert default(state, 0) == ("wizard", "G", "G")


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        # Three dice against one before three against two.
        ("A.troops=G3i B.troops=G2i,D1m", "attack G B.D"),
        # The same dice: the better bonus.
        ("A.troops=G3i1a B.troops=G2i1a,D2i", "attack G B.D"),
        # The same bonus: the fewest defenders.
        ("A.troops=G3i B.troops=G3i,D2i", "attack G B.D"),
        # All the same: the first as text.
        ("A.troops=U3i,G3i B.troops=G2i,D2i,U2i", "attack G B.D"),
        ("A.troops=G1i1w B.troops=D2i", "none"),
    ],
)
def test_the_default_of_an_attack(words: str, wanted: str) -> None:
    state = at(f"fire=free phase=card active=A card=5 A.attacks=5 A.catapults=1 {words}")
    assert " ".join(default(state, 0)) == wanted


def test_the_default_of_an_army_and_its_target() -> None:
    state = at("fire=free phase=card active=A card=12 A.attacks=12 A.troops=U1i1m,G2a1i,T2m1a B.troops=D2i,E1a")
    assert default(state, 0) == ("muster", "Ui", "Gi", "Ga", "Ga")
    state, _ = act(state, "A muster Ui Gi Ga Ga")
    assert default(state, 0) == ("attack", "B.E")


def test_the_default_of_a_loss_is_mounted_first_from_the_smallest_nation() -> None:
    words = "phase=lose active=A card=12 force=U1i1m,G1a1m target=B.D fought=B.D A.attacks=12 B.troops=D2i1a"
    assert default(at(f"{words} owe=A1 A.troops=U3i1m,G1a1m"), 0) == ("lose", "Gm")
    assert default(at(f"{words} owe=A1 A.troops=U1i1m,G2a3m"), 0) == ("lose", "Um")
    assert default(at(f"{words} owe=A2 A.troops=U3i1m,G1a1m"), 0) == ("lose", "Um", "Gm")
    assert default(at(f"{words} owe=B2 A.troops=U3i1m,G1a1m"), 1) == ("lose", "Di", "Da")


def test_the_defaults_of_a_fight() -> None:
    fight = "active=A card=5 force=G2i1m A.troops=G2i1m A.attacks=5 A.catapults=1 B.troops=D2i,G1i B.catapults=1"
    assert default(at(f"phase=ready target=B.D {fight}"), 0) == ("roll",)
    assert default(at(f"phase=exchange target=B.D fought=B.D {fight}"), 0) == ("stop",)
    assert default(at(f"phase=after fought=B.D {fight}"), 0) == ("end",)
    assert default(at(f"phase=after fought=B.D wait=B {fight}"), 1) == ("pass",)


def test_windows_have_hours_of_their_own() -> None:
    options = new_options(GAME, {"hours_before": 5})
    before = choice(at(f"{THREE} wait=C C.catapults=1"), 2)
    assert (before.kind, before.window, GAME.seconds_for(options, before)) == ("window_before", True, 5 * 3600)
    within = choice(at(f"{FIGHT} wait=B B.catapults=1"), 1)
    assert (within.kind, GAME.seconds_for(options, within)) == ("window_within", 2 * 3600)
    assert GAME.seconds_for(options, choice(at(FIGHT), 0)) is None


# ----------------------------------------------------------------------------------------- an attack card for everybody


def test_whoever_was_dealt_no_attack_card_may_swap_for_the_first_in_the_pile() -> None:
    words = "phase=keep A.troops=U1i B.troops=T1i A.hand=Gi.Gi.Gm.Gi.c.w.Ui B.hand=Ui.Di.Di.Ti.Ti.Ei.8 pile=Ti.9.Di.3"
    with pytest.raises(GameError) as refusal:
        GAME.apply(at(words), 0, ("swap", "Ui"), DRAWS)
    assert refusal.value.rule == "M10.10"
    state = at(words)
    state.options = Options(guarantee_attack=True)
    key = choice(state, 0).key
    step = GAME.apply(state, 0, ("swap", "Ui"), DRAWS)
    assert step.secret
    assert step.events == (ev.Swapped(0, "Ui", "9"),)
    assert GAME.show(step.events[0], 1) == ev.Swapped(0, None, None)
    assert step.state.seats[0].hand == ("Gi", "Gi", "Gi", "Gm", "w", "c", "9")
    assert step.state.pile == ("Ti", "Ui", "Di", "3")
    assert choice(step.state, 0).key != key
    assert GAME.sealed(step.state, 0, ("swap", "Ui"))
    for seat in (0, 1):
        with pytest.raises(GameError) as refusal:
            GAME.apply(step.state, seat, ("swap", "Gi" if seat == 0 else "Ui"), DRAWS)
        assert refusal.value.rule == "M10.10"


# ------------------------------------------------------------------------------------------------------------- reading


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("KEEP gi GM C w 7", "keep Gi Gm c w 7"),
        ("wizard goblins", "wizard G"),
        ("attack goblins b.dwarves", "attack G B.D"),
        ("attack g b.d", "attack G B.D"),
        ("fire a.gi.FORCE", "fire A.Gi.force"),
        ("fire b.gw", "fire B.Gw"),
        ("pursue - c.d", "pursue - C.D"),
        ("pass Round", "pass round"),
        ("Roll Left2", "roll left2"),
        ("fly away", "fly away"),
    ],
)
def test_reading(typed: str, read: str) -> None:
    state = at(f"{THREE} wait=C C.catapults=1")
    assert " ".join(GAME.read(state, 0, typed.split())) == read


def test_unreadable() -> None:
    with pytest.raises(BadNotation):
        GAME.read(at(FIGHT), 0, ("x" * 300,))


def test_names_of_cards() -> None:
    assert str(name("Gm")) == "Goblin rider"
    assert str(name("7")) == "Battle card 7"
    assert str(name("12")) == "Mercenary card 12"
    assert str(name("w")) == "Wizard"
    assert [str(found) for found in NATION_NAMES][:2] == ["Undead", "Dwarves"]


def test_seeded_dice_are_fair_numbers_from_one_to_six() -> None:
    state = at(FIGHT)
    rolled = state.dice(DRAWS, "attack", 600)
    assert set(rolled) == {1, 2, 3, 4, 5, 6}
    assert all(60 < rolled.count(face) < 140 for face in range(1, 7))
    assert state.cursor >= 600
