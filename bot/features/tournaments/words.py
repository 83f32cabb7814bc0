"""A tournament in words: what is played, who has entered, who meets whom, who has won."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from bot.clocks import pace as paces
from bot.features.tournaments import course
from bot.features.tournaments.course import KINDS
from bot.features.tournaments.shown import Names, halves
from bot.panels.face import AnyFace
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.phrases import Phrases
from storage import Entrant, StoredPairing, Tournament, WholeTournament

ENTERED: Final = 800
"""Characters for the names of those who have entered."""
WAITING: Final = 400
"""Characters for the names of teams that are not complete."""
WINNERS: Final = 800
"""Characters for the names of those who share the first place."""
PAIRINGS: Final = 16
"""So many pairings of a round are listed."""
TOP: Final = 3
"""So many places are told at the end."""


def called(say: Phrases, entrant: Entrant, known: Mapping[int, str]) -> str:
    """Return the name of an entrant: of a team those of its members."""
    return " & ".join(known[user] for user in entrant.users) or say("somebody")


def by_seed(say: Phrases, whole: WholeTournament, known: Mapping[int, str]) -> dict[int, str]:
    """Return the names of the entrants by their seeds."""
    return {one.seed: called(say, one, known) for one in whole.entrants if one.seed is not None}


def heading(say: Phrases, face: AnyFace, head: Tournament) -> str:
    """Return the name of a tournament, and how it is played."""
    game = face.game
    formation = next(one for one in game.formations if one.id == head.formation)
    parts = [
        say("{game}, {kind}.", game=game.title, kind=KINDS[head.kind]),
        texts.rated(say) if head.rated else "",
        texts.teams(say, formation, drawn=False) if formation != game.formations[0] else "",
        texts.options(say, game.match_options, options_of(head)),
        times.pace(say, paces.stored(head.pace)),
    ]
    return texts.lines(f"**{head.title}**", " ".join(part for part in parts if part))


def options_of(head: Tournament) -> Mapping[str, object]:
    """Return the options of the matches of a tournament."""
    found: Mapping[str, object] = json.loads(head.options)
    return found


def page(
    say: Phrases, face: AnyFace, whole: WholeTournament, known: Mapping[int, str], threads: Mapping[str, int], size: int
) -> str:
    """Return the text of the page of a tournament."""
    head = whole.head
    names, above = by_seed(say, whole, known), heading(say, face, head)
    if head.status == "open":
        return _open(say, whole, known, size, above)
    if head.status == "running":
        return _running(say, whole, names, threads, above)
    if head.status == "over":
        return result(say, whole, names, above)
    return texts.lines(above, say("This tournament was canceled."))


def _open(say: Phrases, whole: WholeTournament, known: Mapping[int, str], size: int, above: str) -> str:
    ready = [one for one in whole.entrants if len(one.users) == size]
    waiting = [one for one in whole.entrants if len(one.users) < size]
    entered = say("Entered: {count} of {most}.", count=len(ready), most=whole.head.most)
    teams = texts.enumerated(say, [called(say, one, known) for one in waiting], WAITING)
    lacking = say("Incomplete teams: {teams}.", teams=teams) if waiting else ""
    names = texts.enumerated(say, [called(say, one, known) for one in ready], ENTERED)
    return texts.lines(above, entered, names, lacking, say("Press **Join** to enter."))


def _running(say: Phrases, whole: WholeTournament, names: Names, threads: Mapping[str, int], above: str) -> str:
    played = list(course.now_played(whole))
    if whole.head.kind in course.BRACKETS:
        title = say("Playing now:")
    else:
        number = max((one.round for one in whole.pairings), default=0)
        title = say("Round {number} of {count}:", number=number, count=course.number_of_rounds(whole))
    shown = sorted(played, key=lambda one: one.points is not None)[:PAIRINGS]
    lines = [pairing(say, one, names, threads) for one in shown]
    return texts.listed(say, (above, title), lines, more=len(played) - len(shown))


def pairing(say: Phrases, one: StoredPairing, names: Names, threads: Mapping[str, int]) -> str:
    """Return who meets whom, and what came of it, or where they play."""
    if one.second is None:
        return say("{player} has a bye", player=names[one.first])
    pair = f"{names[one.first]} – {names[one.second]}"
    if one.points is not None:
        return f"{pair} · {score(say, one)}"
    thread = threads.get(one.match_id)
    return f"{pair} · <#{thread}>" if thread else pair


def score(say: Phrases, one: StoredPairing) -> str:
    """Return the result of a pairing, and how it came about where it was not played."""
    assert one.points is not None
    points = f"{halves(one.points[0])}:{halves(one.points[1])}"
    if one.how == "absent":
        return say("{points}, not played", points=points)
    if one.how == "left":
        return say("{points}, withdrawn", points=points)
    if one.how == "organizer":
        return say("{points}, by the organizer", points=points)
    if one.how == "seed":
        return say("{points}, drawn twice: the better seed goes on", points=points)
    return points


def result(say: Phrases, whole: WholeTournament, names: Names, above: str) -> str:
    """Return who has won, and who came next, below a heading."""
    places = course.places(whole)
    winners = [names[seed] for place, seed in places if place == 1]
    if not winners:
        return texts.lines(above, say("The tournament is over, without a winner."))
    first = say("The winner: {player}.", player=winners[0])
    if len(winners) > 1:
        first = say("First place is shared: {players}.", players=texts.enumerated(say, winners, WINNERS))
    rest = [f"{place}. {names[seed]}" for place, seed in places if 1 < place <= TOP]
    return texts.listed(say, (above, first), rest)
