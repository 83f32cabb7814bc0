"""The private panel of Arena of Heroes: how many taps things take, what it says, what it refuses and why."""

from __future__ import annotations

import io
from collections import Counter

import pytest
from PIL import Image

from bot.arena_of_heroes import FACE
from bot.arena_of_heroes.pages.abilities import own_abilities
from bot.panels.model import Button, Panel, Press, Select
from bot.panels.pages import once, usable
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes.cards import ALL
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import ATTACK_FACES, HIDE_FACES, HIDEOUTS, OFFSETS, RING
from games.arena_of_heroes.verbs import VERBS
from games.arena_of_heroes.view import Question
from games.arena_of_heroes.worth import best_aim, pointless
from games.standing import standing_of, topics_of
from render.arena_of_heroes import Aim, Gallery, Outcome, Sheet, draw_private, frames, machine_chances
from render.labels import Labels
from tests.bot.arena_of_heroes.positions import Rings, begun, change, found, played
from tests.support.panels import ENGLISH, NAMES, Match, buttons, carry_out, check, labels, presses

OPENED = 1
"""The press that opens the panel."""


def taps(match: Match, seat: int, action: tuple[str, ...]) -> int:
    """The fewest presses from the panel's start to an action that is carried out."""
    pages: list[tuple[str, ...]] = [()]
    for number in range(1, 5):
        further = []
        for tokens in pages:
            shown = presses(FACE.panel(match.seat(seat), tokens))
            if Press("do", action) in shown:
                return number
            further += [press.tokens for press in shown if press.action_id == "show" and press.tokens]
        pages = list(dict.fromkeys(further))
    raise AssertionError(action)


def test_three_shots_at_one_aim_take_six_taps() -> None:
    match = begun()
    count = OPENED
    for _ in range(3):
        count += taps(match, 0, ("attack", "8"))
        carry_out(match, 0, Press("do", ("attack", "8")))
        while match.state.question is not None:
            match.play(match.state.question.seat, ("choose", match.state.question.default))
    assert count <= 6


def test_a_turn_of_exploring_firing_and_hiding_takes_six_taps() -> None:
    match = begun()
    found(match, 0)
    assert OPENED + taps(match, 0, ("explore",)) + taps(match, 0, ("attack", "8")) + taps(match, 0, ("hide",)) <= 6
    assert taps(match, 0, ("explore",)) == taps(match, 0, ("hide",)) == 1
    change(match, 0, delay=2)
    assert taps(match, 0, ("work",)) == 1


def test_a_pick_takes_two_taps() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    assert taps(match, 0, ("pick", "Wo")) == 2
    assert taps(match, 0, ("pick", "random")) == 1


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


def only_at(match: Match, place: int, own: int) -> None:
    """Let seat 1 be hidden at the only place that is open beside the one where seat 0 is."""
    change(match, 0, at=own)
    change(match, 1, at=place)
    match.state.closed = frozenset(HIDEOUTS) - {place, own}


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


def test_what_does_nothing_is_no_main_button() -> None:
    """The only other one was hit in this turn already: working off delay is what helps."""
    match = begun(2, heroes=("Bg", "Fg"))
    only_at(match, 7, own=18)
    change(match, 0, delay=1)
    styles = {b.press.tokens[:1]: b.style for b in buttons(FACE.panel(match.seat(0), ("aim", "19")))}
    assert styles["attack",] == "danger"
    change(match, 1, hidden=False, flags=frozenset({"hit"}))
    panel = FACE.panel(match.seat(0), ("aim", "19"))
    assert "a second hit in this turn does nothing" in panel.text
    styles = {b.press.tokens[:1]: b.style for b in buttons(panel)}
    assert (styles["attack",], styles["work",]) == ("secondary", "primary")


def test_only_what_is_pressed_is_something_one_can_do() -> None:
    match = begun(2, heroes=("Mg", "Bg"))
    reedfoot = own_abilities(match.seat(0), match.seat(0).view)
    assert own_abilities(match.seat(0), match.seat(0).view, in_short=True) == ""
    assert "**Reedfoot**: Your hide rolls" in reedfoot
    for code in ALL:
        match = begun(2, heroes=(code, "Tg" if code.startswith("B") else "Bg"))
        can = own_abilities(match.seat(0), match.seat(0).view, in_short=True)
        for ability in match.state.heroes[0].type.abilities:
            assert (ability.name in can) == (ability.id in VERBS)


