"""The panels of lessons: the list of all, a task with the game's own panel below it, what was learned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.commands.new_pages import SEND
from bot.commands.opening import Opening
from bot.features.guide import blurbs
from bot.panels.face import AnyFace, Scene
from bot.panels.model import AnyView, Button, Panel, Press, Row, Select
from bot.panels.trial import SeatAtTrial
from bot.panels.widgets import button, option, rows_of, under
from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases
from games.api import Action, Field, GameError
from games.computers import computers_of
from games.lessons import Lesson, Practice

STORY_LENGTH = 700
"""The most characters of what happened that stand above what was learned."""


IN_LESSONS = ("show", "do", "undo")
"""The action ids of a game's own page that are carried out in a lesson; what the game exhibits is shown, too."""


Learner = SeatAtTrial[Practice]
"""A user who solves a lesson."""


@dataclass(frozen=True, slots=True)
class Course:
    """The lessons of one game, and which of them a user has solved."""

    face: AnyFace
    done: frozenset[str]

    @property
    def next(self) -> Lesson | None:
        """Return the first lesson that is not solved."""
        return next((lesson for lesson in self.face.lessons if lesson.id not in self.done), None)

    def after(self, lesson: Lesson) -> Lesson | None:
        """Return the lesson that comes after another one."""
        lessons = self.face.lessons
        at = lessons.index(lesson) + 1
        return lessons[at] if at < len(lessons) else None

    def heading(self, say: Phrases, lesson: Lesson) -> str:
        """Return the title of a lesson with its number."""
        return say(
            "Lesson {number} of {count}: {title}",
            number=self.face.lessons.index(lesson) + 1,
            count=len(self.face.lessons),
            title=say.message(lesson.title),
        )


def which(say: Phrases, faces: Mapping[str, AnyFace]) -> Panel:
    """Return the question which game is to be learned: by lessons where it has some, else by reading."""
    taught = [face for face in faces.values() if face.lessons]
    others = [face for face in faces.values() if not face.lessons]
    lines = [
        *blurbs(say, faces),
        say("You learn by playing, alone and step by step."),
        say("Learn by reading: {games}.", games=say.every(say.message(f.game.title) for f in others)) if others else "",
    ]
    buttons = [
        *(button(say.message(f.game.title), Press("learn", ("all", f.game.name)), style="success") for f in taught),
        *(button(say.message(f.game.title), Press("help", (f.game.name,))) for f in others),
    ]
    return Panel(texts.lines(f"**{say('Which game do you want to learn?')}**", *lines), rows_of(buttons))


def overview(say: Phrases, course: Course) -> Panel:
    """Return the list of all lessons: which are done, where to go on."""
    game = say.message(course.face.game.title)
    lines = [
        f"**{say('Learn {game}', game=game)}**",
        say("Short tasks on a real board, for you alone. Nobody sees what you try, and nothing can break."),
    ]
    for number, lesson in enumerate(course.face.lessons, 1):
        title = say.message(lesson.title)
        lines.append(f"{number}. {say('{lesson} (done)', lesson=title) if lesson.id in course.done else title}")
    if course.next is None:
        lines.append(_praise(say, course))
    return Panel("\n".join(lines), (*_begin(say, course), _all(say, course)))


def _praise(say: Phrases, course: Course) -> str:
    if computers_of(course.face.game) is not None:
        now = say("Play it now, against the computer or with others.")
    else:
        now = say("Play it now, with a friend or whoever joins.")
    return f"**{say('Well done: you know the game.')}** {now}"


def _first_match(say: Phrases, course: Course) -> tuple[Button, ...]:
    """Return the buttons that lead from the last lesson to a match: with the easiest computer, or with others."""
    group, known = course.face.group, computers_of(course.face.game)
    if known is None:
        return (button(say("Play a first match"), Press("new", (group,)), style="success"),)
    alone = Press("new", (*Opening(group, computer=known.levels[0]).tokens, SEND))
    return (
        button(say("Play the computer"), alone, style="success"),
        button(say("Play others"), Press("new", (group,))),
    )


def _begin(say: Phrases, course: Course) -> tuple[Row, ...]:
    lesson = course.next
    if lesson is None:
        return (_first_match(say, course),)
    label = say("Go on: {lesson}", lesson=say.message(lesson.title)) if course.done else say("Begin")
    return ((button(label, Press("learn", (lesson.id,)), style="success"),),)


def _all(say: Phrases, course: Course) -> Select:
    return Select(
        say("Choose a lesson"),
        tuple(
            option(
                course.heading(say, lesson),
                Press("learn", (lesson.id,)),
                say("Done") if lesson.id in course.done else "",
            )
            for lesson in course.face.lessons
        ),
    )


