"""Handing one's seat over and taking one over: pages, buttons, and the commands `/match substitute` and `takeover`."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.replay import recaps
from bot.features.substitutes.offer_messages import back_button
from bot.features.substitutes.service import ACROSS, KIND, VOTED, Substitutes
from bot.interactions import lookup, membership, panel, replies
from bot.interactions.actions import begin
from bot.interactions.services import Note, Request
from bot.interactions.tokens import number_of, user_of
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row
from bot.publish.summary import summarize
from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import MatchHead

OFFER, WITHDRAW, TAKE, DECLINE = "offer", "withdraw", "take", "decline"
MEANWHILE: Final = 1200
"""The most characters of what the computer has done meanwhile."""
ACTIONS: Final = [
    app_commands.Choice(name=locale_str("Look for a substitute"), value=OFFER),
    app_commands.Choice(name=locale_str("Keep my seat"), value=WITHDRAW),
]


def hand_over_button(say: Phrases) -> Button:
    """Return the button that leads to handing one's own seat over."""
    return Button(say("Hand over my seat"), Press(KIND))


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button about a seat. Raises `Refusal`."""
    action, token = (*pressed.press.tokens, "", "")[:2]
    if action == TAKE and token:
        await take(request, match, number_of(token))
    elif action == DECLINE and token:
        await decline(request, match, number_of(token))
    elif action == OFFER:
        await offer(request, match, user_of(token) if token else None)
    elif action == WITHDRAW:
        await withdraw(request, match)
    elif not action:
        await show(request, match)
    else:
        raise Refusal(texts.OLD_BUTTON)


async def show(request: Request, match: LoadedMatch, to: int | None = None) -> None:
    """Ask whether the asker's seat is to be handed over, to anybody or to one user. Raises `Refusal`."""
    seat, say = match.must_play(request.user), request.say
    if match.match.across:
        raise Refusal(ACROSS)
    offered = next((s.offered for s in seating.offered(match.match.seats) if s.seat == seat), None)
    if offered == "vote":
        raise Refusal(VOTED)
    if offered is not None:
        text = say("Your seat is on offer. You play on until somebody takes over.")
        button = Button(say("Keep my seat"), Press(KIND, (WITHDRAW,)), "primary")
    else:
        text = say(
            "**Hand over your seat?** Somebody else plays on for you. Until somebody takes over you play on and can "
            "change your mind. After that you see only what everybody sees, and you cannot come back."
        )
        if to is None:
            button = Button(say("Look for a substitute"), Press(KIND, (OFFER,)), "danger")
        else:
            name = await request.services.names.of(say, to)
            button = Button(say("Offer it to {player}", player=name), Press(KIND, (OFFER, str(to))), "danger")
    await replies.answer(request.interaction, text, view=components.view(match.id, ((button,),)))


async def offer(request: Request, match: LoadedMatch, to: int | None) -> None:
    """Offer the asker's seat. Raises `Refusal`."""
    seat = match.must_play(request.user)
    substitutes = request.services.get(Substitutes)
    await show(request, await substitutes.offer(match, seat, "own", to, interaction_id=request.interaction.id))


async def withdraw(request: Request, match: LoadedMatch) -> None:
    """Keep the asker's seat. Raises `Refusal`."""
    seat = match.must_play(request.user)
    substitutes = request.services.get(Substitutes)
    await substitutes.withdraw(match, seat, "own", "left", interaction_id=request.interaction.id)
    await replies.answer(request.interaction, request.say("You keep your seat; the offer is withdrawn."))


async def take(request: Request, match: LoadedMatch, seat: int | None = None) -> None:
    """Take a seat over, the first one that the asker may have where none is named. Raises `Refusal`."""
    await membership.must_belong(request, match.match)
    number = _likeliest(match, request.user) if seat is None else seat
    substitutes, names = request.services.get(Substitutes), request.services.names
    played = await substitutes.take(match, request.user, number, interaction_id=request.interaction.id)
    former = [handover for handover in played.match.match.former if handover.seat == number]
    note = request.say(
        "You have taken over from {player}. This is how the match stands.",
        player=await names.of(request.say, former[-1].user_id if former else None),
    )
    if seating.stood_in(match.match.seats, request.user) is not None and len(former) > 1:
        seen = await names.seats(request.say, played.match)
        since = summarize(request.say, played.match, former[-2].until, seen, number)
        note = texts.lines(
            request.say("You play on yourself. This is what has happened meanwhile:"),
            story.lines(since.sentences, MEANWHILE) or request.say("Nothing."),
        )
    await panel.open_panel(request, played.match, note=note, ahead=(recaps.ACTION_ID,))


