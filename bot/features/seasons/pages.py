"""`/season` on Discord: the table of a season, those that are over, and what managers of a server do with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord

from bot.commands.server import POSTING, must_write
from bot.features.puzzles.ladder import show_ladder
from bot.features.seasons import shown, words
from bot.features.seasons.service import ACTION_ID, OVER, SHOW, Seasons
from bot.interactions import replies
from bot.interactions.services import Request
from bot.interactions.tokens import number_of
from bot.limits import BUTTONS_A_ROW, SELECT_OPTIONS
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, Pressed
from bot.panels.model import Button, Picture, Press, Row, Select
from bot.panels.widgets import button, option
from bot.people.names import safe_name
from bot.people.settings import DAY_MS
from bot.texts import match as texts
from bot.texts.time import moment
from games.messages import Message
from storage import ALL_GAMES, Season

LAST, HOW, LADDER, NEW, BEGIN, STOP, END = "last", "how", "ladder", "new", "begin", "stop", "end"
"""What presses ask for, beside `SHOW` and `OVER`: the first of their tokens."""
LINES: Final = 10
PAGES: Final = 10
"""So many pages can be turned."""
NAMES_WITHIN: Final = 5.0
DAYS: Final = (14, 28, 56, 91)
"""How long a season lasts that is begun by buttons."""
USUAL: Final = 28
SHORTEST_MS, LONGEST_MS = 3_600_000, 366 * DAY_MS
NEEDED: Final = (*POSTING, "read_message_history")
"""The permissions that the bot needs in the channel of a season: it looks for what it has posted before."""
EVERY: Final = "-"
"""The token of all games."""


async def in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Refuse a press that names a match: seasons belong to none. Raises `Refusal`."""
    raise Refusal(texts.OLD_BUTTON)


