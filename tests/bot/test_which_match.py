"""A command that could mean one of several matches: it lists them, and counts those that have no room."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.interactions.lookup import LISTED
from bot.limits import CONTENT
from tests.bot.forged import only_refusals, said
from tests.bot.world import world

pytestmark = pytest.mark.usefixtures("no_incident")


@pytest.mark.parametrize("count", [LISTED, LISTED + 3])
async def test_matches_without_room_in_the_list_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    async with world(tmp_path) as made:
        others = [made.member(f"Maximiliane von Hohenlohe Nr {number}") for number in range(3)]
        named = {f"opponent{number or ''}": one for number, one in zip(("", 2, 3), others, strict=True)}
        await made.anna.slash(made.channel, "monsters new", **named)
        await made.settle()
        store = made.bot.store.matches
        (head,) = await store.all_open()

        async def many(user: int) -> Any:
            return [head] * count

        monkeypatch.setattr(store, "of_user", many)
        question, *lines, rest = said(await made.anna.slash(made.channel, "match time")).split("\n")
        assert question.startswith("Which match do you mean?")
        assert all(line.startswith("- Monsters & Myths: ") and f"(`{head.id}`)" in line for line in lines)
        assert rest == f"… and {count - len(lines)} more"
        assert len("\n".join((question, *lines, rest))) <= CONTENT
        only_refusals(made)
