"""Why a computer player plays what it plays: one sentence from what sets its turn apart from the next best.

What is said of a turn is true of it against the next best one, and not wrong against none at all. Reviews say the same
of the turn that was better, to whoever reads them: there the side whose turn it is goes by *this side*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.messages import Message
from games.monolith_arena.player.core import DECIDED, Core
from games.monolith_arena.player.turns import Line
from games.monolith_arena.player.worth import HIT_POINT, Strength

FACTION: Final = Message("Every faction can win: take the one that you like.")
PREPARED: Final = Message("These are among the strongest tiles of your faction.")
ROOM: Final = Message("There is room for tiles around your banner there, and no enemy banner beside it.")
BANNER: Final = Message("No better place is left for your banner.")
REDRAW: Final = Message("Orders alone win nothing: new tiles are worth more than these.")

WIN: Final = Message("It wins the match.")
DRAINS: Final = Message("The battle costs the enemy more hit points than this side.")
DESTROYS: Final = Message("The battle does more harm to the enemy's tiles than to those of this side.")
FIGHT: Final = Message("Left for later, the battle would go worse for this side.")
CHARGE: Final = Message("The charge hits before anybody can answer.")
WAIT: Final = Message("A battle now would bring less than waiting.")
IDLE: Final = Message("Nothing that could be played now makes this side better off.")
BEST: Final = Message("It holds up best against what the enemy may do next.")

WOUND: Final = Message("It costs the enemy hit points at once.")
CLEAR: Final = Message("It takes strength from the enemy's tiles at once.")
GROW: Final = Message("It makes this side stronger on the board.")
STRIKE: Final = Message("The enemy loses more hit points in the next battle.")
SHELTER: Final = Message("This side loses fewer hit points in the next battle.")
HARM: Final = Message("The enemy's tiles take more harm in the next battle.")
SPARE: Final = Message("The tiles of this side take less harm in the next battle.")
KEEP: Final = Message("It keeps a tile that will be worth more later.")
FORMER: Final = (
    Message("The battle is better now than later."),
    Message("The next battle goes better for this side."),
    Message("Without it the next battle would go badly."),
)
"""What is said no more; reviews that were stored earlier have it."""
_SAID: Final = (WOUND, CLEAR, GROW, STRIKE, SHELTER, HARM, SPARE, KEEP)
_WEIGHTS: Final = (100, 100, 100, 45, 65, 45, 65, 80)
"""How much of each the search counts (`turns.Taste`); what a battle changes for the worse counts once more."""

YOURS: Final = {
    DRAINS: Message("The battle costs the enemy more hit points than you."),
    DESTROYS: Message("The battle does more harm to the enemy's tiles than to yours."),
    FIGHT: Message("Left for later, the battle would go worse for you."),
    IDLE: Message("Nothing that could be played now makes you better off."),
    GROW: Message("It makes you stronger on the board."),
    SHELTER: Message("You lose fewer hit points in the next battle."),
    SPARE: Message("Your tiles take less harm in the next battle."),
}
"""The same to whoever plays that side; reviews have other readers, too."""

SAVES: Final = Message("It costs you the fewest hit points.")
COSTS: Final = Message("It costs the enemy the most hit points.")
HOLDS: Final = Message("It saves the most of your own tiles.")
RUINS: Final = Message("It does the most harm to the enemy's tiles.")
ALIKE: Final = Message("Every answer leads to the same here.")
ANSWER: Final = Message("It leaves you with the best chances for the turns to come.")
LOOKED_AT: Final = 3
"""So many of the next best turns are compared: some differ in where a tile stands that does nothing yet."""


def of(core: Core[Any], start: Any, best: Line[Any], others: Sequence[Line[Any]]) -> Message:
    """Return what a turn does more than others, the next best of which comes first."""
    team = core.seat(start)[1]
    if _won(core, best, team):
        return WIN
    verb = core.verb(best.moves[-1]) if best.moves else ""
    if verb == "charge":
        return CHARGE
    if verb == "battle":
        return _fought(core, start, best, team)
    if core.over(best.position) is not None:
        return BEST
    if others and others[0].moves and core.verb(others[0].moves[-1]) == "battle":
        return WAIT
    if all(core.verb(move) == "discard" for move in best.moves):
        return IDLE
    idle, mine = _facts(core, start, start), _facts(core, start, best.position)
    for other in others[:LOOKED_AT]:
        if core.over(other.position) is None and (said := _most(mine, _facts(core, start, other.position), idle)):
            return said
    return _most(mine, idle, idle) or BEST


def of_answer(team: int, best: Strength, others: Sequence[Strength]) -> Message:
    """Return what an answer does more than the next best one that leads to anything else, and no less than any."""
    other = next((one for one in others if one != best), None)
    if other is None:
        return ANSWER
    enemy = 1 - team
    gains = {
        SAVES: (HIT_POINT * best.points[team], [HIT_POINT * one.points[team] for one in (other, *others)]),
        COSTS: (-HIT_POINT * best.points[enemy], [-HIT_POINT * one.points[enemy] for one in (other, *others)]),
        HOLDS: (best.tiles[team], [one.tiles[team] for one in (other, *others)]),
        RUINS: (-best.tiles[enemy], [-one.tiles[enemy] for one in (other, *others)]),
    }
    ahead = {said: own - every[0] for said, (own, every) in gains.items() if own > every[0] and own >= max(every)}
    return max(ahead, key=ahead.__getitem__) if ahead else ANSWER


def _won(core: Core[Any], line: Line[Any], team: int) -> bool:
    """Return True if a turn wins, by what it does or in the last battle right after it."""
    position = line.position
    if not line.ended and core.over(position) is None and core.decides(position) and not core.due(position):
        position = core.end(position)
    over = core.over(position)
    return over is not None and (over if team else -over) >= DECIDED // 2


def _fought(core: Core[Any], start: Any, line: Line[Any], team: int) -> Message:
    """Return what the battle does with which a turn ends."""
    position = start
    for move in line.moves[:-1]:
        position = core.play(position, move)
    before, after = core.strength(position), core.strength(line.position)
    points = [a - b for a, b in zip(before.points, after.points, strict=True)]
    if points[1 - team] > points[team]:
        return DRAINS
    tiles = [a - b for a, b in zip(before.tiles, after.tiles, strict=True)]
    return DESTROYS if points[1 - team] == points[team] and tiles[1 - team] > tiles[team] else FIGHT


def _facts(core: Core[Any], start: Any, position: Any) -> tuple[int, ...]:
    """Return what a position comes to for the side whose turn it is, in the order of what is said; more is better."""
    seat, team = core.seat(start)
    enemy = 1 - team
    now, then = core.strength(position), core.after_battle(position)
    return (
        -HIT_POINT * now.points[enemy],
        -now.tiles[enemy],
        now.tiles[team],
        HIT_POINT * (now.points[enemy] - then.points[enemy]),
        HIT_POINT * (then.points[team] - now.points[team]),
        now.tiles[enemy] - then.tiles[enemy],
        then.tiles[team] - now.tiles[team],
        core.kept(position, seat),
    )


def _most(mine: Sequence[int], theirs: Sequence[int], idle: Sequence[int]) -> Message | None:
    """Return in what a position is furthest ahead of another one, of what is not worse than if nothing was played.

    What is kept is less than that after whatever is played; there the other turn alone counts.
    """
    gains = [(a - b) * weight for a, b, weight in zip(mine, theirs, _WEIGHTS, strict=True)]
    said = [
        (gain, -place)
        for place, gain in enumerate(gains)
        if gain > 0 and (mine[place] >= idle[place] or _SAID[place] is KEEP)
    ]
    return _SAID[-max(said)[1]] if said else None
