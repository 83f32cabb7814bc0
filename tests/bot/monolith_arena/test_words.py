"""What is said of a match and shown of it: sentences, cards, piles, pictures."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from bot import limits
from bot.monolith_arena import FACE
from bot.monolith_arena.exhibits import card
from bot.monolith_arena.texts.card import card_text
from bot.monolith_arena.texts.monoliths import piles
from bot.panels.face import Exhibited
from bot.texts.phrases import LANGUAGES, phrases
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.referee import random_action
from games.monolith_arena.tiles import FACTIONS, faction
from tests.bot.monolith_arena.walker import ENGLISH, Match, check, page, scene
from tests.render import views

NAMES = {0: "Anna", 1: "Max"}
DRAWN = 3
"""How many cards of a faction are drawn in a language beside English."""


def told(*events: Any, names: dict[int, str] = NAMES) -> list[str]:
    return FACE.words.tell(ENGLISH, events, names)


def test_sentences() -> None:
    pikeman = ev.TileAt(10, 0, "pikeman")
    assert told(ev.Discarded(1, "net", True)) == ["Max discarded Net"]
    assert told(ev.Placed(1, "spike", 8, 3)) == ["Max placed Spike C2 S"]
    assert told(ev.Placed(1, "demon", 10, 0, pikeman)) == ["Max placed Demon C4 N in place of Pikeman (Anna)"]
    push = (ev.OrderPlayed(1, "push_back", "push"), ev.Moved(1, pikeman, 11, 0, False, "push", 9))
    assert told(*push) == ["Max played Push Back: Pikeman C4 (Anna) to C5"]
    assert told(ev.Moved(0, pikeman, 11, 1, True, "maneuver")) == ["Anna maneuvered Pikeman C4 to C5 NE"]
    assert told(ev.Moved(1, pikeman, 10, 1, True, "falseorder")) == ["Max turned Pikeman C4 (Anna) to NE"]
    assert told(ev.Drew(1, 2, None), ev.TurnBegan(1, 4), ev.TurnEnded(0, 1)) == []
    assert told(ev.Drew(0, 2, ("pikeman", "battle_charge"))) == ["Anna drew Pikeman and Battle/Charge"]
    assert told(ev.Answered(1, "assassin", 3, None, open=False)) == ["Max has chosen"]
    assert told(ev.Discarded(1, "net", True), names={}) == ["B discarded Net"]


def test_a_phase() -> None:
    spider, target = ev.TileAt(4, 1, "mygalomorph"), ev.TileAt(9, 0, "pikeman")
    banner, rune = ev.TileAt(11, 0, "banner"), ev.TileAt(14, 0, "rune_of_regeneration")
    attacks = (
        ev.Attack(spider, target, "melee", 1, 1, None, False),
        ev.Attack(spider, banner, "melee", 2, 2, None, True),
        ev.Attack(spider, rune, "ranged", 1, 0, None, False),
    )
    wounds = ev.Wounds("phase", 3, attacks, (target,), (), (), (18, 20))
    assert told(wounds) == [
        "Phase 3: Mygalomorph B2 kills Pikeman C3, Mygalomorph B2 hits Banner C5 (2 hit points lost),"
        " Banner C5 is poisoned, Mygalomorph B2 hits Rune of Regeneration D3 (stopped by armor)"
    ]
    absorbed = ev.Attack(spider, target, "melee", 1, 1, 14, False)
    assert told(ev.Wounds("phase", 3, (absorbed,), (rune,), (), (), (20, 20))) == [
        "Phase 3: Mygalomorph B2 hits Pikeman C3 (absorbed by D3), Rune of Regeneration D3 is used up"
    ]


def test_what_becomes_of_a_tile_that_several_hit() -> None:
    one, other, target = ev.TileAt(4, 1, "spike"), ev.TileAt(8, 1, "wraith"), ev.TileAt(9, 0, "golem")
    both = tuple(ev.Attack(source, target, "melee", 1, 1, None, False) for source in (one, other))
    assert told(ev.Wounds("phase", 2, both, (), (), (), (20, 20))) == [
        "Phase 2: Spike B2 and Wraith C2 hit Golem C3 (2 wounds)"
    ]
    assert told(ev.Wounds("phase", 2, both, (), (), (target,), (20, 20))) == [
        "Phase 2: Spike B2 and Wraith C2 hit Golem C3 (entrenchment lost, 1 wound)"
    ]
    assert told(ev.Wounds("phase", 2, both[:1], (), (), (target,), (20, 20))) == [
        "Phase 2: Spike B2 hits Golem C3 (entrenchment lost)"
    ]
    poison = ev.Attack(None, target, "poison", 1, 1, None, False)
    assert told(ev.Wounds("phase", -1, (poison,), (), (), (), (20, 20))) == [
        "Start of the battle: poison hits Golem C3 (1 wound)"
    ]


def test_orders_that_wound() -> None:
    target = ev.TileAt(9, 0, "pikeman")
    shot = ev.Attack(None, target, "order", 1, 1, None, False)
    assert told(ev.Wounds("shoot", 0, (shot,), (target,), (), (), (20, 20))) == ["Precise Shot: Pikeman C3 dies"]
    assert told(ev.Wounds("shoot", 0, (shot,), (), (), (target,), (20, 20))) == [
        "Precise Shot: Pikeman C3 loses its entrenchment"
    ]


def test_a_phase_of_many_hits_stays_short() -> None:
    spider = ev.TileAt(4, 1, "mygalomorph")
    many = tuple(
        ev.Attack(spider, ev.TileAt(h, 0, "rune_of_minor_acceleration"), "melee", 1, 1, None, False) for h in range(19)
    )
    (line,) = told(ev.Wounds("phase", 3, many, tuple(a.target for a in many), (), (), (20, 20)))
    assert "8 more" in line
    assert len(line) < 1200


@pytest.mark.parametrize("pair", list(combinations(FACTIONS, 2)), ids="-".join)
def test_words_of_whole_matches(pair: tuple[str, str]) -> None:
    random = Random(11)
    match = Match(11)
    for seat, name in enumerate(pair):
        match.play(seat, ("faction", name))
    while match.state.result is None:
        before = match.state
        seat, action = random_action(match.state, random)
        events = match.play(seat, action)
        say = phrases(random.choice(list(LANGUAGES)))
        for reader in (None, 0, 1):
            for names in ({}, NAMES):
                shown = [GAME.show(e, reader) for e in events]
                assert all(t and len(t) < 1900 for t in FACE.words.tell(say, shown, names))
        if random.random() > 0.03:
            continue
        view = GAME.view(match.state, None)
        assert len(FACE.words.status(say, view, {})) < 300
        assert FACE.words.score(say, view, {}).endswith(f": A {view.hit_points[0]}, B {view.hit_points[1]}")
        assert 0 < len(piles(say, view, NAMES)) <= 4000
        assert len(FACE.words.description(say, view)) <= limits.EMBED_DESCRIPTION
        assert len(FACE.words.action_text(say, action, {})) <= limits.BUTTON_LABEL
        assert all(FACE.words.asked(say, c, view, NAMES) for c in view.choices)
        check(page(match, 0, "cards"))
        assert FACE.film is not None
        if FACE.film.covers(events):
            fought = scene(before, events, match.state)
            battle = next(e for e in FACE.exhibits if e.id == "battle").show(match.seat(None, say), (), fought)
            film = FACE.film.draw(say, fought)
            assert battle is not None
            assert battle.picture is not None
            assert film.data.startswith(b"GIF89a")
            assert battle.picture.data.startswith(b"\x89PNG")
            assert 0 < len(film.alt) <= limits.ALT_TEXT
            assert 0 < len(battle.picture.alt) <= limits.ALT_TEXT
        assert all(0 <= h < 19 for h in FACE.pictures.marks(events))
        assert len(FACE.pictures.board(say, view, FACE.pictures.marks(events)).alt) <= limits.ALT_TEXT
    over = GAME.view(match.state, None)
    for say in map(phrases, LANGUAGES):
        assert FACE.words.ending(say, over, NAMES).endswith(").")
        result = FACE.pictures.result_card(say, over)
        assert result.data.startswith(b"\x89PNG")
        assert FACE.words.ending(say, over, {}) in result.alt
        assert len(result.alt) <= limits.ALT_TEXT


@pytest.mark.parametrize("name", FACTIONS)
def test_cards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All words of all cards; all are drawn in English, of the others some."""
    for say in map(phrases, LANGUAGES):
        for number, tile in enumerate(faction(name).tiles):
            with monkeypatch.context() as undrawn:
                if say.language != "en" and number >= DRAWN:
                    undrawn.setattr("bot.monolith_arena.exhibits.draw_card", lambda *_, **__: b"")
                found = card(say, f"{name}/{tile.id}")
            assert found is not None
            assert found.picture is not None
            assert (found.text, found.words) == ("", ""), "everything stands in the picture"
            assert found.picture.alt == card_text(say, tile)
            assert len(found.picture.alt) <= limits.ALT_TEXT


