"""What is not known in a study: where others hide, where a hideout card leads, which card is drawn, how dice fall (A3).

A hidden hero's place is asked about before its seat acts, and where a shot, a spider or a card may find it; whether it
has a Veil (A8) only when it is struck. In between the cards that nobody has seen lie anyhow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal

from games.api import Action, IllegalAction, Step
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS, SPIDERS, SPYGLASS, VEIL
from games.arena_of_heroes.effects import SPIDERS_ENTER
from games.arena_of_heroes.ring import (
    ATTACK_DICE,
    ATTACK_FACES,
    COLOUR_TITLES,
    GROUND,
    HIDE_FACES,
    SYMBOL_TITLES,
    WASTELAND,
)
from games.arena_of_heroes.state import State
from games.arena_of_heroes.view import VEILED, View
from games.arena_of_heroes.worlds import exchanged, free, world
from games.doubts import Doubt, Supposed
from games.draws import Dice
from games.messages import Message
from games.values import value

THERE, AWAY, COVERED = "there", "away", "veil"
"""What may be supposed of a hidden hero where something strikes: the last one is that a Veil covers it."""
GOES: Final = "goes"
"""Noted of a seat: where it goes with its next hideout card was supposed."""
QUESTIONS: Final = {
    "place": Message("Where is this hero?"),
    "goes": Message("Where does this hero go?"),
    "card": Message("Which arena card is drawn?"),
    "falls": Message("Which hideout collapses?"),
    ATTACK_DICE[0]: Message("What does the attack die show?"),
    ATTACK_DICE[1]: Message("What does the second attack die show?"),
    "hide": Message("What does the hide die show?"),
}


@value
class Asked:
    """What a question is about."""

    kind: Literal["place", "there", "goes", "card", "falls"]
    at: int = 0
    """The hideout that is struck, or the card that lies where another one is to lie."""
    place: int = 0
    """Where the hero is, as it is imagined."""


class Studied:
    """The part of the game that answers for studies (`games.doubts.StudiedGame` and `RiskyGame`)."""

    def imagine(self, view: View, random: Random) -> Supposed:
        """Return a position that may be the one of a view; in the middle of an action that before it."""
        if view.result is not None:
            raise IllegalAction(Message("The match is over; there is nothing to try out at its end."), "A5.7")
        begins = None
        if view.before is not None:
            view, begins = view.before, Message("This study begins before the action in which a question is open.")
        unknown = tuple(int(seat.alive and seat.at is None) for seat in view.seats)
        noted = frozenset() if view.reader is None else frozenset({(view.reader, COVERED)})
        return _certain(Supposed(world(view, random), view.reader, unknown, noted, begins))

    def before(self, at: Supposed, seat: int) -> Doubt | None:
        """Return where a seat's hero is, before it acts."""
        return _place(at, seat, f"place.{seat}") if at.unknown[seat] else None

    def within(
        self, at: Supposed, seat: int, action: Action, step: Step | None, settled: Collection[str]
    ) -> Doubt | None:
        """Return the first thing that an action hangs on and that nobody has supposed."""
        doubts = _foreseen(at, seat, action) if step is None else _Found(at, step).doubts(_foreseen(at, seat, action))
        asked = (doubt for doubt in doubts if doubt.key not in settled)
        return next((doubt for doubt in asked if len(doubt.possible) > 1), None)

    def dice(self, at: Supposed, seat: int, key: str, dice: Dice) -> Doubt:
        """Return the question how dice fall."""
        kind = "h" if dice.kind not in ATTACK_DICE else f"a{dice.sides}"
        faces = tuple(f"{kind}-{face + 1}" for face in range(dice.sides))
        return Doubt(key, seat, QUESTIONS[dice.kind], faces * dice.number, dice.number)

    def suppose(self, at: Supposed, doubt: Doubt, tokens: Action, random: Random) -> Supposed:
        """Return the position after an answer. Raises `IllegalAction` for what cannot be."""
        if len(tokens) > 1 or not set(tokens) <= set(doubt.possible):
            raise IllegalAction(Message("That cannot be."), "A3")
        asked: Asked = doubt.about
        word = tokens[0] if tokens else _by_chance(at, doubt, random)
        if asked.kind == "card":
            return replace(at, state=_on_top(at.state, word))
        if asked.kind == "there":
            return _answered(at, doubt.seat, asked, word, random)
        at = _mended(replace(at, state=exchanged(at.state, asked.at, int(word))), doubt.seat, random)
        if asked.kind == "place":
            return replace(at, unknown=_with(at.unknown, doubt.seat, 0))
        return replace(at, noted=at.noted | {(doubt.seat, GOES)}) if asked.kind == "goes" else at

    def follow(self, at: Supposed, step: Step) -> tuple[Supposed, tuple[ev.Event, ...]]:
        """Return the position after a step, in which nobody has said yet where hideout cards have led."""
        unknown, noted, events = list(at.unknown), set(at.noted), []
        for event in step.events:
            match event:
                case ev.CardDrawn(seat):
                    unknown[seat] = (seat, GOES) not in noted
                    noted = {(other, what) for other, what in noted if other != seat or what == COVERED}
                    continue
                case ev.Revealed(seat) | ev.Out(seat):
                    unknown[seat] = 0
                case ev.TurnBegan(seat) | ev.AbilityUsed(seat, "veil"):
                    noted.add((seat, COVERED))
            events.append(event)
        state: State = step.state
        left = tuple(int(bool(count) and hero.hidden) for count, hero in zip(unknown, state.heroes, strict=True))
        return _certain(replace(at, state=state, unknown=left, noted=frozenset(noted))), tuple(events)

    def called(self, token: str) -> Message:
        """Return the name of something that may be supposed."""
        kind, _, face = token.partition("-")
        if kind == "h":
            return Message("{number}: {shows}", number=int(face), shows=COLOUR_TITLES[HIDE_FACES[int(face) - 1]])
        if face:
            symbol = ATTACK_FACES[f"d{kind[1:]}"][int(face) - 1]
            return Message("{number}: {shows}", number=int(face), shows=SYMBOL_TITLES[symbol])
        if token in CARDS:
            return CARDS[token].title
        return _WORDS[token] if token in _WORDS else Message("Hideout {number}", number=int(token))

    def bare(self, at: Supposed) -> State:
        """Return the state; what is hidden in it is shown to nobody."""
        state: State = at.state
        return state


