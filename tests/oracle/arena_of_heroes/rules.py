"""The second arena: what happens, written as one reads the numbered rules (A4 to A8).

A command is played from its beginning each time, with the answers given so far. Where an answer is missing, `Asked`
flies out, where a draw is missing, `Need`; when the game is over, `Over`. Nothing is remembered between two questions.
"""

from __future__ import annotations

from tests.oracle.arena_of_heroes.notation import HEROES, Position

RING = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5]
WASTELAND = {2, 6, 10, 13, 15, 17}
WATER = {4, 9, 14, 19}
FOREST = set(RING) - WASTELAND - WATER
SYMBOLS = {
    "d6": ["ring", "split_ring", "square", "triangle", "slash", "cross"],
    "d10": ["ring", "ring", "split_ring", "split_ring", "square", "square", "triangle", "triangle", "slash", "cross"],
}
STEPS = {"ring": 0, "split_ring": 0, "square": 1, "triangle": -1, "slash": 2, "cross": -2}
COLOURS = ["green", "green", "red", "blank", "blank", "blank"]


class Asked(Exception):
    """A seat has to choose one of the words."""

    def __init__(self, seat: str, words: list[str]) -> None:
        self.seat, self.words = seat, words


class Need(Exception):
    """The next draw, a `die` or a `shuffle`, is not given."""


class Over(Exception):
    """The game is over; what is left of the action is dropped (A5.7.2)."""


def kind(place: int | None) -> str:
    """Wasteland, water or forest (A1.2)."""
    return "wasteland" if place in WASTELAND else "water" if place in WATER else "forest"


