"""The words on pictures, in one language: what `render.monolith_arena.lettering` asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from bot.monolith_arena.texts.card import card_lines, kind_line
from bot.monolith_arena.texts.names import kind_name
from bot.texts.names import letter
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.tiles import FACTIONS, Faction, TileType, faction
from render.monolith_arena.lettering import Lettering, SeatState
from render.typeface import covers

ON_TILE: Final = {
    "arquebusier": Message.term("tile on board", "Arque|busier"),
    "assassin": Message.term("tile on board", "Assassin"),
    "axeman": Message.term("tile on board", "Axeman"),
    "banner": Message.term("tile on board", "Banner"),
    "battle": Message.term("tile on board", "Battle"),
    "battle_charge": Message.term("tile on board", "Battle/|Charge"),
    "chaos": Message.term("tile on board", "Chaos"),
    "combat_platform": Message.term("tile on board", "Combat Platform"),
    "crossbowman": Message.term("tile on board", "Cross|bowman"),
    "demon": Message.term("tile on board", "Demon"),
    "dragon_rider": Message.term("tile on board", "Dragon Rider"),
    "entrenchment": Message.term("tile on board", "Entrench|ment"),
    "false_order": Message.term("tile on board", "False Order"),
    "fire_concoction": Message.term("tile on board", "Fire Concoction"),
    "golem": Message.term("tile on board", "Golem"),
    "herne": Message.term("tile on board", "Herne"),
    "horror": Message.term("tile on board", "Horror"),
    "hunter": Message.term("tile on board", "Hunter"),
    "knight": Message.term("tile on board", "Knight"),
    "landsknecht": Message.term("tile on board", "Lands|knecht"),
    "morlock": Message.term("tile on board", "Morlock"),
    "move": Message.term("tile on board", "Move"),
    "mygalomorph": Message.term("tile on board", "Mygalo|morph"),
    "net": Message.term("tile on board", "Net"),
    "nightmare": Message.term("tile on board", "Nightmare"),
    "pikeman": Message.term("tile on board", "Pikeman"),
    "precise_shot": Message.term("tile on board", "Precise Shot"),
    "pupil": Message.term("tile on board", "Pupil"),
    "push_back": Message.term("tile on board", "Push Back"),
    "rotation": Message.term("tile on board", "Rotation"),
    "rune_of_accuracy": Message.term("tile on board", "Accuracy"),
    "rune_of_agility": Message.term("tile on board", "Agility"),
    "rune_of_charge": Message.term("tile on board", "Charge"),
    "rune_of_disarmament": Message.term("tile on board", "Disarma|ment"),
    "rune_of_double_attack": Message.term("tile on board", "Double Attack"),
    "rune_of_greater_acceleration": Message.term("tile on board", "Greater Accel."),
    "rune_of_minor_acceleration": Message.term("tile on board", "Minor Accel."),
    "rune_of_penetration": Message.term("tile on board", "Penetra|tion"),
    "rune_of_regeneration": Message.term("tile on board", "Regene|ration"),
    "rune_of_reinforcement": Message.term("tile on board", "Reinforce|ment"),
    "rune_of_strength": Message.term("tile on board", "Strength"),
    "rune_of_teleportation": Message.term("tile on board", "Telepor|tation"),
    "sorcerer": Message.term("tile on board", "Sorcerer"),
    "spark": Message.term("tile on board", "Spark"),
    "spike": Message.term("tile on board", "Spike"),
    "swordsman": Message.term("tile on board", "Swords|man"),
    "veteran": Message.term("tile on board", "Veteran"),
    "wraith": Message.term("tile on board", "Wraith"),
    "wyrm": Message.term("tile on board", "Wyrm"),
    "wyvern": Message.term("tile on board", "Wyvern"),
}
"""The names as they stand on tiles, by the ids of the tiles: without what all runes share, some shortened. A word may
be broken at a bar; the bar itself is never seen. Translations have bars of their own, as many as are of use."""

STAGES: Final = {
    "factions": Message("Choosing factions"),
    "monoliths": Message("Filling monoliths"),
    "banners": Message("Placing banners"),
}
"""What happens in the stages before the first turn."""

STATES: Final[dict[SeatState, Message]] = {
    "turn": Message.term("corner", "TURN"),
    "play": Message.term("corner", "TO PLAY"),
    "banner": Message.term("corner", "BANNER"),
    "faction": Message.term("corner", "FACTION"),
    "choose": Message.term("corner", "TO CHOOSE"),
    "won": Message.term("corner", "WINS"),
}
"""The marks in the corners of boards, in capitals."""

REASONS: Final = {
    "agreed": Message("A draw was agreed on"),
    "abandoned": Message("Nobody played on"),
    "both_banners": Message("Both banners have fallen"),
    "tie": Message("A tie, after the additional battle too"),
    "banner": Message("The other banner has fallen"),
    "hit_points": Message("More hit points after the last battle"),
    "resigned": Message("The other side resigned"),
    "timeout": Message("The other side ran out of time"),
}
"""How matches end, for the card of the result."""


def _drawable(name: str) -> str:
    """A name without what the font has not; nothing if that is most of it."""
    kept = " ".join("".join(letter for letter in name if covers(letter)).split())
    return kept if 2 * len(kept) > len(name.strip()) else ""


class Letters:
    """The words of all pictures in the language of some phrases, with the names of players where they are known."""

    def __init__(self, say: Phrases, players: tuple[str, ...] = ()) -> None:
        self.say = say
        self._players = tuple(map(_drawable, players))
        self._on_tile = {tile: say.message(ON_TILE[tile.id]) for home in FACTIONS for tile in faction(home).tiles}
        self._piles = say.term("corner", "stack"), say.term("corner", "reserve"), say.term("corner", "discard")
        self._states = {state: say.message(text) for state, text in STATES.items()}

    def on_tile(self, tile: TileType) -> str:
        """The name as it stands on the tile."""
        return self._on_tile[tile]

    def tile(self, tile: TileType) -> str:
        """The whole name."""
        return kind_name(self.say, tile)

    def faction(self, home: Faction | None) -> str:
        """The name of a faction."""
        return self.say("no faction yet") if home is None else self.say.message(home.title)

    def stage(self, stage: str) -> str:
        """What happens before the first turn."""
        return self.say.message(STAGES[stage])

    def turn(self, number: int) -> str:
        """The headline of a turn."""
        return self.say("Turn {number}", number=number)

    def phase(self, number: int | None) -> str:
        """The phase of a battle."""
        return self.say("Battle begins") if number is None else self.say("Battle, phase {phase}", phase=number)

    def last_turns(self, seats: Sequence[int], extra: bool) -> str:
        """Whose turns are left."""
        if not seats:
            return self.say("Extra turns") if extra else self.say("Last turns")
        left = ", ".join(map(self._who, seats))
        return self.say("Extra turns: {seats}", seats=left) if extra else self.say("Last turns: {seats}", seats=left)

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won."""
        if not winners:
            return self.say("A draw")
        return self.say.plural(
            "{seats} wins", "{seats} win", len(winners), seats=self.say.every(map(self._who, winners))
        )

    def after(self, turn: int) -> str:
        """In which turn the match ended."""
        return self.say("after turn {turn}", turn=turn)

    def reason(self, reason: str) -> str:
        """How the match ended."""
        return self.say.message(REASONS[reason])

    def state(self, state: SeatState) -> str:
        """The mark in the corner of a seat."""
        return self._states[state]

    def piles(self) -> tuple[str, str, str]:
        """What stands below the numbers in a corner."""
        return self._piles

    def own_reserve(self, plays: tuple[int, int] | None, empty: bool) -> str:
        """The title of the reader's reserve."""
        say = self.say
        if plays is None:
            return say("Your reserve: empty") if empty else say("Your reserve")
        left, whole = plays
        if empty:
            return say("Your reserve: empty, {plays} of {all} plays left", plays=left, all=whole)
        return say("Your reserve, {plays} of {all} plays left", plays=left, all=whole)

    def own_monolith(self, empty: bool = False) -> str:
        """The title of what lies in the reader's monolith."""
        return self.say("Your monolith: empty") if empty else self.say("Your monolith")

    def player(self, seat: int) -> str:
        """The name of a seat's player."""
        return self._players[seat] if seat < len(self._players) else ""

    def reader(self) -> str:
        """What the reader's own seat is called."""
        return self.say.term("corner", "You")

    def _who(self, seat: int) -> str:
        return self.player(seat) or letter(seat)

    def empty_segment(self) -> str:
        """What stands for a tile where there is none."""
        return self.say.term("segment", "empty")

    def kind(self, tile: TileType) -> str:
        """The line below the name on a card."""
        return kind_line(self.say, tile)

    def card(self, tile: TileType) -> Sequence[str]:
        """All that is printed on a tile."""
        return card_lines(self.say, tile)


@lru_cache(256)
def _lettering(say: Phrases, players: tuple[str, ...]) -> Lettering:
    return Letters(say, players)


def lettering(say: Phrases, players: Mapping[int, str] | None = None) -> Lettering:
    """The words on pictures in the language of these phrases: the same object for the same phrases and names.

    `players` are the names of the players by their seats; without them pictures have the letters of seats alone.
    Letters that the font has not are left out, and a name that has few others.
    """
    names = players or {}
    return _lettering(say, tuple(names.get(seat, "") for seat in range(max(names, default=-1) + 1)))
