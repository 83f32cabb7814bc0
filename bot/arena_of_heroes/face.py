"""Arena of Heroes as a `bot.panels.face.GameFace`: where panels, pictures and sentences come together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.arena_of_heroes.exhibits import EXHIBITS, tiles
from bot.arena_of_heroes.film import TurnFilm
from bot.arena_of_heroes.guide import GUIDE
from bot.arena_of_heroes.pages import panel
from bot.arena_of_heroes.texts import endings, events, names, standing
from bot.arena_of_heroes.texts.description import alt_text, description
from bot.arena_of_heroes.texts.lettering import lettering
from bot.panels.face import Exhibit, Film, Names
from bot.panels.guide import Chapter
from bot.panels.model import Panel, Picture, SeatPerspective
from bot.texts.phrases import Phrases, phrases
from games.api import Action, Choice, Game
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.view import View
from games.lessons import Lesson
from render import arena_of_heroes as pictures


class ArenaOfHeroesFace:
    """The face of Arena of Heroes. It has no state of its own."""

    game: Game[Any] = GAME
    film: Film | None = TurnFilm()
    exhibits: tuple[Exhibit, ...] = EXHIBITS
    group = "arena"
    lessons: tuple[Lesson, ...] = ()
    guide: tuple[Chapter, ...] = GUIDE

    def seat_title(self, say: Phrases, view: View, seat: int) -> str:
        """Letter and hero."""
        return names.seat_title(say, view, seat)

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        """The private panel at these tokens."""
        return panel(perspective, tuple(tokens))

    def board(self, say: Phrases, view: View, marks: Sequence[int] = (), names: Names | None = None) -> Picture:
        """The public picture: nothing of it depends on what a reader alone knows."""
        return Picture(pictures.draw_board(view, lettering(say, names)), "board.png", alt_text(say, view))

    def private_board(
        self, say: Phrases, view: View, draft: pictures.Aim | pictures.Tile | None = None, names: Names | None = None
    ) -> Picture:
        """The picture of a panel: with the own hidden hero, a line about it, the chances of an aim.

        Of a hero that is read about it is that hero.
        """
        if isinstance(draft, pictures.Tile):
            return tiles([draft])
        picture = pictures.draw_private(view, lettering(say, names), draft)
        return Picture(picture, "board.png", alt_text(say, view, own=True, aim=draft))

    def result_card(self, say: Phrases, view: View, names: Names | None = None) -> Picture:
        """Winner, order of going out, hits, last hideouts, the last position."""
        return Picture(pictures.draw_result(view, lettering(say, names)), "result.png", alt_text(say, view))

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        """Draw the parts of boards, and keep them in the user's cache folder for the next start."""
        return pictures.warm([lettering(phrases(language)) for language in languages]).stop

    def description(self, say: Phrases, view: View) -> str:
        """The position in words."""
        return description(say, view)

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        """Nothing: the picture shows the last shot from the view."""
        return ()

    def tell(self, say: Phrases, happened: Sequence[Any], names: Names) -> list[str]:
        """What happened."""
        return events.tell(say, happened, names)

    def score(self, say: Phrases, view: View, names: Names) -> str:
        """Stamina."""
        return standing.score(say, view, names)

    def status(self, say: Phrases, view: View, names: Names) -> str:
        """All seats."""
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


FACE: Final = ArenaOfHeroesFace()