def test_how_to_play_has_the_odds_of_the_dice() -> None:
    faces, die = ATTACK_FACES["d6"], Counter(HIDE_FACES)
    text = FACE.guide[0].text(ENGLISH)
    straight = [face for face in faces if not OFFSETS[face]]
    assert (len(straight) * 3, len(faces)) == (6, 6)
    assert "Shots scatter: 1/3 strike the hideout you aim at, 1/6 each of the two next to it on either side." in text
    assert f"{die['green']} of {len(HIDE_FACES)} faces are green and always hide you" in text
    assert f"red ({die['red']}) does so in forest and water" in text
    assert f"blank ({die['blank']}) fails" in text


def test_a_turn_in_which_nothing_was_done_is_told() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    before = match.seat(None).view
    events = [GAME.show(event, None) for event in match.play(0, ("end",))]
    assert FACE.words.tell(ENGLISH, events, NAMES) == [f"{NAMES[0]} ends the turn with 3 actions left"]
    assert FACE.film is not None
    assert FACE.film.covers(events)
    film = frames(before, events, match.seat(None).view, Labels(ENGLISH))
    assert [frame.text for frame in film] == ["A ends the turn", "Turn 2: B"]


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


def test_where_much_is_to_be_said_beside_five_rows_the_picture_has_room() -> None:
    match = begun(2, heroes=("Fo", "Bg"))
    change(match, 0, at=20)
    hidden = FACE.panel(match.seat(0))
    assert "You can: " in hidden.text
    found(match, 0)
    crowded = FACE.panel(match.seat(0))
    assert "You are found" in crowded.text
    assert "You can: " not in crowded.text
    assert len(crowded.rows) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_the_next_turn_is_cut(language: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language))
    for tokens in (("next",), ("next", "aim", "10")):
        panel = FACE.panel(match.seat(1), tokens)
        check(panel)
        assert any(press.action_id == "plan" for press in presses(panel))


def test_four_things_in_one_go_are_enough_for_a_screen() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    best = str(next(iter(targets(match))))
    assert _in_one_go(match, "aim", best) == [("search", best), ("chase", best)]
    found(match, 0)
    assert _in_one_go(match, "aim", best) == [("vanish",), ("vanish", best), ("search", best), ("chase", best)]
    assert _in_one_go(match) == [("vanish",), ("hunt",)]


def _in_one_go(match: Match, *tokens: str) -> list[tuple[str, ...]]:
    return [press.tokens for press in presses(FACE.panel(match.seat(0), tokens)) if press.action_id == "errand"]


def test_rolls_of_the_hide_die_say_what_they_did() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    found(match, 0)
    match.draws = Rings(bytes(32))
    match.play(0, ("hide",))
    at = match.state.heroes[0].at
    panel = FACE.panel(match.seat(0))
    assert panel.draft.parts[0] == ("green", f"Rolled to hide: green, you are at {at} now.")
    assert panel.text.startswith(f"**Rolled to hide: green, you are at {at} now.")
    told = panel.draft
    pictures = {
        draw_private(match.seat(0).view, Labels(ENGLISH), Outcome(((colour, told.parts[0][1]), *told.parts[1:])))
        for colour in ("", "green", "red", "blank")
    }
    assert len(pictures) == 4, "the die is drawn as it fell"
    change(match, 0, delay=2)
    match.play(0, ("work",))
    assert FACE.panel(match.seat(0)).draft.parts[0] == ("green", "Worked off: green, delay 1.")


def test_a_drawn_card_is_shown_to_whoever_drew_it() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    match.state.arena = ("B06", *match.state.arena)
    change(match, 0, explored=False)
    match.play(0, ("explore",))
    panel = FACE.panel(match.seat(0))
    assert isinstance(panel.draft, Sheet)
    assert [tile.name for tile in panel.draft.tiles] == ["Strange Red Mushrooms"]
    assert FACE.panel(match.seat(1)).draft is None


def test_what_costs_stamina_or_delay_asks_once_and_says_its_price() -> None:
    match = begun(2, heroes=("Do", "Fo"))
    found(match, 0)
    change(match, 0, items=(("B06", 0),))
    shown = labels(FACE.panel(match.seat(0)))
    assert shown[Press("show", ("sure", "use", "B06"))] == "Strange Red Mushrooms: move, then 3 delay"
    assert shown[Press("show", ("sure", "rootwalk"))] == "Rootwalk: move, costs 1 stamina"
    for action in (("use", "B06"), ("rootwalk",)):
        assert Press("do", action) not in shown
        asked = FACE.panel(match.seat(0), ("sure", *action))
        check(asked)
        assert [p for p in presses(asked) if p.action_id == "do"] == [Press("do", action)]
    assert isinstance(FACE.panel(match.seat(0), ("sure", "use", "B06")).draft, Sheet)
    assert "no longer possible" in FACE.panel(match.seat(0), ("sure", "attack", "8")).text


