"""What the house adds to the rules: options of a match, leaving, the reaction hold, undoing, typed words."""

from __future__ import annotations

from typing import Any

import pytest

from games.agreements import AGREED
from games.api import BadNotation, Choice, GameError, IllegalAction, NotYourChoice, Result, formation_for, new_options
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import notation
from games.arena_of_heroes.cards import ALL, BASE, CARDS, GREEN
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.solve import Given
from games.arena_of_heroes.setup import deck_form, pool_form
from games.arena_of_heroes.state import State
from games.draws import Draws
from tests.games.arena_of_heroes.book import position

DRAWS = Draws(bytes(32))


def state(words: str = "", hold: int = 0) -> State:
    found = notation.read(position(words)).state
    found.hold = hold
    return found


def given(*dice: int) -> Given:
    return Given(dice, ())


def choice(state_: State, seat: int, kind: str) -> Choice | None:
    return next((c for c in GAME.choices(state_) if (c.seat, c.kind) == (seat, kind)), None)


def opened(seats: int = 2, **chosen: Any) -> State:
    return GAME.new(formation_for(GAME, seats), new_options(GAME, chosen))


# Options of a match


def test_pools_by_name_and_by_list() -> None:
    assert opened().pool == GREEN
    assert opened(mode="heroes").pool == ALL
    assert opened(mode="heroes", pool="orange").pool == tuple(code for code in ALL if code not in GREEN)
    assert opened(mode="advanced", pool="bo, Do fg;mo").pool == ("Bo", "Do", "Fg", "Mo")
    assert opened(pool="Bg Dg Fg Tg Wo").pool == ("Bg", "Dg", "Fg", "Tg")
    assert opened(pool="Bg Do Fo To").pool == GREEN, "too few green boards for four: all of them"


@pytest.mark.parametrize("text", ["", "Bg", "Bg Bo Dg Do Fg", "Bg Dg Fg Xx", "Bg Bg Dg Fg Tg", "everything"])
def test_what_is_no_pool(text: str) -> None:
    with pytest.raises(BadNotation):
        pool_form(text)


def test_decks_by_name_and_by_list() -> None:
    assert opened(mode="advanced").arena == ()
    assert opened(mode="advanced", deck="ALL").arena == tuple(CARDS)
    own = [*BASE[:10], "X01", "X02", "X03", "X04", "X05"]
    assert opened(mode="advanced", deck=" ".join(reversed(own)).lower()).arena == tuple(own)
    assert opened(mode="basic", deck="all").arena == ()
    assert deck_form(" ".join(BASE)) == "base"


@pytest.mark.parametrize("text", ["", "B01", " ".join(BASE[:14]), " ".join((*BASE, "B01")), " ".join((*BASE, "B99"))])
def test_what_is_no_deck(text: str) -> None:
    with pytest.raises(BadNotation):
        deck_form(text)


def test_a_hero_may_be_drawn() -> None:
    before = opened()
    step = GAME.apply(before, 0, ("pick", "random"), DRAWS)
    (event,) = step.events
    assert isinstance(event, ev.Picked)
    assert event.at_random
    assert event.hero in GREEN
    assert step.state.heroes[0].type.code == event.hero
    assert all(code[0] != event.hero[0] for code in step.state.pool)


# Leaving


def test_who_leaves_the_draft_is_not_dealt_in() -> None:
    match = GAME.apply(opened(3), 0, ("pick", "Bg"), DRAWS).state
    match = GAME.leave(match, 1, "resigned", DRAWS).state
    assert (match.turn, GAME.playing(match)) == (2, (0, 2))
    match = GAME.apply(match, 2, ("pick", "Fg"), DRAWS).state
    assert (match.phase, len(match.closed), len(match.deck)) == ("turn", 7, 11)
    assert [hero.alive for hero in match.heroes] == [True, False, True]


def test_who_has_picked_and_leaves_the_draft_is_out() -> None:
    match = GAME.apply(opened(3), 0, ("pick", "Bg"), DRAWS).state
    match = GAME.leave(match, 0, "resigned", DRAWS).state
    assert match.turn == 1
    match = GAME.leave(match, 2, "timeout", DRAWS).state
    assert GAME.result(match) == Result(((1,), (2,), (0,)), "timeout")


