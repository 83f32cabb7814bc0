"""What heroes do by instructions that were given in advance (A7)."""

from __future__ import annotations

import pytest

from games.api import Action, Field, IllegalAction, Ready
from games.arena_of_heroes import notation
from games.arena_of_heroes.cards import HEROES
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.solve import Given
from games.arena_of_heroes.standing import Standing
from games.arena_of_heroes.state import State
from games.standing import LONGEST, parse, topics_of
from tests.games.arena_of_heroes.book import position

RULES = Standing()


def after(words: str, *actions: str, dice: tuple[int, ...] = (1, 1, 1), hold: int = 0) -> State:
    """The state after lines of seats and actions."""
    state = notation.read(position(words)).state
    state.hold = hold
    for line in actions:
        seat, *action = line.split()
        state = GAME.apply(state, int(seat), tuple(action), Given(dice, ())).state
    return state


def follows(state: State, seat: int, *instructions: str) -> Action | None:
    return RULES.follow(GAME.view(state, seat), seat, [tuple(one.split()) for one in instructions])


@pytest.mark.parametrize(
    ("words", "instruction", "action"),
    [
        ("B.hero=Do B.stamina=5 B.hidden=1", "revealed rootwalk", ("rootwalk",)),
        ("B.hero=Do B.stamina=1 B.hidden=1", "revealed rootwalk", None),
        ("B.hero=Do B.stamina=5 B.hidden=1 B.delay=1", "revealed rootwalk", None),
        ("B.hero=Do B.stamina=5 B.hidden=1 deck=- sudden=1", "revealed rootwalk", None),
        ("B.hero=Bo B.stamina=4 B.hidden=1", "revealed rootwalk", None),
        ("mode=advanced B.hidden=1 B.items=B06", "revealed B06", ("use", "B06")),
        ("mode=advanced B.hidden=1 B.items=B06 B.explored=-", "revealed B06", None),
        ("B.hero=Do B.stamina=5 B.hidden=1", "lost rootwalk", None),
        ("B.hero=Do B.stamina=5", "lost rootwalk", ("rootwalk",)),
        ("mode=advanced B.items=X01", "lost X01", None),
        ("B.hero=Fo B.stamina=4 C.stamina=1 seats=ABC", "finish anybody", ("boarding", "2")),
        ("B.hero=Fo B.stamina=4 C.stamina=1 seats=ABC", "finish Mg", ("boarding", "2")),
        ("B.hero=Fo B.stamina=4 C.stamina=1 seats=ABC", "finish Bg", None),
        ("B.hero=Fo B.stamina=4 C.stamina=1 C.flags=hit seats=ABC", "finish anybody", None),
        ("B.hero=Fo B.stamina=4 C.stamina=1 C.hidden=1 seats=ABC", "finish anybody", None),
        ("B.hero=Fo B.stamina=4 B.flags=boarding C.stamina=1 seats=ABC", "finish anybody", None),
    ],
)
def test_abilities_in_anothers_turn(words: str, instruction: str, action: Action | None) -> None:
    """After a shot at 8, which reveals or hits B."""
    assert follows(after(words, "0 attack 8"), 1, instruction) == action


def test_nothing_is_used_in_the_own_turn() -> None:
    state = after("turn=B B.hero=Do B.stamina=5")
    assert follows(state, 1, "revealed rootwalk") is None


def test_a_move_answers_the_loss() -> None:
    state = after("B.hero=Do B.stamina=5", "0 attack 8", "1 rootwalk")
    assert follows(state, 1, "lost rootwalk") is None


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_triggers(answer: str) -> None:
    state = after("B.hero=Tg B.hidden=1", "0 attack 8")
    assert follows(state, 1, f"trigger {answer}") == ("choose", answer)
    assert follows(state, 1) is None
    assert follows(state, 0, "trigger yes") is None


@pytest.mark.parametrize(("order", "letter"), [("mine_first", "A"), ("mine_last", "C"), ("clockwise", "A")])
def test_the_order_of_triggers(order: str, letter: str) -> None:
    words = "seats=ABC E2=B15:1 A.hero=Dg A.stamina=4 A.at=2 C.hero=Tg C.stamina=3 C.at=6 C.hidden=1"
    state = after(words, "0 attack 20", dice=(3,))
    assert follows(state, 0, f"order {order}") == ("choose", letter)


