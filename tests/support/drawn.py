"""What must hold in every game of what its steps draw: no word twice, nothing drawn or asked that can be undone, and no
event that tells a reader what the view hides.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from games.api import Action, Choice, Formation, Game, Step
from games.draws import Draws
from games.referee import random_action, random_choice
from tests.support.laws import shown, text

OTHER_WORDS = (0, 1 << 62, (1 << 64) - (1 << 33))
"""What a word of the stream is replaced by; a number drawn from a few possible ones differs for one of them."""


class NotedDraws(Draws):
    """Draws that note which of their words are read, some of them replaced by others."""

    __slots__ = ("_instead", "read")

    def __init__(self, seed: bytes, instead: Mapping[int, int] | None = None) -> None:
        super().__init__(seed)
        self.read: list[int] = []
        self._instead = instead or {}

    def word(self, cursor: int) -> int:
        """Return a word of the stream, or what stands in its place, and note it."""
        self.read.append(cursor)
        return self._instead.get(cursor, super().word(cursor))


class Draw(NamedTuple):
    """An action of a random match, and the words of the stream that it read."""

    before: Any
    choice: Choice
    action: Action
    step: Step
    words: tuple[int, ...]


def play(
    game: Game[Any], formation: Formation, options: Mapping[str, Any], seed: bytes, random: Random
) -> Iterator[Draw]:
    """Play a random match to its end."""
    state = game.new(formation, options)
    while game.result(state) is None:
        choice = random_choice(game, state, random)
        action = random_action(game, state, choice, random)
        draws = NotedDraws(seed)
        step = game.apply(state, choice.seat, action, draws)
        yield Draw(state, choice, action, step, tuple(draws.read))
        state = step.state


def check_cursor(game: Game[Any], drawn: Iterable[Draw], rereads: bool = False) -> None:
    """Assert that no word is read twice in a match, and that after each the state says how far the stream is read.

    The second shows in a match with one draw, too. A game that carries a paused action out anew with the answer
    (`rereads`) may read the words of the step before, and keeps its cursor only then.
    """
    spent: set[int] = set()
    latest: set[int] = set()
    for draw in drawn:
        words = set(draw.words)
        assert len(words) == len(draw.words) or rereads, f"{draw.action} reads a word twice"
        again = words & (spent - latest if rereads else spent)
        assert not again, f"{draw.action} reads words {sorted(again)} again: is the cursor kept?"
        if words and not rereads:
            changed = set(_numbers(game.dump(draw.step.state))) - set(_numbers(game.dump(draw.before)))
            kept = max(words) + 1 in [number for _, number in changed]
            assert kept, f"{draw.action} leaves no cursor behind the words that it reads, up to {max(words)}"
        spent |= words
        latest = words


def _numbers(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield all whole numbers in JSON values, each behind the keys that lead to it."""
    if type(data) is int:
        yield path, data
    elif isinstance(data, dict | list):
        for key, part in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _numbers(part, f"{path}.{key}")


def check_boundaries(game: Game[Any], drawn: Iterable[Draw]) -> None:
    """Assert that no action can be undone that drew something, asked somebody else or ended a turn."""
    for draw in drawn:
        if draw.step.boundary:
            continue
        assert not draw.words, f"{draw.action} can be undone although it drew"
        assert not draw.step.turns_ended, f"{draw.action} can be undone although it ended a turn"
        before = {(choice.seat, choice.key) for choice in game.choices(draw.before)}
        for choice in game.choices(draw.step.state):
            if choice.must and choice.seat != draw.choice.seat:
                asked = (choice.seat, choice.key) not in before
                assert not asked, f"{draw.action} can be undone although seat {choice.seat} was asked {choice.key}"


def check_turns(formation: Formation, drawn: Iterable[Draw]) -> None:
    """Assert that the turns of every seat end, as clocks and offers need."""
    ended = {seat for draw in drawn for seat in draw.step.turns_ended}
    assert ended == set(range(formation.seats)), "nobody's turn ends" if not ended else f"only turns of {ended} end"


def check_events(game: Game[Any], formation: Formation, drawn: Iterable[Draw], seed: bytes, most: int = 6) -> int:
    """Assert that no reader is shown an event that tells what was drawn and stays hidden from the reader.

    A word of the stream is replaced by another one. Where a reader sees the same position afterwards although the
    state is another one, the word was about hidden things alone, and the events must be the same too. Of a step about
    `most` words are tried. Return how many words led to another state.
    """
    tried = 0
    for draw in drawn:
        for word in draw.words[:: max(1, len(draw.words) // most)]:
            for instead in OTHER_WORDS:
                other = game.apply(draw.before, draw.choice.seat, draw.action, NotedDraws(seed, {word: instead}))
                if _text(game, other.state) == _text(game, draw.step.state):
                    continue
                tried += 1
                for reader in (None, *range(formation.seats)):
                    told = [[game.show(event, reader) for event in step.events] for step in (draw.step, other)]
                    if told[0] != told[1]:
                        seen = shown(game, draw.step.state, reader) != shown(game, other.state, reader)
                        assert seen, f"an event tells reader {reader} what {draw.action} drew in secret"
    return tried


def _text(game: Game[Any], state: Any) -> str:
    """Return the state as text without its cursors, which say how much was drawn and not what."""
    dumped: dict[str, Any] = json.loads(text(game, state))
    return json.dumps({key: value for key, value in dumped.items() if key != "cursor"}, sort_keys=True)
