"""Several actions given in one go: what they come to, and what news end them."""

from __future__ import annotations

from random import Random

import pytest

from games.api import Action, Ready
from games.arena_of_heroes import notation
from games.arena_of_heroes.errands import ArenaErrands
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.playout import moves
from games.arena_of_heroes.referee.solve import Given
from games.arena_of_heroes.ring import RING, chances
from games.arena_of_heroes.state import State
from games.arena_of_heroes.worth import best_aim
from games.errands import MOST
from tests.games.arena_of_heroes.book import position

ERRANDS = ArenaErrands()
HIDDEN = "B.hidden=1 A.hidden=1 A.at=20 B.at=8"
"""A fires from 20; B is hidden at 8, with neighbours 16 and 11."""
ON_TARGET, BESIDE = 1, 3


def carried_on(words: str, errand: str, dice: tuple[int, ...], seat: int = 0) -> tuple[list[str], State]:
    """The actions that an errand comes to, and the state after them."""
    state = notation.read(position(words)).state
    begun, given, done = GAME.view(state, seat), Given(dice, ()), []
    for _ in range(MOST):
        action = ERRANDS.following(begun, GAME.view(state, seat), seat, tuple(errand.split()))
        if action is None:
            return done, state
        state = GAME.apply(state, seat, action, given).state
        done.append(" ".join(action))
    raise AssertionError(done)


@pytest.mark.parametrize(
    ("words", "errand", "dice", "actions"),
    [
        (HIDDEN, "search 8", (5, 5, 5), ["attack 8"] * 3),
        (HIDDEN, "search 8", (5, ON_TARGET, 1), ["attack 8"] * 2),
        (HIDDEN, "chase 8", (5, ON_TARGET, 1), ["attack 8"] * 3),
        (HIDDEN, "chase 16", (BESIDE, ON_TARGET, 1), ["attack 16", "attack 8"]),
        (f"{HIDDEN} B.at=3", "search 8", (5, ON_TARGET, 5), ["attack 8"] * 2),
        (f"{HIDDEN} B.at=3", "chase 8", (ON_TARGET, 5, 5), ["attack 8"]),
        (f"{HIDDEN} left=4", "chase 8", (1, 1, 1, 1), ["attack 8"] * 2),
        (f"{HIDDEN} B.hero=Dg B.stamina=4", "chase 8", (1, 1), ["attack 8"] * 2),
        (HIDDEN.replace("A.hidden=1 ", ""), "search 8", (5, 5, 5), ["attack 8"] * 3),
        ("A.at=20", "vanish", (4, 1), ["hide", "hide"]),
        ("A.at=20", "vanish", (4, 5, 6), ["hide"] * 3),
        ("A.at=20 B.hidden=1 B.at=8", "vanish 8", (1, 5, 1), ["hide", "attack 8", "attack 8"]),
        ("A.at=20 A.delay=1", "vanish", (1, 4, 4), ["work", "hide", "hide"]),
        ("A.at=20 A.delay=2", "vanish", (3,), ["work"]),
        ("A.at=20 A.hidden=1", "vanish", (), []),
        ("A.at=20 deck=- sudden=1", "vanish", (), []),
        ("mode=advanced A.at=20 A.explored=- A.delay=1", "vanish", (), []),
        ("turn=B A.at=20", "search 8", (), []),
    ],
)
def test_what_an_errand_comes_to(words: str, errand: str, dice: tuple[int, ...], actions: list[str]) -> None:
    assert carried_on(words, errand, dice)[0] == actions


def test_a_shot_at_oneself_ends_it() -> None:
    done, state = carried_on(f"{HIDDEN} A.at=16", "chase 8", (4, 1, 1))
    struck = not state.heroes[0].hidden
    assert struck
    assert done == ["attack 8"]


def test_flint_rolls_both_dice_the_third_time() -> None:
    done, _ = carried_on(f"{HIDDEN} A.hero=Fg A.stamina=3", "search 8", (5, 5, 5, 5))
    assert done == ["attack 8", "attack 8", "attack2 8"]


