"""``python -m benchmarks.judgements GAME``: what reviews say of computer players, and how near their chances are.

Two players play each other with sides exchanged, and every turn is judged as in a review. Printed is what each player
lost a turn, how many of its turns are named, and what was said of the chances beside what came, by tenths.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any, Final

from benchmarks import asked
from benchmarks.calibration import Sample, table
from benchmarks.players import reference
from games import reviews
from games.api import Action, Decide, Formation, Game, new_options
from games.chances import CERTAIN
from games.computers import computers_of, think
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed, fold
from games.registry import GAMES
from games.reviews import Judged, Review, reviewing_of

POINT: Final = CERTAIN // 100


def recorded(game: Game[Any], levels: Sequence[str], way: Formation, seed: int) -> list[Replayed]:
    """Return a match of players of these levels, one a seat."""
    random, options = Random(seed), new_options(game, {})
    secret = random.randbytes(SEED_BYTES)
    draws, state = Draws(secret), game.new(way, options)
    entries: list[Entry] = []
    plans: dict[int, tuple[Action, ...]] = {}
    while game.result(state) is None:
        choice = next(choice for choice in game.choices(state) if choice.must)
        view, legal = game.view(state, choice.seat), game.legal(state, choice.seat, choice.key)
        action, *plan = plans.pop(choice.seat, ()) or (None,)
        if action not in legal:
            plans.clear()
            decision = _player(game, levels[choice.seat])(view, legal, random, levels[choice.seat])
            action, plan = decision.action, list(decision.plan)
        assert action is not None
        plans[choice.seat] = tuple(plan)
        entries.append(Entry("action", choice.seat, " ".join(action)))
        state = game.apply(state, choice.seat, action, draws).state
    return list(fold(game, way, options, secret, entries))


def _player(game: Game[Any], level: str) -> Decide:
    """Return who plays at a level, or the reference player of that name. Raises `KeyError` for nobody."""
    known = computers_of(game)
    assert known is not None
    if level in known.levels:
        module = known.module
        return lambda view, legal, random, level: think(module, view, legal, str(random.random()), level)[0]
    found = reference(game.name, level)
    if found is None:
        raise KeyError(level)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; returns the exit status."""
    known = {game.name: game for game in GAMES.values() if reviewing_of(game) is not None}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.judgements", description=__doc__)
    parser.add_argument("game", choices=tuple(known))
    parser.add_argument("--a", default="knight")
    parser.add_argument("--b", default="random", help="whoever has all other teams where there are more than two")
    asked.ask(parser, games=20)
    chosen = parser.parse_args(arguments)
    game = known[chosen.game]
    way = asked.way(game, chosen)
    reviewing = reviewing_of(game)
    assert reviewing is not None
    judged: dict[str, list[Judged]] = {chosen.a: [], chosen.b: []}
    named = dict.fromkeys(judged, 0)
    samples: list[Sample] = []
    seconds: list[float] = []
    turns = 0
    for seed in asked.seeds(chosen):
        levels = [chosen.a if team == way.teams[seed % way.seats] else chosen.b for team in way.teams]
        played = recorded(game, levels, way, seed)
        result = game.result(played[-1].after.state)
        assert result is not None
        found = []
        for place, turn in enumerate(reviews.turns(game, played)):
            began = process_time()
            said, _ = reviews.judge(reviewing.module, reviews.moments(game, turn, played), f"{seed} {place}")
            seconds.append(process_time() - began)
            found.append(reviews.judged(turn, said, played))
            if said is not None:
                judged[levels[turn.seat]].append(said)
                first = {way.teams[seat] for seat in result.ranking[0]}
                came = 1 / len(first) if way.teams[turn.seat] in first else 0.0
                samples.append(Sample(seed, (said.played,), came))
        turns += len(found)
        for place in Review(0, len(found), tuple(found)).turning_points():
            named[levels[found[place].seat]] += 1
    print(f"{turns} turns of {chosen.games} games, {len(samples)} judged")
    for level, all_ in judged.items():
        lost, luck = (mean(values) / POINT for values in ([one.lost for one in all_], [one.luck for one in all_]))
        print(f"{level:<10} {len(all_)} turns: lost {lost:.2f} points a turn, luck {luck:+.2f}, {named[level]} named")
    print(f"processor time a turn: median {median(seconds):.2f} s, at most {max(seconds):.2f} s")
    worst = table(samples, lambda sample: sample.values[0] / CERTAIN, sys.stdout)
    print(f"{worst:.1f} points at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
