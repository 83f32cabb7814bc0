"""Tasks that one person solves alone: their panels, and what a set of them adds. Lessons are one set of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from bot.interactions.services import Request
from bot.panels.face import AnyFace, Scene
from bot.panels.model import AnyView, Button, Panel, Press
from bot.panels.pages import only
from bot.panels.trial import SeatAtTrial
from bot.panels.widgets import button, under
from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases
from games.api import Action, Field, GameError
from games.lessons import Lesson, Practice

STORY_LENGTH = 700
"""The most characters of what happened that stand above what was learned."""
IN_LESSONS = ("show", "do", "undo")
"""The action ids of a game's own page that are carried out in a lesson; what the game exhibits is shown, too."""
Learner = SeatAtTrial[Practice]
"""A user who solves a task."""


class Tasks(ABC):
    """Tasks of one game, as one user has solved them."""

    face: AnyFace

    @abstractmethod
    def heading(self, say: Phrases, lesson: Lesson) -> str:
        """Return what stands above a task."""

    @abstractmethod
    def show_label(self, say: Phrases) -> str:
        """Return the label of the button that solves a task."""

    @abstractmethod
    def ways_on(self, say: Phrases) -> tuple[Button, ...]:
        """Return the buttons that lead away from a task."""

    @abstractmethod
    def solved(self, learner: Learner) -> Panel:
        """Return what is said of a task that is solved, and the way on."""

    @abstractmethod
    async def actions(self, request: Request, lesson: Lesson) -> Sequence[Action]:
        """Return what the user has done in a task so far."""

    @abstractmethod
    async def keep(self, request: Request, practice: Practice, *, shown: bool = False) -> None:
        """Keep what the user has done in a task; `shown`: it was solved for them."""


class Collection(ABC):
    """A service that knows tasks besides the lessons of the games."""

    @abstractmethod
    async def find(self, request: Request, name: str) -> tuple[Tasks, Lesson] | None:
        """Return the task of that id, with the set to which it belongs; `None` where there is none."""


def task(tasks: Tasks, learner: Learner, tokens: Action, note: str = "") -> Panel:
    """Return the task, with the game's panel at these tokens; `note` is what has just happened."""
    say, lesson = learner.say, learner.trial.lesson
    panel = _practicable(tasks.face, tasks.face.panel(learner, _as_it_lies(learner, tokens)))
    asked = (f"**{tasks.heading(say, lesson)}**", f"> {say.message(lesson.task)}", note)
    panel = panel.retold(lambda text: texts.lines(*asked, text if tokens else ""))
    extra = (learn(say("Hint"), "hint"), learn(say("Start again"), "again"), *tasks.ways_on(say))
    return replace(panel, rows=under(panel.rows, extra))


def _practicable(face: AnyFace, panel: Panel) -> Panel:
    """Return a game's page without what belongs to matches alone, such as standing instructions."""

    def here(press: Press) -> bool:
        return press.action_id in IN_LESSONS or face.exhibit(press.action_id) is not None

    return only(panel, here)


def _as_it_lies(learner: Learner, tokens: Action) -> Action:
    """Return the tokens with the first value of the field that the lesson teaches, where that one comes next."""
    teaches = learner.trial.lesson.teaches
    try:
        following = learner.next_field(tokens) if tokens and teaches else None
    except GameError:
        return tokens  # a page that is no part of an action, or an action that is whole
    if isinstance(following, Field) and following.name == teaches and len(following.values) > 1:
        return (*tokens, following.values[0])
    return tokens


def lacking(tasks: Tasks, learner: Learner) -> str:
    """Return what the last action led to, and what is still missing for the task."""
    say, missing = learner.say, learner.trial.missing
    return texts.lines(
        story_of_last_action(tasks, learner),
        f"**{say.message(missing)}**" if missing is not None else "",
    )


def missed(tasks: Tasks, learner: Learner) -> Panel:
    """Return the panel that says that the task is not done though nothing more can be."""
    say, lesson = learner.say, learner.trial.lesson
    told = outlook(tasks, learner)
    text = texts.lines(
        f"**{tasks.heading(say, lesson)}**",
        f"> {say.message(lesson.task)}",
        story_so_far(tasks, learner),
        f"**{say.message(missing)}**" if (missing := learner.trial.missing) is not None else "",
        told.text,
    )
    row = (
        button(say("Try again"), Press("learn", ("again",)), style="success"),
        learn(say("Hint"), "hint"),
        learn(tasks.show_label(say), "solve"),
        *tasks.ways_on(say),
    )
    return Panel(text, (row,), told.draft)


def outlook(tasks: Tasks, learner: Learner) -> Panel:
    """Return the text and the picture of what an attempt was judged by, where that did not happen; else nothing."""
    if not (learner.trial.lesson.foreseen and learner.trial.judged):
        return Panel("", ())
    return replace(tasks.face.panel(learner, tasks.face.outlook), rows=())


def hint(tasks: Tasks, learner: Learner) -> Panel:
    """Return the task with its hint, and a button that solves it."""
    say, lesson = learner.say, learner.trial.lesson
    note = say("Hint: {hint}", hint=say.message(lesson.hint))
    if learner.trial.missed:
        panel = missed(tasks, learner)
        (row,) = panel.rows
        assert isinstance(row, tuple)
        others = tuple(one for one in row if one.press.tokens != ("hint",))
        return replace(panel, text=texts.lines(panel.text, note), rows=(others,))
    panel = task(tasks, learner, (), note)
    *rows, last = panel.rows
    assert isinstance(last, tuple)
    kept = tuple(learn(tasks.show_label(say), "solve") if b.press.tokens == ("hint",) else b for b in last)
    return replace(panel, rows=(*rows, kept))


def story_of_last_action(tasks: Tasks, learner: Learner) -> str:
    """Return what the last action led to, in sentences."""
    sentences = tasks.face.words.tell(learner.say, learner.trial.latest, learner.names)
    return story.joined(sentences, STORY_LENGTH, between="\n")


def story_so_far(tasks: Tasks, learner: Learner) -> str:
    """Return the same; nothing before the first action."""
    return story_of_last_action(tasks, learner) if learner.trial.actions else ""


def scene(tasks: Tasks, learner: Learner) -> Scene[AnyView] | None:
    """Return what the last action led to, where there is a film of it."""
    practice, film = learner.trial, tasks.face.film
    if film is None or not practice.actions or not film.covers(practice.latest):
        return None
    return Scene(practice.before, practice.latest, practice.view, learner.names, practice.earlier)


def learn(label: str, what: str) -> Button:
    """Return a button that does something with the task that it stands below."""
    return button(label, Press("learn", (what,)))