class Course:
    """A position on its way through one command."""

    def __init__(self, pos: Position, answers: list[str]) -> None:
        self.pos = pos
        self.answers = answers
        self.events: list[list[str]] = []
        self.fresh = 0  # events before this one were told with an earlier answer
        self.triggers: set[str] = set()
        self.moves: dict[str, int] = dict.fromkeys(pos.seats, 0)
        self.ended = False  # something ends the turn when the command is done
        self.between = False  # the turn is over, the next one has not begun: no bonuses (A5.3)

    # ------------------------------------------------------------------------------------- the small things

    def hero(self, seat):
        return self.pos.heroes[seat]

    def tell(self, *words, to="*"):
        self.events.append([to, *map(str, words)])

    def ask(self, seat, words):
        if len(words) == 1:
            return words[0]
        if not self.answers:
            raise Asked(seat, words)
        self.fresh = len(self.events)
        return self.answers.pop(0)

    def die(self, sides=6):
        if not self.pos.dice:
            raise Need("die")
        number = self.pos.dice.pop(0)
        assert number <= sides, "no such face"
        return number

    def shuffled(self, cards):
        if not self.pos.shuffles:
            raise Need("shuffle")
        order = self.pos.shuffles.pop(0).split(".")
        assert sorted(order) == sorted(map(str, cards)), "another shuffle"
        return order

    def alive(self, seat):
        return self.hero(seat).at is not None

    def round(self):
        """The living seats, clockwise from the active one."""
        start = self.pos.seats.index(self.pos.turn)
        return [seat for seat in self.pos.seats[start:] + self.pos.seats[:start] if self.alive(seat)]

    def has(self, seat, item):
        return item in self.hero(seat).items

    def in_play(self, card):
        return card in self.pos.slots.values()

    def drop(self, seat, item):
        """An item is discarded, in front of everybody."""
        del self.hero(seat).items[item]
        self.pos.spent.append(item)
        self.tell("discard", seat, item)

    # ------------------------------------------------------------------------ what happens to heroes (A5.1, A5.7)

    def uncover(self, seat):
        """The hero is revealed, if hidden and not under Smoke; says whether."""
        hero = self.hero(seat)
        if not hero.hidden or "smoke" in hero.flags:
            return False
        hero.hidden = False
        self.tell("reveal", seat, hero.at)
        if hero.code == "Tg":
            self.triggers.add(seat)
        self.bonuses()
        return True

    def lose(self, seats, points=1):
        """Several heroes lose points at once: stamina of all, then out of all."""
        gone = []
        for seat in seats:
            hero = self.hero(seat)
            hero.stamina = max(0, hero.stamina - points)
            self.tell("stamina", seat, hero.stamina)
            if not hero.stamina:
                gone.append(seat)
            elif hero.code == "Dg":
                self.triggers.add(seat)
        self.leave_the_game(gone)

    def leave_the_game(self, seats):
        for seat in seats:
            hero = self.hero(seat)
            self.tell("out", seat)
            self.pos.discard.insert(0, hero.at)
            self.pos.closed.add(hero.at)
            self.pos.spent += hero.items
            hero.at, hero.stamina, hero.delay, hero.items, hero.flags = None, 0, 0, {}, set()
            hero.hidden = hero.explored = False
        if seats:
            self.pos.out.append("+".join(sorted(seats)))
        living = self.round()
        if len(living) <= 1:
            self.pos.result = "".join(living or sorted(seats))
            self.pos.phase, self.pos.left = "over", 0
            self.tell("over", self.pos.result)
            raise Over

    def delay(self, seat, tokens):
        if tokens:
            self.hero(seat).delay += tokens
            self.tell("delay", seat, tokens)

    def regain(self, seat):
        hero = self.hero(seat)
        if hero.stamina < HEROES[hero.code][0]:
            hero.stamina += 1
            self.tell("stamina", seat, hero.stamina)

    def bonuses(self):
        """Every source gives its action once a turn, in the moment it first applies (A5.0.1)."""
        if self.between or not self.alive(self.pos.turn):
            return
        hero = self.hero(self.pos.turn)
        sources = {
            "frenzy": hero.code == "Wg" and not hero.hidden,
            "hunt": hero.code == "Wo" and hero.stamina <= 2,
            "B07": "B07" in hero.items,
            "B08": "B08" in hero.items,
            "X20": self.in_play("X20"),
        }
        for source, applies in sources.items():
            if applies and source not in self.pos.granted:
                self.pos.granted.add(source)
                self.pos.left += 1
                self.tell("bonus", self.pos.turn, source)

    # ------------------------------------------------------------------------------------- relocation (A5.3)

    def may_leave(self, seat, even_unexplored=False):
        pos, hero = self.pos, self.hero(seat)
        return bool(
            self.alive(seat)
            and not hero.delay
            and (hero.explored or even_unexplored or pos.mode != "advanced")
            and hero.at not in pos.spiders
            and pos.deck
            and not pos.sudden
        )

    def relocate(self, seat, even_unexplored=False):
        """Draws a hideout card; says whether the hero has moved."""
        if not self.may_leave(seat, even_unexplored):
            return False
        pos, hero = self.pos, self.hero(seat)
        vain: list[int] = []
        new = None
        while pos.deck and new is None:
            card = pos.deck.pop(0)
            if card in pos.closed:
                vain.insert(0, card)
                self.tell("closed", card)
            else:
                new = card
        if new is None:
            pos.discard = vain + pos.discard
            self.begin_sudden_death()
            return False
        pos.discard = [*vain, hero.at, *pos.discard]
        pos.closed.add(hero.at)
        self.tell("leave", seat, hero.at)
        hero.at, hero.hidden, hero.explored = new, True, False
        self.moves[seat] += 1
        self.tell("card", seat, new, to=seat)
        if "B08" in hero.items:
            self.drop(seat, "B08")
        self.begin_sudden_death()
        marked = new in pos.marks
        pos.marks.discard(new)
        if marked or new in pos.spiders:
            self.uncover(seat)
        if marked:
            self.delay(seat, 1)
        return True

    def begin_sudden_death(self):
        if not self.pos.deck and not self.pos.sudden:
            self.pos.sudden = True
            self.tell("sudden")

    # ------------------------------------------------------------------------------------- the dice (A2, A5)

    def own_roll(self, seat, numbers, sides):
        """Lucky Bone: after an own roll one die may be rolled again (X05)."""
        if not self.has(seat, "X05"):
            return numbers
        self.tell("rolled", seat, *numbers)
        word = self.ask(seat, ["keep", *[str(n + 1) for n in range(len(numbers))]])
        if word == "keep":
            return numbers
        self.drop(seat, "X05")
        again = list(numbers)
        again[int(word) - 1] = self.die(sides)
        return again

    def hide_die(self, seat, what):
        """One hide die for `hide`, `work`, `spider` or a `check` of a card; gives the colour."""
        numbers = [self.die()]
        if what != "check":
            numbers = self.own_roll(seat, numbers, 6)
        colour = COLOURS[numbers[0] - 1]
        self.tell("roll", what, seat, numbers[0], colour)
        return colour

    def attack(self, seat, aim, dice=1, neutral=False):
        """One or two dice at one aim; each is settled before the next (A5.1)."""
        sides = len(SYMBOLS[self.pos.die])
        numbers = [self.die(sides) for _ in range(dice)]
        if not neutral:
            numbers = self.own_roll(seat, numbers, sides)
        for number in numbers:
            self.shot(seat, aim, number, neutral)
            self.settle()

    def shot(self, seat, aim, number, neutral):
        pos = self.pos
        symbol = SYMBOLS[pos.die][number - 1]
        steps = STEPS[symbol]
        own = not neutral
        if own and (self.hero(seat).code == "Wo" or self.has(seat, "X06")):
            steps = max(-1, min(1, steps))
        idol = {"split_ring": "B09", "ring": "B10"}.get(symbol)
        void = own and idol is not None and self.has(seat, idol)
        place = RING[(RING.index(aim) + steps) % 20]
        self.tell("roll", "attack" if own else "neutral", seat, aim, number, symbol, "-" if void else place)
        shown = [] if void else self.impact(place)
        self.bonuses()
        if own and seat in shown and self.in_play("B15") and kind(self.hero(seat).at) == "wasteland":
            self.relocate(seat)
        if symbol == "square" and self.in_play("B15"):
            self.tremor()
        self.bonuses()

    def impact(self, place):
        """Everybody there: hidden heroes are revealed, revealed ones hit. Gives the revealed."""
        shown, hit = [], []
        for seat in self.round():
            hero = self.hero(seat)
            if hero.at != place:
                continue
            if hero.hidden:
                if "smoke" in hero.flags:
                    continue
                if "veil" in hero.flags:
                    hero.flags.discard("veil")
                    self.tell("veiled", seat, to=seat)
                elif self.uncover(seat):
                    shown.append(seat)
            elif "hit" in hero.flags and not self.pos.sudden:
                self.tell("limit", seat)
            elif "shield" in hero.flags:
                hero.flags.discard("shield")
                self.tell("shielded", seat)
            elif "X04" in hero.items:
                self.drop(seat, "X04")
            else:
                hero.flags.add("hit")
                self.tell("hit", seat)
                hit.append(seat)
        if hit:
            self.lose(hit)
        return shown

    def tremor(self):
        """A token comes off Seismic Activity; with the last one the wasteland breaks up (B15)."""
        pos = self.pos
        pos.tokens -= 1
        self.tell("tremor", pos.tokens)
        if pos.tokens > 0:
            return
        self.tell("eruption")
        pos.slots["E2"], pos.tokens = "", 0
        pos.spent.append("B15")
        struck = [seat for seat in self.round() if kind(self.hero(seat).at) == "wasteland"]
        for seat in struck:
            self.uncover(seat)
        self.lose(struck)

    # ------------------------------------------------------------------------------------- rolls of the own turn

    def hide_roll(self, seat):
        """A5.2; also Digging's free one."""
        hero = self.hero(seat)
        colour = self.hide_die(seat, "hide")
        ground = kind(hero.at)
        if ground == "wasteland" and (hero.code == "To" or self.in_play("X18")):
            ground = "forest"
        if ground == "water" and self.in_play("X19"):
            ground = "wasteland"  # red fails there as in wasteland
        if colour == "green":
            self.relocate(seat)
        elif colour == "red" and ground != "wasteland":
            tokens = {"forest": 1, "water": 2}[ground] - (hero.code == "Mg") - ("X08" in hero.items)
            if self.relocate(seat):
                self.delay(seat, max(0, tokens))

    def can_hide(self, seat):
        return not self.hero(seat).hidden and self.may_leave(seat)

    def work(self, seat, idol=None):
        """A5.4."""
        hero = self.hero(seat)
        colour = self.hide_die(seat, "work")
        if colour == "blank":
            return
        if idol is None:
            hero.delay -= 1
            self.tell("delay", seat, -1)
        else:
            hero.items[idol] -= 1
            self.tell("token", seat, idol, hero.items[idol])
            if not hero.items[idol]:
                self.drop(seat, idol)
        if colour == "red" and hero.code != "Mg":
            self.ended = True

    def fight_spider(self, seat, place):
        if self.hide_die(seat, "spider") == "green":
            self.pos.spiders.remove(place)
            if not self.pos.spiders:
                self.pos.slots["E1"] = ""
                self.pos.spent.append("B16")
                self.tell("discard", "E1", "B16")

    # ------------------------------------------------------------------------------------- triggers (A6.1)

    def worth_asking(self, seat):
        return self.can_hide(seat) if self.hero(seat).code == "Tg" else self.may_leave(seat)

    def settle(self):
        """Woodrunner and Digging, in the active player's order."""
        while True:
            self.bonuses()
            waiting = [seat for seat in self.round() if seat in self.triggers and self.worth_asking(seat)]
            self.triggers = set(waiting)
            if not waiting:
                return
            seat = self.ask(self.round()[0], waiting)
            self.triggers.remove(seat)
            if self.ask(seat, ["yes", "no"]) == "yes":
                if self.hero(seat).code == "Tg":
                    self.hide_roll(seat)
                else:
                    self.relocate(seat)

    # ------------------------------------------------------------------------------------- the end of a turn (A5.3)

    def finish(self):
        """After every command: triggers, then the end of the turn, if it is one."""
        self.settle()
        if self.ended or not self.pos.left or not self.alive(self.pos.turn):
            self.end_turn()

    def end_turn(self):
        pos = self.pos
        self.between = True
        for seat in self.round():
            self.hero(seat).flags.discard("smoke")
        if pos.spiders:
            manned = {self.hero(seat).at for seat in self.round()}
            pos.spiders = sorted(s if s in manned else RING[RING.index(s) - 1] for s in pos.spiders)
            self.tell("spiders", *pos.spiders)
            for seat in self.round():
                if self.hero(seat).at in pos.spiders:
                    self.uncover(seat)
        self.settle()
        self.between = False
        pos.turn = next(seat for seat in self.round() if seat != pos.turn)
        hero = self.hero(pos.turn)
        for seat in self.round():
            self.hero(seat).flags -= {"hit", "boarding"}
        hero.flags -= {"shield", "veil"}
        pos.left, pos.used, pos.searched, pos.granted = HEROES[hero.code][1], 0, False, set()
        self.tell("turn", pos.turn)
        if "crows" in hero.flags:
            hero.flags.discard("crows")
            self.uncover(pos.turn)
        self.settle()

    # ------------------------------------------------------------------------------------- before the first turn (A4)

    def pick(self, seat, code):
        pos = self.pos
        self.hero(seat).code = code
        pos.pool = [other for other in pos.pool if other[0] != code[0]]
        self.tell("pick", seat, code)
        following = pos.seats.index(seat) + 1
        if following < len(pos.seats):
            pos.turn = pos.seats[following]
            return
        pos.deck = [int(card) for card in self.shuffled(range(1, 21))]
        count = 7 if len(pos.seats) == 2 else 5
        first, pos.deck = pos.deck[:count], pos.deck[count:]
        pos.closed, pos.discard = set(first), first[::-1]
        self.tell("closed", *first)
        for other in pos.seats:
            hero = self.hero(other)
            hero.stamina, hero.hidden, hero.explored = HEROES[hero.code][0], True, pos.mode == "advanced"
            hero.at = pos.deck.pop(0)
            self.tell("card", other, hero.at, to=other)
        if pos.mode == "advanced":
            pos.arena = self.shuffled(pos.arena or [f"B{n:02}" for n in range(1, 18)])
        pos.phase, pos.turn, pos.pool = "turn", pos.seats[0], []
        pos.left = HEROES[self.hero(pos.turn).code][1]
        self.tell("turn", pos.turn)
        self.bonuses()