@pytest.mark.parametrize(
    ("changes", "action", "reason"),
    [
        ({"delay": 1}, ("rootwalk",), "Rootwalk: Delay holds your hero back: work it off first"),
        ({"explored": False}, ("rootwalk",), "Rootwalk: Explore this hideout first"),
        ({"delay": 1}, ("use", "B06"), "Strange Red Mushrooms: Delay holds your hero back: work it off first"),
        ({}, ("use", "X02"), "Climbing Rope: There is no delay token to work off"),
        ({}, ("use", "X07"), "Bread and Broth: You have all your stamina"),
    ],
)
def test_what_would_do_nothing_is_not_offered_and_says_why(
    changes: dict[str, object], action: tuple[str, ...], reason: str
) -> None:
    match = begun(2, heroes=("Do", "Fo"))
    found(match, 0)
    change(match, 0, items=(("B06", 0), ("X02", 0), ("X07", 0)), **changes)
    assert action in GAME.legal(match.state, 0, match.seat(0).choice.key)
    (shown,) = [b for b in buttons(FACE.panel(match.seat(0))) if b.press.tokens == action]
    assert shown.disabled
    assert shown.label == reason
    assert action not in [p.tokens for p in presses(FACE.panel(match.seat(0), ("sure", *action)))]


def test_a_shot_that_can_strike_nobody_is_not_offered() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    change(match, 0, at=20)
    change(match, 1, at=10)
    match.state.closed = frozenset({8, 16, 11, 7, 14})
    (fire,) = [b for b in buttons(FACE.panel(match.seat(0), ("aim", "8"))) if b.press.tokens == ("attack", "8")]
    assert fire.disabled
    assert "closed" in fire.label
    assert Press("do", ("attack", "11")) in presses(FACE.panel(match.seat(0), ("aim", "11")))


def test_the_own_abilities_are_read_in_the_panel() -> None:
    match = begun(2, heroes=("Fo", "Bg"))
    text = FACE.panel(match.seat(0)).text
    assert "You can: Boarding Call" in text
    waits = [b.label for b in buttons(FACE.panel(match.seat(0))) if b.disabled]
    assert "Boarding Call: aim first" in waits
    assert "Boarding Call: " not in usable(ENGLISH, FACE.panel(match.seat(0))).text, "the list asks for it"
    match.state.left, match.state.used = 1, 2
    shown = labels(FACE.panel(match.seat(0), ("aim", "8")))
    assert shown[Press("do", ("attack2", "8"))] == "Sabre and Pistol: two dice at 8"


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


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"hidden": True}, "hidden already"),
        ({"hidden": False, "delay": 1}, "Delay"),
        ({"hidden": False, "explored": False}, "Explore"),
    ],
)
def test_what_is_not_possible_says_why(changes: dict[str, object], reason: str) -> None:
    match = begun()
    change(match, 0, **changes)
    panel = FACE.panel(match.seat(0))
    (hide,) = [b for b in buttons(panel) if b.press.tokens == ("hide",)]
    assert hide.disabled
    assert reason in hide.label


def test_an_early_end_asks_once_more() -> None:
    match = begun()
    panel = FACE.panel(match.seat(0))
    assert Press("do", ("end",)) not in presses(panel)
    sure = FACE.panel(match.seat(0), ("end",))
    assert "3 actions would be lost" in sure.text
    assert Press("do", ("end",)) in presses(sure)


def test_an_ability_in_anothers_turn_takes_the_aim_as_it_is() -> None:
    match = begun(heroes=("Bg", "Fo", "Dg", "Tg"))
    start = FACE.panel(match.seat(1))
    assert not [p for p in presses(start) if p.action_id == "do"]
    aimed = FACE.panel(match.seat(1), ("aim", "4"))
    assert Press("show", ("sure", "boarding", "4")) in presses(aimed)
    check(aimed)
    asked = FACE.panel(match.seat(1), ("sure", "boarding", "4"))
    assert Press("do", ("boarding", "4")) in presses(asked)
    assert asked.draft == Aim(4)


def test_a_hold_can_be_let_pass_or_used() -> None:
    match = begun(heroes=("Bg", "Do", "Fg", "Tg"), hold_minutes=30)
    change(match, 2, at=8)
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "8"))
    assert [seat for seat, _ in match.state.held] == [1]
    panel = FACE.panel(match.seat(1))
    assert {Press("do", ("pass",)), Press("do", ("pass", "turn")), Press("do", ("pass", "always"))} <= set(
        presses(panel)
    )
    beside = FACE.panel(match.seat(1), ("=",))
    assert Press("show", ("=", "sure", "rootwalk")) in presses(beside)
    assert Press("do", ("rootwalk",)) in presses(FACE.panel(match.seat(1), ("=", "sure", "rootwalk")))
    assert beside.key != panel.key
    refused = FACE.panel(match.seat(0), ("aim", "8"))
    assert Press("do", ("attack", "8")) not in presses(refused)
    assert any("waiting" in b.label for b in buttons(refused) if b.disabled)


