"""The rules of Monsters & Myths once more, naively, from the page alone; no line is shared with the engine.

What is refused, what follows, what plays itself, what everybody may do.
"""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.oracle.monsters_and_myths.table import (
    ENEMY,
    LARGEST,
    NATIONS,
    RANK,
    SIZE,
    SWORDS,
    SYMBOLS,
    Cards,
    Table,
    deck,
    ordered,
    read,
    write,
)

WINDOWS = ("card", "ready", "exchange", "after")
CREATURE = "[UDTEGB][iam]"
CARD = rf"(?:{CREATURE}|w|c|[1-9]|1[0-4])"
FORMS = {
    "keep": rf"{CARD}( {CARD})*",
    "wizard": r"[UDTEGB]( [UDTEGB])*",
    "attack": r"([UDTEGB] )?[ABCD]\.[UDTEGB]",
    "muster": rf"{CARD}( {CARD})*",
    "none": "",
    "roll": "",
    "stop": "",
    "end": "",
    "pass": "",
    "lose": rf"{CARD}( {CARD})*",
    "pursue": rf"({CARD}|-) [ABCD]\.[UDTEGB]",
    "fire": rf"[ABCD]\.({CREATURE}(\.force|\.flipped)?|[UDTEGB]w)",
}


class Refused(Exception):
    """The action is not legal; the text is the number of the rule."""


class Needed(Exception):
    """A draw that is not given."""


