"""Why an action is refused, in one sentence and with the rule behind it. Only called for what is not legal.

What only one verb can say stands with that verb (`Verb.closed`, `Verb.refuse`, `Verb.last_refusal`).
"""

from __future__ import annotations

from typing import Final

from games.api import Field, GameError, IllegalAction, NotYourChoice
from games.messages import Message, Several
from games.monolith_arena import choosing, segments
from games.monolith_arena.hexes import ADJACENT, BY_NAME, DIRECTIONS
from games.monolith_arena.setup import BANNER, FACTION, PREPARE
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Refused, Verb, field_of, hex_of, piece_of, played_enough, tears, title_of
from games.verbs import not_open, not_your_turn, over

_MISSING: Final = {
    "facing": Message("The facing is missing."),
    "faction": Message("The faction is missing."),
    "feature": Message("The ability is missing."),
    "hex": Message("The hex is missing."),
    "hexes": Message("The three hexes are missing."),
    "inside": Message("The tile that unfolds is missing."),
    "mover": Message("The tile that moves or turns is missing."),
    "pusher": Message("The tile that pushes is missing."),
    "source": Message("Say where the charge comes from: a Battle/Charge order or a Rune of Charge."),
    "target": Message("The target is missing."),
    "tile": Message("The tile is missing."),
}


def no_choice(state: State, seat: int) -> GameError:
    """Return why a seat has no such choice now."""
    if state.result is not None:
        return over("R12")
    stage = {"factions": FACTION, "monoliths": PREPARE, "banners": BANNER}.get(state.stage)
    if stage is not None and stage.closed is not None and (refusal := stage.closed(state, seat)) is not None:
        return refusal
    if choosing.questions(state):
        return NotYourChoice(Message("You have no question to answer now."), "R5.10")
    if state.active != seat:
        return not_your_turn("R3")
    return not_open("R3")


def missing(field: Field) -> IllegalAction:
    """Return the refusal of an action that is not whole; `field` comes next."""
    return IllegalAction(_MISSING.get(field.name, Message("The answer is missing.")), field.rule)


def closed(state: State, seat: int, verb: Verb) -> GameError:
    """Return why a seat cannot use a verb now."""
    if state.result is not None:
        return over("R12")
    if verb in (FACTION, PREPARE, BANNER, choosing.CHOOSE) and verb.closed is not None:
        return verb.closed(state, seat) or over("R12")
    if state.stage != "turn":
        return NotYourChoice(Message("The match has not begun yet: factions and banners come first."), "R2")
    if choosing.questions(state):
        return NotYourChoice(Message("An open question has to be answered first."), "R5.10")
    if state.active != seat:
        return not_your_turn("R3")
    return _in_turn(state, seat, verb)


def _in_turn(state: State, seat: int, verb: Verb) -> GameError:
    if state.features_only and not verb.while_features:
        text = Message("Your stack is empty: in this extra turn you may only use abilities.")
        return IllegalAction(text, "R12.4")
    if state.discard_due and not verb.while_due:
        return IllegalAction(Message("You have to discard a tile first."), "R3.3")
    if verb.is_order:
        return _order(state, seat, verb)
    own = verb.closed(state, seat) if verb.closed is not None else None
    return own or IllegalAction(Message("That is not possible now."), verb.rule)


def _order(state: State, seat: int, verb: Verb) -> GameError:
    if not any(verb.name in tile.orders for tile in state.reserves[seat]):
        return IllegalAction(Message("No order in your reserve allows {order}.", order=verb.title), "R3.8")
    if not state.may_play():
        return played_enough(state)
    own = verb.closed(state, seat) if verb.closed is not None else None
    return own or IllegalAction(Message("There is no way to carry out {order} now.", order=verb.title), "R3.8")


def placing(at: Refused, verb: Verb, field: Field) -> IllegalAction | None:
    """Return why a token is no such hex, tile on the board or facing; `None` for fields of anything else."""
    if field.name == "facing":
        return _facing(at, verb, field)
    if field.name not in ("hex", "mover", "target", "pusher"):
        return None
    if at.token not in BY_NAME:
        return at.because(Message("“{word}” is not a hex; hexes are A1 to E3.", word=at.shown), "R1.2")
    return _destination(at, verb) if field.name == "hex" else _tile(at, verb)


def _facing(at: Refused, verb: Verb, field: Field) -> IllegalAction:
    if at.token not in DIRECTIONS:
        values = Several(DIRECTIONS)
        text = Message("“{word}” is not a facing; the facings are {values}.", word=at.shown, values=values)
        return at.because(text, "R1.3")
    if "mover" in verb.parts:
        return at.because(Message("The tile has to move or turn."), "R10.6")
    values = Several(field.values, either=True)
    text = Message("{facing} looks like another facing of this tile; choose {values}.", facing=at.token, values=values)
    return at.because(text, "R2.3")


def _destination(at: Refused, verb: Verb) -> IllegalAction:
    """Return why a tile cannot go to a hex."""
    if piece_of(at) is not None:
        return at.because(Message("{hex} is taken: {tile}.", hex=at.token, tile=title_of(at)))
    if (refusal := _torn(at, verb)) is not None:
        return refusal
    refusal = verb.last_refusal(at) if verb.last_refusal is not None else None
    return refusal or at.because(Message("{hex} is out of reach.", hex=at.token))


def _torn(at: Refused, verb: Verb) -> IllegalAction | None:
    """Return the refusal of a move to an empty hex that only the tile's monolith forbids (R13.7)."""
    mover = verb.part(at.said, "mover")
    if mover is None:
        return None
    hex_ = BY_NAME[mover]
    near = hex_of(at) in ADJACENT[hex_] or any(said.partition("@")[0] == "teleport" for said in at.said)
    if not near or segments.allowed(at.state, hex_, [hex_of(at)]):
        return None
    if hex_of(at) in segments.owners(at.state):
        return at.because(Message("A segment never moves onto another segment."), "R13.7")
    return at.because(Message("This move would tear the monolith apart."), "R13.7")


def _tile(at: Refused, verb: Verb) -> IllegalAction:
    """Return why a tile on the board cannot do or suffer that."""
    if piece_of(at) is None:
        return at.because(Message("There is no tile on {hex}.", hex=at.token))
    if (refusal := _wrong_side(at, verb)) is not None:
        return refusal
    if hex_of(at) in at.state.standing().netted and not verb.reaches_netted:
        return at.because(Message("{tile} {hex} is netted.", tile=title_of(at), hex=at.token), "R7.7")
    if verb.is_order and "hex" in verb.parts and (refusal := tears(at, ADJACENT[hex_of(at)])) is not None:
        return refusal
    refusal = verb.last_refusal(at) if verb.last_refusal is not None else None
    return refusal or at.because(Message("{tile} {hex} cannot move or turn.", tile=title_of(at), hex=at.token))


def _wrong_side(at: Refused, verb: Verb) -> IllegalAction | None:
    piece = piece_of(at)
    assert piece is not None
    side = "friend" if field_of(at) == "pusher" else verb.side
    if at.state.friends(piece.seat, at.seat) == (side == "friend"):
        return None
    if side == "enemy":
        return at.because(Message("The tile on {hex} is not an enemy.", hex=at.token))
    if len(at.state.teams) == 2:
        return at.because(Message("The tile on {hex} is not yours.", hex=at.token))
    return at.because(Message("The tile on {hex} is not on your side.", hex=at.token))
