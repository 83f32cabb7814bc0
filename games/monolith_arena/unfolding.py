"""Unfolding a monolith in a turn (R13.3 to R13.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.api import Field, IllegalAction
from games.draws import Draws
from games.messages import Message, Several
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.features import facings
from games.monolith_arena.flow import Events, fight
from games.monolith_arena.hexes import BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.segments import owners, pairs, top
from games.monolith_arena.setup import NO_MONOLITHS
from games.monolith_arena.state import State, Unfolding
from games.monolith_arena.tiles import Inside, Monolith, TileType
from games.monolith_arena.verbs import Refused, Verb, field_of, hex_of, piece_of
from games.monolith_arena.view import Question

EMPTY: Final = "empty"
"""The token for an empty segment."""
SECOND: Final = "-2"
"""What the token of a second tile of the same name ends with, where the two differ."""


def folded(state: State, seat: int) -> Monolith | None:
    """Return the seat's monolith if it is folded."""
    monolith = state.monoliths[seat] if state.monoliths else None
    return monolith if monolith is not None and monolith.segments is None else None


def tokens_for(laid: Inside) -> dict[str, int]:
    """Return the token and the place of each thing inside: tile ids, ``empty``, ``knight-2`` for a second knight.

    Two that do not differ have one token.
    """
    names = [EMPTY if p is None else p.type.id for p in laid]
    if names[0] != names[1]:
        return {names[0]: 0, names[1]: 1}
    one, other = laid
    alike = one is None or other is None or one._replace(serial=0) == other._replace(serial=0)
    return {names[0]: 0} if alike else {names[0]: 0, f"{names[1]}{SECOND}": 1}


def _at_once(laid: Inside, seat: int) -> bool:
    """Return True if the owner may say all facings at once: nobody else has one to choose (R13.5)."""
    return all(p is None or p.seat == seat or p.type.period == 1 for p in laid)


def _fields(laid: Inside, seat: int, first: int) -> list[str]:
    """Return the fields after the tile: hex, facing, hex, facing; facings only where they are said at once."""
    fields = []
    for piece in (laid[first], laid[1 - first]):
        fields.append("hex")
        if piece is not None and piece.type.period > 1 and _at_once(laid, seat):
            fields.append("facing")
    return fields


def _may_unfold(state: State, seat: int) -> bool:
    blocked = state.discard_due or state.features_only or state.placed
    return not blocked and folded(state, seat) is not None


def _unfold_field(state: State, seat: int, tokens: Sequence[str]) -> Field | None:
    monolith = folded(state, seat)
    assert monolith is not None
    possible = pairs(state, seat)
    laid = monolith.inside
    if not tokens:
        return Field("inside", tuple(tokens_for(laid)) if possible else (), "R13.3")
    first = tokens_for(laid)[tokens[0]]
    fields = _fields(laid, seat, first)
    said = tokens[1:]
    if len(said) == len(fields):
        return None
    hexes = [BY_NAME[w] for w in said if w in BY_NAME]
    if fields[len(said)] == "facing":
        piece = laid[first if len(hexes) == 1 else 1 - first]
        assert piece is not None
        return Field("facing", facings(piece.type), "R13.3")
    reachable = {pair[1] for pair in possible if pair[0] == hexes[0]} if hexes else {pair[0] for pair in possible}
    return Field("hex", tuple(NAMES[h] for h in sorted(reachable)), "R13.3")


def _unfold(draft: State, seat: int, tokens: Sequence[str], events: Events, draws: Draws) -> None:
    monolith = folded(draft, seat)
    assert monolith is not None
    laid = monolith.inside
    first = tokens_for(laid)[tokens[0]]
    order = (first, 1 - first)
    hexes = [0, 0]
    chosen = [0 if p is None or p.type.period == 1 else None for p in laid]
    said = 0
    for field, token in zip(_fields(laid, seat, first), tokens[1:], strict=True):
        if field == "hex":
            hexes[order[said]] = BY_NAME[token]
            said += 1
        else:
            chosen[order[said - 1]] = BY_DIRECTION[token]
    draft.redraw = False
    draft.unfolded = True
    draft.unfolding = Unfolding((hexes[0], hexes[1]), (chosen[0], chosen[1]))
    if question(draft) is None:
        _take_effect(draft, events)
    else:
        tiles = tuple(ev.TileAt(h, p.seat, p.type.id) for h, p in zip(hexes, laid, strict=True) if p is not None)
        events.append(ev.Unfolding(seat, top(draft, seat), (min(hexes), max(hexes)), tiles))


def _asked(state: State) -> int | None:
    """Return which of the two tiles inside gets its facing next: other seats' first, in turn order (R13.5)."""
    unfolding = state.unfolding
    monolith = folded(state, state.active)
    assert unfolding is not None
    assert monolith is not None
    turns = state.next_turns()
    open_ = [
        (turns.index(piece.seat), place)
        for place, piece in enumerate(monolith.inside)
        if piece is not None and unfolding.facings[place] is None
    ]
    return min(open_)[1] if open_ else None


