"""The private panel of Arena of Heroes: how many taps things take, what a turn offers, what it refuses and why."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from bot.arena_of_heroes import FACE
from bot.arena_of_heroes.guide import GUIDE
from bot.arena_of_heroes.pages.abilities import own_abilities
from bot.arena_of_heroes.texts.names import places
from bot.panels import room
from bot.panels.model import Press
from bot.panels.pages import usable
from bot.texts import story
from bot.texts.phrases import LANGUAGES, phrases
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.cards import ALL, CARDS
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import ATTACK_FACES, FOREST, GROUND, HIDE_FACES, HIDEOUTS, OFFSETS, RING, WATER
from games.arena_of_heroes.verbs import VERBS
from games.arena_of_heroes.worth import best_aim, strikes_home
from render.arena_of_heroes import Outcome, Sheet, draw_private, frames
from render.arena_of_heroes.board import SIGNED
from render.arena_of_heroes.planes import WIDTH
from render.canvas import text_width
from render.labels import Labels
from render.panel import SENTENCE
from tests.bot.arena_of_heroes.positions import Rings, begun, change, found, only_at
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


@pytest.mark.parametrize(("at", "chance"), [(20, "3/6"), (13, "2/6")], ids=["forest", "wasteland"])
def test_hiding_and_working_off_say_how_likely_they_are(at: int, chance: str) -> None:
    match = begun(2, heroes=("Dg", "Fg"))
    change(match, 0, at=at)
    found(match, 0)
    assert f"Hide: {chance}" in labels(FACE.panel(match.seat(0))).values()
    change(match, 0, delay=1)
    panel = FACE.panel(match.seat(0))
    assert any(label.startswith("Work off (1): 3/6") for label in labels(panel).values())
    assert "work them off before you hide; red ends your turn." in panel.text


@pytest.mark.parametrize(("hero", "said"), [("Bg", ": red ends your turn"), ("Mg", "")])
def test_working_off_a_card_says_that_red_ends_the_turn(hero: str, said: str) -> None:
    match = begun(2, heroes=(hero, "Fg"))
    change(match, 0, items=(("B09", 2),))
    told = labels(FACE.panel(match.seat(0)))[Press("do", ("work", "B09"))]
    assert told == f"Work off {CARDS['B09'].name}{said}"


def test_red_does_not_end_the_turn_of_whoever_has_reedfoot() -> None:
    match = begun(2, heroes=("Mg", "Fg"))
    found(match, 0)
    change(match, 0, delay=1)
    panel = FACE.panel(match.seat(0))
    assert "Work off (1): 3/6" in labels(panel).values()
    assert not any("red ends your turn" in text.lower() for text in panel.texts)
    assert "Red never ends your turn." in panel.texts[-1]


@pytest.mark.parametrize(
    ("hero", "at", "sentence"),
    [
        ("Fg", 20, "Third action: you may fire two dice."),
        ("Fo", 20, "Third action: you may fire two dice."),
        ("Wo", 20, "Your slash is a square, your cross a triangle."),
        ("To", 13, "Wasteland hides you like forest."),
        ("Mg", 20, "Hiding by red costs you one delay less."),
    ],
)
def test_what_an_ability_changes_by_itself_is_said_where_there_is_no_room_for_all_of_it(
    hero: str, at: int, sentence: str
) -> None:
    match = begun(2, heroes=(hero, "Bg"))
    change(match, 0, at=at)
    found(match, 0)
    texts = FACE.panel(match.seat(0)).texts
    abilities = own_abilities(match.seat(0), match.seat(0).view)
    assert abilities in texts[0]
    assert abilities not in texts[-1]
    assert all((sentence in text.split("\n")[0]) != (abilities in text) for text in texts)


def test_nothing_is_said_of_red_where_it_does_not_hide() -> None:
    match = begun(2, heroes=("Mg", "Bg"))
    change(match, 0, at=13)
    found(match, 0)
    assert not any("red costs you" in text for text in FACE.panel(match.seat(0)).texts)


def test_two_dice_are_not_promised_where_there_is_no_third_action() -> None:
    match = begun(2, heroes=("Fg", "Bg"))
    only_at(match, 7, own=18)
    for action in (("attack", "19"), ("attack", "19")):
        assert "Third action" in FACE.panel(match.seat(0)).texts[-1]
        match.play(0, action)
    panel = FACE.panel(match.seat(0), ("aim", "19"))
    assert "Third action" not in panel.texts[-1]
    assert any(label.startswith("Sabre and Pistol") for label in labels(panel).values())


@pytest.mark.parametrize("mode", ["basic", "heroes", "advanced"])
def test_who_may_be_where_warns_of_nothing_that_the_match_has_not(mode: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"), mode=mode)
    said = places(ENGLISH, match.seat(0).view, NAMES)
    assert ("Smoke Phial" in said) == (mode == "advanced")
    assert "Veil" not in said or mode != "basic"


def test_the_game_is_told_in_seven_sentences() -> None:
    (chapter,) = [one for one in GUIDE if one.id == "game"]
    told = chapter.text(ENGLISH)
    assert len(re.findall(r"[.?!](?=\s|$)", told)) == 7


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


def test_where_much_is_to_be_said_beside_five_rows_the_picture_has_room() -> None:
    match = begun(2, heroes=("Fo", "Bg"))
    change(match, 0, at=20)
    hidden = FACE.panel(match.seat(0))
    assert "You can: " in room.told(hidden.texts, hidden.rows)
    found(match, 0)
    crowded = FACE.panel(match.seat(0))
    assert len(crowded.rows) == 5
    assert "-# **Boarding Call**" in crowded.text, "what abilities do is the first to go"
    assert ["You can: " in text for text in crowded.texts] == [False, True, False, False]
    told = room.told(crowded.texts, crowded.rows)
    assert "revealed" in told
    assert "You can: " not in told
    assert room.left(crowded.rows, told) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_in_which_all_comes_together_leaves_the_picture_its_room(language: str) -> None:
    """Found, held by delay, with a shot at one's own hideout: labels get short, and what they said is in the text."""
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language), mode="basic")
    found(match, 0)
    at = match.state.heroes[0].at
    change(match, 0, delay=1)
    near = next(str(place) for place in RING if strikes_home(match.seat(0).view, place) and place != at)
    panel = FACE.panel(match.seat(0), ("aim", near))
    told = room.told(panel.texts, panel.rows)
    assert not room.crowded(panel.rows, told)
    fire, hide, work, *_ = (button.label for button in buttons(panel))
    assert near in fire
    assert "(1)" in work
    assert all(len(label) < 35 for label in (fire, hide, work))
    assert any(one.action_id == "errand" for one in presses(panel))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_label_of_the_next_turn_is_cut(language: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language))
    for tokens in (("next",), ("next", "aim", "10")):
        panel = FACE.panel(match.seat(1), tokens)
        check(panel)
        assert any(press.action_id == "plan" for press in presses(panel))


