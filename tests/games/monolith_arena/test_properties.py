"""What must hold in every game, tried on random complete games.

`RANDOM_GAMES` sets how many games of each variant the ordinary run plays (2); the run marked `long` plays 20,000 of the
base game and 5,000 of each other variant.
"""

from __future__ import annotations

import copy
import os
import random
from typing import Any, NamedTuple

import pytest

from games import agreements
from games.agreements import Position
from games.api import Action, Field, Formation, GameError, new_options
from games.draws import Draws
from games.history import Entry, carry_out, fold, start
from games.monolith_arena import events as ev
from games.monolith_arena.game import GAME
from games.monolith_arena.hexes import ADJACENT, BY_DIRECTION, BY_NAME, DIRECTIONS, NAMES
from games.monolith_arena.tiles import faction
from games.referee import random_action
from tests.games.monolith_arena.helpers import ROTATED, legal, owned, text, waited_for, whole
from tests.games.monolith_arena.watch import Watch
from tests.games.monolith_arena.worlds import PROBES, world, world_before
from tests.support import laws

GAMES = int(os.environ.get("RANDOM_GAMES", "2"))
LONG_GAMES = 20_000
LONG_VARIANT_GAMES = 5_000
CHUNK = 200
ORDINARY = ("turn", "faction", "prepare", "banner")


class Variant(NamedTuple):
    """What a match is played with."""

    formation: Formation
    options: dict[str, bool]


VARIANTS = {
    " ".join(filter(None, (way.id if way.seats > 2 else "", *names))) or "base": Variant(
        way, new_options(GAME, dict.fromkeys(names, True))
    )
    for way in GAME.formations
    for names in ((), ("monoliths",), ("reinforcement",), ("monoliths", "reinforcement"))
}
"""Every combination of teams, monoliths and reinforcement (R13 to R15)."""
ENDS_UNDO = (
    ev.FactionChosen,
    ev.Prepared,
    ev.OrderDrawn,
    ev.Drew,
    ev.Redrawn,
    ev.LastTileDrawn,
    ev.BattleBegan,
    ev.BattleEnded,
    ev.TurnBegan,
    ev.TurnEnded,
    ev.ExtraTurns,
    ev.Ended,
)
NETS = ("horror", "nightmare")
VERBS = ("move", "battle", "end", "place", "choose")
VOCABULARY = (*NAMES[::3], *VERBS, "N", "SW", "none", "pikeman", "banner", "", "Ω", "-1")


def seeded(seed: int) -> tuple[random.Random, Draws]:
    return random.Random(seed), Draws(seed.to_bytes(32, "big"))


def next_entry(position: Position, rng: random.Random) -> Entry:
    """Somebody's next action: mostly one that is waited for, seldom a word about a draw or giving up."""
    state = position.state
    if rng.random() < 0.01:
        seat = rng.randrange(len(state.teams))
        field = agreements.next_field(GAME, position, seat, ("draw",))
        assert isinstance(field, Field)
        said = ("draw", rng.choice(field.values)) if rng.random() < 0.9 else ("resign",)
        return Entry("agreement", seat, " ".join(said))
    choice = rng.choice(waited_for(GAME, state))
    return Entry("action", choice.seat, " ".join(random_action(GAME, state, choice, rng)))


def check_accounts(before: Any, after: Any) -> None:
    """All tiles are somewhere, hit points only fall, monoliths hold together (R1.4, R1.5, R13.7)."""
    data = GAME.dump(after)
    for seat, home in enumerate(data["seats"]):
        if data["turn"]["stage"] in ("factions", "monoliths") or "faction" not in home:
            continue
        tiles = whole(home["faction"])
        order = data["turn"]["order"]
        if not any(p["seat"] == seat and p["tile"] == "banner" for p in data["board"].values()):
            assert data["turn"]["stage"] in ("banners", "over")
            placing = list(dict.fromkeys(order))
            assert data["turn"]["stage"] == "over" or placing.index(seat) >= placing.index(data["turn"]["seat"])
            tiles.remove("banner")
            if not data["stacks"][seat]:  # given up before the stacks were shuffled
                continue
        assert owned(after)[seat] == tiles
        assert len(data["reserves"][seat]) <= (6 if after.options.reinforcement else 3)
    for old, new in zip(before.hit_points, after.hit_points, strict=True):
        assert 0 <= new <= old <= 20
    check_monoliths(data)


