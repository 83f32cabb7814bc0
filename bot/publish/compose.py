"""What the live message and the direct messages of a match say. Everything comes from views and shown events."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.limits import CONTENT
from bot.matches.loaded import LoadedMatch
from bot.panels import room
from bot.panels.face import Account
from bot.panels.model import Button, Row
from bot.people.names import full_names, short_names
from bot.publish import notices, rounds
from bot.publish.buttons import live_rows
from bot.publish.recent import Recap, latest_turn, recap
from bot.publish.studio import Drawing
from bot.publish.summary import Names, Summary, scene, summarize
from bot.texts import columns, story
from bot.texts import match as texts
from bot.texts.phrases import Phrases

SHORT_NAME: Final = 16
"""To so many characters a player's name is shortened in one."""
SHORT_LENGTH: Final = 300
"""Up to this length what happened stands in the first line, which the lock screen shows, and nowhere else."""
BEFORE_LENGTH: Final = 900
"""How much a message tells of what happened before the turn that is on."""
NOW_LENGTH: Final = 500
"""How much it tells of this turn."""

NEWS_LENGTH: Final = CONTENT - NOW_LENGTH - 100
"""How much of what happened before this turn is told to whoever asks for all of it; of this turn the rest."""

PublicNotes = Callable[[Phrases, LoadedMatch], Awaitable[str]]
"""Makes the lines that features add in the channel, below a challenge and below the result; empty for none."""


@dataclass(frozen=True, slots=True)
class Content:
    """The text and the rows of a live message, and its picture, which is not drawn yet."""

    text: str
    picture: Drawing | None
    film: Drawing | None = None
    """The frames before the picture; the last of them is the picture itself."""
    rows: tuple[Row, ...] = ()


def others(match: LoadedMatch) -> tuple[int, ...]:
    """Return all players but the one who acted last."""
    last = match.user_of(match.entries[-1].seat) if match.entries else None
    return tuple(user for user in match.users() if user != last)


def _told(say: Phrases, head: str, news: Recap, account: Account = rounds.NOTHING) -> tuple[str, ...]:
    """Return the first line, with what happened if that is short, and the rest of it. Nothing stands in both.

    The account of a round is told as well: there are so many characters less.
    """
    most = BEFORE_LENGTH - len(account.text)
    before = _lined(say, rounds.beside(account, news.before), most)
    now = _lined(say, rounds.beside(account, news.now), NOW_LENGTH if before else most)
    if before:
        if _short(before):
            return f"{head}{story.BETWEEN}{before}", texts.this_turn(say, now)
        return head, texts.since_your_turn(say, before), texts.this_turn(say, now)
    if _short(now):
        return (story.BETWEEN.join(part for part in (head, now) if part),)
    return head, now


def _lined(say: Phrases, news: Summary, length: int) -> str:
    return story.lines(news.sentences, length, latest=news.latest, left_out=partial(texts.left_out, say))


def _short(text: str) -> bool:
    return "\n" not in text and len(text) <= SHORT_LENGTH


def live_content(
    say: Phrases,
    match: LoadedMatch,
    names: Names,
    waiting: Sequence[int],
    since: int,
    told: int | None = None,
    *,
    reader: int | None = None,
    more: Sequence[Button] = (),
) -> Content:
    """Return text, rows and picture of the live message that was posted after entry `since`.

    With a `reader` it is for their own direct messages, and mentions nobody else. `more` are the buttons that features
    add.

    It tells what came after entry `told`, up to which earlier messages tell (by default `since`), in
    `room.POST_LINES` lines, and no more of it than leaves the whole message its room on a laptop. Its picture is the
    board, or what the round has changed that is just over, or the card of the result; as long as nothing has happened
    since it was posted, the film of what it tells comes before.
    """
    short, over = short_names(names, SHORT_NAME), match.match.status == "over"
    named, answering = others(match) if over else waiting, match.unanswered
    if reader is not None:
        named, answering = (tuple(user for user in users if user == reader) for users in (named, answering))
    mentions = [f"<@{user}>" for user in named]
    offer = _offer(say, match, short, [f"<@{user}>" for user in answering])
    status = "" if over else notices.status(say, match, short)
    opening = notices.opening_text(say, match) if since == 0 else ""
    accounts, summed_up = rounds.last(say, match, names, short)
    begin = since if told is None else told
    asked = [number for user in waiting if (number := match.seat_of(user)) is not None]
    news = summarize(say, match, begin, short, without_end=True, latest=latest_turn(match, asked))
    rows = live_rows(say, match, short, more)

    def headline(account: Account, *, brief: bool) -> str:
        return notices.headline(say, match, short, mentions, brief=brief, scored=not account.scored)

    account = rounds.fitting(accounts, lambda one: texts.lines(headline(one, brief=True), offer, status), rows)
    head, brief = (headline(account, brief=brief) for brief in (False, True))
    if room.left(rows, texts.lines(brief, offer, status, opening), room.POST) < 1:
        opening = ""  # it was read when nothing had happened

    def told_below(head: str) -> str:
        told_once = news.those(lambda sentence: sentence not in head)  # an end is said once
        return _told_within(say, told_once, account, texts.lines(head, offer, status, opening), rows)

    happened = told_below(brief)
    if told_below(head) != happened:  # what somebody is asked about is told where that costs no news
        head = brief
    text = texts.lines(head, offer, happened, status, opening)
    pictures, view = match.face.pictures, match.view(None)
    if over:
        picture: Drawing = (pictures.result_card, say, view, names)
    else:
        latest = summarize(say, match, since, short).events or news.events
        picture = summed_up or (pictures.board, say, view, pictures.marks(latest), names)
    film = film_of(say, match, begin, match.newest, names) if since == match.newest else None
    return Content(text, picture, film, rows)