def test_four_things_in_one_go_are_enough_for_a_screen() -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    best = str(best_aim(match.seat(0).view))
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
    left = match.state.heroes[0].at
    match.play(0, ("hide",))
    panel = FACE.panel(match.seat(0))
    assert panel.draft.parts[0] == ("green", f"Rolled to hide: green, you left {left}.")
    assert panel.text.startswith(f"**Rolled to hide: green, you left {left}.")
    told = panel.draft
    pictures = {
        draw_private(match.seat(0).view, Labels(ENGLISH), Outcome(((colour, told.parts[0][1]), *told.parts[1:])))
        for colour in ("", "green", "red", "blank")
    }
    assert len(pictures) == 4, "the die is drawn as it fell"
    change(match, 0, delay=2)
    match.play(0, ("work",))
    assert FACE.panel(match.seat(0)).draft.parts[0] == ("green", "Worked off: green, delay 1.")


class _Red(Rings):
    """Dice that show the third face, which is red on the hide die."""

    def below(self, cursor: int, bound: int) -> tuple[int, int]:
        return min(HIDE_FACES.index("red"), bound - 1), cursor + 1


@pytest.mark.parametrize(("ground", "count"), [(FOREST, "1 delay token"), (WATER, "2 delay tokens")])
def test_after_hiding_the_place_and_the_delay_are_said_once(ground: str, count: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"))
    left = next(place for place in HIDEOUTS if GROUND[place] == ground and place != match.state.deck[0])
    change(match, 0, at=left, explored=True, hidden=False, delay=0)
    match.draws = _Red(bytes(32))
    happened = [shown for event in match.play(0, ("hide",)) if (shown := GAME.show(event, 0)) is not None]
    panel = FACE.panel(match.seat(0))
    assert panel.text.startswith(f"**Rolled to hide: red, you left {left} and took {count}. 2 actions left.**")
    assert len(re.findall(rf"\b{match.state.heroes[0].at}\b", panel.text.split("hidden")[0])) == 1
    assert panel.text.lower().count("delay token") == 1
    assert list(panel.tells) == FACE.words.tell(ENGLISH, happened, NAMES), "whoever shows the panel says nothing more"
    match.draws = Rings(bytes(32))
    match.play(0, ("attack", "8"))
    assert "Delay tokens hold you here" in FACE.panel(match.seat(0)).text, "when something else is told"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strip_has_room_for_what_a_roll_to_hide_did(language: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language))
    left = next(place for place in HIDEOUTS if GROUND[place] == WATER and place >= 10)
    change(match, 0, at=left, explored=True, hidden=False, delay=0)
    match.draws = _Red(bytes(32))
    match.play(0, ("hide",))
    _has_room(FACE.panel(match.seat(0)).draft)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_strip_has_room_for_red_that_ends_the_turn(language: str) -> None:
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language))
    found(match, 0)
    change(match, 0, delay=2)
    match.draws = _Red(bytes(32))
    match.play(0, ("work",))
    assert match.state.turn == 1
    _has_room(FACE.panel(match.seat(0)).draft)


