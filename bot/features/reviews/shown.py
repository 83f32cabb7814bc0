"""What a review shows: the chart of a match, and the boards of a turn, as it was played and as it might have been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.features.reviews import words
from bot.features.reviews.service import counting
from bot.limits import ALT_TEXT, cut
from bot.matches.loaded import LoadedMatch
from bot.panels.face import AnyFace
from bot.panels.model import AnyView, Picture
from bot.panels.trial import marked
from bot.texts.names import Names, letter, players
from bot.texts.phrases import Phrases
from games import reviews
from games.api import Action, Formation, GameError
from games.chances import CERTAIN, percent
from games.draws import Draws
from games.reviews import Review, Turn
from render.chart import Chart, Side, Step, draw_chart
from render.labels import Labels

BEFORE, PLAYED, BETTER = "before", "played", "better"
WAYS: Final = (BEFORE, PLAYED, BETTER)
"""The boards of a turn, in the order of their buttons."""


class Board(NamedTuple):
    """A position to be drawn, and the places of what was done on it."""

    view: AnyView
    marks: tuple[int, ...] = ()
    draft: Any = None
    """What is chosen on it, as on the private panel of whoever chooses."""
    battle: tuple[AnyView, tuple[Any, ...]] | None = None
    """The position in which the turn was ended, and what that led to; `None` where nothing ended it."""


def played(match: LoadedMatch, turn: Turn) -> list[Action]:
    """Return what a seat did in its turn, as far as it is judged by that."""
    return [done.entry.tokens for done in reviews.chosen(match.face.game, turn, counting(match))]


def begun(match: LoadedMatch, turn: Turn) -> int:
    """Return the number of the first entry that is judged of a turn."""
    return reviews.chosen(match.face.game, turn, counting(match))[0].number


def ways(match: LoadedMatch, turn: Turn, reader: int | None) -> tuple[str, ...]:
    """Return the boards of a turn that differ: of a choice that before it, and those that show what was chosen.

    There are none where no picture shows that.
    """
    if turn.judged is None or not turn.judged.length:
        return WAYS
    chosen = tuple(way for way in WAYS if board(match, turn, way, reader).draft is not None)
    return (BEFORE, *chosen) if chosen else ()


def board(match: LoadedMatch, turn: Turn, way: str, reader: int | None) -> Board:
    """Return the board before a turn, as it was played, or as the better turn makes it (`WAYS`).

    `reader` is the seat of the turn, or `None` for everybody else: a picture calls the reader of its view *you*. Of
    what ends the turn, such as a charge or a battle, it is shown what it did, without what follows. Where somebody's
    answer interrupts the better turn, it shows what was done until then. Of a choice by which dice fall it is the
    position before it, with what was chosen as its own panel shows that; to everybody else it shows what is done
    openly, such as a shot. Nobody is asked for anything on it.
    """
    found = _board(match, turn, way, reader)
    return found._replace(view=_at_rest(found.view))


def _at_rest(view: Any) -> Any:
    """Return a position in which nobody is waited for: it is looked at, not played."""
    return replace(view, choices=())


def _board(match: LoadedMatch, turn: Turn, way: str, reader: int | None) -> Board:
    game, seat = match.face.game, turn.seat
    done = reviews.chosen(game, turn, counting(match))
    state = done[0].before.state
    if way == BEFORE:
        return Board(game.view(state, reader))
    if turn.judged is not None and turn.judged.length:
        action = done[0].entry.tokens if way == PLAYED else turn.judged.better[0]
        view = game.view(state, reader)
        return Board(view, draft=match.face.pictures.choosing(view, seat, action))
    events: list[Any] = []
    last: list[Any] = []
    if way == PLAYED:
        ends = done[-1].number
        state = done[-1].before.state
        events = [event for one in done[:-1] if one.step is not None for event in one.step.events]
        rest = [one.step for one in counting(match) if ends <= one.number <= turn.last and one.step is not None]
        last = [event for step in rest for event in step.events]  # with the answers that were asked for
    else:
        assert turn.judged is not None
        draws = Draws(match.seed)
        better = turn.judged.better
        for number, action in enumerate(better, 1):
            try:
                step = game.apply(state, seat, action, draws)
            except GameError:
                break
            if number < len(better):
                state, events = step.state, [*events, *step.events]
            else:
                last = list(step.events)
    pictures, view = match.face.pictures, game.view(state, reader)
    seen, ended = (
        [shown for event in some if (shown := game.show(event, reader)) is not None] for some in (events, last)
    )
    struck = pictures.struck(view, ended)
    if struck is None:
        return Board(view, pictures.marks(seen), battle=(view, tuple(ended)))
    return Board(struck, pictures.marks([*seen, *ended]), battle=(view, tuple(ended)))


def fought(say: Phrases, match: LoadedMatch, turn: Turn, way: str, names: Names) -> str:
    """Return in a line what the battle came to with which a turn ended, or would have; empty without one."""
    found = _board(match, turn, way, None)
    return "" if found.battle is None else match.face.words.fought(say, *found.battle, names)


def drawn(say: Phrases, face: AnyFace, at: Board, names: Names, heading: str, panel: bool) -> Picture:
    """Draw a board under a heading that says which one it is; `panel`: with what its reader alone sees, or chooses."""
    pictures = face.pictures
    if panel:
        # The picture of a panel shows what is chosen; of a view for everybody it has nothing that a reader alone knows.
        draft = pictures.marking(at.marks) if at.draft is None else at.draft
        picture = pictures.private_board(say, at.view, draft, names)
    else:
        picture = pictures.board(say, at.view, at.marks, names)
    return marked(picture, heading, f"{heading}. {picture.alt}")


def chart(
    say: Phrases,
    face: AnyFace,
    formation: Formation,
    view: AnyView,
    names: Names,
    review: Review,
    points: Sequence[int],
) -> Picture:
    """Draw how the chances went, which turns lost most of those at these places, and the luck."""
    labels = Labels.of(say, names)
    teams = sorted(set(formation.teams))
    seats = {team: [seat for seat, its in enumerate(formation.teams) if its == team] for team in teams}
    sides = tuple(
        Side(
            tuple(letter(seat) for seat in seats[team]),
            tuple(labels.seat(seat) for seat in seats[team]),
            tuple(face.pictures.arms(view, seat) for seat in seats[team]),
        )
        for team in teams
    )
    steps = tuple(
        Step(
            teams.index(formation.teams[turn.seat]),
            None if turn.judged is None else turn.judged.after,
            0 if turn.judged is None else turn.judged.luck,
            points.index(place) + 1 if place in points else 0,
        )
        for place, turn in enumerate(review.turns)
    )
    ended = tuple(teams.index(team) for team in teams if set(seats[team]) & set(_winners(view)))
    reviewing = reviews.reviewing_of(face.game)
    assert reviewing is not None
    said = Chart(sides, steps, say.message(reviewing.luck), ended[0] if len(ended) == 1 else None)
    return Picture(draw_chart(said, labels), "review.png", _alt(say, formation, names, review, points))


def _winners(view: AnyView) -> tuple[int, ...]:
    return view.result.winners if view.result is not None else ()


EVERY = 4
"""Of so many turns one is told in alternative text."""


def _alt(say: Phrases, formation: Formation, names: Names, review: Review, points: Sequence[int]) -> str:
    """Return the chart in words: every few turns how the chances were, and the turns that lost most.

    Of two sides those of the first are told, of more those of each, by its own turns.
    """
    teams = sorted(set(formation.teams))
    sentences = [
        _chances_of(say, formation, names, review, team, points) for team in (teams[:1] if len(teams) == 2 else teams)
    ]
    if points:
        lost = ", ".join(words.title(say, names, review, place) for place in points)
        sentences.append(say("Turns that lost most: {turns}.", turns=lost))
    return cut(" ".join(sentences), ALT_TEXT)


def _chances_of(
    say: Phrases, formation: Formation, names: Names, review: Review, team: int, points: Sequence[int]
) -> str:
    """Return the chances of a side every few turns; the turns of the only other one tell them, too."""
    alone = len(set(formation.teams)) == 2
    seats = [seat for seat, its in enumerate(formation.teams) if its == team]
    judged = [
        (place, turn.judged.after if turn.seat in seats else CERTAIN - turn.judged.after)
        for place, turn in enumerate(review.turns)
        if turn.judged is not None and (alone or turn.seat in seats)
    ]
    told = ", ".join(
        say("turn {number}: {chance}%", number=place + 1, chance=percent(chance))
        for number, (place, chance) in enumerate(judged)
        if number % EVERY == 0 or place in points or number == len(judged) - 1
    )
    return say("Chances of winning of {player}, by turns: {turns}.", player=players(say, names, seats), turns=told)
