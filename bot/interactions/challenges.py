"""Answering challenges and asking for rematches: from commands and from presses alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.interactions import lookup, membership, replies
from bot.interactions.services import Request
from bot.matches import computers, joining, lobby, rematches, seating
from bot.matches.loaded import LoadedMatch
from bot.matches.wishes import Wish
from bot.panels.components import Pressed
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead


async def answer(request: Request, match: LoadedMatch, answer: str, side: str | None = None, luck: str = "") -> None:
    """Accept, decline, join or cancel a challenge, and tell the asker the outcome. Raises `Refusal`.

    `luck` is a word of the player's own that the draws will depend on.
    """
    service, user = request.services.lobby, request.user
    more: dict[str, Any] = {"interaction_id": request.interaction.id}
    if answer in ("accept", "join"):
        await membership.must_be_able_to_sit_down(request, match.match)
        more["luck"] = luck
        if request.interaction.message is None:  # by a command, not with a button of the start message
            lobby.must_be_posted(match)
    if answer == "join":
        more["side"] = side
    steps = {"accept": service.accept, "decline": service.decline, "join": service.join, "cancel": service.cancel}
    await _tell(request, await steps[answer](match, user, **more), answer)


async def _tell(request: Request, after: LoadedMatch, answer: str) -> None:
    names = await request.services.names.seats(request.say, after)
    text = outcome(request.say, after, answer, request.user, names)
    luck = joining.luck_of(after.parts, request.user)
    if luck and answer in ("accept", "join"):
        text += "\n" + request.say("The draws depend on “{luck}”, too.", luck=luck)
    await replies.tell(request.interaction, text)


def outcome(say: Phrases, match: LoadedMatch, answer: str, user: int, names: Mapping[int, str]) -> str:
    """Return the sentence for the user who has answered a challenge."""
    if answer == "cancel":
        return say("You withdrew your challenge.")
    if answer == "decline":
        if match.match.status == "cancelled":
            return say("You declined the challenge.")
        return say("You are out; your seat is open again for anybody who wants to join.")
    if match.match.status == "running":
        return say("The match begins: play it in its thread.")
    seat = match.seat_of(user)
    mates = [] if seat is None or seating.undecided(match) else seating.mates(match, seat)
    seated = [names[mate] for mate in mates if mate in names]
    if seated:
        return say("You are in, with {players}. The match begins when all seats are taken.", players=say.every(seated))
    return say("You are in. The match begins when all seats are taken.")


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button of a start message. Raises `Refusal`."""
    tokens = pressed.press.tokens
    await answer(request, match, pressed.press.action_id, tokens[0] if tokens else None)


async def rematch(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Ask for a rematch, or take part in the one that another player has asked for. Raises `Refusal`."""
    await request.services.limits.must_everywhere(request.user, "matches")
    member = await membership.must_be_able_to_sit_down(request, match.match)

    async def may_open(wish: Wish) -> None:
        await membership.must_be_welcome(request, member, wish.guild_id, wish.channel_id)

    asked = await rematches.rematch(
        request.services.lobby, match, request.user, may_open, interaction_id=request.interaction.id
    )
    if asked.outcome == "opened":
        await replies.tell(request.interaction, _rematch_begins(request.say, asked.rematch))
    else:
        await _tell(request, asked.rematch, asked.outcome)


def _rematch_begins(say: Phrases, match: LoadedMatch) -> str:
    """Return the sentence for the user who has asked for a rematch: where it is."""
    others = [seat.user_id for seat in match.match.seats if seat.user_id != match.match.creator]
    if match.match.in_dm:
        return say("The rematch begins below.")
    where = f"<#{match.match.channel_id}>"
    if all(computers.is_computer(user) for user in others):
        return say("The rematch begins; its thread opens in {channel} in a moment.", channel=where)
    return say("Your challenge to a rematch is on its way to {channel}.", channel=where)


async def find_open(request: Request, match: str | None) -> LoadedMatch:
    """Return the match to join: the one named, or the only one with an open seat in this channel. Raises `Refusal`."""
    return await lookup.find_among(
        request,
        match,
        _open_here,
        none=Message("No match in this channel has an open seat. `/match new` opens one."),
        several=Message("Several matches here have an open seat; choose one with `match`, or press Join on it."),
        thread=False,
    )


async def _open_here(request: Request) -> Sequence[MatchHead]:
    """Return the matches with an open seat in this channel, or in that of this thread."""
    channel_id = lookup.channel_of(request.interaction)
    if channel_id is None:
        return ()
    heads = await request.services.store.matches.in_channel(channel_id, lobby.LOBBY)
    return [m for m in heads if not m.private and any(s.user_id is None for s in m.seats)]


async def _joinable_here(request: Request) -> Sequence[MatchHead]:
    """Return those of them in which the asker has no seat yet."""
    return [m for m in await _open_here(request) if all(s.user_id != request.user for s in m.seats)]


open_choices = lookup.choices_of(_joinable_here)
"""Offers the matches that the asker can join in this channel."""


async def find_challenge(request: Request, match: str | None, answer: str) -> LoadedMatch:
    """Return the challenge to accept, decline or cancel: the one named, or the only one that fits. Raises `Refusal`."""

    async def fitting(request: Request) -> Sequence[MatchHead]:
        server = request.interaction.guild_id
        return [m for m in await _answerable(request, answer) if server in (None, m.guild_id)]

    cancel = answer == "cancel"
    return await lookup.find_among(
        request,
        match,
        fitting,
        none=Message("You have no open challenge.") if cancel else Message("Nobody has challenged you."),
        several=Message("There are several; choose one with `match`, or use the buttons of the challenge."),
        thread=False,
    )


async def _answerable(request: Request, answer: str) -> Sequence[MatchHead]:
    """Return the challenges on all servers that the asker can accept, decline or cancel."""
    user = request.user
    heads = [
        m
        for m in await request.services.store.matches.of_user(user, lobby.LOBBY)
        if (m.creator == user) == (answer == "cancel")
    ]
    if answer == "accept":  # in others the seat is taken already, and only more people are missing
        heads = [m for m in heads if any(s.user_id == user and s.status == "invited" for s in m.seats)]
    return heads


def _choices_to(answer: str) -> lookup.Complete:
    """Return an autocomplete that offers the challenges that can be answered so."""

    async def candidates(request: Request) -> Sequence[MatchHead]:
        heads = await _answerable(request, answer)
        return await membership.of_own_servers(request, heads) if answer == "accept" else heads

    return lookup.choices_of(candidates)


accept_choices, decline_choices, cancel_choices = map(_choices_to, ("accept", "decline", "cancel"))
