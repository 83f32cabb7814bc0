"""The position notation (A13): one line for everything that the rules need to go on, both ways.

What belongs to the house and not to the rules (keys of choices, the latest shot, who let what pass) is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from games.api import Action, BadNotation
from games.arena_of_heroes.cards import BASE, CARDS, HEROES
from games.arena_of_heroes.ring import ATTACK_FACES, PLACE
from games.arena_of_heroes.state import Hero, State
from games.arena_of_heroes.view import FLAGS, LETTERS

MODES: Final = ("basic", "heroes", "advanced")
PHASES: Final = ("draft", "turn", "over")
SOURCES: Final = ("B07", "B08", "X20", "frenzy", "hunt")
_HERO_KEYS: Final = ("hero", "stamina", "at", "hidden", "delay", "explored", "items", "flags")
_FIRST: Final = ("mode", "die", "seats", "phase", "turn", "left", "used", "searched", "granted", "sudden", "pool")
_LAST: Final = ("out", "closed", "deck", "discard", "E1", "E2", "spiders", "marks", "arena", "spent", "result")
_MOST: Final = 99


class Reading(NamedTuple):
    """A position as it was read."""

    state: State
    """The position before the actions of the line."""
    line: tuple[tuple[int, Action], ...]
    """In the middle of an action: the action and the answers since."""
    dice: tuple[int, ...]
    """The next dice."""
    shuffles: tuple[tuple[str, ...], ...]
    """The results of the next shuffles."""


GAME: Final = "ah"
"""The word that a position begins with."""


def write(state: State) -> str:
    """Return the canonical form of a position: in the middle of an action the one before it, and the actions since."""
    return " > ".join([write_now(state.stable()), *(write_action(seat, action) for seat, action in state.line)])


def write_now(state: State) -> str:
    """Return the position as it stands, also in the middle of an action."""
    return " ".join((GAME, *(f"{key}={value}" for key, value in _pairs(state))))


def with_draws(text: str, dice: Iterable[int], shuffles: Iterable[Iterable[str]]) -> str:
    """Return a position with the next draws in it."""
    position, *actions = text.split(" > ")
    drawn = {"dice": ".".join(map(str, dice)), "shuffles": "|".join(".".join(order) for order in shuffles)}
    words = [position, *(f"{key}={value}" for key, value in drawn.items() if value)]
    return " > ".join([" ".join(words), *actions])


def write_action(seat: int, action: Action) -> str:
    """Return an action with its seat, as it stands in a line."""
    return " ".join((LETTERS[seat], *action))


def write_view(state: State, reader: int | None) -> str:
    """Return what a reader may know of a position, as it stands now (A15)."""
    words = [GAME]
    for key, value in _pairs(state):
        seat, _, what = key.partition(".")
        foreign = bool(what) and LETTERS.index(seat) != reader
        if key in ("deck", "arena"):
            value = f"?{value.count('.') + 1}"
        elif what == "at" and foreign and state.heroes[LETTERS.index(seat)].hidden:
            value = "?"
        elif what == "flags" and foreign:
            value = ",".join(flag for flag in value.split(",") if flag != "veil")
        if value:
            words.append(f"{key}={value}")
    if state.question is not None:
        words.append(f"asked={LETTERS[state.question.seat]}")
    return " ".join(words)


def _pairs(state: State) -> Iterator[tuple[str, str]]:
    """Yield the keys with their values in their order, empty ones left out."""
    e1, e2 = state.slots
    first = (
        state.mode,
        state.die,
        LETTERS[: state.seats],
        state.phase,
        LETTERS[state.turn],
        _number(state.left),
        _number(state.used),
        _number(state.searched),
        ",".join(sorted(state.granted)),
        _number(state.sudden),
        ",".join(sorted(state.pool)),
    )
    last = (
        ",".join("+".join(LETTERS[seat] for seat in group) for group in state.out),
        _joined(sorted(state.closed)),
        _joined(state.deck),
        _joined(state.discard),
        _item(*e1),
        _item(*e2),
        _joined(state.spiders),
        _joined(sorted(state.marks)),
        _joined(state.arena),
        _joined(state.spent),
        "".join(LETTERS[seat] for seat in state.winners),
    )
    yield from ((key, value) for key, value in zip(_FIRST, first, strict=True) if value)
    for seat, hero in enumerate(state.heroes):
        yield from ((f"{LETTERS[seat]}.{key}", value) for key, value in _hero(hero) if value)
    yield from ((key, value) for key, value in zip(_LAST, last, strict=True) if value)


def _hero(hero: Hero) -> Iterable[tuple[str, str]]:
    values = (
        hero.type.code if hero.type is not None else "",
        _number(hero.stamina),
        _number(hero.at),
        _number(hero.hidden),
        _number(hero.delay),
        _number(hero.explored),
        ",".join(_item(card, tokens) for card, tokens in hero.items),
        ",".join(flag for flag in FLAGS if flag in hero.flags),
    )
    return zip(_HERO_KEYS, values, strict=True)


def _number(value: int) -> str:
    return str(int(value)) if value else ""


def _joined(values: Iterable[object]) -> str:
    return ".".join(map(str, values))


def _item(card: str, tokens: int) -> str:
    return f"{card}:{tokens}" if tokens else card


def read(text: str) -> Reading:
    """Return the position that a line holds. Raises `BadNotation`."""
    position, *actions = text.split(" > ")
    pairs = _split(position)
    state = _state(pairs)
    dice = tuple(_int(die, "dice", 1, 10) for die in _list(pairs, "dice"))
    shuffles = tuple(tuple(part.replace(",", ".").split(".")) for part in pairs.get("shuffles", "").split("|") if part)
    return Reading(state, tuple(read_action(action.split(" "), state.seats) for action in actions), dice, shuffles)


def read_action(words: list[str], seats: int) -> tuple[int, Action]:
    """Return the seat and the tokens of an action in a line. Raises `BadNotation`."""
    if len(words) < 2 or len(words[0]) != 1 or words[0] not in LETTERS[:seats]:
        raise BadNotation(f"{' '.join(words)!r} is no action of a seat")
    return LETTERS.index(words[0]), tuple(words[1:])


def _split(position: str) -> dict[str, str]:
    head, *words = position.split(" ")
    if head != GAME:
        raise BadNotation(f"a position begins with the word {GAME}")
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise BadNotation(f"{word!r} is not a key with its value")
        if key in pairs:
            raise BadNotation(f"{key} comes twice")
        pairs[key] = value
    return pairs


def _state(pairs: Mapping[str, str]) -> State:
    seats = _word(pairs, "seats", ("AB", "ABC", "ABCD"))
    keys = {*_FIRST, *_LAST, "dice", "shuffles", *(f"{seat}.{key}" for seat in seats for key in _HERO_KEYS)}
    if unknown := sorted(set(pairs) - keys):
        raise BadNotation(f"unknown keys: {', '.join(unknown)}")
    if "turn" not in pairs:
        raise BadNotation("turn is missing")
    return State(
        mode=_word(pairs, "mode", MODES),
        die=_word(pairs, "die", tuple(ATTACK_FACES), "d6"),
        heroes=tuple(_read_hero(pairs, seat) for seat in seats),
        phase=_word(pairs, "phase", PHASES),
        turn=seats.index(_word(pairs, "turn", tuple(seats))),
        left=_whole(pairs, "left", _MOST),
        used=_whole(pairs, "used", _MOST),
        searched=bool(_whole(pairs, "searched", 1)),
        granted=frozenset(_known(_list(pairs, "granted"), SOURCES, "granted")),
        sudden=bool(_whole(pairs, "sudden", 1)),
        pool=tuple(sorted(_known(_list(pairs, "pool"), HEROES, "pool"))),
        out=tuple(_group(group, seats) for group in _list(pairs, "out")),
        closed=frozenset(_hideouts(pairs, "closed")),
        deck=_hideouts(pairs, "deck"),
        discard=_hideouts(pairs, "discard"),
        slots=(_slot(pairs, "E1"), _slot(pairs, "E2")),
        spiders=tuple(sorted(_hideouts(pairs, "spiders"))),
        marks=frozenset(_hideouts(pairs, "marks")),
        arena=_arena(pairs),
        spent=tuple(sorted(_known(_list(pairs, "spent"), CARDS, "spent"))),
        winners=_group(pairs.get("result", ""), seats),
        passes=("",) * len(seats),
        since=(0,) * len(seats),
    )


def _arena(pairs: Mapping[str, str]) -> tuple[str, ...]:
    """Return the arena deck; before the setup the usual one goes without saying."""
    cards = tuple(_known(_list(pairs, "arena"), CARDS, "arena"))
    return () if pairs.get("phase") == "draft" and set(cards) == set(BASE) else cards


def _read_hero(pairs: Mapping[str, str], seat: str) -> Hero:
    code = pairs.get(f"{seat}.hero")
    if code is not None and code not in HEROES:
        raise BadNotation(f"{seat}.hero: there is no hero {code!r}")
    at = _whole(pairs, f"{seat}.at", len(PLACE))
    if at and code is None:
        raise BadNotation(f"{seat}.hero is missing")
    return Hero(
        type=HEROES[code] if code is not None else None,
        stamina=_whole(pairs, f"{seat}.stamina", _MOST),
        at=at,
        hidden=bool(_whole(pairs, f"{seat}.hidden", 1)),
        delay=_whole(pairs, f"{seat}.delay", _MOST),
        explored=bool(_whole(pairs, f"{seat}.explored", 1)),
        items=tuple(sorted(_card(item, f"{seat}.items") for item in _list(pairs, f"{seat}.items"))),
        flags=frozenset(_known(_list(pairs, f"{seat}.flags"), FLAGS, f"{seat}.flags")),
    )


def _word(pairs: Mapping[str, str], key: str, values: tuple[str, ...], default: str = "") -> str:
    value = pairs.get(key, default)
    if value not in values:
        raise BadNotation(f"{key}: one of {', '.join(values)} is needed")
    return value


def _whole(pairs: Mapping[str, str], key: str, most: int) -> int:
    return _int(pairs[key], key, 0, most) if key in pairs else 0


def _int(text: str, where: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and least <= int(text) <= most):
        raise BadNotation(f"{where}: a number from {least} to {most} is needed")
    return int(text)


def _list(pairs: Mapping[str, str], key: str) -> list[str]:
    """Return the entries of a list, parted by commas or by points."""
    return pairs[key].replace(",", ".").split(".") if key in pairs else []


def _known(words: list[str], known: Iterable[str], where: str) -> list[str]:
    if unknown := [word for word in words if word not in known]:
        raise BadNotation(f"{where}: {unknown[0]!r} is not known")
    if len(set(words)) != len(words):
        raise BadNotation(f"{where}: something comes twice")
    return words


def _hideouts(pairs: Mapping[str, str], key: str) -> tuple[int, ...]:
    return tuple(_int(word, key, 1, len(PLACE)) for word in _list(pairs, key))


def _card(text: str, where: str) -> tuple[str, int]:
    card, colon, tokens = text.partition(":")
    _known([card], CARDS, where)
    return card, _int(tokens, where, 0, _MOST) if colon else 0


def _slot(pairs: Mapping[str, str], key: str) -> tuple[str, int]:
    return _card(pairs[key], key) if key in pairs else ("", 0)


def _group(text: str, seats: str) -> tuple[int, ...]:
    letters = text.replace("+", "").replace(",", "")
    if any(letter not in seats for letter in letters):
        raise BadNotation(f"{text!r} are no seats")
    return tuple(sorted(seats.index(letter) for letter in letters))
