"""Why an action is refused, in one sentence and with the rule behind it. Only called for what is not legal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.api import Field, GameError, IllegalAction, NotYourChoice
from games.messages import Message
from games.monolith_arena import answers, segments
from games.monolith_arena.hexes import ADJACENT, BY_NAME, DIRECTIONS
from games.monolith_arena.state import State
from games.monolith_arena.verbs import Verb

_ORDERS: Final = {
    "battle": "Battle",
    "charge": "Battle/Charge",
    "move": "Move",
    "push": "Push Back",
    "fire": "Fire Concoction",
    "shoot": "Precise Shot",
    "entrench": "Entrenchment",
    "rotate": "Rotation",
    "falseorder": "False Order",
    "net": "Net",
}


OVER: Final = Message("The match is over.")


def no_choice(state: State, seat: int) -> NotYourChoice:
    """Why a seat has no such choice now."""
    if state.result is not None:
        return NotYourChoice(OVER, "R12")
    return NotYourChoice(Message("You have nothing of that kind to decide now."), "R3")


def missing(field: Field) -> IllegalAction:
    """What an action that is not whole lacks."""
    return IllegalAction(f"The {field.name} is missing.", field.rule)


def surplus(used: Verb, token: str) -> IllegalAction:
    """Something follows an action that is whole."""
    return IllegalAction(Message("“{token}” is one word too many.", token=token[:40]), used.rule)


def verb(state: State, seat: int, name: str, known: Verb | None) -> GameError:
    """Why a seat cannot use a verb now; `known` is the verb of that name, `None` where there is none."""
    if known is None:
        return IllegalAction(f"There is no action “{name[:40]}”.")
    if name == "faction":
        chosen = state.stage == "factions"
        return NotYourChoice("You have your faction already." if chosen else "The factions are chosen.", "R2.1")
    if name == "prepare":
        return _prepare(state, seat)
    if name == "banner":
        if state.stage == "factions":
            return NotYourChoice("The factions come first.", "R2.1")
        if state.stage == "monoliths":
            return NotYourChoice("Everybody chooses the tiles in the monoliths first.", "R13.1")
        if state.stage == "banners":
            return NotYourChoice("Somebody else places a banner now.", "R2.3")
        return NotYourChoice("Your banner is on the board already.", "R2.3")
    if name == "choose":
        return NotYourChoice("You are not asked anything now.", "R5.10")
    if state.stage != "turn":
        return NotYourChoice("The match has not begun: factions and banners come first.", "R2")
    if answers.questions(state):
        return NotYourChoice("An open question has to be answered first.", "R5.10")
    if state.active != seat:
        return NotYourChoice("It is not your turn.", "R3")
    return _in_turn(state, seat, name, known)


def _prepare(state: State, seat: int) -> NotYourChoice:
    if not state.options.monoliths:
        return NotYourChoice("This match is played without monoliths.", "R13")
    if state.stage == "factions":
        return NotYourChoice("The factions come first.", "R2.1")
    return NotYourChoice("Your monolith is prepared already.", "R13.1")


def _unfold(state: State, seat: int) -> IllegalAction:
    if not state.options.monoliths:
        return IllegalAction("This match is played without monoliths.", "R13")
    monolith = state.monoliths[seat]
    if monolith is not None and monolith.segments is not None:
        return IllegalAction("Your monolith is unfolded; it folds after a battle.", "R13.8")
    if state.placed:
        return IllegalAction("You have played a board tile this turn; the monolith stays folded.", "R13.3")
    return IllegalAction("There are no two hexes that the monolith could unfold to.", "R13.3")


def _in_turn(state: State, seat: int, name: str, known: Verb) -> IllegalAction:
    reserve = state.reserves[seat]
    if name == "redraw":
        return IllegalAction("Redrawing is offered only right after drawing, with nothing but orders.", "R3.2")
    if state.features_only and name != "feature":
        return IllegalAction("Your stack is empty: this extra turn allows features only.", "R12.4")
    if state.discard_due and name not in ("discard", "feature"):
        return IllegalAction("One of your tiles must be discarded first.", "R3.3")
    if name == "unfold":
        return _unfold(state, seat)
    if name == "discard":
        return IllegalAction("Your reserve is empty.", "R3.4")
    if name == "place":
        if all(t.is_order for t in reserve):
            return IllegalAction("You have no board tile in your reserve.", "R3.7")
        if not state.may_play():
            return _enough(state)
        if state.unfolded:
            return IllegalAction(
                "You have unfolded your monolith: only one tile drawn this turn may be placed, in an empty segment.",
                "R13.4",
            )
        return IllegalAction("There is no hex to play a tile on.", "R3.7")
    if name == "feature":
        return IllegalAction("None of your tiles has a feature left that it could use.", "R10.3")
    if not any(name in t.orders for t in reserve):
        return IllegalAction(f"You have no {_ORDERS[name]} in your reserve.", "R3.8")
    if not state.may_play():
        return _enough(state)
    if name == "battle":
        return IllegalAction("A stack has run out: Battle cannot be played any more.", "R5.2")
    return IllegalAction(f"{_ORDERS[name]} cannot be carried out in any way now.", "R3.8")


def _enough(state: State) -> IllegalAction:
    if state.turn == 1:
        return IllegalAction("The first turn of the match allows one tile.", "R14.4")
    return IllegalAction("You have played two tiles this turn.", "R14.3")


def word(state: State, seat: int, used: Verb, words: Sequence[str], field: Field, value: str) -> IllegalAction:
    """Why a word is not among the values of its field."""
    shown = value[:40]
    rule = field.rule or used.rule
    if used.name in ("prepare", "unfold"):
        return _monolith_word(state, seat, used, words, field, value)
    if field.name == "facing":
        if value in DIRECTIONS:
            if used.name in ("place", "choose"):
                return _alike(field, value)
            if used.name == "charge":
                return IllegalAction(f"Facing {shown}, no melee edge would meet an enemy.", "R11.3")
            return IllegalAction("The tile has to move or to turn.", "R10.6")
        return IllegalAction(f"“{shown}” is no facing; facings are {', '.join(DIRECTIONS)}.", "R1.3")
    if field.name == "tile" and used.name in ("discard", "place"):
        return _reserve_tile(state, seat, used, value)
    if field.name == "source" and value == "order" and not state.may_play():
        return _enough(state)
    if field.name == "faction":
        return IllegalAction(f"“{shown}” is taken or no faction.", "R2.1")
    if field.name == "feature":
        return IllegalAction(f"The tile on {words[1]} cannot use “{shown}” now.", "R10.3")
    if field.name in ("hex", "tile", "target", "pusher", "champion"):
        if value not in BY_NAME:
            return IllegalAction(f"“{shown}” is no hex; hexes are A1 to E3.", "R1.2")
        return _hex(state, seat, used, words, field, value)
    if field.name == "hexes":
        return IllegalAction(f"“{shown}” is not three touching hexes with a tile to wound.", rule)
    return IllegalAction(f"“{shown}” is not possible here; choose one of: {', '.join(field.values[:25])}.", rule)


def _reserve_tile(state: State, seat: int, used: Verb, value: str) -> IllegalAction:
    held = next((t for t in state.reserves[seat] if t.id == value), None)
    if held is None:
        return IllegalAction(f"You have no “{value[:40]}” in your reserve.", used.rule)
    if held.is_order:
        return IllegalAction(f"{held.name} is an order; it is not placed on the board.", "R3.8")
    if state.unfolded and held not in state.drawn:
        return IllegalAction(f"{held.name} was not drawn this turn: it cannot fill a segment.", "R13.4")
    return IllegalAction("There is no hex to play it on.", "R3.7")


def _alike(field: Field, value: str) -> IllegalAction:
    return IllegalAction(f"{value} looks like another facing of this tile; say {' or '.join(field.values)}.", "R2.3")


def _monolith_word(
    state: State, seat: int, used: Verb, words: Sequence[str], field: Field, value: str
) -> IllegalAction:
    """Why a word of `prepare` or `unfold` is refused (R13.1, R13.3, R13.5)."""
    shown = value[:40]
    if used.name == "prepare":
        home = state.factions[seat]
        tile = home.by_id.get(value) if home is not None else None
        if tile is None:
            return IllegalAction(f"Your faction has no tile “{shown}”.", "R13.1")
        if tile.is_banner:
            return IllegalAction("The banner lies in the top segment; choose champions or runes.", "R13.1")
        if tile.is_order:
            return IllegalAction(f"{tile.name} is an order; only champions and runes go into a monolith.", "R13.1")
        return IllegalAction(f"Your faction has the {tile.name} only once.", "R13.1")
    if field.name == "tile":
        return IllegalAction(f"“{shown}” does not lie in your monolith; say {' or '.join(field.values)}.", "R13.3")
    if field.name == "facing":
        if value in DIRECTIONS:
            return _alike(field, value)
        return IllegalAction(f"“{shown}” is no facing; facings are {', '.join(DIRECTIONS)}.", "R1.3")
    if value in DIRECTIONS:
        return IllegalAction("No facing is said here: others choose theirs first, or the tile has none.", "R13.5")
    if value not in BY_NAME:
        return IllegalAction(f"“{shown}” is no hex; hexes are A1 to E3.", "R1.2")
    hex_ = BY_NAME[value]
    piece = state.board[hex_]
    if value in words:
        return IllegalAction(f"Both segments cannot go to {value}.", "R13.3")
    if piece is not None:
        return IllegalAction(f"{value} is taken by the {piece.type.name}.", "R13.3")
    if hex_ in segments.owners(state):
        return IllegalAction(f"On {value} lies a segment already; segments never lie on each other.", "R13.3")
    return IllegalAction(f"With a segment on {value} the monolith would not hold together.", "R13.3")


def _held(state: State, hex_: int, near: Sequence[int]) -> bool:
    """Whether nothing but its monolith keeps the tile on a hex from moving to a near one (R13.7)."""
    empty = [h for h in near if state.board[h] is None]
    return bool(empty) and not segments.allowed(state, hex_, empty)


def _torn(state: State, words: Sequence[str], to: int) -> IllegalAction | None:
    """The refusal of a move to an empty hex that only the tile's monolith forbids (R13.7)."""
    hex_ = BY_NAME[words[2 if words[0] == "charge" else 1]]
    near = to in ADJACENT[hex_] or any(w.partition("@")[0] == "teleport" for w in words)
    if state.board[hex_] is None or not near or segments.allowed(state, hex_, [to]):
        return None
    if to in segments.owners(state):
        return IllegalAction("A segment never goes onto another segment.", "R13.7")
    return IllegalAction("This move would tear the monolith apart.", "R13.7")


