"""How a match is begun for somebody alone: by what the board offers, whoever is asked first."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from sandbox import CannotDo
from sandbox.beginning import _set_up

CALLED, COMPUTER = "<@1>", "<@9>"


class Table:
    """A thread whose board changes as somebody else acts, and as somebody presses; nobody else is there."""

    def __init__(self, *boards: tuple[str, str]) -> None:
        self.boards = list(boards)
        self.pressed: list[str] = []

    def messages(self, _: Any) -> list[Any]:
        line, offered = self.boards[0]
        controls = [{"custom_id": f"b:m:{action}:0::"} for action in offered.split()]
        return [SimpleNamespace(id=1, content=line, ephemeral_for=None, controls=controls)]

    async def click(self, _: Any, key: str, *, wait: bool) -> str:
        assert not wait
        assert any(control["custom_id"] == key for control in self.messages(None)[0].controls)
        self.pressed.append(key.split(":")[2])
        return key

    async def finish(self, *_: Any) -> None:
        del self.boards[0]

    async def until(self, look: Callable[[], Any], _: float) -> Any:
        while self.boards:
            if (found := look()) is not None:
                return found
            del self.boards[0]
        return None


async def _begun(table: Table) -> list[str]:
    anna = SimpleNamespace(id=1, mention=CALLED, messages=table.messages, click=table.click)
    await _set_up(table, SimpleNamespace(), (anna,))  # type: ignore[arg-type]
    return table.pressed


async def test_a_computer_may_be_asked_before() -> None:
    """The board offers to leave the set-up to the bot only once a person is asked."""
    boards = (COMPUTER, "play"), (f"{CALLED} chooses", "play quick"), (COMPUTER, "play"), (f"{CALLED} turn 1", "play")
    assert await _begun(Table(*boards)) == ["quick", "play"]


async def test_the_set_up_is_left_to_the_bot_once() -> None:
    boards = (CALLED, "play quick"), (CALLED, "play quick"), (CALLED, "play")
    assert await _begun(Table(*boards)) == ["quick", "play"]


async def test_a_game_without_a_set_up_is_opened_at_once() -> None:
    assert await _begun(Table((f"{CALLED} round 1", "play"))) == ["play"]


async def test_a_board_that_calls_nobody_is_a_sentence() -> None:
    with pytest.raises(CannotDo, match="whose turn it is"):
        await _begun(Table((COMPUTER, "play"), (COMPUTER, "play")))
