"""The words on the pictures, in one language."""

from __future__ import annotations

from dataclasses import dataclass

from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import heading
from bot.texts.names import Names, players
from bot.texts.phrases import Phrases
from games.monsters_and_myths.view import View
from render.typeface import covers


@dataclass(frozen=True)
class Words:
    """A `render.monsters_and_myths.Lettering`; equal ones say the same."""

    say: Phrases
    players: tuple[tuple[int, str], ...] = ()

    def nation(self, index: int) -> str:
        """The name of a nation."""
        return n.nation(self.say, index)

    def heading(self, view: View) -> str:
        """The round and the attack card."""
        return heading(self.say, view)

    def round_over(self, number: int) -> str:
        """The heading of what a round has changed."""
        return self.say("Round {number}: won and lost", number=number)

    def waiting(self, view: View) -> str:
        """Who is waited for, by their letters."""
        seats = dict.fromkeys(choice.seat for choice in view.choices if choice.must)
        return self.say("waiting for {players}", players=players(self.say, {}, seats)) if seats else ""

    def pile(self, count: int) -> str:
        """How many cards the pile has."""
        return self.say("pile {count}", count=count)

    def discards(self, count: int) -> str:
        """How many cards were discarded."""
        return self.say("discards {count}", count=count)

    def player(self, seat: int) -> str:
        """The name of a seat's player; nothing where it is not known or cannot be drawn."""
        name = dict(self.players).get(seat, "")
        return name if covers(name) else ""

    def now(self, points: int) -> str:
        """The running total below a seat's letter."""
        return self.say("now", points=points)

    def captured(self) -> str:
        """What captured cards are called."""
        return self.say("captured")

    def total(self) -> str:
        """What the sum of all points is called."""
        return self.say("total")

    def kept(self, chosen: int, number: int) -> str:
        """The line above the cards in hand."""
        return self.say("Your cards: {chosen} of {number} chosen", chosen=chosen, number=number)

    def card(self, code: str) -> str:
        """The name of a card."""
        return n.card(self.say, code)

    def winner(self, view: View) -> str:
        """The headline of the result."""
        say, result = self.say, view.result
        if result is None or len(result.ranking) == 1:
            return say("Draw")
        named = {seat: self.player(seat) for seat in result.ranking[0] if self.player(seat)}
        who = players(say, named, result.ranking[0])
        return say.plural("{players} wins", "{players} share the victory", len(result.ranking[0]), players=who)


def lettering(say: Phrases, names: Names | None = None) -> Words:
    """The words in the language of `say`, with the names of players where they are known."""
    return Words(say, tuple(sorted((names or {}).items())))
