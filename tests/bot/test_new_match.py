"""`/match new` is made from what the games declare; what is foreign to a game is refused."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.commands.new_match import chosen_options, chosen_way, new_command, options_of, ways
from bot.matches.refusals import Refusal
from bot.registry import FACES
from games.api import MatchOption
from games.arena_of_heroes.game import GAME as ARENA
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monsters_and_myths.game import GAME as MONSTERS
from tests.bot.bare import Bare
from tests.toy import TOY

ONE: dict[str, Any] = {GAME.name: FACES[GAME.name]}
BOTH: dict[str, Any] = {**ONE, TOY.name: Bare(TOY)}


def _options(faces: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The options as they are registered; the bot is only asked how it writes them."""
    group = app_commands.Group(name="match", description="of the test")
    group.add_command(new_command(faces))
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    (new,) = group.to_dict(tree)["options"]
    return {option["name"]: option for option in new["options"]}


def test_with_one_game_it_has_the_options_that_scripts_use() -> None:
    found = list(_options(ONE))
    assert found == [
        "game",
        "opponent",
        "teams",
        "ally",
        "opponent2",
        "opponent3",
        "monoliths",
        "reinforcement",
        "open_reserves",
        "pace",
        "private",
        "language",
    ]
    teams = [choice["value"] for choice in _options(ONE)["teams"]["choices"]]
    assert teams == ["1v1", "1v2", "1v2-drawn", "2v2", "2v2-drawn"]


def test_with_two_games_it_has_the_options_of_both() -> None:
    found = _options(BOTH)
    assert [choice["value"] for choice in found["game"]["choices"]] == [GAME.name, TOY.name]
    rounds = found["rounds"]
    assert (rounds["type"], rounds["min_value"], rounds["max_value"], rounds["required"]) == (4, 1, 9, False)
    assert [choice["value"] for choice in found["cards"]["choices"]] == ["low", "high"]
    assert found["cheering"]["type"] == 5
    assert {"1v1", "1v1v1", "2v2-drawn"} <= {choice["value"] for choice in found["teams"]["choices"]}
    assert len([choice for choice in found["teams"]["choices"] if choice["value"] == "1v1"]) == 1
    assert all(option["description"] != "…" for option in found.values())


def test_left_out_the_teams_are_the_usual_ones() -> None:
    for game in (GAME, TOY):
        assert chosen_way(game, None).formation == game.formations[0]


@pytest.mark.parametrize("game", [ARENA, MONSTERS])
def test_left_out_they_are_as_many_as_are_named(game: Any) -> None:
    assert [chosen_way(game, None, count).formation.seats for count in range(5)] == [2, 2, 3, 4, 2]


def test_left_out_nobody_is_put_into_a_team() -> None:
    assert [chosen_way(GAME, None, count).id for count in range(4)] == ["1v1"] * 4, "the refusal says what to choose"


def test_only_teams_of_several_are_drawn() -> None:
    assert [way.id for way in ways(TOY)] == ["1v1v1", "1v1"]
    drawn = chosen_way(GAME, "2v2-drawn")
    assert drawn.drawn
    assert drawn.formation.id == "2v2"
    assert str(drawn.title) == "2 against 2, teams drawn"


@pytest.mark.parametrize(("game", "teams"), [(TOY, "2v2"), (GAME, "1v1v1"), (GAME, "1v1-drawn"), (GAME, "")])
def test_teams_of_another_game_are_refused(game: Any, teams: str) -> None:
    with pytest.raises(Refusal, match="has no such teams"):
        chosen_way(game, teams)


def test_options_that_were_left_out_are_the_games_affair() -> None:
    foreign = {"monoliths", "reinforcement", "open_reserves"}
    given = {"rounds": 3, "cards": None, "cheering": False, "monoliths": None}
    assert chosen_options(TOY, given, foreign=foreign) == {"rounds": 3, "cheering": False}


@pytest.mark.parametrize("value", [True, False])
def test_an_option_of_another_game_is_refused(value: bool) -> None:
    with pytest.raises(Refusal, match="Toy has no option `monoliths`"):
        chosen_options(TOY, {"monoliths": value}, foreign={"monoliths"})


@pytest.mark.parametrize(("given", "reason"), [({"rounds": 10}, "from 1 to 9"), ({"cards": "wild"}, "no such `cards`")])
def test_what_another_game_would_allow_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        chosen_options(TOY, given, foreign=set())


def test_games_that_mean_different_things_by_one_name_are_noticed() -> None:
    class Strange:
        match_options = (MatchOption("rounds", Message("Rounds"), Message("Whether there are rounds"), default=True),)

    with pytest.raises(ValueError, match="rounds"):
        options_of([TOY, Strange()])  # type: ignore[list-item]  # nothing else of a game is asked for
