"""The pages before the first turn: choosing a faction, and the two tiles in the monolith (R2.1, R13.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.monolith_arena.pages.shared import BoardDraft, card_lines, card_list, named_card
from bot.monolith_arena.texts.card import STYLES, brief, styles
from bot.monolith_arena.texts.names import counted
from bot.panels import choosing, drafts
from bot.panels.choosing import Value
from bot.panels.model import Button, Panel, Row, SeatPerspective
from bot.panels.pages import NoPage
from bot.panels.widgets import back, button, do, fitting, missing, rows_of, show
from bot.texts.phrases import Phrases
from games.api import Action, Choice
from games.monolith_arena.hexes import ADJACENT, AXIAL, NAMES
from games.monolith_arena.tiles import FACTIONS, Faction, TileType, faction
from games.monolith_arena.view import TileView, View
from render.monolith_arena.sheets import Group, Shown
from render.monolith_arena.theme import army_style, style_of

RANDOM: Final = "random"


def choose_faction(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the choice of a faction. Raises `GameError`."""
    say = perspective.say
    if len(tokens) > 2:
        raise NoPage(tokens)
    offered = drafts.values(perspective, ("faction",))
    chosen = tokens[1] if len(tokens) > 1 else None
    if chosen is not None:
        perspective.next_field(tokens)
    names = [token for token in offered if token != RANDOM]
    values = [Value(token, _name(say, token)) for token in offered]
    rows = choosing.one_of(say, ("faction",), values, chosen, say("Choose your faction."), lines=chosen is not None)
    if chosen is None:
        text = f"**{say('Choose your faction.')}** {_others(say, view)}\n{styles(say, names)}"
        return Panel(text, rows, BoardDraft(sheet=of_factions(say, view, names)))
    label = (
        say("Draw a faction at random") if chosen == RANDOM else say("Play {faction}", faction=faction(chosen).title)
    )
    bottom = (back(say), do(label, ("faction", chosen)))
    about = say("Any of them, all equally likely.") if chosen == RANDOM else "\n".join(brief(say, chosen))
    shown = of_factions(say, view, names) if chosen == RANDOM else of_faction(say, view, chosen)
    return Panel(f"**{_name(say, chosen)}**\n{about}", (*rows, *_cards(say, chosen), bottom), BoardDraft(sheet=shown))


def _cards(say: Phrases, chosen: str) -> tuple[Row, ...]:
    """Return the list of a faction's tiles, to look closer at one."""
    return () if chosen == RANDOM else card_lines(say, say("Tile info"), faction(chosen).tiles)


def _name(say: Phrases, token: str) -> str:
    return say("Random") if token == RANDOM else say.message(faction(token).title)


def _others(say: Phrases, view: View) -> str:
    if len(view.seats) == 2:
        return say("The other player gets a different one.")
    return say("Each player gets a different one.")


LOWER: Final = 2
"""The lower segments of a monolith."""


def home(view: View) -> Faction:
    """Return the reader's own faction, which is chosen by now."""
    assert view.reader is not None
    own = view.seats[view.reader].faction
    assert own is not None
    return own


def fill_monolith(perspective: SeatPerspective[View], view: View, tokens: Action) -> Panel:
    """Return the tiles to choose from, those chosen so far, and the button that puts them in. Raises `GameError`."""
    say, deck = perspective.say, home(view)
    chosen = [deck.by_id[token] for token in tokens[1:]]
    perspective.next_field(tokens)
    tiles = [tile for tile in dict.fromkeys(deck.deck()) if not tile.is_order]
    rows = rows_of([_tile(say, tile, chosen) for tile in tiles])
    bottom = [named_card(say, tile) for tile in dict.fromkeys(chosen)] or [card_list(say)]
    if chosen:
        bottom.insert(0, back(say, *tokens[:-1]))
    bottom.append(_sure(say, tokens, chosen))
    return Panel(_text(say, chosen), (*rows, tuple(bottom)), BoardDraft(sheet=of_monolith(say, view, tiles, chosen)))


def _tile(say: Phrases, tile: TileType, chosen: list[TileType]) -> Button:
    """Return a tile to choose; with both chosen it takes the place of the second one."""
    kept = chosen[: LOWER - 1]
    count = chosen.count(tile)
    left = tile.count - kept.count(tile)
    label = say.message(tile.title) if count < 2 else f"{say.message(tile.title)} ×{count}"
    gone = left < 1 or (len(chosen) == LOWER and chosen[-1] == tile)
    press = show("prepare", *(t.id for t in kept), tile.id)
    return button(label, press, style="primary" if count else "secondary", disabled=gone)


