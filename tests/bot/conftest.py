"""What the tests of the bot share."""

from __future__ import annotations

import itertools

import pytest

from games.draws import SEED_BYTES


@pytest.fixture(autouse=True)
def nothing_failed_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed in another test within the last minute does not take the traceback from this one."""
    monkeypatch.setattr("bot.log._traced", {})


@pytest.fixture(autouse=True)
def same_seeds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches with the same seeds in every run, whatever numbers the presses of the players have.

    Tests marked `drawn` prove how seeds are drawn, or verify records: theirs are drawn as in earnest.
    """
    if request.node.get_closest_marker("drawn") is not None:
        return
    numbers = itertools.count(1)
    monkeypatch.setattr("games.draws.seed_of", lambda secret, parts: secret)
    monkeypatch.setattr("bot.matches.lobby.new_seed", lambda: next(numbers).to_bytes(SEED_BYTES, "big"))


@pytest.fixture
def no_incident(caplog: pytest.LogCaptureFixture) -> object:
    """Fails when something was logged with a traceback or as an incident."""
    caplog.set_level("INFO")
    yield caplog
    loud = [r for r in caplog.get_records("call") if r.exc_info or "incident" in r.getMessage()]
    assert not loud, [r.getMessage() for r in loud]
