"""What is said of a match as a whole: start message, opening, headline and status, result; players and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.matches import computers, seating
from bot.matches.loaded import LoadedMatch
from bot.panels.model import Button, Press, Row
from bot.panels.widgets import how_to_play, rows_of
from bot.people.names import full_names, names_at
from bot.publish.summary import at_stake
from bot.texts import agreements as agreed
from bot.texts import columns, story
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.names import NOBODY, players
from bot.texts.phrases import Phrases
from games import standing
from games.computers import OFFERED, computers_of
from storage import Waiting

Names = Mapping[int, str]


def title(say: Phrases, match: LoadedMatch) -> str:
    """Return the name of the game."""
    return say.message(match.face.game.title)


def players_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return the game and who plays it."""
    return f"**{title(say, match)}**: {sides(say, match, names)}."


def sides(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return who plays against whom, for a heading."""
    return texts.sides(say, seating.names(match, full_names(names)))


def opening_text(say: Phrases, match: LoadedMatch) -> str:
    """Return what the first live message says to newcomers: the way in, and what the computers are like."""
    way_in = say("Press **{play}** to open your panel; only you can see it.", play=texts.play_label(say))
    return texts.lines(way_in, *_computers(say, match))


def _computers(say: Phrases, match: LoadedMatch) -> list[str]:
    """Return who plays each level and what it is like to play against, in small letters."""
    known = computers_of(match.face.game)
    playing: dict[str, list[str]] = {}
    for user in (seat.user_id for seat in match.match.seats):
        if computers.is_computer(user):
            playing.setdefault(computers.level_of(user), []).append(computers.name(user))
    characters = known.characters if known is not None else ()
    return [
        f"{columns.SMALL}{say.every(playing[level])} – {say.message(OFFERED[level])}: {say.message(character)}"
        for level, character in characters
        if level in playing
    ]


def _without_gaps(text: str) -> str:
    """Return a text without the blanks that stand where a match is as usual, and nothing is said of it."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


def details(say: Phrases, match: LoadedMatch) -> str:
    """Return how the match is played: the formation where it is not the usual one, then the options."""
    game = match.face.game
    unusual = match.formation != game.formations[0] or match.match.drawn
    teams = texts.teams(say, match.formation, drawn=match.match.drawn) if unusual else ""
    time = times.pace(say, match.pace) if match.pace is not None else ""
    rated = texts.rated(say) if match.match.rated else ""
    parts = (rated, teams, texts.options(say, game.match_options, match.options), time)
    return " ".join(part for part in parts if part)


def lobby_rows(say: Phrases, match: LoadedMatch, names: Names) -> tuple[Row, ...]:
    """Return the buttons of the start message.

    The last one carries the fingerprint of the secret behind the draws, from before anybody has joined to the end.
    """
    proof = Button(say("Fair draws"), Press("proof", (match.fingerprint,)))
    if match.match.status != "lobby":
        return ((proof,),) if match.started else ()
    row: list[Button] = []
    if any(s.user_id is None for s in match.match.seats):
        row += _join_buttons(say, match, names)
    if any(s.user_id is not None and s.status == "invited" for s in match.match.seats):
        row.append(Button(say("Accept"), Press("accept"), "success"))
        row.append(Button(say("Decline"), Press("decline"), "danger"))
    return rows_of([*row, how_to_play(say), proof])


def result_rows(say: Phrases, match: LoadedMatch, more: Sequence[Button] = ()) -> tuple[Row, ...]:
    """Return the buttons of the message that says how the match ended, those of features among them."""
    proof = Button(say("Fair draws"), Press("proof", (match.fingerprint,)))
    return ((Button(say("Rematch"), Press("rematch"), "primary"), *more, proof),)


def _join_buttons(say: Phrases, match: LoadedMatch, names: Names) -> list[Button]:
    """Return one button to join, or one for each side that still lacks a player."""
    free = seating.open_sides(match)
    if len(free) < 2:
        return [Button(say("Join"), Press("join"), "success")]
    joined: dict[str, str] = {}
    for seat in match.match.seats:
        if seat.user_id is not None and (seat.seat in names):
            side = seating.side_of(match, seat.seat)
            if side not in joined or seat.user_id == match.match.creator:
                joined[side] = names[seat.seat]
    return [Button(_join_label(say, joined.get(side)), Press("join", (side,)), "success") for side in free]


def _join_label(say: Phrases, player: str | None) -> str:
    return say("Join {player}'s team", player=player) if player else say("Join the other team")


def start_text(say: Phrases, match: LoadedMatch, names: Names, mentions: Mapping[int, str]) -> str:
    """Return the text of the start message, at every stage of the match."""
    return _without_gaps(_start_text(say, match, names, mentions))


def _start_text(say: Phrases, match: LoadedMatch, names: Names, mentions: Mapping[int, str]) -> str:
    game = title(say, match)
    seats = match.match.seats
    creator = next((s.seat for s in seats if s.user_id == match.match.creator), 0)
    opener = names.get(creator) or say("somebody")
    if match.match.status == "cancelled":
        return say("**{game}**: the challenge by {player} is no longer open.", game=game, player=opener)
    if match.match.status == "running" and match.match.in_dm:
        return f"{players_text(say, match, names)} {details(say, match)}"
    if match.match.status == "running":
        return say(
            "**{game}**: {players}. {details}\nPlay in the thread of this message.",
            game=game,
            players=sides(say, match, names),
            details=details(say, match),
        )
    if match.match.status == "over":
        return f"{players_text(say, match, names)} {say('The match is over.')}"
    missing = sum(s.user_id is None for s in seats)
    if len(seats) > 2:
        return _team_challenge(say, match, opener, _players(say, match, names, mentions), missing)
    if missing:
        return say.plural(
            "**{game}**: {player} is looking for a player. {details}\nPress **{join}** to play.",
            "**{game}**: {player} is looking for {count} players. {details}\nPress **{join}** to play.",
            missing,
            game=game,
            player=opener,
            details=details(say, match),
            join=say("Join"),
        )
    invited = [mentions[s.seat] for s in seats if s.user_id is not None and s.status == "invited"]
    if match.match.rematch_of is not None:
        return say(
            "**{game}**: {player} challenges {others} to a rematch. {details}\n"
            "The match begins when everybody has accepted.",
            game=game,
            player=opener,
            others=say.every(invited),
            details=details(say, match),
        )
    return say(
        "**{game}**: {player} challenges {others}. {details}\nThe match begins when everybody has accepted.",
        game=game,
        player=opener,
        others=say.every(invited),
        details=details(say, match),
    )


def _team_challenge(say: Phrases, match: LoadedMatch, opener: str, players: str, open_seats: int) -> str:
    """Return the start message of a match of more than two that has not begun."""
    if not open_seats:
        return say(
            "**{game}**: {details}\n{there}.\nThe match begins when everybody is there.",
            game=title(say, match),
            details=details(say, match),
            there=players,
        )
    return say(
        "**{game}**: {player} is looking for players. {details}\n{there}.\n"
        "Press **{join}** to play. The match begins when everybody is there.",
        game=title(say, match),
        player=opener,
        details=details(say, match),
        there=players,
        join=say("Join"),
    )


def _players(say: Phrases, match: LoadedMatch, names: Names, mentions: Mapping[int, str]) -> str:
    """Return the seats of a lobby: the players who have accepted, those invited, the open seats."""
    words = {}
    for seat in match.match.seats:
        if seat.user_id is None:
            words[seat.seat] = _open_seats(say, 1)
        elif seat.status == "accepted":
            words[seat.seat] = full_names(names)[seat.seat]
        else:
            words[seat.seat] = say("{player} (invited)", player=mentions[seat.seat])
    if not seating.undecided(match):
        return texts.sides(say, seating.names(match, words))
    listed = [words[s.seat] for s in match.match.seats if s.user_id is not None]
    free = sum(s.user_id is None for s in match.match.seats)
    listed += [_open_seats(say, free)] if free else []
    return say("{players}; the teams are drawn when everybody is there", players=say.every(listed))


def _open_seats(say: Phrases, seats: int) -> str:
    return say.plural("an open seat", "{count} open seats", seats)


def finished_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return who played and how it ended; if many have taken a seat over, only the latest of them."""
    players = sides(say, match, names)
    text = say(
        "**{game}**: {players}. {ending}",
        game=title(say, match),
        players=players,
        ending=ending(say, match, names),
    )
    somebody = say("somebody")
    takeovers = [
        say(
            "{player} took over from {other}.",
            player=names_at(names, former.until).get(former.seat, somebody),
            other=names_at(names, former.until - 1).get(former.seat, somebody),
        )
        for former in match.match.former
    ]
    return " ".join(part for part in (text, story.joined(takeovers, between=" ")) if part)


def result_text(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return the result for the channel, with a mention of the match's thread where everybody can see it."""
    return f"{finished_text(say, match, names)} {texts.thread(match.match)}".rstrip()


def headline(
    say: Phrases,
    match: LoadedMatch,
    names: Names,
    mentions: Sequence[str],
    *,
    brief: bool = False,
    scored: bool = True,
) -> str:
    """Return the line that the lock screen shows first: who is called, what for, the score; or how the match ended.

    Where computers alone are asked it says which. A `brief` one does not say what people are asked about. The score is
    left out where it is not to be `scored`.
    """
    view = match.view(None)
    if match.match.status == "over":
        over = say("The match is over. {ending}", ending=match.face.words.ending(say, view, names))
        return story.BETWEEN.join(part for part in (" ".join(mentions), over) if part)
    words, waited = match.face.words, [choice for choice in match.choices if choice.must]
    people = [one for one in waited if not computers.is_computer(match.user_of(one.seat))]
    asks = [(words.asked(say, one, view, names), "" if brief else words.about(say, one, view, names)) for one in people]
    asked = dict.fromkeys(f"{task} ({about})" if about else task for task, about in asks)
    if waited and not people:  # nobody reads what a computer is asked
        asked = {
            say("Waiting for {players}", players=players(say, names, dict.fromkeys(one.seat for one in waited))): None
        }
    score = match.face.words.score(say, view, names) if scored else ""
    called_for = story.BETWEEN.join(part for part in (*asked, score) if part)
    return " ".join([*mentions, called_for]).strip()


def status(say: Phrases, match: LoadedMatch, names: Names, reader: int | None = None) -> str:
    """Return the line about all sides, with the time that is left."""
    parts = (match.face.words.status(say, match.view(reader), names), until(say, match))
    return story.begun(story.BETWEEN.join(part for part in parts if part))


def offered(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return draws and takebacks that wait for an answer, and what would be undone; empty where there are none."""
    if match.match.status != "running":
        return ""
    asker = match.position.takeback
    undone = at_stake(say, match, asker, names) if asker is not None else ""
    return " ".join(part for part in (agreed.open_offers(say, match.position, names), undone) if part)


def until(say: Phrases, match: LoadedMatch) -> str:
    """Return until when the match waits, and what a window comes to without an answer; empty where no time runs."""
    ends = [(one.runs_out, one.seat) for one in match.match.clocks if one.runs_out and not one.out_at]
    if match.match.status != "running" or not ends:
        return ""
    over, seat = min(ends)
    return seat_until(say, match, seat, over)


def seat_until(say: Phrases, match: LoadedMatch, seat: int, over: int) -> str:
    """Return what it means for a seat that is waited for that its time is over at that moment.

    In a window that is what happens by itself without an answer, else there is a deadline.
    """
    game, options = match.face.game, match.options
    asked = next((choice for choice in match.choices if choice.seat == seat and choice.must), None)
    if asked is not None and asked.default is not None and standing.seconds_for(game, options, asked) is not None:
        return times.by_itself(say, match.face.words.action_text(say, asked.default, NOBODY), over)
    return times.on_the_board(say, over)


def waits(say: Phrases, match: LoadedMatch, waiting: Waiting) -> str:
    """Return until when a match waits for somebody and what happens then, or since when it does, for lists."""
    if waiting.runs_out is not None:
        return seat_until(say, match, waiting.seat, waiting.runs_out)
    return say("asked {since}", since=times.moment(waiting.since))


def ending(say: Phrases, match: LoadedMatch, names: Names) -> str:
    """Return who won and how, as a sentence."""
    return match.face.words.ending(say, match.view(None), names)
