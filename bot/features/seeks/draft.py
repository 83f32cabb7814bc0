"""A seek that is about to be placed, as far as it has been described: what buttons carry of it, what it asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.clocks import pace as paces
from bot.clocks.pace import NO_CLOCK
from bot.commands.common import stored_pace
from bot.features.ratings.words import mean_of, points
from bot.features.seeks.service import HOURS, Wish
from bot.matches.refusals import Refusal
from bot.panels.face import AnyFace
from bot.texts.phrases import LANGUAGES
from games.api import Action, Formation
from games.messages import Message
from storage import Strength

EMPTY: Final = "-"
"""The token for what is left open."""
ACROSS: Final = "across"
"""The last token where opponents on other servers are looked for, too."""
RATINGS: Final = (0, 4000)
"""The ratings that can be asked for."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A search that somebody is still putting together; whatever is empty is left open."""

    game: str = ""
    kind: str = ""
    """The id of a formation."""
    pace: str = ""
    language: str = ""
    rated: bool = False
    near: int = 0
    """Only opponents whose ratings are so near to one's own; 0 for any."""
    across: bool = False
    """Opponents on other servers, too."""

    @property
    def tokens(self) -> Action:
        """Return this as tokens of a press."""
        words = (self.game, self.kind, self.pace, self.language)
        flags = (ACROSS,) if self.across else ()
        return (*(word or EMPTY for word in words), str(int(self.rated)), str(self.near), *flags)

    def of(self, game: str) -> Draft:
        """Return the same for another game."""
        return replace(self, game=game, kind="")


def read(tokens: Sequence[str], faces: Mapping[str, AnyFace]) -> Draft:
    """Return the draft that tokens stand for. Raises `ValueError` for any that this module never made."""
    game, kind, pace, language, rated, near, *flags = tokens
    game, kind, pace, language = ("" if word == EMPTY else word for word in (game, kind, pace, language))
    made = Draft(game, kind, pace, language, bool(int(rated)), int(near), across=flags == [ACROSS])
    known = made.game in ("", *faces) and made.language in ("", *LANGUAGES) and made.across == bool(flags)
    if not known or not 0 <= made.near <= RATINGS[1]:
        raise ValueError(tokens)
    return made


def pace_word(typed: str) -> str:
    """Return a typed pace as a draft carries it, by its name where it has one. Raises `Refusal`.

    A draft stands in the values of selects, where what was typed need not have room.
    """
    return paces.word_of(paces.stored(stored_pace(typed))) if typed else ""


def formation(face: AnyFace, kind: str) -> Formation:
    """Return how people sit down to a game; as usual where nothing is said. Raises `Refusal` for what it lacks."""
    game = face.game
    chosen = next((one for one in game.formations if one.id == kind), None) if kind else game.formations[0]
    if chosen is None:
        raise Refusal(Message("{game} has no such kind of match. Choose one from the list.", game=game.title))
    return chosen


def wish(face: AnyFace, draft: Draft, own: Strength) -> Wish:
    """Return what is sought; `own` is how strong the seeker is. Raises `Refusal`."""
    low = high = None
    if draft.near:
        middle, _ = points(own)
        low, high = max(RATINGS[0], middle - draft.near), min(RATINGS[1], middle + draft.near)
    more = {"rated": draft.rated, "across": draft.across}
    return wished(face, draft.kind, draft.pace, draft.language, low=low, high=high, **more)


def wished(
    face: AnyFace,
    kind: str,
    pace: str,
    language: str,
    *,
    rated: bool,
    low: int | None,
    high: int | None,
    hours: int = HOURS,
    across: bool = False,
) -> Wish:
    """Return what is sought, with ratings as they are shown. Raises `Refusal`."""
    if low is not None and high is not None and low > high:
        raise Refusal(Message("The lowest rating is above the highest. Nobody has such a rating."))
    return Wish(
        face.game.name,
        formation(face, kind),
        (stored_pace(pace) or NO_CLOCK) if pace else "",
        rated,
        language,
        None if low is None else mean_of(low),
        None if high is None else mean_of(high),
        hours,
        across,
    )
