"""What a review says, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from bot.matches.loaded import LoadedMatch
from bot.people.names import names_at
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.names import player, players, told
from bot.texts.phrases import Phrases
from games.api import Action
from games.chances import CERTAIN, percent
from games.reviews import Judged, Review, Turn, reviewing_of

Names = Mapping[int, str]
MINUTE: Final = 60
NO_BATTLES: Final[Mapping[str, str]] = {}


def working(say: Phrases, done: int, whole: int, seconds: float | None, until: int) -> str:
    """Return what is said while a review is being worked out; without `seconds` nobody knows how long that takes.

    `done` turns of the `whole`, as the replay counts them, are worked out. The message can be changed up to `until`, in
    milliseconds.
    """
    left = "" if seconds is None else say("Time left: {time}.", time=_about(say, seconds))
    when = times.moment(until, "t")
    return texts.lines(
        say("The review is being worked out."),
        " ".join(part for part in (say("Turns done: {done} of {all}.", done=done, all=whole), left) if part),
        say("If it is ready by {time}, it appears here; after that, press *Look again*.", time=when),
    )


def _about(say: Phrases, seconds: float) -> str:
    """Return a time that was only estimated: in minutes, and never less than it is."""
    return say("about {time}", time=times.length(say, ceil(seconds / MINUTE) * MINUTE))


def who(names: Names, turn: Turn) -> str:
    """Return who played a turn, whoever has the seat now."""
    return player(names_at(names, turn.first), turn.seat)


def title(say: Phrases, names: Names, review: Review, place: int) -> str:
    """Return the title of a turn: its number, and who played it."""
    return say("Turn {number}: {player}", number=place + 1, player=who(names, review.turns[place]))


def overview(say: Phrases, match: LoadedMatch, names: Names, review: Review) -> str:
    """Return the review as a whole: the turns that lost most, and the luck."""
    lines = _listed(say, names, review, review.turning_points())
    if review.empty:
        return say("No turn of this match could be judged, so nothing can be said of it.")
    return texts.lines(
        *_not_judged(say, review),
        say("**The turns that lost most**, the largest loss first")
        if lines
        else say("No turn that was judged was plainly worse than the best one.")
        if review.failed
        else say("No turn was plainly worse than the best one."),
        *lines,
        *luck(say, match, names, review),
        say(
            "A point of the chart is the chance after that turn, from what its player could know. So the line also"
            " moves by what only others knew."
        ),
    )


def _not_judged(say: Phrases, review: Review) -> list[str]:
    """Return how many turns could not be judged; nothing where all that could be were."""
    if not review.failed:
        return []
    return [say.plural("{count} turn could not be judged.", "{count} turns could not be judged.", review.failed)]


def own(say: Phrases, names: Names, review: Review, places: Sequence[int]) -> str:
    """Return the reader's own turns that lost most."""
    return texts.lines(
        say("**Your turns that lost most**, the largest loss first"),
        *_listed(say, names, review, places),
        say("Small losses may be chance: the page of a turn says how sure that is."),
    )


def _listed(say: Phrases, names: Names, review: Review, places: Sequence[int]) -> list[str]:
    """Return a line for each of these turns: whose it was, and the chances."""
    return [
        say(
            "{number}. {title} had {played}% to win; {best}% was possible.",
            number=n,
            title=title(say, names, review, place),
            played=percent(one.played),
            best=percent(one.best),
        )
        for n, place in enumerate(places, 1)
        if (one := review.turns[place].judged) is not None
    ]


def luck(say: Phrases, match: LoadedMatch, names: Names, review: Review) -> list[str]:
    """Return what luck has done for each side, in points, over all its turns."""
    reviewing = reviewing_of(match.face.game)
    assert reviewing is not None
    said = []
    for team in sorted(set(match.formation.teams)):
        seats = [seat for seat, its in enumerate(match.formation.teams) if its == team]
        had = [turn.judged for turn in review.turns if turn.judged is not None and turn.seat in seats]
        if had:
            total, around = summed(had)
            side = players(say, names, seats)
            said.append(f"{side} ≈ 0" if abs(total) <= around else f"{side} {_signed(percent(total))}")
    if not said:
        return []
    return [
        say(
            "**{luck}**, in points of the chance of winning: {sides}.",
            luck=say.message(reviewing.luck),
            sides=", ".join(said),
        ),
        "" if reviewing.luck_note is None else say.message(reviewing.luck_note),
    ]


