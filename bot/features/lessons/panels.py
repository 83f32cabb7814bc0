"""The panels of lessons: the list of all, and what was learned; a task itself is in `tasks`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.commands.new_pages import SEND
from bot.commands.opening import Opening
from bot.features.guide import blurbs
from bot.features.lessons.tasks import Learner, Tasks, learn, story_so_far
from bot.interactions.services import Request
from bot.panels.face import AnyFace
from bot.panels.model import Button, Panel, Press, Row, Select
from bot.panels.widgets import button, option, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.api import Action
from games.computers import computers_of
from games.lessons import Lesson, Practice
from games.puzzles import puzzles_of


@dataclass(frozen=True, slots=True)
class Course(Tasks):
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

    def show_label(self, say: Phrases) -> str:
        """Return the label of the button that solves a lesson."""
        return say("Show me")

    def ways_on(self, say: Phrases) -> tuple[Button, ...]:
        """Return the button that leads to the list of all lessons."""
        return (_to_all(say),)

    def solved(self, learner: Learner) -> Panel:
        """Return what was learned, and the way on: to the next lesson, or to a match."""
        say, lesson = learner.say, learner.trial.lesson
        following = self.after(lesson)
        text = texts.lines(
            f"**{self.heading(say, lesson)}**",
            story_so_far(self, learner),
            f"**{say('Solved.')}** {say.message(lesson.learned)}",
            _praise(say, self) if following is None else "",
        )
        on = _way_on(say, self) if following is None else (_on(say, following),)
        return Panel(text, ((*on, learn(say("Once more"), "again"), _to_all(say)),))

    async def actions(self, request: Request, lesson: Lesson) -> Sequence[Action]:
        """Return what the user has done in a lesson so far."""
        progress = await request.services.store.lessons.progress(request.user, self.face.game.name)
        kept = progress.get(lesson.id)
        return [tuple(line.split()) for line in kept.actions.splitlines()] if kept is not None else []

    async def keep(self, request: Request, practice: Practice, *, shown: bool = False) -> None:
        """Keep what the user has done in a lesson; one that was shown is done, too."""
        actions = "\n".join(" ".join(action) for action in practice.actions)
        await request.services.store.lessons.save(
            request.user,
            self.face.game.name,
            practice.lesson.id,
            actions,
            done=practice.solved,
            now=request.services.matches.clock(),
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


def _way_on(say: Phrases, course: Course) -> tuple[Button, ...]:
    """Return the buttons that lead on from the last lesson: a match with the easiest computer or others, puzzles."""
    group, known = course.face.group, computers_of(course.face.game)
    others = Press("new", (group,))
    if known is None:
        buttons = [button(say("Play a first match"), others, style="success")]
    else:
        alone = Press("new", (*Opening(group, computer=known.levels[0]).tokens, SEND))
        buttons = [button(say("Play the computer"), alone, style="success"), button(say("Play others"), others)]
    if puzzles_of(course.face.game):
        buttons.append(button(say("Solve puzzles"), Press("puzzle", ("next", course.face.game.name))))
    return tuple(buttons)


def _begin(say: Phrases, course: Course) -> tuple[Row, ...]:
    lesson = course.next
    if lesson is None:
        return (_way_on(say, course),)
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


def _on(say: Phrases, lesson: Lesson) -> Button:
    label = say("Next: {lesson}", lesson=say.message(lesson.title))
    return button(label, Press("learn", (lesson.id,)), style="success")


def _to_all(say: Phrases) -> Button:
    return button(say("All lessons"), Press("learn", ("all",)))
