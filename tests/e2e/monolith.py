"""How a match of Monolith Arena begins at the page in a browser."""

from __future__ import annotations

from tests.e2e.browser import Tab
from tests.e2e.playing import Playground
from tests.e2e.seats import board, button, click, command, complete, send, still

GAME = "monolith_arena"
FACTIONS = {"anna": "dragon_empire", "max": "lords_of_the_abyss"}


async def factions(game: Playground, tab: Tab) -> None:
    """Both choose their factions in their panels."""
    for seat, faction in FACTIONS.items():
        for press in (("play",), ("show", "faction", faction), ("do", "faction", faction)):
            await click(game, tab, seat, button(tab, seat, *press))


async def banners(game: Playground, tab: Tab) -> tuple[str, str]:
    """Both place their banners by command, with the list of hexes; returns who was drawn to begin, and the other."""
    await still(game, tab)
    assert len(game.waited()) == 1
    first, second = ("anna", "max") if game.waited() == [game.anna] else ("max", "anna")
    for seat, other, hex_ in ((first, second, "B2"), (second, first, "D3")):
        await command(tab, seat, "/monolith banner")
        await complete(tab, seat, hex_)
        before = await board(tab, other)
        await click(game, tab, seat, send(tab, seat))
        assert game.waited()[0].name != seat
        # The other sees the new board without doing anything.
        assert await board(tab, other) != before
    return first, second
