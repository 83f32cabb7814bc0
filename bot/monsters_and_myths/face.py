"""Monsters & Myths as a `bot.panels.face.GameFace`: where panels, pictures and sentences come together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.monsters_and_myths import answers, pages
from bot.monsters_and_myths.exhibits import EXHIBITS
from bot.monsters_and_myths.film import AttackFilm
from bot.monsters_and_myths.guide import GUIDE
from bot.monsters_and_myths.rounds import Summaries
from bot.monsters_and_myths.texts import events, standing
from bot.monsters_and_myths.texts.description import alt_text, description
from bot.monsters_and_myths.texts.lettering import lettering
from bot.panels.face import Exhibit, Film, Names, Rounds
from bot.panels.guide import Chapter
from bot.panels.model import Panel, Picture, Row, SeatPerspective
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Game
from games.lessons import Lesson
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.view import SEATS, View
from render import monsters_and_myths as pictures


class MonstersAndMythsFace:
    """The face of Monsters & Myths. It has no state of its own."""

    game: Game[Any] = GAME
    film: Film | None = AttackFilm()
    exhibits: tuple[Exhibit, ...] = EXHIBITS
    rounds: Rounds | None = Summaries()
    group = "monsters"
    lessons: tuple[Lesson, ...] = ()
    guide: tuple[Chapter, ...] = GUIDE

    def seat_title(self, say: Phrases, view: View, seat: int) -> str:
        """The letter."""
        return SEATS[seat]

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        """The private panel at these tokens."""
        return pages.panel(perspective, tuple(tokens))

    def board(self, say: Phrases, view: View, marks: Sequence[int] = (), names: Names | None = None) -> Picture:
        """The public picture."""
        return Picture(pictures.draw_table(view, lettering(say, names)), "board.png", alt_text(say, view))

    def private_board(
        self, say: Phrases, view: View, draft: pictures.Draft | None = None, names: Names | None = None
    ) -> Picture:
        """The picture of a panel: the table with the reader's cards below, and the draft of a decision."""
        picture = pictures.draw_private(view, lettering(say, names), draft or pictures.EMPTY)
        return Picture(picture, "board.png", alt_text(say, view))

    def result_card(self, say: Phrases, view: View, names: Names | None = None) -> Picture:
        """The points of all as a table that adds up."""
        return Picture(pictures.draw_result(view, lettering(say, names)), "result.png", alt_text(say, view))

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        """Draw what every table needs, and keep it in the user's cache folder for the next start."""
        return pictures.warm([lettering(phrases(language)) for language in languages]).stop

    def description(self, say: Phrases, view: View) -> str:
        """The position in words."""
        return description(say, view)

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """Nothing: the position itself shows the attack and its dice."""
        return ()

    def tell(self, say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
        """What happened."""
        return events.tell(say, happened, names)

    def score(self, say: Phrases, view: View, names: Names) -> str:
        """Points as the cards lie now."""
        return standing.score(say, view, names)

    def status(self, say: Phrases, view: View, names: Names) -> str:
        """All seats."""
        return standing.status(say, view, names)

    def asked(self, say: Phrases, choice: Choice, view: View, names: Names) -> str:
        """What is asked."""
        return standing.asked(say, choice, view, names)

    def answers(self, say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
        """Roll, stop, pass, fire and losses under the table."""
        return answers.answers(say, view, names)

    def action_text(self, say: Phrases, action: Action) -> str:
        """An action in plain words."""
        return standing.action_text(say, action)

    def ending(self, say: Phrases, view: View, names: Names) -> str:
        """Who won and how."""
        return standing.ending(say, view, names)


FACE: Final = MonstersAndMythsFace()