def test_cards_are_found_by_id_and_by_name_in_every_language() -> None:
    def shown(name: str, view: Any = None) -> Exhibited | None:
        return card(ENGLISH, name, view)

    assert shown("Rune of Agility") is not None
    assert shown("spike", views.middle()) != shown("spike")  # seat B plays its faction there
    assert shown("knight", views.middle()) == shown("knight")
    for language in LANGUAGES:
        title = phrases(language).message(faction("dragon_empire").by_id["pikeman"].title)
        assert shown(title) == shown("pikeman")
    assert shown("nothing/at all") is None
    assert shown("") is None


def test_piles_of_one_seat_and_of_none() -> None:
    match = Match(4)
    for seat, home in enumerate(("dragon_empire", "lords_of_the_abyss")):
        match.play(seat, ("faction", home))
    exhibit = next(e for e in FACE.exhibits if e.id == "piles")
    here = match.seat(0)
    every, second = exhibit.show(here, (), None), exhibit.show(here, ("1",), None)
    assert every is not None
    assert second is not None
    assert "Dragon Empire" in every.words
    assert "Dragon Empire" not in second.words
    assert exhibit.show(here, ("2",), None) is None


def test_without_a_battle_there_is_none_to_show() -> None:
    exhibit = next(e for e in FACE.exhibits if e.id == "battle")
    shown = exhibit.show(Match(4).seat(None), (), None)
    assert shown is not None
    assert shown.text == "No battle has been fought yet."