async def pressed(request: Request, pressed: Pressed) -> None:
    """Handle a press. Raises `Refusal`."""
    what, *rest = pressed.press.tokens or (SHOW,)
    if what == NEW:
        await ask(request, *_asked(request, rest))
        return
    if what == BEGIN:
        days, games = _asked(request, rest)
        now = request.services.matches.clock()
        await begin(request, "", now + days * DAY_MS, games)
        return
    if what == LAST or not rest:
        await (show_last(request) if what == LAST else show_running(request))
        return
    season = await _found(request, rest[0])
    if what in (SHOW, OVER):
        game, page = (*rest[1:], *(EVERY, "0")[len(rest) - 1 :])[:2]
        if game != EVERY and game not in _games(request, season):
            raise Refusal(texts.OLD_BUTTON)
        await show(request, season, ALL_GAMES if game == EVERY else game, number_of(page, PAGES))
    elif what == HOW:
        text = texts.lines(words.counting(request.say), words.awards(request.say))
        await replies.answer(request.interaction, text, view=_view(((_to(request, season),),)))
    elif what == LADDER:
        until = min(season.ends_at, request.services.matches.clock())
        back = _to(request, season)
        about = request.say("Puzzles of the day that were solved on their day: {season}.", season=season.name)
        await show_ladder(request, season.begun_at // DAY_MS, until // DAY_MS, about, (back,))
    elif what == STOP:
        await ask_to_end(request, season)
    elif what == END:
        await end(request, season)
    else:
        raise Refusal(texts.OLD_BUTTON)


def _asked(request: Request, tokens: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Return length and games of the season that a manager puts together. Raises `Refusal`."""
    days, *games = tokens or (str(USUAL),)
    known = request.services.faces
    if days not in map(str, DAYS) or any(game not in known for game in games):
        raise Refusal(texts.OLD_BUTTON)
    return int(days), tuple(name for name in known if name in games)


async def _found(request: Request, token: str) -> Season:
    """Return the season of a token, of this server. Raises `Refusal`."""
    season = await request.services.store.seasons.of(number_of(token))
    if season is None or season.guild_id != request.interaction.guild_id:
        raise Refusal(texts.OLD_BUTTON)
    return season


def _guild(request: Request) -> int:
    if request.interaction.guild_id is None:
        raise Refusal(Message("Each server has seasons of its own. Use `/season show` there."))
    return request.interaction.guild_id


def _manages(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


def _must_manage(request: Request) -> None:
    if not _manages(request):
        raise Refusal(Message("Only people who may manage the server can do that."))


def _games(request: Request, season: Season) -> list[str]:
    """Return the games of a season that there are."""
    return [name for name in request.services.faces if not season.games or name in season.games]


# The table


async def show_running(request: Request) -> None:
    """Show the table of the season that is running, or that there is none. Raises `Refusal`."""
    seasons = await request.services.store.seasons.on(_guild(request))
    if seasons and seasons[0].closed_at is None:
        await show(request, seasons[0])
        return
    say = request.say
    buttons = [*([_last(request)] if seasons else []), *([_new(request)] if _manages(request) else [])]
    text = say("No season is running on this server.")
    if not _manages(request):
        text += " " + say("Whoever manages the server can begin one.")
    await replies.answer(request.interaction, text, view=_view((tuple(buttons),)))


async def show(request: Request, season: Season, game: str = ALL_GAMES, page: int = 0) -> None:
    """Show a page of the table of a season, of one game or of all; of one that is over the picture to keep first.

    Raises `Refusal`.
    """
    picture: Picture | None
    request.services.limits.must(request.user, "pictures")
    if season.closed_at is not None and game == ALL_GAMES and page == 0:
        text, picture = await request.services.get(Seasons).kept(request.say, season)
        rows = await _rows(request, season, game, page)
        await replies.answer(request.interaction, text, picture=picture, view=_view(rows))
        return
    say, services = request.say, request.services
    scores = await services.store.seasons.table(season.id, game, (page + 1) * LINES)
    await services.names.learn([one.user_id for one in scores[page * LINES :]], within=NAMES_WITHIN)
    lines = words.standings(scores, lambda user: services.names.known(say, user))[page * LINES :]
    which = say.message(services.faces[game].game.title) if game else words.games(say, services.faces, season)
    when = say("ended {when}", when=moment(season.ends_at)) if season.closed_at else _ends(request, season)
    text = texts.lines(
        f"**{season.name}** · {which} · {when}",
        *(words.line(say, one) for one in lines),
        "" if lines else say("Nobody has points here yet: rated matches are opened with `rated`."),
        await _own(request, season, game, {one.score.user_id for one in lines}),
    )
    picture = None
    if lines:
        note = f"{which} · {words.dates(say, season)}"
        picture = await services.studio.draw(shown.table, say, season.name, note, lines, text)
    rows = await _rows(request, season, game, page)
    await replies.answer(request.interaction, text, picture=picture, view=_view(rows))


def _ends(request: Request, season: Season) -> str:
    if season.ends_at <= request.services.matches.clock():
        return request.say("over; its titles are awarded within a few minutes")
    return request.say("ends {when}", when=moment(season.ends_at))


async def _own(request: Request, season: Season, game: str, listed: set[int]) -> str:
    """Return how the asker stands, where no line says it."""
    if request.user in listed:
        return ""
    mine = await request.services.store.seasons.score(season.id, game, request.user)
    if mine is None:
        return ""
    say = request.say
    return say(
        "You: {points}, {matches}.", points=words.points(say, mine.points), matches=words.matches(say, mine.matches)
    )


async def _rows(request: Request, season: Season, game: str, page: int) -> tuple[Row, ...]:
    say, games = request.say, _games(request, season)
    more = len(await request.services.store.seasons.table(season.id, game, (page + 1) * LINES + 1)) > (page + 1) * LINES
    here = game or EVERY
    turns = [
        button(label, _show(season, here, to))
        for to, label in ((page - 1, say("Back")), (page + 1, say("More")))
        if 0 <= to < PAGES and (to < page or more)
    ]
    apart = [button(say("All games"), _show(season), disabled=not game)] if len(games) > 1 else []
    apart += [
        button(say.message(request.services.faces[name].game.title), _show(season, name), disabled=name == game)
        for name in games
        if len(games) > 1
    ]
    more_of_it = [
        button(say("How points count"), Press(ACTION_ID, (HOW, str(season.id)))),
        button(say("Puzzle ladder"), Press(ACTION_ID, (LADDER, str(season.id)))),
        _last(request),
    ]
    manage = []
    if _manages(request):
        stop = button(say("End the season"), Press(ACTION_ID, (STOP, str(season.id))), style="danger")
        manage = [_new(request) if season.closed_at is not None else stop]
    return tuple(tuple(row) for row in (apart[:BUTTONS_A_ROW], turns, more_of_it, manage) if row)


def _show(season: Season, game: str = EVERY, page: int = 0) -> Press:
    return Press(ACTION_ID, (SHOW, str(season.id), game, str(page)))


def _to(request: Request, season: Season) -> Button:
    return button(request.say("Table"), _show(season))


def _last(request: Request) -> Button:
    return button(request.say("All seasons"), Press(ACTION_ID, (LAST,)))


def _new(request: Request) -> Button:
    return button(request.say("Begin a season"), Press(ACTION_ID, (NEW, str(USUAL))), style="success")


def _view(rows: Sequence[Row]) -> discord.ui.View | None:
    return components.view(LESSON, tuple(row for row in rows if row))


async def show_last(request: Request) -> None:
    """Show all seasons of the server, with a list to choose from. Raises `Refusal`."""
    say, faces = request.say, request.services.faces
    seasons = (await request.services.store.seasons.on(_guild(request)))[:SELECT_OPTIONS]
    if not seasons:
        raise Refusal(Message("This server has had no season yet."))
    lines = [
        f"**{season.name}** · {words.games(say, faces, season)} · {words.dates(say, season)}" for season in seasons
    ]
    options = tuple(option(season.name, _show(season), words.dates(say, season)) for season in seasons)
    rows = (Select(say("Choose a season"), options),)
    await replies.answer(request.interaction, texts.listed(say, (), lines), view=_view(rows))


# For managers


async def ask(request: Request, days: int, games: Sequence[str]) -> None:
    """Ask a manager how long a new season is to last, and which games count. Raises `Refusal`."""
    _must_manage(request)
    say, known = request.say, request.services.faces
    chosen = [name for name in known if name in games]
    end = request.services.matches.clock() + days * DAY_MS
    text = texts.lines(
        f"**{say('Begin a season')}**",
        say(
            "It is posted in this channel, and so are its titles at the end: {when}.",
            when=moment(end, "f"),
        ),
        say(
            "Games: {games}.",
            games=words.titles(say, known, chosen),
        ),
        say("To give it a name or another end, use `/season begin`."),
    )
    lengths = tuple(
        button(
            say.plural("{count} week", "{count} weeks", many // 7),
            Press(ACTION_ID, (NEW, str(many), *chosen)),
            disabled=many == days,
        )
        for many in DAYS
    )
    toggles = tuple(_toggle(request, days, chosen, name) for name in known if len(known) > 1)
    go = button(say("Begin"), Press(ACTION_ID, (BEGIN, str(days), *chosen)), style="success")
    await replies.answer(request.interaction, text, view=_view((lengths, toggles[:BUTTONS_A_ROW], (go,))))


def _toggle(request: Request, days: int, chosen: Sequence[str], name: str) -> Button:
    others = [one for one in request.services.faces if (one in chosen) != (one == name)]
    title = request.say.message(request.services.faces[name].game.title)
    return button(
        title, Press(ACTION_ID, (NEW, str(days), *others)), style="primary" if name in chosen else "secondary"
    )


async def begin(request: Request, name: str, end: int, games: Sequence[str]) -> None:
    """Begin a season that is posted in this channel. Raises `Refusal`."""
    _must_manage(request)
    guild_id, channel = _guild(request), request.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Refusal(Message("Begin a season in the channel where it is to be posted: a text channel, no thread."))
    must_write(channel, NEEDED)
    services, now = request.services, request.services.matches.clock()
    if not SHORTEST_MS <= end - now <= LONGEST_MS:
        raise Refusal(Message("A season lasts from an hour to a year."))
    number = len(await services.store.seasons.on(guild_id)) + 1
    called = safe_name(name) or request.say("Season {number}", number=number)
    made = await services.store.seasons.begin(guild_id, channel.id, called, games, now=now, end=end)
    if not made:
        raise Refusal(Message("A season is running already. End it first with `/season end`."))
    await services.get(Seasons).look()
    season = await services.store.seasons.of(made)
    assert season is not None
    text = request.say("{name} has begun and ends {when}.", name=f"**{called}**", when=moment(end, "f"))
    await replies.answer(request.interaction, text, view=_view(((_to(request, season),),)))


async def ask_to_end(request: Request, season: Season) -> None:
    """Ask whether a season is to end now. Raises `Refusal`."""
    _must_manage(request)
    if season.closed_at is not None:
        raise Refusal(Message("This season is over."))
    text = request.say(
        "**End {name} now?** The titles are awarded and posted at once, and nothing more counts.", name=season.name
    )
    stop = button(request.say("End the season"), Press(ACTION_ID, (END, str(season.id))), style="danger")
    await replies.answer(request.interaction, text, view=_view(((stop, _to(request, season)),)))


async def end(request: Request, season: Season) -> None:
    """End a season now. Raises `Refusal`."""
    _must_manage(request)
    store, now = request.services.store.seasons, request.services.matches.clock()
    if season.ends_at > now:
        await store.change(season.id, end=max(now, season.begun_at))
    await request.services.get(Seasons).look()
    after = await store.of(season.id)
    assert after is not None
    await show(request, after)


async def running(request: Request) -> Season:
    """Return the season that is running on the server. Raises `Refusal`."""
    seasons = await request.services.store.seasons.on(_guild(request))
    if not seasons or seasons[0].closed_at is not None:
        raise Refusal(Message("No season is running on this server."))
    return seasons[0]
