"""Films of turns: four beats a shot, words below each, nothing told before it happens."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image

from games.api import Result
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.view import View
from render import arena_of_heroes as pictures
from render.arena_of_heroes import film
from render.arena_of_heroes.film import Frame, frames
from render.arena_of_heroes.following import applied
from render.film import FRAMES, LAST
from render.labels import Labels
from tests.render.arena_of_heroes.matches import ALL, ENGLISH, opened, some

BEATS = ["turn", "roll", "beam", "shot"]


def test_films_tell_each_roll_and_end_with_what_everybody_sees() -> None:
    shots = 0
    for before, events, after in some(5)[20:60]:
        found = frames(before, events, after, ENGLISH)
        assert found[-1].view == after
        rolls = [event for event in events if type(event).__name__ in ("Attacked", "HideDie", "ArenaCard")]
        assert len([frame for frame in found if frame.kind in ("shot", "die", "card")]) >= len(rolls)
        shots += len([frame for frame in found if frame.kind == "shot"])
        view = before
        for event in events:
            view = applied(view, event)
        _agree(view, after)
    assert shots > 5


def _agree(last: View, after: View) -> None:
    """The last view that was worked out from events has what the real position has, where events tell it."""
    if after.phase == "over":
        return
    for made, real in zip(last.seats, after.seats, strict=True):
        if real.alive:
            assert (made.stamina, made.hidden, made.at) == (real.stamina, real.hidden, real.at)
            assert made.spared == real.spared


def shot(*following: ev.Event, hideout: int = 14) -> tuple[View, list[Frame]]:
    """A shot of seat 0 at 12 that strikes a hideout, and what follows it."""
    view = some(5, most=40)[-1][0]
    seats = tuple(replace(seat, hidden=True, at=None, alive=True, stamina=3, spared=()) for seat in view.seats)
    view = replace(view, seats=seats, closed=(), shot=None, out=(), phase="turn", active=0, choices=(), question=None)
    events: Sequence[object] = [ev.Attacked(0, False, 12, 6, "cross", hideout), *following]
    after = view
    for event in events:
        after = applied(after, event)
    return view, frames(view, events, after, ENGLISH)


@pytest.mark.parametrize(
    ("following", "outcome", "text"),
    [
        ((), "nothing", "14: nothing"),
        ((ev.Revealed(1, 14),), "reveal", "14: B is found"),
        ((ev.Hit(1), ev.Stamina(1, 2)), "hit", "14: B is hit, stamina 2"),
        ((ev.Limited(1),), "limit", "14: B was hit in this turn already"),
        ((ev.Shielded(1),), "shield", "14: a shield saves B"),
        ((ev.Hit(1), ev.Stamina(1, 0), ev.Out(1, 14)), "out", "14: B is hit and out"),
    ],
)
def test_a_shot_has_four_beats(following: tuple[ev.Event, ...], outcome: str, text: str) -> None:
    view, found = shot(*following)
    assert [frame.kind for frame in found] == [*BEATS, "still"]
    turn, roll, beam, end, _ = found
    assert turn.middle is not None
    assert (turn.middle.aim, turn.middle.symbol, turn.light) == (12, "", {12: "struck"})
    assert roll.middle is not None
    assert (roll.middle.rolling, roll.middle.symbol) == (True, "")
    assert beam.middle is not None
    assert (beam.middle.symbol, beam.light) == ("cross", {14: "beam"})
    assert (end.light, end.outcome, end.text) == ({14: outcome}, outcome, text)
    assert all(frame.view == view for frame in (turn, roll, beam)), "nothing shows before it has happened"
    assert len({frame.text for frame in found}) == len(found)


def test_a_shot_that_an_idol_swallows_strikes_nothing() -> None:
    _, found = shot(hideout=0)
    assert [frame.kind for frame in found] == ["turn", "roll", "shot", "still"]
    assert found[2].light == {}
    assert "idol" in found[2].text


def test_a_hit_tells_the_stamina_as_it_falls() -> None:
    _, found = shot(ev.Hit(1), ev.Stamina(1, 2))
    chips = [
        [(chip.letter, chip.text, chip.now) for chip in caption.chips] for caption in film.captions(found, ENGLISH)
    ]
    assert chips == [[], [], [], [("B", "3", "2")], []]
    told = film.told(found, ENGLISH)
    assert told.lines == ("14: B is hit, stamina 2",)
    assert [(chip.text, chip.now) for chip in told.chips] == [("3", "2")]


def test_a_poster_tells_what_matters_most_as_it_happened() -> None:
    view, hit = shot(ev.Hit(1), ev.Stamina(1, 2))
    _, found = shot(ev.Revealed(2, 14))
    _, nothing = shot()
    told = film.told([*nothing[:-1], *found[:-1], *hit], ENGLISH)
    assert told.lines == ("14: C is found", "14: B is hit, stamina 2")
    assert str(view.turns) in told.title
    assert film.told(nothing, ENGLISH).lines == ("14: nothing",)


def test_a_poster_names_the_turns_that_it_tells_of() -> None:
    """What came in the second turn of a film is not told as if it were of the first."""
    view, _ = shot()
    turn = view.turns
    miss, find = ev.Attacked(0, False, 12, 6, "cross", 14), ev.Attacked(1, False, 20, 1, "ring", 20)
    began = ev.TurnBegan(1, turn + 1)

    def titled(*events: ev.Event) -> str:
        return film.told(frames(view, events, view, ENGLISH), ENGLISH).title

    assert titled(miss, began, find, ev.Revealed(0, 20)) == f"Turn {turn + 1}: B"
    assert titled(miss, began) == f"Turn {turn}: A"
    assert titled(miss, began, find) == f"Turns {turn} to {turn + 1}"
    ended = film.told(frames(view, [miss, began, ev.TurnEnded(1, 3)], view, ENGLISH), ENGLISH)
    assert ended.lines[-1] == "B ends the turn"
    assert ended.title == f"Turns {turn} to {turn + 1}"


def test_a_film_ends_on_whose_turn_it_is_or_on_who_has_won() -> None:
    view, found = shot()
    assert found[-1].text == f"Turn {view.turns}: A"
    over = replace(view, result=Result(((2,), (0, 1, 3)), "last"), active=None, phase="over")
    assert frames(view, [], over, ENGLISH)[-1].text == "C wins"


def test_a_long_film_is_told_by_what_came_of_each_shot() -> None:
    view, _ = shot()
    events = [ev.Attacked(0, False, 12, 6, "cross", 14)] * 15
    found = frames(view, events, view, ENGLISH)
    assert [frame.kind for frame in found] == ["shot"] * 15 + ["still"]
    assert len(frames(view, events[:9], view, ENGLISH)) <= FRAMES


def test_a_film_and_its_stills_can_be_drawn() -> None:
    match = some(6)
    before, _, _ = match[30]
    events = [event for _, happened, _ in match[30:36] for event in happened]
    found = frames(before, events, match[35][2], ENGLISH)
    animation = Image.open(io.BytesIO(pictures.draw_film(found, ENGLISH)))
    assert animation.width == 1000
    times = []
    for n in range(getattr(animation, "n_frames", 1)):
        animation.seek(n)
        times.append(animation.info["duration"])
    assert len(times) == len(found) + 1, "the poster comes first"
    assert min(times) >= 60
    assert times[-1] == LAST
    assert opened(pictures.draw_strip(found, ENGLISH)).size[0] > 600
    with pytest.raises(ValueError, match="frame"):
        pictures.draw_film([], ENGLISH)


def test_a_film_has_the_colors_of_its_pictures_below_its_poster() -> None:
    _, found = shot(ev.Hit(1), ev.Stamina(1, 2))
    animation = Image.open(io.BytesIO(pictures.draw_film(found, ENGLISH)))
    for n, plane in enumerate(film.planes(found, ENGLISH), 1):
        animation.seek(n)
        assert animation.convert("RGB").crop((0, 0, 1000, 1000)).tobytes() == plane.convert("RGB").tobytes()


@pytest.mark.parametrize("labels", ALL.values(), ids=ALL)
def test_a_card_that_is_drawn_lies_over_the_machine(labels: Labels) -> None:
    view = some(5, most=40)[-1][0]
    for code in ("B15", "B01"):
        found = frames(view, [ev.ArenaCard(0, code)], view, labels)
        assert [frame.kind for frame in found] == ["card", "still"]
        assert found[0].card is not None
        with_card, without = film.planes([found[0], replace(found[0], card=None)], labels)
        assert with_card.tobytes() != without.tobytes()


def test_a_film_of_nothing_shows_the_position() -> None:
    view = some(5, most=40)[-1][0]
    found = frames(view, [], view, ENGLISH)
    assert [frame.kind for frame in found] == ["still", "still"]
    assert film.chosen(found) == [found[-1]]
