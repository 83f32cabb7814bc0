"""Arena of Heroes explained in chapters; the rules in full are in `docs/rules`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from bot.arena_of_heroes.texts.names import hero_text, hero_tile, own_words, tiles
from bot.panels.face import Chapter, written
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import ALL, GREEN, HEROES
from games.arena_of_heroes.ring import BLANK, HIDE_FACES, RED, RING, chances, step
from games.arena_of_heroes.ring import GREEN as GREEN_FACE
from games.messages import Message
from render.arena_of_heroes import share

AIMED: Final = RING[0]
"""Any hideout: from each one shots scatter alike."""


def _chance(struck: int) -> str:
    """Return how likely a shot strikes a hideout, by the die that is rolled where no other was chosen."""
    return share(chances(AIMED, "d6")[struck])


ORANGE: Final = tuple(code for code in ALL if code not in GREEN)
"""The codes of the orange sides."""


def _heroes(say: Phrases) -> str:
    """Return the green sides with what they can do."""
    return _read(say, GREEN)


def _orange(say: Phrases) -> str:
    """Return the orange sides with what they can do."""
    return _read(say, ORANGE)


def _read(say: Phrases, codes: Sequence[str]) -> str:
    heroes = [HEROES[code] for code in codes]
    return "\n".join((*(hero_text(say, hero) for hero in heroes), *own_words(say, heroes)))


def _picture(codes: Iterable[str]) -> Callable[[Phrases], Picture]:
    """Return the tiles of these heroes."""
    return lambda say: tiles([hero_tile(say, HEROES[code]) for code in codes])


GUIDE: Final = (
    Chapter(
        "game",
        Message("The game in seven sentences"),
        written(
            Message("Be the last hero standing."),
            Message("You sit secretly at a hideout whose number only you see."),
            Message(
                "You have three actions a turn: the first shot that strikes a hero reveals it, the next one costs "
                "it stamina, but each hero only once a turn."
            ),
            Message(
                "Shots scatter: {target} strike the hideout you aim at, {other} each of the two next to it on either"
                " side.",
                target=_chance(AIMED),
                other=_chance(step(AIMED, 1)),
            ),
            Message(
                "Neighbors are the hideouts beside each other on the ring, as in the picture: 1 lies between 20 and 18."
            ),
            Message(
                "Once found, roll to hide: {green} of {sides} faces are green and always hide you; red ({red}) does so"
                " in forest and water, with delay tokens to work off; blank ({blank}) fails; and the place you leave is"
                " closed for good.",
                sides=len(HIDE_FACES),
                **{face: HIDE_FACES.count(face) for face in (GREEN_FACE, RED, BLANK)},
            ),
            Message("When the hideout deck is empty nobody hides any more, and every hit counts."),
        ),
    ),
    Chapter(
        "turn",
        Message("Your turn"),
        written(
            Message("Press **Play / look** under the board. Only you see what opens, and your own hideout in it."),
            Message("**Aim** at a target: the picture shows what the shot may strike and how likely that is."),
            Message("**Fire** rolls the attack die. The target stays selected, so that the next shot is one press."),
            Message("**Hide** rolls the hide die; **Work off** takes a delay token off with green or red."),
            Message("A red roll also ends your turn when you work off delay."),
            Message("The turn ends by itself with its last action. Nothing that was rolled can be taken back."),
        ),
    ),
    Chapter(
        "machine",
        Message("The machine"),
        written(
            Message("You aim at a number; the die says where the shot goes."),
            Message("Ring and split ring strike the target itself: {chance} of all shots.", chance=_chance(AIMED)),
            Message("Square strikes the next hideout clockwise, triangle the one before."),
            Message("Slash and cross stray two hideouts, clockwise and back."),
            Message("After a shot that reveals nobody, small letters show which heroes cannot be there."),
        ),
    ),
    Chapter(
        "arena",
        Message("Exploring and arena cards"),
        written(
            Message("In the advanced game you explore once a turn: draw an arena card and carry it out."),
            Message("A hideout that is not explored cannot be left; the first one is explored already."),
            Message("Items stay with you. Lasting events lie on E1 and E2 until another one replaces them."),
            Message("`/arena card` shows any card, `/arena hero` any hero."),
        ),
    ),
    Chapter("green", Message("The heroes, green sides"), _heroes, _picture(GREEN)),
    Chapter("orange", Message("The heroes, orange sides"), _orange, _picture(ORANGE)),
)
"""The chapters."""
