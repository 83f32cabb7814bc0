"""A second, deliberately naive battle, written from the numbered rules alone.

It shares nothing with the engine but the printed tiles. A position is a plain dict in the notation, a battle goes
through it phase by phase, and wherever an owner has a choice every way is tried. Speed does not matter here.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import combinations, product
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "games" / "monolith_arena" / "data"
BEGINNING = "beginning"

PRINTED = {}
for path in DATA.glob("*.toml"):
    sheet = tomllib.loads(path.read_text(encoding="utf-8"))
    PRINTED[sheet["id"]] = {entry["id"]: entry for entry in sheet["tile"]}
    PRINTED[sheet["id"]]["poison markers"] = sheet["poison_markers"]

# ------------------------------------------------------------------------------------------------- the arena (R1)

STEPS = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
PLACE = {}
for column in range(-2, 3):
    for row, r in enumerate(range(max(-2, -2 - column), min(2, 2 - column) + 1)):
        PLACE["ABCDE"[column + 2] + str(row + 1)] = (column, r)
NAME = {place: name for name, place in PLACE.items()}


@cache
def line(start, direction):
    """The hexes in that direction, nearest first."""
    q, r = PLACE[start]
    dq, dr = STEPS[direction]
    found = []
    while (q + dq, r + dr) in NAME:
        q, r = q + dq, r + dr
        found.append(NAME[q, r])
    return found


# ------------------------------------------------------------------------------------------------------- the tiles


def printed(pos, tile):
    return PRINTED[pos["seats"][tile["seat"]]["faction"]][tile["tile"]]


def feature(pos, tile, name):
    return printed(pos, tile).get("features", {}).get(name, 0)


def gift(pos, tile, name):
    return printed(pos, tile).get("gives", {}).get(name, 0)


def is_banner(pos, tile):
    return printed(pos, tile)["kind"] == "banner"


def team(pos, tile):
    return pos["seats"][tile["seat"]]["team"]


def foes(pos, one, other):
    return team(pos, one) != team(pos, other)


def symbol(pos, tile, kind, direction):
    """What is printed on the edge that looks in that direction (R1.3)."""
    return printed(pos, tile).get(kind, [0] * 6)[(direction - tile["facing"]) % 6]


# -------------------------------------------------------------------------------------------------------- nets (R7)


def netted(pos):
    """The hexes of all netted tiles: tokens, then certain nets, then whatever is left is a ring (R7.7 to R7.10)."""
    board = pos["board"]
    aims = {}
    for here, tile in board.items():
        for direction in range(6):
            if not symbol(pos, tile, "net", direction):
                continue
            for there in line(here, direction)[:1]:
                if there in board and foes(pos, tile, board[there]):
                    aims[here] = there
    caught = {here for here, tile in board.items() if tile["netted"]}
    free = set()
    while True:
        new_free = set()
        for here in aims:
            threats = [a for a, b in aims.items() if b == here and aims.get(here) != a]
            if here not in caught and all(a in caught for a in threats):
                new_free.add(here)
        new_caught = {aims[a] for a in new_free if aims.get(aims[a]) != a}
        if new_free <= free and new_caught <= caught:
            return caught
        free |= new_free
        caught |= new_caught


# ------------------------------------------------------------------------------------------------ gifts and hit points


def givers(pos, caught, there, name):
    """The hexes of the able runes and banners beside `there` whose gift of that name reaches its tile (R7.16, R9.5)."""
    found = []
    for direction in range(6):
        for here in line(there, direction)[:1]:
            tile = pos["board"].get(here)
            if tile is None or here in caught or not gift(pos, tile, name):
                continue
            reaches = is_banner(pos, tile) or symbol(pos, tile, "path", (direction + 3) % 6)
            if reaches and foes(pos, tile, pos["board"][there]) == (name == "disarm"):
                found.append(here)
    return found


def total(pos, caught, there, name):
    return sum(int(gift(pos, pos["board"][here], name)) for here in givers(pos, caught, there, name))


def hit_points_left(pos, caught, there):
    """For champions and runes: printed and lent toughness, the entrenchment marker, less the wounds (R6.1 to R6.3)."""
    tile = pos["board"][there]
    toughness = feature(pos, tile, "toughness") + total(pos, caught, there, "toughness")
    return 1 + toughness + (1 if tile["entrenched"] else 0) - tile["wounds"]


def can_attack(pos, caught, there):
    return there not in caught and not givers(pos, caught, there, "disarm")


def attacks_due(pos, caught, there, phase):
    """The attacks of that phase: a number for a printed one, a name for an added one (R5.6, R7.11, R7.12)."""
    tile = pos["board"][there]
    faster = total(pos, caught, there, "initiative")
    when = {number: value + faster for number, value in enumerate(printed(pos, tile).get("initiative", []))}
    for extra in range(total(pos, caught, there, "extra_attack") if when else 0):
        below = [p for p in range(max(when.values())) if p not in when.values()]
        if below:
            when[f"extra {extra}"] = max(below)
    return [number for number, value in when.items() if value == phase and number not in tile["spent"]]


def venomous(pos, caught, there):
    """The seat whose poison markers the tile's attacks put on their targets, or None (R7.6)."""
    tile = pos["board"][there]
    if feature(pos, tile, "venom"):
        return tile["seat"]
    banners = givers(pos, caught, there, "venom")
    return pos["board"][banners[0]]["seat"] if banners else None