def check_monoliths(data: dict[str, Any]) -> None:
    """Segments touch, never share a hex and never lie under a foreign banner (R13.3, R13.7)."""
    lower: list[str] = []
    for seat, monolith in data.get("monoliths", {}).items():
        if "segments" not in monolith:
            assert len(monolith["inside"]) == 2
            assert not any(p is not None and p["tile"] == "banner" for p in monolith["inside"])
            continue
        top = monolith["segments"][0]
        assert (data["board"][top]["seat"], data["board"][top]["tile"]) == (int(seat), "banner")
        hexes = [BY_NAME[name] for name in monolith["segments"]]
        assert all(any(a in ADJACENT[b] for a in hexes) for b in hexes)
        lower += monolith["segments"][1:]
    assert len(set(lower)) == len(lower)
    assert not any(data["board"].get(name, {}).get("tile") == "banner" for name in lower)


def check_folding(step: Any) -> None:
    """After a battle only a net on a tile in a lower segment keeps a monolith open (R13.8)."""
    kinds = [type(event) for event in step.events]
    # What settling removed may have been the net that held a monolith open; a second battle looks anew.
    if kinds.count(ev.BattleEnded) != 1 or ev.ToughnessLost in kinds[kinds.index(ev.BattleEnded) :]:
        return
    # All look at the nets of the same moment, so one that folds away in it has held others open.
    if any(tile.tile in NETS for event in step.events if isinstance(event, ev.Folded) for tile in event.tiles):
        return
    state = step.state
    for monolith in state.monoliths:
        if monolith.segments is not None:
            assert any(hex_ in state.standing().netted for hex_ in monolith.segments)


def check_step(before: Any, seat: int, action: Action, step: Any) -> None:
    """The step's flags say what its events say."""
    after = step.state
    asked = [c for c in waited_for(GAME, after) if c.kind not in ORDINARY]
    answered = bool(before.answers) and any(a.seat != seat for a in before.answers)
    ended = any(isinstance(e, ENDS_UNDO) for e in step.events) or action[0] in (
        "charge",
        "banner",
        "faction",
        "prepare",
    )
    others = any(c.seat != seat for c in asked) or answered or before.battle is not None
    foreign = action[0] == "choose" and before.active != seat
    assert step.boundary == (ended or others or foreign), action
    old = {c.seat: c for c in GAME.choices(before) if c.must}
    new = {c.seat: c for c in GAME.choices(after) if c.must}
    for other in set(old) & set(new):
        same = old[other].kind == new[other].kind and old[other].kind != "turn"
        resolved = any(isinstance(e, ev.Wounds) for e in step.events)
        if other != seat and same and (action[0] in ("faction", "prepare") or not resolved):
            assert old[other].key == new[other].key, "another seat's choice has another key now"
    if seat in new:
        assert (new[seat].kind, new[seat].key) != (old[seat].kind, old[seat].key), "a made choice kept its key"
    secret = old[seat].secret if action[0] in ("choose", "prepare") else False
    assert step.secret == secret
    assert step.turns_ended == tuple(e.seat for e in step.events if isinstance(e, ev.TurnEnded))
    if after.monoliths:
        check_folding(step)


def check_refusals(state: Any, seat: int, action: Action, rng: random.Random, draws: Draws) -> None:
    """Mutated words and the wrong seat are refused, and nothing changes."""
    before = text(state)
    seats = len(state.teams)
    allowed = [set(legal(state, s)) for s in range(seats)]
    for s in range(seats):
        for one in rng.sample(sorted(allowed[s]), min(4, len(allowed[s]))):
            GAME.apply(state, s, one, draws)
            line = " ".join(one)
            assert GAME.read(state, s, one) == one
            assert GAME.read(state, s, (line,)) == one
            assert GAME.read(state, s, (f"  {line.lower()} ",)) == one
    assert action in allowed[seat]
    for _ in range(8):
        words = list(action)
        way = rng.randrange(4)
        if way == 0:
            words[rng.randrange(len(words))] = rng.choice(VOCABULARY)
        elif way == 1:
            words.insert(rng.randint(1, len(words)), rng.choice(VOCABULARY))
        elif way == 2:
            words = words[:-1]
        who = (seat + 1) % seats if way == 3 else seat
        if tuple(words) in allowed[who]:
            continue
        with pytest.raises(GameError) as refusal:
            GAME.apply(state, who, tuple(words), draws)
        assert str(refusal.value)
        assert text(state) == before
        read = GAME.read(state, who, words) if any(words) and " ".join(words).strip() else None
        assert read is None or isinstance(read, tuple)


