"""What stands on pictures in words: whoever draws hands it in, in one language.

Pictures make no sentences of their own and know no language. The bot has a `Lettering` for each of its languages; the
letters of seats, the names of hexes and numbers are the same in all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, Protocol

from games.monolith_arena.tiles import Faction, TileType

BREAK: Final = "|"
"""Where a name on a tile may be broken besides at its blanks: ``Arque|busier``."""

SeatState = Literal["turn", "play", "banner", "faction", "choose", "won"]
"""What a corner says of its seat: its turn, what it is waited for (to play, its banner, its faction, any other choice),
or that it has won."""


class Lettering(Protocol):
    """The words of all pictures in one language.

    An instance is hashable and stands for all that it says: the same instance always gives the same strings. Pictures
    that are kept are known by it, parts of pictures by the strings on them.
    """

    def on_tile(self, tile: TileType) -> str:
        """The name as it stands on the tile, with `BREAK` where a word may be broken; what runes share is left out."""
        ...

    def tile(self, tile: TileType) -> str:
        """The whole name."""
        ...

    def faction(self, home: Faction | None) -> str:
        """The name of a faction, or that none is chosen yet."""
        ...

    def stage(self, stage: str) -> str:
        """What happens before the first turn: in the stages ``factions``, ``monoliths`` and ``banners`` of a view."""
        ...

    def turn(self, number: int) -> str:
        """The headline of a turn."""
        ...

    def phase(self, number: int | None) -> str:
        """The phase of a battle, `None` for its beginning."""
        ...

    def last_turns(self, seats: Sequence[int], extra: bool) -> str:
        """Whose turns are left before the Final Battle, or (`extra`) before the additional one."""
        ...

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won; nobody in a draw."""
        ...

    def after(self, turn: int) -> str:
        """In which turn the match ended."""
        ...

    def reason(self, reason: str) -> str:
        """How the match ended: the reason of a `games.api.Result`."""
        ...

    def state(self, state: SeatState) -> str:
        """The mark in the corner of a seat."""
        ...

    def piles(self) -> tuple[str, str, str]:
        """What stands below the three numbers in a corner: stack, reserve, discard pile."""
        ...

    def own_reserve(self, plays: tuple[int, int] | None, empty: bool) -> str:
        """The title of the reader's reserve; `plays` are the tiles that may be played yet this turn, and all of it."""
        ...

    def own_monolith(self, empty: bool = False) -> str:
        """The title of what lies in the reader's monolith."""
        ...

    def player(self, seat: int) -> str:
        """The name of a seat's player; nothing where it is not known or cannot be drawn: then letters stand alone."""
        ...

    def reader(self) -> str:
        """What the reader's own seat is called: You."""
        ...

    def empty_segment(self) -> str:
        """What stands for a tile where there is none."""
        ...

    def kind(self, tile: TileType) -> str:
        """The line below the name on a card: faction, kind and number of these tiles."""
        ...

    def card(self, tile: TileType) -> Sequence[str]:
        """All that is printed on a tile, one subject a line."""
        ...
