"""The lessons in their order: from the first tile to the end of a match, about ten minutes in all."""

from __future__ import annotations

from typing import Final

from games.lessons import Lesson
from games.messages import Message
from games.monolith_arena.lessons import goals
from games.monolith_arena.lessons.positions import position

DRAGON: Final = ("dragon_empire", "guardians_of_the_realm")
AGAINST_FOREST: Final = ("dragon_empire", "harbingers_of_the_forest")
ABYSS: Final = ("lords_of_the_abyss", "guardians_of_the_realm")
BANNERS: Final = {"A2": "0.banner.N", "E2": "1.banner.N"}

LESSONS: Final = (
    Lesson(
        "place",
        Message("Place and face a tile"),
        Message(
            "Symbols at an edge of a tile work in that direction, and a tile stays as you place it. Your Knight has a "
            "blade at its top edge alone: place it beside the enemy Axeman on C3, with the blade pointing at it."
        ),
        Message(
            "Press Knight, choose a hex that touches C3, then turn it. The picture shows where it would attack: from "
            "B3 the way to C3 is NE."
        ),
        Message(
            "Nothing is fought yet: attacks happen by themselves, but only in a battle. Until then everybody keeps "
            "placing tiles, and where a tile points is what counts."
        ),
        position(DRAGON, {**BANNERS, "C3": "1.axeman.N"}, ["knight"]),
        goals.threatens("C3"),
        (("place", "knight", "B3", "NE"),),
        "R7.1",
    ),
    Lesson(
        "first",
        Message("Initiative: who strikes first"),
        Message(
            "The number on a tile is its initiative. In a battle the highest numbers attack first, and whatever has "
            "fallen attacks no more. The Axeman attacks with 2, your Swordsman with 3: place it so that it attacks the "
            "Axeman, then start a battle with Battle/Charge."
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
        goals.both(goals.fought, goals.gone("C3"), goals.unharmed("swordsman")),
        (("place", "swordsman", "B3", "N"), ("battle",)),
        "R5.3",
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
        goals.both(goals.fought, goals.gone("C3"), goals.unharmed("arquebusier")),
        (("place", "arquebusier", "C1", "S"), ("battle",)),
        "R7.5",
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
            "A net works at once, not only in battles: a netted tile does not attack, move or help its neighbours. "
            "Only its armor and hit points remain."
        ),
        position(ABYSS, {**BANNERS, "B3": "1.wyvern.N"}, ["horror", "battle"]),
        goals.both(goals.fought, goals.gone("B3"), goals.banner_untouched),
        (("place", "horror", "C3", "SW"), ("battle",)),
        "R7.7",
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
        goals.both(goals.fought, goals.gone("C3")),
        (("place", "rune_of_strength", "B3", "N"), ("battle",)),
        "R7.16",
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
        goals.both(goals.threatens("C2"), goals.safe("pikeman")),
        (("move", "B2", "C3", "N"),),
        "R3.8",
    ),
    Lesson(
        "feature",
        Message("Features"),
        Message(
            "Some tiles can do something in your turn, for free and once a turn. The Dragon Rider maneuvers: it moves "
            "one hex and turns. Bring it beside the Sorcerer on C3 so that it attacks, and keep your Move for later."
        ),
        Message("Choose the Dragon Rider under Features on the board, then B3 and NE."),
        Message(
            "Features work in your own turn alone, before or after your tiles, and never in a battle. Some runes and "
            "the banner of the Harbingers lend them to their neighbours."
        ),
        position(AGAINST_FOREST, {**BANNERS, "C3": "1.sorcerer.N", "B4": "0.dragon_rider.S"}, ["move"]),
        goals.both(goals.used_feature, goals.threatens("C3")),
        (("feature", "B4", "maneuver", "B3", "NE"),),
        "R10.1",
    ),
    Lesson(
        "turn",
        Message("A whole turn"),
        Message(
            "You begin a turn by drawing up to three tiles. One of three you have to discard, before anything else; "
            "the others you may play or keep. Discard one, place one, keep one, and end your turn."
        ),
        Message("Discard the Swordsman, place the Knight anywhere, then press End turn and keep the Move."),
        Message(
            "Keeping a tile is often good, but you draw one less for it. When a stack runs out, the Final Battle is "
            "near; then the banner with more hit points wins."
        ),
        position(AGAINST_FOREST, {**BANNERS, "C2": "1.spark.N"}, ["knight", "swordsman", "move"], discard_due=True),
        goals.turn_ended_keeping_one,
        (("discard", "swordsman"), ("place", "knight", "B2", "N"), ("end",)),
        "R3.3",
    ),
    Lesson(
        "win",
        Message("Winning"),
        Message(
            "Whose banner falls to 0 hit points loses. The enemy banner on E2 has 3 left, and your Dragon Rider "
            "strikes with 3. It faces the wrong way: turn it with its maneuver, then start the battle."
        ),
        Message(
            "Choose the Dragon Rider under Features on the board, then D2 (it stays) and SE. Then start the battle."
        ),
        Message(
            "A match begins with 20 hit points on both sides, and most are decided by two or three good battles. "
            "Count before you start one: it is fought without you."
        ),
        position(AGAINST_FOREST, {**BANNERS, "D2": "0.dragon_rider.N"}, ["battle_charge"], enemy_hit_points=3),
        goals.won,
        (("feature", "D2", "maneuver", "D2", "SE"), ("battle",)),
        "R5.8",
    ),
)
"""All lessons; `games.lessons` carries them out."""
