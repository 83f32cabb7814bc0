"""What commands and presses about seeks do: looking for a match, coming to somebody who does, ending it, the list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.clocks.pace import NO_CLOCK, PRESETS
from bot.commands.common import pace_label
from bot.commands.opening import Teams
from bot.features.seeks import draft as drafts
from bot.features.seeks import words
from bot.features.seeks.draft import ACROSS, Draft
from bot.features.seeks.listing import ACTION_ID, LINES, LIST, NEW, OFF, PROOF, TAKE, Listing
from bot.features.seeks.service import Seeks, Where, Wish, drawn, proof
from bot.interactions import membership, refusals, replies
from bot.interactions.places import channel_for, must_be_at_home
from bot.interactions.services import Request
from bot.matches.commits import PUBLIC, CommitEvent, match_job
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Button, Option, Press, Row, Select
from bot.panels.widgets import button, option, rows_of
from bot.texts import match as texts
from bot.texts.phrases import LANGUAGES, Phrases
from games.messages import Message
from games.statistics import kind_of
from storage import UNKNOWN, Seek, SeekFound, SeekWaits, Strength

GO: Final = "go"
"""The first token of the button that places a seek; `NEW` and a draft show the page on which it is put together."""
NEAR: Final = (150, 300)
"""How near to one's own the ratings of opponents may be asked to be."""
ON_SERVERS: Final = Message("People find each other on servers: use `/seek` in a channel there.")


async def place(request: Request, wish: Wish) -> None:
    """Look for a match, and answer what has come of it. Raises `Refusal`."""
    where = await _where(request, None)
    await request.services.limits.must_everywhere(request.user, "seeks")
    outcome = await request.services.get(Seeks).place(wish, where)
    await _tell(request, where.guild_id, outcome, new=True)


async def take(request: Request, tokens: Sequence[str]) -> None:
    """Come to a seek, and answer what has come of it. Raises `Refusal`.

    Where people of other servers are in it, nothing happens before somebody says that they want that (`ACROSS`).
    """
    seek_id, across = tokens[0], ACROSS in tokens[1:]
    seeks = request.services.get(Seeks)
    found, guild_id = await seeks.store.find(seek_id), _server(request)
    if found is not None and guild_id not in found.guild_ids:
        found = None  # this server lists no such seek
    where = await _where(request, None if found is None else found.channel_on(guild_id))
    if found is not None and found.across and not across and request.user not in found.users:
        await _ask_across(request, found, tokens)
        return
    await request.services.limits.must_everywhere(request.user, "seeks")
    try:
        outcome = await seeks.take(seek_id, where, across=across)
    except Refusal:
        await request.services.get(Listing).show(where.guild_id)
        raise
    await _tell(request, where.guild_id, outcome)


async def _ask_across(request: Request, found: Seek, tokens: Sequence[str]) -> None:
    """Ask whether somebody wants to come to a seek in which people of other servers are."""
    say = request.say
    line = await words.described(request.services, say, found, _server(request))
    go = button(say("Play across servers"), Press(ACTION_ID, (TAKE, *tokens, ACROSS)), style="success")
    text = texts.lines(f"🔎 {line}", _across_means(say))
    await replies.answer(request.interaction, text, view=components.view(LESSON, ((go,),)))


async def cancel(request: Request) -> None:
    """Stop looking for a match on this server. Raises `Refusal`."""
    guild_id = _server(request)
    services = request.services
    left = await services.get(Seeks).store.leave(request.user, guild_id)
    say = request.say
    text = say("You are no longer looking for a match here.") if left else say("You are not looking for a match here.")
    await replies.answer(request.interaction, text)
    await services.get(Listing).show_all(left)


async def show_list(request: Request) -> None:
    """Answer with the open seeks of this server, and let the public list be up to date. Raises `Refusal`."""
    guild_id, services = _server(request), request.services
    listing = services.get(Listing)
    text, rows = await listing.content(request.say, guild_id, await services.store.seeks.of_server(guild_id, LINES))
    await replies.answer(request.interaction, text, view=components.view(LESSON, rows))
    await listing.show(guild_id)


async def show_proofs(request: Request) -> None:
    """Answer with the fingerprints of the open seeks of this server, as they are before the next one comes."""
    say, services, guild_id = request.say, request.services, _server(request)
    seeks = await services.store.seeks.of_server(guild_id, LINES)
    await words.learn(services, seeks, guild_id)
    lines = [f"{words.players(say, services, found, guild_id)}: `{proof(found)}`" for found in seeks]
    about = say("Each seek has its secret from the start. Its fingerprint, before the next player comes:")
    text = texts.lines(about, *lines) if lines else say("Nobody is looking for a match now.")
    await replies.answer(request.interaction, text)