# ------------------------------------------------------------------------------------------------ the hits of a phase
# A hit is (source hex, target hex, strength, poisoner). A strength of None kills whatever the hit points (R9.1).


def edge_hits(pos, caught, here):
    board, tile, hits = pos["board"], pos["board"][here], []
    poisoner = venomous(pos, caught, here)
    for direction in range(6):
        strength = symbol(pos, tile, "melee", direction)
        for there in line(here, direction)[:1]:
            if strength and there in board and foes(pos, tile, board[there]):
                if is_banner(pos, tile) and is_banner(pos, board[there]):
                    continue
                hits.append((here, there, strength + total(pos, caught, here, "melee"), poisoner))
        strength = symbol(pos, tile, "ranged", direction)
        targets = [h for h in line(here, direction) if h in board and foes(pos, tile, board[h])] if strength else []
        if not givers(pos, caught, here, "penetration"):
            targets = targets[:1]
        for there in targets:
            armor = symbol(pos, board[there], "armor", (direction + 3) % 6)
            left = strength + total(pos, caught, here, "ranged") - armor
            if left > 0:
                hits.append((here, there, left, poisoner))
    return hits


def phase_attacks(pos, caught, phase):
    """The attackers of a phase with the attacks they use up, and every list of hits the assassins can make of it."""
    board, used, fixed, open_choices = pos["board"], {}, [], []
    for here, tile in board.items():
        due = attacks_due(pos, caught, here, phase) if can_attack(pos, caught, here) else []
        if not due:
            continue
        used[here] = due
        fixed += edge_hits(pos, caught, here)
        if feature(pos, tile, "assassination"):
            strength = 1 + total(pos, caught, here, "melee")
            poisoner = venomous(pos, caught, here)
            choice = [(here, t, strength, poisoner) for t in board if foes(pos, tile, board[t])]
            if choice:
                open_choices.append(choice)
    return used, [fixed + list(chosen) for chosen in product(*open_choices)]


def beginning(pos, caught):
    """The hits at the beginning of battle and the Morlocks that remove themselves (R5.3, R9.1)."""
    board, hits, gone = pos["board"], [], set()
    for here, tile in board.items():
        if tile["poison"]:
            hits.append(("poison", here, tile["poison"], None))
        for direction in range(6):
            if not symbol(pos, tile, "strike", direction) or not can_attack(pos, caught, here):
                continue
            for there in line(here, direction)[:1]:
                if there in board and foes(pos, tile, board[there]):
                    gone.add(here)
                    if not is_banner(pos, board[there]):
                        hits.append((here, there, None, None))
    return hits, gone


# ------------------------------------------------------------------------------------------------- regeneration (R8)


def dies(pos, caught, there, hits):
    """Whether these hits, all on the tile there, destroy it."""
    tile = pos["board"][there]
    if is_banner(pos, tile) or not hits:
        return False
    if any(strength is None for _, _, strength, _ in hits):
        return True
    return sum(strength for _, _, strength, _ in hits) >= hit_points_left(pos, caught, there)


