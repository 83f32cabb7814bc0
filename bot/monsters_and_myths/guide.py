"""Monsters & Myths explained in chapters; the rules in full are in `docs/rules`."""

from __future__ import annotations

from typing import Final

from bot.monsters_and_myths.texts.description import alt_text
from bot.panels.face import Chapter, written
from bot.panels.model import Picture
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monsters_and_myths import notation
from games.monsters_and_myths.game import GAME
from render.labels import Labels
from render.monsters_and_myths import draw_explained

EXAMPLE: Final = (
    "mm seats=AB fire=asked round=1 phase=ready active=A card=5 force=G3i1a1m target=B.G wait=B "
    "A.troops=U2i1m,T2i1w,G3i1a1m A.catapults=1 A.attacks=5.9 A.captured=Di.Di "
    "B.troops=D4i1a,E3i,G2i2a,B1m B.catapults=1 B.attacks=11 B.captured=Ui pile=Ui"
)
"""A position in which there is everything that the table can show."""


def _table(say: Phrases) -> Picture:
    """Draw the table of the chapter about it, with numbers that its sentences explain."""
    view = GAME.view(notation.read(EXAMPLE).state, None)
    return Picture(draw_explained(view, Labels(say)), "table.png", alt_text(say, view))


GUIDE: Final = (
    Chapter(
        "game",
        Message("The game in six sentences"),
        written(
            Message(
                "At the end there are 2 points for each card you captured, and the printed points for the largest"
                " nation of each kind."
            ),
            Message("There are three rounds. In each you keep 4 of 7 cards, in the last one 5."),
            Message(
                "An attack card makes you attack, the lowest number first: a battle card sends a whole nation against"
                " the same kind or its natural enemy, mercenaries are any 3 or 4 cards against anybody."
            ),
            Message(
                "A die for each sword, three at most, two for the defender; more bows give +1 on the highest; ties go"
                " to the defender; the loser chooses which card is given."
            ),
            Message("A horse lets you ride on to another nation, leaving a card behind."),
            Message(
                "A wizard shuts a nation, in and out, until the round ends; a catapult takes any single card on 4, 5"
                " or 6."
            ),
        ),
    ),
    Chapter(
        "turn",
        Message("Your turn"),
        written(
            Message("Press **Play / look** under the table. Only you see what opens."),
            Message("A round begins with your cards: all keep some of seven at the same time, unseen by the others."),
            Message("Then all lay out what they kept, and whoever has a wizard says which nation it protects."),
            Message("The attack cards come up one by one, the lowest number first, whosever they are."),
            Message("With a card of yours you choose whom you attack, roll, and go on or stop after each roll."),
            Message("In the turn of another you are asked which cards you lose, and whether you fire a catapult."),
            Message("**Standing instructions** answer these questions for you, if you like."),
            Message("After the third round the points are counted."),
        ),
    ),
    Chapter(
        "table",
        Message("Reading the table"),
        written(
            Message("1: a nation. Its banner shows the points for the largest one, and its natural enemy."),
            Message(
                "2: a cell is a player's nation. The large number counts all; beside it are swords, bows and horses."
            ),
            Message("3: a crown marks the largest nation, on each of them when they are tied."),
            Message(
                "4: a frame with a hat is a wizard. Nobody attacks this nation, and no battle card sends it to attack."
            ),
            Message("5: a player with the points so far, captured cards and catapults."),
            Message("6: the attack cards in their order, with the swords they add. The next one is framed."),
            Message("7: so many are fighting. A gray number lies face down until the attack is over."),
            Message("8: the arrow leads to the nation that is attacked."),
            Message(
                "9: who is fighting, their symbols and dice. A gold frame wins the comparison, a gray die loses it."
            ),
        ),
        picture=_table,
    ),
    Chapter(
        "attack",
        Message("An attack"),
        written(
            Message("The first roll is compulsory. After each roll the attacker goes on or stops."),
            Message("Dice are sorted; the highest are compared, and the second highest where both sides rolled two."),
            Message("The symbols on the attack card always count, so there is always a die."),
            Message("Every lost comparison gives a creature to the winner, for good: 2 points for the winner."),
            Message(
                "After a fight, whoever has a horse left face up may leave one card behind and attack another nation."
            ),
            Message("When the attack card is finished, all cards that were face down are turned up again."),
        ),
    ),
    Chapter(
        "catapults",
        Message("Catapults and wizards"),
        written(
            Message(
                "A catapult may fire at four moments: when a card comes up, when the target is named, after each "
                "roll, and after a fight."
            ),
            Message("It is aimed at one creature or wizard of anybody else. It is gone, hit or miss."),
            Message("Creatures at home behind a wizard are safe; the wizard itself can be shot."),
            Message("Whoever cannot fire is never asked; before the target is known only about wizards in the way."),
            Message("*Pass this card* lets the whole attack go by. A pass can be taken back."),
            Message("Unused catapults and all wizards are discarded at the end of each round."),
            Message(
                "With two players attack cards can be rare: an option of the match gives one to whoever was dealt none."
            ),
        ),
    ),
)
