"""What these tests share."""

from __future__ import annotations

import pytest

from bot.features import open_panels


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels are drawn anew without a pause."""
    monkeypatch.setattr(open_panels, "AFTER", 0)
    monkeypatch.setattr(open_panels, "BESIDE", 0)
