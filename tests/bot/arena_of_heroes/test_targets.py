"""The panel of Arena of Heroes: which targets it shows, what it says of them, which it puts first."""

from __future__ import annotations

import pytest

from bot.arena_of_heroes import FACE
from bot.arena_of_heroes.texts import results
from bot.panels.model import Button, Panel, Press, Select
from bot.panels.pages import once, usable
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import HIDEOUTS, RING
from games.arena_of_heroes.worth import best_aim, pointless, strikes_home
from render.arena_of_heroes import Aim, Outcome, machine_chances
from tests.bot.arena_of_heroes.positions import Rings, begun, change, found, only_at
from tests.support.panels import ENGLISH, NAMES, Match, buttons, labels, presses


def targets(match: Match, seat: int = 0) -> dict[int, str]:
    """The labels of the select of targets, in their order: those that a shot can strike."""
    panel = FACE.panel(match.seat(seat))
    (select,) = [row for row in panel.rows if isinstance(row, Select)]
    view = match.seat(seat).view
    alive = [hideout for hideout in HIDEOUTS if pointless(view, ("attack", str(hideout))) is None]
    assert sorted(int(option.press.tokens[-1]) for option in select.options) == alive
    assert all("1/3" in option.description and "1/6" in option.description for option in select.options)
    return {int(option.press.tokens[-1]): option.label for option in select.options}


def test_the_targets_that_promise_most_come_first() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    for seat, at in ((0, 20), (1, 8)):
        change(match, seat, at=at)
    match.state.closed = frozenset({1, 2, 3, 4, 5, 6, 7})
    shown = targets(match)
    assert shown[10] == f"10: 6% chance, 3 of {NAMES[1]}'s 12 possible hideouts"
    percents = [int(label.partition(": ")[2].partition("%")[0]) for label in shown.values()]
    assert percents == sorted(percents, reverse=True), "what is shown is what they are in order of"
    assert all(label.startswith(f"{h} (closed): ") for h, label in shown.items() if h in match.state.closed)
    match.state.closed = frozenset(HIDEOUTS) - {20, 8}
    dead = set(HIDEOUTS) - set(targets(match))
    assert dead, "a shot at these can strike nothing"
    assert dead <= match.state.closed
    found(match, 1)
    shown = targets(match)
    assert next(iter(shown)) == 8
    assert "at 8" in shown[8]


@pytest.mark.parametrize("at", RING)
def test_of_targets_that_promise_the_same_the_first_spares_the_reader(at: int) -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=at)
    change(match, 1, at=8 if at != 8 else 3)
    match.state.closed = frozenset()
    shown = targets(match)
    chances = {hideout: label.partition(": ")[2].partition("%")[0] for hideout, label in shown.items()}
    best = next(iter(shown))
    alike = [hideout for hideout, chance in chances.items() if chance == chances[best]]
    safe = [hideout for hideout in alike if at not in machine_reach(match, hideout)]
    assert safe, "there is one"
    assert best in safe
    assert main_button(FACE.panel(match.seat(0))).label == f"Aim at {best}: {chances[best]}% chance"


def test_there_is_one_best_target_and_what_spares_the_reader_says_so() -> None:
    """B can only be at 9, beside 12: aiming there is twice as good as at 11, from which nothing strays to 12."""
    match = begun(2, heroes=("Bg", "Fg"))
    only_at(match, 9, own=12)
    view = match.seat(0).view
    best, spared = best_aim(view), best_aim(view, sparing=True)
    assert best == next(iter(targets(match))) == 9
    panel = FACE.panel(match.seat(0))
    assert main_button(panel).press == Press("show", ("aim", "9"))
    assert main_button(panel).label.startswith("Aim at 9: 33% chance, ")
    assert main_button(panel).label.endswith(", may strike you")
    assert labels(panel)[Press("errand", ("hunt",))] == "Fire at the best safe target, then at whoever shows"
    fired = GAME.errands.following(view, view, 0, ("hunt",))
    assert fired == ("attack", str(spared))
    listed = [hideout for hideout in targets(match) if 12 not in machine_reach(match, hideout)]
    assert listed[0] == spared, "the first of the list that spares"


def test_a_target_says_once_that_it_is_closed_and_its_chances_in_words() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    only_at(match, 9, own=19)
    (select,) = [row for row in FACE.panel(match.seat(0)).rows if isinstance(row, Select)]
    told = {int(o.press.tokens[-1]): (o.label, o.description) for o in select.options}
    assert told[7] == ("7 (closed): nobody can be near", "may strike you · 1/3 at 7, 1/6 each at 3, 19, 16, 8")
    assert told[14] == (
        f"14 (closed): 17% chance, {NAMES[1]}'s only possible hideout",
        "1/3 at 14, 1/6 each at 8, 11, 9, 12",
    )


