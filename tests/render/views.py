"""Views for the tests of pictures and words, built by hand."""

from __future__ import annotations

from dataclasses import replace

from bot.texts.phrases import phrases
from games.api import Choice, Result
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, SIZE
from games.monolith_arena.tiles import TileType, faction, tile
from games.monolith_arena.view import MonolithView, SeatView, TileView, View
from render.labels import Labels

ENGLISH = Labels(phrases("en"))
A, B, C, D = "dragon_empire", "lords_of_the_abyss", "guardians_of_the_realm", "harbingers_of_the_forest"


def on(seat: int, faction_id: str, tile_id: str, facing: str = "N", **changes: object) -> TileView:
    """A tile on the board, as printed except for `changes`."""
    kind = tile(faction_id, tile_id)
    plain = TileView(
        seat,
        kind,
        BY_DIRECTION[facing],
        initiative=kind.initiative,
        hit_points=20 if kind.is_banner else 1 + kind.toughness,
        venomous=kind.venom,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def board(**tiles: TileView) -> tuple[TileView | None, ...]:
    """A board from hex names."""
    found: list[TileView | None] = [None] * SIZE
    for name, there in tiles.items():
        found[BY_NAME[name]] = there
    return tuple(found)


def seat(
    number: int,
    faction_id: str | None,
    reserve: tuple[TileType, ...] | None = None,
    count: int = 3,
    team: int | None = None,
) -> SeatView:
    """A seat in the middle of a match."""
    home = faction(faction_id) if faction_id else None
    discards = tuple(t for t in home.tiles if t.is_order) if home else ()
    unseen = tuple((t, t.count) for t in home.tiles if not t.is_banner) if home else ()
    held = len(reserve) if reserve is not None else count
    return SeatView(number, number if team is None else team, home, 12, held, reserve, discards, unseen, None)


def view(
    tiles: tuple[TileView | None, ...] = (None,) * SIZE,
    seats: tuple[SeatView, ...] | None = None,
    **changes: object,
) -> View:
    """A view for everybody in turn 9, seat A to play."""
    seats = seats or (seat(0, A), seat(1, B))
    plain = View(
        reader=None,
        stage="turn",
        seats=seats,
        hit_points=(17, 14),
        board=tiles,
        active=0,
        order=(0, 1),
        upcoming=(1,),
        turn=9,
        choices=(Choice(0, "turn", "t9"),),
        discard_due=False,
        redraw_offered=False,
        last_turns=None,
        extra_turns=False,
        phase=None,
        question=None,
        open_reserves=False,
        monoliths=(),
        reinforcement=False,
        plays=None,
        unfolded=False,
        result=None,
        rulings=2,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def middle() -> View:
    """A position in the middle of a match, with most kinds of markers."""
    tiles = board(
        A1=on(0, A, "arquebusier", "SE"),
        A2=on(0, A, "banner", entrenched=True),
        A3=on(0, A, "knight", "NE", melee_bonus=1, wounds=1),
        B1=on(1, B, "horror", "SW"),
        B2=on(0, A, "pikeman", "SE", initiative=(3,), netted=True, melee_bonus=1),
        B3=on(0, A, "rune_of_minor_acceleration"),
        B4=on(0, A, "dragon_rider", "NE", initiative=(3,)),
        C1=on(1, B, "rune_of_disarmament", "N"),
        C2=on(1, B, "spike", "NE", poison=1),
        C3=on(0, A, "swordsman", "NE", disarmed=True, poison=2, wounds=0),
        C5=on(0, A, "rune_of_strength", "NE"),
        D1=on(1, B, "wraith", "S", token=True, netted=True),
        D2=on(1, B, "demon", "SW", venomous=True),
        D3=on(1, B, "banner", wounds=0),
        D4=on(1, B, "chaos", "SW", initiative=(3,), venomous=True),
        E1=on(1, B, "rune_of_strength", "S", wounds=1),
        E3=on(1, B, "nightmare", "NW"),
    )
    return view(tiles)


def battle() -> tuple[ev.Event, ...]:
    """Return the events of a battle in that position, with every kind of attack at once."""
    tiles = middle().board

    def at(name: str) -> ev.TileAt:
        standing = tiles[BY_NAME[name]]
        assert standing is not None
        return ev.TileAt(BY_NAME[name], standing.seat, standing.type.id)

    attacks = (
        ev.Attack(at("D4"), at("C3"), "melee", 2, 1, None, True),
        ev.Attack(at("A1"), at("D3"), "ranged", 1, 1, None, False),
        ev.Attack(at("C1"), at("A3"), "assassination", 1, 1, BY_NAME["B3"], False),
        ev.Attack(at("E1"), at("B4"), "ranged", 1, 0, None, False),
        ev.Attack(None, at("C2"), "poison", 1, 1, None, False),
        ev.Attack(at("C3"), at("C2"), "melee", 3, 3, None, False),
    )
    phase = ev.Wounds("phase", 3, attacks, (at("C2"),), (), (), (17, 13))
    return ev.BattleBegan(0, "order", (20, 20)), phase, ev.BattleEnded((), (17, 13))


def over(result: Result) -> View:
    """The same position as the last of a match."""
    return replace(middle(), stage="over", result=result, choices=(), active=None)


def holding() -> View:
    """The same position as seat A sees it."""
    tiles = faction(A).by_id
    reserve = tuple(tiles[name] for name in ("rune_of_regeneration", "landsknecht", "battle_charge"))
    return replace(middle(), reader=0, seats=(seat(0, A, reserve), seat(1, B)))


def crowded() -> View:
    """Four seats, a full board of long names with every marker: the longest texts there are."""
    every = {
        "wounds": 2, "poison": 5, "entrenched": True, "token": True, "netted": True, "disarmed": True,
        "initiative": (5, 4, 3), "hit_points": 4, "melee_bonus": 3, "ranged_bonus": 3, "venomous": True,
    }  # fmt: skip
    names = {
        A: "rune_of_regeneration",
        B: "rune_of_minor_acceleration",
        C: "rune_of_reinforcement",
        D: "rune_of_regeneration",
    }
    ids = (A, B, C, D)
    tiles = tuple(on(h % 4, ids[h % 4], names[ids[h % 4]], "NE", **every) for h in range(SIZE))
    seats = tuple(
        replace(
            seat(n, i, tuple(t for t in faction(i).tiles if t.kind == "rune")[:6], team=n // 2),
            discards=faction(i).deck(),
        )
        for n, i in enumerate(ids)
    )
    choices = tuple(Choice(n, "regeneration", f"q{n}") for n in range(4))
    return view(
        tiles, seats, choices=choices, reader=2, last_turns=(0, 1, 2, 3), extra_turns=True, phase=3, stage="battle",
        discard_due=True, redraw_offered=True, turn=123,
    )  # fmt: skip


def quartet() -> View:
    """A match of two teams."""
    tiles = board(
        A1=on(0, A, "knight", "SE"), B2=on(1, C, "crossbowman", "SE"), C3=on(2, D, "hunter", "N"),
        D2=on(3, B, "mygalomorph"),
        C1=on(2, D, "banner"), E2=on(3, B, "banner"), A2=on(0, A, "banner"), B4=on(1, C, "banner"),
        C4=on(1, C, "golem", hit_points=4, wounds=1), D3=on(2, D, "rune_of_greater_acceleration", "SW"),
    )  # fmt: skip
    seats = (seat(0, A, team=0), seat(1, C, team=0), seat(2, D, team=1), seat(3, B, team=1))
    return view(tiles, seats, active=2, choices=(Choice(2, "turn", "t9"),))


def lying(seat: int, faction_id: str, tile_id: str, **changes: object) -> TileView:
    """A tile in a folded monolith."""
    return replace(on(seat, faction_id, tile_id), **changes)  # type: ignore[arg-type]


def monoliths() -> View:
    """Two teams with monoliths: one open with an enemy in it, one open with an empty segment, two folded."""
    tiles = board(
        A2=on(0, A, "banner"), A1=on(0, A, "knight", "SE", wounds=1), B2=on(2, D, "hunter", "SW", poison=1),
        B3=on(1, C, "crossbowman", "NE"), B4=on(1, C, "banner"), C4=on(1, C, "golem", hit_points=4, wounds=1),
        D2=on(2, D, "banner"), D1=on(2, D, "rune_of_greater_acceleration", "SW"),
        C1=on(3, B, "mygalomorph", "S"), E1=on(3, B, "demon", "SW"), E2=on(3, B, "banner"),
        D3=on(3, B, "wraith", "NW", netted=True), C3=on(0, A, "swordsman", "NE", entrenched=True),
        A3=on(0, A, "pikeman", "SE"), C5=on(2, D, "assassin", "NW"), B1=on(3, B, "spike", "S"),
    )  # fmt: skip
    seats = tuple(
        replace(s, prepared=True)
        for s in (seat(0, A, team=0), seat(1, C, team=0), seat(2, D, team=1), seat(3, B, team=1))
    )
    stones = (
        MonolithView(0, (BY_NAME["A1"], BY_NAME["B2"]), (), True),
        MonolithView(1, (), (lying(1, C, "golem", wounds=1), lying(2, D, "morlock", poison=2)), True),
        MonolithView(2, (BY_NAME["C2"], BY_NAME["D1"]), (), True),
        MonolithView(3, (), None, False),
    )
    return view(
        tiles, seats, active=2, choices=(Choice(2, "turn", "t9"),), monoliths=stones, order=(0, 2, 1, 3), unfolded=True
    )  # fmt: skip


def unfolding() -> View:
    """The same match while B's monolith unfolds: an enemy tile and an own one still have to be turned."""
    before = monoliths()
    tiles = list(before.board)
    hexes = BY_NAME["C4"], BY_NAME["C5"]
    for h in hexes:
        tiles[h] = None
    stones = (before.monoliths[0], replace(before.monoliths[1], segments=hexes), *before.monoliths[2:])
    choices = (Choice(2, "facing", "q1"),)
    return replace(before, board=tuple(tiles), monoliths=stones, stage="order", active=1, choices=choices)
