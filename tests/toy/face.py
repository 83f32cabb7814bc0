"""The toy on Discord: its sentences, its picture, what was rolled, its commands."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import Any, Final

from PIL import Image, ImageDraw

from bot.commands import lookups
from bot.commands.from_verbs import Moves, Option, group
from bot.panels.default import DefaultPanel
from bot.panels.face import Exhibit, Exhibited, Face, Pictures, Scene, Words, one_by_one
from bot.panels.model import Button, Picture, Press, Row, SeatPerspective
from bot.panels.verbs import VerbWording
from bot.texts.names import LETTERS, NOBODY, Names, player, players
from bot.texts.phrases import Phrases
from bot.texts.story import BETWEEN
from games.api import Action, Choice
from games.messages import Message
from render.canvas import font
from render.labels import Labels, refuse_hidden
from tests.toy import TOY
from tests.toy.state import Cheered, Coloured, Picked, Rolled, View

WIDTH, HEIGHT = 180, 120
COLOURS: Final = {"": "dimgrey", "red": "firebrick", "green": "seagreen", "blue": "royalblue"}
NAMES_OF_COLOURS: Final = {"red": Message("red"), "green": Message("green"), "blue": Message("blue")}


def description(say: Phrases, view: View, names: Names) -> str:
    """Return the position in words: whole sentences."""
    lines = [say("Round {round} of {rounds}.", round=view.round, rounds=view.rounds)]
    if view.mine:
        lines.append(say("You have picked {cards}.", cards=_cards(say, view.mine)))
    return "\n".join([*lines, *rolled(say, view, names)])


def rolled(say: Phrases, view: View, names: Names) -> list[str]:
    """Return what is known once the die is rolled."""
    if not view.die:
        return []
    picked = [
        say("{player} has picked {cards}.", player=player(names, seat), cards=_cards(say, cards))
        for seat, cards in enumerate(view.shown)
        if cards
    ]
    return [say("The die shows {die}.", die=view.die), *picked]


def _cards(say: Phrases, cards: Sequence[int]) -> str:
    return say.every(map(str, cards))


def score(say: Phrases, view: View, names: Names) -> str:
    """Return the points, for the lock screen."""
    return " – ".join(f"{player(names, seat)} {points}" for seat, points in enumerate(view.scores))


def status(say: Phrases, view: View, names: Names) -> str:
    """Return what the score does not say: the round, and who has picked already."""
    lines = [say("round {round} of {rounds}", round=view.round, rounds=view.rounds)]
    picked = [] if view.die else [seat for seat, has in enumerate(view.picked) if has]
    return BETWEEN.join([*lines, *([say("picked: {players}", players=players(say, names, picked))] if picked else [])])


def asked(say: Phrases, choice: Choice, view: View, names: Names) -> str:
    """Return what a choice asks of its seat: a fragment behind the mention of a player."""
    if choice.kind == "pick":
        return say("pick two cards")
    return say("choose your colour") if choice.kind == "colour" else say("roll again or pass")


def told(say: Phrases, event: Any, names: Names) -> str:
    """Return what happened, with its subject and without a stop; nothing where there is nothing to tell."""
    who = player(names, event.seat) if hasattr(event, "seat") else ""
    match event:
        case Coloured(colour=colour):
            return say("{player} plays {colour}", player=who, colour=NAMES_OF_COLOURS[colour])
        case Picked(cards=None):
            return say("{player} picked in secret", player=who)
        case Picked(cards=cards):
            return say("{player} picked {cards}", player=who, cards=_cards(say, cards or ()))
        case Rolled(die):
            return say("The die shows {die}", die=die)
        case Cheered():
            return say("{player} cheered", player=who)
    return ""


def token(say: Phrases, said: Action, value: str) -> str:
    """Return what a token is called after a verb."""
    return say.message(NAMES_OF_COLOURS[value]) if said[0] == "colour" else value


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw a field for each seat in its colour, with the name, the points and the cards that are known."""
    refuse_hidden(view, View)
    labels = Labels.of(say, names)
    image = Image.new("RGB", (WIDTH * len(view.scores), HEIGHT))
    draw = ImageDraw.Draw(image)
    for seat, colour in enumerate(view.colours):
        draw.rectangle((WIDTH * seat, 0, WIDTH * (seat + 1), HEIGHT), COLOURS[colour])
        cards = " ".join(map(str, view.shown[seat] if view.shown else ())) or "·"
        for line, text in enumerate((labels.seat(seat), str(view.scores[seat]), cards)):
            draw.text((WIDTH * seat + 12, 10 + 36 * line), text, "white", font(24))
    data = io.BytesIO()
    image.save(data, "PNG")
    return Picture(data.getvalue(), "board.png", description(say, view, names))


def answers(say: Phrases, view: View, names: Names, people: Collection[int]) -> tuple[Row, ...]:
    """Return the last word on the die; a sealed pick beside it, which shared code leaves out."""
    actions = (("again",), ("pass",), ("pick", "1", "2"))
    return (tuple(Button(WORDING.action_text(say, action, names), Press("answer", action)) for action in actions),)


def last_roll(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return what everybody has picked in this round, once that is known."""
    say, view = perspective.say, perspective.view
    lines = rolled(say, view, perspective.names) if view is not None else []
    return None if tokens else Exhibited(words="\n".join(lines) or say("Nothing has been rolled yet."))


WORDING: Final = VerbWording[View](TOY, token)
FACE: Final = Face[View](
    game=TOY,
    group="toy",
    words=Words(
        description=description,
        tell=one_by_one(told),
        asked=asked,
        score=score,
        status=status,
        action_text=WORDING.action_text,
        seat_title=lambda say, view, seat: view.colours[seat] or LETTERS[seat],
    ),
    pictures=Pictures(board=board),
    panel=DefaultPanel(WORDING).panel,
    exhibits=(Exhibit(id="rolls", label=Message("Last roll"), show=last_roll, public=True),),
    answers=answers,
)
CARDS: Final = Option("cards", Message("Your two cards, such as 2 5"), read=lookups.words, several=True)
MOVES: Final = Moves(TOY, {"cards": CARDS}, WORDING.value)
COMMANDS: Final = (
    group(
        "toy",
        TOY,
        (
            *MOVES.commands(),
            lookups.choose(WORDING.action_text, beginnings=True),
            lookups.panel("panel", Message("All you can do, for your eyes only")),
            lookups.exhibit("rolls", Message("What was rolled and picked last"), "rolls"),
        ),
    ),
)
