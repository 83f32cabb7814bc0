"""The buttons of a match's public messages, among them those that answer what it waits for.

They stand under everybody's eyes, so the keys of the choices that they answer go with them: a user who has none of
these choices is told so, and a second press finds its choice gone. Secret answers are given in private panels alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Final

from bot.limits import BUTTONS_A_ROW, CUSTOM_ID, ROWS
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.work import fits
from bot.panels.components import option_value
from bot.panels.model import Button, Press, Row, Select
from bot.panels.widgets import how_to_play, with_button
from bot.publish.summary import has_scene
from bot.texts import agreements as agreed
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games import agreements
from games.api import Action, Choice

OfFeatures = Callable[[Phrases, LoadedMatch], tuple[Button, ...]]
"""Makes the buttons that features add to the public messages of a match: while it runs, and others when it is over."""


def public_rows(say: Phrases, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the buttons that every public message of the match has."""
    play = [Button(texts.play_label(say), Press("play"), "primary")] if match.match.status == "running" else []
    public = [one for one in match.face.exhibits if one.public]
    if any(one.of_scene for one in public) and not has_scene(match):
        public = [one for one in public if not one.of_scene]  # it would lead to nothing
    shown = [Button(say.message(one.label), Press(one.id)) for one in public]
    first = (*play, Button(texts.words_label(say), Press("words")), *shown)
    return (first, *_answers(say, match))


def live_rows(
    say: Phrases, match: LoadedMatch, names: Mapping[int, str], more: Sequence[Button] = ()
) -> tuple[Row, ...]:
    """Return the buttons of the live message: the public ones, and direct answers to the game's questions.

    `more` are those that features add: beside the public ones, or else wherever a row has room for them. When the match
    is over they stand beside the rematch, above the public ones.
    """
    first, *rest = public_rows(say, match)
    assert isinstance(first, tuple)
    if match.match.status == "over":
        again = () if match.match.across else (Button(say("Rematch"), Press("rematch"), "primary"),)
        return tuple(row for row in ((*again, *more)[:BUTTONS_A_ROW], first, *rest) if row)
    if match.match.status == "running" and not match.past.turn_end():
        by_people = match.setting_up and match.waited_for()
        quick = (Button(texts.quick_start_label(say), Press("quick")),) if by_people else ()
        first = (*first, *quick, how_to_play(say))[:BUTTONS_A_ROW]
    beside = more if len(first) + len(more) <= BUTTONS_A_ROW else ()
    rows: tuple[Row, ...] = ((*first, *beside), *answer_rows(say, match, names), *rest)
    return rows if beside else reduce(with_button, more, rows)[:ROWS]


def closed_rows(say: Phrases, since: int) -> tuple[Row, ...]:
    """Return the buttons of a live message that is closed and was posted after entry `since`."""
    return ((how_to_play(say),),) if since == 0 else ()


def _answers(say: Phrases, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the buttons that answer an offered draw or a request for a takeback, while an answer is missing."""
    if not match.unanswered:
        return ()
    if match.position.offers:
        verb, label = agreements.DRAW, agreed.answer_label
    else:
        verb, label = agreements.TAKEBACK, agreed.takeback_label
    yes, no = (Button(label(say, answer), agreement(match, verb, answer)) for answer in ("accept", "decline"))
    return ((replace(yes, style="success"), no),)


def agreement(match: LoadedMatch, verb: str, answer: str) -> Press:
    """Return the press that offers a draw, asks for a takeback, or answers what stands now.

    An answer has the number of what it answers (`LoadedMatch.asked_in`), so that it counts for nothing later.
    """
    answers = answer in ("accept", "decline")
    return Press("agree", (verb, answer, str(match.asked_in(verb))) if answers else (verb, answer))


BETWEEN: Final = "+"
"""Stands between the keys in the first token of an answer."""
_ROOM: Final = CUSTOM_ID - 40
"""How long what a press says may be, beside the match and the key of its message."""


def answer_rows(say: Phrases, match: LoadedMatch, names: Mapping[int, str]) -> tuple[Row, ...]:
    """Return the rows of the game's face, without answers that nobody could give now."""
    if match.match.status != "running":
        return ()
    people = frozenset(seat.seat for seat in match.match.seats if not computers.is_computer(seat.user_id))
    asked = (choice for choice in match.choices if choice.seat in people)
    choices = [choice for choice in asked if choice.must and not choice.secret]
    answerable = (_open(match, choices, row) for row in match.face.answers(say, match.view(None), names, people))
    return tuple(row for row in answerable if row is not None)


def _open(match: LoadedMatch, choices: Sequence[Choice], row: Row) -> Row | None:
    """Return a row with what can be answered now; `None` where that is nothing."""
    if isinstance(row, Select):
        lines = tuple(
            replace(line, press=press) for line in row.options if (press := _with_keys(match, choices, line.press))
        )
        return replace(row, options=lines) if lines else None
    buttons = tuple(
        replace(button, press=press) for button in row if (press := _with_keys(match, choices, button.press))
    )
    return buttons or None


def _with_keys(match: LoadedMatch, choices: Sequence[Choice], press: Press) -> Press | None:
    """Return a press with the keys of the choices it answers; `None` for no choices, or too many for a button."""
    if press.action_id != "answer":
        return press
    game, state = match.face.game, match.state
    keys = dict.fromkeys(match.key_of(choice) for choice in choices if fits(game, state, choice, press.tokens))
    made = replace(press, tokens=(BETWEEN.join(keys), *press.tokens))
    return made if keys and len(option_value(made)) <= _ROOM else None


def read_answer(tokens: Action) -> tuple[tuple[str, ...], Action]:
    """Return the keys of the choices that a press answers, and the action."""
    return (tuple(tokens[0].split(BETWEEN)), tokens[1:]) if tokens else ((), ())
