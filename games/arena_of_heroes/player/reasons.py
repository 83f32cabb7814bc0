"""Why a computer player does what it does, in one sentence that is true of what lies open.

Of hidden heroes the counts are those of the panel (`games.arena_of_heroes.worth`): in how many of the hideouts where
one may be a shot may strike it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from games.api import Action
from games.arena_of_heroes.cards import BREAD, FRUIT, ROPE
from games.arena_of_heroes.player.turns import Turn
from games.arena_of_heroes.ring import GREEN, HIDE_FACES, RED, chances
from games.arena_of_heroes.view import HIT, SHIELD_WALL, SeatView, View
from games.arena_of_heroes.worth import by_promise, does, hiding_faces, inner, percent, promise, prospects
from games.messages import Message

PICK: Final = Message("It is one of the strongest heroes that are left.")
PASS: Final = Message("Passing costs nothing, and what you have stays for later.")
END: Final = Message("Anything more would cost more than it brings.")
HIDE: Final = Message(
    "Hiding works on {count} of {faces} faces here. As long as the hero is seen, a shot at it hits with a chance of"
    " {chance}%.",
    count=0,
    faces=0,
    chance=0,
)
WORK: Final = Message("A hero cannot hide as long as it has delay tokens.")
WORK_HIDDEN: Final = Message("Once it is found, a hero with delay tokens cannot hide again.")
WORKS: Final = Message("Working one off succeeds on {count} of {faces} faces.", count=0, faces=0)
EXPLORE: Final = Message("A hero can hide only from a hideout that it has explored.")
FORMER: Final = (Message("A hidden hero has to be found before it can be hit."),)
"""What is said no more; reviews that were stored earlier have it."""
_BOTH: Final = "{first} {second}"
"""Two sentences, one after the other."""

CLOSED: Final = Message("A shot at {aim} cannot find or hit anybody: all that it reaches is closed.", aim=0)
RULED_OUT: Final = Message("A shot at {aim} cannot find or hit anybody: nobody can be where it strikes.", aim=0)
HIT_BEFORE: Final = Message(
    "A shot at {aim} cannot hurt anybody: whoever may be struck by it was already hit in this turn.", aim=0
)
UNLIKELY: Final = Message("The shot that was played finds or hits somebody with a chance of {played}%.", played=0)
HIDES: Final = Message("Hiding works on {count} of {faces} faces here.", count=0, faces=0)
LEFT: Final = Message.counted("{count} action was left.", "{count} actions were left.", 0)
"""What speaks against what was played, as far as that can be counted."""
_FREE: Final = {
    FRUIT: Message("It gives you one more action in this turn and costs none."),
    BREAD: Message("It gives you back a point of stamina and costs no action."),
    ROPE: Message("It removes all your delay tokens and costs no action."),
}
_ANSWERS: Final = {
    "B07": Message("Keeping it could cost you most of your stamina."),
    "B11": Message("A delay token is a smaller price than being revealed."),
    "B12": Message("A delay token is a smaller price than the risk of losing stamina."),
    "B13": Message("Delay is a smaller price than a shot at your own hideout."),
    "X11": Message("Staying risks nothing: what waits at a new hideout nobody knows."),
    "X12": Message("Delay tokens can be worked off; stamina that is lost rarely comes back."),
    "X15": Message("Losing the rest of the turn is a smaller price than being revealed."),
    "X17": Message("Staying risks nothing: what waits at a new hideout nobody knows."),
    "bone": Message("The bone is worth more after a roll that matters more."),
    "digging": Message("The roll costs nothing and may hide you at once."),
    "order": Message("Somebody has to be first, and little depends on who."),
    "woodrunner": Message("Moving costs nothing, and nobody knows where you are then."),
}
"""Why a question is answered as it is: the harm that is chosen is the smaller one."""
_MOVES: Final = Message("At a new hideout your hero is hidden again.")
REVEALED: Final = {
    "X11": ("yes", _MOVES),
    "X15": ("reveal", Message("Your hero is revealed already, so the two more actions cost nothing.")),
    "X17": ("yes", _MOVES),
}
"""What those answer otherwise who are revealed already, and why: move away, or take what being revealed brings."""

SAFE: Final = Message("It may strike {hero} in {count} of {places} possible hideouts, and cannot strike you.")
SAFE_TO_WHO_FIRES: Final = Message(
    "It may strike {hero} in {count} of {places} possible hideouts, and cannot strike whoever fires."
)


LIKELIER: Final = Message(
    "A shot there finds or hits somebody with a chance of {better}%, the one that was played with {played}%.",
    better=0,
    played=0,
)
LIKELIER_SEEN: Final = Message(
    "{hero} is revealed. A shot there finds or hits somebody with a chance of {better}%, the one that was played with"
    " {played}%.",
    hero="",
    better=0,
    played=0,
)
BY_SHOTS: Final = Message(
    "Judging by where hidden heroes have fired, a shot there finds or hits somebody with a chance of {better}%, the one"
    " that was played with {played}%.",
    better=0,
    played=0,
)
BOTH_DICE: Final = Message("Both dice cost no more than one.")


def of_answer(kind: str, answer: str) -> Message:
    """Return why a question of that kind is answered so."""
    other, why = REVEALED.get(kind, ("", _ANSWERS[kind]))
    return why if answer == other else _ANSWERS[kind]


def of_item(card: str) -> Message:
    """Return why an item is used that costs no action."""
    return _FREE[card]


_SHOTS: Final = ("attack", "attack2")


def of(turn: Turn, action: Action) -> Message:
    """Return why an action of a turn is the best one, to whoever plays it."""
    if action[0] not in _SHOTS:
        return _plain(turn, action)
    aim, most = int(action[1]), by_promise(turn.view)[0]
    safer = promise(turn.view, most) > promise(turn.view, aim) and _safer(turn.view, aim, most)
    return _of_shot(turn, aim, SAFE if safer else None)


def of_better(turn: Turn, action: Action, played: Action) -> Message:
    """Return why an action of a turn is better than what was played, to anybody.

    What speaks against what was played is said first, where that can be counted.
    """
    against = _against(turn, action, played)
    if action[0] not in _SHOTS:
        return _both(against, _plain(turn, action))
    aim = int(action[1])
    if against is None and played[0] in _SHOTS and (said := _likelier_shot(turn, action, played)) is not None:
        return said
    safer = played[0] in _SHOTS and _safer(turn.view, aim, int(played[1]))
    return _both(against, _of_shot(turn, aim, SAFE_TO_WHO_FIRES if safer else None))


def _both(first: Message | None, second: Message) -> Message:
    return second if first is None else Message(_BOTH, first=first, second=second)


def _plain(turn: Turn, action: Action) -> Message:
    """Return why it is better not to fire, with how likely that works."""
    view, faces = turn.view, len(HIDE_FACES)
    assert view.reader is not None
    me = view.seats[view.reader]
    if action[0] == "hide":
        return Message(HIDE.template, count=hiding_faces(view), faces=faces, chance=_straight(view, me))
    if action[0] == "work":
        removed = HIDE_FACES.count(GREEN) + HIDE_FACES.count(RED)
        return _both(WORK_HIDDEN if me.hidden else WORK, Message(WORKS.template, count=removed, faces=faces))
    return EXPLORE if action[0] == "explore" else END


def _straight(view: View, me: SeatView) -> int:
    """Return in percent how likely a shot strikes the hideout where a hero is that everybody sees."""
    assert me.at is not None
    return round(100 * chances(me.at, view.die)[me.at])


def _against(turn: Turn, action: Action, played: Action) -> Message | None:
    """Return what speaks against what was played beside another action; `None` where that cannot be counted."""
    view = turn.view
    if played[0] in _SHOTS:
        aim = int(played[1])
        if not does(view, aim):
            return Message(_vain(view, aim).template, aim=aim)
        return None if action[0] in _SHOTS else Message(UNLIKELY.template, played=percent(view, aim))
    if played[0] == "hide":
        return Message(HIDES.template, count=hiding_faces(view), faces=len(HIDE_FACES))
    return LEFT.about(view.left) if played[0] == "end" else None


def _vain(view: View, aim: int) -> Message:
    """Return why a shot does nothing to anybody."""
    assert view.reader is not None
    reached = chances(aim, view.die, inner=inner(view.seats[view.reader]))
    if any(seat.at in reached for seat in _others(view)):
        return HIT_BEFORE
    return CLOSED if all(place in view.closed for place in reached) else RULED_OUT


def _likelier_shot(turn: Turn, action: Action, played: Action) -> Message | None:
    """Return by how much a shot is likelier to do something than the one that was played; `None` where it is not.

    Where all possible hideouts being alike does not say so, the shots of those who hide may.
    """
    if (action[0], played[0]) == ("attack2", "attack") and action[1] == played[1]:
        return BOTH_DICE
    if action[0] != played[0]:
        return None
    aims = [int(one[1]) for one in (action, played)]
    better, worse = (percent(turn.view, aim) for aim in aims)
    if better > worse:
        seen = _seen(turn, aims[0])
        if seen is None:
            return Message(LIKELIER.template, better=better, played=worse)
        return Message(LIKELIER_SEEN.template, hero=_name(seen), better=better, played=worse)
    better, worse = (_by_shots(turn, aim) for aim in aims)
    return Message(BY_SHOTS.template, better=better, played=worse) if better > worse else None


def _by_shots(turn: Turn, aim: int) -> int:
    """Return in percent how likely a shot does something to somebody, by where the shots of the hidden let them be."""
    total, fan = Fraction(0), turn.fans[aim]
    for seat in _others(turn.view):
        if seat.hidden:
            believed = turn.beliefs[seat.seat]
            near = sum(weight * fan.get(place, 0) for place, weight in believed.items())
            total += Fraction(near, max(1, sum(believed.values())))
        elif _can_be_hit(turn.view, seat):
            total += fan.get(seat.at or 0, 0)
    return round(100 * total / turn.faces)


def _of_shot(turn: Turn, aim: int, safe: Message | None) -> Message:
    """Return whom a shot may hit or find, and what makes the aim better; `safe` says that it spares whoever fires."""
    view = turn.view
    if (seen := _seen(turn, aim)) is not None:
        return Message("{hero} is revealed and within reach.", hero=_name(seen))
    found = {seat: counts for seat, counts in prospects(view, aim).items() if view.seats[seat].hidden}
    if not found:
        return Message("It risks less than anything else would.")
    target = max(found, key=lambda seat: found[seat][0] / found[seat][1])
    hero, (count, places) = _name(view.seats[target]), found[target]
    if places == 1:
        return Message("{hero} can be nowhere else.", hero=hero)
    if safe is not None:
        return Message(safe.template, hero=hero, count=count, places=places)
    if _likelier(turn, target, aim):
        return Message(
            "The shots of {hero} have mostly spared this part of the ring. Within reach: {count} of {places} possible"
            " hideouts.",
            hero=hero, count=count, places=places,
        )  # fmt: skip
    return Message(
        "It may strike {hero} in {count} of {places} possible hideouts.", hero=hero, count=count, places=places
    )


def _seen(turn: Turn, aim: int) -> SeatView | None:
    """Return who is revealed and hit most likely by a shot at an aim; `None` for nobody."""
    fan = turn.fans[aim]
    seen = [seat for seat in _others(turn.view) if not seat.hidden and seat.at in fan and _can_be_hit(turn.view, seat)]
    return max(seen, key=lambda seat: fan[seat.at or 0], default=None)


def _others(view: View) -> Sequence[SeatView]:
    return [seat for seat in view.seats if seat.alive and seat.seat != view.reader]


def _can_be_hit(view: View, seat: SeatView) -> bool:
    return SHIELD_WALL not in seat.flags and (view.sudden or HIT not in seat.flags)


def _name(seat: SeatView) -> Message:
    assert seat.hero is not None
    return seat.hero.title


def _safer(view: View, aim: int, than: int) -> bool:
    """Return True if another aim may strike the reader's own hero, and this one may not."""
    assert view.reader is not None
    me = view.seats[view.reader]
    return [me.at in chances(one, view.die, inner=inner(me)) for one in (than, aim)] == [True, False]


def _likelier(turn: Turn, seat: int, aim: int) -> bool:
    """Return True if a hidden hero's own shots speak for the hideouts that an aim reaches."""
    believed, fan = turn.beliefs[seat], turn.fans[aim]
    near = [weight for place, weight in believed.items() if place in fan]
    return bool(near) and sum(near) * len(believed) > sum(believed.values()) * len(near)
