"""Random play at speed, without the walk through fields that people take; and a computer player.

Every verb is equally likely, attacks three times as likely; half of them aim at a hero whose place is known. So games
end soon, and still everything happens in them.

The computer player (`decide`) is greedy with sampling, from its own view alone, the same for the same seed. It places
the hidden heroes at random where its view does not exclude them, many times over, and fires where a shot and the next
one are worth most on the average: hits count more than finding somebody, and both less against itself. Abilities are
used where their price buys more than shots; for a Veil, and to tunnel while hidden, it never does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from games.api import Action
from games.arena_of_heroes import events as ev
from games.arena_of_heroes import verbs
from games.arena_of_heroes.cards import BLOODSCENT, BOARDING, COG, SPYGLASS
from games.arena_of_heroes.play import carry_out
from games.arena_of_heroes.ring import HIDEOUTS, chances
from games.arena_of_heroes.setup import opened
from games.arena_of_heroes.state import State
from games.arena_of_heroes.verbs import ANY, NUMBERS
from games.arena_of_heroes.view import HIT, SeatView, View
from games.draws import SEED_BYTES, Draws

OUTSIDE: Final = 0.1
"""How often somebody acts outside the own turn who can."""
AIMED: Final = 0.5
"""How often an attack aims at a hero whose place is known."""


class Move(NamedTuple):
    """One action of a random game, and what it led to."""

    before: State
    seat: int
    action: Action
    after: State
    events: tuple[ev.Event, ...]


def moves(random: Random, seats: int, options: Mapping[str, Any]) -> Iterator[Move]:
    """Play a random game, action by action; `options` are those of a match, all with their values."""
    state, draws = opened(seats, options), Draws(random.randbytes(SEED_BYTES))
    while state.phase != "over":
        seat, action = _drawn(state, random)
        played = carry_out(state, seat, action, draws)
        yield Move(state, seat, action, *played)
        state = played.state


def _drawn(state: State, random: Random) -> tuple[int, Action]:
    if state.question is not None:
        return state.question.seat, ("choose", random.choice(state.question.values))
    seat = state.turn
    if state.phase == "turn" and random.random() < OUTSIDE:
        others = [other for other in state.living() if other != seat and verbs.can_react(state, other)]
        seat = random.choice(others) if others else seat
    usable = [verb for verb in verbs.verbs_of(state, seat) if verb.available(state, seat)]
    names = [verb.name for verb in usable]
    chosen = random.choice(names + ["attack"] * 2 if "attack" in names else names)
    action = random.choice(list(_offers(state, seat, chosen)))
    seen = [hero.at for other, hero in enumerate(state.heroes) if other != seat and hero.alive and not hero.hidden]
    if seen and "attack" in chosen and random.random() < AIMED:
        return seat, (chosen, str(random.choice(seen)))
    return seat, random.choice([(*action, number) for number in NUMBERS] if _aimed(action) else [action])


def _offers(state: State, seat: int, name: str) -> Iterator[Action]:
    """Yield the actions of a verb without the hideout that may be any."""
    for action in verbs.RULES.completions(state, seat, verbs.VERBS[name]):
        if not _aimed(action[:-1]):
            yield action
        elif action[-1] == ANY:
            yield action[:-1]


def _aimed(action: Action) -> bool:
    """Return True if any hideout may follow."""
    return action in (("attack",), ("attack2",), (BOARDING,), ("use", SPYGLASS))


SAMPLES: Final = 16
"""How often the hidden heroes are placed for one decision."""
FOUND: Final = 1.0
"""What it is worth to find a hidden hero."""
STRUCK: Final = 2.2
"""What a hit is worth; more, the less stamina the target has left."""
CARE: Final = 1.5
"""How much worse it is to be struck than to strike."""
BOARDED: Final = 1.3
"""What a shot is worth at least for which a point of stamina is paid."""
_YES: Final = ("woodrunner", "digging")

Worlds = Sequence[Mapping[int, int]]
"""Where each of the others is, by its seat, in each of the worlds that were sampled."""


def decide(view: View, legal: Sequence[Action], random: Random) -> Action:
    """Return one of the legal actions of the reader's choice. `legal` must not be empty."""
    if view.question is not None and view.question.seat == view.reader:
        wanted = "yes" if view.question.kind in _YES else view.question.default
        return next((action for action in legal if action[-1] == wanted), legal[0])
    if view.phase == "draft" or view.reader is None:
        return random.choice(legal)
    return _turn(view, view.seats[view.reader], legal, random)


