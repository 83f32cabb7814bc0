"""Monolith Arena as a `bot.panels.face.GameFace`: where panels, pictures and sentences come together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.monolith_arena.board_draft import BoardDraft, described
from bot.monolith_arena.exhibits import EXHIBITS
from bot.monolith_arena.film import BattleFilm, foreseen
from bot.monolith_arena.guide import GUIDE
from bot.monolith_arena.pages import PAGES
from bot.monolith_arena.sheets import sheet
from bot.monolith_arena.texts import endings, events, names, sides, standing
from bot.monolith_arena.texts.description import alt_text, description
from bot.monolith_arena.texts.lettering import lettering
from bot.panels.face import Exhibit, Film, Names
from bot.panels.guide import Chapter
from bot.panels.model import Panel, Picture, SeatPerspective
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Game
from games.lessons import Lesson
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.lessons import LESSONS
from games.monolith_arena.view import View
from render import monolith_arena as pictures


class MonolithArenaFace:
    """The face of Monolith Arena. It has no state of its own."""

    game: Game[Any] = GAME
    film: Film | None = BattleFilm()
    exhibits: tuple[Exhibit, ...] = EXHIBITS
    group = "monolith"
    lessons: tuple[Lesson, ...] = LESSONS
    guide: tuple[Chapter, ...] = GUIDE

    def seat_title(self, say: Phrases, view: View, seat: int) -> str:
        """Letter and faction."""
        return names.seat_title(say, view, seat)

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        """The private panel at these tokens."""
        return PAGES.panel(perspective, tuple(tokens))

    def board(self, say: Phrases, view: View, marks: Sequence[int] = (), names: Names | None = None) -> Picture:
        """The public picture."""
        picture = pictures.draw_board(view, lettering(say, names), marks=marks)
        return Picture(picture, "board.png", alt_text(say, view, marks=marks, names=names or {}))

    def private_board(
        self, say: Phrases, view: View, draft: BoardDraft | None = None, names: Names | None = None
    ) -> Picture:
        """The picture of a panel: with the reserve for whoever has one, with the draft of a move."""
        draft = draft or BoardDraft()
        if draft.battle is not None:
            return foreseen(say, draft.battle, names or {})
        if draft.sheet:
            return sheet(say, draft.sheet)
        playing = view.reader is not None
        draw = pictures.draw_reserve if playing else pictures.draw_board
        more = described(say, view, draft)
        alt = alt_text(say, view, ghost=draft.ghost, reserve=playing, more=more, names=names or {})
        picture = draw(
            view,
            lettering(say, names),
            marks=draft.marks,
            ghost=draft.ghost,
            unfold=draft.unfold,
            dangers=draft.dangers,
        )
        return Picture(picture, "board.png", alt)

    def result_card(self, say: Phrases, view: View, names: Names | None = None) -> Picture:
        """Winner, reason, hit points and the last position."""
        return Picture(
            pictures.draw_result(view, lettering(say, names)), "result.png", alt_text(say, view, names=names or {})
        )

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        """Draw the parts of boards, and keep them in the user's cache folder for the next start."""
        return pictures.warm([lettering(phrases(language)) for language in languages]).stop

    def description(self, say: Phrases, view: View) -> str:
        """The position in words."""
        return description(say, view)

    def words(self, perspective: SeatPerspective) -> str:
        """The position in words, with the names of the players."""
        return description(perspective.say, perspective.view, perspective.names)

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """The hexes of what was placed, moved or marked, where it stands now, and of what was shot at."""
        marks: dict[int, None] = {}
        for event in events:
            _mark(event, marks)
        return tuple(marks)

    def high_point(self, events: Sequence[Any]) -> bool:
        """Whether these events are worth telling those who only look on: a battle."""
        return BattleFilm().covers(events)

    def tell(self, say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
        """What happened."""
        return events.tell(say, happened, names)

    def score(self, say: Phrases, view: View, names: Names) -> str:
        """Hit points."""
        return sides.score(view, names)

    def status(self, say: Phrases, view: View, names: Names) -> str:
        """All sides."""
        return standing.status(say, view, names)

    def asked(self, say: Phrases, choice: Choice, view: View, names: Names) -> str:
        """What is asked."""
        return standing.asked(say, choice, view, names)

    def action_text(self, say: Phrases, action: Action) -> str:
        """An action in plain words."""
        return standing.action_text(say, action)

    def ending(self, say: Phrases, view: View, names: Names) -> str:
        """Who won and how."""
        return endings.ending(say, view, names)


def _mark(event: Any, marks: dict[int, None]) -> None:
    """Take the hexes of an event into the marks, and those out of them that it leaves."""
    if isinstance(event, ev.Moved):
        marks.pop(event.tile.hex, None)
    if isinstance(event, ev.Placed | ev.Moved):
        marks[event.hex] = None
    elif isinstance(event, ev.Unfolding | ev.Unfolded):
        marks.update(dict.fromkeys(event.segments))
    elif isinstance(event, ev.Folded):
        for segment in event.segments:
            marks.pop(segment, None)
    elif isinstance(event, ev.Netted | ev.Entrenched):
        marks[event.tile.hex] = None
    elif isinstance(event, ev.Wounds) and event.cause != "phase":
        marks.update({attack.target.hex: None for attack in event.attacks})


FACE: Final = MonolithArenaFace()