_WORDS: Final = {
    THERE: Message("This hero is there"),
    AWAY: Message("This hero is somewhere else"),
    COVERED: Message("This hero is there, behind a Veil"),
}


# ------------------------------------------------------------------------------------------------------ the questions


def places(at: Supposed, seat: int, *, surely: bool = False) -> list[int]:
    """Return where a hidden hero may be of which nobody has supposed it; `surely`: without what is unlikely."""
    state: State = at.state
    others = (hero.at for hero, unknown in zip(state.heroes, at.unknown, strict=True) if unknown)
    found = free(state, seat, {*state.deck, *others}, surely=surely)
    return [place for place in found if (seat, str(place)) not in at.noted] or [state.heroes[seat].at]


def _place(at: Supposed, seat: int, key: str, among: Collection[int] = ()) -> Doubt:
    """Return the question where a hero is; `among`: only there."""
    place = at.state.heroes[seat].at
    possible = [p for p in places(at, seat) if not among or p in among]
    return Doubt(key, seat, QUESTIONS["place"], tuple(map(str, possible)), about=Asked("place", place, place))


def _there(at: Supposed, seat: int, hideout: int, place: int, *, veil: bool, away: bool = True) -> Doubt:
    """Return the question whether a hidden hero is where something strikes; `place` is where it is imagined."""
    known = (seat, COVERED) in at.noted or not at.state.heroes[seat].can(VEIL)
    possible = (THERE, *([COVERED] if veil and not known else []), *([AWAY] if away else []))
    question = Message("Is this hero at hideout {number}?", number=hideout)
    return Doubt(f"there.{seat}.{hideout}", seat, question, possible, about=Asked("there", hideout, place))


def _foreseen(at: Supposed, seat: int, action: Action) -> Iterator[Doubt]:
    """Yield what is asked before an action is carried out: the card that is drawn, whom a Spyglass finds."""
    if action == ("explore",):
        cards = tuple(dict.fromkeys(sorted(at.state.arena)))
        yield Doubt("card", seat, QUESTIONS["card"], cards, about=Asked("card"))
    elif action[:2] == ("use", SPYGLASS):
        for other, unknown in enumerate(at.unknown):
            if unknown and int(action[2]) in places(at, other):
                yield _there(at, other, int(action[2]), at.state.heroes[other].at, veil=False)


