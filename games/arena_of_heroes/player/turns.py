"""Planning the own turn: what shots, cover and work come to on average, by the exact odds of the dice.

A scene is the turn as it is imagined: what has happened in it so far, on top of what the view says. It is worth the own
chance of winning, were the turn over then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from games.arena_of_heroes.cards import BLOODSCENT, COG, FRENZY, IDOLS, REEDFOOT, SABRE, SAPPER
from games.arena_of_heroes.player.beliefs import Belief, read
from games.arena_of_heroes.player.worth import code_of, power, worth
from games.arena_of_heroes.ring import (
    ATTACK_FACES,
    FOREST,
    GROUND,
    HIDE_FACES,
    HIDEOUTS,
    RED_DELAY,
    WASTELAND,
    struck,
)
from games.arena_of_heroes.view import HIT, SHIELD_WALL, View
from games.chances import CERTAIN

NEW: Final = 0
"""A hideout that nobody knows yet: the own hero has gone there in the scene."""
_GREEN, _RED, _BLANK = (HIDE_FACES.count(colour) for colour in ("green", "red", "blank"))
THIRD: Final = 2
WON: Final = 10**9
"""What a match is worth that is won: chances are parts of it, so small that no shot is lost in rounding."""


class Scene(NamedTuple):
    """A moment of a turn as it is imagined."""

    left: int
    used: int
    at: int
    hidden: bool
    delay: int
    explored: bool
    stamina: tuple[int, ...]
    """Of each seat."""
    seen: tuple[int, ...]
    """Where each seat's hero is seen; 0 for a hidden one, and for those that are out."""
    hit: int
    """The seats that were hit in this turn, a bit each."""
    struck: frozenset[int]
    """The hideouts that were struck, and showed nobody hidden."""
    shielded: bool
    aims: tuple[int, ...]
    """Where it was fired in the scene with nobody in reach who could be seen."""


