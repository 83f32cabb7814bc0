"""The printed tiles (R1.4, R2.3), and what the loader says to broken data."""

from __future__ import annotations

import copy
import pickle
import re
from importlib import resources

import pytest

from games.monolith_arena.grammar import VERBS
from games.monolith_arena.tiles import FACTIONS, BadTileData, faction, read_faction, tile

COUNTS = {
    "dragon_empire": "banner 1 pikeman 3 knight 4 dragon_rider 1 swordsman 2 landsknecht 1 arquebusier 2"
    " rune_of_minor_acceleration 2 rune_of_regeneration 3 rune_of_agility 1 rune_of_strength 2 rune_of_charge 1"
    " battle_charge 7 move 4 net 1",
    "guardians_of_the_realm": "banner 1 axeman 3 crossbowman 3 veteran 2 golem 2 combat_platform 1 pupil 1 wyvern 1"
    " rune_of_agility 1 rune_of_reinforcement 2 rune_of_double_attack 1 rune_of_regeneration 2 rune_of_penetration 1"
    " battle 5 push_back 3 fire_concoction 2 entrenchment 1 rotation 2 false_order 1",
    "harbingers_of_the_forest": "banner 1 morlock 2 spark 4 hunter 2 sorcerer 1 herne 2 assassin 3 wyrm 1"
    " rune_of_minor_acceleration 3 rune_of_greater_acceleration 1 rune_of_regeneration 2 rune_of_accuracy 1"
    " rune_of_double_attack 1 battle 6 move 4 precise_shot 1",
    "lords_of_the_abyss": "banner 1 mygalomorph 3 spike 3 chaos 2 horror 2 nightmare 1 wraith 2 demon 1"
    " rune_of_disarmament 2 rune_of_minor_acceleration 2 rune_of_teleportation 2 rune_of_strength 2"
    " rune_of_regeneration 1 rune_of_double_attack 1 battle 6 move 2 push_back 2",
}
"""The counts printed on the four sheets."""

KINDS = [(name, t) for name in FACTIONS for t in faction(name).tiles]


def source(name: str) -> str:
    return (resources.files("games.monolith_arena") / "data" / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FACTIONS)
def test_thirty_five_tiles_as_on_the_sheet(name: str) -> None:
    words = COUNTS[name].split()
    assert {t.id: t.count for t in faction(name).tiles} == dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert sum(t.count for t in faction(name).tiles) == 35


@pytest.mark.parametrize("name", FACTIONS)
def test_a_deck_is_everything_but_the_banner(name: str) -> None:
    deck = faction(name).deck()
    assert len(deck) == 34
    assert not any(t.is_banner for t in deck)
    assert faction(name).banner.is_banner


def test_sixty_seven_kinds() -> None:
    assert len(KINDS) == 67


def test_fourteen_board_tiles_look_the_same_in_all_facings() -> None:
    same = [(name, t.id) for name, t in KINDS if not t.is_order and t.period == 1]
    assert len(same) == 14
    assert same.count(("harbingers_of_the_forest", "assassin")) == 1
    assert sum(tile_id == "banner" for _, tile_id in same) == 4


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=[f"{name}-{t.id}" for name, t in KINDS])
def test_turned_symbols_follow_the_edges(name: str, kind: object) -> None:
    t = tile(name, kind.id)
    for facing in range(6):
        now = t.turned[facing]
        assert dict(now.melee) == {(e + facing) % 6: n for e, n in enumerate(t.melee) if n}
        assert dict(now.ranged) == {(e + facing) % 6: n for e, n in enumerate(t.ranged) if n}
        assert {d for d in range(6) if now.armor[d]} == {(e + facing) % 6 for e, n in enumerate(t.armor) if n}
        assert set(now.nets) == {(e + facing) % 6 for e, n in enumerate(t.net) if n}
        assert set(now.strikes) == {(e + facing) % 6 for e, n in enumerate(t.strike) if n}
        paths = set(range(6)) if t.is_banner else {(e + facing) % 6 for e, n in enumerate(t.path) if n}
        assert set(now.paths) == paths
    alike = [f for f in range(1, 6) if t.turned[f] == t.turned[0]]
    assert t.period == (alike[0] if alike else 6)