def test_who_cannot_be_there_does_not_count() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    taken = {*match.state.closed, match.state.heroes[0].at}
    free = next(hideout for hideout in RING if hideout not in taken)
    match.state.heroes[1].spared = frozenset({free})
    assert f"'s {12 - 1} possible hideouts" in next(iter(targets(match).values()))


def test_an_aim_is_a_draft_with_its_chances() -> None:
    match = begun()
    panel = FACE.panel(match.seat(0), ("aim", "8"))
    assert panel.draft == Aim(8)
    fire = labels(panel)[Press("do", ("attack", "8"))]
    assert "1/3 at 8, 1/6 each at " in fire
    for struck in ("16", "11", "7", "14"):
        assert struck in fire


def test_an_aim_that_its_hero_has_left_is_not_kept() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=3)
    match.draws = Rings(bytes(32))
    match.state.closed = frozenset()
    match.play(0, ("attack", "8"))
    match.state.left = 3
    assert Press("do", ("attack", "8")) in presses(FACE.panel(match.seat(0)))
    match.state.closed = frozenset({8})
    assert Press("do", ("attack", "8")) not in presses(FACE.panel(match.seat(0)))
    assert Press("do", ("attack", "8")) in presses(FACE.panel(match.seat(0), ("aim", "8"))), "it may be named"
    change(match, 1, at=8)
    found(match, 1)
    assert Press("do", ("attack", "8")) in presses(FACE.panel(match.seat(0))), "somebody is seen there"
    match.state.heroes[1].at = 3
    match.state.left = 2
    assert Press("do", ("attack", "8")) in presses(FACE.panel(match.seat(0))), "one's own turn goes on"


def main_button(panel: Panel) -> Button:
    """The first button that can be pressed: actions stand below the select of targets."""
    return next(button for button in buttons(panel) if not button.disabled)


def test_once_the_aim_is_proved_empty_another_one_is_the_main_button() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=3)
    match.draws = Rings(bytes(32))
    match.state.closed = frozenset()
    fresh = FACE.panel(match.seat(0), ("aim", "8"))
    assert main_button(fresh).press == Press("do", ("attack", "8"))
    assert Press("errand", ("chase", "8")) in presses(fresh)
    match.play(0, ("attack", "8"))
    panel = FACE.panel(match.seat(0))
    best, shown = next(iter(targets(match))), main_button(panel)
    assert shown.press == Press("show", ("aim", str(best)))
    assert shown.label == f"Aim at {targets(match)[best].partition(', ')[0]}"
    assert [b.style for b in buttons(panel) if b.press == Press("do", ("attack", "8"))] == ["secondary"]
    assert [press for press in presses(panel) if press.action_id == "errand"] == [Press("errand", ("hunt",))]
    aimed = FACE.panel(match.seat(0), ("aim", str(best)))
    assert main_button(aimed).press == Press("do", ("attack", str(best)))


@pytest.mark.parametrize("heroes", [("Bg", "Fg"), ("Fo", "Bg"), ("Do", "Bg")])
@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("shot", [False, True])
def test_the_way_to_an_aim_is_shown_and_lies_where_nothing_is_fired(
    heroes: tuple[str, str], hidden: bool, shot: bool
) -> None:
    match = begun(2, heroes=heroes)
    change(match, 0, at=20, items=(("B06", 0),))
    change(match, 1, at=3)
    match.state.closed = frozenset()
    if shot:
        match.draws = Rings(bytes(32))
        match.play(0, ("attack", "8"))
    if not hidden:
        found(match, 0)
        change(match, 0, explored=False)
    start = once(usable(ENGLISH, FACE.panel(match.seat(0))).rows)
    assert len(start) <= 5
    first = start[0]
    assert isinstance(first, tuple)
    assert [one.press.tokens[0] for one in first] == ["aim"]
    aimed = once(usable(ENGLISH, FACE.panel(match.seat(0), first[0].press.tokens)).rows)
    assert isinstance(aimed[0], Select)
    assert ("hunt",) in [one.press.tokens for row in start if isinstance(row, tuple) for one in row]


def test_without_an_aim_the_best_one_is_a_press_away() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    best = next(iter(targets(match)))
    assert main_button(FACE.panel(match.seat(0))).press == Press("show", ("aim", str(best)))
    assert not [b for b in buttons(FACE.panel(match.seat(0))) if b.press.tokens == ("attack",)]


