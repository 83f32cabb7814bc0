"""One round of wounds: ask the owners what has to be asked, then resolve everything at once (R5.4, R5.10, R8).

A round is a phase of a battle, an order or a charge (`State.cause`). Nothing about it is stored except the answers:
`consider` computes it anew from the board, which stays as it was at the start of the round until it is resolved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.monolith_arena import events as ev
from games.monolith_arena.battle import attacks, phases
from games.monolith_arena.battle.absorption import Absorption, absorptions
from games.monolith_arena.battle.attacks import Attacker, Hit
from games.monolith_arena.hexes import BY_NAME, NAMES
from games.monolith_arena.state import BEGINNING, NOTHING, State
from games.monolith_arena.view import Question


class Round(NamedTuple):
    """A round as far as it is decided."""

    questions: tuple[Question, ...]
    """What has to be answered first, at most one question a seat; empty when the round can be resolved."""
    due: Sequence[Attacker] = ()
    hits: Sequence[Hit] = ()
    sacrificed: Sequence[int] = ()
    absorbed: Absorption = frozenset()
    poisoned: Mapping[int, int] = {}
    """Markers by hex."""


def given(state: State) -> tuple[list[Attacker], list[Hit], list[int]]:
    """Return what is certain in the running round before anybody is asked.

    The attackers of the phase, all hits but those of the assassins, and the tiles that give themselves up.
    """
    cause = state.cause
    assert cause is not None
    standing = state.standing()
    if cause.kind == "phase":
        if cause.number == BEGINNING:
            return [], *attacks.opening_hits(standing)
        assert state.battle is not None
        due = attacks.attackers(standing, cause.number, state.battle.spent)
        return due, attacks.phase_hits(standing, due, {}), []
    if cause.kind == "charge":
        champion = cause.hexes[0]
        piece = state.board[champion]
        able = piece is not None and not standing.disabled(champion)
        return [], attacks.melee_hits(standing, champion, piece) if piece is not None and able else [], []
    return [], attacks.order_hits(state.board, cause.kind, cause.hexes), []


def consider(state: State) -> Round:
    """Return the round that the state is in. The state must have a cause."""
    due, hits, sacrificed = given(state)
    if attacks.assassins(due):
        targets, questions = _targets(state, due)
        if questions:
            return Round(questions)
        hits = attacks.phase_hits(state.standing(), due, targets)
    if not hits:
        return Round((), due, hits, sacrificed)
    absorbed, questions = _absorbed(state, hits)
    if questions:
        return Round(questions)
    poisoned, questions = marked(state, hits, absorbed, sacrificed)
    return Round(questions, due, hits, sacrificed, absorbed, poisoned)


def _targets(state: State, due: Sequence[Attacker]) -> tuple[dict[int, int], tuple[Question, ...]]:
    targets: dict[int, int] = {}
    questions: dict[int, Question] = {}
    for assassin in attacks.assassins(due):
        seat = assassin.piece.seat
        possible = attacks.enemies(state.board, state.teams, seat)
        answers = (a.value for a in state.answers if (a.kind, a.subject) == ("assassin", assassin.hex))
        answer = next(answers, None)
        if answer is not None:
            targets[assassin.hex] = BY_NAME[answer]
        elif len(possible) == 1:
            targets[assassin.hex] = possible[0]
        elif possible:
            question = Question(seat, "assassin", assassin.hex, tuple(NAMES[h] for h in possible))
            questions.setdefault(seat, question)
    return targets, tuple(questions.values())


def source_token(hit: Hit) -> str:
    """Return the source of a hit as part of a token: a hex, ``order`` or ``poison``."""
    return {attacks.ORDER: "order", attacks.POISON: "poison"}.get(hit.source) or NAMES[hit.source]


def absorption_token(hits: Sequence[Hit], absorption: Absorption) -> str:
    """Return what runes absorb, as one token: ``D3=C4-C3`` (rune, attacker, target), joined by ``+``, or ``none``."""
    pairs = [
        f"{NAMES[rune]}={source_token(hits[number])}-{NAMES[hits[number].target]}"
        for rune, number in sorted(absorption)
    ]
    return "+".join(pairs) or NOTHING


def _absorbed(state: State, hits: Sequence[Hit]) -> tuple[Absorption, tuple[Question, ...]]:
    """Return what the runes absorb; each seat answers for all that it decides at once, allies one after the other.

    Rune by rune the number of further questions would tell the other side about an answer that is still sealed. For
    the same reason it does not depend on an ally's answer who is asked.
    """
    absorbed: Absorption = frozenset()
    questions = []
    if not state.standing().regeneration:
        return absorbed, ()
    for team in sorted(set(state.teams)):
        possible = absorptions(state.standing(), team, hits)
        for seat, decided in _decisions(state, hits, possible):
            tokens = {absorption_token(hits, p & decided): p & decided for p in possible}
            answer = next((a.value for a in state.answers if a.kind == "regeneration" and a.seat == seat), None)
            if answer is None:
                runes = {rune for rune, _ in decided}
                subject = min(runes) if len(runes) == 1 else -1
                questions.append(Question(seat, "regeneration", subject, tuple(tokens)))
                break
            possible = [p for p in possible if p & decided == tokens[answer]]
        else:
            absorbed |= possible[0]
    return absorbed, tuple(questions)


def _decisions(state: State, hits: Sequence[Hit], possible: Sequence[Absorption]) -> list[tuple[int, Absorption]]:
    """Return the absorptions that each owner must still choose, in the order of seats.

    A rune's owner decides about it; where runes of two allies could absorb the same hit, the owner of the tile that
    is hit picks one (R8.2, R8.4). What all absorptions have in common is not asked.
    """
    if len(possible) == 1:
        return []
    open_ = frozenset.union(*possible) - frozenset.intersection(*possible)
    takers: dict[int, set[int]] = {}
    for rune, number in open_:
        takers.setdefault(number, set()).add(state.piece_at(rune).seat)
    decided: dict[int, set[tuple[int, int]]] = {}
    for rune, number in open_:
        shared = len(takers[number]) > 1
        owner = state.piece_at(hits[number].target if shared else rune).seat
        decided.setdefault(owner, set()).add((rune, number))
    return [(seat, frozenset(decided[seat])) for seat in sorted(decided)]


def marked(
    state: State, hits: Sequence[Hit], absorbed: Absorption, sacrificed: Sequence[int]
) -> tuple[Mapping[int, int], tuple[Question, ...]]:
    """Return the poison markers that the hits put, by hex, and what the poisoners have to choose about them (R7.6)."""
    if not any(hit.venom for hit in hits):
        return {}, ()
    standing, teams = state.standing(), state.teams
    gone = {rune for rune, _ in absorbed} | set(sacrificed)
    wanted: dict[int, list[tuple[int, int]]] = {}
    for target, left in by_target(hits, absorbed).items():
        if target in gone or not any(hit.venom for hit in left):
            continue
        fate = attacks.fate(standing, target, left)
        if fate.venom and not fate.dies:
            poisoner = state.piece_at(next(hit.source for hit in left if hit.venom))
            wanted.setdefault(teams[poisoner.seat], []).append((target, fate.venom))
    poisoned: dict[int, int] = {}
    questions = []
    for team, targets in sorted(wanted.items()):
        left_over = markers_left(state, team)
        demand = Demand(team, left_over, tuple(targets))
        chosen = [BY_NAME[a.value] for a in state.answers if a.kind == "poison" and teams[a.seat] == team]
        given, open_ = share(demand, chosen)
        poisoned.update(given)
        if open_:
            seat = next(
                s for s, f in enumerate(state.factions) if teams[s] == team and f is not None and f.poison_markers
            )
            questions.append(Question(seat, "poison", -1, tuple(NAMES[h] for h in open_)))
    return poisoned, tuple(questions)


def by_target(hits: Sequence[Hit], absorbed: Absorption = frozenset()) -> dict[int, list[Hit]]:
    """Return the hits that were not absorbed, by the hex they hit."""
    taken = {number for _, number in absorbed}
    left: dict[int, list[Hit]] = {}
    for number, hit in enumerate(hits):
        if number not in taken and hit.wounds:
            left.setdefault(hit.target, []).append(hit)
    return left


def resolve(draft: State, round_: Round) -> ev.Wounds | None:
    """Carry out a round that has no open questions. Changes the draft.

    Returns what happened, or `None` where nothing did.
    """
    cause = draft.cause
    assert cause is not None
    before = draft.board
    standing = draft.standing()
    removed = {rune for rune, _ in round_.absorbed} | set(round_.sacrificed)
    entrenchments = []
    for target, left in by_target(round_.hits, round_.absorbed).items():
        piece = before[target]
        assert piece is not None
        fate = attacks.fate(standing, target, left)
        if fate.dies:
            removed.add(target)
            continue
        if fate.loses_entrenchment:
            entrenchments.append(target)
        wounds = piece.wounds
        if piece.type.is_banner:
            draft.lose(draft.teams[piece.seat], fate.wounds)
        else:
            wounds += fate.wounds
        draft.put(
            target,
            piece._replace(
                wounds=wounds,
                poison=piece.poison + round_.poisoned.get(target, 0),
                entrenched=piece.entrenched and not fate.loses_entrenchment,
            ),
        )
    if round_.due and draft.battle is not None:
        made = {(a.piece.serial, number) for a in round_.due for number in a.numbers}
        draft.battle = replace(draft.battle, spent=draft.battle.spent | made)
    phases.remove(draft, sorted(removed))
    fallen = phases.lose_toughness(draft)
    draft.answers = ()
    if not round_.hits and not removed:
        return None

    def at(hex_: int) -> ev.TileAt:
        piece = before[hex_]
        assert piece is not None
        return ev.TileAt(hex_, piece.seat, piece.type.id)

    by = {number: rune for rune, number in round_.absorbed}
    markers = dict(round_.poisoned)
    shown = []
    for number, hit in enumerate(round_.hits):
        poisons = hit.venom and number not in by and hit.wounds > 0 and markers.get(hit.target, 0) > 0
        if poisons:
            markers[hit.target] -= 1
        shown.append(
            ev.Attack(
                source=at(hit.source) if hit.source >= 0 else None,
                target=at(hit.target),
                kind=hit.kind,
                strength=hit.strength,
                wounds=hit.wounds,
                absorbed_by=by.get(number),
                poisons=poisons,
            )
        )
    return ev.Wounds(
        cause=cause.kind,
        phase=cause.number,
        attacks=tuple(shown),
        removed=tuple(at(h) for h in sorted(removed)),
        fallen=fallen,
        entrenchments=tuple(at(h) for h in entrenchments),
        hit_points=draft.hit_points,
    )


class Demand(NamedTuple):
    """The markers that one team's venomous attacks ask for in a phase."""

    team: int
    left: int
    """The markers in the pool at the start of the phase."""
    wanted: tuple[tuple[int, int], ...]
    """(hex of the target, markers) for each target that survives."""


def markers_left(state: State, team: int) -> int:
    """Return the markers in the pool of a team: those of its factions less those on enemy tiles, in monoliths too."""
    teams = state.teams
    pool = sum(f.poison_markers for f, t in zip(state.factions, teams, strict=True) if f is not None and t == team)
    inside = [p for monolith in state.monoliths if monolith is not None for p in monolith.inside]
    return max(0, pool - sum(p.poison for p in (*state.board, *inside) if p is not None and teams[p.seat] != team))


def share(demand: Demand, chosen: Iterable[int]) -> tuple[Mapping[int, int], tuple[int, ...]]:
    """Return the markers of each target after the choices so far, and the targets that the next choice is between.

    The second part is empty when nothing is left to choose.
    """
    given = Counter(chosen)
    left = demand.left - given.total()
    open_ = {target: n - given[target] for target, n in demand.wanted if n > given[target]}
    if left >= sum(open_.values()):
        given.update(open_)
        return given, ()
    if left <= 0:
        return given, ()
    if len(open_) == 1:
        given.update({next(iter(open_)): left})
        return given, ()
    return given, tuple(sorted(open_))
