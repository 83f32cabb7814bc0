"""What a game shows on Discord: its sentences, its pictures, its private panel, and what else it has to show.

A game's room in `bot` makes one `Face` and gives it only what the game has: everything that many games do without has a
default. All functions of a face get views and shown events, never a state, and make text with the `Phrases` that they
are handed (`say`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from bot.panels.default import DefaultPanel
from bot.panels.model import AnyView, Panel, Picture, Row, SeatPerspective
from bot.panels.predicting import Predictions
from bot.texts import agreements
from bot.texts.names import NOBODY, Names, letter
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Game
from games.lessons import Lesson
from games.messages import Message
from render.chart import PLAIN
from render.labels import Labels
from render.panel import Arms
from render.store import Warming

V = TypeVar("V", bound=AnyView)
Events = Sequence[Any]
"""Events of one game, as a reader may see them."""


@dataclass(frozen=True, slots=True)
class Scene(Generic[V]):
    """Something that can be filmed: what everybody saw before, what happened, what everybody sees after."""

    before: V
    events: Events
    after: V
    names: Names = field(default_factory=dict)
    """How to call the seats on it."""
    earlier: Events = ()
    """The events before it since something began that it goes on with (`Film.begins`), as far as they are known."""


@dataclass(frozen=True, slots=True)
class Exhibited:
    """The answer to somebody who looks something up: a message, a long text beside it, a picture."""

    text: str = ""
    words: str = ""
    """At most 4,096 characters."""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit(Generic[V]):
    """One thing that a game shows on request, by a button under the board, in a panel, or by a command."""

    id: str
    """At most twelve small letters; the action id of its buttons."""
    label: Message
    """What stands on its button."""
    show: Callable[[SeatPerspective[V | None], Sequence[str], Scene[V] | None], Exhibited | None]
    """Return the answer, or `None` where the tokens name nothing.

    The scene is the latest one that could be filmed. The view is `None` beside any match. Runs in a drawing thread.
    """
    public: bool = False
    """It has a button under the board."""
    of_scene: bool = False
    """It shows nothing but a scene: it has no button before there is one."""


Show = Callable[[SeatPerspective[V | None], Sequence[str], Scene[V] | None], Exhibited | None]
"""The `show` of an exhibit."""


def of_match(answer: Callable[[Phrases, V, Names], Exhibited]) -> Show[V]:
    """Return what shows something of a match as a whole: it takes no tokens, and there is nothing beside a match."""

    def show(perspective: SeatPerspective[V | None], tokens: Sequence[str], scene: Scene[V] | None) -> Exhibited | None:
        view = perspective.view
        return None if view is None or tokens else answer(perspective.say, view, perspective.names)

    return show


def any_of(*kinds: type) -> Callable[[Events], bool]:
    """Return what tells whether any of some events is of one of these kinds."""
    return lambda events: any(isinstance(event, kinds) for event in events)


@dataclass(frozen=True, slots=True, kw_only=True)
class Film(Generic[V]):
    """Films of what happened."""

    covers: Callable[[Events], bool]
    """Return True if these events belong into a film."""
    begins: Callable[[Events], bool] | None = None
    """Return True if with these events something begins that a film sums up; `None` where films sum up nothing."""
    draw: Callable[[Phrases, Scene[V]], Picture]
    """Draw the film of a scene as an animation."""
    following: Message
    """What stands on the button of a replay that leads to where the next scene begins."""


def _no_reason(say: Phrases, view: AnyView, action: Action, names: Names) -> Exhibited | None:
    return None


def _at_no_time(view: AnyView) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Subject:
    """Something whose fate in a scene can be asked about: a tile, a hero, a nation."""

    token: str
    """What names it in buttons, as short as a token of an action."""
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Why(Generic[V]):
    """Why it came so: the chain of causes of one subject of a scene, from what the reader was shown."""

    covers: Callable[[Events], bool]
    """Return True if these events may be a part of something that can be explained."""
    runs: Callable[[V], bool] = _at_no_time
    """Return True if something is under way in a position that is explained as a whole, even beyond a turn's end."""
    subjects: Callable[[Phrases, Scene[V]], Sequence[Subject]]
    """Return what can be asked about, what matters most to the reader of the scene's views first."""
    explain: Callable[[Phrases, Scene[V], str], Exhibited | None]
    """Return the causes in two or three sentences and a small picture of no more than these; `None` where the token
    names nothing. Runs in a drawing thread."""
    refused: Callable[[Phrases, V, Action, Names], Exhibited | None] = _no_reason
    """Return what in the position stands in the way of an action, beside the sentence of the refusal, with a picture.

    `None` where there is no more to say. The action may be anything that somebody pressed. Runs in a drawing thread.
    """


