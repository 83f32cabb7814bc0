"""Nets, runes and banners on a packed board (R7.4 to R7.16, R9.5): the packed `battle.standing.Standing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.monolith_arena.hexes import SIZE
from games.monolith_arena.player.tables import (
    BANNER,
    BOUNDLESS,
    DISARMS,
    FIGHTS,
    FLAGS,
    GIFT,
    GIVES,
    NET,
    NETS,
    POISON,
    SAVES,
    SERVES,
    SHAPE,
    STRIKES,
    TEAM,
    TOKEN,
    TOUGHNESS,
    TOUGHNESS_AT,
    WOUNDS,
    WOUNDS_AT,
)

EVERYWHERE: Final = tuple(range(SIZE))
NO_BONUS: Final = [0] * SIZE
"""Where no rune and no banner stands; never written to."""


_MORE: Final = GIVES | NETS | STRIKES | TOKEN
"""All but fighting: what few tiles do."""


class _Roles(dict[int, int]):
    """What a tile does or suffers at the beginning of a battle, by its code; poison begins it like lightning."""

    def __missing__(self, code: int) -> int:
        roles = FLAGS[code & SHAPE] & (FIGHTS | GIVES | NETS | STRIKES) | code & TOKEN
        if code & TOKEN:
            roles &= ~NETS
        if code & POISON:
            roles |= STRIKES
        self[code] = roles
        return roles


ROLES: Final = _Roles()


class Standing:
    """What stands on a board and what it does to the rest; hexes of netted and disarmed tiles are bits."""

    __slots__ = ("bonus", "disarmed", "fighters", "givers", "netted", "netters", "opens", "savers")

    def __init__(self, board: Sequence[int]) -> None:
        netters: list[int] = []
        givers: list[int] = []
        fighters: list[int] = []
        netted = 0
        opens = False
        for here, code in enumerate(board):
            if code and (role := ROLES[code]):
                if role & FIGHTS:
                    fighters.append(here)
                if role & _MORE:
                    if role & GIVES:
                        givers.append(here)
                    if role & NETS:
                        netters.append(here)
                    if role & STRIKES:
                        opens = True
                    if code & TOKEN:
                        netted |= 1 << here
        if netters:
            netted |= caught(board, netters)
        self.fighters = fighters
        """The hexes of tiles that have attacks, able to make them or not."""
        self.netted = netted
        self.opens = opens
        """Something happens at the beginning of a battle."""
        self.disarmed = 0
        self.savers: list[tuple[int, int]] = []
        """(hex, bits of the hexes that it is connected to) of each able Rune of Regeneration."""
        self.givers = givers
        """The hexes of runes and banners, netted ones among them."""
        self.netters = netters
        """The hexes of tiles with nets that no token holds."""
        self.bonus = NO_BONUS
        """What is added to the tile on each hex, as `tables.GIFT` counts."""
        if givers:
            self._serve(board, givers)

    def changed(self, board: Sequence[int]) -> bool:
        """Return True if tiles have gone from the board without which the others stand differently."""
        return not all(board[here] for here in (*self.givers, *self.netters))

    def _serve(self, board: Sequence[int], givers: Sequence[int]) -> None:
        netted = self.netted
        bonus = [0] * SIZE
        self.bonus = bonus
        for here in givers:
            if netted >> here & 1:
                continue
            code = board[here]
            shape = code & SHAPE
            flags = FLAGS[shape]
            side = code & TEAM
            if flags & (DISARMS | SAVES):
                reach = 0
                side ^= TEAM if flags & DISARMS else 0
                for there in SERVES[shape * SIZE + here]:
                    if (other := board[there]) and other & TEAM == side:
                        reach |= 1 << there
                if flags & DISARMS:
                    self.disarmed |= reach
                else:
                    self.savers.append((here, reach))
            elif gift := GIFT[shape]:
                # A rune without edges serves the whole board (R7.15).
                hexes = SERVES[shape * SIZE + here] if not flags & BOUNDLESS else EVERYWHERE
                for there in hexes:
                    if (other := board[there]) and other & TEAM == side and there != here:
                        bonus[there] += gift


def caught(board: Sequence[int], netters: Sequence[int]) -> int:
    """Return the bits of the hexes that the nets on these hexes catch (R7.7 to R7.9)."""
    aims: dict[int, int] = {}
    for here in netters:
        code = board[here]
        for there in NET[(code & SHAPE) * SIZE + here]:
            if board[there] and (board[there] ^ code) & TEAM:
                aims[here] = there
    netted = 0
    undecided = {here for here, there in aims.items() if aims.get(there) != here}
    while undecided:
        free = undecided - {aims[here] for here in undecided}
        if not free:
            break
        hit = {aims[here] for here in free}
        for there in hit:
            netted |= 1 << there
        undecided -= free | hit
    return netted


def left(standing: Standing, here: int, code: int) -> int:
    """Return how many more wounds a champion or rune falls by, with its entrenchment (R6.1 to R6.3)."""
    bonus = standing.bonus[here] >> TOUGHNESS_AT & 15
    return 1 + TOUGHNESS[code & SHAPE] + bonus - (code >> WOUNDS_AT & 15) + (code >> 20 & 1)


def settle(board: list[int]) -> bool:
    """Remove what has lost the toughness that it lived by (R6.2), until nothing falls. Changes the board."""
    fell = False
    while True:
        for code in board:
            if code & WOUNDS:
                shape = code & SHAPE
                if code >> WOUNDS_AT & 15 > TOUGHNESS[shape] and not FLAGS[shape] & BANNER:
                    break
        else:
            return fell
        standing = Standing(board)
        falling = [
            here
            for here, code in enumerate(board)
            if code & WOUNDS and not FLAGS[code & SHAPE] & BANNER and left(standing, here, code) <= 0
        ]
        if not falling:
            return fell
        fell = True
        for here in falling:
            board[here] = 0
