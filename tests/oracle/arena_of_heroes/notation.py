"""Positions of the second arena: the line of A13 read into a plain object, and written again.

It shares nothing with the engine but the printed heroes and cards.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[3] / "games" / "arena_of_heroes" / "data"


def _table(name: str, key: str) -> list[dict[str, Any]]:
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))[key]


HEROES = {entry["code"]: (entry["stamina"], entry["actions"]) for entry in _table("heroes.toml", "hero")}
CARDS = {entry["id"]: (entry["kind"], entry.get("slot", "")) for entry in _table("cards.toml", "card")}
FLAGS = ["hit", "shield", "veil", "smoke", "crows", "boarding"]


class Unreadable(Exception):
    """The line is no position."""


class Hero:
    """One seat's hero: the board, the place, and what lies on the card; `at` is None before the deal and when out."""

    def __init__(self, code: str = "") -> None:
        self.code = code
        self.stamina = 0
        self.at: int | None = None
        self.hidden = False
        self.delay = 0
        self.explored = False
        self.items: dict[str, int] = {}
        self.flags: set[str] = set()


class Position:
    """Everything on the table, as A13 lists it."""

    def __init__(self) -> None:
        self.mode = self.die = self.seats = self.phase = self.turn = ""
        self.left = self.used = 0
        self.searched = self.sudden = False
        self.granted: set[str] = set()
        self.pool: list[str] = []
        self.heroes: dict[str, Hero] = {}
        self.out: list[str] = []
        self.closed: set[int] = set()
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.slots: dict[str, str] = {"E1": "", "E2": ""}
        self.tokens = 0
        self.spiders: list[int] = []
        self.marks: set[int] = set()
        self.arena: list[str] = []
        self.spent: list[str] = []
        self.result = ""
        self.dice: list[int] = []
        self.shuffles: list[str] = []


def _numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(".")] if text else []


def _words(text: str, by: str = ".") -> list[str]:
    return text.split(by) if text else []


def parse(line: str) -> Position:
    """The position of one line of A13, without anything behind ` > `."""
    first, *pairs = line.split(" ")
    if first != "ah" or any("=" not in pair for pair in pairs):
        raise Unreadable(line)
    word = dict(pair.split("=", 1) for pair in pairs)
    pos = Position()
    pos.mode, pos.die, pos.seats = word["mode"], word["die"], word["seats"]
    pos.phase, pos.turn = word["phase"], word["turn"]
    pos.left, pos.used = int(word.get("left", 0)), int(word.get("used", 0))
    pos.searched, pos.sudden = "searched" in word, "sudden" in word
    pos.granted = set(_words(word.get("granted", ""), ","))
    pos.pool = _words(word.get("pool", ""), ",")
    for seat in pos.seats:
        hero = pos.heroes[seat] = Hero(word.get(f"{seat}.hero", ""))
        hero.stamina = int(word.get(f"{seat}.stamina", 0))
        hero.at = int(word[f"{seat}.at"]) if f"{seat}.at" in word else None
        hero.hidden = f"{seat}.hidden" in word
        hero.delay = int(word.get(f"{seat}.delay", 0))
        hero.explored = f"{seat}.explored" in word
        for item in _words(word.get(f"{seat}.items", ""), ","):
            name, _, tokens = item.partition(":")
            hero.items[name] = int(tokens or 0)
        hero.flags = set(_words(word.get(f"{seat}.flags", ""), ","))
    pos.out = _words(word.get("out", ""), ",")
    pos.closed, pos.marks = set(_numbers(word.get("closed", ""))), set(_numbers(word.get("marks", "")))
    pos.deck, pos.discard = _numbers(word.get("deck", "")), _numbers(word.get("discard", ""))
    pos.spiders = _numbers(word.get("spiders", ""))
    pos.slots["E1"] = word.get("E1", "")
    pos.slots["E2"], _, tokens = word.get("E2", "").partition(":")
    pos.tokens = int(tokens or 0)
    pos.arena, pos.spent = _words(word.get("arena", "")), _words(word.get("spent", ""))
    pos.result = word.get("result", "")
    pos.dice, pos.shuffles = _numbers(word.get("dice", "")), _words(word.get("shuffles", ""), "|")
    return pos


def _joined(values: Any, by: str = ".") -> str:
    return by.join(str(value) for value in values)


def _hero_words(pos: Position, seat: str, reader: str | None) -> list[tuple[str, Any]]:
    hero = pos.heroes[seat]
    foreign = reader is not None and reader != seat
    flags = [flag for flag in FLAGS if flag in hero.flags and not (foreign and flag == "veil")]
    items = [f"{name}:{hero.items[name]}" if hero.items[name] else name for name in sorted(hero.items)]
    return [
        (f"{seat}.hero", hero.code),
        (f"{seat}.stamina", hero.stamina),
        (f"{seat}.at", "?" if foreign and hero.hidden else hero.at),
        (f"{seat}.hidden", int(hero.hidden)),
        (f"{seat}.delay", hero.delay),
        (f"{seat}.explored", int(hero.explored)),
        (f"{seat}.items", _joined(items, ",")),
        (f"{seat}.flags", _joined(flags, ",")),
    ]


def write(pos: Position, reader: str | None = None) -> str:
    """The line in canonical form; for a reader (a seat, `-` for a spectator) what that reader may know."""
    open_ = reader is None
    words: list[tuple[str, Any]] = [
        ("mode", pos.mode),
        ("die", pos.die),
        ("seats", pos.seats),
        ("phase", pos.phase),
        ("turn", pos.turn),
        ("left", pos.left),
        ("used", pos.used),
        ("searched", int(pos.searched)),
        ("granted", _joined(sorted(pos.granted), ",")),
        ("sudden", int(pos.sudden)),
        ("pool", _joined(sorted(pos.pool), ",")),
    ]
    for seat in pos.seats:
        words += _hero_words(pos, seat, reader)
    e2 = pos.slots["E2"] + (f":{pos.tokens}" if pos.tokens else "")
    words += [
        ("out", _joined(pos.out, ",")),
        ("closed", _joined(sorted(pos.closed))),
        ("deck", _joined(pos.deck) if open_ else f"?{len(pos.deck)}" if pos.deck else ""),
        ("discard", _joined(pos.discard)),
        ("E1", pos.slots["E1"]),
        ("E2", e2),
        ("spiders", _joined(sorted(pos.spiders))),
        ("marks", _joined(sorted(pos.marks))),
        ("arena", _joined(pos.arena) if open_ else f"?{len(pos.arena)}" if pos.arena else ""),
        ("spent", _joined(sorted(pos.spent))),
        ("result", pos.result),
    ]
    if open_:
        words += [("dice", _joined(pos.dice)), ("shuffles", "|".join(pos.shuffles))]
    return "ah " + " ".join(f"{key}={value}" for key, value in words if value)