def _signed(points: int) -> str:
    """Return a number with its sign, if it has one: a minus, not a hyphen."""
    return (f"{points:+d}" if points else "0").replace("-", "\N{MINUS SIGN}")


def summed(had: Sequence[Judged]) -> tuple[int, int]:
    """Return what the luck of several turns comes to, and half of the interval around that."""
    total = sum(one.luck for one in had)
    return total, round(sum(one.luck_error**2 for one in had) ** 0.5)


def of_turn(
    say: Phrases,
    match: LoadedMatch,
    names: Names,
    review: Review,
    place: int,
    played: Sequence[Action],
    battles: Mapping[str, str] = NO_BATTLES,
) -> str:
    """Return what is said of one turn: what was played, what was better and why, and by how much.

    `battles` tells what the battles came to with which both ended.
    """
    turn = review.turns[place]
    judged = turn.judged
    assert judged is not None
    why = "" if judged.why is None else told(say, judged.why, names_at(names, turn.first))
    return texts.lines(
        f"**{title(say, names, review, place)}**",
        say(
            "Played ({player} {chance}%): {actions}.",
            player=who(names, turn),
            chance=percent(judged.played),
            actions=in_words(say, match, played, names),
        ),
        battles.get("played", ""),
        say(
            "Better ({player} {chance}%): {actions}.",
            player=who(names, turn),
            chance=percent(judged.best),
            actions=in_words(say, match, judged.better, names),
        ),
        battles.get("better", ""),
        why,
        _lost(say, match, judged),
        say("A hint says to play this, too: it thinks for a shorter time than a review.") if judged.hinted else "",
        parts(say, match, names, review, place),
    )


def parts(say: Phrases, match: LoadedMatch, names: Names, review: Review, place: int) -> str:
    """Return what the chance has changed by since the turn before, in parts that add up; empty where that is not told.

    The turn before was judged by what its own player could know, so there is a rest.
    """
    reviewing, turn, teams = reviewing_of(match.face.game), review.turns[place], match.formation.teams
    before = next((one for one in reversed(review.turns[:place]) if one.judged is not None), None)
    if reviewing is None or reviewing.rest is None or before is None or len(set(teams)) != 2:
        return ""
    assert turn.judged is not None
    assert before.judged is not None
    own = teams[before.seat] == teams[turn.seat]
    was = percent(before.judged.played if own else CERTAIN - before.judged.played)
    now, luck = percent(turn.judged.played), percent(turn.judged.luck)
    lost = percent(turn.judged.best) - now
    return say(
        "Since the turn before: {player} {before}% → {now}%. {luck}: {lucky}; lost: {lost}; {rest}: {more}.",
        player=who(names, turn),
        before=was,
        now=now,
        luck=say.message(reviewing.luck),
        lucky=_signed(luck),
        lost=_signed(-lost),
        rest=say.message(reviewing.rest),
        more=_signed(now - was - luck + lost),
    )


def _lost(say: Phrases, match: LoadedMatch, judged: Judged) -> str:
    """Return by how much what was played was worse, and how that was found."""
    reviewing = reviewing_of(match.face.game)
    assert reviewing is not None
    # As the two chances above it differ that are told in whole percent.
    lost, method = percent(judged.best) - percent(judged.played), say.message(reviewing.method)
    if not judged.error:
        return say("Lost: {lost} points. {method}", lost=lost, method=method)
    error = max(1, percent(judged.error))
    return say("Lost: {lost} points, give or take {error}. {method}", lost=lost, error=error, method=method)


def in_words(say: Phrases, match: LoadedMatch, actions: Sequence[Action], names: Names) -> str:
    """Return the actions of a turn in plain words."""
    return "; ".join(match.face.words.action_text(say, action, names) for action in actions)
