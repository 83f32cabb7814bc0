"""A panel that plays any game through its options alone, token by token: for games that have no pages of their own."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from bot.panels import choosing, drafts, pages
from bot.panels.choosing import Value
from bot.panels.drafts import Draft
from bot.panels.model import Button, Panel, Row, SeatPerspective
from bot.panels.pages import NoPage, Pages
from bot.panels.widgets import back, do, fitting, missing, turned
from bot.texts import story
from games.api import Action, Choice, Field

V = TypeVar("V")
OTHER: Final = "="
"""What a first token begins with that leads to another open choice of the seat, by its number among them."""


class Wording(Generic[V]):
    """How a game's tokens read in its default panel; a game that has words for them overrides what it needs."""

    def choice(self, perspective: SeatPerspective[V], choice: Choice) -> str:
        """Return the label of an open choice."""
        return choice.kind

    def asked(self, perspective: SeatPerspective[V], tokens: Action, field: Field) -> str:
        """Return the question after these tokens, as a sentence."""
        return perspective.say("Choose: {what}.", what=field.name)

    def value(self, perspective: SeatPerspective[V], tokens: Action, token: str) -> str:
        """Return the label of a value of the next field."""
        return token

    def action(self, perspective: SeatPerspective[V], action: Action) -> str:
        """Return a whole action in words."""
        return " ".join(action)

    def standing(self, perspective: SeatPerspective[V]) -> str:
        """Return how the match stands, in some lines; empty where the picture says it all."""
        return ""


class DefaultPanel(Generic[V]):
    """The panel of a game without pages of its own."""

    def __init__(self, wording: Wording[V] | None = None) -> None:
        self._wording = wording or Wording[V]()
        self._pages = Pages(lambda p, view: self._page(p, view, ()), self._page, self._looking_on)

    def panel(self, perspective: SeatPerspective[V], tokens: Action = ()) -> Panel:
        """Return the page for what is to be chosen after these tokens; tokens that are not possible give the start."""
        other = _other(perspective, tokens)
        return self._pages.panel(perspective if other is None else perspective.about(other), tokens)

    def _page(self, perspective: SeatPerspective[V], view: V, tokens: Action) -> Panel:
        head, tokens = (tokens[:1], tokens[1:]) if tokens and tokens[0].startswith(OTHER) else ((), tokens)
        if head and _other(perspective, head) is None:
            raise NoPage(head)
        tokens, page = turned(tokens)
        draft = drafts.read(perspective, tokens)
        rows = (*self._rows(perspective, head, draft, page), *self._bottom(perspective, head, draft))
        if not head and not tokens:
            rows = (*rows, *self._others(perspective))
        return Panel(self._text(perspective, draft), rows)

    def _text(self, perspective: SeatPerspective[V], draft: Draft) -> str:
        lines = [self._wording.standing(perspective)]
        if draft.field is not None:
            lines.append(self._wording.asked(perspective, draft.tokens, draft.field))
            if draft.field.most > 1:
                lines.append(_how_many(perspective, draft.field, len(draft.picks)))
        if draft.action is not None:
            lines.append(story.begun(self._wording.action(perspective, draft.action)))
        return "\n".join(line for line in lines if line)

    def _rows(self, perspective: SeatPerspective[V], head: Action, draft: Draft, page: str | None) -> tuple[Row, ...]:
        field, say, chosen = draft.field, perspective.say, None
        if field is None:
            # What the last question was stays, so that the confirmation lies below all answers to it.
            asked = drafts.read(perspective, draft.back or ())
            field, chosen = asked.field, next(iter(draft.tokens[len(asked.tokens) :]), None)
            if field is None or drafts.counted(field):
                return ()
            draft = asked
        named = [Value(v, self._wording.value(perspective, draft.tokens, v)) for v in field.values]
        placeholder = self._wording.asked(perspective, draft.tokens, field)
        before = (*head, *draft.tokens)
        if drafts.counted(field):
            return choosing.some_of(say, before, named, draft.picks, field.most, placeholder, page)
        return choosing.one_of(say, before, list(dict.fromkeys(named)), chosen, placeholder, page)

    def _bottom(self, perspective: SeatPerspective[V], head: Action, draft: Draft) -> tuple[Row, ...]:
        say = perspective.say
        row: list[Button] = []
        if draft.picks:
            row.append(back(say, *head, *draft.tokens))
        elif draft.back is not None:
            row.append(back(say, *head, *draft.back))
        elif head:
            row.append(back(say))
        if draft.action is not None:
            text = self._wording.action(perspective, draft.action)
            row.append(do(fitting(say("Confirm: {action}", action=text), say("Confirm")), draft.action))
        elif draft.field is not None and drafts.counted(draft.field):
            row.append(missing(say("Confirm"), *draft.tokens))
        if not draft.asked and not draft.picks:
            row += self._undo(perspective)
        return (tuple(row),) if row else ()

    def _undo(self, perspective: SeatPerspective[V]) -> tuple[Button, ...]:
        return pages.undo(perspective, lambda say, action, names: self._wording.action(perspective, action))

    def _others(self, perspective: SeatPerspective[V]) -> tuple[Row, ...]:
        """Return the select that leads to the other open choices of the seat."""
        say = perspective.say
        named = [
            Value(f"{OTHER}{n}", say("Also open: {choice}", choice=self._wording.choice(perspective, one)))
            for n, one in enumerate(perspective.choices)
            if one != perspective.choice
        ]
        return choosing.one_of(say, (), named, None, say("Also open")) if named else ()

    def _looking_on(self, perspective: SeatPerspective[V], view: V) -> Panel:
        lines = [self._wording.standing(perspective), pages.role(perspective)]
        row = self._undo(perspective)
        return Panel("\n".join(line for line in lines if line), (row,) if row else ())


def _other(perspective: SeatPerspective[object], tokens: Action) -> Choice | None:
    """Return the open choice that the first token leads to; `None` where it leads to none."""
    number = tokens[0].removeprefix(OTHER) if tokens and tokens[0].startswith(OTHER) else ""
    valid = number.isdecimal() and len(number) < 4 and int(number) < len(perspective.choices)
    return perspective.choices[int(number)] if valid else None


def _how_many(perspective: SeatPerspective[object], field: Field, picked: int) -> str:
    say = perspective.say
    if field.least == field.most:
        return say("{picked} of {count} chosen.", picked=picked, count=field.most)
    return say("{picked} chosen; choose {least} to {most}.", picked=picked, least=field.least, most=field.most)
