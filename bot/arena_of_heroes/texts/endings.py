"""How a match ended, in words."""

from __future__ import annotations

from bot.texts.names import Names, player
from bot.texts.phrases import Phrases
from games.api import Result
from games.arena_of_heroes.view import View


def ended(say: Phrases, result: Result, names: Names) -> str:
    """Who won and how."""
    first = say.every(player(names, seat) for seat in result.ranking[0])
    if result.reason == "agreed":
        return say("A draw by agreement")
    if result.reason == "shared" or len(result.ranking[0]) > 1:
        return say("{players} share the victory: nobody outlasted the others", players=first)
    if result.reason == "resigned":
        return say("{winner} won: the others resigned", winner=first)
    if result.reason == "timeout":
        return say("{winner} won: the others ran out of time", winner=first)
    return say("{winner} won: the last hero standing", winner=first)


def ending(say: Phrases, view: View, names: Names) -> str:
    """Who won and how, and in which order the others went."""
    assert view.result is not None
    text = say("{ending}.", ending=ended(say, view.result, names))
    rest = [say.every(player(names, seat) for seat in group) for group in view.result.ranking[1:]]
    if len(rest) < 2:
        return text
    return f"{text} {say('Then: {players}.', players=', '.join(rest))}"
