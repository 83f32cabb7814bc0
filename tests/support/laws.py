"""What must hold in every game at every moment; games are asked through `games.api` only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games import agreements, record, verify
from games.agreements import Position
from games.api import Action, Choice, Field, Formation, Game, GameError, IllegalAction, NotYourChoice, Ready, Step
from games.draws import Draws
from games.history import UNDO, Entry, carry_out, fold, start
from games.messages import Message
from games.referee import random_action, random_choice

RULE = re.compile(r"[A-Z]\d+(\.\d+)*[a-z]?")
"""The number of a rule: a letter of the game's own, chapter and paragraph."""
NONSENSE = ("", "Ω", "-1", "none", "nonsense", "end", "draw", "resign", "undo", "?")


def text(game: Game[Any], state: Any) -> str:
    """A state as text; equal texts mean equal states."""
    return json.dumps(game.dump(state), sort_keys=True)


def walked(game: Game[Any], state: Any, choice: Choice) -> list[Action]:
    """All actions of a choice as the walk through its fields gives them, the values picked in one order only."""
    found: list[Action] = []
    todo: list[tuple[Action, int]] = [((), 0)]
    while todo:
        tokens, least = todo.pop()
        field = game.next_field(state, choice.seat, choice.key, tokens)
        if isinstance(field, Ready):
            assert field.action == tokens
            found.append(tokens)
            continue
        check_field(field, tokens)
        if field.least == 0:
            found.append(tokens)
        for at, value in enumerate(field.values):
            # Of several picks from one field each that follows stands behind the one before it, and of values that
            # are alike the first that is left is picked.
            if at == least or (at > least and value != field.values[at - 1]):
                todo.append(((*tokens, value), at if field.most > 1 else 0))
    return found


def check_field(field: Field, tokens: Action) -> None:
    """A field has a name, and something to choose from unless it is the very first."""
    assert isinstance(field, Field)
    assert field.name
    assert 0 <= field.least <= field.most
    assert field.most >= 1
    assert field.values, f"{tokens} leads nowhere"
    assert len(field.values) >= field.least
    assert all(value and not set(value) & set(" \t\n") for value in field.values)


def check_refused(game: Game[Any], state: Any, seat: int, tokens: Sequence[str], draws: Draws) -> None:
    """The action is refused with a sentence, and nothing changes."""
    before = text(game, state)
    try:
        game.apply(state, seat, tuple(tokens), draws)
    except GameError as refusal:
        check_refusal(refusal)
    else:
        raise AssertionError(f"{tokens} of seat {seat} is not refused")
    assert text(game, state) == before


def check_refusal(refusal: GameError) -> None:
    """A refusal is one sentence as a message."""
    assert isinstance(refusal, NotYourChoice | IllegalAction)
    assert isinstance(refusal.message, Message)
    assert refusal.message.template.endswith(".")
    assert str(refusal) == str(refusal.message)
    assert refusal.rule == "" or RULE.fullmatch(refusal.rule)


def check_pure(game: Game[Any], state: Any, seat: int, action: Action, draws: Draws) -> Step:
    """Applying changes nothing, gives the same again, also to the state as it is stored."""
    before = text(game, state)
    one = game.apply(state, seat, action, draws)
    loaded = game.load(json.loads(before))
    assert text(game, loaded) == before
    for again in (game.apply(state, seat, action, draws), game.apply(loaded, seat, action, draws)):
        assert text(game, again.state) == text(game, one.state)
        assert (again.events, again.boundary, again.secret) == (one.events, one.boundary, one.secret)
        assert again.turns_ended == one.turns_ended
    assert text(game, state) == before, f"{action} changed the state it was applied to"
    return one


def check_stored(game: Game[Any], state: Any, readers: Iterable[int | None]) -> None:
    """A state that was stored is the same in every respect."""
    again = game.load(json.loads(text(game, state)))
    assert text(game, again) == text(game, state)
    assert game.choices(again) == game.choices(state)
    assert game.playing(again) == game.playing(state)
    assert game.result(again) == game.result(state)
    for reader in readers:
        assert repr(game.view(again, reader)) == repr(game.view(state, reader))