def shown(state: Any, reader: int | None, events: tuple[Any, ...] = ()) -> str:
    """Everything that a reader is ever told about a state."""
    said = (("choose", "none"), ("prepare", "golem", "golem"))
    sealed = [GAME.sealed(state, s, tokens) for s in range(len(state.teams)) for tokens in said if state.monoliths]
    return laws.shown(GAME, state, reader, events, PROBES) + repr(sealed)


def check_interference(state: Any, seat: int, action: Action, rng: random.Random, draws: Draws) -> None:
    """What a reader may not know changes nothing of what the reader is told, now and after the action."""
    for reader in (*range(len(state.teams)), None):
        assert shown(world(state, reader, rng), reader) == shown(GAME.load(GAME.dump(state)), reader)
        base = GAME.apply(GAME.load(GAME.dump(state)), seat, action, draws)
        before = world_before(state, reader, seat, action, base, rng)
        if before is None:
            continue
        step = GAME.apply(before, seat, action, draws)
        assert shown(step.state, reader, step.events) == shown(base.state, reader, base.events)
        assert (step.boundary, step.secret) == (base.boundary, base.secret)


def check_game(seed: int, variant: Variant = VARIANTS["base"]) -> None:
    rng, draws = seeded(seed)
    position = start(GAME, *variant)
    watch = Watch(variant.formation.seats, variant.options)
    record: list[Entry] = []
    while position.state.result is None:
        state = position.state
        entry = next_entry(position, rng)
        seat, action = entry.seat, entry.tokens
        before = text(state)
        record.append(entry)
        position, step = carry_out(GAME, variant.formation, position, entry, draws)
        assert text(state) == before, f"{action} changed the state it was applied to"
        check_accounts(state, step.state)
        if entry.kind == "agreement":
            assert (text(step.state) == before) == (step.state.result is None)
            assert step.boundary
            continue
        check_step(state, seat, action, step)
        watch.step(state, step)
        after = text(step.state)
        loaded = GAME.load(GAME.dump(state))
        assert text(loaded) == before
        again = GAME.apply(loaded, seat, action, draws)
        assert (text(again.state), again.events, again.boundary) == (after, step.events, step.boundary)
        if rng.random() < 0.12:
            check_refusals(state, seat, action, rng, draws)
        if rng.random() < 0.12 and state.stage in ("monoliths", "turn"):
            check_interference(state, seat, action, rng, draws)
    last = position.state
    assert GAME.choices(last) == ()
    assert GAME.playing(last) == ()
    *_, replayed = fold(GAME, *variant, seed.to_bytes(32, "big"), record)
    assert text(replayed.after.state) == text(last)
    assert replayed.after == Position(replayed.after.state)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_random_games(seed: int, variant: str) -> None:
    check_game(seed, VARIANTS[variant])


