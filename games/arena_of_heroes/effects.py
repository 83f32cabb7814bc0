"""Exploring, which draws an arena card (A5.5), and what each card does that is not kept as an item (A9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS, ITEM, PENDANT, SPIDERS
from games.arena_of_heroes.moves import NO, YES, may_relocate, relocate, settle
from games.arena_of_heroes.ring import BLANK, FOREST, GREEN, GROUND, HIDEOUTS, RED, WASTELAND, WATER
from games.arena_of_heroes.run import Run, delay, gain, lose, regain, reveal, spend
from games.arena_of_heroes.shots import neutral_attack
from games.arena_of_heroes.view import CROWS

Effect = Callable[[Run, int], None]
SPIDERS_ENTER: Final = 12
"""The hideout where the spiders appear."""
WATCHFIRE_ACTIONS: Final = 2


def failed(run: Run, seat: int, colour: str) -> bool:
    """Return whether a card's roll of the hide die is a failure: blank, or red in wasteland."""
    return colour == BLANK or (colour == RED and GROUND[run.hero(seat).at] == WASTELAND)


def _crows(run: Run, seat: int) -> None:
    """Apply card B11."""
    if run.ask(seat, "B11", ("delay", "crows"), "delay") == "delay":
        delay(run, seat, 1)
        run.ending = True
    else:
        run.hero(seat).flags |= {CROWS}
        run.tell(ev.CrowsCalled(seat))


def _rough_terrain(run: Run, seat: int) -> None:
    """Apply card B12."""
    if run.ask(seat, "B12", ("roll", "delay"), "delay") == "delay":
        delay(run, seat, 1)
    elif run.check(seat) == GREEN:
        lose(run, [seat])


def _wisps(run: Run, seat: int) -> None:
    """Apply card B13."""
    if run.ask(seat, "B13", ("roll", "attack"), "roll") == "attack":
        neutral_attack(run, seat, run.hero(seat).at, 1)
    elif failed(run, seat, run.check(seat)):
        delay(run, seat, 2)


def _wrong_way(run: Run, seat: int) -> None:
    """Apply card B14."""
    state = run.state
    if not state.discard:
        return
    card, *rest = state.discard
    state.discard = tuple(rest)
    state.deck, state.cursor = run.draws.shuffled(state.cursor, (*state.deck, card))
    state.closed -= {card}
    state.marks |= {card}
    run.tell(ev.Reopened(card))


def _spiders(run: Run, seat: int) -> None:
    """Apply card B16."""
    run.state.spiders = (SPIDERS_ENTER, SPIDERS_ENTER)
    reveal_beside_spiders(run)


def reveal_beside_spiders(run: Run) -> None:
    """Reveal all heroes that share a hideout with a spider."""
    for seat in run.state.living():
        if run.hero(seat).at in run.state.spiders:
            reveal(run, seat)


def _fall_on(run: Run, seat: int, ground: str) -> None:
    """Make a neutral attack with two dice at the open hideout of that kind with the lowest number."""
    aim = next((h for h in HIDEOUTS if GROUND[h] == ground and h not in run.state.closed), None)
    if aim is not None:
        neutral_attack(run, seat, aim, 2)


def _quicksand(run: Run, seat: int) -> None:
    """Apply card X09."""
    delay(run, seat, 1 if GROUND[run.hero(seat).at] == FOREST else 2)


def _hollow(run: Run, seat: int) -> None:
    """Apply card X10."""
    if tokens := run.hero(seat).delay:
        delay(run, seat, -min(2, tokens))
    else:
        run.grant("X10")


def _slip_away(run: Run, seat: int, card: str) -> None:
    """Ask whether a hero moves, explored or not, where it could."""
    if may_relocate(run.state, run.hero(seat), unexplored=True) and run.ask(seat, card, (YES, NO), NO) == YES:
        relocate(run, seat, unexplored=True)


def _wasps(run: Run, seat: int) -> None:
    """Apply card X12."""
    if run.ask(seat, "X12", ("stamina", "delay"), "delay") == "delay":
        delay(run, seat, 2)
    else:
        lose(run, [seat])


def _echo(run: Run, seat: int) -> None:
    """Apply card X13."""
    if reveal(run, seat):
        run.grant("X13")


def _snare(run: Run, seat: int) -> None:
    """Apply card X14."""
    if run.check(seat) == BLANK:
        delay(run, seat, 2)


def _watchfire(run: Run, seat: int) -> None:
    """Apply card X15."""
    if run.ask(seat, "X15", ("reveal", "end"), "end") == "end":
        run.tell(ev.TurnEnded(seat, run.state.left))
        run.ending = True
    else:
        reveal(run, seat)
        run.grant("X15", WATCHFIRE_ACTIONS)


def _berries(run: Run, seat: int) -> None:
    """Apply card X16."""
    if GROUND[run.hero(seat).at] == FOREST:
        regain(run, seat)


def _bridge(run: Run, seat: int) -> None:
    """Apply card X17."""
    colour = run.check(seat)
    if colour == RED:
        lose(run, [seat])
    elif colour == GREEN:
        _slip_away(run, seat, "X17")


