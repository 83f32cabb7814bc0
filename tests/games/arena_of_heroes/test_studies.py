"""What is supposed in a study of Arena of Heroes comes so, and what nobody has supposed stays unknown (A3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import ATTACK_FACES
from games.arena_of_heroes.state import State
from games.arena_of_heroes.studies import AWAY, COVERED, THERE, places
from games.arena_of_heroes.view import VEILED, View
from games.doubts import CHANCE
from games.referee import moments
from games.studies import Study

ALL = {"mode": "advanced", "deck": "all", "hold_minutes": 5}


def states(seed: int, formation: int = 0, **options: Any) -> Iterator[State]:
    """The states of a random match."""
    chosen = new_options(GAME, {**ALL, **options})
    for moment in moments(GAME, Random(seed), GAME.formations[formation], chosen):
        yield moment.before


def middle(seed: int, fits: Any, formation: int = 0, **options: Any) -> State:
    """A state of a random match that fits; of later seeds where there is none."""
    for number in range(seed, seed + 200):
        for state in states(number, formation, **options):
            if state.phase == "turn" and state.base is None and fits(state):
                return state
    raise AssertionError("no such position")


def studied(state: State, reader: int | None) -> Study:
    return Study(GAME, GAME.view(state, reader), reader, "study")


def seen(view: View) -> View:
    """What a view says of the position; keys and times of choices are those of one match."""
    return replace(view, choices=(), held=tuple(view.held))


def acted(study: Study, *said: str | None) -> list[Any]:
    """Answer the questions of an action in order, `None` by chance, the rest of them too; the events of the step."""
    for word in said:
        assert study.doubt is not None, "fewer questions"
        study.suppose(CHANCE if word is None else (word,))
    assert study.trying is None, study.doubt
    assert study.last is not None
    return list(study.last.events)


def of(events: list[Any], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def attacker(state: State) -> bool:
    """Somebody is on turn who may fire, with another one hidden."""
    able = GAME.legal(state, state.turn, GAME.choices(state)[0].key)
    other = state.heroes[1 - state.turn]
    plain = not other.can("veil") and not state.active.has("X05") and not state.slot("B15") and not state.spiders
    return ("attack", "8") in able and other.hidden and plain and not state.active.has("B09")


@pytest.mark.parametrize("formation", [0, 1, 2])
def test_the_imagined_match_looks_to_its_reader_as_the_real_one(formation: int) -> None:
    compared = 0
    for seed in range(3):
        for number, state in enumerate(states(seed, formation)):
            reader = number % (formation + 3) if number % (formation + 3) < formation + 2 else None
            stable = state.stable()
            start = studied(state, reader).now
            assert seen(GAME.view(start.state, reader)) == seen(GAME.view(stable, reader))
            assert (start.begins is None) == (state.base is None)
            known = {hero.at for hero in start.state.heroes if hero.alive} | set(start.state.deck)
            assert len(known) == len(start.state.deck) + sum(hero.alive for hero in start.state.heroes)
            compared += 1
    assert compared > 100


def test_a_die_falls_as_was_said_and_the_shot_finds_whom_it_should() -> None:
    state = middle(1, attacker)
    other = 1 - state.turn
    study = studied(state, state.turn)
    at = places(study.now, other)
    aim = at[0]
    ring = ATTACK_FACES[state.die].index("ring")
    sides = len(ATTACK_FACES[state.die])
    study.act(("attack", str(aim)))
    assert study.doubt is not None
    assert study.doubt.possible == tuple(f"a{sides}-{face}" for face in range(1, sides + 1))
    events = acted(study, f"a{sides}-{ring + 1}", THERE)
    (shot,) = of(events, ev.Attacked)
    assert (shot.symbol, shot.hideout) == ("ring", aim)
    assert [event.hideout for event in of(events, ev.Revealed) if event.seat == other] == [aim]
    assert not study.now.unknown[other]
    study.go(0)
    study.act(("attack", str(aim)))
    events = acted(study, f"a{sides}-{ring + 1}", AWAY)
    assert not of(events, ev.Revealed)
    assert study.now.unknown[other]
    assert aim not in places(study.now, other)
    assert study.now.state.heroes[other].at != aim


def test_a_veil_may_cover_whoever_is_struck() -> None:
    def fits(state: State) -> bool:
        veiled = state.heroes[1 - state.turn]
        return veiled.can("veil") and attacker(_without_veil(state)) and VEILED not in veiled.flags

    state = middle(1, fits, pool="Mo Mg Do Fg Bg Tg Wg", mode="heroes")
    study = studied(state, state.turn)
    other = 1 - state.turn
    aim = places(study.now, other, surely=True)[0]
    face = ATTACK_FACES[state.die].index("ring") + 1
    study.act(("attack", str(aim)))
    events = acted(study, f"a{len(ATTACK_FACES[state.die])}-{face}", COVERED)
    assert not of(events, ev.Revealed)
    assert study.now.state.heroes[other].at == aim
    assert study.now.state.heroes[other].hidden


def _without_veil(state: State) -> State:
    made = state.draft()
    for hero in made.heroes:
        if hero.can("veil"):
            hero.type = None
    return made


def test_the_card_that_is_drawn_is_chosen_and_other_luck_draws_another() -> None:
    def fits(state: State) -> bool:
        return ("explore",) in GAME.legal(state, state.turn, GAME.choices(state)[0].key) and "B02" in state.arena

    state = middle(3, fits)
    study = studied(state, state.turn)
    study.act(("explore",))
    assert study.doubt is not None
    assert set(study.doubt.possible) == set(state.arena)
    (card,) = of(acted(study, "B02"), ev.ArenaCard)
    assert card.card == "B02"
    drawn = set()
    study.go(0)
    study.act(("explore",))
    study.suppose(CHANCE, rest=True)
    for _ in range(12):
        assert study.last is not None
        assert study.last.lucky
        drawn |= {event.card for event in study.last.events if isinstance(event, ev.ArenaCard)}
        study.again()
    assert len(drawn) > 3


def test_whoever_moves_is_somewhere_that_nobody_knows() -> None:
    def fits(state: State) -> bool:
        hide = ("hide",) in GAME.legal(state, state.turn, GAME.choices(state)[0].key)
        return hide and not state.spiders and not state.marks and state.left > 1 and not state.active.has("X05")

    state = middle(1, fits)
    study = studied(state, state.turn)
    study.act(("hide",))
    green = next(face for face in range(1, 7) if str(study.called(f"h-{face}")).endswith("green"))
    events = acted(study, f"h-{green}")
    assert of(events, ev.Left)
    assert not of(events, ev.CardDrawn), "where it went is not told"
    if study.mover == state.turn:
        assert study.doubt is not None, "not even to itself, before somebody says so"
        place = study.doubt.possible[0]
        study.suppose((place,))
        assert study.now.state.heroes[state.turn].at == int(place)


def test_an_answer_is_carried_out_with_the_dice_that_had_fallen() -> None:
    found = 0
    for seed in range(40):
        asking = states(seed, mode="heroes", pool="Dg Fg Tg Wg")
        study = studied(next(state for state in asking if state.phase == "turn"), None)
        random = Random(seed)
        for _ in range(120):
            if study.mover is None:
                break
            if study.doubt is not None:
                study.suppose(CHANCE, rest=True)
                continue
            state: State = study.now.state
            if state.question is not None and study.last is not None:
                told = [event for event in study.last.events if isinstance(event, ev.Attacked | ev.HideDie)]
                drawn = dict(study.last.drawn)
                assert study.choice is not None
                study.act(("choose", random.choice(state.question.values)))
                if study.doubt is None:
                    assert not set(drawn) & set(dict(study.last.drawn)), "what had fallen is not rolled again"
                    found += bool(told)
                continue
            assert study.choice is not None
            study.act(random.choice(GAME.legal(state, study.mover, study.choice.key)))
        if found > 5:
            return
    raise AssertionError("too few questions behind a die")
