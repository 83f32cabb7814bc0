"""One step of a replay: what stands beside the picture, what is drawn, and where the buttons lead.

All of it follows from the match, the number of an entry and the seat whose eyes are looked through, and those stand in
the buttons; nothing is kept about a reader.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.features.replay.stops import Stops, Turn
from bot.features.why import pages as why
from bot.interactions import history_pages
from bot.limits import SELECT_TEXT
from bot.matches.loaded import LoadedMatch
from bot.panels.model import AnyView, Button, Picture, Press, Row, Select
from bot.panels.trial import marked
from bot.panels.widgets import button, option
from bot.people.names import names_at
from bot.publish.studio import Drawing
from bot.publish.summary import Names, shown, tell
from bot.texts import columns, story
from bot.texts import match as texts
from bot.texts.names import player, players
from bot.texts.phrases import Phrases
from games.history import Replayed

ACTION_ID: Final = "replay"
TOLD: Final = 1200
"""How many characters of an entry are told; a battle with many phases is cut there."""
FILM: Final = "film"
"""The token, in the place of whose eyes, for the film of the whole match."""
EVERYBODY: Final = "all"
"""The token for what everybody saw."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a step of a replay shows."""

    text: str
    picture: Drawing
    rows: tuple[Row, ...]


def reader_of(match: LoadedMatch, user: int, token: str = "") -> int | None:
    """Return whose eyes a user may look through: while the match runs their own, then those of the seat they choose.

    `None` is everybody's. Where nothing is chosen it is what everybody saw once the match is over.
    """
    if match.match.status != "over":
        return match.seat_of(user)
    chosen = int(token) if token.isdecimal() and len(token) < 3 else None
    return chosen if chosen is not None and chosen < match.formation.seats else None


def step(say: Phrases, match: LoadedMatch, names: Names, number: int, reader: int | None, origin: str = "") -> Step:
    """Return the step at the stop that a number means, through the eyes of a seat (`None`: of everybody).

    `origin` is the place of the turn in a review from which the replay was opened, and to which it leads back.
    """
    stops = Stops(match)
    number = stops.at(number)
    then = names_at(names, number)
    return Step(
        _text(say, stops, names, number, reader),
        _picture(say, stops, then, number, reader),
        _rows(say, stops, names, number, reader, origin),
    )


def _picture(say: Phrases, stops: Stops, names: Names, number: int, reader: int | None) -> Drawing:
    """Return what draws the position, with what the entry has changed marked: the public picture, or a seat's own."""
    match, one = stops.match, stops.entry(number)
    pictures, view = match.face.pictures, stops.view(number, reader)
    marks = pictures.marks(shown(match, one, reader)) if one is not None else ()
    if reader is None:
        return (pictures.board, say, view, marks, names)
    draft = pictures.marking(marks)
    if match.match.status != "over":
        return (pictures.private_board, say, view, draft, names)
    heading = say("What {player} held", player=player(names, reader))
    return (_held, say, view, draft, names, pictures.private_board, heading)


def _held(say: Phrases, view: AnyView, draft: Any, names: Names, draw: Callable[..., Picture], heading: str) -> Picture:
    """Draw what a seat saw under a heading that says whose eyes these are: its player is "you" on the picture."""
    shown = draw(say, view, draft, names)
    return marked(shown, heading, f"{heading}. {shown.alt}")


def _text(say: Phrases, stops: Stops, names: Names, number: int, reader: int | None) -> str:
    match, one, turn = stops.match, stops.entry(number), stops.turn(number)
    head = [say("**{number} of {count}**", number=number, count=stops.last)]
    if turn is not None:
        head.append(turn_title(say, turn, names))
    sentences = history_pages.sentences(say, match, one, names, reader) if one is not None else [say("The start")]
    score = match.face.words.score(say, stops.view(number, None), names_at(names, number))
    below = f"{columns.SMALL}{score}" if score else ""
    return texts.lines(story.BETWEEN.join(head), story.lines(sentences, TOLD), below)


def turn_title(say: Phrases, turn: Turn, names: Names) -> str:
    """Return a turn by its number, and whose it was."""
    if not turn.seats:
        return say("turn {number}", number=turn.number)
    return say(
        "turn {number}: {player}", number=turn.number, player=players(say, names_at(names, turn.last), turn.seats)
    )