def _hex(state: State, seat: int, used: Verb, words: Sequence[str], field: Field, value: str) -> IllegalAction:
    hex_ = BY_NAME[value]
    piece = state.board[hex_]
    rule = field.rule or used.rule
    if used.name == "place" and state.unfolded:
        return IllegalAction("After unfolding a tile goes only into an empty segment of that monolith.", "R13.4")
    if field.name == "hex":
        if piece is not None:
            taken = f"{value} is taken by the {piece.type.name}"
            if used.name == "place" and piece.type.is_banner:
                return IllegalAction(f"{taken}; banners are never replaced.", "R9.3")
            return IllegalAction(f"{taken}.", rule)
        torn = _torn(state, words, hex_)
        if torn is not None:
            return torn
        if used.name == "charge":
            return IllegalAction(f"A charge to {value} is not possible from there.", rule)
        return IllegalAction(f"{value} cannot be reached.", rule)
    if piece is None:
        return IllegalAction(f"There is no tile on {value}.", rule)
    friendly = state.friends(piece.seat, seat)
    wants_enemy = (field.name == "target" and used.name in ("shoot", "net", "push")) or used.name == "falseorder"
    name = piece.type.name
    if friendly == wants_enemy:
        own = "a tile of yours" if len(state.teams) == 2 else "a tile of your side"
        side = "an enemy tile" if wants_enemy else own
        return IllegalAction(f"{value} has to be {side}.", rule)
    if hex_ in state.standing().netted and used.name not in ("shoot", "net", "entrench"):
        return IllegalAction(f"The {name} on {value} is netted.", "R7.7")
    if used.name == "shoot":
        return IllegalAction("Precise Shot does not harm banners.", "R11.7")
    if used.name == "net":
        return IllegalAction(f"The {name} on {value} carries a net token already.", rule)
    if used.name == "entrench":
        return IllegalAction(f"The {name} on {value} is entrenched already.", rule)
    away: tuple[int, ...] = ADJACENT[BY_NAME[words[1]]] if used.name == "push" and len(words) > 1 else ()
    moving = used.name in ("move", "falseorder", "charge") or (field.name == "target" and hex_ in away)
    if moving and _held(state, hex_, [h for h in ADJACENT[hex_] if h not in away]):
        return IllegalAction(f"Moving the {name} on {value} would tear its monolith apart.", "R13.7")
    if field.name == "champion":
        why = "cannot charge anything from there" if piece.type.cavalry else "is no cavalry"
        return IllegalAction(f"The {name} on {value} {why}.", rule)
    if used.name == "push":
        if field.name == "target" and hex_ not in ADJACENT[BY_NAME[words[1]]]:
            return IllegalAction(f"{value} is not next to {words[1]}.", rule)
        return IllegalAction(
            f"The {name} on {value} cannot push anything."
            if field.name == "pusher"
            else f"There is no hex to push the {name} on {value} to.",
            rule,
        )
    if used.name == "feature":
        return IllegalAction(f"The {name} on {value} has no feature left that it could use.", "R10.3")
    return IllegalAction(f"The {name} on {value} cannot move or turn.", rule)
