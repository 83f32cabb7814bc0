"""`/monolith`: how the parts of the verbs are typed, what they offer, and what can be looked up.

The options of its `new` are the match options of the game (`bot.commands.new_match`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.commands import lookups
from bot.commands.from_verbs import NOTHING, Moves, Option, Perspective, group, one_token
from bot.interactions import lookup
from bot.monolith_arena.pages import questions, targets
from bot.monolith_arena.texts.monoliths import token_name
from bot.monolith_arena.texts.names import owned, tile_name
from bot.panels.model import SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monolith_arena.grammar import VERBS
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View

_LOOSE_AT: Final = re.compile(r"@(?![A-Ea-e][1-5]$)")
"""Only ``maneuver@D3`` has one."""


def _word(text: str) -> Action:
    """Return what was typed as one token; blanks become underscores."""
    return (_LOOSE_AT.sub("", one_token(text, "/+=@-")) or NOTHING,)


def _hex(text: str) -> Action:
    """Return a hex as it was typed or chosen (``C4 Knight``)."""
    parts = text.split()
    return _word(parts[0]) if parts else (NOTHING,)


def _hexes(text: str) -> Action:
    """Return hexes, however they are separated, as one token."""
    return ("-".join(_word(part)[0] for part in re.split(r"[\s,-]+", text) if part) or NOTHING,)


def _lower(text: str) -> Action:
    return (_word(text)[0].lower(),)


def _upper(text: str) -> Action:
    return (_hex(text)[0].upper(),)


def _is_hex(value: str) -> bool:
    return value in BY_NAME


def _no_facing(hex_: str, option: str) -> Message:
    return Message("Say which way the tile on {hex} faces: `{option}` is missing.", hex=hex_, option=option)


_HOMES: Final = (*((f, faction(f).title) for f in FACTIONS), ("random", Message("Random")))
_FACINGS: Final = tuple((name, name) for name in ("N", "NE", "SE", "S", "SW", "NW"))
_TILE: Final = Option("tile", Message("A tile of your reserve"), read=_word)
_OWN: Final = Option("tile", Message("Which of your tiles"), read=_hex)
_TARGET: Final = replace(_OWN, name="target")
_ENEMY: Final = replace(_TARGET, help=Message("Which enemy tile"))
_HEX: Final = Option("hex", Message("Which hex, A1 to E3"), read=_hex, only=_is_hex)
_STAY: Final = replace(
    _HEX, help=Message("Which hex; if left out, the tile stays and turns"), optional=True, left_out=(NOTHING,)
)
_FACING: Final = Option(
    "facing",
    Message("Direction of its top edge; skip if all sides are equal"),
    optional=True,
    choices=_FACINGS,
    read=lambda text: (text,),
)
_KEEP: Final = replace(
    _FACING, help=Message("Direction of its top edge; if left out, as it is now"), left_out=(NOTHING,)
)
_TURNED: Final = replace(_KEEP, help=Message("Direction of its top edge then"))
_ASKED: Final = replace(_FACING, asked="facing", missing=_no_facing)
"""A facing that is said only where the player is to choose it (R13.3, R13.5)."""
PARTS: Final = {
    "answer": Option("option", Message("Your answer"), read=_hexes),
    "faction": Option("faction", Message("Which faction you play"), choices=_HOMES, read=_word),
    "hexes": Option("hexes", Message("Three hexes that touch, such as C3-C4-D3"), read=_hexes),
    "tile": _TILE,
    "target": _TARGET,
}
OWN: Final = {
    "prepare": (
        replace(_TILE, help=Message("A champion or a rune of your faction")),
        replace(_TILE, name="tile2", help=Message("Another one; the same one again if you have two of them")),
    ),
    "banner": (_HEX, replace(_FACING, help=Message("Not needed: banners look the same in all facings"))),
    "place": (_TILE, replace(_HEX, help=Message("Which hex; a Demon may take an enemy's place")), _FACING),
    "unfold": (
        replace(_TILE, help=Message("One of the two that lie inside"), read=_lower),
        replace(_HEX, help=Message("Where its segment goes"), read=_upper),
        _ASKED,
        replace(_HEX, name="hex2", help=Message("Where the other segment goes"), read=_upper),
        replace(
            _ASKED,
            name="facing2",
            help=Message("Direction of the other tile's top edge; skip if all sides are equal"),
        ),
    ),
    "charge": (
        Option(
            "by",
            Message("The order, or the hex of a Rune of Charge"),
            optional=True,
            read=_hex,
            first=True,
            left_out=("order",),
        ),
        replace(_OWN, name="champion", help=Message("Which champion charges")),
        replace(_HEX, help=Message("Where it moves, one hex away")),
        replace(_TURNED, optional=False),
    ),
    "move": (_OWN, _STAY, _KEEP),
    "push": (replace(_OWN, name="pusher"), replace(_TARGET, help=Message("Which tile it pushes"))),
    "shoot": (replace(_TARGET, help=Message("Which enemy tile; banners cannot be shot at")),),
    "rotate": (_TARGET, _TURNED),
    "falseorder": (_ENEMY, _STAY, _KEEP),
    "net": (_ENEMY,),
    "feature": (
        _OWN,
        Option("feature", Message("Which ability"), read=_word),
        replace(_STAY, help=_HEX.help, not_after="rotation"),
        _KEEP,
    ),
}


def name(perspective: SeatPerspective[View], tokens: Action, value: str) -> str:
    """Return a value after some tokens as the player reads it."""
    say, view, verb = perspective.say, perspective.view, VERBS[tokens[0]]
    part = verb.parts[min(len(tokens), len(verb.parts)) - 1]
    if part == "answer" and view.question is not None:
        return questions.label(say, view, view.question, value)
    if part == "feature":
        return targets.feature(say, view, BY_NAME[tokens[1]], value)
    if part == "hexes":
        return f"{value}: {targets.burns(say, view, value)}"
    if value in BY_NAME:
        return _hex_name(perspective, view, value)
    if part == "inside" and value not in BY_DIRECTION:
        return token_name(say, value)
    return say("the order") if value == "order" else tile_name(say, value)


def _hex_name(perspective: SeatPerspective[View], view: View, value: str) -> str:
    tile = view.board[BY_NAME[value]]
    return value if tile is None else f"{value} {owned(view, tile.seat, perspective.say.message(tile.type.title))}"


def discard_first(perspective: Perspective, tokens: Action) -> lookup.Choices:
    """Return the hint that a tile has to be discarded before anything else (R3.3)."""
    if not perspective.view.discard_due or perspective.choice is None or tokens[0] == "discard":
        return []
    return [app_commands.Choice(name=perspective.say("Discard a tile first"), value="discard")]


def tiles(say: Phrases) -> list[tuple[str, str]]:
    """Return all tiles of all factions by their names, as `bot.monolith_arena.exhibits.find` reads them."""
    return [
        (f"{say.message(tile.title)} ({say.message(faction(f).title)})", f"{f}/{tile.id}")
        for f in FACTIONS
        for tile in faction(f).tiles
    ]


_SEAT: Final = Option(
    "seat",
    Message("Just one seat"),
    optional=True,
    choices=tuple((seat, seat) for seat in "ABCD"),
    read=lambda seat: (str("ABCD".index(seat)),),
)
MOVES: Final = Moves(
    GAME,
    PARTS,
    name,
    own=OWN,
    before=("faction", "banner", "prepare", "unfold", "discard", "redraw", "place", "end", "choose"),
    nothing=discard_first,
)
COMMANDS: Final = (
    group(
        "monolith",
        GAME,
        (
            *MOVES.commands(),
            lookups.panel("reserve", Message("Your reserve, your monolith and all you can do, for your eyes only")),
            lookups.exhibit(
                "piles",
                Message("The discard piles, the tiles not seen yet, what you may know of monoliths"),
                "piles",
                _SEAT,
            ),
            lookups.look_up(
                "tile",
                Message("The card of a tile"),
                Message("The name of the tile"),
                "card",
                tiles,
                in_match=True,
            ),
        ),
    ),
)
