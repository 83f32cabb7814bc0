"""What a game says is worth counting: known topics, every word with a name, something for each seat."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from games.api import Game
from games.referee import moments
from games.statistics import KINDS, CountedGame, counts_of, kind_of, title_of, topics_of
from tests.contract.cases import CASES

each_game = pytest.mark.parametrize("game", [case.game for case in CASES], ids=lambda game: game.name)


@each_game
def test_every_word_of_a_random_match_has_a_name(game: Game[Any]) -> None:
    played = list(moments(game, Random(11)))
    state = played[-1].step.state
    assert game.result(state) is not None
    seats = game.formations[0].seats
    counts = counts_of(game, state, [(one.choice.seat, one.action) for one in played], seats)
    assert len(counts) == seats
    if not isinstance(game, CountedGame):
        assert not topics_of(game)
        assert not any(counts)
        return
    known = {topic.id: topic for topic in topics_of(game)}
    assert len(known) == len(topics_of(game))
    for mine in counts:
        assert set(mine) <= set(known)
        for topic, words in mine.items():
            assert sum(words.values()) <= 1 or not known[topic].chosen
            assert all(number > 0 for number in words.values())
            assert all(str(title_of(game, topic, word)) for word in words)
        assert json.loads(json.dumps(mine)) == mine
    assert any(words for mine in counts for words in mine.values())


@each_game
def test_what_is_not_known_has_no_name(game: Game[Any]) -> None:
    assert all(title_of(game, topic.id, "nothing at all") is None or not topic.chosen for topic in topics_of(game))


@each_game
def test_every_formation_is_of_a_kind(game: Game[Any]) -> None:
    for formation in game.formations:
        kind = kind_of(formation)
        assert kind in KINDS
        assert (kind == "duel") == (formation.seats == 2)
        assert (kind == "teams") == (len(set(formation.teams)) < formation.seats)