def panel_rows(request: Request, match: LoadedMatch) -> tuple[Row, ...]:
    """Return the button for a player for whom the computer plays on."""
    seat = seating.stood_in(match.match.seats, request.user) if match.match.status == "running" else None
    return () if seat is None else ((back_button(request.say, seat),),)


async def panel_notes(request: Request, match: LoadedMatch) -> Note:
    """Return the line that tells a player that the computer plays on."""
    running = match.match.status == "running"
    if not running or seating.stood_in(match.match.seats, request.user) is None:
        return Note()
    return Note(request.say("The computer plays on for you until you take your seat back."))


async def decline(request: Request, match: LoadedMatch, seat: int) -> None:
    """Turn down a seat that is offered to the asker alone. Raises `Refusal`."""
    substitutes = request.services.get(Substitutes)
    await substitutes.decline(match, request.user, seat, interaction_id=request.interaction.id)
    text = request.say(
        "You have declined the seat. `/settings invitations on:False` keeps others from inviting you by name."
    )
    await replies.tell(request.interaction, text)


def _likeliest(match: LoadedMatch, user: int) -> int:
    """Return the number of the seat that a user most likely may take; taking it checks whether it is on offer."""
    seats = seating.offered(match.match.seats) or match.match.seats
    return min(seats, key=lambda s: (s.offered_to != user, s.offered_to is not None)).seat


async def _offered_here(request: Request) -> list[MatchHead]:
    """Return the running matches with a seat for the asker: those of this channel, and those offered to them alone."""
    channel_id = lookup.channel_of(request.interaction)
    heads = await request.services.store.matches.with_offered_seats(channel_id, request.user)
    return [m for m in heads if all(s.user_id != request.user for s in m.seats)]


async def _possible_here(request: Request) -> list[MatchHead]:
    """Return those that the asker has not left, on whose servers the asker is."""
    heads = await _offered_here(request)
    left = await request.services.store.marks.left(request.user) if heads else ()
    return await membership.of_own_servers(request, [head for head in heads if head.id not in left])


@app_commands.command(
    name="substitute", description=locale_str("Hand your seat over to somebody else, or keep it after all")
)
@app_commands.describe(
    action=locale_str("Leave empty to be asked first"),
    player=locale_str("Who may take it; leave empty for anybody"),
    match=MATCH_HELP,
)
@app_commands.choices(action=ACTIONS)
@app_commands.autocomplete(match=lookup.match_choices)
async def substitute(
    interaction: discord.Interaction,
    action: str | None = None,
    player: discord.User | None = None,
    match: str | None = None,
) -> None:
    """Offer one's seat, or withdraw the offer."""
    request = await begin(interaction)
    loaded = await lookup.find(request, match)
    if player is not None and player.bot:
        raise Refusal(
            Message("Bots cannot play. Name a person, or leave `player` empty: then anybody here may take the seat.")
        )
    if player is not None:
        request.services.names.note(player)
    to = player.id if player is not None else None
    if action == OFFER:
        await offer(request, loaded, to)
    elif action == WITHDRAW:
        await withdraw(request, loaded)
    else:
        await show(request, loaded, to)


@app_commands.command(name="takeover", description=locale_str("Take over a seat that is on offer"))
@app_commands.describe(match=locale_str("Which match; not needed with only one such seat in this channel"))
@app_commands.autocomplete(match=lookup.choices_of(_possible_here))
async def takeover(interaction: discord.Interaction, match: str | None = None) -> None:
    """Take a seat over."""
    request = await begin(interaction)
    loaded = await lookup.find_among(
        request,
        match,
        _offered_here,
        none=Message("No seat is on offer here."),
        several=Message("Several matches here have a seat on offer; choose one with `match`."),
    )
    await take(request, loaded)
