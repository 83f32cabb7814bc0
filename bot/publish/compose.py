"""What the live message and the direct messages of a match say. Everything comes from views and shown events."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.limits import CONTENT
from bot.matches.loaded import LoadedMatch
from bot.panels import room
from bot.panels.face import Account
from bot.panels.model import Button, Row
from bot.people.names import full_names, short_names
from bot.publish import notices, rounds
from bot.publish.buttons import live_rows
from bot.publish.missed import Missed
from bot.publish.studio import Drawing
from bot.publish.summary import Summary, scene, shown, summarize
from bot.texts import match as texts
from bot.texts import story
from bot.texts.phrases import Phrases
from games.history import Replayed

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

Names = Mapping[int, str]
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


@dataclass(frozen=True, slots=True)
class Recap:
    """News for those who are asked: all since their own last turn, apart from the turn that is on."""

    before: Summary
    now: Summary

    @property
    def latest(self) -> Summary:
        """Return the newest part in which anything happened."""
        return self.now if self.now.sentences or self.now.events else self.before


def last_own(match: LoadedMatch, users: Sequence[int]) -> int:
    """Return the number of the last entry of any of these users, 0 if there is none."""
    return match.past.last_of(_seats(match, users))


def _seats(match: LoadedMatch, users: Sequence[int]) -> list[int]:
    return [seat.seat for seat in match.match.seats if seat.user_id in users]


def recap(
    say: Phrases, match: LoadedMatch, names: Names, users: Sequence[int], since: int, reader: int | None = None
) -> Recap:
    """Return the news for these users: everything since the end of their own last turn, while this turn lasts.

    Before anybody's first turn it is what came after entry number `since`, and after their own last entry.
    """
    seats = _seats(match, users)
    turn = match.past.turn_end()
    if not users or not turn:
        start = since if since < match.newest else last_own(match, users) if users else match.newest - 1
        return Recap(Summary(), summarize(say, match, max(0, start), names, reader, without_end=True, summed=True))
    told, last = partial(summarize, say, match, names=names, reader=reader, summed=True), latest_turn(match, seats)
    return Recap(
        told(_seen(match, seats, turn), until=turn, latest=last),
        told(turn, without_end=True, latest=last),
    )


def seen_until(match: LoadedMatch, user: int) -> int:
    """Return the number of the last entry that a user saw in their last turn; of who does not play, before the last."""
    seats = _seats(match, [user])
    if seats:
        return _seen(match, seats, match.past.turn_end())
    before = match.past.after(0, max(0, match.past.turn_end() - 1))
    ends = (one.number for one in reversed(before) if one.step is not None and one.step.turns_ended)
    return next((number for number in ends if match.past.counts(number)), 0)


def _seen(match: LoadedMatch, seats: Sequence[int], turn: int) -> int:
    """Return the number of the last entry that these seats saw in their own last turn.

    An answer of somebody else's that ended it is news to them. Who has had no turn yet has seen what came before the
    last action of their own.
    """
    end = match.past.turn_end(seats)
    if end and match.past.entry(end).entry.seat not in seats:
        return end - 1
    return end or match.past.last_of(seats, until=turn)


def latest_turn(match: LoadedMatch, seats: Collection[int] = (), until: int | None = None) -> range:
    """Return the numbers of the entries up to `until` that are the latest moves of players other than these.

    That is the turn that is on, where any of the others has acted in it, else the one before it. Of a match that is
    over it is the last whole turn, with what came after it.
    """
    past, end = match.past, match.newest if until is None else until
    turn = past.turn_end(until=until)
    acted = (one for one in past.after(turn, until) if one.entry.seat not in seats and past.counts(one.number))
    if match.match.status == "over":
        return range(past.turn_end(until=turn - 1) + 1, end + 1)
    if any(one.entry.kind == "action" for one in acted) or not turn:
        return range(turn + 1, end + 1)
    return range(past.turn_end(until=turn - 1) + 1, turn + 1)


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

    It tells what came after entry `told`, up to which earlier messages tell (by default `since`), in `LINES` lines, and
    no more of it than leaves the whole message its room on a laptop. Its picture is the board, or what the round has
    changed that is just over, or the card of the result; as long as nothing has happened since it was posted, the film
    of what it tells comes before.
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
    rows, whole = room.POST_LINES - story.height(taken), bool(account.text)
    happened = story.within(told.sentences, rows, space, whole=whole, latest=told.latest, left_out=left_out)
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


def missed(say: Phrases, match: LoadedMatch, names: Names, user: int) -> Missed:
    """Return what others did since a player's last turn and action."""
    seats, turn = _seats(match, [user]), match.past.turn_end()
    start = max(_seen(match, seats, turn), last_own(match, [user]))
    reader = match.seat_of(user)
    last = match.past.entry(start) if start and reader is not None else None
    own = last is not None and last.entry.seat == reader and last.entry.kind == "action"
    first = start - own  # what others did with the same step is news, too

    def part(one: Replayed, events: list[Any]) -> list[Any]:
        return _besides(match, reader, events) if reader is not None and one.number == start and own else events

    told = partial(summarize, say, match, names=names, reader=reader, summed=True, part=part)
    earlier = told(first, until=turn, latest=latest_turn(match, seats)) if start < turn else Summary()
    news = told(turn if start < turn else first, without_end=True, latest=range(1, match.newest + 1))
    return Missed(say, earlier, news, reader, "" if reader is None else names.get(reader, ""))


def _by(match: LoadedMatch, reader: int | None, one: Replayed, events: list[Any]) -> list[Any]:
    """Return what a reader did with an entry of their own, and what came of it.

    What is told anew by something that has happened since is left to that.
    """
    words = match.face.words
    since = [
        event
        for later in match.past.after(one.number)
        if match.past.counts(later.number)
        for event in shown(match, later, reader)
    ]
    own = events if reader is None else words.own(events, reader)
    return [event for event in own if not words.outdated(event, since)]


def _besides(match: LoadedMatch, reader: int, events: list[Any]) -> list[Any]:
    """Return what others did with a reader's step."""
    own = {id(event) for event in match.face.words.own(events, reader)}
    return [event for event in events if id(event) not in own]


def own_move(say: Phrases, match: LoadedMatch, names: Names, user: int, since: int, rows: int, space: int) -> str:
    """Return what came of what a player has done after entry `since`, in so many lines of a phone and of a laptop."""
    seats, reader = _seats(match, [user]), match.seat_of(user)

    def wanted(one: Replayed) -> bool:
        return one.entry.seat in seats and one.entry.kind != "undo"

    told = summarize(say, match, since, names, reader, wanted=wanted, part=partial(_by, match, reader)).sentences
    under, left_out = partial(texts.own_move, say), partial(texts.left_out, say)
    return story.within(told, rows, space, under=under, left_out=left_out)


def position_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return how a match stands and what happened last, for a user who asks."""
    told = Recap(Summary(), summarize(say, match, max(0, match.newest - 3), names))
    return texts.lines(
        *_told(say, story.begun(notices.headline(say, match, names, [])), told),
        _offer(say, match, names, []),
        notices.status(say, match, names),
        texts.link(match.match),
    )