def question(state: State) -> Question | None:
    """Return the question of the next facing in an unfolding that is under way."""
    place = _asked(state)
    monolith = folded(state, state.active)
    if place is None or monolith is None or state.unfolding is None:
        return None
    piece = monolith.inside[place]
    assert piece is not None
    return Question(piece.seat, "facing", state.unfolding.hexes[place], facings(piece.type))


def answer(draft: State, token: str, events: Events) -> None:
    """Choose the facing that is asked for; after the last one the monolith unfolds. Changes the draft."""
    place = _asked(draft)
    unfolding = draft.unfolding
    assert place is not None
    assert unfolding is not None
    one, other = (DIRECTIONS.index(token) if n == place else f for n, f in enumerate(unfolding.facings))
    draft.unfolding = replace(unfolding, facings=(one, other))
    if question(draft) is None:
        _take_effect(draft, events)


def _take_effect(draft: State, events: Events) -> None:
    """Put the segments and their tiles on the board, all at the same time (R13.5, R4.1, R4.3)."""
    seat, unfolding, monolith = draft.active, draft.unfolding, folded(draft, draft.active)
    assert unfolding is not None
    assert monolith is not None
    shown = []
    for hex_, piece, facing in zip(unfolding.hexes, monolith.inside, unfolding.facings, strict=True):
        if piece is not None:
            assert facing is not None
            draft.put(hex_, piece._replace(facing=facing))
            shown.append((ev.TileAt(hex_, piece.seat, piece.type.id), facing))
    one, other = sorted(unfolding.hexes)
    draft.unfolding = None
    draft.set_monolith(seat, Monolith(segments=(one, other), known=True))
    events.append(ev.Unfolded(seat, top(draft, seat), (one, other), tuple(shown)))
    events += phases.settle(draft)
    if None not in draft.board:
        fight(draft, "full", events)


def _unfold_closed(state: State, seat: int) -> IllegalAction:
    if not state.options.monoliths:
        return IllegalAction(NO_MONOLITHS, "R13")
    if folded(state, seat) is None:
        return IllegalAction(Message("Your monolith is unfolded already; it folds after a battle."), "R13.8")
    if state.placed:
        text = Message("You have placed a tile this turn, so your monolith stays folded.")
        return IllegalAction(text, "R13.3")
    return IllegalAction(Message("There are no two hexes that your monolith could unfold to."), "R13.3")


def _not_unfolded(at: Refused) -> IllegalAction | None:
    if field_of(at) == "inside":
        assert at.field is not None
        values = Several(at.field.values, either=True)
        text = Message("“{word}” does not lie in your monolith; choose {values}.", word=at.shown, values=values)
        return at.because(text)
    if field_of(at) == "facing":
        return None
    if at.token in DIRECTIONS:
        text = Message("No facing belongs here: other players choose theirs first, or the tile has none.")
        return at.because(text, "R13.5")
    return _no_segment(at) if at.token in BY_NAME else None


def _unfolding_tile(state: State, said: Sequence[str]) -> tuple[TileType, int] | None:
    """Return the tile inside that the last hex said so far is for; `None` for an empty segment."""
    monolith = folded(state, state.active)
    first = tokens_for(monolith.inside).get(said[1]) if monolith is not None and len(said) > 2 else None
    if monolith is None or first is None:
        return None
    hexes = sum(token in BY_NAME for token in said[2:])
    piece = monolith.inside[first if hexes == 1 else 1 - first]
    return None if piece is None else (piece.type, 0)


def asked_tile(state: State, said: Sequence[str]) -> tuple[TileType, int] | None:
    """Return the tile whose facing is asked for in an unfolding that is under way."""
    place = _asked(state) if state.unfolding is not None else None
    monolith = folded(state, state.active)
    piece = monolith.inside[place] if monolith is not None and place is not None else None
    return None if piece is None else (piece.type, 0)


def _no_segment(at: Refused) -> IllegalAction | None:
    """Return why a segment cannot go to a hex; `None` where a tile stands."""
    if at.token in at.said:
        return at.because(Message("The two segments cannot both go to {hex}.", hex=at.token))
    if piece_of(at) is not None:
        return None
    if hex_of(at) in owners(at.state):
        return at.because(Message("There is a segment on {hex} already; segments never overlap.", hex=at.token))
    return at.because(Message("With a segment on {hex} the monolith would not hold together.", hex=at.token))


UNFOLD = Verb(
    "unfold",
    "R13.3",
    Message.term("order", "Unfold"),
    Message("Unfold your monolith; its banner stays where it is"),
    _unfold,
    ("inside", "hex", "facing", "hex", "facing"),
    _unfold_field,
    usable=_may_unfold,
    closed=_unfold_closed,
    turned=_unfolding_tile,
    refuse=_not_unfolded,
)
