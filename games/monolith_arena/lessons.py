"""The guided first match: lessons on real positions, in the order in which they are taught, about ten minutes in all.

What each asks for is told by its goals (`games.monolith_arena.goals`). A lesson's position is a match in its fifth
turn, written in the position notation with everything usual left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.api import RULINGS
from games.lessons import Lesson
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monolith_arena.goals import (
    all_of,
    attacks,
    banner_untouched,
    first,
    fought,
    gone,
    helped,
    netted,
    safe,
    struck,
    turn_ended_keeping_one,
    unharmed,
    used_feature,
    won,
)
from games.monolith_arena.hexes import BY_DIRECTION
from games.monolith_arena.state import HIT_POINTS, NEWEST_RULINGS, State
from games.monolith_arena.tiles import faction

TURN: Final = 5
"""An odd turn of the learner, late enough that nothing of the first turns holds any more (R3.1, R3.3)."""


def tile(text: str) -> Mapping[str, Any]:
    """Return a tile on the board, as ``0.knight.N``: its seat, its name, where its top edge points."""
    seat, name, facing = text.split(".")
    return {"seat": int(seat), "tile": name, "facing": BY_DIRECTION[facing]}


def position(
    factions: tuple[str, str],
    board: Mapping[str, str],
    reserve: Sequence[str],
    *,
    enemy_hit_points: int = HIT_POINTS,
    discard_due: bool = False,
) -> Callable[[], State]:
    """Return a function that makes a lesson's first state: seat 0 is to act, and only `reserve` is held."""
    seats = tuple(HIT_POINTS if seat == 0 else enemy_hit_points for seat in range(2))
    tiles = {hex_: tile(text) for hex_, text in board.items()}
    return lambda: turn_of(factions, tiles, seats, reserve, discard_due=discard_due)


def turn_of(
    factions: Sequence[str],
    board: Mapping[str, Mapping[str, Any]],
    hit_points: Sequence[int],
    reserve: Sequence[str],
    *,
    discard_due: bool,
) -> State:
    """Return a position in a turn of seat 0 of a match of two, in which only `reserve` is held."""
    return GAME.load(
        {
            "game": "monolith_arena",
            "seats": [{"faction": name, "team": team} for team, name in enumerate(factions)],
            "hit_points": list(hit_points),
            "board": dict(board),
            "options": {"open_reserves": False, RULINGS: NEWEST_RULINGS},
            "known": [],
            "turn": {
                "stage": "turn",
                "seat": 0,
                "number": TURN,
                "order": [0, 1],
                "discard_due": discard_due,
                "redraw": False,
                "features_only": False,
                "drawn": list(reserve),
                "played": 0,
                "placed": False,
                "unfolded": False,
            },
            "stacks": [_stack(name) for name in factions],
            "reserves": [list(reserve), []],
            "discards": [[], []],
            "used": [],
            "pending": {},
            "end": {"last_turns": None, "extra": False},
            "step": 0,
            "cursor": 0,
            "result": None,
        }
    )


def _stack(name: str) -> list[str]:
    """Return enough tiles for both sides to draw; which ones does not matter in a lesson."""
    return [one.id for one in faction(name).tiles if not one.is_banner]


# The lessons

DRAGON: Final = ("dragon_empire", "guardians_of_the_realm")
AGAINST_FOREST: Final = ("dragon_empire", "harbingers_of_the_forest")
ABYSS: Final = ("lords_of_the_abyss", "guardians_of_the_realm")
FACING: Final = "facing"
"""The field that every lesson leaves to the learner; later a match presets it."""
BANNERS: Final = {"A2": "0.banner.N", "E2": "1.banner.N"}

