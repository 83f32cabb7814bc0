"""Random walks through the second arena for comparing two referees: questions of A15, legal and illegal ones.

A walk begins with the draft and follows the given answers. Now and then the position is bent: stamina, places, items,
tokens and cards that real games meet too seldom, as far as one can read them without a doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.oracle.arena_of_heroes.notation import CARDS, HEROES, Hero, Position, parse, write
from tests.oracle.arena_of_heroes.referee import commands
from tests.oracle.arena_of_heroes.rules import kind
from tests.oracle.arena_of_heroes.tables import due, table

Answer = Callable[[dict[str, Any]], dict[str, Any]]
NONSENSE = [
    "attack 0", "attack 21", "attack 08", "attack", "attack x", "hide 3", "work B07", "work X04", "use B99", "use X04",
    "use X03", "use B03 4", "spider", "spider 0", "pick Zz", "pick", "choose", "choose perhaps", "fly", "end now",
    "explore 3", "leave it", "choose yes no", "use X05", "use B08", "veil 1", "boarding", "rootwalk 3", "attack2 30",
]  # fmt: skip
WORDS = ["yes", "no", "keep", "discard", "delay", "crows", "roll", "attack", "1", "2", "stamina", "reveal", "end", "A"]


def begin(random: Random) -> str:
    """The draft of a match."""
    mode = random.choice(["basic", "heroes", "advanced", "advanced", "advanced", "advanced"])
    pos = Position()
    pos.mode, pos.die, pos.seats = mode, random.choice(["d6", "d6", "d6", "d10"]), random.choice(["AB", "ABC", "ABCD"])
    pos.phase, pos.turn = "draft", "A"
    codes = [code for code in HEROES if mode != "basic" or code[1] == "g"]
    liked = random.choice([0, 0, 2])
    letters = sorted({code[0] for code in codes})
    picked = set(random.sample(letters, random.randint(len(pos.seats) + liked // 2, len(letters))))
    pos.pool = [code for code in codes if code[0] in picked]
    if mode == "advanced" and random.random() < 0.75:
        pos.arena = random.sample(sorted(CARDS), random.randint(15, 40))
    pos.heroes = {seat: Hero() for seat in pos.seats}
    return write(pos)


def with_draws(random: Random, line: str) -> str:
    """The position with a few next dice and the shuffles that may be needed; sometimes too few."""
    pos = parse(line)
    # Sides above six exist for the attack die only; a hide die takes its numbers from the same row.
    pos.dice = [random.randint(1, 6) for _ in range(random.choice([0, 1, 2, 4, 8, 8]))]
    if pos.die == "d10" and pos.dice and random.random() < 0.4:
        pos.dice = [random.randint(1, 10)]
    pos.shuffles = []
    if pos.phase == "draft":
        deck = pos.arena or [f"B{n:02}" for n in range(1, 18)]
        pos.shuffles = [_mixed(random, range(1, 21)), _mixed(random, deck)]
    else:
        if not pos.arena and pos.spent:
            pos.shuffles.append(_mixed(random, pos.spent))
        if pos.discard:
            pos.shuffles.append(_mixed(random, [*pos.deck, pos.discard[0]]))
    if random.random() < 0.05:
        pos.shuffles = pos.shuffles[: random.randint(0, 1)]
    return write(pos)


def _mixed(random: Random, cards: Any) -> str:
    return ".".join(str(card) for card in random.sample(list(cards), len(cards)))


def bent(random: Random, line: str) -> str:
    """The position with something changed that a rule case might hold; bonuses that apply are counted."""
    pos = parse(line)
    for _ in range(random.choice([1, 1, 2, 4])):
        _bend(random, pos)
    pos.granted |= due(pos)
    return write(pos)


def _bend(random: Random, pos: Position) -> None:
    living = [hero for hero in pos.heroes.values() if hero.at is not None]
    hero = random.choice(living)
    what = random.randrange(14)
    advanced = pos.mode == "advanced"
    if what == 0:
        hero.stamina = random.randint(1, HEROES[hero.code][0])
    elif what == 1:
        hero.hidden = not hero.hidden
    elif what == 2:
        hero.delay = random.choice([0, 0, 1, 2])
    elif what == 3:
        hero.explored = advanced
    elif what == 4 and random.random() < 0.3:
        hero.at = random.choice([other.at for other in living])
    elif what == 5 and pos.deck:
        card = pos.deck.pop(random.randrange(len(pos.deck)))
        hero.at = card
        pos.closed.discard(card)
    elif what == 6:
        pos.deck = pos.deck[: random.randint(0, 3)]
        pos.sudden = pos.sudden or not pos.deck or random.random() < 0.2
    elif what == 7:
        hero.flags ^= {random.choice(["hit", "crows"] if advanced else ["hit"])}
    elif what == 8:
        pos.left, pos.used = random.randint(1, 3), random.randint(0, 4)
    elif what == 9:
        pos.searched = False
    elif advanced:
        _bend_cards(random, pos, hero)


def _bend_cards(random: Random, pos: Position, hero: Any) -> None:
    """Only cards that lie in neither pile nor anywhere else come in from the box."""
    around = set(pos.arena) | set(pos.spent) | set(pos.slots.values())
    for other in pos.heroes.values():
        around |= set(other.items)
    box = [card for card in sorted(CARDS) if card not in around]
    what = random.randrange(5)
    if what == 0 and pos.arena:
        card = random.choice(pos.arena)  # the next one drawn
        pos.arena.remove(card)
        pos.arena.insert(0, card)
    elif what == 1 and box:
        pos.arena.insert(0, random.choice(box))
    elif what == 2:
        items = [card for card in box + pos.arena if CARDS[card][0] == "item"]
        if items:
            card = random.choice(items)
            if card in pos.arena:
                pos.arena.remove(card)
            hero.items[card] = random.randint(1, 3) if card in ("B09", "B10") else 0
    elif what == 3 and not pos.slots["E2"]:
        if "B15" in box:
            pos.slots["E2"], pos.tokens = "B15", random.randint(1, 3)
        for other in pos.heroes.values():
            if other.at and kind(other.at) != "wasteland" and random.random() < 0.5:
                places = [n for n in pos.deck if kind(n) == "wasteland"]
                if places:
                    pos.deck.remove(places[0])
                    other.at = places[0]
                    pos.closed.discard(places[0])
    elif what == 4 and pos.spiders:
        pos.spiders[0] = random.choice([*pos.spiders, hero.at or 9])
    elif what == 4 and pos.mode == "advanced" and pos.deck:
        pos.marks.add(pos.deck[0])


def guesses(random: Random, pos: Position) -> Iterator[list[str]]:
    """Actions that are mostly illegal."""
    seat = random.choice(pos.seats)
    every = commands(seat)
    for _ in range(3):
        yield random.choice(every)
    verbs = {words[1]: words for words in random.sample(every, len(every))}
    yield verbs[random.choice(sorted(verbs))]
    yield [random.choice([*pos.seats, "E", "a", "*"]), *random.choice(NONSENSE).split()]
    yield [seat, "choose", random.choice(WORDS)]
    if random.random() < 0.1:
        yield [random.choice(pos.seats), "leave"]


def questions(seed: int, answer: Answer, steps: int = 150) -> Iterator[dict[str, Any]]:
    """The questions of one walk from the draft on, which follows what `answer` says."""
    random = Random(seed)
    yield from _walk(random, begin(random), answer, random.choice([0.0, 0.1, 0.5]), steps)


def short_questions(seed: int, answer: Answer, steps: int = 6) -> Iterator[dict[str, Any]]:
    """The questions of a few steps from a random table."""
    random = Random(seed)
    yield from _walk(random, table(random), answer, 0.1, steps)


def _walk(random: Random, line: str, answer: Answer, wild: float, steps: int) -> Iterator[dict[str, Any]]:
    line = with_draws(random, line)
    for _ in range(steps):
        yield {"state": line}
        here = answer({"state": line})
        if "need" in here:
            line = _more_dice(random, line)
            continue
        if "error" in here or not here["legal"]:
            return
        pos, pending = parse(line.split(" > ")[0]), " > " in line
        for reader in [*pos.seats, "-"] if random.random() < 0.4 else ["-"]:
            yield {"state": line, "view": reader}
        for action in guesses(random, pos):
            yield {"state": line, "action": action}
        groups: dict[str, list[list[str]]] = {}
        for action in here["legal"]:
            groups.setdefault(" ".join(action[1:3]) if action[1] == "use" else action[1], []).append(action)
        group = groups[
            random.choice(sorted(name for name in groups if name != "end" or random.random() < 0.3) or ["end"])
        ]
        action = random.choice(group)
        if action[1] in ("attack", "attack2", "boarding") and random.random() < 0.8:
            aims = [str(hero.at) for hero in pos.heroes.values() if hero.at is not None]
            action = [*action[:2], random.choice(aims)]
        yield {"state": line, "action": action}
        if random.random() < 0.01 and not pending and pos.phase == "turn":
            living = [seat for seat in pos.seats if pos.heroes[seat].at is not None]
            action = [random.choice(living), "leave"]
            yield {"state": line, "action": action}
        after = answer({"state": line, "action": action})
        if "need" in after:
            line = _more_dice(random, line)
        elif "next" not in after:
            return
        elif " > " in after["next"] or not after["legal"]:
            line = after["next"]
        else:
            line = after["next"]
            if parse(line).phase == "turn" and random.random() < wild:
                line = bent(random, line)
            line = with_draws(random, line)


def _more_dice(random: Random, line: str) -> str:
    """As many more draws as anything may need."""
    stable, *told = line.split(" > ")
    before = parse(stable)
    fresh = parse(with_draws(random, stable))
    fresh.dice = [*before.dice, *(random.randint(1, 6) for _ in range(6))]
    fresh.shuffles = [*before.shuffles, *fresh.shuffles[len(before.shuffles) :]]
    return " > ".join([write(fresh), *told])
