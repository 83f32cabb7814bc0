"""Catapults in the panels of Monsters & Myths: shots, passes, and what is lost with the round."""

from __future__ import annotations

import pytest

from bot.monsters_and_myths.face import FACE
from bot.monsters_and_myths.texts.odds import chances, percent
from bot.panels.model import Panel, Press
from bot.panels.pages import usable
from games.monsters_and_myths.cards import changed, size
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.game import GAME
from tests.bot.monsters_and_myths.playing import at, played, rows_of_buttons, taps_to
from tests.games.monsters_and_myths import positions
from tests.support.panels import Match, buttons, labels, presses


def test_a_catapult_and_a_pass_take_two_taps() -> None:
    seen = 0
    for match, state in played(1):
        for choice in match.game.choices(state):
            if choice.kind.startswith("window"):
                seat = at(match, state, choice.seat)
                assert taps_to(seat, lambda press: press.tokens == ("pass",), 2) == 2
                assert taps_to(seat, lambda press: press.tokens[0] == "fire", 2) == 2
                for shot in {action[1] for action in match.game.legal(state, choice.seat, choice.key) if action[1:]}:
                    found = taps_to(seat, lambda press, shot=shot: press.tokens == ("fire", shot), 5)
                    assert found is not None or "." not in shot
                seen += 1
    assert seen


@pytest.mark.parametrize("last", [False, True])
def test_three_catapults_are_fired_with_one_press(last: bool) -> None:
    """Those that are lost with the round are all fired, each at what brings most; else until the card is hit."""
    match = Match(FACE, 1, {}, GAME.formations[0])
    match.state = positions.at(
        "phase=ready active=B card=9 wait=A force=T1i,G1m target=A.T A.troops=T1i,G2i A.catapults=3"
        f" B.troops=T1i,G2m B.attacks={'9' if last else '9.12'}"
    )
    seat = match.seat(0)
    panel = FACE.panel(seat)
    (several,) = [press for press in presses(panel) if press.action_id == "errand"]
    (shot,) = [press.tokens[1] for press in presses(panel) if press.tokens[:1] == ("fire",)]
    assert several.tokens == (("salvo",) if last else ("volley", shot))
    aimed = FACE.panel(seat, ("aim", "B", "B.Gm"))
    assert Press("errand", ("volley", "B.Gm")) in presses(aimed)
    assert labels(aimed)[Press("errand", ("volley", "B.Gm"))] == "Fire until it hits, up to 3×: Goblin rider"


def test_the_attacker_is_warned_that_catapults_go_with_the_last_card() -> None:
    warned = 0
    for match, state in [pair for seed in range(6) for pair in played(seed, 0)]:
        if state.phase != "after" or state.wait or not state.seats[state.active].catapults:
            continue
        panel = FACE.panel(at(match, state, state.active))
        last = sum(len(seat.attacks) for seat in state.seats) == 1
        assert ("unused catapults are lost" in panel.text) == last
        assert ("End the attack and the round" in labels(panel).values()) == last
        warned += last
    assert warned


def test_the_end_of_an_attack_never_lies_where_the_roll_was_and_asks_before_catapults_are_lost() -> None:
    seen = set()
    for match, state in [pair for seed in range(6) for pair in played(seed, 0)]:
        if state.phase != "after" or state.wait:
            continue
        seat = at(match, state, state.active)
        panel = usable(seat.say, FACE.panel(seat))
        ends = {Press("do", ("end",)), Press("show", ("end",))}
        ((number, end),) = [(number, one) for number, row in rows_of_buttons(panel) for one in row if one.press in ends]
        assert number == 1, "Roll and Stop lie in the first row"
        catapults = state.seats[state.active].catapults
        lost = catapults if sum(len(other.attacks) for other in state.seats) == 1 else 0
        assert end.press.action_id == ("show" if lost else "do")
        sure = FACE.panel(seat, ("end",))
        assert ("lost with it" in sure.text) == bool(lost)
        if lost:
            shown = [one.press for one in sure.rows[0]]  # type: ignore[union-attr]
            assert shown[:2] == [Press("show"), Press("do", ("end",))]
            assert shown[2:] == ([Press("errand", ("salvo",))] if lost > 1 else [])
        seen.add(bool(lost))
    assert seen == {True, False}


