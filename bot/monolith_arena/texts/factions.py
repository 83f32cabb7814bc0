"""What one needs to know of a faction before choosing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.monolith_arena.texts.names import faction_name, kind_name
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.tiles import faction

STYLES: Final = {
    "dragon_empire": (
        Message("Heavy cavalry that maneuvers, charges and strikes hard. Easy to play; good for a first match."),
        ("dragon_rider", "knight", "landsknecht", "battle_charge"),
    ),
    "guardians_of_the_realm": (
        Message("Tough tiles, strong shots and orders that disturb the enemy. Easy to play; forgives mistakes."),
        ("crossbowman", "wyvern", "golem", "push_back"),
    ),
    "harbingers_of_the_forest": (
        Message("Fast and fragile: high initiative, arrows and assassins who reach any hex. Wants some experience."),
        ("assassin", "hunter", "wyrm", "precise_shot"),
    ),
    "lords_of_the_abyss": (
        Message("Nets, poison and teleports that turn the enemy's plan over. The hardest to play."),
        ("horror", "wraith", "spike", "demon"),
    ),
}
"""How each faction plays and how hard that is, and the tiles that are most its own."""


def introduction(say: Phrases, name: str) -> str:
    """Style, banner, counts and key tiles of a faction, a line each."""
    home = faction(name)
    style, keys = STYLES[name]
    count = {kind: sum(t.count for t in home.tiles if t.kind == kind) for kind in ("champion", "rune", "order")}
    lines = (
        say.message(style),
        say("Banner: {power}", power=say(home.by_id["banner"].text)),
        say("{champions} champions, {runes} runes, {orders} orders.", **{f"{kind}s": n for kind, n in count.items()}),
        say("Look at: {tiles}.", tiles=say.every(kind_name(say, home.by_id[key]) for key in keys)),
    )
    return "\n".join(lines)


def styles(say: Phrases, names: Iterable[str]) -> str:
    """How some factions play, a line each."""
    return "\n".join(f"**{faction_name(say, name)}**: {say.message(STYLES[name][0])}" for name in names)


def all_factions(say: Phrases) -> str:
    """All of them, for the guide."""
    return "\n".join(f"**{faction_name(say, name)}**\n{introduction(say, name)}" for name in STYLES)
