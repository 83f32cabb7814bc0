"""What tiles on the board can do by themselves: their features, and charges by runes (R10, R11.3)."""

from __future__ import annotations

from typing import Final

from bot.monolith_arena.labels import feature, feature_does
from bot.monolith_arena.texts.names import tile_on
from bot.panels import choosing, drafts
from bot.panels.model import Option, Row, SeatPerspective, Select
from bot.panels.widgets import option, show
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.view import View

LINES: Final = 2 * choosing.BUTTONS
"""With more features than this, the select lists the tiles that have some."""


def rows(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> tuple[Row, ...]:
    """A select of everything that tiles on the board can do now. Raises `GameError`."""
    lines = [*_features(perspective, view, verbs), *_runes(perspective, view, verbs)]
    return (Select(perspective.say("Features on the board"), tuple(lines)),) if lines else ()


def _features(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> list[Option]:
    say = perspective.say
    users = drafts.values(perspective, ("feature",)) if "feature" in verbs else ()
    found = {name: drafts.values(perspective, ("feature", name)) for name in users}
    if sum(map(len, found.values())) > LINES:
        named = {name: say("{tile}: features", tile=tile_on(say, view, BY_NAME[name])) for name in users}
        return [option(label, show("feature", name)) for name, label in named.items()]
    return [
        option(feature(say, view, BY_NAME[name], token), show("feature", name, token), feature_does(say, token))
        for name, tokens in found.items()
        for token in tokens
    ]


def _runes(perspective: SeatPerspective[View], view: View, verbs: tuple[str, ...]) -> list[Option]:
    say = perspective.say
    sources = [s for s in drafts.values(perspective, ("charge",)) if s != "order"] if "charge" in verbs else []
    return [
        option(feature(say, view, BY_NAME[s], "charge"), show("charge", s), feature_does(say, "charge"))
        for s in sources
    ]
