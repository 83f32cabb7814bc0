"""The luck of a seat's dice, for reviews: what its rolls and shots brought, against what they bring on average.

It follows from the exact odds and from what lies open: the points that each seat may expect as the cards lie, as
chances of winning. What was dealt is no part of it, nor what others rolled against the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import singledispatch
from random import Random
from typing import Any, Final

from games.monsters_and_myths import events as ev
from games.monsters_and_myths import fights
from games.monsters_and_myths.cards import (
    CREATURES,
    NONE,
    WIZARD,
    changed,
    creatures,
    gathered,
    ordered,
    with_ranks,
)
from games.monsters_and_myths.catapults import HIT
from games.monsters_and_myths.player.habits import Habits, last_card
from games.monsters_and_myths.player.levels import LEVELS
from games.monsters_and_myths.player.outlook import told
from games.monsters_and_myths.player.worth import shares, totals
from games.monsters_and_myths.state import FACES, ROUNDS, State
from games.monsters_and_myths.view import FORCE, SEATS, View
from games.monsters_and_myths.worlds import world
from games.reviews import Moment

HITS: Final = Fraction(FACES - HIT + 1, FACES)
"""The chance that a catapult hits (M6.1)."""
_HABITS: Final = Habits(LEVELS["warlord"].taste)
"""Whoever loses creatures of several nations is taken to give those that are needed least."""


def luck(turn: Sequence[Moment]) -> int:
    """Return by how much a seat's dice have changed its chance of winning from its first action of a turn on."""
    total = Fraction(0)
    for moment in turn:
        if moment.view.phase != "start":
            total += _of_events(opened(moment.view), moment.view.reader, (*moment.events, *moment.meanwhile))
    return round(total)


def opened(view: View) -> State:
    """Return a match of which what lies open is true, to be kept up to date by `follow`."""
    return world(view, Random(0))  # noqa: S311 - what it deals is looked at by nobody


def _of_events(table: State, seat: int, events: Iterable[ev.Event]) -> Fraction:
    total = Fraction(0)
    for event in events:
        if isinstance(event, ev.Rolled) and event.attacker == seat:
            total += of_roll(table, seat, event.losses)
        elif isinstance(event, ev.Fired) and event.seat == seat:
            total += of_shot(table, seat, event.target, hit=event.hit)
        follow(event, table)
    return total


def of_roll(table: State, seat: int, losses: tuple[int, int]) -> Fraction:
    """Return what a roll has changed for the attacker that came to these losses, against the mean of all rolls."""
    assert table.target is not None
    odds = fights.of_exchange(table.force, table.attack_card, table.nation(table.target)).chances
    worth = {came: _after_losses(table, seat, came) for came, _ in odds}
    return worth[losses] - sum((share * worth[came] for came, share in odds), Fraction(0))


def of_shot(table: State, seat: int, target: str, *, hit: bool) -> Fraction:
    """Return what a shot has changed for whoever fired it, against the mean of hit and miss."""
    after = table.draft()
    _take(after, seat, target)
    gain = _chance(after, seat) - _chance(table, seat)
    return gain * (int(hit) - HITS)


def _chance(table: State, seat: int) -> int:
    last = table.round == ROUNDS and last_card(table)
    return told(shares(totals(table), table.round, last=last)[seat], len(table.seats))


def _after_losses(table: State, seat: int, losses: tuple[int, int]) -> int:
    """Return the chance of the attacker once both sides have lost so many creatures."""
    assert table.target is not None
    after, target = table.draft(), table.target
    nation = creatures(with_ranks(NONE, target.nation, table.nation(target)))
    for code in nation[: losses[1]]:
        _hand_over(after, target.seat, code, seat)
    for _ in range(losses[0]):
        given = min(creatures(after.force), key=lambda code: _HABITS.price(after, seat, seat, CREATURES[code][0]))
        _hand_over(after, seat, given, target.seat)
    return _chance(after, seat)


# What happens to what lies open


@singledispatch
def follow(event: Any, table: State) -> None:
    """Carry out on a draft what an event says of creatures, captured cards, the round, and the attack that is on.

    Wizards and catapults are left as they are: no points depend on them.
    """


@follow.register
def _(event: ev.RoundBegan, table: State) -> None:
    table.round = event.number


@follow.register
def _(event: ev.LaidOut, table: State) -> None:
    more = [code for code in event.cards if code in CREATURES]
    table.put(event.seat, troops=gathered(more, table.seats[event.seat].troops))


@follow.register
def _(event: ev.CardBegan, table: State) -> None:
    table.active, table.card, table.force, table.target = event.seat, event.number, NONE, None


@follow.register
def _(event: ev.Attacked, table: State) -> None:
    table.target, table.force = event.target, gathered(event.force)


@follow.register
def _(event: ev.Lost, table: State) -> None:
    _hand_over(table, event.seat, event.card, event.winner)


@follow.register
def _(event: ev.Fired, table: State) -> None:
    if event.hit:
        _take(table, event.seat, event.target)


def _hand_over(table: State, loser: int, code: str, winner: int) -> None:
    if loser == table.active:
        table.force = changed(table.force, code, -1)
    _capture(table, loser, code, winner)


def _take(table: State, seat: int, target: str) -> None:
    """Let a shot capture what it was aimed at, in the words of actions."""
    letter, code, *where = target.split(".")
    owner = SEATS.index(letter)
    if where == [FORCE]:
        table.force = changed(table.force, code, -1)
    _capture(table, owner, code, seat)


def _capture(table: State, owner: int, code: str, winner: int) -> None:
    if code in CREATURES:
        table.put(owner, troops=changed(table.seats[owner].troops, code, -1))
    table.put(winner, captured=ordered((*table.seats[winner].captured, WIZARD if code[1] == WIZARD else code)))
