"""What is said of a match as a whole: start message, opening, result; who plays with whom, and by which options."""

from __future__ import annotations

from collections.abc import Mapping

from bot.matches import seating
from bot.matches.loaded import LoadedMatch
from bot.panels.model import Button, Press, Row
from bot.texts import match as texts
from games.draws import commitment


def opening_text(table: LoadedMatch, names: Mapping[int, str]) -> str:
    """The head of the first live message in a thread."""
    face = table.face
    return texts.opening(
        face.game.title,
        seating.names(table, names),
        options_text(table),
        commitment(table.match.seed),
        drawn=table.match.drawn,
    )


def options_text(table: LoadedMatch) -> str:
    """How the match is played: the teams where there are any, then the options."""
    teams = seating.of_match(table)
    words = table.face.option_words(table.options)
    sizes = [teams.count(team) for team in dict.fromkeys(teams)]
    if max(sizes) == 1:
        return words
    form = " against ".join(map(str, sizes))
    return f"{form}{', teams drawn' if table.match.drawn else ''}. {words}"


def lobby_rows(table: LoadedMatch, names: Mapping[int, str]) -> tuple[Row, ...]:
    """The buttons of the start message."""
    if table.match.status == "over":
        return ((Button("Rematch", Press("rematch"), "primary"),),)
    if table.match.status != "lobby":
        return ()
    row: list[Button] = []
    if any(s.user_id is None for s in table.match.seats):
        row += _join_buttons(table, names)
    if any(s.user_id is not None and s.status == "invited" for s in table.match.seats):
        row += [Button("Accept", Press("accept"), "success"), Button("Decline", Press("decline"), "danger")]
    return (tuple(row),)


def _join_buttons(table: LoadedMatch, names: Mapping[int, str]) -> list[Button]:
    """One button, or one for each side that still lacks somebody."""
    free = seating.open_sides(table)
    if len(free) < 2:
        return [Button("Join", Press("join"), "success")]
    there: dict[str, str] = {}
    for seat in table.match.seats:
        if seat.user_id is not None and (seat.seat in names):
            side = seating.side_of(table, seat.seat)
            if side not in there or seat.user_id == table.match.creator:
                there[side] = names[seat.seat]
    return [Button(texts.join_label(there.get(side)), Press("join", (side,)), "success") for side in free]


def start_text(table: LoadedMatch, names: Mapping[int, str], mentions: Mapping[int, str]) -> str:
    """The text of the start message, whatever has become of the match."""
    title = table.face.game.title
    options = options_text(table)
    creator = next((s for s in table.match.seats if s.user_id == table.match.creator), table.match.seats[0])
    if table.match.status == "cancelled":
        return texts.called_off(title, names.get(creator.seat, "somebody"))
    if table.match.status == "running":
        return texts.under_way(title, seating.names(table, names), options)
    if table.match.status == "over":
        ending = table.face.ending(table.view(None), names)
        return texts.finished(title, seating.names(table, names), ending)
    open_seats = sum(s.user_id is None for s in table.match.seats)
    if len(table.match.seats) > 2:
        who = _who_is_there(table, names, mentions)
        return texts.team_challenge(names[creator.seat], title, options, who, open_seats)
    if open_seats:
        return texts.open_challenge(names[creator.seat], title, options, open_seats)
    invited = [mentions[s.seat] for s in table.match.seats if s.user_id is not None and s.status == "invited"]
    return texts.challenge(names[creator.seat], texts.listing(invited), title, options)


def _who_is_there(table: LoadedMatch, names: Mapping[int, str], mentions: Mapping[int, str]) -> str:
    """The seats of a lobby: who has accepted, who is invited, which are open."""
    words = {}
    for seat in table.match.seats:
        if seat.user_id is None:
            words[seat.seat] = "an open seat"
        else:
            accepted = seat.status == "accepted"
            words[seat.seat] = names[seat.seat] if accepted else texts.invited(mentions[seat.seat])
    if seating.undecided(table):
        there = [words[s.seat] for s in table.match.seats if s.user_id is not None]
        free = sum(s.user_id is None for s in table.match.seats)
        there += [f"{free} open seats" if free > 1 else "an open seat"] if free else []
        return texts.to_be_drawn(there, commitment(table.match.seed))
    return texts.sides(seating.names(table, words))


def result_text(table: LoadedMatch, names: Mapping[int, str]) -> str:
    """The result for the channel."""
    ending = table.face.ending(table.view(None), names)
    place = f"<#{table.match.thread_id}>" if table.match.thread_id and not table.match.private else ""
    return texts.result(
        texts.finished(table.face.game.title, seating.names(table, names), ending),
        place,
        table.match.seed.hex(),
        commitment(table.match.seed),
    )
