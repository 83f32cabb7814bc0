"""A whole match as JSON: the position and everything else that the rules need to go on.

Tiles on the board are named by their hexes, so that the form holds nothing that only this program knows; equal states
give equal values.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.api import RULINGS, BadNotation
from games.monolith_arena import position as p
from games.monolith_arena.battle.rounds import NOTHING
from games.monolith_arena.flow import ranked
from games.monolith_arena.hexes import NAMES
from games.monolith_arena.pieces import Board, Monolith
from games.monolith_arena.state import NEWEST_RULINGS, Answer, Battle, Cause, Options, Pile, Push, State, Unfolding
from games.monolith_arena.tiles import Faction

STAGES: Final = ("factions", "monoliths", "banners", "turn", "over")
_KEYS: Final = {
    "game",
    "seats",
    "hit_points",
    "board",
    "options",
    "known",
    "turn",
    "stacks",
    "reserves",
    "discards",
    "pending",
    "used",
    "end",
    "step",
    "cursor",
    "result",
}


def dump(state: State) -> dict[str, Any]:
    """The match as JSON values."""
    hexes = {piece.serial: NAMES[h] for h, piece in enumerate(state.board) if piece is not None}
    data = p.dump_position(state)
    data["options"] = _dump_options(state.options)
    # What everybody knows of folded monoliths (R13.1); of unfolded ones it goes without saying.
    data["known"] = [seat for seat, m in enumerate(state.monoliths) if m is not None and m.known]
    data["turn"] = {
        "stage": state.stage,
        "seat": state.active,
        "number": state.turn,
        "order": list(state.order),
        "discard_due": state.discard_due,
        "redraw": state.redraw,
        "features_only": state.features_only,
        "drawn": [t.id for t in state.drawn],
        "played": state.played,
        "placed": state.placed,
        "unfolded": state.unfolded,
    }
    for name in ("stacks", "reserves", "discards"):
        data[name] = [[t.id for t in pile] for pile in getattr(state, name)]
    data["used"] = sorted(
        [hexes[tile], feature, hexes[source]]
        for tile, feature, source in state.used
        if tile in hexes and source in hexes
    )
    data["pending"] = _dump_pending(state, hexes)
    data["end"] = {
        "last_turns": None if state.last_turns is None else list(state.last_turns),
        "extra": state.extra,
    }
    data["step"] = state.step
    data["cursor"] = state.cursor
    data["result"] = (
        None if state.result is None else {"winners": list(state.result.winners), "reason": state.result.reason}
    )
    return data


def _dump_options(options: Options) -> dict[str, Any]:
    """The options; the first rulings go without saying, as they did in matches of before rulings were counted."""
    data = options._asdict()
    if options.rulings == 1:
        del data["rulings"]
    return data


def _dump_pending(state: State, hexes: Mapping[int, str]) -> dict[str, Any]:
    pending: dict[str, Any] = {}
    if state.cause is not None:
        cause = state.cause
        pending["cause"] = {
            "kind": cause.kind,
            "number": cause.number,
            "hexes": [NAMES[h] for h in cause.hexes],
            "seat": cause.seat,
        }
        pending["answers"] = [
            [a.seat, a.kind, NAMES[a.subject] if a.subject >= 0 else NOTHING, a.value] for a in state.answers
        ]
    if state.battle is not None:
        spent = sorted([hexes[tile], number] for tile, number in state.battle.spent if tile in hexes)
        pending["battle"] = {"reason": state.battle.reason, "spent": spent}
    if state.push is not None:
        pending["push"] = {
            "pusher": NAMES[state.push.pusher],
            "pushed": NAMES[state.push.pushed],
            "destinations": [NAMES[h] for h in state.push.destinations],
        }
    if state.unfolding is not None:
        pending["unfolding"] = {
            "hexes": [NAMES[h] for h in state.unfolding.hexes],
            "facings": list(state.unfolding.facings),
        }
    return pending


def load(data: Mapping[str, Any]) -> State:
    """The match that `dump` wrote. Raises `BadNotation` for anything else."""
    if set(data) - {"monoliths"} != _KEYS:
        raise BadNotation(f"a saved match has the keys {', '.join(sorted(_KEYS))}; with monoliths these too")
    try:
        return _load(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as fault:
        raise BadNotation(f"a saved match cannot be read: {type(fault).__name__} {fault}") from fault


def _load(data: Mapping[str, Any]) -> State:
    factions, teams = p.load_seats(data["seats"])
    board = p.load_board(data["board"], factions)
    turn = p.mapping(data["turn"], "turn")
    if turn["stage"] not in STAGES:
        raise BadNotation(f"turn.stage: {turn['stage']!r}")
    seats = len(teams)
    options = Options(**{RULINGS: 1, **data["options"]})
    p.number(options.rulings, f"options.{RULINGS}", 1, NEWEST_RULINGS)
    active = p.number(turn["seat"], "turn.seat", -1, seats - 1)
    home = factions[active] if active >= 0 else None

    def hex_(name: Any) -> int:
        return p.hex_index(name, "hex")

    def serial(name: Any) -> int:
        piece = board[hex_(name)]
        if piece is None:
            raise BadNotation(f"there is no tile on {name}")
        return piece.serial

    pending = p.mapping(data["pending"], "pending")
    last = data["end"]["last_turns"]
    result = data["result"]
    return State(
        options=options,
        teams=teams,
        factions=factions,
        stage=turn["stage"],
        board=board,
        hit_points=p.load_hit_points(data["hit_points"]),
        stacks=_piles(data["stacks"], factions),
        reserves=_piles(data["reserves"], factions),
        discards=_piles(data["discards"], factions),
        order=tuple(p.number(s, "turn.order", 0, seats - 1) for s in turn["order"]),
        monoliths=_monoliths(data, options, turn["stage"], factions, board),
        active=active,
        turn=p.number(turn["number"], "turn.number", 0, 10**6),
        step=p.number(data["step"], "step", 0, 10**6),
        cursor=p.number(data["cursor"], "cursor", 0, 10**9),
        serial=len(NAMES) + 2 * seats,
        discard_due=p.flag(turn["discard_due"], "turn.discard_due"),
        redraw=p.flag(turn["redraw"], "turn.redraw"),
        features_only=p.flag(turn["features_only"], "turn.features_only"),
        drawn=tuple(home.by_id[name] for name in turn["drawn"]) if home is not None else (),
        played=p.number(turn["played"], "turn.played", 0, 10**6),
        placed=p.flag(turn["placed"], "turn.placed"),
        unfolded=p.flag(turn["unfolded"], "turn.unfolded"),
        used=frozenset((serial(t), str(f), serial(s)) for t, f, s in data["used"]),
        cause=_cause(pending.get("cause"), hex_),
        answers=tuple(
            Answer(seat, kind, -1 if subject == NOTHING else hex_(subject), value)
            for seat, kind, subject, value in pending.get("answers", ())
        ),
        battle=None
        if "battle" not in pending
        else Battle(
            pending["battle"]["reason"],
            frozenset((serial(t), int(n)) for t, n in pending["battle"]["spent"]),
        ),
        push=None
        if "push" not in pending
        else Push(
            hex_(pending["push"]["pusher"]),
            hex_(pending["push"]["pushed"]),
            tuple(hex_(h) for h in pending["push"]["destinations"]),
        ),
        unfolding=_unfolding(pending.get("unfolding"), hex_),
        last_turns=None if last is None else tuple(last),
        extra=p.flag(data["end"]["extra"], "end.extra"),
        result=None if result is None else ranked(tuple(result["winners"]), seats, result["reason"]),
    )


def _monoliths(
    data: Mapping[str, Any], options: Options, stage: str, factions: tuple[Faction | None, ...], board: Board
) -> tuple[Monolith | None, ...]:
    if not options.monoliths or stage == "factions" or None in factions:
        return ()
    found = p.load_monoliths(data.get("monoliths", {}), factions, board)
    known = set(data["known"])
    return tuple(None if m is None else m._replace(known=m.known or seat in known) for seat, m in enumerate(found))


def _unfolding(data: Any, hex_: Any) -> Unfolding | None:
    if data is None:
        return None
    one, other = data["hexes"]
    facings = [None if f is None else p.number(f, "pending.unfolding.facings", 0, 5) for f in data["facings"]]
    return Unfolding((hex_(one), hex_(other)), (facings[0], facings[1]))


def _cause(data: Any, hex_: Any) -> Cause | None:
    if data is None:
        return None
    return Cause(data["kind"], data["number"], tuple(hex_(h) for h in data["hexes"]), data["seat"])


def _piles(data: Any, factions: tuple[Faction | None, ...]) -> tuple[Pile, ...]:
    piles = []
    for home, names in zip(factions, data, strict=True):
        if home is None and names:
            raise BadNotation("a seat without a faction has no tiles")
        piles.append(tuple(home.by_id[name] for name in names) if home is not None else ())
    return tuple(piles)