def _sure(say: Phrases, tokens: Action, chosen: list[TileType]) -> Button:
    if len(chosen) < LOWER:
        return missing(say("Put them in"), "prepare")
    label = fitting(say("Put in {tiles}", tiles=_listed(say, chosen)), say("Put them in"))
    return do(label, tokens)


def _listed(say: Phrases, chosen: list[TileType]) -> str:
    return say.every(label for _, label in counted(say, chosen))


def _text(say: Phrases, chosen: list[TileType]) -> str:
    title = f"**{say('Choose two tiles for your monolith.')}**"
    if not chosen:
        return f"{title}\n{say('Two of the same kind are fine if you have them.')}"
    if len(chosen) < LOWER:
        return f"{title}\n{say('Chosen so far: {tile}.', tile=chosen[0].title)}"
    hidden = say("{tiles}. Nobody else sees them until the monolith unfolds.", tiles=_listed(say, chosen))
    return f"{title}\n{hidden} {say('The other 32 tiles are your stack.')}"


# set-up by the bot


def quick_start(view: View, choice: Choice, newcomer: bool = False) -> Action | None:
    """Return a drawn faction, the commonest tiles in the monolith, the banner as far from the enemy's as can be.

    A newcomer gets the easiest faction that nobody has yet.
    """
    if choice.kind == "faction":
        return ("faction", _easiest(view) if newcomer else RANDOM)
    if choice.kind == "prepare":
        board = [tile for tile in home(view).tiles if not tile.is_order and not tile.is_banner]
        return ("prepare", *(tile.id for tile in sorted(board, key=lambda tile: -tile.count)[:LOWER]))
    if choice.kind == "banner":
        return ("banner", _remote(view, choice.seat))
    return None


def _easiest(view: View) -> str:
    """Return the easiest of the factions that are left, the first of several in the order in which they are shown."""
    taken = [seat.faction for seat in view.seats]
    free = [home for home in map(faction, FACTIONS) if home not in taken]
    return min(free, key=lambda home: home.difficulty).id


def _remote(view: View, seat: int) -> str:
    """Return the empty hex farthest from the tiles of others, of those the first one with the fewest neighbors."""
    others = [AXIAL[hex_] for hex_, tile in enumerate(view.board) if tile is not None and tile.seat != seat]
    free = [hex_ for hex_, tile in enumerate(view.board) if tile is None]

    def near(hex_: int) -> tuple[int, int]:
        q, r = AXIAL[hex_]
        steps = (max(abs(q - x), abs(r - y), abs(q + r - x - y)) for x, y in others)
        return -min(steps, default=0), len(ADJACENT[hex_])

    return NAMES[min(free, key=near)]


# the tiles to choose from, as pictures


def of_factions(say: Phrases, view: View, names: Iterable[str]) -> tuple[Group, ...]:
    """Return the banner and the most typical tiles of some factions."""
    return tuple(
        Group(
            say.message(faction(name).title),
            tuple(_counted(say, view, faction(name).by_id[key]) for key in ("banner", *STYLES[name][1])),
        )
        for name in names
    )


def of_faction(say: Phrases, view: View, name: str) -> tuple[Group, ...]:
    """Return all tiles of a faction: those for the board, then the orders."""
    home = faction(name)
    return tuple(
        Group(title, tuple(_counted(say, view, tile, tile.count) for tile in home.tiles if tile.is_order is orders))
        for title, orders in ((say.message(faction(name).title), False), (say("Orders"), True))
    )


def of_monolith(say: Phrases, view: View, tiles: Sequence[TileType], chosen: Sequence[TileType]) -> tuple[Group, ...]:
    """Return the tiles that may go into the reader's monolith in the order of their buttons, chosen ones set off."""
    shown = (_counted(say, view, tile, tile.count, chosen=tile in chosen) for tile in tiles)
    return (Group(say("Two of these go into your monolith"), tuple(shown)),)


def _counted(say: Phrases, view: View, tile: TileType, count: int = 1, *, chosen: bool = False) -> Shown:
    name = say.message(tile.title)
    return _shown(view, tile, f"{count} × {name}" if count > 1 else name, chosen)


def _shown(view: View, tile: TileType, caption: str, chosen: bool = False) -> Shown:
    """Return a tile as it would look for the reader."""
    home = tile.faction
    style = army_style(view, view.reader, home) if view.reader is not None else style_of(home)
    return Shown(TileView.printed(style, tile), caption, chosen)
