"""How a match may be played: formations and options (A4.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from games.api import BadNotation, Formation, MatchOption
from games.arena_of_heroes.cards import BASE, CARDS, LEAST
from games.arena_of_heroes.heroes import ALL, GREEN
from games.messages import Message

_POOLS: Final = {"all": ALL, "green": GREEN, "orange": tuple(code for code in ALL if code not in GREEN)}
"""The heroes of each pool that has a name."""
_DECKS: Final[dict[str, tuple[str, ...]]] = {"base": (), "all": tuple(CARDS)}
"""The cards of each deck that has a name; the usual one goes without saying."""
MOST_SEATS: Final = 4


def _codes(text: str, known: Iterable[str], told: Message) -> list[str]:
    """Return the codes that a text lists, in any case and however they are parted. Raises `BadNotation`."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", text) if word]
    found = [next((code for code in known if code.lower() == word.lower()), "") for word in words]
    if "" in found or len(set(found)) < len(found) or len(text) > LONGEST_TEXT:
        raise BadNotation(told)
    return sorted(found)


def pool_form(text: str) -> str:
    """Return a pool by its name or as sorted codes of heroes, boards for four players. Raises `BadNotation`."""
    if text.strip().lower() in _POOLS:
        return text.strip().lower()
    told = Message("A pool is all, green, orange, or a list of sides of at least four boards, as in Bg Do Fg Mo.")
    found = _codes(text, ALL, told)
    if len({code[0] for code in found}) < MOST_SEATS:
        raise BadNotation(told)
    return " ".join(found)


def deck_form(text: str) -> str:
    """Return a deck by its name, or its cards, sorted; each at most once, at least 15 (A4.1). Raises `BadNotation`."""
    if text.strip().lower() in _DECKS:
        return text.strip().lower()
    told = Message(
        "A deck is base, all, or a list of at least {least} different cards, as in B01 B02 X03.", least=LEAST
    )
    found = _codes(text, CARDS, told)
    if len(found) < LEAST:
        raise BadNotation(told)
    return "base" if tuple(found) == BASE else " ".join(found)


def pool_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the heroes that may be picked in a match, sorted; of the basic game the green ones among them (A4.1).

    A pool without four green boards has all green sides in the basic game.
    """
    text = options["pool"]
    pool = _POOLS[text] if text in _POOLS else tuple(text.split())
    if options["mode"] != "basic":
        return pool
    green = tuple(code for code in pool if code in GREEN)
    return green if len(green) >= MOST_SEATS else GREEN


def deck_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the arena cards of a match; nothing for the usual ones and where there are none."""
    text = options["deck"]
    if options["mode"] != "advanced":
        return ()
    return _DECKS[text] if text in _DECKS else tuple(text.split())


FORMATIONS: Final = (
    Formation("1v1", (0, 1), Message("1 against 1")),
    Formation("1v1v1", (0, 1, 2), Message("Each against each, three players")),
    Formation("1v1v1v1", (0, 1, 2, 3), Message("Each against each, four players")),
)
"""Everybody plays alone."""

LONGEST_TEXT: Final = 300
"""Characters of a list of codes."""
LONGEST_HOLD: Final = 24 * 60
"""The most minutes that an attack waits for others."""

MATCH_OPTIONS: Final = (
    MatchOption(
        "mode",
        Message("Game"),
        Message("Basic, with more heroes, or with arena cards and exploring"),
        default="basic",
        choices=(
            ("basic", Message("Basic game")),
            ("heroes", Message("All heroes")),
            ("advanced", Message("Advanced game")),
        ),
    ),
    MatchOption(
        "pool",
        Message("Heroes"),
        Message("all, green, orange, or the codes of sides as in Bg Do Fg; in the basic game green ones only"),
        default="all",
        form=pool_form,
    ),
    MatchOption(
        "deck",
        Message("Arena cards"),
        Message("Of the advanced game: base, all, or the numbers of at least 15 cards as in B01 B02 X03"),
        default="base",
        form=deck_form,
    ),
    MatchOption(
        "attack_die",
        Message("Attack die"),
        Message("Six different symbols, or ten faces for slightly shorter games"),
        default="d6",
        choices=(("d6", Message("Six faces")), ("d10", Message("Ten faces"))),
    ),
    MatchOption(
        "hold_minutes",
        Message("Reaction hold, in minutes"),
        Message("How long an attack waits for others after a reveal or a loss; 0 for not at all"),
        default=0,
        bounds=(0, LONGEST_HOLD),
    ),
)
