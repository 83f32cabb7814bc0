"""Cards in words: what is printed on a tile, the short form of a tile on the board, and factions to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.hexes import BY_DIRECTION, DIRECTIONS
from games.monolith_arena.tiles import TileType, faction
from games.monolith_arena.view import TileView

EDGES: Final = (
    Message.term("edge", "top"),
    Message.term("edge", "upper right"),
    Message.term("edge", "lower right"),
    Message.term("edge", "bottom"),
    Message.term("edge", "lower left"),
    Message.term("edge", "upper left"),
)
"""The six edges of an upright tile, clockwise."""

KINDS: Final = {
    "banner": Message.term("kind", "banner"),
    "champion": Message.term("kind", "champion"),
    "rune": Message.term("kind", "rune"),
    "order": Message.term("kind", "order"),
}
"""The kinds of tiles."""

FEATURES: Final = {
    "maneuver": Message("Maneuver: once a turn it moves one hex, turns, or both."),
    "rotation": Message("Rotation: once a turn it turns to any side."),
    "teleport": Message("Teleport: once a turn it moves to any empty hex, turns, or both."),
    "cavalry": Message("Cavalry: it may be used for a charge."),
    "venom": Message("Venom: whoever survives a wound from it is poisoned."),
    "boundless": Message("Boundless: works for all tiles of its side on the board."),
    "assassination": Message("Assassination: strikes any enemy tile, whatever the distance."),
    "transformation": Message("Transformation: may replace an enemy tile when played."),
}
"""What each feature means, by its name in `TileType`."""

STATES: Final = {
    "netted": Message.term("state", "netted"),
    "disarmed": Message.term("state", "disarmed"),
    "entrenched": Message.term("state", "entrenched"),
}
"""The states of a tile that are there or not, by their names in `TileView`."""


def kind_line(say: Phrases, tile: TileType) -> str:
    """Return faction, kind and number of a tile: ``Dragon Empire, champion, 3 of 35``."""
    home = faction(tile.faction)
    return say(
        "{faction}, {kind}, {count} of {all}",
        faction=home.title,
        kind=KINDS[tile.kind],
        count=tile.count,
        all=sum(t.count for t in home.tiles),
    )


def _strengths(say: Phrases, values: Sequence[int]) -> str:
    if all(values) and len(set(values)) == 1:
        return say("{strength} on all edges", strength=values[0])
    return ", ".join(say("{strength} {edge}", strength=n, edge=EDGES[e]) for e, n in enumerate(values) if n)


def _sides(say: Phrases, values: Sequence[int]) -> str:
    return say("all edges") if all(values) else say.every(say.message(EDGES[e]) for e, n in enumerate(values) if n)


def _edge_lines(say: Phrases, tile: TileType) -> list[str]:
    """Return what the edges do."""
    return [
        *([say("Melee: {edges}.", edges=_strengths(say, tile.melee))] if any(tile.melee) else []),
        *([say("Ranged: {edges}.", edges=_strengths(say, tile.ranged))] if any(tile.ranged) else []),
        *([say("Armor: {edges}.", edges=_sides(say, tile.armor))] if any(tile.armor) else []),
        *([say("Net: {edges}.", edges=_sides(say, tile.net))] if any(tile.net) else []),
        *([say("Lightning: {edges}.", edges=_sides(say, tile.strike))] if any(tile.strike) else []),
        *([say("Connects at: {edges}.", edges=_sides(say, tile.path))] if any(tile.path) else []),
    ]


def card_lines(say: Phrases, tile: TileType) -> list[str]:
    """Return all that is printed on a tile, one subject a line."""
    lines = []
    if tile.initiative:
        lines.append(say("Initiative {phases}.", phases=say.every(map(str, tile.initiative))))
    lines += _edge_lines(say, tile)
    if tile.toughness:
        wounds = 1 + tile.toughness
        lines.append(
            say.plural(
                "Toughness {toughness}: it takes {count} wound to remove it.",
                "Toughness {toughness}: it takes {count} wounds to remove it.",
                wounds,
                toughness=tile.toughness,
            )
        )
    lines += [say.message(text) for name, text in FEATURES.items() if getattr(tile, name)]
    return [*lines, say(tile.text)] if tile.text else lines


def card_text(say: Phrases, tile: TileType) -> str:
    """Return a whole card in words: name, faction, kind and all that is printed on the tile."""
    head = say("{tile} ({kind})", tile=tile.title, kind=kind_line(say, tile))
    return "\n".join([head, *card_lines(say, tile)])


def looking(say: Phrases, direction: str) -> str:
    """Return a direction with where that is on the picture: ``NE (upper right)``."""
    return say("{facing} ({edge})", facing=direction, edge=EDGES[BY_DIRECTION[direction]])


def facing(view: TileView) -> str:
    """Return the direction of the tile's top edge, nothing for a tile that looks the same in all facings."""
    return DIRECTIONS[view.facing % view.type.period] if view.type.period > 1 else ""


