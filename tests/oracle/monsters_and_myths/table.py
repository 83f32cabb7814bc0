"""What lies on the table, as plain counts, and the line of text that it is read from and written as (M13)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

NATIONS = "UDTEGB"
SYMBOLS = "iam"
ENEMY = {"U": "B", "B": "U", "D": "G", "G": "D", "T": "E", "E": "T"}
LARGEST = {"U": 5, "D": 6, "T": 7, "E": 8, "G": 10, "B": 11}
CREATURES = {"U": (7, 2, 2), "D": (8, 2, 2), "T": (9, 2, 2), "E": (8, 4, 2), "G": (10, 2, 4), "B": (12, 3, 3)}
SWORDS = {number: 2 if number < 8 else 1 for number in range(1, 15)}
SIZE = {8: 3, 9: 3, 10: 3, 11: 3, 12: 4, 13: 4, 14: 4}
"""How many mercenaries an attack card hires; a battle card is not in it."""
ORDER = [nation + symbol for nation in NATIONS for symbol in SYMBOLS] + ["w", "c"] + [str(n) for n in range(1, 15)]
RANK = {card: rank for rank, card in enumerate(ORDER)}

Cards = Counter[str]


def deck() -> list[str]:
    """The 96 cards without the attack cards."""
    cards = [
        nation + symbol
        for nation, counts in CREATURES.items()
        for symbol, n in zip(SYMBOLS, counts, strict=True)
        for _ in range(n)
    ]
    return cards + ["w"] * 3 + ["c"] * 9


def ordered(cards: Cards) -> list[str]:
    """The cards one by one, in the order of M13."""
    return sorted(cards.elements(), key=RANK.__getitem__)


@dataclass
class Player:
    troops: Cards = field(default_factory=Counter)
    """Creatures, and wizards by their nation (`Gw`)."""
    new: int = 0
    catapults: int = 0
    attacks: list[int] = field(default_factory=list)
    captured: Cards = field(default_factory=Counter)
    hand: Cards = field(default_factory=Counter)
    kept: Cards = field(default_factory=Counter)
    away: Cards = field(default_factory=Counter)


@dataclass
class Table:
    seats: str
    fire: str
    round: int
    phase: str
    players: dict[str, Player]
    turn: str = ""
    active: str = ""
    card: int = 0
    force: Cards = field(default_factory=Counter)
    flipped: Cards = field(default_factory=Counter)
    target: str = ""
    fought: set[str] = field(default_factory=set)
    paid: bool = False
    wait: set[str] = field(default_factory=set)
    owe: dict[str, int] = field(default_factory=dict)
    given: dict[str, Cards] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    discards: Cards = field(default_factory=Counter)
    result: str = ""
    dice: list[int] = field(default_factory=list)
    shuffles: list[list[str]] = field(default_factory=list)

    def nation(self, seat: str, nation: str) -> Cards:
        """The creatures of a nation."""
        troops = self.players[seat].troops
        return +Counter({nation + symbol: troops[nation + symbol] for symbol in SYMBOLS})

    def size(self, seat: str, nation: str) -> int:
        """How many creatures a nation has."""
        return self.nation(seat, nation).total()

    def protected(self, seat: str, nation: str) -> bool:
        """Whether a wizard stands by it."""
        return self.players[seat].troops[nation + "w"] > 0


def write_troops(cards: Cards) -> str:
    """Counts by nation: `U1i,G3i2a1m1w`."""
    parts = []
    for nation in NATIONS:
        counts = [f"{cards[nation + symbol]}{symbol}" for symbol in "iamw" if cards[nation + symbol]]
        if counts:
            parts.append(nation + "".join(counts))
    return ",".join(parts)


def read_troops(text: str) -> Cards:
    """The counterpart of `write_troops`."""
    found: Cards = Counter()
    for part in filter(None, text.split(",")):
        count = ""
        for letter in part[1:]:
            if letter.isdigit():
                count += letter
            else:
                found[part[0] + letter] += int(count)
                count = ""
    return found


def _list(cards: Cards) -> str:
    return ".".join(ordered(cards))


def _cards(text: str) -> Cards:
    return Counter(filter(None, text.split(".")))


def write(table: Table, reader: str | None = None) -> str:
    """The line of a table: all of it, or what a seat may know (`-`: what everybody may know)."""
    whole = reader is None
    known: list[tuple[str, str]] = [
        ("seats", table.seats),
        ("fire", table.fire),
        ("round", str(table.round)),
        ("phase", table.phase),
        ("turn", table.turn),
        ("active", table.active),
        ("card", str(table.card or "")),
        ("force", write_troops(table.force)),
        ("flipped", write_troops(table.flipped)),
        ("target", table.target),
        ("fought", ",".join(sorted(table.fought))),
        ("paid", "1" if table.paid else ""),
        ("wait", "".join(sorted(table.wait))),
        ("owe", ",".join(f"{seat}{count}" for seat, count in sorted(table.owe.items()))),
        (
            "given",
            ",".join(
                f"{seat}:{_list(cards) if whole or seat == reader else '?'}"
                for seat, cards in sorted(table.given.items())
            ),
        ),
    ]
    for seat in table.seats:
        player = table.players[seat]
        own = whole or seat == reader
        known += [
            (f"{seat}.troops", write_troops(player.troops)),
            (f"{seat}.new", str(player.new or "")),
            (f"{seat}.catapults", str(player.catapults or "")),
            (f"{seat}.attacks", ".".join(map(str, sorted(player.attacks)))),
            (f"{seat}.captured", _list(player.captured)),
        ]
        for name, cards in (("hand", player.hand), ("kept", player.kept), ("away", player.away)):
            count = cards.total()
            known.append((f"{seat}.{name}", _list(cards) if own else f"?{count}" if count else ""))
    pile = ".".join(table.pile) if whole else f"?{len(table.pile)}" if table.pile else ""
    known += [("pile", pile), ("discards", _list(table.discards)), ("result", "".join(sorted(table.result)))]
    if whole:
        known.append(("dice", ".".join(map(str, table.dice))))
        known.append(("shuffles", "|".join(".".join(order) for order in table.shuffles)))
    return " ".join(["mm", *(f"{key}={value}" for key, value in known if value)])


def read(line: str) -> Table:
    """The counterpart of `write`."""
    words = dict(word.split("=", 1) for word in line.split(" ")[1:])
    players = {}
    for seat in words["seats"]:
        get = {key: words.get(f"{seat}.{key}", "") for key in ("troops", "new", "catapults", "attacks")}
        piles = {key: _cards(words.get(f"{seat}.{key}", "")) for key in ("captured", "hand", "kept", "away")}
        players[seat] = Player(
            read_troops(get["troops"]),
            int(get["new"] or 0),
            int(get["catapults"] or 0),
            [int(number) for number in filter(None, get["attacks"].split("."))],
            **piles,
        )
    return Table(
        words["seats"],
        words["fire"],
        int(words["round"]),
        words["phase"],
        players,
        words.get("turn", ""),
        words.get("active", ""),
        int(words.get("card", 0)),
        read_troops(words.get("force", "")),
        read_troops(words.get("flipped", "")),
        words.get("target", ""),
        set(filter(None, words.get("fought", "").split(","))),
        "paid" in words,
        set(words.get("wait", "")),
        {part[0]: int(part[1:]) for part in filter(None, words.get("owe", "").split(","))},
        {part[0]: _cards(part[2:]) for part in filter(None, words.get("given", "").split(","))},
        list(filter(None, words.get("pile", "").split("."))),
        _cards(words.get("discards", "")),
        words.get("result", ""),
        [int(face) for face in filter(None, words.get("dice", "").split("."))],
        [order.split(".") for order in filter(None, words.get("shuffles", "").split("|"))],
    )
