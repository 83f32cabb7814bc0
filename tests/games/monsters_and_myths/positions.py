"""Matches of Monsters & Myths in the middle, written in the notation, and actions in them with the dice one wants."""

from __future__ import annotations

from collections.abc import Iterable

from games.api import Choice
from games.monsters_and_myths import engine, notation
from games.monsters_and_myths.events import Event
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from games.referee import Given


def at(words: str) -> State:
    """The position of such words; two players, asked windows and the first round are taken for granted."""
    keys = {"seats": "AB", "fire": "asked", "round": "1"} | dict(word.split("=", 1) for word in words.split())
    return notation.read("mm " + " ".join(f"{key}={value}" for key, value in keys.items())).state


def act(state: State, line: str, dice: Iterable[int] = ()) -> tuple[State, list[Event]]:
    """The position after a legal action, written with the letter of its seat, and what happened."""
    letter, *tokens = line.split()
    seat = "ABCD".index(letter)
    GAME.grammar.check(state, seat, tokens, GAME.candidates(state, seat))
    draft, events, given = state.draft(), list[Event](), tuple(dice)
    draft.cursor = 0
    engine.carry_out(draft, seat, tuple(tokens), events, Given(given, ()))
    assert draft.cursor == len(given), "more dice than were rolled"
    return draft, events


def waited(state: State) -> str:
    """The seats that the match waits for."""
    return "".join("ABCD"[choice.seat] for choice in GAME.choices(state) if choice.must)


def choice(state: State, seat: int, *, must: bool = True) -> Choice:
    """The choice of a seat that is waited for, or that may be left alone."""
    return next(found for found in GAME.choices(state) if found.seat == seat and found.must is must)
