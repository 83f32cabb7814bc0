"""Two worlds that differ in hidden things only: pictures, words, panels and offers are the same in both (M8)."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.commands.lookups import answers
from bot.monsters_and_myths.commands import MOVES
from bot.monsters_and_myths.face import FACE, PILES
from bot.texts.phrases import phrases
from games.monsters_and_myths.game import GAME
from games.referee import random_action
from tests.bot.world import words as seen
from tests.bot.world import world as on_discord
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


async def test_how_far_somebody_passes_is_told_to_nobody_else(tmp_path: Path) -> None:
    """In lists of what happened, replays and records, to the opponent and to everybody (M9.1)."""
    async with on_discord(tmp_path) as made:
        match_id, random = await made.match("monsters_and_myths"), Random(3)
        while True:
            match = await made.bot.matches.load(match_id)
            passes = [
                (choice, action)
                for choice in match.choices
                for action in GAME.legal(match.state, choice.seat, choice.key)
                if action[0] == "pass" and len(action) > 1
            ]
            if passes:
                break
            choice = next(one for one in match.choices if one.must)
            await made.play(match_id, match.user_of(choice.seat), random_action(GAME, match.state, choice, random))
        choice, action = passes[0]
        user = match.user_of(choice.seat)
        await made.play(match_id, user, action)
        await made.settle()
        number, thread = len(match.entries) + 1, await made.thread(match_id)
        other = made.actor(match.user_of(1 - choice.seat))
        for reader in (other, made.tina, made.actor(user)):
            own = reader is made.actor(user)
            record = json.loads(await (await reader.slash(thread, "match record")).response.attachments[0].read())
            listed = seen((await reader.slash(thread, "match history")).response).split("\n")
            said = next(line for line in listed if line.startswith(f"{number}. "))
            replay = seen((await reader.slash(thread, "match replay")).response)
            how_far = FACE.words.action_text(ENGLISH, action, {}).removeprefix("pass").lstrip(": ")
            assert how_far
            assert record["actions"][number - 1] == f"{choice.seat} {' '.join(action) if own else 'pass ?'}"
            assert (how_far in said, how_far in replay) == (own, own)
            assert "pass" in said