@dataclass
class _Found:
    """What was found out in a step as things are imagined, event by event."""

    at: Supposed
    step: Step

    def doubts(self, foreseen: Iterator[Doubt]) -> Iterator[Doubt]:
        """Yield what the step hangs on, in order; `foreseen` comes first."""
        yield from foreseen
        state: State = self.at.state
        self.where = {seat: hero.at for seat, hero in enumerate(state.heroes) if self.at.unknown[seat]}
        """Where the hidden heroes are that nobody has supposed, as it is imagined."""
        self.moved: set[int] = set()
        for event in self.step.events:
            yield from self._of(event)

    def _of(self, event: ev.Event) -> Iterator[Doubt]:
        match event:
            case ev.Attacked(hideout=hideout) if hideout:
                yield from self._struck(hideout, veil=True)
            case ev.SpidersCrawled(hideouts):
                for hideout in hideouts:
                    yield from self._struck(hideout)
            case ev.ArenaCard(card=card) if card == SPIDERS:
                yield from self._struck(SPIDERS_ENTER)
            case ev.Erupted():
                for seat in [seat for seat in self.where if seat not in self.moved]:
                    if any(GROUND[place] == WASTELAND for place in places(self.at, seat)):
                        yield _place(self.at, seat, f"place.{seat}")
            case ev.Collapsed(hideout):
                possible = tuple(map(str, sorted({*self.at.state.deck, *self.where.values()})))
                roller = self.at.state.turn
                yield Doubt("falls", roller, QUESTIONS["falls"], possible, about=Asked("falls", hideout))
            case ev.Revealed(seat) | ev.Left(seat) | ev.Out(seat) if seat in self.where:
                if seat not in self.moved:
                    yield _place(self.at, seat, f"place.{seat}")
                del self.where[seat]
            case ev.CardDrawn(seat, hideout):
                yield from self._gone(seat, hideout)
            case ev.Ended():
                for seat in [seat for seat in self.where if seat not in self.moved]:
                    yield _place(self.at, seat, f"place.{seat}")

    def _struck(self, hideout: int, *, veil: bool = False) -> Iterator[Doubt]:
        """Yield of every hidden hero that may be there whether it is; of one that is whether it has a Veil."""
        for seat, place in list(self.where.items()):
            if hideout == place or hideout in self._reached(seat):
                yield _there(self.at, seat, hideout, place, veil=veil)
        for seat, hero in enumerate(self.at.state.heroes):
            hidden = hero.hidden and hero.at == hideout and seat not in self.where and seat not in self.moved
            if veil and hidden and VEILED not in hero.flags:
                yield _there(self.at, seat, hideout, hideout, veil=True, away=False)

    def _reached(self, seat: int) -> Collection[int]:
        return self.step.state.deck if seat in self.moved else places(self.at, seat)

    def _gone(self, seat: int, hideout: int) -> Iterator[Doubt]:
        """Yield where a hideout card has led where something may wait for whoever comes."""
        state: State = self.at.state
        self.moved.add(seat)
        self.where[seat] = hideout
        cards = {hideout, *self.step.state.deck} & {*state.deck}
        if hideout in cards and cards & {*state.spiders, *state.marks}:
            possible = tuple(map(str, sorted(cards)))
            yield Doubt(f"goes.{seat}", seat, QUESTIONS["goes"], possible, about=Asked("goes", hideout, hideout))


# -------------------------------------------------------------------------------------------------------- the answers


def _by_chance(at: Supposed, doubt: Doubt, random: Random) -> str:
    """Return the answer that chance gives to a question."""
    asked: Asked = doubt.about
    if asked.kind == "there":
        if AWAY not in doubt.possible:
            return THERE
        chances = places(at, doubt.seat, surely=True) if at.unknown[doubt.seat] else [asked.place, *at.state.deck]
        return THERE if random.choice(chances) == asked.at else AWAY
    likely = set(map(str, places(at, doubt.seat, surely=True))) if asked.kind == "place" else set()
    return random.choice([word for word in doubt.possible if word in likely] or doubt.possible)


def _answered(at: Supposed, seat: int, asked: Asked, word: str, random: Random) -> Supposed:
    """Return the position in which a hidden hero is where something strikes, or is not."""
    if word == AWAY:
        left = [place for place in places(at, seat, surely=True) if place != asked.at] or [*at.state.deck]
        at = replace(at, noted=at.noted | {(seat, str(asked.at))})
        if asked.place != asked.at or not left:
            return at
        return _mended(replace(at, state=exchanged(at.state, asked.at, random.choice(left))), seat, random)
    at = _mended(replace(at, state=exchanged(at.state, asked.place, asked.at)), seat, random)
    if word == COVERED:
        at = replace(at, state=_veiled(at.state, seat))
    return replace(at, unknown=_with(at.unknown, seat, 0), noted=at.noted | {(seat, COVERED)})


def _veiled(state: State, seat: int) -> State:
    made = state.draft()
    made.heroes[seat].flags |= {VEILED}
    if state.base is not None:
        made.base = _veiled(state.base, seat)
    return made


def _on_top(state: State, card: str) -> State:
    """Return the state in which a card lies on the arena deck, in whose place the top one lies then."""
    made = state.draft()
    at, deck = state.arena.index(card), list(state.arena)
    deck[0], deck[at] = deck[at], deck[0]
    made.arena = tuple(deck)
    return made


def _mended(at: Supposed, settled: int, random: Random) -> Supposed:
    """Return the position in which hidden heroes that were exchanged for another one are where they may be."""
    for seat, unknown in enumerate(at.unknown):
        if not unknown or seat == settled:
            continue
        may_be = places(at, seat)
        left = [place for place in may_be if place in at.state.deck]
        if at.state.heroes[seat].at not in may_be and left:
            at = replace(at, state=exchanged(at.state, at.state.heroes[seat].at, random.choice(left)))
    return at


def _certain(at: Supposed) -> Supposed:
    """Return the position in which it is known where heroes are that can be in one place only."""
    certain = (bool(count) and len(places(at, seat)) > 1 for seat, count in enumerate(at.unknown))
    return replace(at, unknown=tuple(map(int, certain)))


def _with(counts: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
    return (*counts[:seat], count, *counts[seat + 1 :])