def _server(request: Request) -> int:
    """Return the server on which somebody asks. Raises `Refusal` elsewhere."""
    if request.interaction.guild_id is None:
        raise Refusal(ON_SERVERS)
    must_be_at_home(request.interaction)
    return request.interaction.guild_id


async def _where(request: Request, channel_id: int | None) -> Where:
    """Return who asks and where a match of theirs would be played. Raises `Refusal` where they may not open one."""
    guild_id = _server(request)
    place_id = channel_for(request.interaction, private=False).id if channel_id is None else channel_id
    await membership.must_be_welcome(request, request.interaction.user, guild_id, place_id)
    return Where(request.user, guild_id, place_id, request.interaction.id)


async def _tell(request: Request, guild_id: int, outcome: SeekWaits | SeekFound, *, new: bool = False) -> None:
    say, services = request.say, request.services
    if isinstance(outcome, SeekFound):
        text = await _found(request, outcome)
        await replies.answer(request.interaction, text)
    else:
        line = await words.described(services, say, outcome.seek, guild_id)
        there = say("You are in. The match begins when all seats are taken.") if len(outcome.seek.seekers) > 1 else ""
        about = say("You are pinged once, when your match begins. Nobody is pinged before.")
        if all(one.across for one in outcome.seek.seekers):
            about = say(
                "Whoever fits may be here or on another server; with those you play in direct messages. Nobody is "
                "pinged before."
            )
        rows = ((button(say("Cancel mine"), Press(ACTION_ID, (OFF,))), button(say("All"), Press(ACTION_ID, (LIST,)))),)
        text = texts.lines(f"🔎 {line}", there, about)
        await replies.answer(request.interaction, text, view=components.view(LESSON, rows))
    await services.get(Listing).show(guild_id, new=new and isinstance(outcome, SeekWaits))
    await services.get(Listing).show_all(one for one in outcome.guild_ids if one != guild_id)


async def _found(request: Request, found: SeekFound) -> str:
    say, names = request.say, request.services.names
    match = await request.services.matches.peek(found.match_id)
    users = [seat.user_id for seat in match.match.seats if seat.user_id not in (None, request.user)]
    await names.learn_in((match.match,), within=words.NAMES_WITHIN)
    players = say.every([names.known_in(say, match.match, user) for user in users])
    if match.match.across:
        return say.plural(
            "You play {players}, who is on another server. The match begins in your direct messages with me.",
            "You play {players}, across servers. The match begins in your direct messages with me.",
            len(users),
            players=players,
        )
    return say(
        "You play {players}. The match begins; its thread opens in {channel} in a moment.",
        players=players,
        channel=f"<#{match.match.channel_id}>",
    )


# The page on which a seek is put together


async def show_page(request: Request, draft: Draft, note: str = "") -> None:
    """Show the page for what has been said so far. Raises `Refusal`."""
    _server(request)
    say = request.say
    text = texts.lines(note, f"**{say('What match are you looking for?')}**", _about(request, draft))
    await replies.answer(request.interaction, text, view=components.view(LESSON, await _rows(request, draft)))


def _about(request: Request, draft: Draft) -> str:
    say = request.say
    if not draft.game:
        return say("Choose a game. All else can stay open.")
    about = say(
        "You play at once if somebody is waiting who fits. Else you are listed, and pinged when your match begins."
    )
    if not draft.across:
        return about
    return texts.lines(about, _across_means(say))


def _across_means(say: Phrases) -> str:
    """Return what others learn of somebody who plays across servers, and where that is."""
    return say(
        "🌐 Whoever comes from another server sees the name that you have here and your moves, not this server. You "
        "play in direct messages with me, unrated."
    )


