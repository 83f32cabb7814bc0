"""The words on pictures, in one language: what `render.arena_of_heroes.lettering` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.arena_of_heroes.texts import names
from bot.arena_of_heroes.texts.endings import REASONS
from bot.texts.names import Names
from bot.texts.phrases import Phrases
from games.arena_of_heroes.cards import CardType
from games.arena_of_heroes.facts import LETTERS
from games.arena_of_heroes.heroes import HeroType
from games.arena_of_heroes.ring import GROUND_TITLES
from render.arena_of_heroes.lettering import Lettering
from render.typeface import covers


def _drawable(name: str) -> str:
    """A name without what the font has not; nothing if that is most of it."""
    kept = " ".join("".join(letter for letter in name if covers(letter)).split())
    return kept if 2 * len(kept) > len(name.strip()) else ""


class Letters:
    """The words of all pictures in the language of some phrases, with the names of players where they are known."""

    def __init__(self, say: Phrases, players: tuple[str, ...] = ()) -> None:
        self.say = say
        self._players = tuple(map(_drawable, players))

    def player(self, seat: int) -> str:
        """The name of a seat's player."""
        return self._players[seat] if seat < len(self._players) else ""

    def hero(self, hero: HeroType | None) -> str:
        """The name of a hero."""
        return names.hero_name(self.say, hero)

    def card(self, card: CardType) -> str:
        """The name of a card."""
        return self.say.message(card.title)

    def lasting(self, card: CardType) -> str:
        """What a lasting card does."""
        return names.lasting(self.say, card)

    def to_play(self, left: int) -> str:
        """The mark of the active seat."""
        return self.say("TO PLAY · {count} left", count=left)

    def turn(self) -> str:
        """The mark of the active seat in a film."""
        return self.say("TURN")

    def outcome(self, outcome: str, hideout: int) -> str:
        """What a shot came to."""
        say, at = self.say, str(hideout)
        return {
            "void": say("no effect"),
            "nothing": say("{hideout}: nothing", hideout=at),
            "reveal": say("{hideout}: found!", hideout=at),
            "hit": say("{hideout}: hit, −1", hideout=at),
            "limit": say("{hideout}: hit before, limit", hideout=at),
            "shield": say("{hideout}: shielded", hideout=at),
            "out": say("{hideout}: out!", hideout=at),
        }[outcome]

    def rolled(self, seat: int, purpose: str) -> str:
        """Who rolls the hide die and what for."""
        say, who = self.say, self.who(seat)
        if purpose == "hide":
            return say("{player}: hide", player=who)
        return say("{player}: work off delay", player=who) if purpose == "work" else say("{player} rolls", player=who)

    def effect(self, card: CardType) -> str:
        """What a card does."""
        return self.say(card.text)

    def ability(self, ability: str) -> str:
        """The name of an ability."""
        return names.ability(self.say, ability)

    def who(self, seat: int) -> str:
        """A seat."""
        return self.player(seat) or LETTERS[seat]

    def left(self, seat: int, hideout: int) -> str:
        """A hero has left a hideout."""
        return self.say("{player} has left {hideout}", player=self.who(seat), hideout=str(hideout))

    def to_pick(self) -> str:
        """The mark of the seat that picks."""
        return self.say("PICKS A HERO")

    def to_answer(self) -> str:
        """The mark of the seat that is asked."""
        return self.say("TO ANSWER")

    def wins(self) -> str:
        """The mark of who has won."""
        return self.say("WINS")

    def out(self, place: int) -> str:
        """The mark of a seat that is out."""
        return self.say("OUT · place {place}", place=place)

    def hidden(self) -> str:
        """In the place of a hideout that nobody knows."""
        return self.say("hidden")

    def hideout(self, number: int) -> str:
        """Where a hero is."""
        return self.say("at {hideout}", hideout=number)

    def deck(self) -> str:
        """The hideout deck."""
        return self.say("Hideout deck")

    def sudden_death(self) -> str:
        """The band of sudden death."""
        return self.say("Sudden death: no hiding, no limit")

    def empty_slot(self) -> str:
        """A slot without a card."""
        return self.say("nothing lies here")

    def own(self, hideout: int, ground: str, hidden: bool, explored: bool | None) -> str:
        """Where the reader's own hero is."""
        kind = GROUND_TITLES[ground]
        state = self.say("hidden") if hidden else self.say("revealed")
        if explored is None:
            return self.say("You are at {hideout}: {ground}, {state}", hideout=hideout, ground=kind, state=state)
        known = self.say("explored") if explored else self.say("not explored")
        return self.say(
            "You are at {hideout}: {ground}, {state}, {explored}",
            hideout=hideout,
            ground=kind,
            state=state,
            explored=known,
        )

    def choosing(self) -> str:
        """Before the first turn."""
        return self.say("Choosing heroes")

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won."""
        if not winners:
            return self.say("A draw")
        who = self.say.every(self.player(seat) or LETTERS[seat] for seat in winners)
        return self.say.plural("{seats} wins", "{seats} win", len(winners), seats=who)

    def reason(self, reason: str) -> str:
        """How the match ended."""
        return self.say.message(REASONS[reason])

    def after(self, turns: int) -> str:
        """In which turn it ended."""
        return self.say("after turn {turn}", turn=turns)

    def hits(self, given: int, taken: int) -> str:
        """Hits."""
        return self.say("hits given {given}, taken {taken}", given=given, taken=taken)

    def last_at(self, hideout: int) -> str:
        """The last hideout."""
        return self.say("last at {hideout}", hideout=hideout)

    def place(self, place: int) -> str:
        """A place in the ranking."""
        return self.say("place {place}", place=place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Letters) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[str, tuple[str, ...]]:
        return self.say.language, self._players


@lru_cache(maxsize=256)
def _made(say: Phrases, players: tuple[str, ...]) -> Lettering:
    return Letters(say, players)


def lettering(say: Phrases, players: Names | None = None) -> Lettering:
    """The words of pictures in that language, with these names of players."""
    given = tuple((players or {}).get(seat, "") for seat in range(len(LETTERS)))
    return _made(say, given)