def task(course: Course, learner: Learner, tokens: Action, note: str = "") -> Panel:
    """Return the task, with the game's panel at these tokens; `note` is what has just happened."""
    say, lesson = learner.say, learner.trial.lesson
    panel = course.face.panel(learner, _as_it_lies(learner, tokens))
    text = texts.lines(
        f"**{course.heading(say, lesson)}**", f"> {say.message(lesson.task)}", note, panel.text if tokens else ""
    )
    extra = (_learn(say("Hint"), "hint"), _learn(say("Start again"), "again"), _to_all(say))
    return replace(panel, text=text, rows=under(_practicable(course.face, panel.rows), extra))


def _practicable(face: AnyFace, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows of a game's page without what belongs to matches alone, such as standing instructions."""

    def here(press: Press) -> bool:
        return press.action_id in IN_LESSONS or face.exhibit(press.action_id) is not None

    kept = (
        replace(row, options=tuple(line for line in row.options if here(line.press)))
        if isinstance(row, Select)
        else tuple(one for one in row if here(one.press))
        for row in rows
    )
    return tuple(row for row in kept if (row.options if isinstance(row, Select) else row))


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


def lacking(course: Course, learner: Learner) -> str:
    """Return what the last action led to, and what is still missing for the task."""
    say, missing = learner.say, learner.trial.missing
    return texts.lines(
        story_of_last_action(course, learner),
        f"**{say.message(missing)}**" if missing is not None else "",
    )


def solved(course: Course, learner: Learner) -> Panel:
    """Return what was learned, and the way on: to the next lesson, or to a match."""
    say, lesson = learner.say, learner.trial.lesson
    following = course.after(lesson)
    text = texts.lines(
        f"**{course.heading(say, lesson)}**",
        _story(course, learner),
        f"**{say('Solved.')}** {say.message(lesson.learned)}",
        _praise(say, course) if following is None else "",
    )
    on = _first_match(say, course) if following is None else (_on(say, following),)
    return Panel(text, ((*on, _learn(say("Once more"), "again"), _to_all(say)),))


def missed(course: Course, learner: Learner) -> Panel:
    """Return the panel that says that the task is not done though nothing more can be."""
    say, lesson = learner.say, learner.trial.lesson
    text = texts.lines(
        f"**{course.heading(say, lesson)}**",
        f"> {say.message(lesson.task)}",
        _story(course, learner),
        f"**{say.message(missing)}**" if (missing := learner.trial.missing) is not None else "",
    )
    row = (
        button(say("Try again"), Press("learn", ("again",)), style="success"),
        _learn(say("Hint"), "hint"),
        _learn(say("Show me"), "solve"),
        _to_all(say),
    )
    return Panel(text, (row,))


def hint(course: Course, learner: Learner) -> Panel:
    """Return the task with its hint, and a button that solves it."""
    say, lesson = learner.say, learner.trial.lesson
    note = say("Hint: {hint}", hint=say.message(lesson.hint))
    if learner.trial.missed:
        panel = missed(course, learner)
        return replace(panel, text=texts.lines(panel.text, note))
    panel = task(course, learner, (), note)
    *rows, last = panel.rows
    assert isinstance(last, tuple)
    kept = tuple(_learn(say("Show me"), "solve") if b.press.tokens == ("hint",) else b for b in last)
    return replace(panel, rows=(*rows, kept))


def story_of_last_action(course: Course, learner: Learner) -> str:
    """Return what the last action led to, in sentences."""
    sentences = course.face.words.tell(learner.say, learner.trial.latest, learner.names)
    return story.joined(sentences, STORY_LENGTH, between="\n")


def _story(course: Course, learner: Learner) -> str:
    return story_of_last_action(course, learner) if learner.trial.actions else ""


def scene(course: Course, learner: Learner) -> Scene[AnyView] | None:
    """Return what the last action led to, where there is a film of it."""
    practice, film = learner.trial, course.face.film
    if film is None or not practice.actions or not film.covers(practice.latest):
        return None
    return Scene(practice.before, practice.latest, practice.view, learner.names)


def _learn(label: str, what: str) -> Button:
    return button(label, Press("learn", (what,)))


def _on(say: Phrases, lesson: Lesson) -> Button:
    label = say("Next: {lesson}", lesson=say.message(lesson.title))
    return button(label, Press("learn", (lesson.id,)), style="success")


def _to_all(say: Phrases) -> Button:
    return button(say("All lessons"), Press("learn", ("all",)))