async def _rows(request: Request, draft: Draft) -> tuple[Row, ...]:
    say, faces = request.say, request.services.faces
    games = [
        option(say.message(face.game.title), _page(draft.of(name)), chosen=name == draft.game)
        for name, face in faces.items()
    ]
    rows: list[Row] = [Select(say("Game"), tuple(games))]
    if not draft.game:
        return tuple(rows)
    ways = [Teams(one, drawn(one)) for one in faces[draft.game].game.formations]
    usual = draft.kind or ways[0].formation.id
    kinds = [
        option(say.message(way.title), _page(replace(draft, kind=way.formation.id)), chosen=way.formation.id == usual)
        for way in ways
    ]
    paces = [option(say("Any pace"), _page(replace(draft, pace="")), chosen=not draft.pace)]
    paces += [
        option(pace_label(say, name), _page(replace(draft, pace=name)), chosen=draft.pace == name)
        for name in (*PRESETS, NO_CLOCK)
    ]
    own = await _shown_strength(request, draft)
    rows += [Select(say("Kind"), tuple(kinds)), Select(say("Pace"), tuple(paces))]
    settings = await request.services.servers.of(_server(request))
    beyond = settings.across or draft.across
    more = [*_more(say, draft, own), *(_elsewhere(say, draft) if beyond else ())]
    rows.append(Select(say("Rating, language, servers") if beyond else say("Rating, language"), tuple(more)))
    bottom: list[Button] = [button(say("Look for a match"), Press(ACTION_ID, (GO, *draft.tokens)), style="success")]
    bottom.append(button(say("All"), Press(ACTION_ID, (LIST,))))
    return (*rows, *rows_of(bottom))


def _more(say: Phrases, draft: Draft, own: Strength | None) -> Iterator[Option]:
    """Yield the other answers to whether the match is rated, and against whom, and in which language."""
    rated = say("Not rated") if draft.rated else say("Rated: the result moves ratings")
    yield option(rated, _page(replace(draft, rated=not draft.rated, across=False)))
    if draft.near:
        yield option(say("Opponents of any rating"), _page(replace(draft, near=0)))
    for near in NEAR if own is not None else ():
        label = say("Opponents within ± {near} of my rating", near=str(near))
        if near != draft.near:
            yield option(label, _page(replace(draft, near=near)))
    if draft.language:
        yield option(say("Any language"), _page(replace(draft, language="")))
    for language, name in LANGUAGES.items():
        if language != draft.language:
            yield option(name, _page(replace(draft, language=language)))


def _elsewhere(say: Phrases, draft: Draft) -> Iterator[Option]:
    """Yield the other answer to whether opponents may be on other servers."""
    label = say("Only on this server") if draft.across else say("Also across servers, unrated, in direct messages")
    yield option(label, _page(replace(draft, across=not draft.across, rated=draft.rated and draft.across)))


async def _shown_strength(request: Request, draft: Draft) -> Strength | None:
    """Return how strong the asker is in such matches; `None` where they keep it private: a range would tell it."""
    services, guild_id = request.services, _server(request)
    if not (await services.store.people.player(request.user)).stats:
        return None
    face = services.faces[draft.game]
    known = await services.store.results.ratings(request.user, guild_id)
    line = known.get((draft.game, kind_of(drafts.formation(face, draft.kind))))
    return UNKNOWN if line is None else line.strength


def _page(draft: Draft) -> Press:
    return Press(ACTION_ID, (NEW, *draft.tokens))


# Presses


async def pressed(request: Request, pressed: Pressed) -> None:
    """Handle a press about seeks. Raises `Refusal`."""
    what, *rest = pressed.press.tokens or ("",)
    if what == TAKE and rest:
        await take(request, rest)
    elif what == OFF:
        await cancel(request)
    elif what == LIST:
        await show_list(request)
    elif what == PROOF:
        await show_proofs(request)
    elif what == NEW and not rest:
        await show_page(request, Draft())
    elif what in (NEW, GO):
        await _drafted(request, rest, go=what == GO)
    else:
        raise Refusal(texts.OLD_BUTTON)


async def _drafted(request: Request, tokens: list[str], *, go: bool) -> None:
    try:
        draft = drafts.read(tokens, request.services.faces)
    except ValueError as fault:
        raise Refusal(texts.OLD_BUTTON) from fault
    if not go or not draft.game:
        await show_page(request, draft)
        return
    try:
        own = await _shown_strength(request, draft) if draft.near else UNKNOWN
        await place(request, drafts.wish(request.services.faces[draft.game], draft, own or UNKNOWN))
    except Refusal as refusal:
        await show_page(request, draft, refusals.sentence(request.say, refusal))


async def reach(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Write once more to somebody whose direct messages were closed. Raises `Refusal`."""
    match.must_play(request.user)
    services = request.services
    await services.store.people.set_player(request.user, now=services.matches.clock(), dm_closed=False)
    job = match_job(PUBLIC, match.id)
    await services.store.jobs.add(match.id, (job,), now=services.matches.clock(), version=match.match.version)
    await services.matches.commits.announce(CommitEvent())
    text = request.say("I am writing to you. If nothing arrives, your direct messages are still closed.")
    await replies.tell(request.interaction, text)


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the page for a seek of a match's game."""
    await show_page(request, Draft(match.match.game))
