"""The second arena's cards (A5.5, A9), one after the other."""

from __future__ import annotations

from tests.oracle.arena_of_heroes.notation import CARDS
from tests.oracle.arena_of_heroes.rules import FOREST, WASTELAND, Course, kind


class Exploring(Course):
    """A course in which arena cards may be drawn."""

    def explore(self, seat):
        """Draw, execute, settle, then the token if the hero is still where it was."""
        pos = self.pos
        pos.searched = True
        moves = self.moves[seat]
        card = self.draw()
        if card is not None:
            self.tell("arena", seat, card)
            self.play(seat, card)
            self.settle()
        hero = self.hero(seat)
        if self.alive(seat) and self.moves[seat] == moves and not hero.explored:
            hero.explored = True
            self.tell("explored", seat)

    def draw(self):
        pos = self.pos
        if not pos.arena and pos.spent:
            pos.arena = self.shuffled(pos.spent)
            pos.spent = []
            self.tell("reshuffle", len(pos.arena))
        return pos.arena.pop(0) if pos.arena else None

    def play(self, seat, card):
        pos, hero = self.pos, self.hero(seat)
        what, slot = CARDS[card]
        if slot:
            old = pos.slots[slot]
            if old:
                pos.spent.append(old)
                self.tell("discard", slot, old)
            if slot == "E1":
                pos.spiders = []
            else:
                pos.tokens = 0
            pos.slots[slot] = card
        elif what != "item":
            pos.spent.append(card)
        elif card != "B07":
            hero.items[card] = 3 if card in ("B09", "B10") else 0
        effect = getattr(self, card, None)
        if effect is not None:
            effect(seat)
        self.bonuses()

    def check(self, seat):
        return self.hide_die(seat, "check")

    def more(self, seat, card, actions):
        self.pos.left += actions
        self.tell("bonus", seat, card)

    def lowest(self, places):
        return min(set(places) - self.pos.closed, default=None)

    # ------------------------------------------------------------------------------------- B01 to B17

    def B02(self, seat):
        self.regain(seat)

    def B04(self, seat):
        self.delay(seat, 1)

    def B05(self, seat):
        self.delay(seat, 2)

    def B07(self, seat):
        hero = self.hero(seat)
        if self.ask(seat, ["keep", "discard"]) == "discard":
            self.pos.spent.append("B07")
            self.tell("discard", seat, "B07")
            return
        greens = [self.check(seat) for _ in range(hero.stamina)].count("green")
        hero.items["B07"] = 0
        if greens:
            self.lose([seat], greens)

    def B11(self, seat):
        if self.ask(seat, ["delay", "crows"]) == "delay":
            self.delay(seat, 1)
            self.ended = True
        else:
            self.hero(seat).flags.add("crows")
            self.tell("crows", seat)

    def B12(self, seat):
        if self.ask(seat, ["roll", "delay"]) == "delay":
            self.delay(seat, 1)
        elif self.check(seat) == "green":
            self.lose([seat])

    def B13(self, seat):
        at = self.hero(seat).at
        if self.ask(seat, ["roll", "attack"]) == "attack":
            self.attack(seat, at, neutral=True)
            return
        colour = self.check(seat)
        if colour == "blank" or (colour == "red" and kind(at) == "wasteland"):
            self.delay(seat, 2)

    def B14(self, seat):
        pos = self.pos
        if pos.discard:
            card = pos.discard.pop(0)
            pos.deck = [int(n) for n in self.shuffled([card, *pos.deck])]
            pos.closed.discard(card)
            pos.marks.add(card)
            self.tell("reopened", card)

    def B15(self, seat):
        self.pos.tokens = 3

    def B16(self, seat):
        self.pos.spiders = [12, 12]
        for other in self.round():
            if self.hero(other).at == 12:
                self.uncover(other)

    def B17(self, seat):
        aim = self.lowest(WASTELAND)
        if aim:
            self.attack(seat, aim, dice=2, neutral=True)

    # ------------------------------------------------------------------------------------- X09 to X23

    def X09(self, seat):
        self.delay(seat, 1 if kind(self.hero(seat).at) == "forest" else 2)

    def X10(self, seat):
        hero = self.hero(seat)
        if hero.delay:
            self.delay(seat, -min(2, hero.delay))
        else:
            self.more(seat, "X10", 1)

    def X11(self, seat):
        if self.may_leave(seat, even_unexplored=True) and self.ask(seat, ["yes", "no"]) == "yes":
            self.relocate(seat, even_unexplored=True)

    def X12(self, seat):
        if self.ask(seat, ["stamina", "delay"]) == "delay":
            self.delay(seat, 2)
        else:
            self.lose([seat])

    def X13(self, seat):
        if self.uncover(seat):
            self.bonuses()
            self.more(seat, "X13", 1)

    def X14(self, seat):
        if self.check(seat) == "blank":
            self.delay(seat, 2)

    def X15(self, seat):
        if self.ask(seat, ["reveal", "end"]) == "end":
            self.ended = True
            return
        self.uncover(seat)
        self.bonuses()
        self.more(seat, "X15", 2)

    def X16(self, seat):
        if kind(self.hero(seat).at) == "forest":
            self.regain(seat)

    def X17(self, seat):
        colour = self.check(seat)
        if colour == "red":
            self.lose([seat])
        elif colour == "green":
            self.X11(seat)

    def X19(self, seat):
        for other in self.round():
            hero = self.hero(other)
            if not hero.hidden and kind(hero.at) == "water":
                self.delay(other, 1)

    def X21(self, seat):
        aim = self.lowest(FOREST)
        if aim:
            self.attack(seat, aim, dice=2, neutral=True)

    def X22(self, seat):
        for other in self.round():
            if self.hero(other).hidden and self.check(other) == "blank":
                self.uncover(other)
                self.settle()  # "after each die" (A6.1)

    def X23(self, seat):
        pos = self.pos
        if not pos.deck:
            return
        card = pos.deck.pop(0)
        pos.discard.insert(0, card)
        pos.closed.add(card)
        self.tell("collapse", card)
        self.begin_sudden_death()
        buried = [other for other in self.round() if self.hero(other).at == card]
        for other in buried:
            self.uncover(other)
        if buried:
            self.lose(buried)
