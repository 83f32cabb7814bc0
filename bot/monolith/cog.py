"""`/monolith`: a command for every action. Each builds the line of an action; `bot.acts` does the rest."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

import discord
from discord import app_commands

from bot import acts
from bot.limits import CHOICE_NAME, CHOICES, cut
from bot.texts.monolith import answer_word, tile_at
from games.api import Field, GameError
from games.monolith_arena.hexes import BY_NAME, DIRECTIONS
from games.monolith_arena.reading import AS_IT_IS
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import View

Choices = list[app_commands.Choice[str]]
Complete = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]

MATCH: Final = "Which match; in its thread, or with only one open, not needed"
FACING: Final = "Where the tile's upper edge looks"
FACINGS: Final = [app_commands.Choice(name=d, value=d) for d in DIRECTIONS]
FACTION_CHOICES: Final = [
    *(app_commands.Choice(name=faction(f).name, value=f) for f in FACTIONS),
    app_commands.Choice(name="Random", value="random"),
]


def _word(choice: app_commands.Choice[str] | None) -> str:
    return AS_IT_IS if choice is None else choice.value


def _hex(text: str | None) -> str:
    return AS_IT_IS if text is None else text.strip() or AS_IT_IS


def _one(text: str) -> str:
    """A text as one word, so that nothing typed can become more words of an action."""
    return "_".join(text.split()) or AS_IT_IS


def _label(view: View, field: Field, value: str) -> str:
    if view.question is not None and field.name == view.question.kind:
        return f"{value}: {answer_word(view, field.name, view.question.subject, value)}"
    if value in BY_NAME:
        there = tile_at(view, BY_NAME[value])
        return value if there == value else f"{value} {there.rsplit(' ', 1)[0]}"
    for name in FACTIONS:
        kind = faction(name).by_id.get(value)
        if kind is not None:
            return kind.name
    return value


def _offer(*head: str | Callable[[discord.Interaction], str | None]) -> Complete:
    """Autocomplete with the values that may follow these words; a callable reads a word off the command so far."""

    async def complete(interaction: discord.Interaction, current: str) -> Choices:
        chair = await acts.chair(interaction, _given(interaction, "match"))
        if chair is None:
            return []
        words = [word if isinstance(word, str) else word(interaction) for word in head]
        if any(word is None for word in words):
            return []
        try:
            field = chair.options([str(w) for w in words])
        except GameError:
            return []
        if not isinstance(field, Field):
            return []
        named = [(cut(_label(chair.view, field, v), CHOICE_NAME), v) for v in field.values]
        found = [app_commands.Choice(name=n, value=v) for n, v in named if current.lower() in n.lower()]
        return found[:CHOICES]

    return complete


def _given(interaction: discord.Interaction, name: str) -> str | None:
    value = getattr(interaction.namespace, name, None)
    return str(value) if value else None


def _typed(name: str) -> Callable[[discord.Interaction], str | None]:
    return lambda interaction: _given(interaction, name)


class MonolithGroup(app_commands.Group):
    """The commands of `/monolith`."""

    def __init__(self) -> None:
        super().__init__(
            name="monolith",
            description="Play Monolith Arena",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        for command in self.walk_commands():
            assert isinstance(command, app_commands.Command)
            if any(p.name == "match" for p in command.parameters):
                command.autocomplete("match")(_own_matches)

    @app_commands.command(description="Choose your faction")
    @app_commands.describe(faction="Your faction, as long as nobody else has it", match=MATCH)
    @app_commands.choices(faction=FACTION_CHOICES)
    async def faction(
        self, interaction: discord.Interaction, faction: app_commands.Choice[str], match: str | None = None
    ) -> None:
        """R2.1."""
        await acts.play(interaction, match, f"faction {faction.value}")

    @app_commands.command(description="Place your banner")
    @app_commands.describe(hex="Any empty hex, A1 to E3", facing="A banner looks the same in all facings", match=MATCH)
    @app_commands.choices(facing=FACINGS)
    async def banner(
        self,
        interaction: discord.Interaction,
        hex: str,  # noqa: A002 - the option's name is a contract
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R2.3."""
        await acts.play(interaction, match, f"banner {_one(hex)} {_word(facing)}")

    @app_commands.command(description="Your own panel: board, reserve and what you may do")
    @app_commands.describe(match=MATCH)
    async def reserve(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """Open the private panel."""
        await acts.show_panel(interaction, match)

    @app_commands.command(description="The discard piles, and the tiles nobody has seen yet")
    @app_commands.describe(seat="Only this side", match=MATCH)
    @app_commands.choices(seat=[app_commands.Choice(name=letter, value=n) for n, letter in enumerate("AB")])
    async def piles(
        self,
        interaction: discord.Interaction,
        seat: app_commands.Choice[int] | None = None,
        match: str | None = None,
    ) -> None:
        """Show the piles."""
        await acts.show_piles(interaction, match, seat.value if seat is not None else None)

    @app_commands.command(description="Discard a tile of your reserve")
    @app_commands.describe(tile="A tile of your reserve", match=MATCH)
    async def discard(self, interaction: discord.Interaction, tile: str, match: str | None = None) -> None:
        """R3.3, R3.4."""
        await acts.play(interaction, match, f"discard {_one(tile)}")

    @app_commands.command(description="Exchange a reserve that holds nothing but orders")
    @app_commands.describe(match=MATCH)
    async def redraw(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """R3.2."""
        await acts.play(interaction, match, "redraw")

    @app_commands.command(description="Play a champion or a rune onto the board")
    @app_commands.describe(tile="A tile of your reserve", hex="An empty hex", facing=FACING, match=MATCH)
    @app_commands.choices(facing=FACINGS)
    async def place(
        self,
        interaction: discord.Interaction,
        tile: str,
        hex: str,  # noqa: A002
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R3.7, R9.3."""
        turn = "" if facing is None else facing.value
        await acts.play(interaction, match, f"place {_one(tile)} {_one(hex)} {turn}")

    @app_commands.command(description="End your turn; what is left in your reserve is kept")
    @app_commands.describe(match=MATCH)
    async def end(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """R3.6."""
        await acts.play(interaction, match, "end")

    @app_commands.command(description="Answer what the match asks you")
    @app_commands.describe(option="One of the answers", match=MATCH)
    async def choose(self, interaction: discord.Interaction, option: str, match: str | None = None) -> None:
        """R5.10, R11.5."""
        await acts.play(interaction, match, f"choose {_one(option)}")

    @app_commands.command(description="A tile's card")
    @app_commands.describe(name="The tile's name")
    async def tile(self, interaction: discord.Interaction, name: str) -> None:
        """Show a card."""
        await acts.show_card(interaction, name.strip().lower().replace(" ", "_"))

    @tile.autocomplete("name")
    async def _tiles(self, interaction: discord.Interaction, current: str) -> Choices:
        found = [
            app_commands.Choice(name=f"{kind.name} ({faction(f).name})", value=f"{f}/{kind.id}")
            for f in FACTIONS
            for kind in faction(f).tiles
            if current.lower() in f"{kind.name} {faction(f).name}".lower()
        ]
        return found[:CHOICES]

    @app_commands.command(description="Order: a battle begins, your turn ends")
    @app_commands.describe(match=MATCH)
    async def battle(self, interaction: discord.Interaction, match: str | None = None) -> None:
        """R11.1."""
        await acts.play(interaction, match, "battle")

    @app_commands.command(description="A cavalry champion charges, your turn ends")
    @app_commands.describe(
        champion="Your cavalry champion",
        hex="An empty hex next to it",
        facing=FACING,
        by="The hex of a Rune of Charge; left out, the order",
        match=MATCH,
    )
    @app_commands.choices(facing=FACINGS)
    async def charge(
        self,
        interaction: discord.Interaction,
        champion: str,
        hex: str,  # noqa: A002
        facing: app_commands.Choice[str],
        by: str | None = None,
        match: str | None = None,
    ) -> None:
        """R11.3."""
        source = _one(by) if by else "order"
        await acts.play(interaction, match, f"charge {source} {_one(champion)} {_one(hex)} {facing.value}")

    @app_commands.command(description="Order: one of your tiles moves a hex and/or turns")
    @app_commands.describe(
        tile="Your tile's hex", hex="Where to; left out, it stays", facing=f"{FACING}; left out, as it is", match=MATCH
    )
    @app_commands.choices(facing=FACINGS)
    async def move(
        self,
        interaction: discord.Interaction,
        tile: str,
        hex: str | None = None,  # noqa: A002
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R11.4."""
        await acts.play(interaction, match, f"move {_one(tile)} {_hex(hex)} {_word(facing)}")

    @app_commands.command(description="Order: one of your tiles pushes an enemy next to it one hex away")
    @app_commands.describe(pusher="Your tile's hex", target="The enemy tile's hex", match=MATCH)
    async def push(self, interaction: discord.Interaction, pusher: str, target: str, match: str | None = None) -> None:
        """R11.5."""
        await acts.play(interaction, match, f"push {_one(pusher)} {_one(target)}")

    @app_commands.command(description="Order: one wound to every tile on three hexes that touch each other")
    @app_commands.describe(hexes="Three hexes, such as C3-C4-D3", match=MATCH)
    async def fire(self, interaction: discord.Interaction, hexes: str, match: str | None = None) -> None:
        """R11.6."""
        await acts.play(interaction, match, f"fire {'-'.join(hexes.replace(',', ' ').split())}")

    @app_commands.command(description="Order: one wound to any enemy tile except a banner")
    @app_commands.describe(target="The enemy tile's hex", match=MATCH)
    async def shoot(self, interaction: discord.Interaction, target: str, match: str | None = None) -> None:
        """R11.7."""
        await acts.play(interaction, match, f"shoot {_one(target)}")

    @app_commands.command(description="Order: a marker on one of your tiles takes its next wound")
    @app_commands.describe(target="Your tile's hex", match=MATCH)
    async def entrench(self, interaction: discord.Interaction, target: str, match: str | None = None) -> None:
        """R11.8."""
        await acts.play(interaction, match, f"entrench {_one(target)}")

    @app_commands.command(description="Order: one of your tiles turns")
    @app_commands.describe(
        target="Your tile's hex", facing=f"{FACING}; not for tiles that look the same in all", match=MATCH
    )
    @app_commands.choices(facing=FACINGS)
    async def rotate(
        self,
        interaction: discord.Interaction,
        target: str,
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R11.9."""
        await acts.play(interaction, match, f"rotate {_one(target)} {'' if facing is None else facing.value}")

    @app_commands.command(description="Order: you move an enemy tile one hex and/or turn it")
    @app_commands.describe(
        target="The enemy tile's hex",
        hex="Where to; left out, it stays",
        facing=f"{FACING}; left out, as it is",
        match=MATCH,
    )
    @app_commands.choices(facing=FACINGS)
    async def falseorder(
        self,
        interaction: discord.Interaction,
        target: str,
        hex: str | None = None,  # noqa: A002
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R11.10."""
        await acts.play(interaction, match, f"falseorder {_one(target)} {_hex(hex)} {_word(facing)}")

    @app_commands.command(description="Order: an enemy tile is netted until the end of the next battle")
    @app_commands.describe(target="The enemy tile's hex", match=MATCH)
    async def net(self, interaction: discord.Interaction, target: str, match: str | None = None) -> None:
        """R7.10, R11.11."""
        await acts.play(interaction, match, f"net {_one(target)}")

    @app_commands.command(description="Use a tile's Maneuver, Rotation or Teleport")
    @app_commands.describe(
        tile="The tile's hex",
        feature="Which feature, and who grants it",
        hex="Where to; left out, it stays",
        facing=f"{FACING}; left out, as it is",
        match=MATCH,
    )
    @app_commands.choices(facing=FACINGS)
    async def feature(
        self,
        interaction: discord.Interaction,
        tile: str,
        feature: str,
        hex: str | None = None,  # noqa: A002
        facing: app_commands.Choice[str] | None = None,
        match: str | None = None,
    ) -> None:
        """R10."""
        where = "" if feature.lower().startswith("rotation") else _hex(hex)
        await acts.play(interaction, match, f"feature {_one(tile)} {_one(feature)} {where} {_word(facing)}")

    banner.autocomplete("hex")(_offer("banner"))
    discard.autocomplete("tile")(_offer("discard"))
    place.autocomplete("tile")(_offer("place"))
    place.autocomplete("hex")(_offer("place", _typed("tile")))
    choose.autocomplete("option")(_offer("choose"))
    charge.autocomplete("by")(_offer("charge"))
    charge.autocomplete("champion")(_offer("charge", lambda i: _given(i, "by") or "order"))
    charge.autocomplete("hex")(_offer("charge", lambda i: _given(i, "by") or "order", _typed("champion")))
    move.autocomplete("tile")(_offer("move"))
    move.autocomplete("hex")(_offer("move", _typed("tile")))
    push.autocomplete("pusher")(_offer("push"))
    push.autocomplete("target")(_offer("push", _typed("pusher")))
    fire.autocomplete("hexes")(_offer("fire"))
    shoot.autocomplete("target")(_offer("shoot"))
    entrench.autocomplete("target")(_offer("entrench"))
    rotate.autocomplete("target")(_offer("rotate"))
    falseorder.autocomplete("target")(_offer("falseorder"))
    falseorder.autocomplete("hex")(_offer("falseorder", _typed("target")))
    net.autocomplete("target")(_offer("net"))
    feature.autocomplete("tile")(_offer("feature"))
    feature.autocomplete("feature")(_offer("feature", _typed("tile")))
    feature.autocomplete("hex")(_offer("feature", _typed("tile"), _typed("feature")))


async def _own_matches(interaction: discord.Interaction, current: str) -> Choices:
    return await acts.match_choices(interaction, current)


COMMANDS: Final = (MonolithGroup(),)
