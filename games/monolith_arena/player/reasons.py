"""Why a computer player plays what it plays: one sentence from what sets its turn apart from the next best.

What is said of a turn is true of it against the next best one, and against none at all: who reads it looks at the
battle that would be fought before the turn and after it, and counts. So what is said of the next battle is counted as
there (`tolls`). Reviews say what sets the better turn apart from the one that was played, to whoever reads
them: there the side whose turn it is goes by *this side*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from games.messages import Message
from games.monolith_arena.player.core import DECIDED, Core
from games.monolith_arena.player.tolls import Toll, toll
from games.monolith_arena.player.turns import Line
from games.monolith_arena.player.worth import HIT_POINT, Strength
from games.monolith_arena.projection import view

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
HITS: Final = Message.counted(
    "The charge costs the enemy {count} hit point.", "The charge costs the enemy {count} hit points.", 1
)
KILLS: Final = Message.counted("The charge destroys {count} enemy tile.", "The charge destroys {count} enemy tiles.", 1)
WAIT: Final = Message("A battle now would bring less than waiting.")
IDLE: Final = Message("Nothing that could be played now makes this side better off.")
BEST: Final = Message("It holds up best against what the enemy may do next.")
LAST: Final = Message("No better turn was found.")
"""No enemy does anything after the last turn, and a match that is over is not held up."""

WOUND: Final = Message("It costs the enemy hit points at once.")
CLEAR: Final = Message("It takes strength from the enemy's tiles at once.")
GROW: Final = Message("It makes this side stronger on the board.")
STRIKE: Final = Message("The enemy loses more hit points in the next battle.")
SHELTER: Final = Message("This side loses fewer hit points in the next battle.")
HARM: Final = Message("The enemy loses more tiles in the next battle.")
SPARE: Final = Message("This side loses fewer tiles in the next battle.")
KEEP: Final = Message("It keeps a tile that will be worth more later.")
FORMER: Final = (
    Message("The battle is better now than later."),
    Message("The next battle goes better for this side."),
    Message("Without it the next battle would go badly."),
    Message("The enemy's tiles take more harm in the next battle."),
    Message("The tiles of this side take less harm in the next battle."),
    Message("The battle costs the enemy more hit points."),
    Message("The battle costs this side fewer hit points."),
    Message("The battle destroys more enemy tiles."),
    Message("The battle destroys fewer tiles of this side."),
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
    SPARE: Message("You lose fewer tiles in the next battle."),
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

_COUNTED: Final[dict[Message, Callable[[Toll, int], int]]] = {
    STRIKE: lambda cost, team: cost.points[1 - team],
    SHELTER: lambda cost, team: -cost.points[team],
    HARM: lambda cost, team: cost.tiles[1 - team],
    SPARE: lambda cost, team: -cost.tiles[team],
}
"""What a reader counts who is told this of the next battle; more is better."""


class _Side:
    """A position as the side sees it whose turn it was at the start."""

    def __init__(self, core: Core[Any], start: Any, position: Any) -> None:
        self.core = core
        self.seat, self.team = core.seat(start)
        self.position = position
        self.over = core.over(position) is not None

    @cached_property
    def facts(self) -> tuple[int, ...]:
        """Return what it comes to for this side, in the order of what is said; more is better."""
        team, enemy = self.team, 1 - self.team
        now, then = self.core.strength(self.position), self.core.after_battle(self.position)
        return (
            -HIT_POINT * now.points[enemy],
            -now.tiles[enemy],
            now.tiles[team],
            HIT_POINT * (now.points[enemy] - then.points[enemy]),
            HIT_POINT * (then.points[team] - now.points[team]),
            now.tiles[enemy] - then.tiles[enemy],
            then.tiles[team] - now.tiles[team],
            self.core.kept(self.position, self.seat),
        )

    @cached_property
    def toll(self) -> Toll | None:
        """Return what the next battle costs, as this seat can know it; `None` where that is not certain."""
        return toll(view(self.core.state(self.position), self.seat))

    @cached_property
    def tiles(self) -> tuple[int, int]:
        """Return how many tiles each team has on the board."""
        state = self.core.state(self.position)
        teams = [state.teams[piece.seat] for piece in state.board if piece is not None]
        return teams.count(0), teams.count(1)


def yours(said: Message) -> Message:
    """Return a sentence as it is said to whoever plays the side that it is about."""
    return YOURS.get(said, said)


def of(core: Core[Any], start: Any, best: Line[Any], others: Sequence[Line[Any]]) -> Message:
    """Return what a turn does more than others, the next best of which comes first."""
    idle, mine = _Side(core, start, start), _Side(core, start, best.position)
    if won(core, best, mine.team):
        return WIN
    ending = _ending(core, best)
    if ending == "charge":
        return _dealt(mine, _before(core, start, best)) or CHARGE
    if ending == "battle":
        return _fought(mine, _before(core, start, best))
    if mine.over:
        return LAST
    if others and _ending(core, others[0]) == "battle":
        return WAIT
    if all(core.verb(move) == "discard" for move in best.moves):
        return IDLE
    for other in others[:LOOKED_AT]:
        theirs = _Side(core, start, other.position)
        if not theirs.over and (said := _most(start, mine, theirs, idle)):
            return said
    return _most(start, mine, idle, idle) or (LAST if core.decides(start) else BEST)


def _ending(core: Core[Any], line: Line[Any]) -> str:
    """Return by what a turn ends itself: ``charge`` or ``battle``; empty for anything else."""
    verb = core.verb(line.moves[-1]) if line.moves else ""
    return verb if verb in ("charge", "battle") else ""


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


def won(core: Core[Any], line: Line[Any], team: int) -> bool:
    """Return True if a turn wins, by what it does or in the last battle right after it."""
    position = line.position
    if not line.ended and core.over(position) is None and core.decides(position) and not core.due(position):
        position = core.end(position)
    over = core.over(position)
    return over is not None and (over if team else -over) >= DECIDED // 2


def _before(core: Core[Any], start: Any, line: Line[Any]) -> _Side:
    """Return the position before the last move of a turn."""
    position = start
    for move in line.moves[:-1]:
        position = core.play(position, move)
    return _Side(core, start, position)


def _dealt(mine: _Side, before: _Side) -> Message | None:
    """Return what a charge has cost the enemy; `None` where that is nothing."""
    if mine.core.decides(before.position):  # the last battle is in what came of it
        return None
    points, tiles = (lost[1 - mine.team] for lost in _lost(mine, before))
    if points > 0:
        return HITS.about(points)
    return KILLS.about(tiles) if tiles > 0 else None


def _fought(mine: _Side, before: _Side) -> Message:
    """Return what the battle does with which a turn ends."""
    team = mine.team
    points, tiles = _lost(mine, before)
    if points[1 - team] > points[team]:
        return DRAINS
    return DESTROYS if points[1 - team] == points[team] and tiles[1 - team] > tiles[team] else FIGHT


def _lost(mine: _Side, other: _Side) -> tuple[list[int], list[int]]:
    """Return how many hit points and tiles fewer each team has than in another position."""
    points = (side.core.strength(side.position).points for side in (other, mine))
    tiles = (side.tiles for side in (other, mine))
    return [a - b for a, b in zip(*points, strict=True)], [a - b for a, b in zip(*tiles, strict=True)]


def _most(start: Any, mine: _Side, theirs: _Side, idle: _Side) -> Message | None:
    """Return in what a position is furthest ahead of another one, and of the one in which nothing was played.

    What is kept is less than that after whatever is played; there the other turn alone counts.
    """
    gains = [(a - b) * weight for a, b, weight in zip(mine.facts, theirs.facts, _WEIGHTS, strict=True)]
    for gain, place in sorted(((gain, -place) for place, gain in enumerate(gains)), reverse=True):
        if gain <= 0:
            break
        said = _SAID[-place]
        if said is KEEP:
            if mine.core.returns(start):
                return said
            continue
        if mine.facts[-place] > idle.facts[-place] and _counts(said, mine, theirs, idle):
            return said
    return None


def _counts(said: Message, mine: _Side, theirs: _Side, idle: _Side) -> bool:
    """Return True if a reader who counts finds what is said of the next battle, or nothing is said of it.

    It must be more than in the other turn, and than if nothing was played.
    """
    counted = _COUNTED.get(said)
    if counted is None:
        return True
    own, other, before = mine.toll, theirs.toll, idle.toll
    if own is None or other is None or before is None:
        return False
    return counted(own, mine.team) > max(counted(other, mine.team), counted(before, mine.team))