def _told_within(say: Phrases, news: Summary, account: Account, around: str, buttons: Sequence[Row]) -> str:
    """Return what happened, as much as there is room for in a post that says what a round has come to.

    `around` is what else the post says, `buttons` are its rows.
    """
    taken = texts.lines(around, account.text)
    space = room.left(buttons, taken, room.POST)
    if not account.text:
        space = max(1, space)  # something is told in any case
    told, left_out = rounds.beside(account, news), partial(texts.left_out, say)
    rows, whole = room.POST_LINES - columns.height(taken), bool(account.text)
    happened = story.within(
        told.sentences, rows, space, whole=whole, latest=told.latest, left_out=left_out, laptop=columns.POST
    )
    return texts.lines(happened, account.text)


def film_of(say: Phrases, match: LoadedMatch, after: int, until: int, names: Names) -> Drawing | None:
    """Return what films the entries after number `after` up to `until`; `None` where there is nothing to see."""
    film, filmed = match.face.film, scene(match, after, until, names)
    return (film.draw, say, filmed) if film is not None and filmed is not None else None


def _offer(say: Phrases, match: LoadedMatch, names: Names, mentions: Sequence[str]) -> str:
    """Return the open offers as a line, addressed to those whose answer is missing; empty where there are none."""
    offered = notices.offered(say, match, names)
    return " ".join([*mentions, offered]) if offered else ""


def closing_content(say: Phrases, match: LoadedMatch, names: Names, told: int, until: int) -> Content:
    """Return text and pictures of a live message that is closed: they tell what came after entry `told` up to `until`.

    The first one keeps the head of the thread. Where nothing counts of what it told, as after a takeback, it points on.
    """
    short = short_names(names, SHORT_NAME)
    head = notices.players_text(say, match, short) if until == 0 else ""
    accounts, summed_up = rounds.last(say, match, names, short, until) if until else ([], None)
    news = summarize(say, match, told, short, until=until, latest=latest_turn(match, until=until))
    happened = _told_within(say, news, rounds.fitting(accounts, lambda one: head, ()), head, ())
    told_here = texts.lines(head, happened) or say("The match goes on below.")
    return Content(told_here, summed_up, film_of(say, match, told, until, names))


def dm_text(say: Phrases, match: LoadedMatch, names: Names, seat: int) -> str:
    """Return the text of a direct message: what has happened since the last turn of its reader, and where."""
    user = match.user_of(seat)
    told = recap(say, match, names, [user] if user is not None else [], 0, seat)
    others = [name for number, name in sorted(full_names(names).items()) if number != seat]
    about = f"**{texts.game_with(say, notices.title(say, match), others)}**"
    account = next(iter(rounds.last(say, match, names, names)[0]), rounds.NOTHING)
    head = story.BETWEEN.join((about, notices.headline(say, match, names, [], scored=not account.scored)))
    return texts.lines(
        *_told(say, head, told, account),
        account.text,
        _offer(say, match, names, []),
        notices.status(say, match, names, seat),
        texts.link(match.match),
    )


def news_text(say: Phrases, match: LoadedMatch, names: Names, user: int) -> str:
    """Return the news since the last turn of the user who asks; for spectators the latest."""
    seat = match.seat_of(user)
    told = recap(say, match, names, [user] if seat is not None else [], 0, seat)
    before = _lined(say, told.before, NEWS_LENGTH)
    now = _lined(say, told.now, max(NOW_LENGTH, NEWS_LENGTH - len(before)))
    return texts.lines(texts.since_your_turn(say, before), texts.this_turn(say, now))


def position_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return how a match stands and what happened last, for a user who asks."""
    told = Recap(Summary(), summarize(say, match, max(0, match.newest - 3), names))
    return texts.lines(
        *_told(say, story.begun(notices.headline(say, match, names, [])), told),
        _offer(say, match, names, []),
        notices.status(say, match, names),
        texts.link(match.match),
    )
