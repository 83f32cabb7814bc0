"""What a seat can aim at, as the table shows it, and which shot brings most points (M6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from games.monsters_and_myths.cards import CREATURES, LETTERS, NATIONS, WIZARD, Cards, changed, count, size
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.view import FORCE, SEATS, SeatView, Target, View, largest


def wizards(view: View, seat: int) -> Cards:
    """Return the wizards of all others, as a catapult is aimed at them."""
    return tuple(
        f"{SEATS[at.seat]}.{letter}{WIZARD}"
        for at in view.seats
        for letter, ranks in zip(LETTERS, at.troops, strict=True)
        if ranks.wizards and at.seat != seat
    )


def at_force(view: View, symbol: str) -> str | None:
    """Return a shot at a card with that symbol in the attacker's force; `None` where there is none."""
    assert view.active is not None
    codes = (code for code in CREATURES if code[1] == symbol and count(view.force, code))
    return next((f"{SEATS[view.active]}.{code}.{FORCE}" for code in codes), None)


def best(view: View, seat: int) -> str | None:
    """Return the shot at a creature after which the points of the nations are best for the seat.

    Of equal ones that at the nation which is worth most. `None` where no creature of another player can be hit.
    """
    aims = [
        (*_gain(view, seat, Target(at.seat, CREATURES[code][0]), code), shot) for at, code, shot in _aims(view, seat)
    ]
    return max(aims)[-1] if aims else None


def likely(view: View, seat: int) -> str | None:
    """Return the shot at a creature that most would want now; `None` where there is none.

    Whoever is attacked fires at the card without which the attacker wins least often, of equal ones at that which
    brings most points; all others fire at what brings most points.
    """
    if view.target is None or view.target.seat != seat or view.card is None or not size(view.force):
        return best(view, seat)
    nation = view.seats[seat].troops[view.target.nation]
    ways = []
    for at, code, shot in _aims(view, seat):
        if shot.endswith(FORCE) and nation.size:
            left = changed(view.force, code, -1)
            chance = winning(left, view.card, nation) if size(left) else 0.0
            ways.append((-chance, *_gain(view, seat, Target(at.seat, CREATURES[code][0]), code), shot))
    return max(ways)[-1] if ways else best(view, seat)


def _aims(view: View, seat: int) -> Iterator[tuple[SeatView, str, str]]:
    """Yield whose card, which card, and the shot at it."""
    for at in view.seats:
        if at.seat == seat:
            continue
        for code, (nation, _) in CREATURES.items():
            if count(at.home, code) and not at.troops[nation].wizards:
                yield at, code, f"{SEATS[at.seat]}.{code}"
            if at.seat == view.active and count(view.force, code):
                yield at, code, f"{SEATS[at.seat]}.{code}.{FORCE}"


def _gain(view: View, seat: int, target: Target, code: str) -> tuple[int, int]:
    """Return the points that the seat wins and the owner loses with the card, and what its nation counts."""
    troops = [at.troops for at in view.seats]
    before = largest(troops, target.nation)
    troops[target.seat] = changed(troops[target.seat], code, -1)
    after = largest(troops, target.nation)
    printed = NATIONS[target.nation].largest
    moved = (seat in after) - (seat in before) + (target.seat in before) - (target.seat in after)
    return printed * moved, printed