def _has_room(told: object) -> None:
    assert isinstance(told, Outcome)
    words = " ".join(text for _, text in told.parts)
    assert text_width(words, SENTENCE, True) + SIGNED + 18 * (len(told.parts) - 1) <= WIDTH - 36


def test_of_what_others_did_the_own_place_is_the_first_to_go() -> None:
    """The panel says where one is, and so does its picture."""
    told = FACE.words.tell(ENGLISH, [ev.Picked(1, "Wg"), ev.CardDrawn(0, 8), ev.Closed((5, 20))], NAMES)
    assert story.within(told, 2) == story.joined([told[0], told[2]])


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


def test_the_own_abilities_are_read_in_the_panel() -> None:
    match = begun(2, heroes=("Fo", "Bg"))
    panel = FACE.panel(match.seat(0))
    assert "You can: Boarding Call" in room.told(panel.texts, panel.rows)
    waits = [b.label for b in buttons(FACE.panel(match.seat(0))) if b.disabled]
    assert "Boarding Call: aim first" in waits
    assert "Boarding Call: " not in usable(ENGLISH, FACE.panel(match.seat(0))).text, "the list asks for it"
    match.state.left, match.state.used = 1, 2
    shown = labels(FACE.panel(match.seat(0), ("aim", "8")))
    assert shown[Press("do", ("attack2", "8"))] == "Sabre and Pistol: two dice at 8"


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
    assert reason in f"{hide.label}\n{panel.text}", "the text says it where the label has no room"


def test_an_early_end_asks_once_more() -> None:
    match = begun()
    panel = FACE.panel(match.seat(0))
    assert Press("do", ("end",)) not in presses(panel)
    sure = FACE.panel(match.seat(0), ("end",))
    assert "3 actions would be lost" in sure.text
    assert Press("do", ("end",)) in presses(sure)


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_many_rows_the_text_may_have_two_lines(language: str) -> None:
    """Found, with an aim: what is given in one go takes two lines, and what others did and a reflex come besides."""
    match = begun(2, heroes=("Bg", "Fg"), say=phrases(language), mode="basic")
    found(match, 0)
    aimed = FACE.panel(match.seat(0), ("aim", str(best_aim(match.seat(0).view))))
    assert len(aimed.rows) > 3
    assert len(aimed.texts[-1].splitlines()) <= 2
    assert all("10" in text for text in aimed.texts), "where one is"
