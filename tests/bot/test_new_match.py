"""`/match new` and the `new` of each game are made from what the games declare; no game has options of another."""

from __future__ import annotations

import copy
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import limits, registry
from bot.commands.new_match import HELP, new_command, own_new_command
from bot.commands.opening import chosen_options, chosen_way, usual_way, ways
from bot.matches.refusals import Refusal
from bot.registry import FACES
from games.api import Formation, MatchOption
from games.arena_of_heroes.game import GAME as ARENA
from games.messages import Message
from games.monolith_arena.game import GAME
from games.monsters_and_myths.game import GAME as MONSTERS
from tests.toy import TOY
from tests.toy.face import FACE as TOY_FACE

SHARED = ["pace", "rated", "private", "language"]


def _options(command: Any) -> dict[str, dict[str, Any]]:
    """Return the options as they are registered; the bot is only asked how it writes them."""
    group = app_commands.Group(name="match", description="of the test")
    group.add_command(command)
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    (new,) = group.to_dict(tree)["options"]
    return {option["name"]: option for option in new["options"]}


def _with(**declared: Any) -> Any:
    """Return a game that is the toy but for what is declared here."""
    return type("Other", (), {"name": "other", "formations": TOY.formations, "match_options": (), **declared})


def test_the_command_for_all_games_has_no_option_of_a_game() -> None:
    options = _options(new_command({**FACES, TOY.name: TOY_FACE}))
    assert list(options) == ["game", "opponent", "computer", *SHARED, "resigns", "opponent2", "opponent3"]
    assert [choice["value"] for choice in options["game"]["choices"]] == [*FACES, TOY.name]
    assert [name for name, option in options.items() if option["required"]] == []


def test_a_game_has_the_options_that_people_know() -> None:
    options = _options(own_new_command(GAME))
    variants = ["monoliths", "reinforcement", "open_reserves"]
    before = ["opponent", "computer", *SHARED, "resigns"]
    assert list(options) == [*before, "teams", "ally", "opponent2", "opponent3", *variants]
    teams = [choice["value"] for choice in options["teams"]["choices"]]
    assert teams == ["1v1", "1v2", "1v2-drawn", "2v2", "2v2-drawn"]


def test_a_game_has_what_it_declares_and_nothing_else() -> None:
    options = _options(own_new_command(TOY))
    own = ["rounds", "cards", "cheering", "hours"]
    assert list(options) == ["opponent", "computer", *SHARED, "resigns", "teams", "opponent2", *own]
    rounds = options["rounds"]
    assert (rounds["type"], rounds["min_value"], rounds["max_value"], rounds["required"]) == (4, 1, 9, False)
    assert [choice["value"] for choice in options["cards"]["choices"]] == ["low", "high"]
    assert options["cheering"]["type"] == 5
    assert [choice["value"] for choice in options["teams"]["choices"]] == ["1v1v1", "1v1"]
    assert all(option["description"] != "…" for option in options.values())
    assert "teams" not in _options(own_new_command(_with(formations=TOY.formations[:1])))


def test_ids_and_titles_are_each_games_own() -> None:
    """Two games may mean different things by one name."""
    rounds = MatchOption("rounds", Message("Rounds"), Message("Whether there are rounds"), default=True)
    own = _options(own_new_command(_with(match_options=(rounds,))))["rounds"]
    assert (own["type"], own["description"]) == (5, "Whether there are rounds")
    titles = {
        face.game.name: [choice["name"] for choice in _options(own_new_command(face.game))["teams"]["choices"]]
        for face in FACES.values()
    }
    assert titles == {face.game.name: [str(way.title) for way in ways(face.game)] for face in FACES.values()}


@pytest.mark.parametrize("name", HELP)
def test_an_option_that_all_games_have_is_not_a_games_own(name: str) -> None:
    taken = MatchOption(name, Message("Taken"), Message("Taken"), default=True)
    with pytest.raises(ValueError, match=name):
        own_new_command(_with(match_options=(taken,)))


def test_every_game_is_opened_in_its_own_group() -> None:
    groups = {group.name: group for group in registry.COMMANDS if isinstance(group, app_commands.Group)}
    for face in FACES.values():
        new = groups[face.group].get_command("new")
        options = [option.name for option in face.game.match_options]
        assert set(options) < set(_options(new))
        assert len(_options(new)) <= limits.OPTIONS


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
    given = {"rounds": 3, "cards": None, "cheering": False, "pace": "daily"}
    assert chosen_options(TOY, given) == {"rounds": 3, "cheering": False}


def test_more_than_there_is_room_for_are_asked_to_choose_the_teams() -> None:
    face = FACES[GAME.name]
    assert usual_way(face, 1).id == "1v1"
    with pytest.raises(Refusal, match="`/monolith new`"):
        usual_way(face, 2)
    assert [usual_way(FACES[ARENA.name], named).formation.seats for named in range(4)] == [2, 2, 3, 4]


def _with_seats(seats: int) -> Any:
    game = copy.copy(TOY)
    game.formations = (Formation("all", tuple(range(seats)), Message("All against all")),)
    return game


def test_everybody_in_a_large_match_can_be_named() -> None:
    named = [name for name in _options(own_new_command(_with_seats(8))) if name.startswith("opponent")]
    assert named == ["opponent", *(f"opponent{number}" for number in range(2, 8))]
    with pytest.raises(ValueError, match="9 seats"):
        own_new_command(_with_seats(9))
