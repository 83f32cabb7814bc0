"""What is said to those who follow a match without playing in it."""

from __future__ import annotations

from bot.texts.phrases import Phrases


def follow_label(say: Phrases) -> str:
    """The button that leads to following a match."""
    return say("Follow")


def wants_label(say: Phrases, wants: str) -> str:
    """The button that says what one wants to hear."""
    if wants == "highlights":
        return say("High points")
    return say("Only the end") if wants == "end" else say("Not any more")


def explained(say: Phrases) -> str:
    """What following is."""
    return say(
        "**Follow this match?** You hear of its high points or only of its end: by direct message if you have those on "
        "(`/settings dm`), else by a ping; never in your quiet hours."
    )


def state(say: Phrases, wants: str | None) -> str:
    """How somebody follows a match."""
    if wants is None:
        return say("You do not follow this match.")
    if wants == "highlights":
        return say("You follow the high points of this match.")
    return say("You hear when this match is over.")


def news(match: str, told: str) -> str:
    """High points, for a follower."""
    return f"📣 {match}: {told}"
