"""What the bot needs of a game besides its rules: panels, pictures and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from bot.panels.model import Panel, Picture, SeatPerspective
from games.api import Action, Choice, Game


class GameFace(Protocol):
    """One game's face on Discord. Everything here gets views and shown events, never a state."""

    game: Game[Any]
    invited: range
    """How many opponents a match needs, smallest to largest."""

    def teams(self, seats: int) -> tuple[int, ...]:
        """The team of each seat, where so many play; every seat its own where there are no teams."""
        ...

    def option_words(self, options: Mapping[str, Any]) -> str:
        """The options of a match as a phrase (``"private reserves"``)."""
        ...

    def seat_word(self, view: Any, seat: int) -> str:
        """What stands for a seat besides its player's name: letter and faction, as on the pictures."""
        ...

    def panel(self, chair: SeatPerspective, words: Sequence[str] = ()) -> Panel:
        """The private panel of a seat at these words; words that are no longer possible give the panel's start."""
        ...

    def cards(self, chair: SeatPerspective) -> Panel:
        """A list of the cards worth looking at: own reserve and the board."""
        ...

    def card(self, name: str, view: Any = None) -> tuple[str, Picture] | None:
        """One tile's card in words and as a picture, by `tile id` or `faction/tile id`; `None` if unknown.

        With the view of a match it wears the colours of the seat that has the tile.
        """
        ...

    def piles(self, view: Any, names: Mapping[int, str], seat: int | None = None) -> str:
        """The discard piles and what nobody has seen yet (of all seats or one), at most 4,000 characters."""
        ...

    def board(self, view: Any, marks: Sequence[int] = ()) -> Picture:
        """The public picture."""
        ...

    def private_board(self, view: Any, scene: Any = None) -> Picture:
        """The picture of a private panel: the board, the reader's own reserve, the draft of a move."""
        ...

    def film(self, before: Any, events: Sequence[Any], after: Any) -> Picture:
        """A battle as an animation, from views for everybody before and after it and all that happened between them."""
        ...

    def stills(self, before: Any, events: Sequence[Any], after: Any) -> Picture:
        """The same battle as one picture in which every step can be looked at."""
        ...

    def result(self, view: Any) -> Picture:
        """The card of a match that is over."""
        ...

    def warm(self) -> Callable[[], None]:
        """Begin to draw what pictures will need, beside everything else; what it returns ends that."""
        ...

    def is_battle(self, events: Sequence[Any]) -> bool:
        """Whether a battle was fought (or went on) in these events."""
        ...

    def words(self, view: Any) -> str:
        """The whole position in words, at most 4,096 characters."""
        ...

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """What to outline on the picture as the last moves."""
        ...

    def tell(self, events: Sequence[Any], names: Mapping[int, str]) -> list[str]:
        """What happened, one short sentence or phrase each."""
        ...

    def score(self, view: Any, names: Mapping[int, str]) -> str:
        """The standing in a few characters for the lock screen (``"14 to 17"``), the active seat's side first."""
        ...

    def status(self, view: Any, names: Mapping[int, str]) -> str:
        """The line about all sides under the text of the live message; seats without a name go by their letters."""
        ...

    def asked(self, choice: Choice, view: Any, names: Mapping[int, str]) -> str:
        """What is asked of whoever is waited for, as a phrase (``"Max: choose where the pushed tile goes"``)."""
        ...

    def default_line(self, action: Action) -> str:
        """An action in plain words for buttons such as Undo (``"Pikeman C3 NE"``)."""
        ...

    def ending(self, view: Any, names: Mapping[int, str]) -> str:
        """Who won and how."""
        ...