class Account(NamedTuple):
    """What a round has come to, in words."""

    text: str
    scored: bool = False
    """It stands in the place of the score, which it tells unless there is no room for that."""
    counts: bool = False
    """It tells how the score came about, as do sentences that are `bot.texts.story.Counted`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds(Generic[V]):
    """What a game that is played in rounds tells of each when it is over, as long as nothing else has happened."""

    bound: Callable[[Events], bool]
    """Return True if a round begins or ends with these events."""
    stands: Callable[[V], bool]
    """Return True if the position is still the one in which the last round has left it."""
    draw: Callable[[Phrases, Scene[V]], Picture]
    """Draw what the round has changed; the picture stands in the place of the board."""
    accounts: Callable[[Phrases, Scene[V]], list[Account]]
    """Return the same in words, the fullest account first; the first one is told for which there is room."""


def one_by_one(told: Callable[[Phrases, Any, Names], str]) -> Callable[[Phrases, Events, Names], list[str]]:
    """Return a `Words.tell` that says of each event what `told` returns, and nothing where that is empty."""

    def tell(say: Phrases, events: Events, names: Names) -> list[str]:
        return [text for event in events if (text := told(say, event, names))]

    return tell


class ActionText(Protocol):
    """Tells an action in plain words; whoever it is aimed at is called as `names` say."""

    def __call__(self, say: Phrases, action: Action, names: Names, /) -> str:
        """Return the words."""
        ...


def _as_typed(say: Phrases, action: Action, names: Names) -> str:
    return " ".join(action)


def _every(events: Events, seat: int) -> list[Any]:
    return list(events)


def _lasting(event: Any, later: Events) -> bool:
    return False


def _nothing(say: Phrases, view: AnyView, names: Names) -> str:
    return ""


def _about_nothing(say: Phrases, choice: Choice, view: AnyView, names: Names) -> str:
    return ""


def _no_battle(say: Phrases, view: AnyView, events: Events, names: Names) -> str:
    return ""


def _letter(say: Phrases, view: AnyView, seat: int) -> str:
    return letter(seat)


def ending(say: Phrases, view: AnyView, names: Names) -> str:
    """Return who won and how, for games that have no more to say about it than all have (`bot.texts.agreements`)."""
    if view.result is None:
        return say("The match is still running.")
    return say("{ending}.", ending=agreements.ended(say, view.result, names))


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Generic[V]):
    """What a game says about a position and about what happened."""

    description: Callable[[Phrases, V, Names], str]
    """Return the whole position as its reader sees it, at most 4,096 characters; "In words" shows it."""
    tell: Callable[[Phrases, Events, Names], list[str]]
    """Tell these events, one short sentence each, without a full stop.

    What belongs under a sentence follows it as `bot.texts.story.Detail`: of a battle its result comes first, and then
    its phases.
    """
    asked: Callable[[Phrases, Choice, V, Names], str]
    """Return the request that a choice makes, as a fragment behind the mention of a player: `make the first bid`."""
    about: Callable[[Phrases, Choice, V, Names], str] = _about_nothing
    """Return what a choice is about where its request does not say that, such as somebody else's attack.

    It is told in brackets behind the request, and is the first to go in a post that has not room for all.
    """
    score: Callable[[Phrases, V, Names], str]
    """Return the standing in a few characters for the lock screen, with names, in the order of the seats."""
    own: Callable[[Events, int], list[Any]] = _every
    """Return those of a step's events that its seat did itself, with what came of them; the rest is news to it."""
    outdated: Callable[[Any, Events], bool] = _lasting
    """Return True if one of these later events tells anew what an event has told."""
    together: Callable[[Phrases, Events, Names, bool], list[str]] | None = None
    """Tell the events of several steps as those of one, as `tell`; `None` for a game of which each is told for itself.

    With the last argument they are summed up: several that come to one thing are told in one sentence.
    """
    status: Callable[[Phrases, V, Names], str] = _nothing
    """Return the line about all sides under the text of the live message, which has the score already."""
    ending: Callable[[Phrases, V, Names], str] = ending
    """Return who won and how, as a sentence."""
    fought: Callable[[Phrases, V, Events, Names], str] = _no_battle
    """Return in a line what the battle came to that an action led to, from the view before it; empty without one."""
    action_text: ActionText = _as_typed
    """Return an action in plain words for buttons such as Undo."""
    seat_title: Callable[[Phrases, V, int], str] = _letter
    """Return the title of a seat besides its player's name, as on the pictures."""

    @property
    def tells_battles(self) -> bool:
        """Return whether a turn may end in a battle that can be told before it is fought."""
        return self.fought is not _no_battle