def beyond(serves, first):
    """The runes of every chain that begins with `first`."""
    known, todo = {first}, [first]
    while todo:
        for rune in serves[todo.pop()]:
            if rune not in known:
                known.add(rune)
                todo.append(rune)
    return known


def last_runes(serves, first):
    """The runes at the ends of those chains; the members of a ring at the end are all at the end (R8.4)."""
    return {r for r in beyond(serves, first) if all(r in beyond(serves, other) for other in beyond(serves, r))}


def absorptions(pos, caught, hits):
    """Every way in which the runes of regeneration can absorb hits: sets of (hit, rune).

    The absorptions are made one after the other, in every order, until no able rune has a hit in its reach. A rune
    under a deadly hit is neither able nor a link before another rune has absorbed that hit (R8.3, R8.4).
    """
    board = pos["board"]
    runes = [h for h, tile in board.items() if gift(pos, tile, "regeneration") and h not in caught]
    serving = {there: givers(pos, caught, there, "regeneration") for there in board}
    ways, seen, todo = set(), set(), [frozenset()]
    while todo:
        done = todo.pop()
        if done in seen:
            continue
        seen.add(done)
        absorbed, used = {n for n, _ in done}, {rune for _, rune in done}
        rest = [(n, hit) for n, hit in enumerate(hits) if n not in absorbed]
        able = [r for r in runes if r not in used and not dies(pos, caught, r, [hit for _, hit in rest if hit[1] == r])]
        finished = True
        for n, hit in rest:
            others = [r for r in able if r != hit[1]]
            serves = {r: [s for s in serving[r] if s in others] for r in others}
            for first in serving[hit[1]]:
                if first in others:
                    finished = False
                    todo += [done | {(n, rune)} for rune in last_runes(serves, first)]
        if finished:
            ways.add(done)
    return ways


# ------------------------------------------------------------------------------------------------- the end of a phase


def copied(pos):
    return {
        **pos,
        "hit_points": list(pos["hit_points"]),
        "board": {h: dict(tile) for h, tile in pos["board"].items()},
        "monoliths": dict(pos.get("monoliths", {})),
    }


def fall(pos):
    """Remove what lived only by a toughness that has ended, until nothing more falls (R6.2)."""
    while True:
        caught = netted(pos)
        lost = [
            h for h, tile in pos["board"].items() if not is_banner(pos, tile) and hit_points_left(pos, caught, h) <= 0
        ]
        if not lost:
            return
        for here in lost:
            del pos["board"][here]


def after_hits(pos, caught, hits, gone, used):
    """Every position at the end of the phase, over all absorptions and all shortages of poison."""
    for way in absorptions(pos, caught, hits):
        absorbed = {n for n, _ in way}
        rest = [hit for n, hit in enumerate(hits) if n not in absorbed]
        dead = {h for h in pos["board"] if dies(pos, caught, h, [hit for hit in rest if hit[1] == h])}
        dead |= gone | {rune for _, rune in way}
        for marked in poisonings(pos, [hit for hit in rest if hit[1] not in dead]):
            after = copied(pos)
            for here, numbers in used.items():
                after["board"][here]["spent"] = after["board"][here]["spent"] | set(numbers)
            for there, tile in after["board"].items():
                wounds = sum(hit[2] or 0 for hit in rest if hit[1] == there)
                if wounds and tile["entrenched"]:
                    tile["entrenched"] = False
                    wounds -= 1
                tile["poison"] += marked.count(there)
                if is_banner(pos, tile):
                    after["hit_points"][team(pos, tile)] = max(0, after["hit_points"][team(pos, tile)] - wounds)
                else:
                    tile["wounds"] += wounds
            for here in dead:
                del after["board"][here]
            fall(after)
            yield after


def poisonings(pos, hits):
    """Every list of hexes that get a poison marker, one entry a marker (R7.6). `hits` are those on survivors."""
    needs = {}
    for _, there, _, poisoner in hits:
        if poisoner is not None:
            needs.setdefault(poisoner, []).append(there)
    ways = []
    for poisoner, targets in needs.items():
        pool = PRINTED[pos["seats"][poisoner]["faction"]]["poison markers"]
        owner = {"seat": poisoner}
        tiles = [*pos["board"].values(), *inside_all(pos)]  # markers in folded monoliths are out of the pool, too
        left = pool - sum(tile["poison"] for tile in tiles if foes(pos, owner, tile))
        left = min(len(targets), max(0, left))
        ways.append({tuple(sorted(chosen)) for chosen in combinations(targets, left)})
    return [sum(way, ()) for way in product(*ways)]


