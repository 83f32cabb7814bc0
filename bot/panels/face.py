"""What the bot needs of a game besides its rules: panels, pictures and words.

Everything here gets views and shown events, never a state, and makes text with the `Phrases` it is handed (`say`).
What only some games have (a film of what happened, piles, cards) is a capability: `film` may be missing, and
`exhibits` lists whatever else a game can show on request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from bot.panels.guide import Chapter
from bot.panels.model import Panel, Picture, Row, SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Game
from games.lessons import Lesson

Names = Mapping[int, str]
"""How to call each seat in text."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that can be filmed: what everybody saw before, what happened, what everybody sees after."""

    before: Any
    events: Sequence[Any]
    after: Any
    names: Names = field(default_factory=dict)
    """How to call the seats on it."""


@dataclass(frozen=True, slots=True)
class Exhibited:
    """The answer to somebody who looks something up: a message, a long text beside it, a picture."""

    text: str = ""
    words: str = ""
    """At most 4,096 characters."""
    picture: Picture | None = None


class Exhibit(Protocol):
    """One thing that a game shows on request, by a button under the board, in a panel, or by a command."""

    id: str
    """At most twelve small letters; the deed of its buttons."""
    public: bool
    """Whether it has a button under the board."""

    def label(self, say: Phrases) -> str:
        """What stands on its button."""
        ...

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        """What is shown; `None` where `tokens` name nothing. `scene` is the latest one that could be filmed.

        Runs in a drawing thread.
        """
        ...


def words_of(face: GameFace, perspective: SeatPerspective) -> str:
    """A position in words, with the names of the players where a game's face has `words` for that."""
    told = getattr(face, "words", None)
    return str(told(perspective)) if told is not None else face.description(perspective.say, perspective.view)


def answers_of(face: GameFace, say: Phrases, view: Any, names: Names) -> tuple[Row, ...]:
    """What answers the open questions from the live message at once, where a game's face has `answers` for that.

    A press with the deed ``answer`` has the whole action as its tokens. Those that nobody could carry out are left out
    by whoever shows them.
    """
    made = getattr(face, "answers", None)
    return tuple(made(say, view, names)) if made is not None else ()


def needs_scene(exhibit: Exhibit) -> bool:
    """Whether it shows nothing but a scene: then it has no button before there is one. It says so by `of_scene`."""
    return bool(getattr(exhibit, "of_scene", False))


class Film(Protocol):
    """Films of what happened."""

    def covers(self, events: Sequence[Any]) -> bool:
        """Whether these events belong into a film."""
        ...

    def draw(self, say: Phrases, scene: Scene) -> Picture:
        """The film as an animation."""
        ...


class Rounds(Protocol):
    """What a game that is played in rounds tells of each when it is over, as long as nothing else has happened."""

    def bound(self, events: Sequence[Any]) -> bool:
        """Whether a round begins or ends with these events."""
        ...

    def stands(self, view: Any) -> bool:
        """Whether the position is still the one in which the last round has left it."""
        ...

    def draw(self, say: Phrases, scene: Scene) -> Picture:
        """The picture of what the round has changed, in the place of the board."""
        ...

    def lines(self, say: Phrases, scene: Scene) -> list[str]:
        """The same in words: three lines, `ROUND_LINES` characters at most all together."""
        ...


ROUND_LINES: Final = 480
"""How many characters there are for a round in words."""


def rounds_of(face: GameFace) -> Rounds | None:
    """The rounds of a game whose face has `rounds`."""
    return getattr(face, "rounds", None)


def is_high_point(face: GameFace, events: Sequence[Any]) -> bool:
    """Whether these events are worth telling those who only look on: what `high_point` says where a game's face has it.

    Else it is the end of a round, in games that are played in rounds. That a seat is out, and the end, need no saying.
    """
    says = getattr(face, "high_point", None)
    rounds = rounds_of(face)
    return bool(says(events)) if says is not None else rounds is not None and rounds.bound(events)


class GameFace(Protocol):
    """One game's face on Discord."""

    game: Game[Any]
    film: Film | None
    exhibits: tuple[Exhibit, ...]
    lessons: tuple[Lesson, ...]
    """How the game is learned, in their order; empty where it has no lessons."""
    group: str
    """The name of the command group for its moves (`/group …`)."""
    guide: tuple[Chapter, ...]
    """The game explained, the shortest account of it first."""

    def seat_title(self, say: Phrases, view: Any, seat: int) -> str:
        """What stands for a seat besides its player's name, as on the pictures."""
        ...

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        """The private panel of a seat at these tokens; tokens that are no longer possible give the panel's start."""
        ...

    def board(self, say: Phrases, view: Any, marks: Sequence[int] = (), names: Names | None = None) -> Picture:
        """The public picture, with the names of the players where they are handed in."""
        ...

    def private_board(self, say: Phrases, view: Any, draft: Any = None, names: Names | None = None) -> Picture:
        """The picture of a private panel: the board, what the reader alone has, the draft of a move (`Panel.draft`)."""
        ...

    def result_card(self, say: Phrases, view: Any, names: Names | None = None) -> Picture:
        """The card of a match that is over."""
        ...

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        """Begin to draw what pictures will need, beside everything else; what it returns ends that."""
        ...

    def description(self, say: Phrases, view: Any) -> str:
        """The whole position in words, at most 4,096 characters."""
        ...

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """What to outline on the picture as the last moves."""
        ...

    def tell(self, say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
        """What happened, one short sentence each; what belongs under a sentence follows it as `bot.texts.story.Detail`.

        So of a battle its result comes first, and then its phases.
        """
        ...

    def score(self, say: Phrases, view: Any, names: Names) -> str:
        """The standing in a few characters for the lock screen, with names, in the order of the seats."""
        ...

    def status(self, say: Phrases, view: Any, names: Names) -> str:
        """The line about all sides under the text of the live message; seats without a name go by their letters."""
        ...

    def asked(self, say: Phrases, choice: Choice, view: Any, names: Names) -> str:
        """What is asked of whoever is waited for."""
        ...

    def action_text(self, say: Phrases, action: Action) -> str:
        """An action in plain words for buttons such as Undo."""
        ...

    def ending(self, say: Phrases, view: Any, names: Names) -> str:
        """Who won and how, as a sentence."""
        ...