LESSONS: Final = (
    Lesson(
        "place",
        Message("Place and face a tile"),
        Message(
            "Symbols at an edge of a tile work in that direction, and a tile stays as you place it. Your Knight has a "
            "blade at its top edge alone: place it beside the enemy Axeman on C5, turned so that the blade points at "
            "it. Then press Battle/Charge, start a battle and watch."
        ),
        Message(
            "Press Knight, choose a hex that touches C5, then turn it. The picture shows where it would attack: from "
            "B4 the way to C5 is SE, to the lower right."
        ),
        Message(
            "Attacks happen by themselves, but only in a battle. Until then everybody keeps placing tiles, and where "
            "a tile points is what counts."
        ),
        position(DRAGON, {**BANNERS, "C5": "1.axeman.S"}, ["knight", "battle_charge"]),  # no Knight strikes it unturned
        all_of(first(attacks("knight", "C5")), struck("C5")),
        (("place", "knight", "B4", "SE"), ("battle",)),
        "R7.1",
        teaches=FACING,
    ),
    Lesson(
        "first",
        Message("Initiative: who strikes first"),
        Message(
            "The number on a tile is its initiative. In a battle the highest numbers attack first, and whatever "
            "is destroyed attacks no more. The Axeman attacks with 2, your Swordsman with 3: place it so that it "
            "attacks the Axeman, then start a battle with Battle/Charge."
        ),
        Message(
            "The blades of the Swordsman are at the edges left and right of its top edge. Place it on B3 facing N, "
            "then press Battle/Charge."
        ),
        Message(
            "Phase 3 came before phase 2: the Axeman was gone before it could strike. All attacks of one phase happen "
            "at the same time, so two tiles of equal initiative kill each other."
        ),
        position(DRAGON, {**BANNERS, "C3": "1.axeman.SW"}, ["swordsman", "battle_charge"]),
        all_of(first(attacks("swordsman", "C3")), fought, gone("C3"), unharmed("swordsman")),
        (("place", "swordsman", "B3", "N"), ("battle",)),
        "R5.3",
        teaches=FACING,
    ),
    Lesson(
        "armor",
        Message("Shots and armor"),
        Message(
            "An arrow shoots along the whole line and hits the first enemy in it, however far. Armor takes 1 off a "
            "shot that comes in through its edge. The Veteran on C3 is armored to the south: shoot it from another "
            "side, out of reach of its blades, and start a battle."
        ),
        Message(
            "Place the Arquebusier on C1 and turn it to S: the shot goes down the column and meets no armor. Then "
            "start the battle."
        ),
        Message(
            "Shots pass over your own tiles and over empty hexes, never over an enemy. Armor helps against nothing "
            "but shots."
        ),
        position(DRAGON, {**BANNERS, "C3": "1.veteran.S"}, ["arquebusier", "battle_charge"]),
        all_of(
            first(attacks("arquebusier", "C3")), first(safe("arquebusier")), fought, gone("C3"), unharmed("arquebusier")
        ),
        (("place", "arquebusier", "C1", "S"), ("battle",)),
        "R7.5",
        teaches=FACING,
    ),
    Lesson(
        "net",
        Message("Nets"),
        Message(
            "The Wyvern on B3 attacks in all six directions and stands beside your banner. Your Horror is slow, but "
            "it has a net at its top edge, and a netted tile does nothing at all. Net the Wyvern, then start a "
            "battle: it must be gone, and your banner unharmed."
        ),
        Message("Place the Horror on a hex that touches B3, with its top edge to it: on C3 facing SW. Then Battle."),
        Message(
            "A net works at once, not only in battles: a netted tile does not attack, move or help its neighbors. "
            "Only its armor and hit points remain."
        ),
        position(ABYSS, {**BANNERS, "B3": "1.wyvern.N"}, ["horror", "battle"]),
        all_of(first(netted("B3")), fought, gone("B3"), banner_untouched),
        (("place", "horror", "C3", "SW"), ("battle",)),
        "R7.7",
        teaches=FACING,
    ),
    Lesson(
        "rune",
        Message("Runes"),
        Message(
            "The Golem on C3 has three hit points, and your Knight strikes with 2: one too few. A rune helps your "
            "tiles at its marked edges. Connect the Rune of Strength to your Knight on C4, then start a battle."
        ),
        Message("On B3 facing N the marked edges of the rune look to SE, S and SW, and SE of it stands the Knight."),
        Message(
            "Runes add to what a tile has already: more strength, an earlier phase, another attack. Kill the rune, "
            "and what it gave is gone from the next phase on."
        ),
        position(
            DRAGON,
            {"A1": "0.banner.N", "E2": "1.banner.N", "C3": "1.golem.N", "C4": "0.knight.N"},
            ["rune_of_strength", "battle_charge"],
        ),
        all_of(first(helped("knight", "rune_of_strength")), fought, gone("C3")),
        (("place", "rune_of_strength", "B3", "N"), ("battle",)),
        "R7.16",
        teaches=FACING,
    ),
    Lesson(
        "order",
        Message("Orders"),
        Message(
            "Orders are tiles that never stand on the board: they are played and discarded. The Crossbowman on C2 "
            "aims at your Pikeman. With Move take the Pikeman one hex out of its line, so that it attacks the "
            "Crossbowman."
        ),
        Message(
            "Press Move, choose the Pikeman, then C3 and N: the hex is beside the Crossbowman, but not in its line."
        ),
        Message(
            "Every faction has its own orders. The one that matters most is Battle: it is the only way to start a "
            "battle before the arena is full."
        ),
        position(
            DRAGON,
            {"A3": "0.banner.N", "E2": "1.banner.N", "C2": "1.crossbowman.SW", "B2": "0.pikeman.S"},
            ["move"],
        ),
        all_of(attacks("pikeman", "C2"), safe("pikeman")),
        (("move", "B2", "C3", "N"),),
        "R3.8",
        teaches=FACING,
    ),
    Lesson(
        "feature",
        Message("Abilities"),
        Message(
            "Some tiles can do something in your turn, for free and once a turn. The Dragon Rider maneuvers: it moves "
            "one hex and turns. Bring it beside the Sorcerer on C3 so that it attacks, and keep your Move for later."
        ),
        Message("Choose the Dragon Rider under Abilities on the board, then B3 and NE."),
        Message(
            "Abilities work in your own turn alone, before or after your tiles, and never in a battle. Some runes "
            "and the banner of the Harbingers lend them to their neighbors."
        ),
        position(AGAINST_FOREST, {**BANNERS, "C3": "1.sorcerer.N", "B4": "0.dragon_rider.S"}, ["move"]),
        all_of(used_feature, attacks("dragon_rider", "C3")),
        (("feature", "B4", "maneuver", "B3", "NE"),),
        "R10.1",
        teaches=FACING,
    ),
    Lesson(
        "turn",
        Message("A whole turn"),
        Message(
            "You begin a turn by drawing up to three tiles; in the very first turn of a match it is one, in the "
            "second two. If you then have three, discard one before anything else; the others you may play or keep. "
            "Discard one, place one, keep one, and end your turn."
        ),
        Message("Discard the Swordsman, place the Knight anywhere, then press End turn and keep the Move."),
        Message(
            "Keeping a tile is often good, but you draw one less for it. When a stack runs out, the Final Battle is "
            "near; then the banner with more hit points wins."
        ),
        position(AGAINST_FOREST, {**BANNERS, "C2": "1.spark.N"}, ["knight", "swordsman", "move"], discard_due=True),
        turn_ended_keeping_one,
        (("discard", "swordsman"), ("place", "knight", "B2", "N"), ("end",)),
        "R3.3",
    ),
    Lesson(
        "win",
        Message("Winning"),
        Message(
            "A side whose banner falls to 0 hit points loses. The enemy banner on E2 has 3 left, and your Dragon "
            "Rider strikes with 3. It faces the wrong way: turn it with its maneuver, then start the battle."
        ),
        Message(
            "Choose the Dragon Rider under Abilities on the board, then D2 (it stays) and SE. Then start the battle."
        ),
        Message(
            "A match begins with 20 hit points on both sides, and most are decided by two or three good battles. "
            "Count before you start one: it is fought without you."
        ),
        position(AGAINST_FOREST, {**BANNERS, "D2": "0.dragon_rider.N"}, ["battle_charge"], enemy_hit_points=3),
        all_of(first(attacks("dragon_rider", "E2")), won),
        (("feature", "D2", "maneuver", "D2", "SE"), ("battle",)),
        "R5.8",
        teaches=FACING,
    ),
)
"""All lessons; `games.lessons` carries them out."""
