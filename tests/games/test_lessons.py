"""Lessons of all games: every one can be solved as it says, none is solved by itself, and mistakes can be made."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.registry import FACES
from games.api import GameError
from games.lessons import ID_LENGTH, Lesson, Practice
from games.monsters_and_myths.events import Rolled

TAUGHT = [(face.game, lesson) for face in FACES.values() for lesson in face.lessons]
IDS = [lesson.id for _, lesson in TAUGHT]


def test_there_are_lessons_and_their_ids_are_unique() -> None:
    assert len(IDS) == len(set(IDS)) >= 9
    assert all(re.fullmatch(rf"[a-z]{{1,{ID_LENGTH}}}", one) for one in IDS)


@pytest.mark.parametrize(("game", "lesson"), TAUGHT, ids=IDS)
def test_the_solution_solves_it_with_the_last_action_and_not_before(game: Any, lesson: Lesson) -> None:
    practice = Practice(game, lesson)
    for action in lesson.solution:
        assert not practice.solved
        assert practice.choices
        practice = practice.after(action)
    assert practice.solved
    assert not practice.missed
    assert practice.choices == ()
    assert practice.undoable is None


@pytest.mark.parametrize(("game", "lesson"), TAUGHT, ids=IDS)
def test_something_else_is_legal_and_does_not_solve_it(game: Any, lesson: Lesson) -> None:
    practice = Practice(game, lesson)
    (choice,) = [one for one in practice.choices if one.must]
    others = [practice.after(action) for action in game.legal(practice.state, lesson.seat, choice.key)]
    assert any(not other.solved for other in others)
    assert all(other.solved or other.missed or other.choices for other in others)


def test_nothing_is_learned_about_facing_by_leaving_a_tile_as_it_is() -> None:
    """From no hex does the first lesson's tile strike unless it is turned."""
    game, lesson = next((game, lesson) for game, lesson in TAUGHT if lesson.id == "place")
    start = Practice(game, lesson)
    (choice,) = [one for one in start.choices if one.must]
    printed = [a for a in game.legal(start.state, 0, choice.key) if a[:2] == ("place", "knight") and a[-1] == "N"]
    assert len(printed) == 16
    assert not any(start.after(action).after(("battle",)).solved for action in printed)


@pytest.mark.parametrize(("game", "lesson"), TAUGHT, ids=IDS)
def test_the_position_is_a_legal_one_that_reads_and_writes(game: Any, lesson: Lesson) -> None:
    state = lesson.start()
    assert game.dump(game.load(game.dump(state))) == game.dump(state)
    assert game.dump(lesson.start()) == game.dump(state)


@pytest.mark.parametrize(("game", "lesson"), TAUGHT, ids=IDS)
def test_what_was_undone_counts_no_more_and_illegal_actions_are_refused(game: Any, lesson: Lesson) -> None:
    with pytest.raises(GameError):
        Practice(game, lesson, [("nonsense",)])
    first = Practice(game, lesson, lesson.solution[:1])
    if first.undoable is not None:
        assert game.dump(first.undone().state) == game.dump(lesson.start())


