"""What everybody else sees of a choice in a review: what is done openly, such as an attack; and that said in words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.features.reviews import shown
from bot.monsters_and_myths import FACE
from bot.texts.phrases import phrases
from games.agreements import Position
from games.api import Action
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from games.reviews import Judged, Turn
from tests.games.monsters_and_myths import positions


def _judged(state: State, seat: int, played: Action, better: Action) -> tuple[Any, Turn]:
    """What a review asks of a match in which a seat did that, as its only turn, and the turn."""
    step = GAME.apply(state, seat, played, Draws(bytes(SEED_BYTES)))
    done = Replayed(1, Entry("action", seat, " ".join(played)), Position(state), Position(step.state), step)
    match: Any = SimpleNamespace(
        face=FACE, replayed=[done], past=SimpleNamespace(counts=lambda number: True), seed=bytes(SEED_BYTES)
    )
    return match, Turn(seat, 1, 1, Judged(4000, 5000, 0, (better,), length=1))


FIGHT = "round=2 active=A card=%d A.attacks=%d A.troops=G3i1a,E2i B.troops=G2i,D4i"


@pytest.mark.parametrize(
    ("words", "played", "better", "told"),
    [
        (f"{FIGHT % (5, 5)} phase=card", "attack G B.D", "attack G B.G", "Chosen to attack: Goblins against {} of B."),
        (
            f"{FIGHT % (12, 12)} phase=target force=G3i1a",
            "attack B.D",
            "attack B.G",
            "Chosen to attack: Goblins against {} of B.",
        ),
        (f"{FIGHT % (5, 5)} phase=card A.catapults=1", "fire B.Di", "fire B.Gi", "A catapult is aimed at: {} of B."),
    ],
)
def test_others_see_what_was_attacked_and_what_would_have_been(words: str, played: str, better: str, told: str) -> None:
    state = positions.at(words)
    match, turn = _judged(state, 0, tuple(played.split()), tuple(better.split()))
    say, pictures = phrases("en"), FACE.pictures
    assert shown.ways(match, turn, None) == shown.WAYS
    drawn = [shown.board(match, turn, way, None) for way in shown.WAYS]
    assert len({pictures.private_board(say, one.view, one.draft).data for one in drawn}) == 3
    alts = [pictures.private_board(say, one.view, one.draft).alt for one in drawn]
    assert alts[1].startswith(told.format("Dwarves"))
    assert alts[2].startswith(told.format("Goblins"))
    assert alts[0].startswith("Round 2")


def test_what_no_picture_shows_has_no_board_of_its_own() -> None:
    state = positions.at(f"{FIGHT % (5, 5)} phase=after fought=B.G force=G3i1a A.catapults=1")
    match, turn = _judged(state, 0, ("fire", "B.Di"), ("end",))
    for reader in (0, 1, None):
        assert shown.ways(match, turn, reader) == ("before", "played"), "to end the attack looks as before"


def test_cards_that_were_kept_are_shown_to_whoever_kept_them() -> None:
    state = positions.at(
        "phase=keep A.troops=G4i B.troops=G1a,B3i A.hand=Ti.Gi.Ba.Um.c.7.9 B.hand=Ui.Ui.Da.Di.Bi.Ei.Ea"
    )
    match, turn = _judged(state, 0, ("keep", "Gi", "Um", "Ti", "Ba"), ("keep", "Gi", "Um", "Ti", "7"))
    assert shown.ways(match, turn, None) == ()
    assert shown.ways(match, turn, 0) == shown.WAYS
    own = shown.board(match, turn, "better", 0)
    alt = FACE.pictures.private_board(phrases("en"), own.view, own.draft).alt
    assert alt.startswith("Chosen to keep: Undead rider, Troll infantry, Goblin infantry, Battle card 7. Round 1")