def _rows(say: Phrases, stops: Stops, names: Names, number: int, reader: int | None, origin: str) -> tuple[Row, ...]:
    rows: list[Row] = [_ways(say, stops, number, reader, origin)]
    if len(stops.turns) > 1:
        rows.append(_turns(say, stops, names, number, reader, origin))
    if stops.match.match.status == "over":
        rows.append(_eyes(say, stops.match, names_at(names, number), number, reader, origin))
    last: tuple[Button, ...] = ()
    if stops.match.id:
        last = why.at(say, stops.match, number, reader, (ACTION_ID, *press(number, reader, origin).tokens))
    if stops.match.match.status == "over":
        last += (button(say("Time-lapse"), Press(ACTION_ID, (str(number), FILM, *_kept(origin)))),)
        if stops.match.id:
            last += (button(say("Study from here"), study(number, reader, origin)),)
    if origin:
        last += (button(say("Back to the review"), Press("review", (origin,))),)
    return (*rows, last) if last else tuple(rows)


def press(number: int, reader: int | None, origin: str = "") -> Press:
    """Return the press that leads to a stop, through the same eyes; `origin` as in `step`."""
    return Press(ACTION_ID, (str(number), EVERYBODY if reader is None else str(reader), *_kept(origin)))


def study(number: int, reader: int | None, origin: str = "") -> Press:
    """Return the press that opens the study board at a stop, with what those eyes see."""
    return Press("try", ("from", str(number), EVERYBODY if reader is None else str(reader), *_kept(origin)))


def _kept(origin: str) -> tuple[str, ...]:
    return (origin,) if origin else ()


def _ways(say: Phrases, stops: Stops, number: int, reader: int | None, origin: str) -> tuple[Button, ...]:
    """Return the buttons to the stops around; those that lead nowhere are greyed, so that the others stay in place."""

    def way(label: str, to: int | None) -> Button:
        return button(label, press(number if to is None else to, reader, origin), disabled=to is None)

    at_start, at_end = number == 0, number == stops.last
    ways = [
        way(say("Start"), None if at_start else 0),
        way(say("Back"), stops.before(number)),
        way(say("Next"), stops.after(number)),
        way(say("End"), None if at_end else stops.last),
    ]
    film = stops.match.face.film
    if film is not None:
        ways.append(way(say.message(film.following), stops.next_scene(number)))
    return tuple(ways)


def _turns(say: Phrases, stops: Stops, names: Names, number: int, reader: int | None, origin: str) -> Select:
    """Return the list of the turns around, each leading to its first entry."""
    here = stops.turn(number)
    lines = tuple(
        option(
            story.begun(turn_title(say, turn, names)),
            press(turn.first, reader, origin),
            _main_thing(say, stops, turn, names, reader),
            chosen=turn == here,
        )
        for turn in stops.near(number)
    )
    return Select(say("To a turn"), lines)


def _main_thing(say: Phrases, stops: Stops, turn: Turn, names: Names, reader: int | None) -> str:
    """Return in one line what happened in a turn: what films show, such as a battle, or else all that is told of it."""
    match, entries = stops.match, stops.of(turn)
    film = match.face.film
    filmed = [one for one in entries if film is not None and film.covers(shown(match, one, reader))]
    told = _together(say, match, filmed or entries, names, reader)
    told = told or [text for one in entries for text in history_pages.sentences(say, match, one, names, reader)]
    return story.gist(told, SELECT_TEXT)


def _together(
    say: Phrases, match: LoadedMatch, entries: Sequence[Replayed], names: Names, reader: int | None
) -> Sequence[str]:
    """Return the sentences about entries of one turn: what successive steps have led to as one, where the game does."""
    together = match.face.words.together
    if together is None or not entries:
        return [text for one in entries for text in tell(say, match, one, names, reader)[0]]
    happened = [event for one in entries for event in shown(match, one, reader)]
    return together(say, happened, names_at(names, entries[-1].number), True)


def _eyes(say: Phrases, match: LoadedMatch, names: Names, number: int, reader: int | None, origin: str) -> Select:
    """Return the list of whose eyes can be looked through, for a match that is over: what they held is told now."""
    seats: Sequence[int] = range(match.formation.seats)
    lines = [option(say("What everybody saw"), press(number, None, origin), chosen=reader is None)]
    for seat in seats:
        label = say("What {player} held", player=player(names, seat))
        lines.append(option(label, press(number, seat, origin), chosen=reader == seat))
    return Select(say("What they held"), tuple(lines))