def test_the_last_one_left_wins_and_the_reason_is_told() -> None:
    step = GAME.leave(state(), 0, "resigned", DRAWS)
    assert GAME.result(step.state) == Result(((1,), (0,)), "resigned")
    assert step.events[-1] == ev.Ended(Result(((1,), (0,)), "resigned"))
    assert step.turns_ended == (0,)


def test_who_leaves_in_the_middle_of_an_action_goes_when_it_is_over() -> None:
    before = state("seats=ABC B.hero=Tg B.hidden=1")
    asked = GAME.apply(before, 0, ("attack", "8"), given(1)).state
    step = GAME.leave(asked, 2, "resigned", given(1))
    assert GAME.playing(step.state) == (0, 1)
    assert step.state.question is not None
    assert step.state.heroes[2].alive
    after = GAME.apply(step.state, 1, ("choose", "no"), given(1))
    assert not after.state.heroes[2].alive
    assert after.events[-1] == ev.Out(2, 2)


def test_questions_are_answered_for_who_leaves() -> None:
    before = state("seats=ABC B.hero=Tg B.hidden=1")
    asked = GAME.apply(before, 0, ("attack", "8"), given(1, 1)).state
    step = GAME.leave(asked, 1, "timeout", given(1, 1))
    assert step.state.question is None
    assert [type(event) for event in step.events] == [ev.HideDie, ev.Left, ev.CardDrawn, ev.Out]
    assert step.state.discard[:2] == (15, 8)


def test_who_is_leaving_never_wins() -> None:
    """Both others go out by one eruption while the third is about to leave: they share, the leaver is last."""
    before = state("seats=ABC E2=B15:1 A.stamina=1 A.at=10 A.items=X05 B.at=8 C.at=6 C.stamina=1")
    draws = given(3)
    asked = GAME.apply(before, 0, ("attack", "5"), draws).state
    left = GAME.leave(asked, 1, "resigned", draws).state
    over = GAME.apply(left, 0, ("choose", "keep"), draws).state
    assert GAME.result(over) == Result(((0, 2), (1,)), "shared")


def test_nobody_leaves_twice() -> None:
    match = GAME.leave(state("seats=ABC"), 1, "resigned", DRAWS).state
    with pytest.raises(NotYourChoice):
        GAME.leave(match, 1, "resigned", DRAWS)


def test_an_agreed_end_ranks_who_is_out_behind() -> None:
    match = GAME.leave(state("seats=ABC"), 1, "resigned", DRAWS).state
    over = GAME.conclude(match, Result(((0, 2),), AGREED)).state
    assert GAME.result(over) == Result(((0, 2), (1,)), AGREED)


@pytest.mark.parametrize(("reader", "at", "flags"), [(None, None, ()), (1, None, ()), (0, 20, ("veil",))])
def test_a_view_holds_a_hidden_place_and_a_veil_for_their_owner_alone(
    reader: int | None, at: int | None, flags: tuple[str, ...]
) -> None:
    match = state("A.hero=Mo A.stamina=3 A.hidden=1 A.flags=veil")
    mine = GAME.view(match, reader).seats[0]
    assert (mine.hidden, mine.at, mine.flags, mine.last) == (True, at, flags, None)


def test_in_the_result_everybody_sees_where_all_were() -> None:
    over = GAME.leave(state("seats=AB A.hidden=1"), 1, "resigned", DRAWS).state
    seats = GAME.view(over, None).seats
    assert [(one.at, one.last, one.fell) for one in seats] == [(None, 20, None), (None, None, 8)]


# The reaction hold

HELD = "B.hero=Do B.stamina=5 B.hidden=1"


def test_without_a_hold_nobody_is_waited_for() -> None:
    after = GAME.apply(state(HELD), 0, ("attack", "8"), given(1)).state
    assert choice(after, 1, "hold") is None
    assert choice(after, 1, "ability") is not None


def test_after_a_reveal_the_next_attack_waits() -> None:
    after = GAME.apply(state(HELD, hold=30), 0, ("attack", "8"), given(1)).state
    window = choice(after, 1, "hold")
    assert window is not None
    assert (window.must, window.window, window.default) == (True, True, ("pass",))
    with pytest.raises(GameError) as refusal:
        GAME.apply(after, 0, ("attack", "8"), given(1))
    assert refusal.value.rule == "A7"
    assert ("attack", "8") not in GAME.legal(after, 0, choice(after, 0, "turn").key)
    assert ("end",) in GAME.legal(after, 0, choice(after, 0, "turn").key)
    assert GAME.view(after, None).held == (1,)


