"""The toy on Discord: the panel that all games may have, one plain picture, some sentences, and what was rolled."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PIL import Image

from bot.panels.default import DefaultPanel
from bot.panels.face import Exhibited, Film, Scene
from bot.panels.guide import Chapter
from bot.panels.model import Button, Panel, Picture, Press, Row, SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Game, Result
from games.lessons import Lesson
from tests.toy import TOY
from tests.toy import state as toy
from tests.toy.state import View

Names = Mapping[int, str]
SIZE: Final = (90, 30)
PALETTE: Final = {"": "grey", "red": "red", "green": "green", "blue": "blue"}


def _name(names: Names, seat: int) -> str:
    return names.get(seat, "ABC"[seat])


def _cards(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards)) or "nothing"


class Rolls:
    """What everybody has picked in this round, once that is known."""

    id = "rolls"
    public = True

    def label(self, say: Phrases) -> str:
        return say("Last roll")

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        view = perspective.view
        if tokens:
            return None
        if view is None or not view.die:
            return Exhibited("Nothing has been rolled yet.")
        lines = [f"{_name(perspective.names, seat)}: {_cards(cards)}" for seat, cards in enumerate(view.shown)]
        return Exhibited(words="\n".join([f"Rolled: {view.die}", *lines]))


class ToyFace:
    """A `bot.panels.face.GameFace`."""

    game: Game[Any] = TOY
    film: Film | None = None
    exhibits = (Rolls(),)
    group = "toy"
    lessons: tuple[Lesson, ...] = ()
    guide: tuple[Chapter, ...] = ()

    def __init__(self) -> None:
        self._panel = DefaultPanel()

    def seat_title(self, say: Phrases, view: View, seat: int) -> str:
        return view.colours[seat] or "ABC"[seat]

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        return self._panel.panel(perspective, tuple(tokens))

    def board(self, say: Phrases, view: View, marks: Sequence[int] = (), names: Names | None = None) -> Picture:
        image = Image.new("RGB", SIZE)
        for seat, colour in enumerate(view.colours):
            image.paste(PALETTE[colour], (30 * seat, 0, 30 * seat + 30, 30))
        data = io.BytesIO()
        image.save(data, "PNG")
        return Picture(data.getvalue(), "board.png", self.description(say, view))

    def private_board(self, say: Phrases, view: View, draft: Any = None, names: Names | None = None) -> Picture:
        return self.board(say, view)

    def result_card(self, say: Phrases, view: View, names: Names | None = None) -> Picture:
        return self.board(say, view)

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        return lambda: None

    def description(self, say: Phrases, view: View) -> str:
        return f"Round {view.round} of {view.rounds}. You have picked {_cards(view.mine)}."

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        return ()

    def tell(self, say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
        return [text for event in events if (text := _told(event, names))]

    def score(self, say: Phrases, view: View, names: Names) -> str:
        return "–".join(map(str, view.scores))

    def status(self, say: Phrases, view: View, names: Names) -> str:
        return ", ".join(f"{_name(names, seat)} {score}" for seat, score in enumerate(view.scores))

    def asked(self, say: Phrases, choice: Choice, view: View, names: Names) -> str:
        return f"round {view.round}: {choice.kind}"

    def answers(self, say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
        """The last word on the die; a sealed pick beside it, which shared code leaves out."""
        words = {"Again": ("again",), "Pass": ("pass",), "Pick the first two": ("pick", "1", "2")}
        return (tuple(Button(label, Press("answer", action)) for label, action in words.items()),)

    def action_text(self, say: Phrases, action: Action) -> str:
        return " ".join(action)

    def ending(self, say: Phrases, view: View, names: Names) -> str:
        result = view.result
        assert isinstance(result, Result)
        return f"{say.every(_name(names, seat) for seat in result.winners) or 'Nobody'} won ({result.reason})."


def _told(event: Any, names: Names) -> str:
    if isinstance(event, toy.Coloured):
        return f"{_name(names, event.seat)} plays {event.colour}"
    if isinstance(event, toy.Picked):
        cards = "in secret" if event.cards is None else _cards(event.cards)
        return f"{_name(names, event.seat)} picked {cards}"
    if isinstance(event, toy.Rolled):
        return f"The die shows {event.die}"
    if isinstance(event, toy.Cheered):
        return f"{_name(names, event.seat)} cheered"
    return ""