def chunks() -> list[tuple[str, int]]:
    """The long run in parts: the variant and the first seed of each."""
    return [
        (name, first)
        for name in VARIANTS
        for first in range(0, LONG_GAMES if name == "base" else LONG_VARIANT_GAMES, CHUNK)
    ]


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("variant", "first"), chunks())
def test_many_random_games(variant: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        check_game(1_000_000 + seed, VARIANTS[variant])


def turned_hex(name: str) -> str:
    return NAMES[ROTATED[BY_NAME[name]]]


def turned_action(state: Any, action: Action) -> Action:
    """The action on the board turned by 60 degrees; `state` is the one before it, not turned."""
    verb, *words = action
    if verb in ("faction", "prepare", "discard"):
        return action
    if verb == "unfold":
        return turned_unfolding(state, words)
    moving = {"move": 0, "falseorder": 0, "rotate": 0, "feature": 0, "charge": 1}.get(verb)
    if verb == "place":
        home = state.factions[state.active]
        period = home.by_id[words[0]].period
    elif moving is not None:
        period = state.board[BY_NAME[words[moving]]].type.period
    else:
        period = 6
    out = []
    for word in words:
        if word in BY_NAME:
            out.append(turned_hex(word))
        elif word in BY_DIRECTION:
            out.append(DIRECTIONS[(BY_DIRECTION[word] + 1) % period])
        elif "@" in word:
            name, _, source = word.partition("@")
            out.append(f"{name}@{turned_hex(source)}")
        elif "-" in word:
            parts = [turned_hex(w) if w in BY_NAME else w for w in word.split("-")]
            out.append("-".join(sorted(parts, key=NAMES.index) if verb == "fire" else parts))
        else:
            out.append(word)
    return (verb, *out)


def turned_unfolding(state: Any, words: list[str]) -> Action:
    """An unfolding on the board turned by 60 degrees; facings are only said of own tiles."""
    home = state.factions[state.active]
    inside = ["empty" if p is None else p.type.id for p in state.monoliths[state.active].inside]
    first = words[0].removesuffix("-2")
    inside.remove(first)
    tiles = [first, *inside]
    out = [words[0]]
    for word in words[1:]:
        if word in BY_NAME:
            out.append(turned_hex(word))
            tile = tiles.pop(0)
        else:
            out.append(DIRECTIONS[(BY_DIRECTION[word] + 1) % home.by_id[tile].period])
    return ("unfold", *out)


def bare(state: Any, turn: bool) -> dict[str, Any]:
    """A dump with facings brought below the tile's period, turned by 60 degrees if asked for."""
    data = copy.deepcopy(GAME.dump(state))
    board = {}
    for name, piece in data["board"].items():
        period = faction(data["seats"][piece["seat"]]["faction"]).by_id[piece["tile"]].period
        facing = (piece.pop("facing", 0) + turn) % period
        board[turned_hex(name) if turn else name] = {**piece, "facing": facing}
    data["board"] = board
    for monolith in data.get("monoliths", {}).values():
        if "segments" in monolith:
            top, *lower = monolith["segments"]
            monolith["segments"] = [turned_hex(h) if turn else h for h in (top, *lower)]
            monolith["segments"][1:] = sorted(monolith["segments"][1:])
    data["used"] = sorted([turned_hex(t) if turn else t, f, turned_hex(s) if turn else s] for t, f, s in data["used"])
    for pile in data["discards"]:  # tiles that die together are discarded in the order of their hexes
        pile.sort()
    pending = data.pop("pending")
    data["pending"] = sorted(pending)
    return data


def asked(state: Any, turn: bool) -> list[tuple[Any, ...]]:
    found = []
    for choice in waited_for(GAME, state):
        question = GAME.view(state, choice.seat).question
        subject = None if question is None else question.subject
        if turn and subject is not None and subject >= 0:
            subject = ROTATED[subject]
        found.append((choice.seat, choice.kind, subject))
    return found


@pytest.mark.parametrize("variant", ["base", "2v2 monoliths reinforcement"])
@pytest.mark.parametrize("seed", range(8))
def test_turning_the_board_turns_the_game(seed: int, variant: str) -> None:
    rng, draws = seeded(5_000 + seed)
    state = turned = GAME.new(*VARIANTS[variant])
    compared = 0
    while state.result is None:
        if asked(state, True) != asked(turned, False):
            break  # two runes or assassins of one seat are asked about in the order of their hexes
        choice = rng.choice(waited_for(GAME, state))
        action = random_action(GAME, state, choice, rng)
        other = turned_action(state, action)
        if other not in legal(turned, choice.seat):
            assert action[0] == "choose"  # the same outcome under the name of another rune
            break
        turned = GAME.apply(turned, choice.seat, other, draws).state
        state = GAME.apply(state, choice.seat, action, draws).state
        assert bare(turned, False) == bare(state, True)
        compared += 1
    assert compared > 10
