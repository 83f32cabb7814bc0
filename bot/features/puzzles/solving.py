"""Puzzles as tasks of one user: which comes next, what is kept of each, what has been solved and for how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.features.lessons.tasks import Collection, Learner, Tasks, learn, outlook, story_so_far
from bot.features.puzzles.weighed import comparison
from bot.interactions.services import Request
from bot.panels.face import AnyFace
from bot.panels.model import Button, Panel, Press
from bot.panels.widgets import button
from bot.people.settings import DAY_MS
from bot.texts import match as texts
from bot.texts.names import NOBODY, Names
from bot.texts.phrases import Phrases
from games.api import Action
from games.lessons import Lesson, Practice
from games.puzzles import GRADES, Puzzle, puzzles_of
from storage import Daily, Tried

ACTION_ID: Final = "puzzle"
NEXT: Final = "next"
ANY: Final = "any"
"""Stands for whichever game the next puzzle is of."""
NAMED: Final = "named"
RISES: Final = 2
"""After so many puzzles of a grade that were solved at the second try at the latest, harder ones come."""


def collections(faces: Mapping[str, AnyFace]) -> dict[str, Mapping[str, Puzzle]]:
    """Return the puzzles of the games that have some."""
    return {name: found for name, face in faces.items() if (found := puzzles_of(face.game))}


def streak(tried: Sequence[Tried], now: int) -> int:
    """Return on how many days in a row, up to today or yesterday, a puzzle was solved."""
    days = {one.solved_at // DAY_MS for one in tried if one.solved_at is not None}
    day = now // DAY_MS if now // DAY_MS in days else now // DAY_MS - 1
    count = 0
    while day - count in days:
        count += 1
    return count


def fitting(tried: Sequence[Tried]) -> int:
    """Return the grade that suits somebody who has done this; it begins with the easiest."""
    grade, row = min(GRADES), 0
    for one in sorted(tried, key=lambda one: one.solved_at or one.shown_at or 0):
        if one.solved_at is not None and one.tries < RISES and one.grade >= grade:
            row += 1
        elif one.solved_at is None and one.shown_at is not None:
            grade, row = max(grade - 1, min(GRADES)), 0
        if row == RISES:
            grade, row = min(grade + 1, max(GRADES)), 0
    return grade


def following_of_any(games: Mapping[str, Mapping[str, Puzzle]], tried: Sequence[Tried], but: str = "") -> Puzzle | None:
    """Return the puzzle that suits somebody best, of the game that they have not had for longest; `None` after all."""
    latest = {one.game: one.begun_at for one in tried}
    for game in sorted(games, key=lambda game: (latest.get(game, 0), game)):
        found = following(games[game], [one for one in tried if one.game == game], but)
        if found is not None:
            return found
    return None


def following(puzzles: Mapping[str, Puzzle], tried: Sequence[Tried], but: str = "") -> Puzzle | None:
    """Return the puzzle that suits somebody best: one that is new, else one they left; `None` after the last.

    One that is already begun goes on first, unless it is the one that they turn away from: then they get one that they
    have not seen, and after these all that are left in turn.
    """
    done = {one.puzzle for one in tried if one.solved_at is not None or one.shown_at is not None}
    begun = [one.puzzle for one in tried if one.puzzle in puzzles and one.puzzle not in done]
    if not but and begun:
        return puzzles[begun[-1]]
    grade = fitting(tried)
    left = [one for one in puzzles.values() if one.id not in done]
    left.sort(key=lambda one: (abs(one.grade - grade), one.id))
    at = next((place + 1 for place, one in enumerate(left) if one.id == but), 0)
    others = [one for one in (*left[at:], *left[:at]) if one.id != but]
    return next((one for one in left if one.id not in begun and one.id != but), others[0] if others else None)


@dataclass(slots=True)
class Solving(Tasks):
    """The puzzles of one game, and all that a user has tried."""

    face: AnyFace
    tried: list[Tried]
    now: int
    daily: Daily | None = None
    """The day for which the user has taken the puzzle up."""
    named: bool = False
    """Others may read then that they solved it."""
    given: bool = False
    """The solution was just asked for."""

    def heading(self, say: Phrases, lesson: Lesson) -> str:
        """Return the game, how hard the puzzle is, and its goal."""
        assert isinstance(lesson, Puzzle)
        return say(
            "Puzzle, {game}, {grade}: {title}",
            game=say.message(self.face.game.title),
            grade=say.message(GRADES[lesson.grade]),
            title=say.message(lesson.title),
        )

    def show_label(self, say: Phrases) -> str:
        """Return the label of the button that solves a puzzle."""
        return say("Show the solution")

    def ways_on(self, say: Phrases) -> tuple[Button, ...]:
        """Return the button that leads to another puzzle."""
        return (button(say("Another puzzle"), Press(ACTION_ID, (NEXT, self.face.game.name))),)

    def solved(self, learner: Learner) -> Panel:
        """Return what the solution was, what has been solved so far, and the way on."""
        say, puzzle = learner.say, learner.trial.lesson
        assert isinstance(puzzle, Puzzle)
        mine = self._of(puzzle)
        shown = self.given or (mine is not None and mine.solved_at is None)
        told = outlook(self, learner)
        text = texts.lines(
            f"**{self.heading(say, puzzle)}**",
            story_so_far(self, learner),
            f"**{solution(say, self.face, puzzle, learner.names)}**" if shown else f"**{say('Solved.')}**",
            comparison(say, self.face, puzzle, learner.names),
            told.text,
            say.message(puzzle.learned),
            standing(say, self.tried, self.now),
        )
        row = [
            button(say("Next puzzle"), Press(ACTION_ID, (NEXT, self.face.game.name)), style="success"),
            learn(say("Once more"), "again"),
            button(say("Other games"), Press(ACTION_ID)),
        ]
        if not shown and self._may_be_named(mine):
            assert self.daily is not None
            label = say("Do not name me tomorrow") if self.named else say("Name me tomorrow")
            tokens = (NAMED, str(self.daily.guild_id), str(self.daily.day), str(int(not self.named)))
            row.append(button(label, Press(ACTION_ID, tokens)))
        return Panel(text, (tuple(row),), told.draft)

    def _may_be_named(self, mine: Tried | None) -> bool:
        """Return whether tomorrow tells who has solved the puzzle, and the user has solved it as that of today."""
        if self.daily is None or mine is None or mine.solved_at is None:
            return False
        return self.daily.day == self.now // DAY_MS <= mine.solved_at // DAY_MS

    async def actions(self, request: Request, lesson: Lesson) -> Sequence[Action]:
        """Return what the user has done in a puzzle so far."""
        mine = self._of(lesson)
        return [tuple(line.split()) for line in mine.actions.splitlines()] if mine is not None else []

    async def keep(self, request: Request, practice: Practice, *, shown: bool = False) -> None:
        """Keep what the user has done in a puzzle; solved is what was not shown before, and wrong tries come before."""
        puzzle = practice.lesson
        assert isinstance(puzzle, Puzzle)
        self.given = shown
        lines = "\n".join(" ".join(action) for action in practice.actions)
        mine = self._of(puzzle) or Tried(self.face.game.name, puzzle.id, puzzle.grade, "", 0, self.now)
        mine = replace(mine, actions=lines)
        if mine.solved_at is None and mine.shown_at is None:
            mine = replace(mine, tries=mine.tries + practice.missed)
            if practice.solved:
                mine = replace(mine, shown_at=self.now) if shown else replace(mine, solved_at=self.now)
        await request.services.store.puzzles.keep(request.user, mine)
        self.tried = [*(one for one in self.tried if one.puzzle != puzzle.id), mine]

    def _of(self, lesson: Lesson) -> Tried | None:
        name = self.face.game.name
        return next((one for one in self.tried if (one.game, one.puzzle) == (name, lesson.id)), None)


def solution(say: Phrases, face: AnyFace, lesson: Lesson, names: Names = NOBODY) -> str:
    """Return the shortest solution in words."""
    actions = " · ".join(face.words.action_text(say, action, names) for action in lesson.solution)
    return say("The solution: {actions}.", actions=actions)


def standing(say: Phrases, tried: Sequence[Tried], now: int) -> str:
    """Return how many puzzles somebody has solved, and on how many days in a row."""
    solved = sum(one.solved_at is not None for one in tried)
    days = streak(tried, now)
    return " ".join(
        (
            say.plural("You have solved {count} puzzle.", "You have solved {count} puzzles.", solved),
            say.plural("Your streak: {count} day.", "Your streak: {count} days.", days) if days else "",
        )
    ).strip()


class Puzzles(Collection):
    """Finds puzzles and what a user has done in them."""

    async def find(self, request: Request, name: str) -> tuple[Tasks, Lesson] | None:
        """Return the puzzle of that id with the user's others; `None` where there is none."""
        for game, puzzles in collections(request.services.faces).items():
            if name in puzzles:
                return await self.solving(request, game, name), puzzles[name]
        return None

    async def solving(self, request: Request, game: str, name: str) -> Solving:
        """Return the puzzles of a game as the user has solved them, for one of them."""
        store, now = request.services.store, request.services.matches.clock()
        taken = await store.dailies.taken_up(request.user, game, name)
        solving = Solving(request.services.faces[game], await store.puzzles.of(request.user), now)
        if taken:
            solving.daily, solving.named = taken[0]
        return solving