def shown(
    game: Game[Any], state: Any, reader: int | None, events: Sequence[Any] = (), probes: Sequence[str] = ()
) -> str:
    """Everything that a reader is ever told about a state; `probes` are lines whose refusals count too."""
    choices = game.choices(state)
    told: list[Any] = [game.view(state, reader), [game.show(event, reader) for event in events]]
    told.append([c for c in choices if c.must or c.seat == reader])
    for choice in choices:
        if choice.seat != reader:
            continue
        told.append(sorted(game.legal(state, choice.seat, choice.key)))
        told += [_answer(game, state, choice, tuple(line.split())) for line in probes]
    return repr(told)


def _answer(game: Game[Any], state: Any, choice: Choice, tokens: Action) -> Any:
    try:
        return game.next_field(state, choice.seat, choice.key, tokens)
    except GameError as refusal:
        return type(refusal).__name__, str(refusal)


def random_history(
    game: Game[Any], formation: Formation, options: Mapping[str, Any], seed: bytes, random: Random, talk: float = 0.05
) -> tuple[list[Entry], Position]:
    """A whole match with undone actions, draws, takebacks, and sometimes somebody who gives up."""
    draws, entries = Draws(seed), list[Entry]()
    position = start(game, formation, options)
    latest: tuple[Position, int, bool] | None = None
    acted: list[int] = []
    while game.result(position.state) is None:
        entry = _talk(game, position, random, acted) if random.random() < talk else None
        if entry is None:
            choice = random_choice(game, position.state, random)
            action = random_action(game, position.state, choice, random)
            entry = Entry("action", choice.seat, " ".join(action))
        before = position
        position, step = carry_out(game, formation, position, entry, draws)
        entries.append(entry)
        if entry.kind == "action":
            latest = (before, entry.seat, step.boundary)
            acted.append(entry.seat)
        elif step.state is not before.state:
            latest = None
        if latest is not None and entry.kind == "action" and not step.boundary and random.random() < 0.2:
            entries.append(Entry("undo", entry.seat, UNDO))
            position = Position(before.state, position.offers)
            latest = None
            acted.pop()
    return entries, position


def _talk(game: Game[Any], position: Position, random: Random, acted: Sequence[int]) -> Entry | None:
    """Something about the match itself: a draw, a takeback that somebody declines, seldom giving up.

    Only those who have `acted` can ask for a takeback.
    """
    seat = random.choice(game.playing(position.state))
    verb = random.choice((agreements.DRAW, agreements.DRAW, agreements.TAKEBACK, agreements.RESIGN))
    if verb == agreements.RESIGN:
        return Entry("agreement", seat, verb) if random.random() < 0.3 else None
    field = agreements.next_field(game, position, seat, (verb,))
    assert isinstance(field, Field)
    if verb == agreements.TAKEBACK and "accept" in field.values:
        return Entry("agreement", seat, f"{verb} decline")
    if verb == agreements.TAKEBACK and seat not in acted:
        return None
    return Entry("agreement", seat, f"{verb} {random.choice(field.values)}")


def check_replay(
    game: Game[Any],
    formation: Formation,
    options: Mapping[str, Any],
    seed: bytes,
    entries: Sequence[Entry],
    last: Position,
) -> None:
    """Folding the history gives the match, state by state; its record is read back and verifies."""
    *_, done = fold(game, formation, options, seed, entries)
    assert text(game, done.after.state) == text(game, last.state)
    assert agreements.dump(game, done.after) == agreements.dump(game, last)
    for reader in (None, *range(formation.seats)):
        document = record.make(game, formation, options, seed, entries, reader=reader)
        again = record.read(record.write(document))
        assert again == document
        assert record.entries(again) == list(entries)
        verdict = verify.verify(again, {game.name: game})
        assert verdict.status == verify.PROVES_NOTHING, verdict.text  # nobody has added anything to this seed
    for length in (len(entries) // 3, len(entries) - 1):
        running = record.make(game, formation, options, seed, entries[:length], reader=None)
        assert "seed" not in running
        assert verify.verify(running, {game.name: game}).status == verify.UNREADABLE
