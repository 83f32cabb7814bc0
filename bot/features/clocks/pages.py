"""The page about a match's clocks: looking at them, nudging, voting on a player whose time is over. `/match time`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import MATCH_HELP
from bot.features.clocks.timeout_votes import MORE_HOURS, Answer, TimeoutVotes, expired_clock, late_seat, loses_by_time
from bot.features.reports.in_matches import buttons as report_buttons
from bot.features.standing_orders.pages import standing_orders_button
from bot.features.substitutes.pages import hand_over_button
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.interactions.tokens import number_of
from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Press, Row, Style
from bot.publish import notices
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from bot.texts.time import length, moment, pace
from games.standing import standing_of
from storage import SeatClock

ACTION_ID: Final = "time"
"""The action id of the buttons about time."""
ANSWERS: Final[Mapping[str, Answer]] = {
    "claim": "claim",
    "give": "give",
    "sub": "sub",
    "off": "off",
    "computer": "computer",
}
NUDGE: Final = "nudge"


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Handle a button about time. Raises `Refusal`."""
    action = pressed.press.tokens[:1]
    if not action:
        await show(request, match)
    elif action[0] == NUDGE:
        await nudge(request, match)
    elif action[0] in ANSWERS:
        await vote(request, match, ANSWERS[action[0]], pressed.press.tokens[1:])
    else:
        raise Refusal(texts.OLD_BUTTON)


async def show(request: Request, match: LoadedMatch, note: str = "") -> None:
    """Show the clocks, with what the asker can do about them. Raises `Refusal`."""
    match.must_have_begun()
    names = await request.services.names.seats(request.say, match)
    text = texts.lines(note, *lines(request.say, match, names))
    view = components.view(match.id, buttons(request.say, match, match.seat_of(request.user)))
    await replies.answer(request.interaction, text, view=view)


async def vote(request: Request, match: LoadedMatch, answer: Answer, about: Sequence[str]) -> None:
    """Vote on what becomes of a match in which a player's time is over. Raises `Refusal`.

    `about` is the seat of that player; buttons of earlier versions had none, which is whoever is late now.
    """
    say, late = request.say, number_of(about[0]) if about else None
    counted = await request.services.get(TimeoutVotes).vote(match, request.user, answer, late)
    note = (
        say("Done.")
        if counted.done
        else say(
            "Noted: {answer}. Votes so far: {have} of {need}.",
            answer=_label(say, answer),
            have=counted.have,
            need=counted.need,
        )
    )
    await show(request, counted.match, note)


async def nudge(request: Request, match: LoadedMatch) -> None:
    """Ask the players whose turn it is to move. Raises `Refusal`."""
    match.must_play(request.user)
    count = await request.services.get(TimeoutVotes).nudge(match, request.user)
    note = request.say.plural("One player is nudged.", "{count} players are nudged.", count)
    await show(request, await request.services.matches.load(match.id), note)


def lines(say: Phrases, match: LoadedMatch, names: Mapping[int, str]) -> list[str]:
    """Return the pace, then a line for each seat. Raises `Refusal`."""
    match.must_run()
    made = [pace(say, match.pace)]
    for seat in match.face.game.playing(match.state):
        player, clock = names.get(seat) or say("somebody"), match.clock(seat)
        if clock is None:
            continue
        if clock.out_at is not None:
            made.append(say("{player}: the time ran out {since}", player=player, since=moment(clock.out_at)))
        elif clock.since is not None and clock.runs_out is not None:
            made.append(
                say(
                    "{player}: to move since {since}, {until}",
                    player=player,
                    since=moment(clock.since, "f"),
                    until=notices.seat_until(say, match, seat, clock.runs_out),
                )
            )
        elif clock.since is not None:
            made.append(say("{player}: to move since {since}", player=player, since=moment(clock.since, "f")))
        elif clock.left_ms is None:
            made.append(say("{player}: not to move", player=player))
        else:
            made.append(say("{player}: {time} left", player=player, time=length(say, clock.left_ms // 1000)))
    wanted = (seat for seat in seating.offered(match.match.seats) if seat.offered != "back")
    offered = [names.get(seat.seat) or say("somebody") for seat in wanted]
    return made + [say("{player}: the seat is on offer", player=player) for player in offered]


def buttons(say: Phrases, match: LoadedMatch, seat: int | None) -> tuple[Row, ...]:
    """Return the buttons for what a seat can do about the clocks of others, and about its own."""
    if seat is None or match.match.status != "running":
        return ()
    waited = set(match.waited_for()) - {match.user_of(seat)}
    row = [Button(say("Nudge"), Press(ACTION_ID, (NUDGE,)))] if waited else []
    if standing_of(match.face.game) is not None:
        row.append(standing_orders_button(say))
    if seat in match.face.game.playing(match.state) and not match.match.across:
        row.append(hand_over_button(say))
    row += report_buttons(say, match, match.user_of(seat) or 0)
    votes = vote_buttons(say, match, seat) if seat in match.face.game.playing(match.state) else ()
    return (*votes, *((tuple(row),) if row else ()))


def vote_buttons(say: Phrases, match: LoadedMatch, seat: int) -> tuple[Row, ...]:
    """Return the buttons with which a seat votes on another one whose time is over; none where there is none."""
    clock, late = expired_clock(match), late_seat(match)
    alone = match.match.across  # nobody comes from outside
    computer = []
    if late is not None and late.seat != seat and not alone:
        computer = [_vote(say, late, "computer", "secondary")]
    if clock is None or clock.seat == seat:
        return (tuple(computer),) if computer else ()
    other_side = not match.formation.allied(seat, clock.seat)
    claim = [_vote(say, clock, "claim", "success")] if loses_by_time(match, clock.seat) else []
    theirs = [*claim, _vote(say, clock, "give", "primary")] if other_side else []
    sub = [_vote(say, clock, "sub", "secondary")] if seating.may_vote_on(match, clock.seat) and not alone else []
    return ((*theirs, *sub, *computer, _vote(say, clock, "off", "danger")),)


def _vote(say: Phrases, late: SeatClock, answer: Answer, style: Style) -> Button:
    return Button(_label(say, answer), Press(ACTION_ID, (answer, str(late.seat))), style)


def _label(say: Phrases, answer: Answer) -> str:
    if answer == "claim":
        return say("Claim the win")
    if answer == "give":
        return say.plural("Give {count} more hour", "Give {count} more hours", MORE_HOURS)
    if answer == "sub":
        return say("Find a substitute")
    if answer == "computer":
        return say("Let the computer play on")
    return say("Call it off")


@app_commands.command(name="time", description=locale_str("Whose move it is, since when, and how much time is left"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def time_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the clocks."""
    request = await begin(interaction)
    await show(request, await lookup.find(request, match))


@app_commands.command(name="nudge", description=locale_str("Nudge whoever is to move; once in twelve hours"))
@app_commands.describe(match=MATCH_HELP)
@app_commands.autocomplete(match=lookup.match_choices)
async def nudge_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Nudge."""
    request = await begin(interaction)
    await nudge(request, await lookup.find(request, match))
