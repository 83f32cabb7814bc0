"""The toy on Discord: everything that `bot.panels.face.GameFace` asks for, with the default panel.

It speaks English only, and its pictures are a bar for each player.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PIL import Image

from bot.panels.default import DefaultPanel, Wording
from bot.panels.face import Exhibit, Exhibited, Film, Scene
from bot.panels.model import Panel, Picture, SeatPerspective
from bot.texts.phrases import Phrases
from games.api import Action, Choice, Field, Game
from tests.toy import state as toy
from tests.toy.game import TOY
from tests.toy.state import View

Names = Mapping[int, str]
BAR: Final = 24


def name_of(names: Names, seat: int) -> str:
    return names.get(seat) or "ABC"[seat]


class ToyWording(Wording):
    """How the toy's tokens read."""

    def asked(self, perspective: SeatPerspective, tokens: Action, field: Field) -> str:
        return "Which two cards do you pick?" if field.name == "card" else f"Which {field.name}?"

    def action(self, perspective: SeatPerspective, action: Action) -> str:
        return FACE.action_text(perspective.say, action)

    def standing(self, perspective: SeatPerspective) -> str:
        return FACE.status(perspective.say, perspective.view, perspective.names)


class Scores:
    """Who has how many points."""

    id = "scores"
    public = True

    def label(self, say: Phrases) -> str:
        return "Scores"

    def show(self, perspective: SeatPerspective, tokens: Sequence[str], scene: Scene | None) -> Exhibited | None:
        view: View | None = perspective.view
        return (
            None if view is None or tokens else Exhibited(words=FACE.status(perspective.say, view, perspective.names))
        )


class ToyFace:
    """The toy's face."""

    game: Game[Any] = TOY
    film: Film | None = None
    exhibits: tuple[Exhibit, ...] = (Scores(),)

    def __init__(self) -> None:
        self._panel = DefaultPanel(ToyWording())

    def seat_title(self, say: Phrases, view: View, seat: int) -> str:
        return view.colours[seat] or "ABC"[seat]

    def panel(self, perspective: SeatPerspective, tokens: Sequence[str] = ()) -> Panel:
        return self._panel.panel(perspective, tuple(tokens))

    def board(self, say: Phrases, view: View, marks: Sequence[int] = ()) -> Picture:
        image = Image.new("L", (100, BAR * len(view.scores)), 255)
        for seat, score in enumerate(view.scores):
            image.paste(0, (0, seat * BAR, min(100, score), (seat + 1) * BAR - 4))
        data = io.BytesIO()
        image.save(data, "png")
        return Picture(data.getvalue(), "board.png", self.description(say, view))

    def private_board(self, say: Phrases, view: View, draft: Any = None) -> Picture:
        return self.board(say, view)

    def result_card(self, say: Phrases, view: View) -> Picture:
        return self.board(say, view)

    def warm(self, languages: Sequence[str]) -> Callable[[], None]:
        return lambda: None

    def description(self, say: Phrases, view: View) -> str:
        mine = f" You have picked {view.mine}." if view.mine else ""
        return f"Round {view.round} of {view.rounds}, {self.score(say, view, {})}.{mine}"

    def marks(self, events: Sequence[Any]) -> tuple[int, ...]:
        return ()

    def tell(self, say: Phrases, events: Sequence[Any], names: Names) -> list[str]:
        return [_told(event, names) for event in events]

    def score(self, say: Phrases, view: View, names: Names) -> str:
        return " to ".join(map(str, view.scores))

    def status(self, say: Phrases, view: View, names: Names) -> str:
        return ", ".join(f"{name_of(names, seat)} {score}" for seat, score in enumerate(view.scores))

    def asked(self, say: Phrases, choice: Choice, view: View, names: Names) -> str:
        return choice.kind

    def action_text(self, say: Phrases, action: Action) -> str:
        return " ".join(action)

    def ending(self, say: Phrases, view: View, names: Names) -> str:
        if view.result is None:
            return "The match is still running."
        return f"{say.every(name_of(names, seat) for seat in view.result.ranking[0])} won."


def _told(event: Any, names: Names) -> str:
    if isinstance(event, toy.Coloured):
        return f"{name_of(names, event.seat)} is {event.colour}"
    if isinstance(event, toy.Picked):
        return f"{name_of(names, event.seat)} picked {event.cards or 'two cards'}"
    if isinstance(event, toy.Rolled):
        return f"The die shows {event.die}"
    if isinstance(event, toy.RoundEnded):
        return f"Round {event.round} is over: {event.scores}"
    return f"{name_of(names, event.seat)} cheers" if isinstance(event, toy.Cheered) else "The match is over"


FACE: Final = ToyFace()
