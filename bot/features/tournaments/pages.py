"""What the buttons of a tournament do: enter, form a team, leave, start, look at it. Each answer is for one alone."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.features.tournaments import finding, page, words
from bot.features.tournaments.entries import CLOSED, NOT_IN, Entries
from bot.features.tournaments.page import ACTION_ID, NAMES_WITHIN, Pages
from bot.features.tournaments.service import Tournaments
from bot.interactions import replies
from bot.interactions.services import Request, Services
from bot.interactions.tokens import user_of
from bot.limits import BUTTONS_A_ROW, ROWS
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, USER, People, Pressed
from bot.panels.model import Press, Row
from bot.panels.widgets import button, rows_of
from bot.texts import match as texts
from bot.texts.phrases import Phrases
from games.messages import Message
from storage import Entrant, WholeTournament

TEAMS: Final = BUTTONS_A_ROW * (ROWS - 2)
"""So many teams that lack somebody are offered."""
NO_COMPUTERS: Final = Message("Computer players cannot enter tournaments.")


async def in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Refuse a press that names a match: a tournament is no match. Raises `Refusal`."""
    raise Refusal(texts.OLD_BUTTON)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Do what a button of a tournament says. Raises `Refusal`."""
    whole = await finding.load(request, pressed.lesson)
    what, *rest = pressed.press.tokens or ("look",)
    if what == "join":
        await _join(request, whole)
    elif what == "alone":
        await _enter(request, whole, ())
    elif what == "team":
        await _enter(request, whole, _chosen(request, rest))
    elif what == "with" and len(rest) == 1 and rest[0].isdecimal():
        await request.services.get(Entries).join(whole, int(rest[0][:9]), request.user)
        await _entered(request, whole)
    elif what == "leave":
        await leave(request, whole, sure=rest == ["yes"])
    elif what == "start":
        await start(request, whole, sure=rest == ["yes"])
    elif what == "look":
        await look(request, whole, int(rest[0][:4]) if rest and rest[0].isdecimal() else None)
    else:
        raise Refusal(texts.OLD_BUTTON)


async def result_notes(services: Services, say: Phrases, match: LoadedMatch) -> str:
    """Return to which tournament a match that is over belongs; empty for most."""
    found = await services.store.tournaments.of_match(match.id)
    return "" if found is None else say("Tournament: {title}.", title=found[0].title)


# Entering


async def _join(request: Request, whole: WholeTournament) -> None:
    """Enter somebody, or ask with whom where teams play."""
    entries = request.services.get(Entries)
    if whole.head.status != "open":
        raise Refusal(CLOSED)
    mine = whole.of_user(request.user)
    if mine is not None and request.user in mine.users:
        raise Refusal(Message("You have entered this tournament already."))
    if entries.size(whole.head) == 1:
        await _enter(request, whole, ())
        return
    await _ask_for_team(request, whole, mine)


async def _ask_for_team(request: Request, whole: WholeTournament, mine: Entrant | None) -> None:
    say, size = request.say, request.services.get(Entries).size(whole.head)
    if mine is not None:
        name = await _called(request, mine)
        text = say("{player} wants you as a partner in this tournament.", player=name)
        accept = button(say("Accept"), Press(ACTION_ID, ("with", str(mine.number))), style="success")
        decline = button(say("Decline"), Press(ACTION_ID, ("leave",)), style="danger")
        await _answer(request, whole, text, ((accept, decline),))
        return
    lacking = [one for one in whole.entrants if len(one.members) < size][:TEAMS]
    alone = button(say("Whoever joins me"), Press(ACTION_ID, ("alone",)))
    teams = [
        button(await _called(request, one), Press(ACTION_ID, ("with", str(one.number))), style="success")
        for one in lacking
    ]
    text = texts.lines(
        say.plural("Choose your partner.", "Choose your {count} partners.", size - 1),
        say("Or join an incomplete team:") if teams else "",
    )
    people = People(say("Partners"), Press(ACTION_ID, ("team",)), size - 1)
    await _answer(request, whole, text, (*rows_of(teams), (alone,)), people)


async def _called(request: Request, entrant: Entrant) -> str:
    await request.services.names.learn(entrant.users, within=NAMES_WITHIN)
    known = {user: request.services.names.known(request.say, user) for user in entrant.users}
    return words.called(request.say, entrant, known)


def _chosen(request: Request, tokens: list[str]) -> tuple[int, ...]:
    """Return the partners that were chosen in the list. Raises `Refusal` for bots."""
    users = tuple(user_of(token[1:]) for token in tokens if token.startswith(USER))
    data: Any = request.interaction.data or {}
    resolved = data.get("resolved", {}).get("users", {})
    if any(resolved.get(str(user), {}).get("bot") for user in users) or any(map(computers.is_computer, users)):
        raise Refusal(NO_COMPUTERS)
    if not users:
        raise Refusal(Message("Choose a partner, or let whoever wants join you."))
    return users


async def _enter(request: Request, whole: WholeTournament, partners: tuple[int, ...]) -> None:
    await request.services.get(Entries).enter(whole, request.user, partners)
    await _entered(request, whole)


async def _entered(request: Request, whole: WholeTournament) -> None:
    say, size = request.say, request.services.get(Entries).size(whole.head)
    now = await request.services.get(Entries).load(whole.head.id, whole.head.guild_id)
    mine = now.of_user(request.user)
    text = say("You are in. When the tournament starts, your first match opens in this channel.")
    if mine is not None and len(mine.users) < size:
        text = say("Your team is not complete yet. Partners you have named accept with **Join** on the page.")
    request.services.get(Tournaments).wake()
    await _answer(request, whole, text)


# Leaving and starting


async def leave(request: Request, whole: WholeTournament, *, sure: bool) -> None:
    """Take the asker out; of a tournament that runs once they are sure. Raises `Refusal`."""
    say, mine = request.say, whole.of_user(request.user)
    if mine is None or mine.left_at is not None:
        raise Refusal(NOT_IN)
    if whole.head.status == "running" and not sure:
        text = say(
            "Withdraw from {title}? You give up the match you are playing in it, and are not paired again.",
            title=whole.head.title,
        )
        yes = button(say("Withdraw"), Press(ACTION_ID, ("leave", "yes")), style="danger")
        await _answer(request, whole, text, ((yes,),))
        return
    resigned = await request.services.get(Entries).withdraw(whole, request.user)
    request.services.get(Tournaments).wake()
    text = say("You have given up your match and withdrawn.") if resigned else say("You are out of the tournament.")
    await _answer(request, whole, text)


async def start(request: Request, whole: WholeTournament, *, sure: bool) -> None:
    """Start a tournament once the organizer is sure. Raises `Refusal`."""
    await finding.must_organize(request, whole)
    say = request.say
    size = request.services.get(Entries).size(whole.head)
    ready = [one for one in whole.entrants if len(one.users) == size]
    if whole.head.status == "open" and not sure:
        text = texts.lines(
            say.plural("Start with {count} entrant?", "Start with {count} entrants?", len(ready)),
            say("Nobody can enter after that."),
        )
        yes = button(say("Start"), Press(ACTION_ID, ("start", "yes")), style="success")
        await _answer(request, whole, text, ((yes,),))
        return
    await request.services.get(Entries).start(whole)
    request.services.get(Tournaments).wake()
    await _answer(request, whole, say("The tournament has started. Its first matches open in a moment."))


async def look(request: Request, whole: WholeTournament, at: int | None = None) -> None:
    """Show a tournament to the asker alone, with all pages of its picture."""
    say, pages = request.say, request.services.get(Pages)
    request.services.limits.must(request.user, "pictures")
    seen = await pages.look(say, whole, at)
    view = components.view(LESSON + whole.head.id, page.turning(say, seen))
    await replies.answer(request.interaction, seen.text, picture=await pages.draw(say, seen), view=view)


async def _answer(
    request: Request, whole: WholeTournament, text: str, rows: tuple[Row, ...] = (), people: People | None = None
) -> None:
    view: discord.ui.View | None = components.view(LESSON + whole.head.id, rows, people=people)
    await replies.answer(request.interaction, text, view=view)