@pytest.mark.parametrize("scope", [(), ("turn",), ("always",)])
def test_a_pass_lets_the_attack_go_on(scope: tuple[str, ...]) -> None:
    held = GAME.apply(state(HELD + " left=4", hold=30), 0, ("attack", "8"), given(1)).state
    passed = GAME.apply(held, 1, ("pass", *scope), DRAWS)
    assert passed.events == (ev.Passed(1, scope[0] if scope else "once"),)
    assert GAME.show(passed.events[0], 1) == passed.events[0]
    assert GAME.show(passed.events[0], 0) == GAME.show(passed.events[0], None) == ev.Passed(1, None)
    assert passed.secret
    assert GAME.sealed(passed.state, 1, ("pass", *scope))
    hit = GAME.apply(passed.state, 0, ("attack", "8"), given(1, 1)).state
    assert (choice(hit, 1, "hold") is None) == bool(scope), "a hit asks again, unless it was passed for longer"
    later = GAME.apply(GAME.apply(hit, 0, ("end",), DRAWS).state, 1, ("end",), DRAWS).state
    later.heroes[1].flags = frozenset()
    again = GAME.apply(later, 0, ("attack", "8"), given(1, 1, 1)).state
    assert (choice(again, 1, "hold") is None) == (scope == ("always",))


def test_who_uses_the_ability_is_not_waited_for_any_more() -> None:
    held = GAME.apply(state(HELD, hold=30), 0, ("attack", "8"), given(1)).state
    after = GAME.apply(held, 1, ("rootwalk",), DRAWS).state
    assert after.held == ()
    assert ("attack", "8") in GAME.legal(after, 0, choice(after, 0, "turn").key)


def test_only_who_has_something_to_use_is_waited_for() -> None:
    after = GAME.apply(state("seats=ABC B.hidden=1 C.items=X01", hold=30), 0, ("attack", "8"), given(1)).state
    assert [c.seat for c in GAME.choices(after) if c.kind == "hold"] == [2]
    miss = GAME.apply(state(HELD, hold=30), 0, ("attack", "3"), given(1)).state
    assert miss.held == ()


def test_a_hold_ends_with_the_turn_and_nobody_passes_without_one() -> None:
    held = GAME.apply(state(HELD, hold=30), 0, ("attack", "8"), given(1)).state
    after = GAME.apply(held, 0, ("end",), DRAWS).state
    assert after.held == ()
    with pytest.raises(NotYourChoice) as refusal:
        GAME.apply(after, 1, ("pass",), DRAWS)
    assert refusal.value.rule == "A7"
    with pytest.raises(IllegalAction):
        GAME.apply(held, 1, ("pass", "forever"), DRAWS)


# Undoing and typed words


@pytest.mark.parametrize(
    ("words", "action", "undone"),
    [
        ("A.hero=Bo A.stamina=4", ("shield",), True),
        ("A.items=B03", ("use", "B03"), True),
        ("A.hidden=1 A.hero=Mo A.stamina=3", ("veil",), True),
        ("A.items=X03", ("use", "X03", "8"), False),
        ("A.hero=Bo A.stamina=4 left=1", ("shield",), False),
        ("", ("end",), False),
        ("", ("attack", "8"), False),
    ],
)
def test_only_what_shows_nothing_can_be_taken_back(words: str, action: tuple[str, ...], undone: bool) -> None:
    assert GAME.apply(state(words), 0, action, DRAWS).boundary != undone


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("ATTACK 8", ("attack", "8")),
        ("pick balthur the shieldwall", ("pick", "Bo")),
        ("pick bo", ("pick", "Bo")),
        ("use Spyglass 8", ("use", "X03", "8")),
        ("use x03 8", ("use", "X03", "8")),
        ("work mysterious idol I", ("work", "B09")),
        ("shield wall", ("shield",)),
        ("Boarding Call 8", ("boarding", "8")),
        ("choose YES", ("choose", "yes")),
        ("choose b", ("choose", "B")),
        ("sing loudly", ("sing", "loudly")),
    ],
)
def test_typed_words(typed: str, action: tuple[str, ...]) -> None:
    assert GAME.read(state(), 0, typed.split()) == action


def test_leaving_is_no_action_of_the_game() -> None:
    with pytest.raises(IllegalAction):
        GAME.apply(state(), 0, ("leave",), DRAWS)
