"""`/monolith`: names, limits, the tokens that the commands hand over, what autocomplete offers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import limits
from bot.commands import lookups
from bot.interactions import actions, lookup
from bot.monolith_arena import COMMANDS
from bot.texts.phrases import Phrases
from tests.bot.monolith_arena.test_panels import begun
from tests.bot.monolith_arena.walker import ENGLISH, Match, Seat

NAMES = "new faction prepare banner reserve piles discard redraw place unfold end choose tile"
ORDERS = "battle charge move push fire shoot entrench rotate falseorder net feature"


def tree() -> dict[str, Any]:
    client = discord.Client(intents=discord.Intents.none())
    return dict(COMMANDS[0].to_dict(app_commands.CommandTree(client)))


def test_limits_of_the_tree() -> None:
    group = tree()
    assert {c["name"] for c in group["options"]} == set(f"{NAMES} {ORDERS}".split(" "))
    assert len(group["options"]) <= limits.SUBCOMMANDS
    assert group["contexts"] == [0, 1]
    assert group["integration_types"] == [0]
    size = len(group["name"]) + len(group["description"])
    for command in group["options"]:
        assert 1 <= len(command["description"]) <= limits.COMMAND_DESCRIPTION
        names = [option["name"] for option in command["options"]]
        assert names[:3] == ["opponent", "computer", "pace"] if command["name"] == "new" else names[-1] == "match"
        size += len(command["name"]) + len(command["description"])
        for option in command["options"]:
            assert 1 <= len(option["description"]) <= limits.COMMAND_DESCRIPTION
            assert option["description"] != "…"
            size += len(option["name"]) + len(option["description"])
            size += sum(len(c["name"]) + len(str(c["value"])) for c in option.get("choices", ()))
    assert size <= limits.COMMAND_TEXT


class Asked:
    """What a command got and where it went."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, here: Seat | None = None) -> None:
        self.tokens: tuple[str, ...] = ()
        self.seat = here

        async def play(interaction: Any, match: str | None, typed: Any) -> None:
            self.tokens = typed if isinstance(typed, tuple) else typed(self.seat or nowhere())

        async def ask(interaction: Any, match: str | None, action: Any) -> None:
            self.tokens = ("ask", *action)

        async def show(interaction: Any, match: str | None, exhibit: str, tokens: Any = ()) -> None:
            self.tokens = (exhibit, *tokens)

        async def look_up(interaction: Any, exhibit: str, tokens: Any) -> None:
            self.tokens = (exhibit, *tokens)

        async def look(interaction: Any, match: str | None) -> Seat | None:
            return self.seat

        async def in_english(interaction: Any) -> Phrases:
            return ENGLISH

        monkeypatch.setattr(actions, "play", play)
        monkeypatch.setattr(actions, "ask", ask)
        monkeypatch.setattr(actions, "show_exhibit", show)
        monkeypatch.setattr(actions, "look_up", look_up)
        monkeypatch.setattr(lookup, "perspective", look)
        monkeypatch.setattr(lookups, "phrases_for", in_english)

    async def run(self, name: str, /, **given: Any) -> str:
        command = next(c for c in COMMANDS[0].commands if c.name == name)
        assert isinstance(command, app_commands.Command)
        callback: Any = command.callback
        await callback(SimpleNamespace(), **given)
        return " ".join(self.tokens)

    async def offered(self, name: str, option: str, current: str = "", **given: Any) -> list[tuple[str, str]]:
        command = next(c for c in COMMANDS[0].commands if c.name == name)
        assert isinstance(command, app_commands.Command)
        complete: Any = command._params[option].autocomplete
        namespace = Namespace(given)
        found = await complete(SimpleNamespace(namespace=namespace), current)
        assert len(found) <= limits.CHOICES
        assert all(1 <= len(c.name) <= limits.CHOICE_NAME and 1 <= len(c.value) <= 100 for c in found)
        return [(c.name, c.value) for c in found]


def nowhere() -> Seat:
    """How a match looks to somebody who has no seat in it."""
    return Match(0).seat(None)