WRONG = [
    ("place", ["place knight A1 N"], "Knight on A1 does not touch C5."),
    ("place", ["place knight B4 S"], "Knight on B4 touches C5, but no blade of it points there."),
    ("place", ["place knight B4 SE"], "Everything is ready: now start the battle."),
    ("place", ["battle"], "Axeman still stands on C5."),
    ("armor", ["place arquebusier A1 N"], "Arquebusier on A1 has no line of fire to C3."),
    ("armor", ["place arquebusier C2 S"], "Everything is ready: now start the battle."),
    ("net", ["place horror C3 S"], "Wyvern on B3 is not netted yet."),
    ("net", ["battle"], "Wyvern still stands on B3."),
    ("rune", ["place rune_of_strength B1 N"], "No marked edge of Rune of Strength looks to Knight yet."),
    ("order", ["move B2 B2 NE"], "Pikeman on B2 is still attacked by Crossbowman."),
    ("feature", ["move B4 B3 NE"], "You have spent your order; an ability is free."),
    ("turn", ["discard swordsman"], "You have not placed a tile this turn."),
    ("turn", ["discard swordsman", "place knight B2 N"], "Your turn is not over yet."),
    ("win", ["feature D2 maneuver D2 S"], "Dragon Rider on D2 touches E2, but no blade of it points there."),
    ("win", ["battle"], "The enemy banner still stands."),
    ("aim", ["attack 15"], "Your shot at 15 has struck 2; your partner is on 10."),
    ("aim", ["attack 10"], "Your shot at 10 has struck 15; your partner is on 10."),
    ("aim", ["end"], "You have not fired yet."),
    ("find", ["attack 6"], "Your partner is still hidden, on 6 or 15."),
    ("find", ["attack 1"], "Your partner is still hidden, on 6, 10 or 15."),
    ("hide", ["hide"], "You still stand in the open, on 8."),
    ("ability", ["attack 10"], "Your shot at 10 has struck 13; your partner is on 10."),
    ("last", ["attack 20"], "Your partner is still hidden, on 16."),
    ("keep", ["keep Di Gi Gi Ga"], "You have kept no attack card, so you attack nobody in this round."),
    ("keep", ["keep Di Gi Ui 7"], "Your Goblins are not the largest: 2 against 2 cards."),
    ("attack", ["attack G B.D"], "Both nations of your partner still have cards."),
    ("loss", ["lose Ga"], "You gave the archer away, and with it the +1 on your highest die."),
    ("catapult", ["fire B.Gi.force"], "You have not fired at the archer: your partner has had +1."),
    ("catapult", ["pass"], "You have not fired at the archer: your partner has had +1."),
    ("pass", ["fire B.Gi.force"], "You have fired, and the catapult is gone."),
    ("last", ["attack 16"], "Your partner is found, but still in the arena: one more hit."),
]


@pytest.mark.parametrize(("name", "lines", "told"), WRONG)
def test_what_is_missing_is_said_after_each_try(name: str, lines: list[str], told: str) -> None:
    game, lesson = next((game, lesson) for game, lesson in TAUGHT if lesson.id == name)
    practice = Practice(game, lesson, [tuple(line.split()) for line in lines])
    assert not practice.solved
    assert str(practice.missing) == told


SPOILED = [
    ("loss", "lose Ga"),
    ("keep", "keep Di Gi Gi Ga"),
    ("keep", "keep Di Gi Ui 7"),
    ("keep", "keep Ui Gi Gi c"),
    ("catapult", "fire B.Gi.force"),
    ("catapult", "pass"),
    ("catapult", "pass fight"),
    ("pass", "fire B.Ti"),
]


@pytest.mark.parametrize(("name", "line"), SPOILED)
def test_an_attempt_that_cannot_be_saved_ends_at_once(name: str, line: str) -> None:
    """The learner is offered to try again, not what could be pressed in a match then."""
    game, lesson = next((game, lesson) for game, lesson in TAUGHT if lesson.id == name)
    practice = Practice(game, lesson, [tuple(line.split())])
    assert practice.missed
    assert practice.missing is not None
    assert practice.choices == ()
    assert practice.undoable is None


def test_a_catapult_that_takes_the_archer_saves_a_card() -> None:
    game, lesson = next((game, lesson) for game, lesson in TAUGHT if lesson.id == "catapult")
    lost = {}
    for line in ("fire B.Ga.force", "fire B.Gi.force"):
        happened = Practice(game, lesson, [tuple(line.split())]).latest
        (lost[line],) = (one.losses for one in happened if isinstance(one, Rolled))
    assert lost == {"fire B.Ga.force": (2, 0), "fire B.Gi.force": (1, 1)}, "attacker, then the learner"


def test_the_first_lesson_ends_in_a_fight() -> None:
    for face in FACES.values():
        for lesson in face.lessons[:1]:
            done = Practice(face.game, lesson, lesson.solution)
            assert face.film is not None
            assert face.film.covers(done.latest)
