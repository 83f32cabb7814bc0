"""A panel that plays any game through its options alone, token by token: for games that have no pages of their own."""

from __future__ import annotations

from typing import Any

from bot.panels import choosing, drafts, looking_on
from bot.panels.choosing import Value
from bot.panels.drafts import Draft
from bot.panels.model import Button, Panel, Row, SeatPerspective
from bot.panels.paging import turned
from bot.panels.routing import Pages
from bot.panels.widgets import back, do, missing
from games.api import Action, Field


class Wording:
    """How a game's tokens read in its default panel; a game that has words for them overrides what it needs."""

    def asked(self, perspective: SeatPerspective, tokens: Action, field: Field) -> str:
        """What is asked after these tokens, as a sentence."""
        return perspective.say("Choose: {what}.", what=field.name)

    def value(self, perspective: SeatPerspective, tokens: Action, token: str) -> str:
        """What a value of the next field is called."""
        return token

    def action(self, perspective: SeatPerspective, action: Action) -> str:
        """A whole action in words."""
        return " ".join(action)

    def standing(self, perspective: SeatPerspective) -> str:
        """How the match stands, in some lines; empty where the picture says it all."""
        return ""


class DefaultPanel:
    """The panel of a game without pages of its own."""

    def __init__(self, wording: Wording | None = None) -> None:
        self._wording = wording or Wording()
        self._pages = Pages(lambda p, view: self._page(p, view, ()), self._page, self._looking_on)

    def panel(self, perspective: SeatPerspective, tokens: Action) -> Panel:
        """The page for what is to be chosen after these tokens; tokens that are not possible give the start."""
        return self._pages.panel(perspective, tokens)

    def _page(self, perspective: SeatPerspective, view: Any, tokens: Action) -> Panel:
        tokens, page = turned(tokens)
        draft = drafts.read(perspective, tokens)
        rows = self._rows(perspective, draft, page)
        bottom = self._bottom(perspective, draft)
        return Panel(self._text(perspective, draft), (*rows, bottom) if bottom else rows)

    def _text(self, perspective: SeatPerspective, draft: Draft) -> str:
        lines = [self._wording.standing(perspective)]
        if draft.field is not None:
            lines.append(self._wording.asked(perspective, draft.tokens, draft.field))
            if draft.field.most > 1:
                lines.append(_how_many(perspective, draft.field, len(draft.picks)))
        if draft.action is not None:
            lines.append(self._wording.action(perspective, draft.action))
        return "\n".join(line for line in lines if line)

    def _rows(self, perspective: SeatPerspective, draft: Draft, page: str | None) -> tuple[Row, ...]:
        field, say = draft.field, perspective.say
        if field is None:
            return ()
        named = [Value(v, self._wording.value(perspective, draft.tokens, v)) for v in field.values]
        placeholder = self._wording.asked(perspective, draft.tokens, field)
        if field.most > 1 or field.least < 1:
            return choosing.some_of(say, draft.tokens, named, draft.picks, field.most, placeholder, page)
        return choosing.one_of(say, draft.tokens, named, None, placeholder, page)

    def _bottom(self, perspective: SeatPerspective, draft: Draft) -> tuple[Button, ...]:
        say = perspective.say
        row: list[Button] = []
        if draft.picks:
            row.append(back(say, *draft.tokens))
        elif draft.back is not None:
            row.append(back(say, *draft.back))
        if draft.action is not None:
            text = self._wording.action(perspective, draft.action)
            row.append(do(say("Confirm: {action}", action=text), draft.action))
        elif draft.field is not None and draft.field.most > 1:
            row.append(missing(say("Confirm"), *draft.tokens))
        if not draft.tokens and perspective.undoable is not None:
            row += looking_on.undo(perspective, self._wording.action(perspective, perspective.undoable))
        return tuple(row)

    def _looking_on(self, perspective: SeatPerspective, view: Any) -> Panel:
        undoable = perspective.undoable
        row = looking_on.undo(perspective, self._wording.action(perspective, undoable)) if undoable else ()
        lines = [self._wording.standing(perspective), looking_on.role(perspective)]
        return Panel("\n".join(line for line in lines if line), (row,) if row else ())


def _how_many(perspective: SeatPerspective, field: Field, picked: int) -> str:
    say = perspective.say
    if field.least == field.most:
        return say("{picked} of {count} chosen.", picked=picked, count=field.most)
    return say("{picked} chosen; choose {least} to {most}.", picked=picked, least=field.least, most=field.most)
