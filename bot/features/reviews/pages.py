"""The pages of a review: the whole match, and each turn that lost much with its board. `/review`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import EVERYWHERE, INSTALLED
from bot.features.replay import steps
from bot.features.replay.stops import Stops
from bot.features.reviews import shown, words
from bot.features.reviews.service import HEARD_SECONDS, Reviews, counting
from bot.features.reviews.shown import BEFORE, BETTER, PLAYED
from bot.interactions import lookup, replies
from bot.interactions.actions import begin
from bot.interactions.services import Request
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import Pressed
from bot.panels.model import Button, Picture, Press, Row
from bot.panels.widgets import button
from bot.people.names import names_at
from bot.publish.studio import file_of
from bot.texts.phrases import Phrases
from games.messages import Message, Several
from games.reviews import Review, Turn, reviewing_of, turns
from storage import MatchHead, MatchStatus

ACTION_ID: Final = "review"
OWN: Final = "own"
"""The token of the page of the reader's own turns."""
AGAIN: Final = "again"
"""Tries once more what could not be judged."""
OVER: Final[tuple[MatchStatus, ...]] = ("over",)


def result_buttons(say: Phrases, match: LoadedMatch) -> tuple[Button, ...]:
    """Return the button under a result."""
    return (Button(say("Review"), Press(ACTION_ID)),) if reviewing_of(match.face.game) is not None else ()