class Turn:
    """The turn of the reader of a view, in which hidden heroes are where the beliefs say."""

    def __init__(self, view: View, beliefs: Sequence[Belief], width: int, *, reading: bool = False) -> None:
        assert view.reader is not None
        self.view, self.me, self.width, self.reading = view, view.reader, width, reading
        self.beliefs = [dict(belief) for belief in beliefs]
        """Of each seat; the own one is what the others believe."""
        self.nodes = 0
        seat = view.seats[self.me]
        assert seat.hero is not None
        can = seat.hero.can
        self.can = can
        items = {placed.card.id for placed in seat.items}
        inner = BLOODSCENT in can or COG in items
        void = {symbol for idol, symbol in IDOLS.items() if idol in items}
        self.fans = {aim: _fan(view.die, aim, inner, frozenset(void)) for aim in HIDEOUTS}
        self.faces = len(ATTACK_FACES[view.die])
        self.living = [other.seat for other in view.seats if other.alive]
        self.codes = [code_of(other) for other in view.seats]
        self.order = self._order()
        self.known: dict[tuple[Scene, int], int] = {}
        self.sure: dict[tuple[int, frozenset[int]], int] = {}
        self.seen_as: dict[tuple[int, ...], Belief] = {}
        self.chance = self._chance(self.start()) * CERTAIN // WON

    def _order(self) -> list[int]:
        """Return the seats of those in the arena as they play once this turn is over."""
        seats = len(self.view.seats)
        following = [(self.me + 1 + n) % seats for n in range(seats)]
        return [seat for seat in following if seat in self.living]

    def start(self) -> Scene:
        """Return the turn as it stands."""
        view, me = self.view, self.view.seats[self.me]
        hit = sum(1 << seat.seat for seat in view.seats if HIT in seat.flags)
        seen = tuple(seat.at if seat.alive and not seat.hidden and seat.at is not None else 0 for seat in view.seats)
        return Scene(
            left=view.left,
            used=view.used,
            at=me.at or NEW,
            hidden=me.hidden,
            delay=me.delay,
            explored=me.explored or view.mode != "advanced",
            stamina=tuple(seat.stamina for seat in view.seats),
            seen=seen,
            hit=0 if view.sudden else hit,
            struck=frozenset(),
            shielded=SHIELD_WALL in me.flags,
            aims=(),
        )

    # worth

    def worth(self, scene: Scene, seat: int, before: int) -> int:
        """Return what a hero is worth at the end of the turn, were it over in this scene.

        `before` are the others who play before it.
        """
        stamina = scene.stamina[seat]
        if seat != self.me:
            other = self.view.seats[seat]
            explored = other.explored or self.view.mode != "advanced"
            found = scene.seen[seat] != 0
            suspected = 0 if found else self.suspected(seat, scene.struck)
            delay = other.delay
        else:
            explored, found, delay = scene.explored, not scene.hidden, scene.delay
            suspected = 0 if found else self.own_risk(scene)
        return worth(
            self.codes[seat],
            stamina,
            delay,
            explored=explored,
            found=found,
            before=before,
            suspected=suspected,
            sudden=self.view.sudden,
        )

    def suspected(self, seat: int, missed: frozenset[int]) -> int:
        """Return how sure one can be of a hidden hero's place when it was not where was struck, of ten thousand."""
        key = seat, missed
        if key not in self.sure:
            likely = [weight for place, weight in self.beliefs[seat].items() if place not in missed]
            total = sum(likely)
            self.sure[key] = (
                CERTAIN * sum([weight * weight for weight in likely]) // (total * total) if total else CERTAIN
            )
        return self.sure[key]

    def own_risk(self, scene: Scene) -> int:
        """Return how much the others suspect the own place, of ten thousand."""
        own = self.beliefs[self.me]
        if scene.at == NEW:
            return CERTAIN // max(1, len(own))
        if scene.aims not in self.seen_as:
            self.seen_as[scene.aims] = {place: read(weight, place, scene.aims) for place, weight in own.items()}
        likely = self.seen_as[scene.aims]
        total = sum(likely.values()) - sum([likely.get(place, 0) for place in scene.struck])
        return CERTAIN * likely.get(scene.at, 0) // total if total else CERTAIN

    def end(self, scene: Scene) -> int:
        """Return what the turn has come to when it is over in this scene: the chance of winning, in parts of `WON`."""
        self.nodes += 1
        return self._chance(scene)

    def _chance(self, scene: Scene) -> int:
        powers = mine = before = 0
        for seat in self.order:
            if scene.stamina[seat]:
                own = power(self.worth(scene, seat, before))
                powers += own
                before += 1
                mine += own if seat == self.me else 0
        return WON * mine // powers if powers else 0

    # what is done

    def value(self, scene: Scene, ahead: int) -> int:
        """Return what the rest of the turn comes to, when so many actions are planned."""
        if scene.left <= 0 or ahead <= 0 or not scene.stamina[self.me] or self._alone(scene):
            return self.end(scene)
        key = scene, ahead
        if key not in self.known:
            best = max(value for _, value in self.choices(scene, ahead, 1 if ahead < self.view.left else self.width))
            self.known[key] = max(best, self.end(scene))
        return self.known[key]

    def _alone(self, scene: Scene) -> bool:
        return sum(1 for seat in self.living if scene.stamina[seat]) <= 1

    def choices(self, scene: Scene, ahead: int, width: int) -> Iterator[tuple[tuple[str, ...], int]]:
        """Yield what may be done, with what the turn comes to."""
        two = SABRE in self.can and scene.used == THIRD
        for aim in self.aims(scene, width):
            yield ("attack2" if two else "attack", str(aim)), self.shot(scene, aim, ahead, 2 if two else 1)
        if not scene.hidden and not scene.delay and scene.explored and self.view.deck and not self.view.sudden:
            yield ("hide",), self.hide(scene, ahead)
        if scene.delay:
            yield ("work",), self.work(scene, ahead)
        if not scene.explored:
            after = scene._replace(left=scene.left - 1, used=scene.used + 1, explored=True)
            yield ("explore",), self.value(after, ahead - 1)

    def aims(self, scene: Scene, width: int) -> list[int]:
        """Return the best aims at first sight: by what striking each hideout is worth now and with the next shot."""
        base = self.end(scene)
        gain = dict.fromkeys(HIDEOUTS, 0)
        straight = max(self.fans[HIDEOUTS[0]].values())
        for hideout in HIDEOUTS:
            for parts, whole, after, found in self.impacts(scene, hideout):
                gained = self.end(after) - base
                if found and scene.left > 1:
                    gained += straight * self._next_hit(after, found) // self.faces
                gain[hideout] += gained * parts // whole
        total = {aim: sum(count * gain[at] for at, count in self.fans[aim].items()) for aim in HIDEOUTS}
        return sorted(HIDEOUTS, key=lambda aim: (-total[aim], aim))[:width]

    def _next_hit(self, scene: Scene, place: int) -> int:
        """Return what it is worth to hit whoever was found there."""
        return self.end(self._hit(scene, place)) - self.end(scene)

    def impacts(self, scene: Scene, hideout: int) -> Iterator[tuple[int, int, Scene, int]]:
        """Yield what an impact may come to: so many parts of a whole, the scene after it, and where one was found."""
        hit = self._hit(scene, hideout)
        own = scene.at == hideout
        if own and scene.hidden:
            hit = hit._replace(hidden=False, left=hit.left + (FRENZY in self.can))
        nothing = whole = 1
        for seat in self.living:
            if seat == self.me or scene.seen[seat] or not scene.stamina[seat]:
                continue
            believed = self.beliefs[seat]
            parts = believed.get(hideout, 0) if hideout not in scene.struck else 0
            if parts:
                total = sum(weight for place, weight in believed.items() if place not in scene.struck)
                seen = (*hit.seen[:seat], hideout, *hit.seen[seat + 1 :])
                # Others may be there, too; that two would be is left out, so the rest is a little too small.
                yield parts * nothing, total * whole, hit._replace(seen=seen), hideout
                nothing, whole = nothing * (total - parts), whole * total
        if nothing:
            yield nothing, whole, hit._replace(struck=hit.struck | {hideout}), 0

    def _hit(self, scene: Scene, hideout: int) -> Scene:
        """Return the scene after those were hit who stand there for all to see."""
        stamina, hit, shielded = scene.stamina, scene.hit, scene.shielded
        for seat in self.living:
            there = scene.seen[seat] == hideout if seat != self.me else not scene.hidden and scene.at == hideout
            if not there or not stamina[seat] or hit >> seat & 1:
                continue
            if seat == self.me and shielded:
                shielded = False
                continue
            if seat != self.me and SHIELD_WALL in self.view.seats[seat].flags:
                continue
            stamina = (*stamina[:seat], stamina[seat] - 1, *stamina[seat + 1 :])
            if not self.view.sudden:
                hit |= 1 << seat
        return scene._replace(stamina=stamina, hit=hit, shielded=shielded)

    def shot(self, scene: Scene, aim: int, ahead: int, dice: int = 1) -> int:
        """Return what a shot at an aim comes to, with the rest of the turn after it."""
        spent = scene._replace(left=scene.left - 1, used=scene.used + 1)
        if self.reading and scene.hidden and not any(seen in self.fans[aim] for seen in scene.seen):
            spent = spent._replace(aims=(*spent.aims, aim))
        return self._rolled(spent, aim, ahead - 1, dice)

    def _rolled(self, scene: Scene, aim: int, ahead: int, dice: int) -> int:
        if not dice:
            return self.value(scene, ahead)
        total = missed = 0
        fan = self.fans[aim]
        for hideout, count in fan.items():
            missed += count
            for parts, whole, after, _ in self.impacts(scene, hideout):
                total += count * self._rolled(after, aim, ahead, dice - 1) * parts // whole
        if missed < self.faces:
            total += (self.faces - missed) * self._rolled(scene, aim, ahead, dice - 1)
        return total // self.faces

    def hide(self, scene: Scene, ahead: int) -> int:
        """Return what a hide roll comes to."""
        spent = scene._replace(left=scene.left - 1, used=scene.used + 1)
        gone = spent._replace(at=NEW, hidden=True, explored=self.view.mode != "advanced", struck=spent.struck)
        red = self.red(scene.at)
        hid, stayed = self.value(gone, ahead - 1), self.value(spent, ahead - 1)
        by_red = stayed if red is None else self.value(gone._replace(delay=red), ahead - 1)
        return (_GREEN * hid + _RED * by_red + _BLANK * stayed) // len(HIDE_FACES)

    def red(self, hideout: int) -> int | None:
        """Return the delay that a red roll brings there; `None` where it fails."""
        ground = GROUND[hideout] if hideout else FOREST
        if ground == WASTELAND and SAPPER in self.can:
            ground = FOREST
        return None if ground not in RED_DELAY else max(0, RED_DELAY[ground] - (REEDFOOT in self.can))

    def work(self, scene: Scene, ahead: int) -> int:
        """Return what it comes to to work a token off."""
        spent = scene._replace(left=scene.left - 1, used=scene.used + 1)
        less = spent._replace(delay=spent.delay - 1)
        done, stayed = self.value(less, ahead - 1), self.value(spent, ahead - 1)
        ended = done if REEDFOOT in self.can else self.end(less)
        return (_GREEN * done + _RED * ended + _BLANK * stayed) // len(HIDE_FACES)


@cache
def _fan(die: str, aim: int, inner: bool, void: frozenset[str]) -> dict[int, int]:
    """Return how many faces of a die strike each hideout."""
    found: dict[int, int] = {}
    for symbol in ATTACK_FACES[die]:
        if symbol not in void:
            hideout = struck(aim, symbol, inner=inner)
            found[hideout] = found.get(hideout, 0) + 1
    return found
