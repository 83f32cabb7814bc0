"""The page that asks once more before something that cannot be taken back."""

from __future__ import annotations

from bot.panels.model import Panel
from bot.panels.widgets import back, do
from bot.texts.phrases import Phrases
from games.api import Action


def sure(say: Phrases, text: str, label: str, action: Action, *, to: Action = ()) -> Panel:
    """A page with `text`, a button that carries the action out, and a way back to the page of the tokens `to`."""
    return Panel(text, ((back(say, *to), do(label, action, style="danger")),))