class Game:
    """A table, and what was told since it was set."""

    def __init__(self, table: Table) -> None:
        self.t = table
        self.events: list[list[str]] = []
        self.unshuffled: list[str] | None = None
        """The cards for which no shuffle was given."""

    def tell(self, *words: object, to: str = "*") -> None:
        self.events.append([to, *map(str, words)])

    def die(self) -> int:
        if not self.t.dice:
            raise Needed("die")
        return self.t.dice.pop(0)

    def shuffle(self, cards: Cards) -> list[str]:
        if not self.t.shuffles:
            self.unshuffled = sorted((+cards).elements())
            raise Needed("shuffle")
        order = self.t.shuffles.pop(0)
        assert Counter(order) == +cards
        return order

    # Who may be attacked, and who may be shot at

    def others(self, seat: str) -> list[str]:
        return [other for other in self.t.seats if other != seat]

    def fault_of_target(self, seat: str, target: str, own: str | None) -> str | None:
        """The rule that forbids an attack on the target; `own` is the attacking nation of a battle card."""
        missing = "M5.3" if own else "M5.4"
        owner, nation = target.split(".")
        if owner not in self.t.seats or owner == seat or not self.t.size(owner, nation):
            return missing
        if self.t.protected(owner, nation):
            return "M5.5"
        if own and nation not in (own, ENEMY[own]):
            return "M5.3"
        return None

    def targets(self, seat: str, own: str | None) -> list[str]:
        every = [f"{other}.{nation}" for other in self.t.seats for nation in NATIONS]
        return [target for target in every if self.fault_of_target(seat, target, own) is None]

    def shots(self, seat: str) -> list[str]:
        """Everything that a catapult of this seat may be fired at (M6.2)."""
        found = []
        for other in self.others(seat):
            troops = self.t.players[other].troops
            away = self.t.force + self.t.flipped if other == self.t.active else Counter[str]()
            for nation in NATIONS:
                for symbol in SYMBOLS:
                    card = nation + symbol
                    if troops[card] > away[card] and not self.t.protected(other, nation):
                        found.append(f"{other}.{card}")
                    if other == self.t.active and self.t.force[card]:
                        found.append(f"{other}.{card}.force")
                    if other == self.t.active and self.t.flipped[card]:
                        found.append(f"{other}.{card}.flipped")
                if troops[nation + "w"]:
                    found.append(f"{other}.{nation}w")
        return found

    def can_fire(self, seat: str) -> bool:
        return self.t.phase in WINDOWS and self.t.players[seat].catapults > 0 and bool(self.shots(seat))

    def open_window(self) -> None:
        self.t.wait = set()
        if self.t.fire == "asked":
            self.t.wait = {seat for seat in self.others(self.t.active) if self.can_fire(seat)}

    # The attack card

    @property
    def battle(self) -> bool:
        return self.t.card not in SIZE

    def battle_attacks(self) -> list[tuple[str, str]]:
        seat = self.t.active
        own = [n for n in NATIONS if self.t.size(seat, n) and not self.t.protected(seat, n)]
        return [(nation, target) for nation in own for target in self.targets(seat, nation)]

    def army_size(self) -> int:
        return min(SIZE[self.t.card], sum(self.t.size(self.t.active, nation) for nation in NATIONS))

    def can_attack(self) -> bool:
        if self.battle:
            return bool(self.battle_attacks())
        return self.army_size() > 0 and bool(self.targets(self.t.active, None))

    def force_nation(self) -> str | None:
        """The nation that a battle card has sent."""
        if not self.battle:
            return None
        return next(iter(self.t.force))[0]

    def flips(self) -> list[str]:
        """What may be turned down for a pursuit; `-` where that was paid before (M5.12, M6.4)."""
        riders = sum(count for card, count in self.t.force.items() if card[1] == "m")
        if not riders:
            return []
        if self.t.paid:
            return ["-"]
        return [card for card in +self.t.force if card[1] != "m" or riders > 1]

    # What everybody may do

    def legal(self) -> list[list[str]]:
        if self.t.phase == "start":
            return [["start"]]
        found = [action for seat in self.t.seats for action in self.actions(seat)]
        return sorted(found)

    def actions(self, seat: str) -> list[list[str]]:
        return [[seat, *words] for words in self._decisions(seat) + self._shooting(seat)]

    def _shooting(self, seat: str) -> list[list[str]]:
        found = []
        if self.can_fire(seat):
            found += [["fire", target] for target in self.shots(seat)]
        if self.t.phase in WINDOWS and seat in self.t.wait:
            found.append(["pass"])
        return found

    def _decisions(self, seat: str) -> list[list[str]]:
        t, player = self.t, self.t.players[seat]
        if t.phase == "keep" and player.hand:
            return [["keep", *cards] for cards in _different(player.hand, 5 if t.round == 3 else 4)]
        if t.phase == "wizards" and seat == t.turn:
            nations = [nation for nation in NATIONS if t.size(seat, nation)]
            return [["wizard", *chosen] for chosen in combinations_with_replacement(nations, player.new)]
        if t.phase == "lose":
            owed = t.owe.get(seat, 0)
            return [["lose", *cards] for cards in _different(self.losable(seat), owed)] if owed else []
        if seat != t.active or t.wait:
            return []
        if t.phase == "card":
            return self._card_decisions()
        if t.phase == "target":
            return [["attack", target] for target in self.targets(seat, None)]
        if t.phase == "ready":
            return [["roll"]]
        if t.phase == "exchange":
            return [["roll"], ["stop"]]
        if t.phase == "after":
            return [["end"], *self._pursuits()]
        return []

    def _card_decisions(self) -> list[list[str]]:
        if not self.can_attack():
            return [["none"]]
        if self.battle:
            return [["attack", nation, target] for nation, target in self.battle_attacks()]
        creatures = Counter({c: n for c, n in self.t.players[self.t.active].troops.items() if c[1] != "w"})
        return [["muster", *cards] for cards in _different(creatures, self.army_size())]

    def _pursuits(self) -> list[list[str]]:
        flips = self.flips()
        if not flips:
            return []
        targets = [one for one in self.targets(self.t.active, self.force_nation()) if one not in self.t.fought]
        return [["pursue", flip, target] for flip in flips for target in targets]

    def losable(self, seat: str) -> Cards:
        if seat == self.t.active:
            return self.t.force
        return self.t.nation(seat, self.t.target.split(".")[1])

    # What is refused, the first that applies (M15)

    def check(self, words: list[str]) -> None:
        t = self.t
        if words == ["start"]:
            if t.phase != "start":
                raise Refused("M3.1")
            return
        if len(words) < 2 or words[1] not in FORMS or not re.fullmatch(FORMS[words[1]], " ".join(words[2:])):
            raise Refused("grammar")
        seat, verb, given = words[0], words[1], words[2:]
        if seat not in tuple(t.seats):
            raise Refused("grammar")
        if t.phase == "over":
            raise Refused("M7.3")
        player = t.players[seat]
        if verb == "keep":
            number = 5 if t.round == 3 else 4
            if t.phase != "keep" or not player.hand or len(given) != number or not Counter(given) <= player.hand:
                raise Refused("M4.2")
        elif verb == "wizard":
            wrong = t.phase != "wizards" or seat != t.turn or len(given) != player.new
            if wrong or any(not t.size(seat, nation) for nation in given):
                raise Refused("M4.3" if t.round else "M3.2")
        elif verb == "lose":
            owed = t.owe.get(seat, 0) if t.phase == "lose" else 0
            if not owed or len(given) != owed or not Counter(given) <= self.losable(seat):
                raise Refused("M5.8")
        elif verb == "fire":
            if t.phase not in WINDOWS:
                raise Refused("M6.3")
            if not player.catapults:
                raise Refused("M6.1")
            if given[0] not in self.shots(seat):
                raise Refused("M6.2")
        elif verb == "pass":
            if t.phase not in WINDOWS or seat not in t.wait:
                raise Refused("M6.3")
        else:
            self._check_attacker(seat, verb, given)

    def _check_attacker(self, seat: str, verb: str, given: list[str]) -> None:
        t = self.t
        if seat != t.active or t.phase == "lose":
            raise Refused("M4.4")
        if t.wait:
            raise Refused("M6.3")
        if verb == "none" and (t.phase != "card" or self.can_attack()):
            raise Refused("M5.2")
        if verb == "attack":
            self._check_attack(seat, given)
        if verb == "muster":
            self._check_muster(seat, given)
        if verb == "roll" and t.phase not in ("ready", "exchange"):
            raise Refused("M5.2")
        if verb == "stop" and t.phase != "exchange":
            raise Refused("M5.2" if t.phase == "ready" else "M5.11")
        if verb == "end" and t.phase != "after":
            raise Refused("M5.13")
        if verb == "pursue":
            if t.phase != "after" or given[0] not in self.flips():
                raise Refused("M5.12")
            self._check_target(seat, given[1], self.force_nation())
            if given[1] in t.fought:
                raise Refused("M5.12")

    def _check_attack(self, seat: str, given: list[str]) -> None:
        t = self.t
        if t.phase == "target":
            if len(given) != 1:
                raise Refused("M5.4")
            self._check_target(seat, given[0], None)
            return
        if t.phase != "card":
            raise Refused("M5.2")
        if not self.battle:
            raise Refused("M5.4")
        if len(given) != 2 or not t.size(seat, given[0]):
            raise Refused("M5.3")
        if t.protected(seat, given[0]):
            raise Refused("M5.5")
        self._check_target(seat, given[1], given[0])

    def _check_muster(self, seat: str, given: list[str]) -> None:
        t = self.t
        if t.phase != "card":
            raise Refused("M5.2")
        if self.battle or len(given) != self.army_size() or not Counter(given) <= t.players[seat].troops:
            raise Refused("M5.4")
        if not self.targets(seat, None):
            raise Refused("M5.2")

    def _check_target(self, seat: str, target: str, own: str | None) -> None:
        if fault := self.fault_of_target(seat, target, own):
            raise Refused(fault)

    # What follows

    def act(self, words: list[str]) -> None:
        if words == ["start"]:
            self._start()
            return
        seat, verb, given = words[0], words[1], words[2:]
        getattr(self, f"_{verb}")(seat, given)

    def _start(self) -> None:
        t = self.t
        order = self.shuffle(Counter(deck()))
        for seat in t.seats:
            t.players[seat].kept = Counter(order[:11])
            order = order[11:]
        t.pile = self.shuffle(Counter(order) + Counter(map(str, SWORDS)))
        self._lay_out()

    def _lay_out(self) -> None:
        """The next seat with cards to add does so; whoever has wizards to place is asked first (M3.2, M4.3)."""
        t = self.t
        t.turn = ""
        for seat in t.seats:
            player = t.players[seat]
            if not player.kept:
                continue
            cards, player.kept = player.kept, Counter()
            self.tell("add", seat, *ordered(cards))
            for card in ordered(cards):
                if card == "w":
                    player.new += 1
                elif card == "c":
                    player.catapults += 1
                elif card.isdigit():
                    player.attacks.append(int(card))
                else:
                    player.troops[card] += 1
            if player.new and not any(t.size(seat, nation) for nation in NATIONS):
                self.tell("discard", *["w"] * player.new)
                t.discards["w"] += player.new
                player.new = 0
            if player.new:
                t.phase, t.turn = "wizards", seat
                return
        if t.round == 0:
            self._new_round()
        else:
            self._next_card()

    def _wizard(self, seat: str, given: list[str]) -> None:
        player = self.t.players[seat]
        for nation in sorted(given, key=NATIONS.index):
            player.troops[nation + "w"] += 1
            self.tell("wizard", seat, nation)
        player.new = 0
        self._lay_out()

    def _new_round(self) -> None:
        t = self.t
        t.round += 1
        t.phase = "keep"
        if t.round == 3:
            cards = Counter(t.pile) + t.discards
            for player in t.players.values():
                cards += player.away
                player.away = Counter()
            t.discards = Counter()
            t.pile = self.shuffle(cards)
            self.tell("shuffle", len(t.pile))
        self.tell("round", t.round)
        for seat in t.seats:
            t.players[seat].hand = Counter(t.pile[:7])
            t.pile = t.pile[7:]
            self.tell("hand", seat, *ordered(t.players[seat].hand), to=seat)

    def _keep(self, seat: str, given: list[str]) -> None:
        t, player = self.t, self.t.players[seat]
        player.kept = Counter(given)
        player.away += player.hand - player.kept
        player.hand = Counter()
        self.tell("kept", seat)
        if not any(one.hand for one in t.players.values()):
            self._lay_out()

    def _next_card(self) -> None:
        t = self.t
        t.active, t.card = "", 0
        open_cards = sorted((number, seat) for seat in t.seats for number in t.players[seat].attacks)
        if not open_cards:
            self._end_round()
            return
        t.card, t.active = open_cards[0]
        t.phase = "card"
        self.tell("card", t.active, t.card)
        self.open_window()

    def _end_round(self) -> None:
        t = self.t
        for seat in t.seats:
            player = t.players[seat]
            wizards = sum(player.troops.pop(nation + "w", 0) for nation in NATIONS)
            gone = +Counter({"w": wizards, "c": player.catapults})
            player.catapults = 0
            t.discards += gone
            if gone:
                self.tell("clear", seat, *ordered(gone))
        if t.round < 3:
            self._new_round()
        else:
            self._score()

    def _score(self) -> None:
        t = self.t
        points = {seat: 2 * t.players[seat].captured.total() for seat in t.seats}
        for nation in NATIONS:
            sizes = {seat: t.size(seat, nation) for seat in t.seats}
            if max(sizes.values()):
                best = [seat for seat in t.seats if sizes[seat] == max(sizes.values())]
                self.tell("largest", nation, "".join(best), LARGEST[nation])
                for seat in best:
                    points[seat] += LARGEST[nation]
        strength = {seat: (points[seat], t.players[seat].captured.total()) for seat in t.seats}
        for seat in t.seats:
            self.tell("points", seat, *strength[seat])
        t.phase = "over"
        t.result = "".join(seat for seat in t.seats if strength[seat] == max(strength.values()))
        self.tell("over", t.result)

    def _discard_card(self) -> None:
        t = self.t
        self.tell("done", t.active, t.card)
        t.players[t.active].attacks.remove(t.card)
        t.discards[str(t.card)] += 1
        t.force, t.flipped, t.target, t.fought, t.paid, t.wait = Counter(), Counter(), "", set(), False, set()
        self._next_card()

    def _none(self, seat: str, given: list[str]) -> None:
        self._discard_card()

    def _end(self, seat: str, given: list[str]) -> None:
        self._discard_card()

    def _muster(self, seat: str, given: list[str]) -> None:
        self.t.force = Counter(given)
        self.t.phase = "target"
        self.tell("muster", seat, *ordered(self.t.force))

    def _attack(self, seat: str, given: list[str]) -> None:
        if self.t.phase == "card":
            self.t.force = self.t.nation(seat, given[0])
        self._go(seat, given[-1])

    def _pursue(self, seat: str, given: list[str]) -> None:
        if given[0] != "-":
            self.t.force = self.t.force - Counter([given[0]])
            self.t.flipped[given[0]] += 1
            self.tell("flip", seat, given[0])
        self.t.paid = False
        self._go(seat, given[1])

    def _go(self, seat: str, target: str) -> None:
        self.t.target = target
        self.t.phase = "ready"
        self.tell("attack", seat, target, *ordered(self.t.force))
        self.open_window()

    def _roll(self, seat: str, given: list[str]) -> None:
        t = self.t
        owner, nation = t.target.split(".")
        theirs = t.nation(owner, nation)
        mine = min(3, max(1, _symbols(t.force, "i") + SWORDS[t.card]))
        other = min(2, max(1, _symbols(theirs, "i")))
        ours = sorted((self.die() for _ in range(mine)), reverse=True)
        yours = sorted((self.die() for _ in range(other)), reverse=True)
        archers = _symbols(t.force, "a") - _symbols(theirs, "a")
        bonus = seat if archers > 0 else owner if archers < 0 else "-"
        self.tell("roll", seat, ".".join(map(str, ours)), owner, ".".join(map(str, yours)), bonus)
        ours[0] += archers > 0
        yours[0] += archers < 0
        compared = list(zip(ours, yours, strict=False))
        lost = sum(one <= two for one, two in compared)
        t.fought.add(t.target)
        owed = {seat: min(lost, t.force.total()), owner: min(len(compared) - lost, theirs.total())}
        t.owe = {who: count for who, count in owed.items() if count}
        t.given = {}
        t.wait = set()
        t.phase = "lose"

    def _lose(self, seat: str, given: list[str]) -> None:
        t = self.t
        del t.owe[seat]
        t.given[seat] = Counter(given)
        if t.owe:
            return
        owner = t.target.split(".")[0]
        for loser, winner in ((owner, t.active), (t.active, owner)):
            for card in ordered(t.given.get(loser, Counter())):
                self._take(loser, card, winner, from_force=loser == t.active)
                self.tell("lose", loser, card, winner)
        t.given = {}
        self._after_blows()

    def _take(
        self, loser: str, card: str, winner: str, *, from_force: bool = False, from_flipped: bool = False
    ) -> None:
        t = self.t
        t.players[loser].troops[card] -= 1
        if from_force:
            t.force[card] -= 1
        if from_flipped:
            t.flipped[card] -= 1
        t.force, t.flipped = +t.force, +t.flipped
        t.players[winner].captured[card if card[1] != "w" else "w"] += 1

    def _annihilated(self) -> bool:
        return not self.t.force or not self.t.size(*self.t.target.split("."))

    def _after_blows(self) -> None:
        """After an exchange, and after a shot between two: the fight is over when one side is gone (M5.11, M6.4)."""
        self.t.phase = "exchange"
        if self._annihilated():
            self.t.phase, self.t.target = "after", ""
        self.open_window()

    def _stop(self, seat: str, given: list[str]) -> None:
        self.tell("stop", seat)
        self.t.phase, self.t.target = "after", ""
        self.open_window()

    def _pass(self, seat: str, given: list[str]) -> None:
        self.t.wait.discard(seat)
        self.tell("pass", seat)

    def _fire(self, seat: str, given: list[str]) -> None:
        t = self.t
        face = self.die()
        hit = face >= 4
        t.players[seat].catapults -= 1
        t.discards["c"] += 1
        self.tell("fire", seat, given[0], face, "hit" if hit else "miss")
        if hit:
            owner, card, *where = given[0].split(".")
            self._take(owner, card, seat, from_force=where == ["force"], from_flipped=where == ["flipped"])
        if t.phase == "ready" and self._annihilated():
            if t.fought:
                t.phase, t.target, t.paid = "after", "", True
            else:
                t.phase, t.target, t.force = "card", "", Counter()
        elif t.phase == "exchange":
            self._after_blows()
        self.open_window()

    # What plays itself (M9.1)

    def play_itself(self) -> None:
        while action := self._only_action():
            self.act(action)

    def _only_action(self) -> list[str] | None:
        if any(self.can_fire(seat) for seat in self.t.seats):
            return None
        for seat in self.t.seats:
            actions = self.actions(seat)
            if len(actions) == 1:
                return actions[0]
        return None


def _symbols(cards: Cards, symbol: str) -> int:
    return sum(count for card, count in cards.items() if card[1] == symbol)


def _different(cards: Cards, number: int) -> list[tuple[str, ...]]:
    """All different choices of so many of the cards, each in the order of M13."""
    chosen = {tuple(sorted(some, key=RANK.__getitem__)) for some in combinations(ordered(+cards), number)}
    return sorted(chosen)


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What the contract wants for one object."""
    table = read(asked["state"])
    if "view" in asked:
        return {"view": write(table, asked["view"])}
    game = Game(deepcopy(table))
    if "action" in asked:
        try:
            game.check(asked["action"])
            game.act(asked["action"])
            game.play_itself()
        except Refused as refused:
            return {"refused": str(refused)}
        except Needed as needed:
            return {"need": str(needed)}
    return {"legal": game.legal(), "next": write(game.t), "events": game.events}
