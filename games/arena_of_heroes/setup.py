"""How a match may be played (A4.1) and how it and its turns begin: heroes, hideouts, decks (A4), turns (A5.0.3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.api import BadNotation
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import ALL, BASE, CARDS, GREEN, HEROES, LEAST
from games.arena_of_heroes.effects import reveal_beside_spiders
from games.arena_of_heroes.moves import settle
from games.arena_of_heroes.ring import CLOSED_AT_START, HIDEOUTS, step
from games.arena_of_heroes.run import Run, reveal
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import CALLED, CROWS, HIT, SHIELD_WALL, SMOKE, VEILED
from games.messages import Message

_POOLS: Final = {"all": ALL, "green": GREEN, "orange": tuple(code for code in ALL if code not in GREEN)}
"""The heroes of each pool that has a name."""
_DECKS: Final[dict[str, tuple[str, ...]]] = {"base": (), "all": tuple(CARDS)}
"""The cards of each deck that has a name; the usual one goes without saying."""
MOST_SEATS: Final = 4
LONGEST_TEXT: Final = 300
"""Characters of a list of codes."""


def _codes(text: str, known_codes: Iterable[str], refusal: Message) -> list[str]:
    """Return the codes that a text lists, in any case and however they are parted. Raises `BadNotation`."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", text) if word]
    codes = [next((code for code in known_codes if code.lower() == word.lower()), "") for word in words]
    if "" in codes or len(set(codes)) < len(codes) or len(text) > LONGEST_TEXT:
        raise BadNotation(refusal)
    return sorted(codes)


def pool_form(text: str) -> str:
    """Return a pool by its name or as sorted codes of heroes, boards for four players. Raises `BadNotation`."""
    if text.strip().lower() in _POOLS:
        return text.strip().lower()
    refusal = Message("A pool is all, green, orange, or a list of sides of at least four boards, as in Bg Do Fg Mo.")
    codes = _codes(text, ALL, refusal)
    if len({code[0] for code in codes}) < MOST_SEATS:
        raise BadNotation(refusal)
    return " ".join(codes)


def deck_form(text: str) -> str:
    """Return a deck by its name, or its cards, sorted; each at most once, at least 15 (A4.1). Raises `BadNotation`."""
    if text.strip().lower() in _DECKS:
        return text.strip().lower()
    refusal = Message(
        "A deck is base, all, or a list of at least {least} different cards, as in B01 B02 X03.", least=LEAST
    )
    codes = _codes(text, CARDS, refusal)
    if len(codes) < LEAST:
        raise BadNotation(refusal)
    return "base" if tuple(codes) == BASE else " ".join(codes)


def pool_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the heroes that may be picked in a match, sorted; of the basic game the green ones among them (A4.1).

    A pool without four green boards has all green sides in the basic game.
    """
    text = options["pool"]
    pool = _POOLS[text] if text in _POOLS else tuple(text.split())
    if options["mode"] != "basic":
        return pool
    green = tuple(code for code in pool if code in GREEN)
    return green if len(green) >= MOST_SEATS else GREEN


def deck_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the arena cards of a match; nothing for the usual ones and where there are none."""
    text = options["deck"]
    if options["mode"] != "advanced":
        return ()
    return _DECKS[text] if text in _DECKS else tuple(text.split())


# ------------------------------------------------------------------------------------------- the draft and the turns

RANDOM: Final = "random"


def opened(seats: int, options: Mapping[str, Any]) -> State:
    """Return the state before the heroes are picked, with the options of the match."""
    return State(
        mode=options["mode"],
        die=options["attack_die"],
        heroes=tuple(Hero() for _ in range(seats)),
        pool=pool_of(options),
        arena=deck_of(options),
        hold=options["hold_minutes"],
        passes=("",) * seats,
        since=(0,) * seats,
    )


def players(state: State) -> list[int]:
    """Return the seats that have not left during the draft, in their order."""
    gone = {seat for group in state.out for seat in group}
    return [seat for seat in range(state.seats) if seat not in gone]


def pick(run: Run, seat: int, word: str) -> None:
    """Take a hero; its board is taken with both sides (A4.2)."""
    state = run.state
    code = word
    if word == RANDOM:
        index, state.cursor = run.draws.below(state.cursor, len(state.pool))
        code = state.pool[index]
    run.hero(seat).type = HEROES[code]
    state.pool = tuple(other for other in state.pool if other[0] != code[0])
    run.tell(ev.Picked(seat, code, word == RANDOM))
    proceed(run)


def proceed(run: Run) -> None:
    """Go on to the next seat that has to pick, or to the first turn."""
    state = run.state
    waiting = [seat for seat in players(state) if run.hero(seat).type is None]
    if waiting:
        state.turn = waiting[0]
    else:
        _deal(run)


def _deal(run: Run) -> None:
    state, seats = run.state, players(run.state)
    deck, state.cursor = run.draws.shuffled(state.cursor, HIDEOUTS)
    turned, deck = deck[: CLOSED_AT_START[len(seats)]], deck[CLOSED_AT_START[len(seats)] :]
    state.discard, state.closed, state.pool = tuple(reversed(turned)), frozenset(turned), ()
    run.tell(ev.Closed(turned))
    for seat, card in zip(seats, deck, strict=False):
        hero = run.hero(seat)
        assert hero.type is not None
        hero.at, hero.hidden, hero.stamina = card, True, hero.type.stamina
        run.tell(ev.CardDrawn(seat, card))
    state.deck = deck[len(seats) :]
    if state.mode == "advanced":
        state.arena, state.cursor = run.draws.shuffled(state.cursor, state.arena or BASE)
        for seat in seats:
            run.hero(seat).explored = True
    state.phase = "turn"
    begin_turn(run, seats[0])


def end_if_over(run: Run) -> None:
    """End the turn if its last action is done, if something has ended it, or if the active hero is out (A5.0.3)."""
    state = run.state
    if run.ending or state.left <= 0 or not state.active.alive:
        end_turn(run)


def end_turn(run: Run) -> None:
    """End the turn and begin that of the next living seat clockwise (A5.0.3)."""
    state = run.state
    run.closing = True
    for hero in state.heroes:
        hero.flags -= {SMOKE}
    if state.spiders:
        _crawl(run)
        reveal_beside_spiders(run)
    settle(run)
    begin_turn(run, state.living(state.turn + 1)[0])


def _crawl(run: Run) -> None:
    """Move every spider without a hero at its hideout one step counter-clockwise (A9 B16)."""
    state = run.state
    taken = {hero.at for hero in state.heroes if hero.alive}
    state.spiders = tuple(sorted(spider if spider in taken else step(spider, -1) for spider in state.spiders))
    run.tell(ev.SpidersCrawled(state.spiders))


def begin_turn(run: Run, seat: int) -> None:
    """Begin a seat's turn: flags end, crows reveal, the actions are counted (A5.0.1, A5.0.3)."""
    state, hero = run.state, run.hero(seat)
    assert hero.type is not None
    state.turn, state.used, state.searched, state.granted = seat, 0, False, frozenset()
    state.left = hero.type.actions
    state.turns += 1
    state.held = ()
    state.passes = tuple("" if scope == "turn" else scope for scope in state.passes)
    for other in state.heroes:
        other.flags -= {HIT, CALLED}
        other.lost = False
    hero.flags -= {SHIELD_WALL, VEILED}
    run.ending = run.closing = False
    run.tell(ev.TurnBegan(seat, state.turns))
    if CROWS in hero.flags:
        hero.flags -= {CROWS}
        reveal(run, seat)
    run.bonus()
    settle(run)