def test_nothing_hidden_is_told() -> None:
    """Two matches that differ only in what a seat may not know read the same for it."""
    match = Match(4)
    match.play(0, ("faction", "dragon_empire"))
    match.play(1, ("faction", "lords_of_the_abyss"))
    for name in ("A1", "E3"):
        match.play(match.state.active, ("banner", name))
    other = Match(4)
    other.state = match.state.draft()
    active = match.state.active
    reserves = list(other.state.reserves)
    stacks = list(other.state.stacks)
    reserves[active], stacks[active] = stacks[active][:1], (*reserves[active], *stacks[active][1:])
    other.state.reserves, other.state.stacks = tuple(reserves), tuple(stacks)
    reader = 1 - active
    for seat in (reader, None):
        one, two = match.seat(seat), other.seat(seat)
        for tokens in ((), ("cards",)):
            assert FACE.panel(one, tokens) == FACE.panel(two, tokens)
        assert piles(ENGLISH, one.view, NAMES) == piles(ENGLISH, two.view, NAMES)
        assert FACE.pictures.private_board(ENGLISH, one.view) == FACE.pictures.private_board(ENGLISH, two.view)


def test_actions_in_words() -> None:
    said = {
        ("place", "pikeman", "C3", "NE"): "Pikeman C3 NE",
        ("discard", "rune_of_agility"): "Discard Rune of Agility",
        ("feature", "C4", "maneuver@D3", "C5", "N"): "Maneuver: C4 to C5, facing N",
        ("feature", "D2", "maneuver", "D2", "SE"): "Maneuver: D2 turns to SE",
        ("feature", "D2", "rotation", "SE"): "Rotation: D2 turns to SE",
        ("feature", "D2", "teleport", "B4"): "Teleport: D2 to B4",
        ("net", "C3"): "Net: C3",
        ("push", "C3", "C4"): "Push Back: C3 against C4",
        ("charge", "order", "C3", "C4", "N"): "Charge: C3 to C4, facing N",
        ("choose", "C5"): "choose hex C5",
        ("choose", "NE"): "choose facing NE",
        ("choose", "none"): "absorb nothing",
        ("choose", "D3=C4-C3"): "D3 absorbs what hits C3",
        ("choose", "D3=C4-C3+E2=order-C3"): "D3 absorbs what hits C3, E2 absorbs what hits C3",
        ("fire", "C3-C4-D3"): "Fire Concoction: C3, C4 and D3",
        ("end",): "end of turn",
        ("redraw",): "Redraw",
        ("banner", "C3"): "Banner C3",
        ("faction", "random"): "a random faction",
        ("faction", "dragon_empire"): "Dragon Empire",
    }
    assert {a: FACE.words.action_text(ENGLISH, a, {}) for a in said} == said
