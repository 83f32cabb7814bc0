"""Wishes: the matches that people ask for, and the refusals of what cannot be played."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.matches import computers
from bot.matches.refusals import Refusal
from bot.texts.phrases import SOURCE
from games import api
from games.api import BadNotation, Formation, Game
from games.messages import Message
from storage import Store

ON_SERVERS: Final = Message(
    "Here you play against the computer. People play each other on servers: type `/match new` in a channel there."
)
ID_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
ID_LENGTH: Final = 10


def new_id() -> str:
    """Return a fresh match id: ten letters and digits."""
    return "".join(secrets.choice(ID_ALPHABET) for _ in range(ID_LENGTH))


@dataclass(frozen=True, slots=True)
class Wish:
    """A match that somebody asks for with `/match new`, or with `new` of a game."""

    game: str
    formation: str
    creator: int
    opponents: tuple[int | None, ...]
    """One for each other seat; `None` leaves it open for whoever joins."""
    options: Mapping[str, Any]
    private: bool
    guild_id: int | None
    """The server; `None` for a match in the direct messages of its one person."""
    channel_id: int
    language: str = SOURCE
    """The language of everything public; it stays that of the match."""
    rematch_of: str | None = None
    seat: int = 0
    """The seat of the creator; the others take those around it in their order."""
    pace: str | None = None
    """The pace of its clocks (`bot.clocks.pace`); `None` for no clocks."""
    drawn: bool = False
    """The seats are drawn when everybody is there."""
    rated: bool = False
    """The result moves the ratings of those who play."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A match of a tournament: everybody is there already, and it begins as soon as it is opened."""

    tournament_id: str
    id: str
    """Chosen before, so that opening it again opens nothing."""
    game: str
    formation: str
    users: tuple[int, ...]
    """By their seats."""
    options: Mapping[str, Any]
    guild_id: int
    channel_id: int
    language: str
    pace: str | None
    rated: bool


def checked(game: Game[Any], wish: Wish | Seated) -> tuple[Formation, dict[str, Any]]:
    """Return the formation and all options. Raises `Refusal` for what the game does not have."""
    try:
        formation = api.formation(game, wish.formation)
        options = api.new_options(game, wish.options)
        game.new(formation, options)
    except BadNotation as fault:
        raise Refusal.of(fault) from fault
    return formation, options


def must_sit_down(wish: Wish, formation: Formation) -> None:
    """Raise `Refusal` where these people cannot sit down to a match."""
    invited = [user for user in wish.opponents if user is not None]
    if wish.guild_id is None and not all(map(computers.is_computer, wish.opponents)):
        raise Refusal(ON_SERVERS)
    if len(wish.opponents) + 1 != formation.seats:
        raise Refusal(
            Message(
                "“{teams}” is for {seats} players, not for {players}.",
                teams=formation.title,
                seats=formation.seats,
                players=len(wish.opponents) + 1,
            )
        )
    if wish.creator in invited:
        raise Refusal(Message("You cannot play against yourself, nor be your own ally."))
    if len(set(invited)) != len(invited):
        raise Refusal(Message("Nobody can take two seats; you have named the same person twice."))
    if wish.rated and (wish.private or any(map(computers.is_computer, wish.opponents))):
        raise Refusal(
            Message(
                "Private matches and matches with the computer are not rated. Leave `rated` out, or play in public."
            )
        )
    if wish.private and None in wish.opponents:
        raise Refusal(Message("Name all players of a private match: nobody else could see the invitation."))


async def must_want_it(store: Store, wish: Wish) -> None:
    """Raise `Refusal` where somebody is named who does not want that; a rematch is for those who have played."""
    named = [user for user in wish.opponents if user is not None]
    if wish.rematch_of is None and named:
        players = await store.people.players(named)
        if not all(player.invitations for player in players.values()):
            raise Refusal(
                Message("Somebody you have named does not want to be challenged by name. They can join by themselves.")
            )
