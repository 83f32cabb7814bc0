"""What a private panel or a public message shows, before it becomes discord.py objects.

Panels are built by pure functions from a `SeatPerspective` and the tokens chosen so far, so that tests can read them,
and `bot.panels.components` turns them into what Discord wants. Every button and every line of a select carries a
`Press`: what it does and for which tokens. Presses are proposals that are checked in full when they come back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, Ready, Result

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Press:
    """What a button stands for.

    `tokens` are those of an action, whole or not yet, or what the press is about. `then` is an action that is carried
    out after the first one in the same step. No token has a colon, a semicolon, an exclamation mark or a blank in it.
    """

    action_id: str
    tokens: Action = ()
    then: Action = ()


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a panel."""

    label: str
    press: Press
    style: Style = "secondary"
    disabled: bool = False
    waits: bool = False
    """It is greyed only until something is chosen, which the page asks for."""
    stays: bool = False
    """Greyed it is shown, too, so that it stands where it can be pressed on the next page."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select: choosing it is pressing `press`."""

    label: str
    press: Press
    description: str = ""
    default: bool = False
    """It is chosen already."""


@dataclass(frozen=True, slots=True)
class Select:
    """A select of one to 25 options; it takes a whole row.

    From `least` to `most` of its options are chosen at once; what several of them mean is what `joined` makes of them.
    """

    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


Row = tuple[Button, ...] | Select


def joined(presses: Sequence[Press]) -> Press:
    """Return the press for several options of one select, which differ in their last token: all of those count.

    Of a single one it is that one. `presses` must not be empty.
    """
    first = presses[0]
    return replace(first, tokens=(*first.tokens[:-1], *(press.tokens[-1] for press in presses if press.tokens)))


@dataclass(frozen=True, slots=True)
class Picture:
    """An image with its alternative text."""

    data: bytes = field(repr=False)
    filename: str
    alt: str


@dataclass(frozen=True, slots=True)
class Panel:
    """A private panel: text, rows, and what its picture shows besides the position (`Pictures.private_board`)."""

    text: str
    rows: tuple[Row, ...]
    draft: Any = None
    """The draft of a move, in the game's own form."""
    key: str = ""
    """The key of the choice that the panel belongs to."""
    tells: tuple[str, ...] = ()
    """The sentences about the reader's own last action that its text says in words of its own; none where it does not.

    Whoever shows the panel does not say them again.
    """
    looks_up: bool = False
    """It is there to look things up: none of that is behind *More …*."""
    gone: bool = False
    """It stands in the place of a page that is not possible any more."""
    shorter: tuple[str, ...] = ()
    """The same text without what may be left out first, then without more of it.

    Whoever shows the panel takes the first that leaves its picture its room (`bot.panels.room.told`).
    """

    @property
    def texts(self) -> tuple[str, ...]:
        """Return its text and all shorter ones."""
        return (self.text, *self.shorter)

    def retold(self, how: Callable[[str], str]) -> Panel:
        """Return the panel with each of its texts as `how` tells it."""
        return replace(self, text=how(self.text), shorter=tuple(map(how, self.shorter)))


class AnyView(Protocol):
    """A view of whichever game: shared code asks nothing of it but how the match ended."""

    @property
    def result(self) -> Result | None:
        """Return how the match ended, `None` while it runs."""
        ...


V_co = TypeVar("V_co", covariant=True)


class SeatPerspective(Protocol[V_co]):
    """A match as one seat sees it, with nothing that its player may not know."""

    @property
    def view(self) -> V_co:
        """Return the position as the seat sees it; as everybody sees it for spectators."""
        ...

    @property
    def seat(self) -> int | None:
        """Return the seat, `None` for a spectator."""
        ...

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return all open choices of the seat in the game; agreements are no choices."""
        ...

    @property
    def choice(self) -> Choice | None:
        """Return the choice that a panel is about: the first `must` choice, else the first; `None` if none is open."""
        ...

    @property
    def key(self) -> str:
        """Return what the panel's buttons carry to say which choice they are about; empty without a choice."""
        ...

    @property
    def undoable(self) -> Action | None:
        """Return the action that the seat may take back now."""
        ...

    @property
    def latest(self) -> Sequence[Any]:
        """Return the events of the seat's own last action and of all since, as it may see them."""
        ...

    @property
    def at_trial(self) -> bool:
        """Return True where actions are only tried out, so that all can be taken back."""
        ...

    @property
    def advised(self) -> bool:
        """Return True if panels may say what an action would come to, and put first what promises most."""
        ...

    @property
    def hinted(self) -> Sequence[Action]:
        """Return the actions of a hint that the reader follows, as far as they are still to be played."""
        ...

    @property
    def names(self) -> Mapping[int, str]:
        """Return how to call each seat in text."""
        ...

    @property
    def say(self) -> Phrases:
        """Return the sentences in the language of whoever reads."""
        ...

    def about(self, choice: Choice) -> SeatPerspective[V_co]:
        """Return the same seat, with panels about another one of its open choices."""
        ...

    def next_field(self, tokens: Sequence[str]) -> Field | Ready:
        """Return the next field of the panel's choice after these tokens, as `games.api.Game`. Raises `GameError`."""
        ...