# ------------------------------------------------------------------------------------------------- monoliths (R13)
# The segments of an unfolded one are three hexes, the banner's first; inside a folded one lie two tiles or None.


def inside_all(pos):
    """The tiles in all folded monoliths."""
    return [t for monolith in pos.get("monoliths", {}).values() for t in monolith.get("inside", ()) if t is not None]


def fold(pos):
    """Fold every monolith without a netted tile in its two lower segments, by the nets of one moment (R5.9, R13.8)."""
    caught = netted(pos)
    for seat, monolith in list(pos["monoliths"].items()):
        lower = monolith.get("segments", ())[1:]
        if not lower or any(here in pos["board"] and here in caught for here in lower):
            continue
        laid = [pos["board"].pop(here, None) for here in lower]
        pos["monoliths"][seat] = {"inside": [None if tile is None else {**tile, "facing": 0} for tile in laid]}


# ---------------------------------------------------------------------------------------------------------- the battle


def key(pos):
    board = {h: {**tile, "spent": sorted(map(str, tile["spent"]))} for h, tile in pos["board"].items()}
    return json.dumps([board, pos["hit_points"]], sort_keys=True)


def bare(tile):
    """A tile without what is usual."""
    kept = {k: v for k, v in tile.items() if v and k not in ("spent", "seat", "tile")}
    return {"seat": tile["seat"], "tile": tile["tile"], **kept}


def canonical(pos):
    """The notation's form for comparing, as a text."""
    board = {here: bare(tile) for here, tile in pos["board"].items()}
    form = {"game": "monolith_arena", "seats": pos["seats"], "hit_points": pos["hit_points"], "board": board}
    for seat, monolith in pos["monoliths"].items():
        if "segments" in monolith:
            top, *lower = monolith["segments"]
            entry = {"segments": [top, *sorted(lower)]}
        else:
            laid = [None if tile is None else bare(tile) for tile in monolith["inside"]]
            entry = {"inside": sorted(laid, key=lambda tile: json.dumps(tile, sort_keys=True))}
        form.setdefault("monoliths", {})[seat] = entry
    return json.dumps(form, sort_keys=True)


def highest(pos):
    """No initiative of the battle can be above this, whatever is freed in it."""
    values = [i for tile in pos["board"].values() for i in printed(pos, tile).get("initiative", [])]
    return max(values, default=0) + sum(gift(pos, tile, "initiative") for tile in pos["board"].values())


def resolve(position):
    """The canonical forms of all positions that a battle in this position can end in, sorted."""
    start = {"seats": position["seats"], "hit_points": list(position.get("hit_points", [20, 20])), "board": {}}
    for here, tile in position["board"].items():
        blank = {"facing": 0, "wounds": 0, "poison": 0, "entrenched": False, "netted": False}
        start["board"][here] = {**blank, **tile, "spent": frozenset()}
    start["monoliths"] = {
        seat: {
            key: [{**blank, **entry} if isinstance(entry, dict) else entry for entry in entries]
            for key, entries in monolith.items()
        }
        for seat, monolith in position.get("monoliths", {}).items()
    }

    caught = netted(start)
    hits, gone = beginning(start, caught)
    situations = {key(pos): pos for pos in after_hits(start, caught, hits, gone, {})}
    for phase in range(highest(start), -1, -1):
        following = {}
        for pos in situations.values():
            caught = netted(pos)
            used, choices = phase_attacks(pos, caught, phase)
            for hits in choices if used else []:
                for after in after_hits(pos, caught, hits, set(), used):
                    following[key(after)] = after
            if not used:
                following[key(pos)] = pos
        situations = following

    ends = set()
    for pos in situations.values():
        for tile in pos["board"].values():
            tile["netted"] = False
        fall(pos)  # "at once" (R5.9): nothing folds before what the tokens have let fall
        fold(pos)
        fall(pos)
        ends.add(canonical(pos))
    return sorted(ends)
