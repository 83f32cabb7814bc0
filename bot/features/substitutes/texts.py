"""What is said of seats that change hands."""

from __future__ import annotations

from bot.texts.phrases import Phrases
from bot.texts.time import length


def look(say: Phrases, game: str, player: str, why: str, to: str = "") -> str:
    """The first line of an offer: whose seat it is, and why somebody is looked for. `to` is the only one it is for."""
    if to:
        return say("🪑 {other}, **{game}**: {player} would like you to take over.", other=to, game=game, player=player)
    if why == "own":
        return say("🪑 **{game}**: {player} is looking for a substitute. Who takes over?", game=game, player=player)
    if why == "left":
        return say("🪑 **{game}**: {player} has left the server. Who takes over?", game=game, player=player)
    return say("🪑 **{game}**: {player} has run out of time. Who takes over?", game=game, player=player)


def terms(say: Phrases, bank: int | None) -> str:
    """What whoever takes over gets; `bank` is the time of the match in seconds, `None` without clocks."""
    if bank is None:
        return say("You get the seat as it stands. You see what is hidden from others once you have taken over.")
    return say(
        "You get the seat as it stands, with a full clock of {bank}. You see what is hidden from others once you have "
        "taken over.",
        bank=length(say, bank),
    )


def take_label(say: Phrases) -> str:
    """The button that takes a seat over."""
    return say("Take over")


def hand_label(say: Phrases) -> str:
    """The button that leads to handing one's own seat over."""
    return say("Hand over my seat")


def offer_label(say: Phrases, to: str = "") -> str:
    """The button that offers one's own seat, to anybody or to one person."""
    return say("Offer it to {player}", player=to) if to else say("Look for a substitute")


def withdraw_label(say: Phrases) -> str:
    """The button that ends the search."""
    return say("Keep my seat")


def question(say: Phrases) -> str:
    """What is asked before a seat is offered."""
    return say(
        "**Hand over your seat?** Somebody else plays on for you. Until somebody takes over you play on and can change "
        "your mind. After that you see only what everybody sees, and you cannot come back."
    )


def offered(say: Phrases) -> str:
    """What the player of an offered seat hears."""
    return say("Your seat is on offer. You play on until somebody takes over.")


def kept(say: Phrases) -> str:
    """What is said when the offer is withdrawn."""
    return say("You keep your seat; the offer is withdrawn.")


def looked_for(say: Phrases, player: str) -> str:
    """A line about a seat in the list of clocks."""
    return say("{player}: the seat is on offer", player=player)


def welcome(say: Phrases, before: str) -> str:
    """What somebody hears who has taken a seat over."""
    return say("You have taken over from {player}. This is how the match stands.", player=before)


def taken(say: Phrases, game: str, player: str, before: str) -> str:
    """What becomes of an offer that somebody has taken."""
    return say("🪑 **{game}**: {player} has taken over from {other}.", game=game, player=player, other=before)


def ended(say: Phrases, game: str, player: str) -> str:
    """What becomes of an offer that is void."""
    return say("🪑 **{game}**: the seat of {player} is no longer on offer.", game=game, player=player)


def gone(say: Phrases, match: str, player: str) -> str:
    """What the former player hears."""
    return say(
        "🪑 {match}: {player} has taken over your seat. Your instructions and your plan for this match are deleted.",
        match=match,
        player=player,
    )