class Namespace:
    """Like discord's: what is not given is `None`."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)

    def __getattr__(self, name: str) -> None:
        return None


@pytest.mark.parametrize(
    ("name", "given", "line"),
    [
        ("faction", {"faction": "random"}, "faction random"),
        ("banner", {"hex": "C3"}, "banner C3"),
        ("banner", {"hex": "c3 ", "facing": "N"}, "banner c3 N"),
        ("prepare", {"tile": "Rune of Agility", "tile2": "knight"}, "prepare Rune_of_Agility knight"),
        ("unfold", {"tile": "Knight", "hex": "c3", "hex2": "C4 "}, "unfold knight C3 C4"),
        ("unfold", {"tile": "@here", "hex": "c3", "hex2": "`x`", "facing": "N"}, "unfold here C3 X"),
        ("discard", {"tile": "Rune of Agility"}, "discard Rune_of_Agility"),
        ("place", {"tile": "pikeman", "hex": "C3", "facing": "NE"}, "place pikeman C3 NE"),
        ("place", {"tile": "x y; end", "hex": "C3 Knight"}, "place x_y_end C3"),
        ("discard", {"tile": "@everyone <@1> `x`"}, "discard everyone_1_x"),
        ("shoot", {"target": "@here"}, "shoot here"),
        ("fire", {"hexes": "\u202e<#3>, @here"}, "fire 3-here"),
        ("feature", {"tile": "C4", "feature": "maneuver@D3"}, "feature C4 maneuver@D3 - -"),
        ("redraw", {"sure": True}, "redraw"),
        ("redraw", {}, "ask redraw"),
        ("piles", {}, "piles"),
        ("piles", {"seat": "C"}, "piles 2"),
        ("tile", {"name": "Rune of Agility"}, "card Rune of Agility"),
        ("tile", {"name": "spike", "match": "aaaaaaaaaa"}, "card spike"),
        ("end", {}, "end"),
        ("battle", {"sure": True}, "battle"),
        ("battle", {}, "ask battle"),
        ("choose", {"option": "D3=C4-C3"}, "choose D3=C4-C3"),
        ("charge", {"champion": "C4", "hex": "C5", "facing": "N"}, "charge order C4 C5 N"),
        ("charge", {"champion": "C4", "hex": "C5", "facing": "N", "by": "D2"}, "charge D2 C4 C5 N"),
        ("move", {"tile": "C4 Knight"}, "move C4 - -"),
        ("move", {"tile": "C4", "hex": "C5"}, "move C4 C5 -"),
        ("move", {"tile": "C4", "facing": "S"}, "move C4 - S"),
        ("push", {"pusher": "C4", "target": "C5"}, "push C4 C5"),
        ("fire", {"hexes": "C3, C4 D3"}, "fire C3-C4-D3"),
        ("shoot", {"target": "C4"}, "shoot C4"),
        ("entrench", {"target": "C4"}, "entrench C4"),
        ("rotate", {"target": "C4", "facing": "S"}, "rotate C4 S"),
        ("falseorder", {"target": "C4", "hex": "C5"}, "falseorder C4 C5 -"),
        ("net", {"target": "C4"}, "net C4"),
        ("feature", {"tile": "C4", "feature": "maneuver", "facing": "S"}, "feature C4 maneuver - S"),
        ("feature", {"tile": "C4", "feature": "rotation", "facing": "S"}, "feature C4 rotation S"),
        ("feature", {"tile": "C4", "feature": "maneuver@D3", "hex": "C5"}, "feature C4 maneuver@D3 C5 -"),
    ],
)
async def test_tokens(monkeypatch: pytest.MonkeyPatch, name: str, given: dict[str, Any], line: str) -> None:
    assert await Asked(monkeypatch).run(name, **given) == line


async def test_autocomplete_offers_what_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(3, ("dragon_empire", "lords_of_the_abyss"), ("C1", "C5"))
    while not match.state.discard_due:
        match.play(match.state.active, ("end",))
    seat = match.state.active
    asked = Asked(monkeypatch, match.seat(seat))
    ids = {t.id for t in match.state.reserves[seat]}
    assert {value for _, value in await asked.offered("discard", "tile")} == ids
    assert await asked.offered("place", "tile") == [("Discard a tile first", "discard")]
    match.play(seat, ("discard", sorted(ids)[0]))
    placeable = await asked.offered("place", "tile")
    tile = placeable[0][1]
    hexes = await asked.offered("place", "hex", tile=tile)
    assert len(hexes) == 17
    assert await asked.offered("place", "hex", "c", tile=placeable[0][0]) == [h for h in hexes if "c" in h[0].lower()]
    assert await asked.offered("place", "hex") == []
    other = Asked(monkeypatch, match.seat(1 - seat))
    assert await other.offered("discard", "tile") == []
    assert await Asked(monkeypatch, None).offered("place", "tile") == []


async def test_every_legal_word_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands reach whatever the panels reach: each word of legal actions is offered."""
    from random import Random

    from games.monolith_arena.referee import random_action

    words = {
        "place": ("tile", "hex"),
        "move": ("tile", "hex"),
        "feature": ("tile", "feature", "hex"),
        "push": ("pusher", "target"),
        "shoot": ("target",),
        "choose": ("option",),
        "fire": ("hexes",),
        "charge": ("by", "champion", "hex"),
        "net": ("target",),
        "banner": ("hex",),
        "rotate": ("target",),
        "falseorder": ("target", "hex"),
    }
    random = Random(7)
    done: set[str] = set()
    for seed in range(16):
        match = Match(seed)
        while match.state.result is None:
            seat, action = random_action(match.state, random)
            if action[0] in words and (random.random() < 0.3 or action[0] == "charge"):
                done.add(action[0])
                asked = Asked(monkeypatch, match.seat(seat))
                given: dict[str, str] = {}
                for option, word in zip(words[action[0]], action[1:], strict=False):
                    if option == "hex" and action[:1] == ("feature",) and word in ("N", "NE", "SE", "S", "SW", "NW"):
                        break
                    current = word if action[0] in ("choose", "fire") else ""
                    assert word in {v for _, v in await asked.offered(action[0], option, current, **given)}, action
                    given[option] = word
            match.play(seat, action)
    assert {"place", "move", "feature", "push", "charge", "banner"} <= done


