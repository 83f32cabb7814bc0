"""Two worlds that differ in hidden things only: pictures, words, panels and offers are the same in both (M8)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.commands.lookups import answers
from bot.monsters_and_myths.commands import MOVES
from bot.monsters_and_myths.face import FACE, PILES
from bot.texts.phrases import phrases
from games.monsters_and_myths.game import GAME
from games.referee import random_action
from tests.games.monsters_and_myths.worlds import world
from tests.support.panels import Match, Seat

ENGLISH = phrases("en")


def shown(match: Match, state: Any, reader: int | None, *, pictures: bool) -> list[Any]:
    """Everything that a reader is shown of a position."""
    match.state = state
    view, seat = GAME.view(state, reader), Seat(match, reader, ENGLISH)
    names = seat.names
    found: list[Any] = [
        FACE.words.description(ENGLISH, view),
        FACE.words.status(ENGLISH, view, names),
        FACE.words.score(ENGLISH, view, names),
    ]
    found += [FACE.words.asked(ENGLISH, choice, view, names) for choice in GAME.choices(state) if choice.must]
    found.append(PILES.show(seat, (), None))
    panel = FACE.panel(seat)
    found.append((panel.text, panel.rows, panel.draft, panel.key))
    if reader is not None and seat.choices:
        found += [
            answers(seat, FACE.words.action_text),
            [(c.name, c.value) for verb in ("keep", "muster") for c in MOVES.lists(seat, verb, "")],
        ]
    if pictures:
        for picture in (
            FACE.pictures.board(ENGLISH, view, (), names),
            FACE.pictures.private_board(ENGLISH, view, panel.draft, names),
        ):
            found.append((picture.data, picture.alt))
    return found


@pytest.mark.parametrize("formation", range(3))
def test_hidden_things_change_nothing_that_a_reader_is_shown(formation: int) -> None:
    random = Random(formation)
    match = Match(FACE, formation, {}, GAME.formations[formation])
    number = differed = 0
    while not match.over:
        state = match.state
        if number % 9 == 0:
            for reader in (None, *range(match.formation.seats)):
                other = world(state, reader, random)
                differed += GAME.dump(other) != GAME.dump(state)
                draw = number % 27 == 0
                assert shown(match, other, reader, pictures=draw) == shown(match, state, reader, pictures=draw)
            match.state = state
        choice = random.choice([one for one in GAME.choices(state) if one.must])
        match.play(choice.seat, random_action(GAME, state, choice, random))
        number += 1
    assert differed


def test_that_somebody_has_chosen_looks_the_same_whatever_was_chosen() -> None:
    match = Match(FACE, 3, {}, GAME.formations[0])
    while match.state.phase != "keep":
        choice = GAME.choices(match.state)[0]
        match.play(choice.seat, choice.default or ())
    state, told = match.state, set()
    hand = state.seats[0].hand
    for kept in (hand[:4], hand[3:]):
        match.state = state
        events = [GAME.show(event, 1) for event in match.play(0, ("keep", *kept))]
        found = shown(match, match.state, 1, pictures=True) + shown(match, match.state, None, pictures=True)
        told.add(repr((FACE.words.tell(ENGLISH, [event for event in events if event], match.seat(1).names), found)))
    assert len(told) == 1
