"""The commands of a game that says nothing of how its moves are typed."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot import limits
from bot.commands import lookups
from bot.commands.lookups import answers, default_group
from bot.interactions import actions, lookup
from tests.support.panels import Match
from tests.toy.face import FACE


def spoken(say: Any, action: Any, names: Any) -> str:
    return " ".join(action).capitalize()


def test_the_group_has_a_command_for_any_move_and_one_for_the_panel() -> None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    group = default_group(FACE).to_dict(tree)
    assert (group["name"], group["description"]) == ("toy", f"Play {FACE.game.title}")
    typed = {one["name"]: [option["name"] for option in one["options"]] for one in group["options"]}
    assert {name: options for name, options in typed.items() if name != "new"} == {
        "choose": ["option", "match"],
        "panel": ["match"],
    }
    assert all(len(one["description"]) <= limits.COMMAND_DESCRIPTION for one in group["options"])


async def test_what_is_typed_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    async def play(interaction: Any, match: str | None, typed: Any) -> None:
        played.append((match, typed))

    monkeypatch.setattr(actions, "play", play)
    choose: Any = next(one for one in default_group(FACE).commands if one.name == "choose")
    await choose.callback(None, "pick 2, 1 <@here>", "aaaaaaaaaa")
    assert played == [("aaaaaaaaaa", ("pick", "2", "1", "here"))]


async def test_what_can_be_done_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(FACE, 1)
    seat = match.seat(0)

    async def here(interaction: Any, match: str | None) -> Any:
        return seat

    monkeypatch.setattr(lookup, "perspective", here)
    choose: Any = next(one for one in default_group(FACE).commands if one.name == "choose")
    interaction: Any = type("Interaction", (), {"namespace": type("Given", (), {"match": None})})
    begun = [(c.name, c.value) for c in await choose._params["option"].autocomplete(interaction, "")]
    assert begun == answers(seat, FACE.words.action_text, beginnings=True)[: limits.CHOICES]
    legal = {" ".join(action) for action in match.game.legal(match.state, 0, seat.choice.key)}  # type: ignore[union-attr]
    assert {value for name, value in begun if not name.endswith("…")} <= legal


def test_longer_actions_are_offered_by_their_beginnings() -> None:
    match = Match(FACE, 1, {"rounds": 2})
    while match.seat(0).choice is None or match.seat(0).choice.kind != "pick":  # type: ignore[union-attr]
        choice = next(one for one in match.game.choices(match.state) if one.must)
        match.play(choice.seat, match.game.legal(match.state, choice.seat, choice.key)[0])
    seat = match.seat(0)
    short, long = answers(seat, spoken), answers(seat, spoken, beginnings=True)
    assert set(short) <= set(long)
    following = answers(seat, spoken, ("pick",), beginnings=True)
    assert following
    assert all(line.startswith("pick ") for _, line in following)
    assert lookups._said(seat, "PICK nonsense") == ("pick",)