def _no_marks(events: Events) -> tuple[int, ...]:
    return ()


def _no_draft(marks: Sequence[int]) -> Any:
    return None


def _nothing_chosen(view: AnyView, seat: int, action: Action) -> Any:
    return None


def _no_blow(view: AnyView, events: Events) -> None:
    return None


def _plain_arms(view: AnyView, seat: int) -> Arms:
    return PLAIN[seat % len(PLAIN)]


def _nothing_to_warm(languages: Sequence[str]) -> Callable[[], None]:
    return lambda: None


def warming(warm: Callable[[list[Labels]], Warming]) -> Callable[[Sequence[str]], Callable[[], None]]:
    """Return the `warm` of pictures that are drawn ahead for these languages, and kept in the user's cache folder."""
    return lambda languages: warm([Labels(phrases(language)) for language in languages]).stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures(Generic[V]):
    """What a game draws. A drawing thread runs all of it (`bot.publish.studio`)."""

    board: Callable[[Phrases, V, Sequence[int], Names], Picture]
    """Draw the public picture, with these marks of the last moves and the names of players that are handed in."""
    private: Callable[[Phrases, V, Any, Names], Picture] | None = None
    """Draw the picture of a private panel; see `private_board`."""
    result: Callable[[Phrases, V, Names], Picture] | None = None
    """Draw the card of a match that is over; see `result_card`."""
    marks: Callable[[Events], tuple[int, ...]] = _no_marks
    """Return the places to outline on the board as the last moves."""
    marking: Callable[[Sequence[int]], Any] = _no_draft
    """Return the draft that outlines these places on the picture of a private panel."""
    choosing: Callable[[V, int, Action], Any] = _nothing_chosen
    """Return the draft that shows what a seat chooses with an action; `None` for what no picture shows the reader."""
    struck: Callable[[V, Events], V | None] = _no_blow
    """Return a position after a blow or a battle by which a turn ends, before anything follows from that.

    `None` where what ended it was something else.
    """
    arms: Callable[[V, int], Arms] = _plain_arms
    """Return the colors of a seat, as on the pictures."""
    warm: Callable[[Sequence[str]], Callable[[], None]] = _nothing_to_warm
    """Begin to draw what pictures in these languages will need, beside everything else; what it returns ends that."""

    def private_board(self, say: Phrases, view: V, draft: Any = None, names: Names = NOBODY) -> Picture:
        """Draw the board, what the reader alone has, and the draft of a move (`Panel.draft`); by default the board."""
        return self.board(say, view, (), names) if self.private is None else self.private(say, view, draft, names)

    def result_card(self, say: Phrases, view: V, names: Names = NOBODY) -> Picture:
        """Draw the card of a match that is over; by default the board as it stands at the end."""
        return self.board(say, view, (), names) if self.result is None else self.result(say, view, names)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of a game's guide."""

    id: str
    """Small letters; never changed, for it stands in buttons."""
    title: Message
    text: Callable[[Phrases], str]
    """At most 1,800 characters."""
    picture: Callable[[Phrases], Picture] | None = None


