"""The message catalogue and the face: sentences, cards, piles, pictures."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot import limits
from bot.monolith_arena import FACE
from bot.monolith_arena.texts import standing as standing
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.playout import random_action
from games.monolith_arena.tiles import FACTIONS, faction
from tests.bot.monolith_arena.walker import LoadedMatch, check
from tests.render import views

NAMES = {0: "Anna", 1: "Max"}


def say(*events: Any, names: dict[int, str] = NAMES) -> list[str]:
    return FACE.tell(events, names)


def test_sentences() -> None:
    pikeman = ev.TileAt(10, 0, "pikeman")
    assert say(ev.Discarded(1, "net", True)) == ["Max discarded Net"]
    assert say(ev.Placed(1, "spike", 8, 3)) == ["Max placed Spike C2 S"]
    push = (ev.OrderPlayed(1, "push_back", "push"), ev.Moved(1, pikeman, 11, 0, False, "push", 9))
    assert say(*push) == ["Max played Push Back: Anna's Pikeman C4 to C5"]
    assert say(*push, names={0: "you", 1: "Max"}) == ["Max played Push Back: your Pikeman C4 to C5"]
    assert say(ev.Drew(1, 2, None), ev.TurnBegan(1, 4), ev.TurnEnded(0, 1)) == []
    assert say(ev.Drew(0, 2, ("pikeman", "battle_charge"))) == ["Anna drew Pikeman and Battle/Charge"]
    assert say(ev.Answered(1, "assassin", 3, None, open=False)) == ["Max has chosen"]
    assert say(ev.Discarded(1, "net", True), names={}) == ["B discarded Net"]


def test_a_phase() -> None:
    spider, target = ev.TileAt(4, 1, "mygalomorph"), ev.TileAt(9, 0, "pikeman")
    banner, rune = ev.TileAt(11, 0, "banner"), ev.TileAt(14, 0, "rune_of_regeneration")
    attacks = (
        ev.Attack(spider, target, "melee", 1, 1, None, False),
        ev.Attack(spider, banner, "melee", 2, 2, None, True),
        ev.Attack(spider, rune, "ranged", 1, 0, None, False),
    )
    wounds = ev.Wounds("phase", 3, attacks, (target,), (), (), (18, 20))
    assert say(wounds) == [
        "Phase 3: Mygalomorph B2 hits Pikeman C3 (dies), Mygalomorph B2 hits Banner C5 (loses 2 hit points, poisoned),"
        " Mygalomorph B2 hits Rune of Regeneration D3 (stopped by armor)"
    ]
    absorbed = ev.Attack(spider, target, "melee", 1, 1, 14, False)
    assert say(ev.Wounds("phase", 3, (absorbed,), (rune,), (), (), (20, 20))) == [
        "Phase 3: Mygalomorph B2 hits Pikeman C3 (absorbed by D3), Rune of Regeneration D3 used up"
    ]
    many = tuple(
        ev.Attack(spider, ev.TileAt(h, 0, "rune_of_minor_acceleration"), "melee", 1, 1, None, False) for h in range(19)
    )
    (told,) = say(ev.Wounds("phase", 3, many, tuple(a.target for a in many), (), (), (20, 20)))
    assert "8 more hits" in told
    assert len(told) < 1200


@pytest.mark.parametrize("pair", list(combinations(FACTIONS, 2)), ids="-".join)
def test_words_of_whole_matches(pair: tuple[str, str]) -> None:
    random = Random(11)
    table = LoadedMatch(11)
    for seat, name in enumerate(pair):
        table.play(seat, ("faction", name))
    while table.state.result is None:
        before = table.state
        seat, action = random_action(table.state, random)
        events = table.play(seat, action)
        for reader in (None, 0, 1):
            for names in ({}, NAMES):
                shown = [GAME.show(e, reader) for e in events]
                assert all(t and len(t) < 1900 for t in FACE.tell(shown, names))
        if random.random() > 0.03:
            continue
        view = GAME.view(table.state, None)
        assert 0 < len(FACE.status(view)) < 300
        assert len(FACE.score(view)) < 10
        assert 0 < len(FACE.piles(view, NAMES)) <= 4000
        assert len(FACE.words(view)) <= limits.EMBED_DESCRIPTION
        assert FACE.default_line(action)
        assert len(f"Undo: {FACE.default_line(action)}") <= limits.BUTTON_LABEL
        assert all(FACE.asked(c, view, NAMES) for c in view.choices)
        check(FACE.cards(table.chair(0)))
        if FACE.is_battle(events):
            shown = [GAME.show(e, None) for e in events]
            film, stills = (draw(GAME.view(before, None), shown, view) for draw in (FACE.film, FACE.stills))
            assert film.data.startswith(b"GIF89a")
            assert stills.data.startswith(b"\x89PNG")
            assert 0 < len(film.alt) <= limits.ALT_TEXT
            assert 0 < len(stills.alt) <= limits.ALT_TEXT
        assert all(0 <= h < 19 for h in FACE.marks(events))
        assert len(FACE.board(view, FACE.marks(events)).alt) <= limits.ALT_TEXT
    over = GAME.view(table.state, None)
    assert FACE.ending(over, NAMES).endswith(").")
    card = FACE.result(over)
    assert card.data.startswith(b"\x89PNG")
    assert FACE.ending(over, {}) in card.alt
    assert len(card.alt) <= limits.ALT_TEXT


@pytest.mark.parametrize("name", FACTIONS)
def test_cards(name: str) -> None:
    for tile in faction(name).tiles:
        found = FACE.card(f"{name}/{tile.id}")
        assert found is not None
        words, picture = found
        assert tile.name in words
        assert len(words) <= limits.CONTENT
        assert len(picture.alt) <= limits.ALT_TEXT
    assert FACE.card("Rune of Agility") is not None
    assert FACE.card("spike", views.middle()) != FACE.card("spike")  # seat B plays its faction there
    assert FACE.card("knight", views.middle()) == FACE.card("knight")
    assert FACE.card("pikeman") is not None
    assert FACE.card("nothing/at all") is None
    assert FACE.card("") is None


def test_nothing_hidden_is_told() -> None:
    """Two matches that differ only in what a seat may not know read the same for it."""
    table = LoadedMatch(4)
    table.play(0, ("faction", "dragon_empire"))
    table.play(1, ("faction", "lords_of_the_abyss"))
    for name in ("A1", "E3"):
        table.play(table.state.active, ("banner", name))
    other = LoadedMatch(4)
    other.state = table.state.draft()
    active = table.state.active
    reserves = list(other.state.reserves)
    stacks = list(other.state.stacks)
    reserves[active], stacks[active] = stacks[active][:1], (*reserves[active], *stacks[active][1:])
    other.state.reserves, other.state.stacks = tuple(reserves), tuple(stacks)
    reader = 1 - active
    for seat in (reader, None):
        one, two = table.chair(seat), other.chair(seat)
        assert FACE.panel(one) == FACE.panel(two)
        assert FACE.cards(one) == FACE.cards(two)
        assert FACE.piles(one.view, NAMES) == FACE.piles(two.view, NAMES)
        assert FACE.private_board(one.view) == FACE.private_board(two.view)


def test_action_words() -> None:
    said = {
        ("place", "pikeman", "C3", "NE"): "Pikeman C3 NE",
        ("discard", "rune_of_agility"): "Discard Rune of Agility",
        ("feature", "C4", "maneuver@D3", "C5", "N"): "Maneuver C4 C5 N",
        ("push", "C3", "C4"): "Push Back C3 C4",
        ("charge", "order", "C3", "C4", "N"): "Charge C3 C4 N",
        ("choose", "C5"): "the choice C5",
        ("choose", "D3=C4-C3"): "what is absorbed",
        ("fire", "C3-C4-D3"): "Fire Concoction C3-C4-D3",
        ("end",): "End",
        ("faction", "random"): "a faction at random",
    }
    assert {a: standing.action_words(a) for a in said} == said
