"""No letter is too small: every text that is drawn on any picture of any game, in every language.

Sizes are those on a picture a thousand pixels wide. Boards within other pictures, such as stills, a map or the card of
a result, are the same drawings in small; there the large picture is what is read.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.texts.phrases import LANGUAGES, phrases
from render.arena_of_heroes.board import forget as forget_arena
from render.canvas import OVERSAMPLING, Canvas
from render.monolith_arena.board import forget as forget_monolith
from render.monsters_and_myths.layout import STORE as MONSTERS
from tests.render import golden

LABEL = 22
"""Numbers that decide, names, and words of labels."""
SENTENCE = 24
"""Lines of sentences."""
WORDS = 8
"""A line of so many words is one, even without the end of a sentence."""

Drawn = tuple[str, str, float]
"""A picture, a text on it, and its size."""


def drawn(game: str, language: str) -> Iterator[Drawn]:
    """Every text on the pictures of a game in a language."""
    found: list[tuple[str, float]] = []
    plain = Canvas.text

    def text(self: Canvas, x: float, y: float, text: str, size: float, *args: object, **more: object) -> None:
        found.append((text, size * self._k / OVERSAMPLING))
        plain(self, x, y, text, size, *args, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        for name in ("ENGLISH", "GERMAN", "SPANISH"):
            patch.setattr(golden, name, phrases(language))
        patch.setattr(Canvas, "text", text)
        for name, draw in golden.GAMES[game]():
            found.clear()
            draw()
            yield from ((name, one, size) for one, size in dict.fromkeys(found))


def least(text: str) -> int:
    """The size of the smallest letters that a text may have."""
    words = max(len(part.split()) for part in text.split(" · "))
    return SENTENCE if words >= WORDS or (words > 2 and text[-1] in ".!?") else LABEL


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", golden.GAMES)
def test_every_text_is_large_enough(game: str, language: str) -> None:
    forget_arena()
    forget_monolith()
    MONSTERS.clear()
    small = {
        (picture, text, round(size, 1))
        for picture, text, size in drawn(game, language)
        if text.strip() and size < least(text)
    }
    assert not small, "\n".join(map(str, sorted(small)))