async def test_only_the_owner_is_offered_what_lies_in_a_monolith(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(9, {"monoliths": True})
    for seat, name in enumerate(("dragon_empire", "lords_of_the_abyss")):
        match.play(seat, ("faction", name))
    asked = Asked(monkeypatch, match.seat(0))
    tiles = await asked.offered("prepare", "tile")
    assert {"knight", "rune_of_agility"} <= {value for _, value in tiles}
    assert "spike" not in {value for _, value in tiles}
    assert "battle_charge" not in {value for _, value in tiles}
    one = next(v for _, v in tiles if v == "dragon_rider")
    assert {v for _, v in await asked.offered("prepare", "tile2", tile=one)} < {v for _, v in tiles}
    match.play(0, ("prepare", "knight", "pikeman"))
    match.play(1, ("prepare", "spike", "mygalomorph"))
    for name in ("B2", "D3"):
        match.play(match.state.active, ("banner", name))
    active = match.state.active
    own = [["knight", "pikeman"], ["mygalomorph", "spike"]][active]
    asked.seat = match.seat(active)
    assert sorted(v for _, v in await asked.offered("unfold", "tile")) == own
    hexes = [v for _, v in await asked.offered("unfold", "hex", tile=own[0].capitalize())]
    assert hexes
    for typed in (hexes[0], hexes[0].lower()):
        second = [v for _, v in await asked.offered("unfold", "hex2", tile=own[0], hex=typed)]
        assert second
        assert hexes[0] not in second
    assert await asked.offered("unfold", "hex2", tile=own[0]) == []
    asked.seat = match.seat(1 - active)
    assert await asked.offered("unfold", "tile") == []
    assert await asked.offered("unfold", "hex2", tile=own[0], hex=hexes[0]) == []


async def test_tile_names(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch)
    found = [value for _, value in await asked.offered("tile", "name", "rune of agi")]
    assert found == ["dragon_empire/rune_of_agility", "guardians_of_the_realm/rune_of_agility"]
    assert len(await asked.offered("tile", "name")) == limits.CHOICES
