"""A match can be played from words alone: what is decided here is decided from what is told, never from pictures."""

from __future__ import annotations

import re
from random import Random

from bot.monolith_arena import FACE
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import ADJACENT, BY_NAME, DIRECTIONS, NAMES
from tests.bot.monolith_arena.walker import Match

NAMED = {0: "Anna", 1: "Max"}
TILE = re.compile(r"([A-E][1-5]): (Anna|Max) ([^,;.]+)((?:, [^,;.]+)*)")
RESERVE = re.compile(r"reserve: ([^,]+(?:, [^,]+)*?), discarded")


class Words:
    """A position as its words tell it, to one seat."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tiles = {found[1]: (found[2], found[3], found[4]) for found in TILE.finditer(text)}
        self.empty = [name for part in re.findall(r"empty: ([A-E0-9, ]+)", text) for name in part.split(", ")]
        self.empty += [name for column in re.findall(r"Column (.): empty", text) for name in NAMES if name[0] == column]

    def points(self, hex_: str, kind: str) -> dict[str, int]:
        """In which directions a tile does something, and how strongly, as it points now."""
        for part in self.tiles[hex_][2].split(", "):
            if part.startswith(f"{kind} "):
                found = (one.partition("×") for one in part.removeprefix(f"{kind} ").split(" "))
                return {direction: int(times or 1) for direction, _, times in found}
        return {}


def _words(match: Match, seat: int) -> Words:
    perspective = match.seat(seat)
    perspective.names = NAMED
    return Words(FACE.words.description(perspective.say, perspective.view, perspective.names))


def _decide(match: Match, seat: int, words: Words, random: Random) -> tuple[str, ...]:
    """An action from the words: beside an enemy where there is room, a battle where it costs the others more."""
    field = match.seat(seat).next_field(())
    verbs = getattr(field, "values", ())
    now = next((line for line in words.text.split("\n") if line.startswith("A battle now: ")), "")
    gains = re.findall(r"(Anna|Max) (\d+) → (\d+)", now)
    hurt = {name: int(before) - int(after) for name, before, after in gains}
    other = NAMED[1 - seat]
    if "battle" in verbs and hurt.get(other, 0) > hurt.get(NAMED[seat], 0):
        return ("battle",)
    if "place" in verbs:
        (choice,) = [c for c in GAME.choices(match.state) if c.seat == seat]
        places = [a for a in GAME.legal(match.state, seat, choice.key) if a[0] == "place" and a[2] in words.empty]
        near = {NAMES[h] for name, tile in words.tiles.items() if tile[0] == other for h in ADJACENT[BY_NAME[name]]}
        beside = [a for a in places if a[2] in near]
        if places:
            return random.choice(beside or places)
    options = GAME.legal(match.state, seat, next(c.key for c in GAME.choices(match.state) if c.seat == seat))
    simple = [a for a in options if a[0] in ("discard", "end", "choose", "faction", "banner")]
    return random.choice(simple or options)


def test_a_match_is_played_from_words_alone() -> None:
    random, match = Random(2), Match(2)
    match.play(0, ("faction", "dragon_empire"))
    match.play(1, ("faction", "lords_of_the_abyss"))
    battles = turns = 0
    while not match.over and turns < 400:
        seat = match.waiting()[0]
        action = _decide(match, seat, _words(match, seat), random)
        battles += action == ("battle",)
        match.play(seat, action)
        turns += 1
    assert match.over
    assert battles


def test_every_tile_is_told_as_it_points_now() -> None:
    random, match = Random(3), Match(3)
    match.play(0, ("faction", "dragon_empire"))
    match.play(1, ("faction", "guardians_of_the_realm"))
    compared = 0
    for _ in range(60):
        if match.over:
            break
        seat = match.waiting()[0]
        words, view = _words(match, seat), GAME.view(match.state, seat)
        assert {BY_NAME[name] for name in words.tiles} == {h for h, tile in enumerate(view.board) if tile is not None}
        for hex_, tile in enumerate(view.board):
            if tile is None or tile.type.is_banner:
                continue
            sides = tile.type.turned[tile.facing % 6]
            melee = {DIRECTIONS[d]: n + tile.melee_bonus for d, n in sides.melee}
            ranged = {DIRECTIONS[d]: n + tile.ranged_bonus for d, n in sides.ranged}
            armor = {DIRECTIONS[d] for d, n in enumerate(sides.armor) if n}
            assert words.points(NAMES[hex_], "melee") == melee
            assert words.points(NAMES[hex_], "ranged") == ranged
            assert set(words.points(NAMES[hex_], "armor")) == armor
            if tile.initiative:
                assert f"initiative {'/'.join(map(str, tile.initiative))}" in words.tiles[NAMES[hex_]][2]
            compared += 1
        match.play(seat, _decide(match, seat, words, random))
    assert compared > 60