def test_what_makes_sense_is_offered() -> None:
    hidden = GAME.view(notation.read(position(HIDDEN)).state, 0)
    assert ERRANDS.offered(hidden, 0, None) == (("hunt",),)
    assert ERRANDS.offered(hidden, 0, 8) == (("search", "8"), ("chase", "8"), ("hunt",))
    seen = GAME.view(notation.read(position("A.at=20")).state, 0)
    assert ERRANDS.offered(seen, 0, None) == (("vanish",), ("hunt",))
    assert ERRANDS.offered(seen, 0, 8) == (("vanish",), ("vanish", "8"), ("strike", "8"), ("hunt",))
    last = GAME.view(notation.read(position("A.at=20 left=1")).state, 0)
    assert ERRANDS.offered(last, 0, 8) == ()


def test_at_somebody_who_is_seen_one_fires_until_there_is_a_hit() -> None:
    """Whoever is seen at the aim cannot show any more; another hero who is hidden still can."""
    seen = HIDDEN.replace("B.hidden=1 ", "")
    alone = GAME.view(notation.read(position(seen)).state, 0)
    assert ERRANDS.offered(alone, 0, 8) == (("strike", "8"), ("hunt",))
    assert carried_on(seen, "strike 8", (5, ON_TARGET, 5))[0] == ["attack 8"] * 2
    third = f"{seen} seats=ABC C.hidden=1 C.at=11"
    assert ("chase", "8") in ERRANDS.offered(GAME.view(notation.read(position(third)).state, 0), 0, 8)
    done, state = carried_on(third, "strike 8", (BESIDE, 1, 1))
    assert done == ["attack 8"]
    assert not state.heroes[2].hidden


def test_no_errand_fires_where_nobody_can_be() -> None:
    """A hideout that was struck in vain is proved empty, so that what was planned for it ends before it begins."""
    state = notation.read(position(f"{HIDDEN} B.at=3")).state
    state.heroes[1].spared = frozenset({8})
    view = GAME.view(state, 0)
    assert ERRANDS.offered(view, 0, 8) == (("hunt",),)
    assert ERRANDS.following(view, view, 0, ("chase", "8")) is None
    assert ERRANDS.offered(view, 0, 16)
    assert ("attack", "8") in GAME.legal(state, 0, GAME.choices(state)[0].key), "the rules allow it"


def test_no_errand_fires_at_whoever_takes_no_second_hit() -> None:
    view = GAME.view(notation.read(position("B.flags=hit")).state, 0)
    assert ERRANDS.offered(view, 0, 8) == (("vanish",), ("vanish", "8"))


def test_aiming_anew_leaves_what_is_proved_empty_and_follows_up() -> None:
    """Each shot goes where most is promised by then, and ends with whoever shows, who is hit once."""
    done, state = carried_on(f"{HIDDEN} B.at=3", "hunt", (ON_TARGET, ON_TARGET, ON_TARGET))
    assert len(done) == 3
    assert len(set(done)) == 3, "three hideouts were proved empty, one after the other"
    assert {int(shot.split()[1]) for shot in done} <= state.heroes[1].spared
    first = done[0].split()[1]
    done, state = carried_on(f"{HIDDEN.replace('B.at=8', f'B.at={first}')}", "hunt", (ON_TARGET, 1, 1))
    assert done == [f"attack {first}"] * 2
    assert state.heroes[1].taken == 1


@pytest.mark.parametrize("at", RING)
def test_aiming_anew_never_strikes_oneself(at: int) -> None:
    view = GAME.view(notation.read(position(f"B.hidden=1 B.at={12 if at == 8 else 8} A.at={at}")).state, 0)
    aim = best_aim(view, sparing=True)
    assert aim is not None
    assert at not in chances(aim, view.die)


