"""The one-line form of actions (``place pikeman C3 NE``)."""

from __future__ import annotations

from games.api import Action


def line(action: Action) -> str:
    """An action as a line."""
    return " ".join(action)


def words(text: str) -> Action:
    """The words of a stored line."""
    return tuple(text.split())