def _present(say: Phrases, view: TileView) -> list[str]:
    return [say.message(word) for name, word in STATES.items() if getattr(view, name)]


def states(say: Phrases, view: TileView) -> list[str]:
    """Return what a tile carries, each in a word or two: ``2w`` for two wounds, ``1p`` for a poison marker."""
    markers = [
        *([say("{count}w", count=view.wounds)] if view.wounds else []),
        *([say("{count}p", count=view.poison)] if view.poison else []),
    ]
    return [*markers, *_present(say, view), *([say.term("state", "token")] if view.token else [])]


def whole_states(say: Phrases, view: TileView) -> list[str]:
    """Return the same in full words."""
    markers = [
        *([say.plural("{count} wound", "{count} wounds", view.wounds)] if view.wounds else []),
        *([say.plural("{count} poison marker", "{count} poison markers", view.poison)] if view.poison else []),
    ]
    return [*markers, *_present(say, view), *([say.term("state", "net token")] if view.token else [])]


def changes(say: Phrases, view: TileView) -> list[str]:
    """Return what differs from the printed tile because of runes and banners."""
    changed = []
    if view.initiative != view.type.initiative:
        phases = "/".join(map(str, view.initiative))
        changed.append(say("initiative {phases}", phases=phases) if phases else say("no initiative"))
    if view.melee_bonus and any(view.type.melee):
        changed.append(say("melee {bonus}", bonus=f"{view.melee_bonus:+}"))
    if view.ranged_bonus and any(view.type.ranged):
        changed.append(say("ranged {bonus}", bonus=f"{view.ranged_bonus:+}"))
    if not view.type.is_banner and view.hit_points != 1 + view.type.toughness:
        changed.append(say.plural("{count} hit point", "{count} hit points", view.hit_points))
    return [*changed, *venom(say, view)]


def venom(say: Phrases, view: TileView) -> list[str]:
    """Return a note that its attacks are venomous because of a banner."""
    return [say.term("state", "venomous")] if view.venomous and not view.type.venom else []


def short(say: Phrases, view: TileView, name: str, letters: int | None = None) -> str:
    """Return a tile on the board without seat and hex: ``Pikeman NE 1w``; its states have so many letters at most."""
    carried = [word[:letters] for word in states(say, view)]
    return " ".join(part for part in (name, facing(view), *carried) if part)


STYLES: Final = {
    "dragon_empire": (
        Message("Heavy cavalry that strikes hard. Easy to play."),
        ("dragon_rider", "knight", "landsknecht", "battle_charge"),
    ),
    "guardians_of_the_realm": (
        Message("Tough tiles, strong shots. Forgives mistakes."),
        ("crossbowman", "wyvern", "golem", "push_back"),
    ),
    "harbingers_of_the_forest": (
        Message("Fast and fragile, reaches any hex. Takes experience."),
        ("assassin", "hunter", "wyrm", "precise_shot"),
    ),
    "lords_of_the_abyss": (
        Message("Nets, poison and teleports. The hardest to play."),
        ("horror", "wraith", "spike", "demon"),
    ),
}
"""How each faction plays and how hard that is, and the tiles that are most its own."""


def brief(say: Phrases, name: str) -> tuple[str, ...]:
    """Return how a faction plays and what its banner does, a line each."""
    power = faction(name).by_id["banner"].text
    return (say.message(STYLES[name][0]), say("Banner: {power}", power=say(power)))


def introduction(say: Phrases, name: str) -> str:
    """Return the same with counts and key tiles of a faction, a line each."""
    home = faction(name)
    keys = (say.message(home.by_id[key].title) for key in STYLES[name][1])
    count = {kind: sum(t.count for t in home.tiles if t.kind == kind) for kind in ("champion", "rune", "order")}
    lines = (
        *brief(say, name),
        say("{champions} champions, {runes} runes, {orders} orders.", **{f"{kind}s": n for kind, n in count.items()}),
        say("Look at: {tiles}.", tiles=say.every(keys)),
    )
    return "\n".join(lines)


def styles(say: Phrases, names: Iterable[str]) -> str:
    """Return how some factions play, a line each."""
    return "\n".join(f"**{say.message(faction(name).title)}**: {say.message(STYLES[name][0])}" for name in names)


def all_factions(say: Phrases) -> str:
    """Return all of them, for the guide."""
    return "\n".join(f"**{say.message(faction(name).title)}**\n{introduction(say, name)}" for name in STYLES)
