"""What must hold in every game, tried on random complete games of all modes and numbers of players.

`RANDOM_GAMES` sets how many games of each kind the ordinary run plays (2); the run marked `long` plays 20,000.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.api import new_options
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import notation, play, verbs
from games.arena_of_heroes.cards import BASE, CARDS
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.referee.playout import Move, moves
from games.arena_of_heroes.referee.solve import legal as all_legal
from games.arena_of_heroes.referee.solve import refused
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import LETTERS
from games.draws import Draws
from tests.games.arena_of_heroes import worlds

GAMES = int(os.environ.get("RANDOM_GAMES", "2"))
LONG_GAMES = 20_000
VARIANTS = {
    f"{seats} {' '.join(map(str, chosen.values()))}": (seats, new_options(GAME, chosen))
    for seats in (2, 3, 4)
    for chosen in (
        {"mode": "basic"},
        {"mode": "heroes", "attack_die": "d10"},
        {"mode": "advanced"},
        {"mode": "advanced", "deck": "all", "hold_minutes": 60},
    )
}
ABILITY_VERBS = ("shield", "veil", "tunnel", "rootwalk", "boarding")
NONSENSE = ("", "0", "21", "08", "yes", "B05", "Bg", "fly", "attack", "Ω")


def check_accounts(state: State, cards: frozenset[str]) -> None:
    """Every card is somewhere, once; nobody is in a closed hideout; stamina and delay are in bounds."""
    if state.phase == "draft":
        return
    alive = [hero for hero in state.heroes if hero.alive]
    assert sorted([*state.deck, *state.discard, *(hero.at for hero in alive)]) == list(range(1, 21))
    arena = [*state.arena, *state.spent, *(card for card, _ in state.slots if card)]
    arena += [card for hero in alive for card, _ in hero.items]
    if state.question is not None and state.question.kind == "B07":
        arena.append("B07")  # it lies on the table until it is decided
    assert Counter(arena) == Counter(cards)
    assert set(state.discard) >= state.closed
    assert not state.closed & {hero.at for hero in alive}
    assert state.sudden or state.deck
    assert (state.slots[0][0] == "B16") == bool(state.spiders)
    for hero in state.heroes:
        assert hero.type is not None
        assert 0 <= hero.stamina <= hero.type.stamina
        assert hero.alive == (hero.stamina > 0)
        assert hero.delay >= 0
        if hero.at in state.spiders:
            assert not hero.hidden or "smoke" in hero.flags or state.question is not None
    if state.phase == "turn" and state.question is None:
        assert state.active.alive
        assert state.left > 0
        assert len(alive) > 1
        assert all(tokens > 0 for hero in alive for card, tokens in hero.items if card in ("B09", "B10"))


def check_course(move: Move) -> None:
    """Who is out stays out, closed hideouts open by one card only, sudden death never ends, each event is told."""
    before, after = move.before.stable(), move.after
    assert after.out[: len(before.out)] == before.out
    assert after.sudden >= before.sudden
    reopened = {e.hideout for e in move.events if isinstance(e, ev.Reopened)}
    if after.base is None and before.phase == "turn" and move.before.base is None:
        assert before.closed - after.closed <= reopened
        told = {e.seat for e in move.events if isinstance(e, ev.Out)}
        assert told == {seat for group in after.out[len(before.out) :] for seat in group}
    assert (after.phase == "over") == any(isinstance(e, ev.Ended) for e in move.events)


def check_written(state: State) -> None:
    """The notation and the stored form hold everything."""
    stored = GAME.dump(state)
    assert GAME.dump(GAME.load(stored)) == stored
    text = notation.write(state)
    read = notation.read(text)
    assert read.line == state.line
    assert notation.write(read.state) == text.partition(" > ")[0]


def check_legal(state: State, action: tuple[str, ...], random: Random) -> None:
    """Legal is what is not refused, also of actions that are nearly legal ones."""
    legal = all_legal(state)
    assert len({tuple(one) for one in legal}) == len(legal)
    said = {tuple(one) for one in legal}
    for one in legal:
        assert refused(state, one[0], one[1:]) == ""
    some = [list(action), *(one[1:] for one in random.sample(legal, min(3, len(legal))))]
    for words in some:
        for seat in LETTERS[: state.seats + 1]:
            for tried in mutated(words, random):
                legal_now = refused(state, seat, tried) == ""
                assert legal_now == ((seat, *tried) in said) or tried == ["leave"], (seat, tried)


def mutated(words: list[str], random: Random) -> Iterator[list[str]]:
    yield words
    yield words[:-1]
    yield [*words, random.choice(NONSENSE)]
    for at in range(len(words)):
        yield [*words[:at], random.choice(NONSENSE), *words[at + 1 :]]
        yield [*words[:at], random.choice((*CARDS, *map(str, range(1, 21)), *ABILITY_VERBS)), *words[at + 1 :]]


def shown(state: State, reader: int | None, events: tuple[Any, ...]) -> str:
    """All that a reader is told: view, notation, events, own actions."""
    own = [] if reader is None else verbs.legal(state, reader)
    told = [ev.show(event, reader) for event in events]
    return repr((GAME.view(state, reader), notation.write_view(state, reader), told, own))


def check_hidden(move: Move, reader: int | None, random: Random) -> bool:
    """Another world behind what the reader knows looks the same, now and after the action; whether it differed."""
    other = worlds.world(move.before, reader, random)
    assert shown(other, reader, ()) == shown(move.before, reader, ())
    step = GAME.apply(move.before, move.seat, move.action, DRAWS)
    before = worlds.world_before(move.before, reader, move.seat, move.action, step, random)
    if before is not None:
        again = GAME.apply(before, move.seat, move.action, DRAWS)
        assert shown(again.state, reader, again.events) == shown(step.state, reader, step.events)
    return GAME.dump(other) != GAME.dump(move.before)


DRAWS = Draws(bytes(32))


def play_through(seats: int, options: dict[str, Any], seed: int, stride: int) -> Counter[str]:
    """A random game with all checks, the costly ones at every `stride`-th action; what it held."""
    random, watching = Random(seed), Random(seed + 1)
    deck = CARDS if options["deck"] == "all" else BASE
    cards = frozenset(deck) if options["mode"] == "advanced" else frozenset()
    held: Counter[str] = Counter()
    for number, move in enumerate(moves(random, seats, options)):
        check_accounts(move.after, cards)
        check_course(move)
        held[move.action[0]] += 1
        if (number + seed) % stride == 0:
            check_written(move.after)
            check_legal(move.before, move.action, watching)
            reader = watching.choice((None, *range(seats)))
            held["worlds"] += check_hidden(move, reader, watching)
    assert GAME.result(move.after) is not None
    return held


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str) -> None:
    seats, options = VARIANTS[variant]
    held: Counter[str] = Counter()
    for seed in range(GAMES):
        held += play_through(seats, options, seed, 20)
    assert held["worlds"]
    assert {"pick", "attack", "hide", "end"} <= set(held)


@pytest.mark.long
def test_twenty_thousand_random_games() -> None:
    held: Counter[str] = Counter()
    kinds = list(VARIANTS.values())
    for seed in range(LONG_GAMES):
        held += play_through(*kinds[seed % len(kinds)], seed, 200)
    assert set(ABILITY_VERBS) | {"attack2", "explore", "use", "spider", "choose"} <= set(held)


def test_the_same_seed_gives_the_same_game() -> None:
    options = new_options(GAME, {"mode": "advanced", "deck": "all"})
    one, other = ([GAME.dump(move.after) for move in moves(Random(5), 4, options)] for _ in range(2))
    assert one == other


def test_answers_carry_an_action_on_and_never_roll_anew() -> None:
    """In the middle of an action everything up to the question has happened once and for all."""
    options = new_options(GAME, {"mode": "advanced", "deck": "all"})
    asked = 0
    for seed in range(3):
        random = Random(seed)
        for move in moves(random, 4, options):
            state = move.after
            if state.question is None:
                continue
            asked += 1
            assert state.base is not None
            for word in state.question.values:
                after = play.carry_out(state, state.question.seat, ("choose", word), DRAWS).state
                assert after.stable().cursor >= state.base.cursor
                if after.base is not None:
                    assert after.line[: len(state.line)] == state.line
    assert asked
