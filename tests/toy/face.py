"""The toy on Discord: the panel that all games may have, one plain picture, some sentences, and what was rolled."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

from PIL import Image

from bot.panels.face import Events, Exhibit, Exhibited, Face, Pictures, Scene, Words
from bot.panels.model import Button, Picture, Press, Row, SeatPerspective
from bot.texts.names import LETTERS, NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.api import Choice
from games.messages import Message
from tests.toy import TOY
from tests.toy import state as toy
from tests.toy.state import View

SIZE: Final = (90, 30)
PALETTE: Final = {"": "grey", "red": "red", "green": "green", "blue": "blue"}


def _cards(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards)) or "nothing"


def _rolls(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return what everybody has picked in this round, once that is known."""
    view = perspective.view
    if tokens:
        return None
    if view is None or not view.die:
        return Exhibited("Nothing has been rolled yet.")
    lines = [f"{player(perspective.names, seat)}: {_cards(cards)}" for seat, cards in enumerate(view.shown)]
    return Exhibited(words="\n".join([f"Rolled: {view.die}", *lines]))


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    image = Image.new("RGB", SIZE)
    for seat, colour in enumerate(view.colours):
        image.paste(PALETTE[colour], (30 * seat, 0, 30 * seat + 30, 30))
    data = io.BytesIO()
    image.save(data, "PNG")
    return Picture(data.getvalue(), "board.png", description(say, view, names))


def description(say: Phrases, view: View, names: Names) -> str:
    return f"Round {view.round} of {view.rounds}. You have picked {_cards(view.mine)}."


def score(say: Phrases, view: View, names: Names) -> str:
    return "–".join(map(str, view.scores))


def status(say: Phrases, view: View, names: Names) -> str:
    return ", ".join(f"{player(names, seat)} {score}" for seat, score in enumerate(view.scores))


def asked(say: Phrases, choice: Choice, view: View, names: Names) -> str:
    return f"round {view.round}: {choice.kind}"


def answers(say: Phrases, view: View, names: Names) -> tuple[Row, ...]:
    """The last word on the die; a sealed pick beside it, which shared code leaves out."""
    words = {"Again": ("again",), "Pass": ("pass",), "Pick the first two": ("pick", "1", "2")}
    return (tuple(Button(label, Press("answer", action)) for label, action in words.items()),)


def tell(say: Phrases, events: Events, names: Names) -> list[str]:
    return [text for event in events if (text := _told(event, names))]


def _told(event: Any, names: Names) -> str:
    if isinstance(event, toy.Coloured):
        return f"{player(names, event.seat)} plays {event.colour}"
    if isinstance(event, toy.Picked):
        cards = "in secret" if event.cards is None else _cards(event.cards)
        return f"{player(names, event.seat)} picked {cards}"
    if isinstance(event, toy.Rolled):
        return f"The die shows {event.die}"
    if isinstance(event, toy.Cheered):
        return f"{player(names, event.seat)} cheered"
    return ""


FACE: Final = Face[View](
    game=TOY,
    group="toy",
    words=Words(
        description=description,
        tell=tell,
        asked=asked,
        score=score,
        status=status,
        seat_title=lambda say, view, seat: view.colours[seat] or LETTERS[seat],
    ),
    pictures=Pictures(board=board),
    exhibits=(Exhibit(id="rolls", label=Message("Last roll"), show=_rolls, public=True),),
    answers=answers,
)
