"""What follows by itself: rounds of wounds, battles, ends of turns, the end of the match (R3.1, R4, R5, R12)."""

from __future__ import annotations

from games.api import Result
from games.monolith_arena import events as ev
from games.monolith_arena.battle import phases
from games.monolith_arena.battle.rounds import consider, resolve
from games.monolith_arena.state import RESERVE, Cause, State

Events = list[ev.Event]


def deal(draft: State, cause: Cause, events: Events) -> None:
    """Start a round of wounds and carry on as far as nobody has to be asked. Changes the draft."""
    draft.cause = cause
    draft.answers = ()
    carry_on(draft, events)


def fight(draft: State, reason: str, events: Events) -> None:
    """Start a battle (R5.1). Changes the draft."""
    events.append(ev.BattleBegan(draft.active, reason, draft.hit_points))
    draft.redraw = draft.discard_due = False
    phases.begin(draft, reason)
    carry_on(draft, events)


def carry_on(draft: State, events: Events) -> None:
    """Resolve round after round until a question is open or no round is left. Changes the draft."""
    while draft.cause is not None:
        round_ = consider(draft)
        if round_.questions:
            return
        wounds = resolve(draft, round_)
        if wounds is not None:
            events.append(wounds)
        kind = draft.cause.kind
        if kind == "phase":
            if not phases.next_phase(draft):
                _end_battle(draft, events)
        else:
            draft.cause = None
            if kind == "charge" and not _banner_down(draft, events):
                end_turn(draft, events)


def _end_battle(draft: State, events: Events) -> None:
    assert draft.battle is not None
    reason = draft.battle.reason
    events += phases.end(draft)
    if _banner_down(draft, events):
        return
    if reason in ("final", "additional"):
        _compare(draft, reason, events)
    else:
        end_turn(draft, events)


def _banner_down(draft: State, events: Events) -> bool:
    """End the match if a team has no hit points left (R5.8, R12.1)."""
    if all(draft.hit_points):
        return False
    standing = [team for team, points in enumerate(draft.hit_points) if points]
    if standing:
        finish(draft, _winners(draft, standing[0]), "banner", events)
    else:
        finish(draft, (), "both_banners", events)
    return True


def _winners(draft: State, team: int) -> tuple[int, ...]:
    return tuple(seat for seat, t in enumerate(draft.teams) if t == team)


def _compare(draft: State, reason: str, events: Events) -> None:
    """End the match with the higher hit points after the Final Battle; a tie gives extra turns once (R12.4)."""
    best = max(draft.hit_points)
    leading = [team for team, points in enumerate(draft.hit_points) if points == best]
    if len(leading) == 1:
        finish(draft, _winners(draft, leading[0]), "hit_points", events)
    elif reason == "additional":
        finish(draft, (), "tie", events)
    else:
        queue = draft.next_turns()
        events.append(ev.ExtraTurns(queue))
        draft.extra = True
        draft.last_turns = queue[1:]
        begin_turn(draft, queue[0], events)


def finish(draft: State, winners: tuple[int, ...], reason: str, events: Events) -> None:
    """End the match. Changes the draft."""
    draft.result = Result.won_by(winners, len(draft.teams), reason)
    draft.stage = "over"
    draft.cause = draft.battle = draft.push = draft.unfolding = None
    draft.answers = ()
    draft.redraw = draft.discard_due = False
    events.append(ev.Ended(draft.result))


def begin_turn(draft: State, seat: int, events: Events) -> None:
    """Begin a seat's turn with its draw (R3.1, R12.4, R14.1). Changes the draft."""
    draft.active = seat
    draft.turn += 1
    draft.used = frozenset()
    draft.drawn = ()
    draft.played = 0
    draft.placed = draft.unfolded = False
    draft.features_only = draft.extra and not draft.stacks[seat]
    events.append(ev.TurnBegan(seat, draft.turn))
    if draft.features_only:
        draft.redraw = draft.discard_due = False
        return
    draw(draft, max(0, draft.full_reserve(draft.turn) - len(draft.reserves[seat])), events)


def draw(draft: State, count: int, events: Events) -> None:
    """Draw for the active seat as many tiles as there are, then see what they oblige to (R3.1 to R3.3)."""
    seat = draft.active
    stack = draft.stacks[seat]
    drawn, rest = stack[:count], stack[count:]
    draft.stacks = (*draft.stacks[:seat], rest, *draft.stacks[seat + 1 :])
    reserve = draft.reserves[seat] + drawn
    draft.set_reserve(seat, reserve)
    draft.drawn = drawn
    if drawn:
        names = tuple([t.id for t in drawn])
        events.append(ev.Drew(seat, len(drawn), names, open=draft.options.open_reserves))
    if drawn and not rest and draft.last_turns is None:
        draft.last_turns = draft.next_turns()[:-1]
        events.append(ev.LastTileDrawn(seat))
    draft.redraw = bool(rest) and bool(reserve) and all(t.is_order for t in reserve)
    # The first two turns of the match ask for no discard (R3.3, R15.1), except with reinforcement (R14.4).
    draft.discard_due = len(reserve) >= RESERVE and (draft.turn > 2 or draft.options.reinforcement)


def end_turn(draft: State, events: Events) -> None:
    """End the turn: the next one, or the Final Battle (R3.6, R12.2). Changes the draft."""
    seat = draft.active
    events.append(ev.TurnEnded(seat, len(draft.reserves[seat])))
    draft.redraw = draft.discard_due = draft.features_only = False
    if draft.last_turns is None:
        begin_turn(draft, draft.next_turns()[0], events)
    elif draft.last_turns:
        next_seat, *rest = draft.last_turns
        draft.last_turns = tuple(rest)
        begin_turn(draft, next_seat, events)
    else:
        # Only called while no round is running, so that `carry_on` goes on with the new battle.
        reason = "additional" if draft.extra else "final"
        events.append(ev.BattleBegan(seat, reason, draft.hit_points))
        phases.begin(draft, reason)
