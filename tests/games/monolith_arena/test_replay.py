"""Replays: events folded into positions end where the rules have arrived."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from types import UnionType

from games.api import formation_for, new_options
from games.draws import Draws
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.referee import random_action
from games.monolith_arena.replay import film, struck
from games.monolith_arena.view import View
from tests.games.monolith_arena.helpers import situation


def steps(
    games: int, kinds: type[ev.Event] | UnionType, seats: int = 2, **options: bool
) -> list[tuple[View, list[ev.Event], View]]:
    """All steps of random matches with an event of those kinds, as everybody sees them."""
    random, found = Random(5), []
    for _ in range(games):
        draws = Draws(random.randbytes(32))
        state = GAME.new(formation_for(GAME, seats), new_options(GAME, options))
        while state.result is None:
            seat, action = random_action(state, random)
            step = GAME.carry_out(state, seat, action, draws)
            if any(isinstance(e, kinds) for e in step.events):
                events = [GAME.show(e, None) for e in step.events]
                found.append((GAME.view(state, None), events, GAME.view(step.state, None)))
            state = step.state
    return found


def test_a_film_ends_with_the_position_after_the_battle() -> None:
    found = steps(12, ev.Wounds)
    assert len(found) > 30
    for before, events, after in found:
        nothing = ev.Wounds("phase", 0, (), (), (), (), after.hit_points)
        folded = film(before, [*events, nothing], after)[-2].view
        assert folded.board == after.board
        frames = film(before, events, after)
        assert sum(isinstance(f.event, ev.Wounds) for f in frames) == sum(isinstance(e, ev.Wounds) for e in events)


def test_a_film_shows_what_falls_with_a_token_gone_before_the_monolith_folds() -> None:
    """R5.9: the Nightmare nets the Guardians' banner once its token is off, and the rune in the segment falls."""
    board = {
        "C3": {"seat": 0, "tile": "banner"},
        "C4": {"seat": 0, "tile": "rune_of_penetration", "wounds": 1},
        "C2": {"seat": 1, "tile": "nightmare", "facing": 1, "netted": True, "entrenched": True},
        "E3": {"seat": 1, "tile": "banner"},
    }
    before = situation(
        {
            "factions": ["guardians_of_the_realm", "lords_of_the_abyss"],
            "board": board,
            "monoliths": {"0": {"segments": ["C3", "B3", "C4"]}},
            "reserves": [["battle"], []],
        }
    )
    step = GAME.apply(before, 0, ("battle",), Draws(bytes(32)))
    kinds = [type(event) for event in step.events]
    assert kinds.index(ev.BattleEnded) < kinds.index(ev.ToughnessLost) < kinds.index(ev.Folded)
    frames = film(GAME.view(before, None), step.events, GAME.view(step.state, None))
    folding = next(frame.view for frame in frames if isinstance(frame.event, ev.Folded))
    assert folding.board[BY_NAME["C4"]] is None
    assert frames[-1].view.monoliths[0].inside == (None, None)


def test_a_film_ends_with_the_folded_board() -> None:
    found = steps(4, ev.Wounds | ev.Folded | ev.Unfolded, 2, monoliths=True)
    found += steps(2, ev.Wounds | ev.Folded | ev.Unfolded, 4, monoliths=True, reinforcement=True)
    folds = 0
    for before, events, after in found:
        nothing = ev.Wounds("phase", 0, (), (), (), (), after.hit_points)
        last = film(before, [*events, nothing], after)[-2].view
        assert last.board == after.board
        asked = after.stage == "order"  # an unfolding that waits for facings has no event that changes the board
        assert asked or last.monoliths == after.monoliths
        frames = film(before, events, after)
        shown = [e for e in events if isinstance(e, ev.Folded | ev.Unfolded)]
        assert [f.event for f in frames if isinstance(f.event, ev.Folded | ev.Unfolded)] == shown
        for event in shown:
            there = next(f.view for f in frames if f.event is event).monoliths[event.seat]
            assert there.segments == (event.segments if isinstance(event, ev.Folded) else ())
        folds += sum(isinstance(e, ev.Folded) for e in events)
    assert folds > 10


def test_a_charge_or_a_battle_is_seen_before_the_next_turn_begins() -> None:
    charged = fought = 0
    for before, events, after in steps(12, ev.Moved | ev.BattleBegan):
        seen = struck(before, events)
        charges = [event for event in events if isinstance(event, ev.Moved) and event.by == "charge"]
        in_turn = takewhile(lambda event: not isinstance(event, ev.TurnBegan | ev.Ended), events)
        battle = any(isinstance(event, ev.BattleBegan) for event in in_turn)
        assert (seen is not None) == (bool(charges) or battle)
        if seen is None or after.stage not in ("turn", "over"):
            continue
        if battle:
            fought += 1
            assert (seen.board, seen.hit_points) == (after.board, after.hit_points)
            continue
        charged += any(isinstance(event, ev.Wounds) for event in events)
        assert (seen.turn, seen.active, seen.stage) == (before.turn, before.active, before.stage)
        spent = sum(isinstance(event, ev.OrderPlayed) for event in events)
        seat = charges[0].seat
        assert seen.seats[seat].discards == after.seats[seat].discards[: len(before.seats[seat].discards) + spent]
        assert seen.seats[seat].reserve_count == before.seats[seat].reserve_count - spent
        assert sum(count for _, count in seen.seats[seat].unseen) == (
            sum(count for _, count in before.seats[seat].unseen) - spent
        )
        assert seen.seats[1 - seat] == before.seats[1 - seat], "nothing is drawn yet"
        if not any(isinstance(event, ev.BattleBegan) for event in events):
            assert seen.board == after.board
            assert seen.hit_points == after.hit_points
    assert charged
    assert fought