def _flood(run: Run, seat: int) -> None:
    """Apply card X19, when it comes."""
    for other in run.state.living():
        hero = run.hero(other)
        if not hero.hidden and GROUND[hero.at] == WATER:
            delay(run, other, 1)


def _trumpets(run: Run, seat: int) -> None:
    """Apply card X22."""
    for other in list(run.state.around()):
        if run.hero(other).hidden and run.check(other) == BLANK:
            reveal(run, other)
            settle(run)


def _collapse(run: Run, seat: int) -> None:
    """Apply card X23."""
    state = run.state
    if not state.deck:
        return
    card, *rest = state.deck
    state.deck, state.discard = tuple(rest), (card, *state.discard)
    state.closed |= {card}
    run.tell(ev.Collapsed(card))
    if not state.deck and not state.sudden:
        state.sudden = True
        run.tell(ev.SuddenDeath())
    occupants = [other for other in state.living() if run.hero(other).at == card]
    for other in occupants:
        reveal(run, other)
    lose(run, occupants)


EFFECTS: Final[Mapping[str, Effect]] = {
    "B01": lambda run, seat: None,
    "B02": regain,
    "B04": lambda run, seat: delay(run, seat, 1),
    "B05": lambda run, seat: delay(run, seat, 2),
    "B11": _crows,
    "B12": _rough_terrain,
    "B13": _wisps,
    "B14": _wrong_way,
    "B15": lambda run, seat: None,
    "B16": _spiders,
    "B17": lambda run, seat: _fall_on(run, seat, WASTELAND),
    "X09": _quicksand,
    "X10": _hollow,
    "X11": lambda run, seat: _slip_away(run, seat, "X11"),
    "X12": _wasps,
    "X13": _echo,
    "X14": _snare,
    "X15": _watchfire,
    "X16": _berries,
    "X17": _bridge,
    "X18": lambda run, seat: None,
    "X19": _flood,
    "X20": lambda run, seat: None,
    "X21": lambda run, seat: _fall_on(run, seat, FOREST),
    "X22": _trumpets,
    "X23": _collapse,
}
"""What a hideout or arena card does when it is drawn, to whoever explores or to all."""


def explore(run: Run, seat: int) -> None:
    """Draw an arena card, carry it out, and lay the explored token if the hero is still where it was."""
    state, hero, place = run.state, run.hero(seat), run.hero(seat).at
    state.searched = True
    card = _draw(run)
    if card:
        run.tell(ev.ArenaCard(seat, card))
        _carry_out(run, seat, card)
        settle(run)
    if hero.at == place and not hero.explored:
        hero.explored = True
        run.tell(ev.Explored(seat))


def _draw(run: Run) -> str:
    """Return the top arena card, empty without any; the discards are shuffled first where the deck is empty."""
    state = run.state
    if not state.arena and state.spent:
        cards = len(state.spent)
        state.arena, state.cursor = run.draws.shuffled(state.cursor, state.spent)
        state.spent = ()
        run.tell(ev.Reshuffled(cards))
    if not state.arena:
        return ""
    card, *rest = state.arena
    state.arena = tuple(rest)
    return card


def _carry_out(run: Run, seat: int, card: str) -> None:
    kind = CARDS[card]
    if card == PENDANT:
        _pendant(run, seat)
    elif kind.kind == ITEM:
        gain(run, seat, card, kind.tokens)
    elif kind.slot:
        _lay(run, card, kind.slot, kind.tokens)
        EFFECTS[card](run, seat)
        run.bonus()
    else:
        spend(run, card)
        EFFECTS[card](run, seat)


def _pendant(run: Run, seat: int) -> None:
    """Give the pendant up, or roll once for each point of stamina and lose one for every green, then keep it (A9)."""
    if run.ask(seat, PENDANT, ("keep", "discard"), "discard") == "discard":
        spend(run, PENDANT)
        run.tell(ev.ItemDiscarded(seat, PENDANT))
        return
    colours = [run.check(seat) for _ in range(run.hero(seat).stamina)]
    if greens := colours.count(GREEN):
        if greens == run.hero(seat).stamina:
            spend(run, PENDANT)
        lose(run, [seat], greens)
    if run.hero(seat).alive:
        gain(run, seat, PENDANT, 0)


def _lay(run: Run, card: str, slot: str, tokens: int) -> None:
    """Lay a lasting card on its slot; what lay there goes without effect."""
    empty_slot(run, slot)
    one, other = run.state.slots
    run.state.slots = ((card, tokens), other) if slot == "E1" else (one, (card, tokens))


def empty_slot(run: Run, slot: str) -> None:
    """Discard what lies on a slot."""
    state = run.state
    one, other = state.slots
    old = one[0] if slot == "E1" else other[0]
    if not old:
        return
    state.slots = (("", 0), other) if slot == "E1" else (one, ("", 0))
    if old == SPIDERS:
        state.spiders = ()
    spend(run, old)
    run.tell(ev.SlotEmptied(slot, old))