def asked(kind: str, values: tuple[str, ...], heroes: tuple[str, ...], seat: int) -> Panel:
    """The panel of a seat that is asked something."""
    match = begun(len(heroes), heroes=heroes)
    state = match.state.draft()
    state.question = Question(seat, kind, values, values[0])
    match.state = state
    return FACE.panel(match.seat(seat))


@pytest.mark.parametrize(
    ("kind", "values", "heroes", "seat", "shown"),
    [
        ("woodrunner", ("yes", "no"), ("Bg", "Dg"), 1, ["Move to a new hideout", "Stay", "Always move", "Always stay"]),
        ("digging", ("yes", "no"), ("Bg", "Tg"), 1, ["Roll to hide", "Do not roll", "Always roll", "Never roll"]),
        (
            "order",
            ("B", "C"),
            ("Bg", "Dg", "Tg"),
            0,
            [f"Woodrunner of {NAMES[1]} first", f"Digging of {NAMES[2]} first"],
        ),
    ],
)
def test_answers_name_what_they_do_and_none_looks_like_consent(
    kind: str, values: tuple[str, ...], heroes: tuple[str, ...], seat: int, shown: list[str]
) -> None:
    panel = asked(kind, values, heroes, seat)
    answers = [b for b in buttons(panel) if b.press.action_id == "do" or b.press.tokens[:1] == ("p",)]
    assert [b.label for b in answers] == shown
    assert {b.style for b in answers if b.press.action_id == "do"} == {"primary"}
    if kind == "order":
        assert "**Woodrunner**: " in panel.text
        assert "**Digging**: " in panel.text


@pytest.mark.parametrize(("hero", "ability"), [("Dg", "Woodrunner"), ("Tg", "Digging")])
def test_what_is_asked_in_advance_names_the_ability_that_the_hero_has(hero: str, ability: str) -> None:
    match = begun(2, heroes=("Bg", hero))
    rules = standing_of(GAME)
    assert rules is not None
    (topic,) = [one for one in topics_of(rules, match.seat(1).view) if one.id == "trigger"]
    assert ENGLISH.message(topic.title) == ability
    assert not [one for one in topics_of(rules, match.seat(0).view) if one.id == "trigger"]


def test_the_way_back_from_a_hero_never_lies_where_one_is_drawn() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    assert not [b for b in buttons(FACE.panel(match.seat(0))) if b.press.action_id == "do"]


def test_many_heroes_are_drawn_small_and_few_with_all_that_they_can_do() -> None:
    match = Match(FACE, 3, {"mode": "heroes"})
    start = FACE.panel(match.seat(0))
    assert isinstance(start.draft, Gallery)
    assert isinstance(FACE.panel(match.seat(0), ("pick", "Wo")).draft, Sheet)
    picture = FACE.pictures.private_board(ENGLISH, match.seat(0).view, start.draft)
    with Image.open(io.BytesIO(picture.data)) as drawn:
        assert drawn.width / drawn.height > 1, "in the room that Discord has, it is as wide as a phone"
    assert "Dahlia: stamina 4, Woodrunner." in picture.alt
    wishes = FACE.panel(match.seat(1), ("wish", "Dg", "Fg"))
    assert "Your wishes: 1. Dahlia, 2. Flint." in wishes.text
    assert "Keep these 2 wishes" in labels(wishes).values()


def test_every_question_has_one_button_for_each_answer() -> None:
    kinds: set[str] = set()
    for seed in range(40):
        match = played(seed, 0)
        for _ in range(120):
            if match.over:
                break
            question = match.state.question
            if question is not None:
                panel = FACE.panel(match.seat(question.seat))
                assert {p.tokens for p in presses(panel) if p.action_id == "do"} == {
                    ("choose", v) for v in question.values
                }
                kinds.add(question.kind)
            _step(match, seed)
    assert len(kinds) >= 6


def _step(match: Match, seed: int) -> None:
    choice = next(c for c in GAME.choices(match.state) if c.must)
    actions = GAME.legal(match.state, choice.seat, choice.key)
    explore = [action for action in actions if action in (("explore",), ("choose", "yes"))]
    match.play(choice.seat, explore[0] if explore else actions[(seed * 31 + match.state.step * 7) % len(actions)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ALL)
def test_every_hero_can_be_read_about_before_it_is_picked(code: str, language: str) -> None:
    say = phrases(language)
    match = Match(FACE, 3, {"mode": "heroes"}, say=say)
    panel: Panel = FACE.panel(match.seat(0), ("pick", code))
    check(panel)
    assert Press("do", ("pick", code)) in presses(panel)