def stopped(words: str, errand: str, dice: tuple[int, ...]) -> str:
    """Why an errand has stopped; empty where what happened says it."""
    begun = GAME.view(notation.read(position(words)).state, 0)
    _, state = carried_on(words, errand, dice)
    why = ERRANDS.stopped(begun, GAME.view(state, 0), 0, tuple(errand.split()))
    return "" if why is None else why.template


@pytest.mark.parametrize(
    ("words", "errand", "dice", "why"),
    [
        (f"{HIDDEN} B.at=3", "chase 8", (ON_TARGET, 5, 5), "Stopped: nobody can be at {aim} now."),
        ("A.at=20 B.hidden=1 B.at=3", "vanish 8", (1, ON_TARGET), "Stopped: nobody can be at {aim} now."),
        (HIDDEN, "search 8", (ON_TARGET,), ""),
        (f"{HIDDEN} B.hero=Dg B.stamina=4", "chase 8", (1, 1), "Stopped: {hero} had something to decide first."),
        (f"{HIDDEN} left=4", "chase 8", (1, 1), ""),
        (HIDDEN, "search 8", (5, 5, 5), ""),
        (HIDDEN, "hunt", (5, 5, 5), ""),
    ],
)
def test_why_an_errand_has_stopped_is_said(words: str, errand: str, dice: tuple[int, ...], why: str) -> None:
    assert stopped(words, errand, dice) == why


@pytest.mark.parametrize(
    ("words", "errand", "why"),
    [
        ("A.at=20 A.hidden=1", "vanish", "There was nothing to do: your hero was hidden already."),
        ("A.at=20 A.hidden=1", "vanish 8", "There was nothing to do: your hero was hidden already."),
        ("A.at=20 deck=- sudden=1", "vanish", "In sudden death nobody can hide."),
        ("A.at=20", "vanish", ""),
        ("A.at=20 A.delay=1", "vanish", ""),
        (HIDDEN, "search 8", ""),
    ],
)
def test_a_plan_goes_on_without_what_there_is_no_need_for(words: str, errand: str, why: str) -> None:
    view = GAME.view(notation.read(position(words)).state, 0)
    needless = ERRANDS.needless(view, 0, tuple(errand.split()))
    assert ("" if needless is None else needless.template) == why


@pytest.mark.parametrize("code", ["Bg", "Wo"])
@pytest.mark.parametrize("at", [1, 18, 5, 12, 4])
def test_wherever_another_hero_may_be_some_target_spares_the_own_one(code: str, at: int) -> None:
    """So that aiming anew never stops for want of one: the other is at the only open place beside the own one."""
    state = notation.read(position(f"{HIDDEN} B.at={at} A.hero={code} A.stamina=3")).state
    state.closed = frozenset(RING) - {20, at}
    assert best_aim(GAME.view(state, 0), sparing=True) is not None


@pytest.mark.parametrize(
    "words", ["", "search", "search 21", "chase 1 2", "vanish x", "attack 8", "search ten", "hunt 8"]
)
def test_other_words_are_no_errand(words: str) -> None:
    assert not ERRANDS.known(words.split())


def test_errands_are_legal_and_come_to_an_end_everywhere() -> None:
    """In every position of random games whatever is offered is legal, step by step, until it ends."""
    random, followed = Random(5), 0
    for number in range(3):
        options = {"mode": ("advanced", "heroes", "basic")[number % 3], "deck": "all", "pool": "all"}
        for at, move in enumerate(moves(random, 2 + number % 3, GAME_OPTIONS | options)):
            state = move.after
            choice = next((c for c in GAME.choices(state) if c.kind == "turn"), None)
            if choice is None or at % 4:
                continue
            view = GAME.view(state, choice.seat)
            for errand in ERRANDS.offered(view, choice.seat, random.choice(range(1, 21))):
                action: Action | None = ERRANDS.following(view, view, choice.seat, errand)
                assert action is not None
                assert isinstance(GAME.next_field(state, choice.seat, choice.key, action), Ready) or action == ("work",)
                followed += 1
    assert followed > 50


GAME_OPTIONS = {option.name: option.default for option in GAME.match_options}