def test_no_shot_at_the_own_revealed_hero_is_advised_where_another_is_of_use() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    found(match, 0)
    change(match, 1, at=18)
    found(match, 1)
    view = match.seat(0).view
    best, safe = best_aim(view), best_aim(view, sparing=True)
    assert best is not None
    assert strikes_home(view, best)
    assert safe is not None
    assert main_button(FACE.panel(match.seat(0))).press == Press("show", ("aim", str(safe)))


def test_what_a_shot_did_stands_above_no_warning_of_that_shot() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=3)
    assert "Careful" in FACE.panel(match.seat(0), ("aim", "1")).text
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "1"))
    assert "Careful" not in FACE.panel(match.seat(0)).text


def test_whoever_was_found_and_has_hidden_at_once_is_not_said_to_be_found() -> None:
    match = begun(2, heroes=("Bg", "Tg"))
    change(match, 0, at=20)
    change(match, 1, at=3, explored=True)
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "3"))
    seat = match.seat(0)
    came = results.outcome(
        ENGLISH,
        seat.view,
        [*seat.latest, ev.HideDie(1, "digging", 1, "green"), ev.Left(1, 3)],
        seat.names,
    )
    assert came is not None
    assert came.parts[0] == ("ring", f"{NAMES[1]} was found at 3 and is hidden again; 3 is closed.")


def test_the_aim_of_ones_own_shot_stays_and_the_picture_shows_what_it_did() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=3)
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "8"))
    panel = FACE.panel(match.seat(0))
    assert Press("do", ("attack", "8")) in presses(panel)
    assert panel.draft == Outcome((("ring", "8: nothing."), ("", "2 actions left.")))
    assert "**○ → 8: nothing. 2 actions left.**" in panel.text
    match.play(0, ("attack", "3"))
    assert FACE.panel(match.seat(0)).draft.parts[0] == ("ring", f"3: {NAMES[1]} is found.")
    match.play(0, ("attack", "3"))
    panel = FACE.panel(match.seat(0))
    assert panel.draft == Outcome((("ring", f"3: {NAMES[1]} is hit, stamina 2."),))
    assert FACE.panel(match.seat(1)).draft is None
    match.play(1, ("attack", "5"))
    assert FACE.panel(match.seat(0)).draft is None


def test_a_shot_that_can_strike_nobody_is_not_offered() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=10)
    match.state.closed = frozenset({8, 16, 11, 7, 14})
    (fire,) = [b for b in buttons(FACE.panel(match.seat(0), ("aim", "8"))) if b.press.tokens == ("attack", "8")]
    assert fire.disabled
    assert "closed" in fire.label
    assert Press("do", ("attack", "11")) in presses(FACE.panel(match.seat(0), ("aim", "11")))


def test_whose_shots_never_stray_far_sees_other_chances() -> None:
    match = begun(heroes=("Wo", "Bg", "Fg", "Tg"))
    assert FACE.panel(match.seat(0), ("aim", "20")).draft == Aim(20, inner=True)
    assert "1/3 each at 20, 1, 5" in labels(FACE.panel(match.seat(0), ("aim", "20")))[Press("do", ("attack", "20"))]


def test_a_shot_at_oneself_is_warned_of() -> None:
    match = begun()
    change(match, 0, at=8)
    assert "your own hideout" in FACE.panel(match.seat(0), ("aim", "11")).text
    assert "your own hideout" not in FACE.panel(match.seat(0), ("aim", "2")).text


def test_whatever_may_strike_oneself_says_so_where_it_is_chosen() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    at = next(iter(targets(match)))
    change(match, 0, at=at)
    panel = FACE.panel(match.seat(0))
    (select,) = [row for row in panel.rows if isinstance(row, Select)]
    risky = {int(o.press.tokens[-1]) for o in select.options if o.description.startswith("may strike you · ")}
    reach = {hideout for hideout in RING if at in machine_reach(match, hideout)}
    assert risky == reach & set(targets(match))
    best = next(iter(targets(match)))
    assert main_button(panel).label.endswith(", may strike you") == (best in reach)
    assert "may strike you" in labels(FACE.panel(match.seat(0), ("aim", str(at))))[Press("do", ("attack", str(at)))]


def machine_reach(match: Match, hideout: int) -> set[int]:
    return {struck for struck, _ in machine_chances(match.seat(0).view, Aim(hideout))}