def test_whoever_may_fire_reads_the_odds_and_what_a_hit_changes() -> None:
    told = set()
    for match, state in [pair for seed in range(4) for pair in played(seed, 0)]:
        if not state.wait or state.phase not in ("ready", "exchange"):
            continue
        seat = at(match, state, state.wait[0])
        text = FACE.panel(seat).text
        assert state.target is not None
        assert f"The attack: {chances(seat.say, seat.view, state.force, state.target, seat.names)[0]}" in text
        count = state.seats[state.wait[0]].catapults
        assert (f"You have {count} catapult" + "s" * (count > 1) + ":") in text
        before = percent(winning(state.force, state.attack_card, state.nation(state.target)))
        for tokens in {press.tokens for press in presses(FACE.panel(seat, ("aim",))) if press.tokens[:1] == ("aim",)}:
            shot = tokens[-1]
            said = FACE.panel(seat, tokens).text
            if shot.endswith(".force"):
                left = changed(state.force, shot.split(".")[1], -1)
                if size(left):
                    after = percent(winning(left, state.attack_card, state.nation(state.target)))
                    assert f"has a chance of {after}% to win this fight instead of {before}%" in said
                else:
                    assert "If it hits, this fight is over." in said
            else:
                assert "That changes nothing in this fight." in said
            told.add(said.splitlines()[-1].split(" ")[0])
    assert told == {"If", "That"}


def test_a_pass_that_loses_catapults_is_not_the_button_that_is_suggested() -> None:
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    position = (
        "phase=ready active=A card=2 force=G3i target=B.G wait=B A.attacks=2 A.troops=G3i B.troops=G4i B.catapults=1"
    )
    found = {}
    for words in (position, position + " B.attacks=5"):
        seat = at(match, positions.at(words), 1)
        private = FACE.panel(seat)
        public = FACE.answers(seat.say, seat.view, {}, {0, 1})
        passing = [one for one in buttons(private) if one.press == Press("do", ("pass", "card"))]
        passing += [one for one in buttons(Panel("", public)) if one.press.tokens == ("pass", "card")]
        warned = "unused catapults are lost" in private.text
        found[warned] = [one.style for one in passing]
    assert found == {True: ["secondary", "secondary"], False: ["success", "success"]}


def test_the_main_button_of_a_window_passes_the_whole_card() -> None:
    for match, state in played(1):
        if state.wait:
            panel = FACE.panel(at(match, state, state.wait[0]))
            row = next(row for row in panel.rows if isinstance(row, tuple))
            styles = {button.press.tokens: button.style for button in row if button.press.action_id == "do"}
            assert styles == {("pass", "card"): "success", ("pass",): "secondary"}
            return
    raise AssertionError("nobody was asked")


def test_a_pass_is_taken_back_with_one_tap() -> None:
    for match, state in played(7):
        for choice in match.game.choices(state):
            if choice.must or choice.seat in [c.seat for c in match.game.choices(state) if c.must]:
                continue
            seat = at(match, state, choice.seat)
            if "recall" in match.game.next_field(state, choice.seat, choice.key).values:  # type: ignore[union-attr]
                assert taps_to(seat, lambda press: press.tokens == ("recall",), 2) == 2
                longer = bool(state.seats[choice.seat].scope)
                shown = labels(FACE.panel(seat))[Press("do", ("recall",))]
                assert shown == ("Take back my pass" if longer else "Wait for me"), "nobody may have asked for it"
                return
    raise AssertionError("nobody had passed")
