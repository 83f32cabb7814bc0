"""Positions and cards in words: limits in every language, the short form, and what they must not tell."""

from __future__ import annotations

import gettext
import re
from dataclasses import replace

import pytest

from bot.monolith_arena.texts.card import card_text, short
from bot.monolith_arena.texts.description import ALT_LIMIT, TEXT_LIMIT, alt_text, description
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.api import Result
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import FACTIONS, TileType, faction, tile
from games.monolith_arena.view import MonolithView, Put, TileView, View
from tests.render import views

SAY = phrases("en")
TILES = [t for f in FACTIONS for t in faction(f).tiles]


class Longer(gettext.NullTranslations):
    """A language in which everything is 40% longer than in English."""

    def _longer(self, text: str) -> str:
        letters = len(re.sub(r"\{\w+\}", "", text))
        return text + "ä" * -(-letters * 2 // 5)

    def gettext(self, message: str) -> str:
        return self._longer(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._longer(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self._longer(message)


SPOKEN = {language: phrases(language) for language in LANGUAGES} | {"longer": Phrases("de", Longer())}


def told(view: TileView) -> str:
    return short(SAY, view, view.type.name)


def test_the_short_form_of_a_tile() -> None:
    assert told(views.on(0, views.A, "pikeman", "NE", wounds=1)) == "Pikeman NE 1w"
    assert told(views.on(0, views.A, "banner", "NE")) == "Banner"
    assert told(views.on(1, views.B, "wraith", "S", netted=True, poison=2)) == "Wraith S 2p netted"
    assert told(views.on(1, views.B, "mygalomorph", "S")) == "Mygalomorph NE", "it repeats after two facings"


def test_alt_text_says_all_that_a_picture_shows() -> None:
    text = alt_text(SAY, views.middle(), marks=(BY_NAME["C2"],))
    assert text.startswith("Turn 9. Hit points: A 17 · B 14. Waiting for A (turn 9). ")
    assert "A3 A Knight NE 1w" in text
    assert "C3 A Swordsman NE 2p disarmed" in text
    assert "Last moves: C2." in text
    put = Put(views.on(0, views.A, "pikeman", "SE"), BY_NAME["C4"])
    assert "Preview: A Pikeman SE on C4." in alt_text(SAY, views.middle(), put=put)
    assert alt_text(SAY, views.middle(), more="Outlined: C3.").endswith(" Outlined: C3.")
    assert "The board is empty." in alt_text(SAY, views.view())


def crowded() -> View:
    """A full board of long names with every marker, and every monolith unfolded."""
    plain = views.crowded()
    lower = tuple(MonolithView(seat, (2 * seat, 2 * seat + 1), (), True) for seat in range(4))
    seats = tuple(replace(seat, prepared=True) for seat in plain.seats)
    return replace(plain, monoliths=lower, seats=seats, reinforcement=True, plays=2)


@pytest.mark.parametrize("say", SPOKEN.values(), ids=SPOKEN)
def test_the_most_crowded_position_keeps_the_limits(say: Phrases) -> None:
    position = crowded()
    put = Put(position.board[0], 5, 6)  # type: ignore[arg-type]
    poisoned = re.compile(r"\b5\S+ ")
    for text in (alt_text(say, position), alt_text(say, position, marks=range(19), put=put, reserve=True)):
        assert len(text) <= ALT_LIMIT
        assert not text.endswith("…")
        assert len(poisoned.findall(text)) >= 19, "no tile is left out"
    text = description(say, position)
    assert len(text) <= TEXT_LIMIT
    assert not text.endswith("…")
    assert "E3: C" in text


def test_the_description_has_a_fixed_order() -> None:
    lines = description(SAY, views.middle()).splitlines()
    assert lines[0] == "Turn 9. Waiting for A (turn 9)."
    assert lines[1].startswith("A: Dragon Empire, 17 hit points, stack 12, reserve 3, discarded: ")
    assert lines[2].startswith("B: Lords of the Abyss, 14 hit points")
    assert [line[:8] for line in lines[3:8]] == [f"Column {c}" for c in "ABCDE"]
    assert lines[8].startswith("A battle now: ")
    assert ": within reach of " in lines[9]
    assert "B2: A Pikeman, facing SE, initiative 3, melee " in lines[4]
    assert "empty: C4" in lines[5]


def test_the_own_reserve_is_told_and_a_hidden_one_is_not() -> None:
    held = (tile(views.A, "landsknecht"), tile(views.A, "battle_charge"))
    seats = (views.seat(0, views.A, held), views.seat(1, views.B))
    own = views.view(seats=seats, reader=0)
    assert "reserve: Landsknecht, Battle/Charge" in description(SAY, own)
    assert "Reserve: Landsknecht, Battle/Charge." in alt_text(SAY, own, reserve=True)
    assert "Landsknecht" not in alt_text(SAY, own)
    public = replace(own, reader=None, seats=(views.seat(0, views.A, count=2), seats[1]))
    for text in (description(SAY, public), alt_text(SAY, public), alt_text(SAY, public, reserve=True)):
        assert "Landsknecht" not in text
    assert "reserve 2" in description(SAY, public)
    nothing = replace(own, seats=(views.seat(0, views.A, ()), seats[1]))
    assert "The reserve is empty." in alt_text(SAY, nothing, reserve=True)


@pytest.mark.parametrize("say", SPOKEN.values(), ids=SPOKEN)
def test_nobody_is_told_what_has_not_been_seen(say: Phrases) -> None:
    for position in (views.middle(), views.quartet()):
        on_board = {say.term("tile", t.type.name) for t in position.board if t}
        open_names = on_board | {say.term("tile", t.name) for s in position.seats for t in s.discards}
        text = description(say, position) + alt_text(say, position)
        for kind in {t for s in position.seats for t, _ in s.unseen}:
            name = say.term("tile", kind.name)
            if not any(name in known for known in open_names):
                assert name not in text


@pytest.mark.parametrize("kind", TILES, ids=lambda t: f"{t.faction}/{t.id}")
def test_cards_say_everything(kind: TileType) -> None:
    text = card_text(SAY, kind)
    assert text.startswith(kind.name)
    assert faction(kind.faction).name in text
    assert kind.text in text
    for symbol in ("melee", "ranged", "armor", "net"):
        assert any(getattr(kind, symbol)) == (f"\n{symbol.capitalize()}: " in text)
    for feature in ("maneuver", "rotation", "teleport", "cavalry", "venom", "boundless"):
        assert getattr(kind, feature) == (f"\n{feature.capitalize()}: " in text)
    assert all(len(card_text(say, kind)) <= ALT_LIMIT for say in SPOKEN.values())


def test_who_is_waited_for_and_how_it_ended() -> None:
    assert "Waiting for A, B, C and D to " in description(SAY, views.crowded())
    assert description(SAY, views.view(choices=())).startswith("Turn 9.\n")
    over = views.over(Result(((0,), (1,)), "hit_points"))
    assert "A won: more hit points after the last battle" in alt_text(SAY, over)


def test_monoliths_in_words() -> None:
    position = crowded()
    assert "Monoliths unfolded: A A1+A2, B A3+B1, C B2+B3, D B4+C1." in alt_text(SAY, position)
    assert "Tiles that may still be played this turn: 2." in description(SAY, position)
    assert "Teams: A and B against C and D, with common hit points." in description(SAY, position)
    two = views.middle()
    prepared = tuple(replace(seat, prepared=True) for seat in two.seats)
    hidden = replace(two, monoliths=(MonolithView(0, (), None, False),), seats=prepared)
    line = "Monolith of A: folded at A2. Its contents have not been seen yet."
    assert line in description(SAY, hidden)
    assert "Monoliths" not in alt_text(SAY, hidden), "folded, it is a banner in every respect"
    known = replace(hidden, monoliths=(MonolithView(0, (), (views.lying(1, views.B, "demon", wounds=1), None), True),))
    assert "Inside: B Demon 1w and an empty segment; everybody knows." in description(SAY, known)
    assert (
        "Monolith of B: unfolds, banner B4, segments C4 and C5. Inside: Golem 1w and C Morlock 2p; everybody knows."
        in description(SAY, views.unfolding())
    )