async def pressed(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the review, or the page of a turn. Raises `Refusal`."""
    await show(request, match, pressed.press.tokens)


async def show(request: Request, match: LoadedMatch, tokens: Sequence[str] = ()) -> None:
    """Answer with a page of the review, or with how far it is. Raises `Refusal`."""
    service = request.services.get(Reviews)
    review = await service.ask(match, again=tuple(tokens) == (AGAIN,))
    if not review.done:
        in_order = asyncio.Lock()

        async def tell(later: LoadedMatch, now: Review) -> None:
            async with in_order:  # what is done is never replaced by how far it was
                await _edit(request, later, now)

        service.tell(match, request.user, tell)
        await replies.answer(request.interaction, _working(request, match, review), view=_again(request, match))
        return
    request.services.limits.must(request.user, "pictures")
    text, picture, rows = await _page(request, match, review, tokens)
    await replies.answer(request.interaction, text, picture=picture, view=components.view(match.id, rows))


def _working(request: Request, match: LoadedMatch, review: Review) -> str:
    seconds = request.services.get(Reviews).seconds_left(match, review)
    done, whole = _progress(match, review)
    until = round((request.interaction.created_at.timestamp() + HEARD_SECONDS) * 1000)
    return words.working(request.say, done, whole, seconds, until)


def _progress(match: LoadedMatch, review: Review) -> tuple[int, int]:
    """Return how many turns are worked out, and how many there are, as the replay counts them.

    Where everybody has a turn of their own until one is over, a replay counts that as one.
    """
    stops, known = Stops(match), {turn.last for turn in review.turns}
    left, whole = set[int](), set[int]()
    for turn in turns(match.face.game, counting(match)):
        there = stops.turn(turn.first)
        assert there is not None
        whole.add(there.number)
        if turn.last not in known:
            left.add(there.number)
    return len(whole) - len(left), len(whole)


def _again(request: Request, match: LoadedMatch) -> discord.ui.View | None:
    """Return the button that looks how far a review is."""
    return components.view(match.id, ((button(request.say("Look again"), Press(ACTION_ID)),),))


async def _edit(request: Request, match: LoadedMatch, review: Review) -> None:
    """Show a review, or how far it is, where somebody was told to wait for it. Raises Discord's errors."""
    if not review.done:
        text = _working(request, match, review)
        await request.interaction.edit_original_response(content=text, view=_again(request, match))
        return
    text, picture, rows = await _page(request, match, review, ())
    await request.interaction.edit_original_response(
        content=text if picture is None else None,
        embeds=[] if picture is None else [discord.Embed(description=text)],
        attachments=[] if picture is None else [file_of(picture)],
        view=components.view(match.id, rows),
    )


async def _page(
    request: Request, match: LoadedMatch, review: Review, tokens: Sequence[str]
) -> tuple[str, Picture | None, tuple[Row, ...]]:
    """Return text, picture and buttons of a page: that of a turn by its place, or the whole.

    There is no picture where nothing could be judged.
    """
    say, studio = request.say, request.services.studio
    names = await request.services.names.seats(say, match)
    points, own = review.turning_points(), _own(request, match, review)
    place = int(tokens[0]) if tokens and tokens[0].isdecimal() and len(tokens[0]) < 4 else -1
    if place not in (*points, *own):
        mine = bool(own) and tokens[:1] == (OWN,)
        listed = own if mine else points
        drawn = (shown.chart, say, match.face, match.formation, match.view(None), names, review, listed)
        text = words.own(say, names, review, own) if mine else words.overview(say, match, names, review)
        rows = _rows(say, listed, own=bool(own) and not mine, whole=mine)
        if review.failed and not mine:
            rows = (*rows, (button(say("Try again"), Press(ACTION_ID, (AGAIN,))),))
        return text, None if review.empty else await studio.draw(*drawn), rows
    turn = review.turns[place]
    battles = {one: shown.fought(say, match, turn, one, names_at(names, turn.last)) for one in (PLAYED, BETTER)}
    text = words.of_turn(say, match, names, review, place, shown.played(match, turn), battles)
    reader = turn.seat if match.seat_of(request.user) == turn.seat else None
    ways = shown.ways(match, turn, reader)
    way = tokens[1] if len(tokens) > 1 and tokens[1] in ways else (*ways[-1:], BEFORE)[0]
    at = shown.board(match, turn, way, reader)
    labels = _labels(say)
    heading = f"{words.title(say, names, review, place)} · {labels[way]}"
    panel = reader is not None or (turn.judged is not None and turn.judged.length > 0)
    picture = await studio.draw(shown.drawn, say, match.face, at, names, heading, panel)
    boards = [button(labels[one], Press(ACTION_ID, (str(place), one)), disabled=one == way) for one in ways]
    # It begins where the board of before stands, so that the turn is what comes next there.
    begun = steps.press(max(0, shown.begun(match, turn) - 1), reader, str(place))
    boards.append(button(_replay(say, match, turn, place), begun))
    listed = points if place in points else own
    return text, picture, _rows(say, listed, place, boards, own=bool(own), whole=True)


def _own(request: Request, match: LoadedMatch, review: Review) -> list[int]:
    """Return the places of the reader's own worst turns, where not all of them are named for everybody."""
    seat = match.seat_of(request.user)
    worst = review.worst_of(seat) if seat is not None else []
    return [] if set(worst) <= set(review.turning_points()) else worst


def _replay(say: Phrases, match: LoadedMatch, turn: Turn, place: int) -> str:
    """Return the label of the way to a turn in the replay, with its number there where that is another one.

    Where everybody has a turn of their own until one is over, a replay counts that as one.
    """
    there = Stops(match).turn(turn.first)
    if there is None or there.number == place + 1:
        return say("Replay")
    return say("Replay: turn {number}", number=there.number)


def _labels(say: Phrases) -> dict[str, str]:
    """Return what the boards of a turn are called."""
    return {BEFORE: say("Before"), PLAYED: say("As played"), BETTER: say("Better")}


def _rows(
    say: Phrases,
    points: Sequence[int],
    place: int = -1,
    boards: Sequence[Button] = (),
    *,
    own: bool = False,
    whole: bool = False,
) -> tuple[Row, ...]:
    """Return the buttons: what else shows a turn, what leads to other turns, to one's own, and to the whole match."""
    others = [
        button(say("Turn {number}", number=one + 1), Press(ACTION_ID, (str(one),)), disabled=one == place)
        for one in points
    ]
    if whole:
        others.append(button(say("Whole match"), Press(ACTION_ID)))
    if own:
        others.append(button(say("Your turns"), Press(ACTION_ID, (OWN,))))
    return tuple(tuple(row) for row in (boards, others) if row)


async def _finished(request: Request) -> Sequence[MatchHead]:
    """Return the asker's matches that are over, of the games that have reviews, the last changed first."""
    faces, heads = request.services.faces, await request.services.store.matches.of_user(request.user, OVER)
    return [head for head in heads if reviewing_of(faces[head.game].game) is not None]


async def _find(request: Request, match: str | None) -> LoadedMatch:
    """Return the match of the option, that of this thread, or the last one of the asker's own. Raises `Refusal`."""
    if match is not None:
        return await lookup.find(request, match)
    matches = request.services.matches
    if (played_here := await matches.in_thread(request.interaction.channel_id)) is not None:
        return played_here
    heads = await _finished(request)
    if not heads:
        games = (face.game for face in request.services.faces.values())
        able = Several([game.title for game in games if reviewing_of(game) is not None])
        raise Refusal(
            Message("You have not finished a match that can be reviewed. There are reviews of: {games}.", games=able)
        )
    return await matches.load(heads[0].id)


@app_commands.command(name="review", description=locale_str("After a match: how it went, and which turns lost most"))
@app_commands.describe(match=locale_str("Which match; not needed in its thread, or for your last one"))
@app_commands.autocomplete(match=lookup.choices_of(_finished))
async def review_command(interaction: discord.Interaction, match: str | None = None) -> None:
    """Show the review of a match."""
    request = await begin(interaction)
    await show(request, await _find(request, match))


review_command.allowed_contexts, review_command.allowed_installs = EVERYWHERE, INSTALLED
