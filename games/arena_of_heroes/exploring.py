"""Exploring: an arena card is drawn and carried out, then the hideout is explored (A5.5)."""

from __future__ import annotations

from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import CARDS, ITEM, PENDANT, SPIDERS
from games.arena_of_heroes.effects import EFFECTS
from games.arena_of_heroes.fate import gain, lose, spend
from games.arena_of_heroes.moves import settle
from games.arena_of_heroes.ring import GREEN
from games.arena_of_heroes.run import Run


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