@pytest.mark.parametrize("name", FACTIONS)
def test_kinds_of_tiles_are_told_apart(name: str) -> None:
    for t in faction(name).tiles:
        assert t.is_order == (t.kind == "order") == bool(t.orders)
        assert t.is_banner == (t.kind == "banner") == (t.id == "banner")
        assert t.name
        assert re.fullmatch(r"[a-z_]+", t.id)
        if t.is_order:
            assert not any(t.melee + t.ranged + t.armor + t.net + t.path + t.strike)
            assert not t.initiative


def test_only_the_lords_have_poison_markers() -> None:
    assert {name: faction(name).poison_markers for name in FACTIONS if faction(name).poison_markers} == {
        "lords_of_the_abyss": 5
    }


def test_tiles_are_one_object_each_through_copying_and_pickling() -> None:
    demon = tile("lords_of_the_abyss", "demon")
    assert copy.deepcopy(demon) is demon
    assert pickle.loads(pickle.dumps(demon)) is demon
    assert pickle.loads(pickle.dumps(faction("dragon_empire"))) is faction("dragon_empire")


def test_unknown_names() -> None:
    with pytest.raises(KeyError):
        faction("humans")
    with pytest.raises(KeyError):
        tile("dragon_empire", "demon")


def test_what_orders_offer_are_orders_of_the_action_language() -> None:
    offered = {verb for name in FACTIONS for t in faction(name).tiles for verb in t.orders}
    assert offered == {verb.name for verb in VERBS.values() if verb.is_order}


PIKEMAN = 'id = "pikeman"\nname = "Pikeman"\nkind = "champion"\ncount = 3'
BROKEN = {
    "count": (PIKEMAN, PIKEMAN.replace("3", "4"), "dragon_empire: 36 tiles instead of 35"),
    "twice": ('id = "swordsman"', 'id = "pikeman"', "dragon_empire: the same tile id twice"),
    "kind": (PIKEMAN, PIKEMAN.replace("champion", "hero"), "dragon_empire/pikeman: kind 'hero'"),
    "key": (PIKEMAN, PIKEMAN + "\nspeed = 1", r"dragon_empire/pikeman: unknown keys \['speed'\]"),
    "no kind": ('kind = "rune"\n', "", r"rune_of_minor_acceleration: missing keys \['kind'\]"),
    "no count": (PIKEMAN, PIKEMAN.replace("count = 3", ""), r"dragon_empire/pikeman: missing keys \['count'\]"),
    "edges": ("melee = [1, 1, 1, 0, 0, 1]", "melee = [1, 1, 1]", "dragon_empire/pikeman: melee must be six numbers"),
    "strength": ("melee = [1, 1, 1, 0, 0, 1]", "melee = [4, 1, 1, 0, 0, 1]", "melee must be six numbers from 0 to 3"),
    "armor": ("armor = [1, 1, 0, 0, 0, 1]", "armor = [2, 1, 0, 0, 0, 1]", "knight: armor must be .* from 0 to 1"),
    "nets": (PIKEMAN, PIKEMAN + "\nnet = [1, 1, 0, 0, 0, 0]", "pikeman: more than one net edge"),
    "no order": ('orders = ["move"]', "", "dragon_empire/move: orders belong to orders"),
    "order of a champion": (PIKEMAN, PIKEMAN + '\norders = ["move"]', "pikeman: orders belong to orders"),
    "gift": ("gives = { maneuver = true }", "gives = { flying = true }", "rune_of_agility: .*flying"),
    "feature": ("features = { boundless = true }", "features = { endless = true }", "rune_of_charge: .*endless"),
    "banner": ('kind = "banner"', 'kind = "champion"', "dragon_empire: exactly one banner"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_data_is_refused_with_its_place(what: str) -> None:
    old, new, message = BROKEN[what]
    text = source("dragon_empire")
    assert old in text
    with pytest.raises(BadTileData, match=message):
        read_faction(text.replace(old, new, 1))


def test_the_data_as_they_are_can_be_read_again() -> None:
    for name in FACTIONS:
        again = read_faction(source(name))
        assert [t.id for t in again.tiles] == [t.id for t in faction(name).tiles]
