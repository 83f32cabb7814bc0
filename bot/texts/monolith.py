"""The message catalogue of Monolith Arena: what things are called, and what happened in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.limits import EMBED_DESCRIPTION, cut
from games.api import Action, Choice
from games.monolith_arena import events as ev
from games.monolith_arena.hexes import BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.tiles import FACTIONS, TileType, faction
from games.monolith_arena.view import View

SEATS: Final = "ABCD"
"""The letters that stand for the seats on pictures."""

FEATURE_WORDS: Final = {"maneuver": "Maneuver", "rotation": "Rotation", "teleport": "Teleport"}
FEATURE_DOES: Final = {
    "maneuver": "moves one hex and/or turns",
    "rotation": "turns",
    "teleport": "moves to any empty hex and/or turns",
}
ORDER_WORDS: Final = {
    "battle": "Battle",
    "charge": "Charge",
    "move": "Move",
    "push": "Push Back",
    "fire": "Fire Concoction",
    "shoot": "Precise Shot",
    "entrench": "Entrenchment",
    "rotate": "Rotation",
    "falseorder": "False Order",
    "net": "Net",
}
ASKED: Final = {
    "faction": "choose a faction",
    "banner": "place the banner",
    "turn": "your turn",
    "push": "choose where the pushed tile goes",
    "assassin": "choose an assassin's target",
    "regeneration": "choose what a Rune of Regeneration absorbs",
    "poison": "choose who is poisoned",
}
ENDINGS: Final = {
    "banner": "the enemy banner is destroyed",
    "both_banners": "both banners are destroyed",
    "hit_points": "more hit points after the Final Battle",
    "tie": "equal hit points after the additional battle",
    "resigned": "the other side resigned",
    "agreed": "both sides agreed",
}
BATTLES: Final = {
    "order": "a battle begins",
    "full": "the arena is full: a battle begins",
    "final": "the **Final Battle** begins",
    "additional": "the additional battle begins",
}

Names = Mapping[int, str]


def tile_name(seat_factions: Mapping[int, str], seat: int, tile_id: str) -> str:
    """The printed name of a tile of a seat."""
    home = seat_factions.get(seat)
    return faction(home).by_id[tile_id].name if home is not None else _any_name(tile_id)


def _any_name(tile_id: str) -> str:
    for name in FACTIONS:
        kind = faction(name).by_id.get(tile_id)
        if kind is not None:
            return kind.name
    return tile_id


def facing_word(kind: TileType, facing: int) -> str:
    """The facing of a tile as a word, empty for tiles that look the same in all."""
    return DIRECTIONS[facing % kind.period] if kind.period > 1 else ""


def place_word(hex_: int, kind: TileType, facing: int) -> str:
    """A hex and a facing: ``C3 NE``."""
    return f"{NAMES[hex_]} {facing_word(kind, facing)}".strip()


def tile_at(view: View, hex_: int) -> str:
    """A tile of the board with its hex: ``Knight C4``."""
    tile = view.board[hex_]
    return f"{tile.type.name} {NAMES[hex_]}" if tile is not None else NAMES[hex_]


def seat_word(view: View, seat: int) -> str:
    """Letter and faction of a seat."""
    home = view.seats[seat].faction
    return f"{SEATS[seat]} {home.name}" if home is not None else SEATS[seat]


def option_words(options: Mapping[str, Any]) -> str:
    """The options of a match."""
    return "Open reserves." if options.get("open_reserves") else "Private reserves."


def score(view: View) -> str:
    """The hit points, the side that is to act first."""
    if not any(view.board):
        return ""
    team = view.seats[view.active].team if view.active is not None else 0
    other = 1 - team
    return f"{view.hit_points[team]} to {view.hit_points[other]}"


def status(view: View) -> str:
    """One line about both sides, and about the end when it is near."""
    sides = []
    for seat in view.seats:
        if seat.faction is None:
            sides.append(f"{SEATS[seat.seat]}: no faction yet")
            continue
        points = view.hit_points[seat.team]
        sides.append(f"{seat.faction.name} {points}, stack {seat.stack}, reserve {seat.reserve_count}")
    line = " · ".join(sides)
    if view.result is None and view.last_turns is not None:
        line += " · extra turns after a tie" if view.extra_turns else " · last turns before the Final Battle"
    return line


def asked(choice: Choice, view: View, names: Names) -> str:
    """What is asked of whoever is waited for."""
    if choice.kind == "turn":
        return f"turn {view.turn}"
    return ASKED.get(choice.kind, choice.kind)


def ending(view: View, names: Names) -> str:
    """Who won, and how."""
    result = view.result
    if result is None:
        return "The match is not over."
    points = " to ".join(str(p) for p in view.hit_points)
    how = ENDINGS.get(result.reason, result.reason)
    if not result.winners:
        return f"A draw: {how} ({points})."
    winners = " and ".join(f"{names.get(s, 'somebody')} ({seat_word(view, s)})" for s in result.winners)
    return f"{winners} won: {how} ({points})."


def default_line(action: Action) -> str:
    """An action in plain words, for buttons."""
    verb, *words = action
    if verb in ("place", "discard") and words:
        return " ".join([_any_name(words[0]), *words[1:]]) if verb == "place" else f"discard {_any_name(words[0])}"
    if verb == "feature":
        return " ".join([FEATURE_WORDS.get(words[1].partition("@")[0], words[1]), words[0], *words[2:]])
    return " ".join([ORDER_WORDS.get(verb, verb), *words])


def piles(view: View, names: Names, only: int | None) -> str:
    """The discard piles, and what nobody has seen yet."""
    parts = []
    for seat in view.seats:
        if seat.faction is None or (only is not None and seat.seat != only):
            continue
        discarded = _counted(t.name for t in seat.discards) or "nothing yet"
        unseen = ", ".join(f"{n} {t.name}" if n > 1 else t.name for t, n in seat.unseen) or "nothing"
        where = "in the stack" if seat.reserve is not None else "in the stack or the reserve"
        parts.append(
            f"**{seat_word(view, seat.seat)}** ({names.get(seat.seat, 'somebody')})\n"
            f"Discarded: {discarded}.\nStill {where}: {unseen}."
        )
    return cut("\n\n".join(parts) or "Nobody has a faction yet.", EMBED_DESCRIPTION)


def _counted(words: Iterable[str]) -> str:
    return ", ".join(f"{n} {w}" if n > 1 else w for w, n in Counter(words).items())


# What happened


def tell(events: Sequence[Any], names: Names) -> list[str]:
    """What happened, in short sentences."""
    told = []
    for event in events:
        sentence = _sentence(event, names)
        if sentence:
            told.append(sentence)
    return told


def _who(names: Names, seat: int) -> str:
    return names.get(seat, SEATS[seat])


def _at(tile: ev.TileAt) -> str:
    return f"{_any_name(tile.tile)} {NAMES[tile.hex]}"


def _list(tiles: Sequence[ev.TileAt]) -> str:
    return ", ".join(_at(t) for t in tiles)


def _sentence(event: Any, names: Names) -> str:
    match event:
        case ev.FactionChosen():
            how = "draws" if event.at_random else "takes"
            return f"{_who(names, event.seat)} {how} {faction(event.faction).name}"
        case ev.OrderDrawn():
            return f"{_who(names, event.order[0])} begins"
        case ev.TurnBegan():
            return f"turn {event.number}: {_who(names, event.seat)}"
        case ev.Drew():
            what = _counted(_any_name(t) for t in event.tiles) if event.tiles is not None else f"{event.count}"
            return f"{_who(names, event.seat)} draws {what}"
        case ev.LastTileDrawn():
            return f"{_who(names, event.seat)} has drawn the last tile: the last turns begin"
        case ev.Redrawn():
            return f"{_who(names, event.seat)} exchanges {_counted(_any_name(t) for t in event.tiles)}"
        case ev.Discarded():
            return f"{_who(names, event.seat)} discards {_any_name(event.tile)}"
        case ev.Placed():
            return _placed(event, names)
        case ev.OrderPlayed():
            return f"{_who(names, event.seat)} plays {ORDER_WORDS[event.verb]}"
        case ev.Moved():
            return _moved(event)
        case ev.Netted():
            return f"{_at(event.tile)} is netted"
        case ev.Entrenched():
            return f"{_at(event.tile)} is entrenched"
        case ev.Answered():
            if event.value is None or event.kind == "push":
                return "" if event.kind == "push" else f"{_who(names, event.seat)} has chosen"
            return f"{_who(names, event.seat)} chooses {event.value}"
        case ev.BattleBegan():
            return BATTLES[event.reason]
        case ev.Wounds():
            return _wounds(event)
        case ev.ToughnessLost():
            return f"without its toughness falls: {_list(event.tiles)}"
        case ev.BattleEnded():
            return f"the battle ends, hit points {' to '.join(str(p) for p in event.hit_points)}"
        case ev.TurnEnded():
            return f"{_who(names, event.seat)} ends the turn" + (f", keeps {event.kept}" if event.kept else "")
        case ev.ExtraTurns():
            return "a tie: everybody has one more turn, then one more battle is fought"
        case ev.DrawOffer():
            return f"{_who(names, event.seat)} " + ("offers a draw" if event.stands else "does not want a draw now")
        case ev.Ended():
            return f"the match is over: {ENDINGS.get(event.result.reason, event.result.reason)}"
    return ""


def _placed(event: ev.Placed, names: Names) -> str:
    kind = next((t for f in FACTIONS if (t := faction(f).by_id.get(event.tile)) is not None), None)
    same = {faction(f).by_id[event.tile].period for f in FACTIONS if event.tile in faction(f).by_id}
    facing = DIRECTIONS[event.facing] if max(same, default=1) > 1 else ""
    name = kind.name if kind is not None else event.tile
    line = f"{_who(names, event.seat)} places {name} {NAMES[event.hex]} {facing}".rstrip()
    return f"{line} instead of {_any_name(event.replaced.tile)}" if event.replaced is not None else line


def _moved(event: ev.Moved) -> str:
    to = f" to {NAMES[event.hex]}" if event.hex != event.tile.hex else ""
    turn = f"{' and' if to else ''} turns {DIRECTIONS[event.facing]}" if event.turned else ""
    if event.by == "push":
        return f"{_at(event.tile)} is pushed{to}"
    by = FEATURE_WORDS.get(event.by) or ORDER_WORDS.get(event.by, event.by)
    return f"{_at(event.tile)} {'goes' if to else ''}{to}{turn} ({by})".replace("  ", " ")


def _wounds(event: ev.Wounds) -> str:
    head = {"fire": "the fire", "shoot": "the shot", "charge": "the charge"}.get(event.cause)
    if head is None:
        head = "before the first phase" if event.phase < 0 else f"phase {event.phase}"
    hits = "; ".join(_attack(a, event) for a in event.attacks)
    parts = [hits] if hits else []
    gone = [t for t in event.removed if t.hex not in {a.target.hex for a in event.attacks if not a.absorbed_by}]
    if gone:
        parts.append(f"removed: {_list(gone)}")
    if event.fallen:
        parts.append(f"without its toughness falls: {_list(event.fallen)}")
    return f"{head}: {'; '.join(parts) or 'nothing happens'}"


def _attack(attack: ev.Attack, event: ev.Wounds) -> str:
    source = (
        f"{_at(attack.source)} hits "
        if attack.source is not None
        else "poison hits "
        if attack.kind == "poison"
        else ""
    )
    line = f"{source}{_at(attack.target)}"
    if attack.absorbed_by is not None:
        return f"{line}, absorbed by the rune on {NAMES[attack.absorbed_by]}"
    if not attack.wounds:
        return f"{line}, stopped by armor"
    dies = any(t.hex == attack.target.hex for t in event.removed)
    end = "dies" if dies else f"{attack.wounds} wound{'s' * (attack.wounds > 1)}"
    return f"{line} ({end}{', poisoned' if attack.poisons else ''})"


def answer_word(view: View, kind: str, subject: int, value: str) -> str:
    """An answer to a question, as a label."""
    if kind != "regeneration":
        return _on(view, value)
    if value == "none":
        return "absorbs nothing"
    runes = [part.partition("=") for part in value.split("+")]
    return ", ".join(f"{rune} {_absorbs(view, what)}" for rune, _, what in runes)


def _absorbs(view: View, what: str) -> str:
    source, _, target = what.partition("-")
    hit = {"order": "the order's hit", "poison": "the poison"}.get(source) or f"the hit of {_on(view, source)}"
    return f"absorbs {hit} on {_on(view, target)}"


def _on(view: View, name: str) -> str:
    return tile_at(view, BY_NAME[name]) if name in BY_NAME else name


def question(view: View) -> str:
    """The question that the reader has to answer, as a sentence."""
    asked_now = view.question
    if asked_now is None:
        return ""
    subject = tile_at(view, asked_now.subject) if asked_now.subject >= 0 else ""
    return {
        "push": f"Your {subject} is pushed. Where does it go?",
        "assassin": f"Whom does your {subject} hit?",
        "regeneration": f"What does your {subject or 'Runes of Regeneration'} absorb?",
        "poison": "There are not enough poison markers. Who gets one?",
    }[asked_now.kind]
