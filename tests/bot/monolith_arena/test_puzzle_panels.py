"""Panels of puzzles: what is within reach, and nothing of what a battle would do before it is fought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.monolith_arena import FACE
from bot.monolith_arena.pages.looking import BATTLE, what_if
from bot.monolith_arena.pages.shared import WHAT_IF, BoardDraft
from bot.panels.model import Panel, Press
from bot.panels.trial import SeatAtTrial
from games.lessons import Lesson, Practice
from games.monolith_arena.game import GAME
from games.puzzles import Puzzle, puzzles_of
from tests.support.panels import ENGLISH, NAMES, labels, presses

PUZZLES = list(puzzles_of(GAME).values())
TOLD = ("A battle now", "In a battle now", "Perhaps lost", "No tile is lost")
"""Words of a battle that is not fought yet."""


def seat(puzzle: Lesson, actions: int = 0) -> SeatAtTrial[Practice]:
    return SeatAtTrial(Practice(GAME, puzzle, puzzle.solution[:actions]), NAMES, ENGLISH)


def pages(perspective: SeatAtTrial[Practice]) -> Iterator[tuple[tuple[str, ...], Panel]]:
    """Every page that buttons lead to, of places and facings a few."""
    seen, left = {()}, [()]
    while left:
        tokens: tuple[str, ...] = left.pop()
        panel = FACE.panel(perspective, tokens)
        yield tokens, panel
        more = [press.tokens for press in presses(panel) if press.action_id == "show" and press.tokens not in seen]
        for found in more[:: max(1, len(more) // 4)]:
            seen.add(found)
            left.append(found)


def drawn(panel: Panel) -> BoardDraft:
    return panel.draft if isinstance(panel.draft, BoardDraft) else BoardDraft()


@pytest.mark.parametrize("puzzle", PUZZLES[::12], ids=lambda puzzle: puzzle.id)
def test_no_page_says_or_draws_what_a_battle_would_do(puzzle: Puzzle) -> None:
    for actions in range(len(puzzle.solution)):
        perspective = seat(puzzle, actions)
        looked = 0
        for _, panel in pages(perspective):
            looked += 1
            assert not any(words in panel.text for words in TOLD), panel.text
            assert drawn(panel).battle is None
            assert drawn(panel).battle_now is None
            assert "What if?" not in labels(panel)
        assert looked > 2


def test_the_same_position_is_previewed_where_it_is_no_puzzle() -> None:
    class Advised(SeatAtTrial[Practice]):
        advised = True

    perspective = seat(PUZZLES[0])
    shown = [panel for _, panel in pages(Advised(perspective.trial, NAMES, ENGLISH))]
    assert any(TOLD[1] in panel.text for panel in shown)
    assert any(drawn(panel).battle_now is not None for panel in shown)


def test_no_facing_is_found_for_the_solver() -> None:
    """Each starts as it lies, on all hexes alike, and nothing says why."""
    chosen = set()
    for puzzle in PUZZLES[:30]:
        for tokens, panel in pages(seat(puzzle)):
            assert "Preset to" not in panel.text
            for put in drawn(panel).puts if len(tokens) == 3 and tokens[0] == "place" else ():
                chosen.add(put.tile.facing)
    assert chosen == {0}


def test_reach_is_still_told_and_the_battle_alone_is_kept_back() -> None:
    told = [text for puzzle in PUZZLES[:20] for text in [FACE.panel(seat(puzzle), (WHAT_IF,)).text]]
    assert all(text.startswith("**What is within reach**") for text in told)
    assert any("within reach of" in text for text in told)
    placed = [panel.text for puzzle in PUZZLES[:3] for _, panel in pages(seat(puzzle)) if "Preview: " in panel.text]
    assert any("ithin its reach: " in text or "Within reach of: " in text for text in placed)
    battle = FACE.panel(seat(PUZZLES[0]), (WHAT_IF, BATTLE))
    assert "What if" not in battle.text
    assert drawn(battle).battle is None
    assert Press("show", (WHAT_IF,)) in presses(FACE.panel(seat(PUZZLES[0]), ()))


def test_nobody_is_told_what_an_enemy_does_that_reaches_nothing() -> None:
    puzzle = PUZZLES[0]
    view = seat(puzzle).view
    alone = replace(view, board=tuple(tile if tile and tile.seat == view.reader else None for tile in view.board))
    assert "Nothing is within reach of an enemy." in what_if(seat(puzzle), alone, (WHAT_IF,)).text


def test_only_in_a_match_a_battle_cannot_be_undone() -> None:
    perspective = next(seat(puzzle) for puzzle in PUZZLES if ("battle",) in dict(pages(seat(puzzle))))
    told = dict(pages(perspective))["battle",].text
    assert told.startswith("**Start a battle?**")
    assert "cannot be undone" not in told
