"""What a verb of the action language is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.api import Field
from games.draws import Draws
from games.monolith_arena.flow import Events
from games.monolith_arena.state import State


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """One verb: its grammar, which is its legality, and its effect.

    `field` gives the next word after the words so far (the verb itself left out), or `None` when they are complete;
    a first field without values means that the verb cannot be used now. `perform` carries complete words out on a
    draft. `rule` is the rule that describes it.
    """

    name: str
    rule: str
    field: Callable[[State, int, Sequence[str]], Field | None]
    perform: Callable[[State, int, Sequence[str], Events, Draws], None]


NEVER = Field("nothing", ())
"""The field of a verb that cannot be used now."""


def usable(verb: Verb, state: State, seat: int) -> bool:
    """Whether the seat can use the verb now, at least in one way."""
    first = verb.field(state, seat, ())
    return first is None or bool(first.values)
