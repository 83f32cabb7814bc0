"""`/monsters`: how the parts of the verbs are typed, what they offer, and what can be looked up.

The options of its `new` are the match options of the game (`bot.commands.new_match`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.commands import lookups
from bot.commands.from_verbs import Moves, Option, group
from bot.commands.lookups import words
from bot.features.standing_orders.pages import orders_command
from bot.monsters_and_myths.pages.parts import value
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import action_text
from bot.panels.model import SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message
from games.monsters_and_myths.cards import CODES
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.view import View


def _first(text: str) -> Action:
    return words(text)[:1]


_CARDS: Final = Option(
    "cards",
    Message("Cards by their letters, such as Gi Gi c 7; the list offers what is possible"),
    read=words,
    several=True,
)
_NATION: Final = Option("nation", Message("Which of your nations"), read=words)
_SCOPES: Final = (
    ("fight", Message("this fight")),
    ("card", Message("this attack card")),
    ("round", Message("this round")),
    ("attacked", Message("until attacked")),
    ("recall", Message("take my pass back")),
)
PARTS: Final = {
    "card": _CARDS,
    "flip": Option("flip", Message("Which card stays behind, face down"), read=_first),
    "limit": Option("until", Message("How far to go on without being asked"), optional=True, read=words),
    "scope": Option(
        "scope",
        Message("For how long; if left out, only for this moment"),
        optional=True,
        choices=_SCOPES,
        read=words,
        verbs=("recall",),
    ),
    "target": Option("target", Message("Which nation, and whose"), read=_first),
}
OWN: Final = {
    "wizard": (
        _NATION,
        replace(_NATION, name="nation2", help=Message("The nation of a second wizard"), optional=True),
        replace(_NATION, name="nation3", help=Message("The nation of a third wizard"), optional=True),
    ),
    "attack": (
        replace(_NATION, help=Message("Which of your nations attacks; not for mercenaries"), optional=True),
        PARTS["target"],
    ),
    "lose": (
        Option("card", Message("Which creature"), read=words),
        Option("card2", Message("The second one, where you lose two"), optional=True, read=words),
    ),
    "fire": (replace(PARTS["target"], help=Message("Which card of whom")),),
}


def label(perspective: SeatPerspective[View], said: Action, token: str) -> str:
    """Return a value after some tokens as the player reads it."""
    return value(perspective.say, perspective.names, said, token)


def cards(say: Phrases) -> list[tuple[str, str]]:
    """Return all cards by their names."""
    return [(n.card(say, code), code) for code in CODES]


MOVES: Final = Moves(
    GAME,
    PARTS,
    label,
    own=OWN,
    without=("start", "swap", "none", "usual", "recall", "ahead", "halt"),
    names={"muster": "mercenaries"},
    also={"end": "none"},
)
COMMANDS: Final = (
    group(
        "monsters",
        GAME,
        (
            *MOVES.commands(),
            lookups.panel("cards", Message("Your cards and all you can do, for your eyes only")),
            lookups.exhibit("piles", Message("Captured and discarded cards, and what is left in the pile"), "piles"),
            lookups.look_up(
                "card", Message("A card, and what it does"), Message("The name of the card"), "mcard", cards
            ),
            lookups.choose(action_text),
            orders_command(),
        ),
    ),
)