@dataclass(frozen=True, slots=True)
class Blurb:
    """What helps to choose among the games."""

    theme: Message
    """One sentence on what is played."""
    length: Message
    """How long a match is, as a fragment: ``about ten turns each``."""


def written(*sentences: Message) -> Callable[[Phrases], str]:
    """Return the text of a chapter that is always the same: a line for each sentence."""
    return lambda say: "\n".join(f"- {say.message(one)}" for one in sentences)


def _no_answers(say: Phrases, view: AnyView, names: Names, people: Collection[int]) -> tuple[Row, ...]:
    return ()


def _never(events: Events) -> bool:
    return False


def _asked(view: AnyView, choice: Choice, newcomer: bool) -> Action | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Face(Generic[V]):
    """One game's face on Discord. `V` is the game's view."""

    game: Game[Any]
    group: str
    """The name of the command group for its moves (`/group …`)."""
    words: Words[V]
    pictures: Pictures[V]
    panel: Callable[[SeatPerspective[V], Action], Panel] = field(default_factory=lambda: DefaultPanel[AnyView]().panel)
    """Return the private panel of a seat at these tokens; tokens that are no longer possible give the panel's start."""
    answers: Callable[[Phrases, V, Names, Collection[int]], tuple[Row, ...]] = _no_answers
    """Return rows that answer open questions from the live message at once.

    The last argument are the seats that people play: what leads to a page is there if one of them can use it.

    A press with the action id ``answer`` has the whole action as its tokens. Those that nobody could carry out are left
    out by `bot.publish.buttons`.
    """
    quick_start: Callable[[V, Choice, bool], Action | None] = _asked
    """Return the usual answer to a choice before the first turn, for a player who wants to begin at once.

    `None` for every other choice. The view is that of the choice's seat. The last argument is True for a player who is
    new to the game: where the rules leave the choice free, theirs is the one that is easiest to play.
    """
    turn_ahead: Action = ()
    """The tokens of the panel's page on which the next turn is given in one go while others play.

    Empty for a game in which it is planned as in all games (`bot.features.plans`).
    """
    outlook: Action = ()
    """The tokens of the panel's page that tells what would follow as things stand; empty for a game that has none."""
    high_point: Callable[[Events], bool] = _never
    """Return True if these events are worth telling those who only look on.

    That a seat is out, and the end, need no saying.
    """
    film: Film[V] | None = None
    rounds: Rounds[V] | None = None
    why: Why[V] | None = None
    predictions: Predictions[V] | None = None
    exhibits: tuple[Exhibit[V], ...] = ()
    lessons: tuple[Lesson, ...] = ()
    """How the game is learned, in their order."""
    guide: tuple[Chapter, ...] = ()
    """The game explained, the shortest account of it first."""
    blurb: Blurb | None = None
    """For whoever chooses a game."""

    def exhibit(self, name: str) -> Exhibit[V] | None:
        """Return the exhibit of that id, `None` where there is none."""
        return next((one for one in self.exhibits if one.id == name), None)


AnyFace = Face[AnyView]
"""A face of whichever game: shared code hands its views on and never looks into them."""