def test_a_hero_is_picked_if_it_is_free() -> None:
    nobody = " ".join(f"{seat}.{key}=-" for seat in "AB" for key in ("hero", "stamina", "at"))
    draft = f"phase=draft left=- {nobody} deck=- closed=- discard=- pool=Bg,Dg"
    state = after(draft)
    assert follows(state, 0, "hero Dg") == ("pick", "Dg")
    assert follows(state, 1, "hero Dg") is None
    assert follows(after(draft, "0 pick Dg"), 1, "hero Dg") is None


def test_the_first_wish_that_is_free_is_picked() -> None:
    nobody = " ".join(f"{seat}.{key}=-" for seat in "AB" for key in ("hero", "stamina", "at"))
    draft = f"phase=draft left=- {nobody} deck=- closed=- discard=- pool=Bg,Dg,Fg"
    assert follows(after(draft), 0, "hero Dg Bg") == ("pick", "Dg")
    assert follows(after(draft, "0 pick Dg"), 1, "hero Dg Bg Fg") == ("pick", "Bg")
    assert follows(after(draft, "0 pick Dg"), 1, "hero Dg") is None
    longest = ("hero", *sorted(HEROES))
    assert isinstance(RULES.instruct(None, longest), Ready)
    assert parse(RULES, " ".join(longest)) == longest
    assert len(" ".join(longest)) <= LONGEST
    with pytest.raises(IllegalAction):
        RULES.instruct(None, ("hero", "Dg", "Dg"))


@pytest.mark.parametrize("said", ["trigger ask", "revealed nothing", "lost nothing"])
def test_who_decides_each_time_says_so_and_nothing_happens(said: str) -> None:
    assert follows(after("B.hero=Tg B.hidden=1", "0 attack 8"), 1, said) is None
    assert follows(after("B.hero=Do B.stamina=5", "0 attack 8"), 1, said) is None


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        ("B.hero=Bg", ["trigger"]),
        ("B.hero=Dg B.stamina=4", ["trigger", "order"]),
        ("A.hero=Do B.hero=Bg", ["revealed", "lost"]),
        ("A.hero=Fo B.hero=Bg", ["finish"]),
        ("A.hero=Bg B.hero=Wg", []),
        ("mode=advanced A.hero=Bg B.hero=Wg A.items=B06", ["revealed", "lost"]),
    ],
)
def test_only_what_the_hero_has_is_asked_for(words: str, topics: list[str]) -> None:
    """A's, who is Dahlia with Woodrunner where nothing else is said."""
    state = after(f"A.hero=Dg A.stamina=3 {words}" if "A.hero" not in words else words)
    assert [topic.id for topic in topics_of(RULES, GAME.view(state, 0))] == topics
    assert [topic.id for topic in topics_of(RULES, None)] == [topic.id for topic in RULES.topics]


def test_answers_are_those_that_the_hero_can_give() -> None:
    state = after("A.hero=Do A.stamina=3")
    field = RULES.instruct(GAME.view(state, 0), ("lost",))
    assert isinstance(field, Field)
    assert field.values == ("rootwalk", "nothing")
    state.hold = 30
    assert [topic.id for topic in topics_of(RULES, GAME.view(state, 0))] == ["revealed", "lost", "hold"]


def test_a_hold_is_let_pass() -> None:
    state = after("B.hero=Do B.stamina=5 B.hidden=1", "0 attack 8", hold=30)
    assert follows(state, 1, "hold pass") == ("pass",)
    assert follows(state, 1, "hold pass", "revealed rootwalk") == ("rootwalk",)
    assert follows(state, 1) is None


def test_an_attack_waits_as_long_as_the_match_says() -> None:
    state = after("B.hero=Do B.stamina=5 B.hidden=1", "0 attack 8", hold=30)
    seconds = {choice.kind: GAME.seconds_for({"hold_minutes": 30}, choice) for choice in GAME.choices(state)}
    assert seconds == {"turn": None, "ability": None, "hold": 1800}
