"""The pages of a study: the game's own page for the seat that is moved for, what is to be supposed, the ways on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.limits import ROWS, SELECT_OPTIONS, SELECT_TEXT, cut
from bot.panels import pages
from bot.panels.choosing import Value, numbered
from bot.panels.face import AnyFace, Scene
from bot.panels.model import AnyView, Button, Panel, Picture, Press, Row, Select
from bot.panels.trial import DO, SHOW, SeatAtTrial, leading_back, marked
from bot.panels.widgets import button, option, paged, rows_of, turned, under
from bot.texts import match as texts
from bot.texts import story
from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Action
from games.attempts import Tried
from games.doubts import Doubt
from games.messages import Message
from games.studies import AtMove, Study

ACTION_ID: Final = "try"
"""The action id of everything in a study: it stands in the place of shorter ones, and leaves as much room."""
GO, AGAIN, FILM, PLAN, AS, PICK, CHANCE, REST, NEW, HINT, FROM = (
    "go", "again", "film", "plan", "as", "pick", "chance", "rest", "new", "hint", "from",
)  # fmt: skip
"""What else a press does here, as its first token."""
TOLD: Final = 600
"""How many characters tell what a step has led to."""
WHAT: Final = Message(
    "Try moves for all sides, as far as you like. Nobody sees it, and nothing is played. I keep it for an hour, unless "
    "I restart."
)


@dataclass(frozen=True, slots=True)
class Board:
    """A study and what its reader may do with it."""

    face: AnyFace
    study: Study
    names: Names
    say: Phrases
    running: bool
    """The match runs still."""
    behind: bool = False
    """The match has gone on since the study began."""
    helped: bool = False
    """A computer player may be asked."""
    back: Press | None = None
    """Leads back to the replay from which it was begun; `None` while the match runs."""

    def perspective(self) -> SeatAtTrial[AtMove]:
        """Return the position as the seat has it that is moved for."""
        return SeatAtTrial(self.study.move(), self.names, self.say, self.study.choice)


def page(board: Board, tokens: Action = ()) -> Panel:
    """Return the page of these tokens, whose presses lead back to the study."""
    say, study = board.say, board.study
    if study.mover is None:
        ending = board.face.words.ending(say, study.seen(study.now), board.names)
        made, tokens = Panel(ending, ()), ()
    elif (doubt := study.doubt) is not None:
        _, turn = turned(tokens)
        made, tokens = _doubt(board, doubt, turn), ()
    else:
        made = pages.usable(say, board.face.panel(board.perspective(), tokens))
        made = pages.only(made, lambda press: press.action_id in (SHOW, DO))
        made = replace(made, rows=leading_back(made.rows, ACTION_ID))
    if tokens:
        return made.retold(lambda text: texts.lines(_title(board), text))
    made = made.retold(lambda text: texts.lines(_title(board), *_so_far(board), text))
    marks = board.face.pictures.marks(study.told())
    draft = made.draft if made.draft is not None else board.face.pictures.marking(marks)
    return replace(made, rows=_with(made.rows, _controls(board)), draft=draft)


def _title(board: Board) -> str:
    say, study = board.say, board.study
    title = f"**{say('Study board')}** · {say('nothing is played')}"
    if not study.steps:
        return title
    return f"{title} · {say('{number} of {count}', number=study.at, count=len(study.steps))}"


def _so_far(board: Board) -> list[str]:
    """Return what the last step has led to, and for whom the reader moves now."""
    say, study = board.say, board.study
    lines = [say.message(WHAT)] if not study.steps else []
    if not study.at and study.now.begins is not None:
        lines.append(say.message(study.now.begins))
    if board.behind:
        lines.append(say("The match has gone on since; *Start over* begins with how it stands now."))
    if study.last is not None:
        lines.append(story.lines(_told(board, study.last), TOLD))
    if study.mover is not None and study.mover != study.reader:
        lines.append(say("You move for {player} now.", player=player(board.names, study.mover)))
    return lines


def _told(board: Board, step: Tried) -> Sequence[str]:
    say, study = board.say, board.study
    who = player(board.names, step.seat)
    if step.supposed is None:
        told = board.face.words.tell(say, study.told(), board.names)
        action = board.face.words.action_text(say, step.tokens, board.names)
        return told or [say("{player}: {things}", player=who, things=action)]
    if not step.tokens:
        return [say("{player}: left to chance", player=who)]
    things = say.every(say.message(study.called(token)) for token in step.tokens)
    return [say("{player}, as you suppose: {things}", player=who, things=things)]


def _doubt(board: Board, doubt: Doubt, turn: str | None) -> Panel:
    """Return the question what it is that nobody has supposed."""
    say, study = board.say, board.study
    possible = doubt.possible
    if len(possible) > SELECT_OPTIONS:  # what is missing then is asked about again
        possible = tuple(dict.fromkeys(possible))
    values = [Value(token, say.message(study.called(token))) for token in possible]
    options = [option(value.label, Press(ACTION_ID, (PICK, value.token))) for value in numbered(values)]
    shown = paged(say, (PICK,), options, turn)
    own = sum(one.press.action_id == ACTION_ID for one in shown)
    chance = [button(say("Leave it to chance"), Press(ACTION_ID, (CHANCE,)), style="primary")]
    lines = [say.message(doubt.question)]
    if study.trying is not None:
        seat, action = study.trying
        what = board.face.words.action_text(say, action, board.names)
        lines.insert(0, say("{player}: {things}", player=player(board.names, seat), things=what))
        chance.append(button(say("Leave all of it to chance"), Press(ACTION_ID, (REST,))))
    rows: tuple[Row, ...] = (
        Select(cut(say("Choose what it is"), SELECT_TEXT), shown, most=max(1, min(doubt.count, own))),
        tuple(chance),
    )
    who = player(board.names, doubt.seat)
    if doubt.count > 1:
        lines[-1] = f"{say('{player}: {count} unknown.', player=who, count=doubt.count)} {lines[-1]}"
    elif study.trying is None or study.trying[0] != doubt.seat:
        lines[-1] = say("{player}: {things}", player=who, things=lines[-1])
    return Panel(texts.lines(*lines), leading_back(rows, ACTION_ID))


def _controls(board: Board) -> tuple[Button, ...]:
    """Return the ways back, forth and out, the most needed first."""
    say, study = board.say, board.study

    def way(label: str, *tokens: str, disabled: bool = False) -> Button:
        return button(label, Press(ACTION_ID, tokens), disabled=disabled)

    found = [
        way(say("Step back"), GO, str(study.at - (study.trying is None)), disabled=not study.at and not study.trying),
        way(say("Step on"), GO, str(study.at + 1), disabled=study.at == len(study.steps)),
    ]
    if board.back is not None:
        found.append(button(say("Back to the replay"), board.back))
    if board.running and study.own_part and not study.begun_on_turn:
        found.append(button(say("Plan my part"), Press(ACTION_ID, (PLAN,)), style="success"))
    if study.last is not None and study.last.lucky:
        found.append(way(say("Other luck"), AGAIN))
    if scene(board) is not None:
        found.append(way(say("Watch it"), FILM))
    others = [seat for seat in study.movers if seat != study.mover]
    found += [way(say("Move for {player}", player=player(board.names, seat)), AS, str(seat)) for seat in others]
    if board.helped and study.mover is not None and study.doubt is None:
        found.append(way(say("Hint"), HINT))
    if study.steps or board.behind:
        found.append(way(say("Start over"), NEW))
    if board.running:
        found.append(button(say("Leave"), Press(SHOW)))
    return tuple(found)


def _with(rows: tuple[Row, ...], controls: tuple[Button, ...]) -> tuple[Row, ...]:
    """Return the rows of a page with these below, as many as there is room for."""
    for row in rows_of(controls):
        assert isinstance(row, tuple)
        rows = under(rows, row)
    return rows[:ROWS]


# Pictures


def scene(board: Board) -> Scene[AnyView] | None:
    """Return what the last step led to, where there is a film of it."""
    study, film = board.study, board.face.film
    if film is None or study.last is None or not film.covers(study.told()):
        return None
    return Scene(study.seen(study.before), study.told(), study.seen(study.now), board.names, study.earlier())


def drawn(board: Board, draft: Any) -> tuple[Any, ...]:
    """Return what draws the picture of a page: as the seat has it that is moved for, or as everybody has it."""
    study, pictures, say = board.study, board.face.pictures, board.say
    if study.mover is None or study.doubt is not None:
        marks = pictures.marks(study.told())
        return (_marked, say("Study: not played"), pictures.board, say, study.seen(study.now), marks, board.names)
    heading = say("Study: not played")
    if study.mover != study.reader:
        heading = say("Study: you move for {player}", player=player(board.names, study.mover))
    return (_marked, heading, pictures.private_board, say, study.move().view, draft, board.names)


def _marked(heading: str, draw: Callable[[Phrases, Any, Any, Names], Picture], say: Phrases, *what: Any) -> Picture:
    shown = draw(say, *what)
    return marked(shown, heading, say("A study, not played. {picture}", picture=shown.alt))
