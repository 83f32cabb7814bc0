"""Monsters & Myths explained in chapters; the rules in full are in `docs/rules`."""

from __future__ import annotations

from typing import Final

from bot.panels.face import Chapter, written
from games.messages import Message

GUIDE: Final = (
    Chapter(
        "game",
        Message("The game in six sentences"),
        written(
            Message(
                "At the end there are 2 points for each card you captured, and the printed points for the largest"
                " nation of each kind."
            ),
            Message("Every round you keep 4 of 7 cards, in the last one 5."),
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
        "table",
        Message("Reading the table"),
        written(
            Message("A column is a nation: its banner shows the points for the largest one and the natural enemy."),
            Message("A row is a player. The large number counts creatures; sword, bow and horse say of which kinds."),
            Message("A crown marks the largest nation, on each of them when they are tied."),
            Message("A closed frame with a hat is a wizard: nobody attacks this nation, and it does not attack."),
            Message(
                "On the right: attack cards, the next one outlined; catapults; captured cards; points if it ended now."
            ),
            Message("Red below a cell: so many are fighting. Gray: so many lie face down until the attack is over."),
        ),
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
            Message("Whoever cannot fire is never asked. A pass may hold for longer, and can be taken back."),
            Message("Unused catapults and all wizards are discarded at the end of each round."),
            Message(
                "With two players attack cards can be rare: an option of the match gives one to whoever was dealt none."
            ),
        ),
    ),
)