def _turn(view: View, me: SeatView, legal: Sequence[Action], random: Random) -> Action:
    """Explore first, get out of sight, then fire; what costs nothing beforehand."""
    for wish in _wishes(view, me):
        if wish in legal:
            return wish
    values = aims(view, me, worlds(view, me, random))
    boarding = [action for action in legal if action[0] == "boarding" and values[int(action[1])] >= BOARDED]
    if boarding and me.stamina > 2:
        return max(boarding, key=lambda action: values[int(action[1])])
    shots = [action for action in legal if action[0] in ("attack", "attack2")]
    if not shots:
        return next((action for action in legal if action in (("end",), ("pass",))), legal[0])
    worth = {shot: values[int(shot[1])] * (2 if shot[0] == "attack2" else 1) for shot in shots}
    best = max(worth.values())
    return random.choice([shot for shot in shots if worth[shot] >= best - 1e-9])


def _wishes(view: View, me: SeatView) -> list[Action]:
    """Return what comes before any shot, the best first, whether it is possible or not."""
    found: list[Action] = [("use", "B03"), ("use", "X07")]
    if me.delay > 1:
        found.append(("use", "X02"))
    if not me.explored:
        found.append(("explore",))
    if not me.hidden:
        if me.stamina <= 2:
            found.append(("tunnel",))  # surer than a roll
        found += [("hide",), ("shield",)]
        if me.stamina > 2 and not me.delay:
            found.insert(-2, ("rootwalk",))
        if me.delay and not view.sudden:
            found.append(("work",))
    return found


def worlds(view: View, me: SeatView, random: Random) -> Worlds:
    """Return places for all others in the arena: visible heroes where they are, hidden ones at random."""
    seen = {seat.seat: seat.at for seat in view.seats if seat.alive and seat.at is not None and seat.seat != me.seat}
    hidden = [seat for seat in view.seats if seat.alive and seat.at is None]
    return [_placed(view, me.at, hidden, seen, random) for _ in range(SAMPLES if hidden else 1)]


def _placed(
    view: View, own: int | None, hidden: Sequence[SeatView], seen: Mapping[int, int], random: Random
) -> dict[int, int]:
    """Return one world: no two heroes are hidden at the same hideout, for everybody has a card of their own (A4.4)."""
    placed = dict(seen)
    for seat in sorted(hidden, key=lambda seat: len(possible(view, seat))):
        places = possible(view, seat)
        free = [hideout for hideout in places if hideout != own and hideout not in placed.values()]
        placed[seat.seat] = random.choice(free or places)
    return placed


def aims(view: View, me: SeatView, sampled: Worlds) -> dict[int, float]:
    """Return what a shot at each hideout is expected to be worth in these worlds, with the shot after it."""
    inner = me.hero is not None and (BLOODSCENT in me.hero.can or any(p.card.id == COG for p in me.items))
    fan = {aim: chances(aim, view.die, inner=inner) for aim in HIDEOUTS}
    total = dict.fromkeys(HIDEOUTS, 0.0)
    for world in sampled:
        worth, following = _worth(view, me, world, max(fan[20].values()))
        for aim in HIDEOUTS:
            total[aim] += sum(chance * (worth[at] + following[at]) for at, chance in fan[aim].items())
    return {aim: value / len(sampled) for aim, value in total.items()}


def _worth(
    view: View, me: SeatView, world: Mapping[int, int], straight: float
) -> tuple[dict[int, float], dict[int, float]]:
    """Return what striking each hideout is worth in a world, and what the next shot is worth more for it.

    `straight` is how likely a shot strikes its aim: a hero that has just been found can be hit by the next one.
    """
    worth, following = dict.fromkeys(HIDEOUTS, 0.0), dict.fromkeys(HIDEOUTS, 0.0)
    for seat in view.seats:
        if not seat.alive:
            continue
        hit = STRUCK + 1 / max(1, seat.stamina)
        if seat.seat == me.seat:
            assert me.at is not None
            worth[me.at] -= CARE * (FOUND if me.hidden else STRUCK)
        elif not seat.hidden:
            if view.sudden or HIT not in seat.flags:
                worth[world[seat.seat]] += hit
        else:
            worth[world[seat.seat]] += FOUND
            if view.left > 1:
                following[world[seat.seat]] += straight * hit
    return worth, following


def possible(view: View, seat: SeatView) -> list[int]:
    """Return where a hidden hero may be, as everybody else can work it out; all open hideouts should none be left."""
    taken = {other.at for other in view.seats if other.at is not None and not other.hidden}
    open_ones = [h for h in HIDEOUTS if h not in view.closed and h not in taken]
    return [h for h in open_ones if h not in seat.spared] or open_ones or list(HIDEOUTS)
