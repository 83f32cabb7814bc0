"""Pictures of Arena of Heroes for one player alone, and what boards show before the first turn and after the last."""

from __future__ import annotations

from dataclasses import replace

from games.api import Result
from render.arena_of_heroes import Outcome, draw_private
from render.arena_of_heroes.board import TOLD_HEIGHT, board_plane
from render.arena_of_heroes.strip import strip
from render.arena_of_heroes.wedges import wedges
from render.labels import Labels
from tests.bot.arena_of_heroes.positions import ENGLISH, begun, change


def test_a_private_picture_strikes_out_the_others_and_dims_where_nobody_can_be() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20, spared=frozenset({3, 8}))
    change(match, 1, at=10, spared=frozenset({8}))
    match.state.closed = frozenset({7})
    private = {wedge.hideout: wedge for wedge in wedges(match.seat(0).view, own=True)}
    public = {wedge.hideout: wedge for wedge in wedges(match.seat(0).view)}
    assert {hideout: wedge.dots for hideout, wedge in private.items() if wedge.dots} == {8: (1,)}
    assert {hideout: wedge.dots for hideout, wedge in public.items() if wedge.dots} == {3: (0,), 8: (0, 1)}
    assert [hideout for hideout, wedge in private.items() if wedge.bare] == [8]
    assert not any(wedge.bare for wedge in public.values())


def test_the_strip_says_who_won_and_counts_no_deck_before_it_is_dealt() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    match.state.sudden = True
    view, labels = match.seat(None).view, Labels.of(ENGLISH, {0: "Anna", 1: "Max"})
    assert strip(view, labels).verdict == ""
    assert strip(replace(view, result=Result(((1,), (0,)), "last")), labels).verdict == "Max wins"
    assert strip(replace(view, result=Result(((0, 1),), "shared")), labels).verdict == "Anna and Max win"
    assert strip(replace(view, result=Result(((0, 1),), "agreed")), labels).verdict == "A draw"
    draft = strip(replace(view, phase="draft", deck=0), labels)
    assert draft.left == draft.full == 11


def test_what_came_of_a_shot_is_drawn_below_the_private_picture() -> None:
    view, labels = begun(2, heroes=("Bg", "Fg")).seat(0).view, Labels(ENGLISH)
    plain = board_plane(view, labels, own=True)
    told = board_plane(view, labels, own=True, told=Outcome((("triangle", "6: nothing."), ("", "2 actions left."))))
    assert told.height == plain.height + TOLD_HEIGHT
    assert draw_private(view, labels, Outcome((("", "a."),))) != draw_private(view, labels, Outcome((("", "b."),)))
