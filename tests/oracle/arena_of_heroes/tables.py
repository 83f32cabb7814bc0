"""Random tables of the second arena: positions much wilder than play would make them, legal enough to read."""

from __future__ import annotations

from random import Random

from tests.oracle.arena_of_heroes.notation import CARDS, HEROES, Hero, Position, write
from tests.oracle.arena_of_heroes.rules import RING, WASTELAND

SPECIAL = ["Dg", "Tg", "Wg", "Wo", "Mo", "Bo", "Fo", "Do", "To", "Mg"]
ITEMS = [card for card, (what, _) in CARDS.items() if what == "item"]


def due(pos: Position) -> set[str]:
    """The bonuses that apply to the active hero: a position as written has counted them."""
    hero = pos.heroes[pos.turn]
    applies = {
        "frenzy": hero.code == "Wg" and not hero.hidden,
        "hunt": hero.code == "Wo" and hero.stamina <= 2,
        "B07": "B07" in hero.items,
        "B08": "B08" in hero.items,
        "X20": "X20" in pos.slots.values(),
    }
    return {source for source, here in applies.items() if here}


def table(random: Random) -> str:
    """A position in phase `turn`, without draws."""
    pos = Position()
    pos.mode = random.choice(["basic", "heroes", *["advanced"] * 5])
    pos.die, pos.phase = random.choice(["d6", "d6", "d10"]), "turn"
    pos.seats = random.choice(["AB", "ABC", "ABCD", "ABCD"])
    box = random.sample(sorted(CARDS), len(CARDS)) if pos.mode == "advanced" else []
    places = random.sample(RING, 20)
    if random.random() < 0.3:
        places.sort(key=lambda place: (place in WASTELAND) + random.random(), reverse=random.random() < 0.5)
    letters: set[str] = set()
    wished = random.sample(["Dg", "Tg"], 2) if random.random() < 0.4 else []  # several triggers at once
    for seat in pos.seats:
        codes = wished[:1] or [
            code for code in (SPECIAL if random.random() < 0.8 else sorted(HEROES)) if code[0] not in letters
        ]
        pos.heroes[seat] = hero = Hero(
            random.choice([code for code in codes if pos.mode != "basic" or code[1] == "g"] or ["Bg"])
        )
        wished = wished[1:]
        letters.add(hero.code[0])
        _fill(random, pos, hero, box, places)
    if random.random() < 0.25:
        _gather(pos)
    living = list(pos.seats)
    while len(living) > 2 and random.random() < 0.15:
        gone = living.pop(random.randrange(len(living)))
        pos.heroes[gone] = Hero(pos.heroes[gone].code)
        pos.out.append(gone)
    pos.turn = random.choice(living)
    pos.used = random.randint(0, 3)
    pos.left = random.choice([1, 1, 2, 3])
    shut = random.randint(0, len(places))
    pos.discard, pos.deck = places[:shut], places[shut:]
    pos.closed = set(pos.discard)
    if pos.deck and random.random() < 0.3:
        pos.closed.add(random.choice(pos.deck))
    if random.random() < 0.15:
        pos.deck = pos.deck[: random.randint(0, 2)]
    pos.sudden = not pos.deck or random.random() < 0.05
    if pos.mode == "advanced":
        _cards(random, pos, box)
    pos.granted = due(pos)
    return write(pos)


def _gather(pos: Position) -> None:
    """Those whom a die may trigger stand together, free to leave, so that one impact triggers both."""
    heroes = [hero for hero in pos.heroes.values() if hero.code in ("Dg", "Tg")]
    for hero in heroes:
        hero.at, hero.delay, hero.flags = heroes[0].at, 0, set()
        hero.hidden, hero.explored = hero.code == "Tg", pos.mode == "advanced"
        hero.stamina = max(2, hero.stamina)


def _fill(random: Random, pos: Position, hero: Hero, box: list[str], places: list[int]) -> None:
    hero.stamina = random.randint(1, HEROES[hero.code][0])
    taken = [other.at for other in pos.heroes.values() if other.at]
    hero.at = random.choice(taken) if taken and random.random() < 0.2 else places.pop()
    hero.hidden = random.random() < 0.5
    hero.delay = random.choice([0, 0, 0, 0, 1, 2, 3])
    if pos.mode != "advanced":
        hero.flags = {"hit"} if random.random() < 0.15 else set()
    else:
        hero.explored = random.random() < 0.85
        hero.flags = {flag for flag in ("hit", "smoke", "crows") if random.random() < 0.12}
        for card in ITEMS:
            if card in box and random.random() < 0.12:
                box.remove(card)
                hero.items[card] = random.randint(1, 3) if card in ("B09", "B10") else 0
    extra = {"Bo": "shield", "Mo": "veil", "Fo": "boarding"}.get(hero.code)
    if extra and random.random() < 0.4:
        hero.flags.add(extra)


def _cards(random: Random, pos: Position, box: list[str]) -> None:
    """Slots with what lies on them, marks, and the piles; the top card is seldom a plain item."""
    for slot in ("E1", "E2"):
        cards = [card for card in box if CARDS[card][1] == slot]
        if cards and random.random() < 0.5:
            card = "B15" if "B15" in cards and random.random() < 0.6 else random.choice(cards)
            box.remove(card)
            pos.slots[slot] = card
            if card == "B15":
                pos.tokens = random.choice([1, 1, 2, 3])
            elif card == "B16":
                near = [hero.at for hero in pos.heroes.values() if hero.at]
                near += [RING[(RING.index(at) + 1) % 20] for at in near]
                pos.spiders = sorted(random.choice(near) for _ in range(random.choice([1, 2, 2])))
    pos.marks = {place for place in pos.deck[:3] if random.random() < 0.15}
    spent = random.randint(0, len(box))
    pos.spent, pos.arena = box[:spent], box[spent:]
    if random.random() < 0.1:
        pos.spent, pos.arena = pos.spent + pos.arena, []
    pos.searched = random.random() < 0.1
