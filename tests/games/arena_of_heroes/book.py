"""The positions of rule cases: what a case says, and what goes without saying."""

from __future__ import annotations

from typing import Final

TABLE: Final = {
    "mode": "basic",
    "die": "d6",
    "seats": "AB",
    "phase": "turn",
    "turn": "A",
    "left": "3",
    "closed": "1.7",
    "deck": "15.4.11",
    "discard": "7.1",
}
HEROES: Final = {"A": ("Bg", "5", "20"), "B": ("Fg", "3", "8"), "C": ("Mg", "4", "2"), "D": ("Wg", "3", "16")}
"""Who plays, with how much stamina and where, all of them revealed; explored in the advanced game."""


def position(words: str) -> str:
    """A position: the table above, changed by the words of a case. ``key=-`` takes a key away."""
    said = dict(word.split("=", 1) for word in words.split())
    found = TABLE | said
    for seat in found["seats"]:
        hero, stamina, at = HEROES[seat]
        usual = {f"{seat}.hero": hero, f"{seat}.stamina": stamina, f"{seat}.at": at}
        if found["mode"] == "advanced":
            usual[f"{seat}.explored"] = "1"
        found = usual | found
    return " ".join(["ah", *(f"{key}={value}" for key, value in found.items() if value != "-")])


def words(text: str) -> dict[str, str]:
    """The keys of a position with their values."""
    return dict(word.split("=", 1) for word in text.partition(" > ")[0].split(" ")[1:])
