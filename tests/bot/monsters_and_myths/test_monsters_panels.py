"""The panels of Monsters & Myths: how many taps a decision takes, and what the pages say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from bot.commands.lookups import answers
from bot.monsters_and_myths.commands import MOVES
from bot.monsters_and_myths.face import FACE, find
from bot.monsters_and_myths.pages.fighting import left
from bot.monsters_and_myths.texts.description import alt_text
from bot.monsters_and_myths.texts.odds import CHANCES, chances, percent, swords
from bot.panels.choosing import Value, numbered
from bot.panels.model import Button, Panel, Press, Select
from bot.panels.pages import usable
from bot.texts.phrases import phrases
from games.api import Action
from games.monsters_and_myths import attacks
from games.monsters_and_myths.armies import ready
from games.monsters_and_myths.cards import LETTERS, changed, infantry, size
from games.monsters_and_myths.dice import advantage
from games.monsters_and_myths.events import Dealt, RoundBegan
from games.monsters_and_myths.fights import winning
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.state import State
from games.referee import random_action
from render.labels import Labels
from render.monsters_and_myths import seats
from tests.games.monsters_and_myths import positions
from tests.support.panels import Match, Seat, buttons, labels, presses

TAPS = {"keep": 6, "wizard": 3, "card": 4, "target": 2, "exchange": 2, "lose": 2, "after": 4, "window_before": 2}
"""The most taps of each decision, opening the panel among them, as the design has them: a loss of two takes one more,
and so does each further wizard."""


def played(seed: int, formation: int = 2, **options: object) -> list[tuple[Match, State]]:
    """A match with the states in which somebody is waited for."""
    match = Match(FACE, seed, dict(options), FACE.game.formations[formation])
    random, found = Random(seed), []
    while not match.over:
        found.append((match, match.state))
        choices = [one for one in match.game.choices(match.state) if one.must or random.random() < 0.1]
        choice = random.choice(choices)
        match.play(choice.seat, random_action(match.game, match.state, choice, random))
    return found


def at(match: Match, state: State, seat: int | None) -> Seat:
    match.state = state
    return match.seat(seat)


def taps_to(seat: Seat, done: Callable[[Press], bool], most: int) -> int | None:
    """The fewest taps from opening the panel to a press that carries out what is wanted; `None` for more than `most`.

    A select of several is one tap, whatever is picked in it.
    """
    pages: list[Action] = [()]
    for taps in range(1, most):
        following: list[Action] = []
        for tokens in pages:
            panel = FACE.panel(seat, tokens)
            found = presses(panel)
            if any(press.action_id == "do" and done(press) for press in found):
                return taps + 1
            following += [press.tokens for press in found if press.action_id == "show" and press.tokens]
        pages = sorted(dict.fromkeys(following), key=len, reverse=True)[:60]
    return None


@pytest.mark.parametrize("seed", range(3))
def test_every_decision_takes_no_more_taps_than_the_design_allows(seed: int) -> None:
    seen = set()
    for match, state in played(seed)[::3]:
        for choice in match.game.choices(state):
            if not choice.must or choice.kind not in TAPS or choice.kind in seen:
                continue
            seat = at(match, state, choice.seat)
            more = max(state.owe, default=0) - 1 if choice.kind == "lose" else 0
            more += max(0, state.seats[choice.seat].new - 1)
            most = TAPS[choice.kind] + more + (state.round == 3 and choice.kind == "keep")
            if choice.kind == "keep" and match.game.choices(state)[0] != choice:
                continue
            assert taps_to(seat, lambda press: press.tokens[0] not in ("usual", "swap"), most) is not None, choice
            seen.add(choice.kind)
    assert seen >= {"keep", "card", "exchange", "after"}


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


def test_mercenaries_attack_with_the_best_army_in_four_taps() -> None:
    seen = 0
    for match, state in played(2) + played(3):
        if state.phase == "card" and state.card > 7 and not state.wait:
            seat = at(match, state, state.active)
            assert taps_to(seat, lambda press: press.tokens[0] == "muster", 4) is not None
            seen += 1
    assert seen


def test_every_target_of_mercenaries_names_its_odds_before_an_army_is_chosen() -> None:
    for match, state in played(2) + played(3):
        goals = attacks.goals(state, None) if state.phase == "card" and state.card > 7 and not state.wait else []
        if len(goals) > 1 and attacks.army_size(state) > 1:
            seat = at(match, state, state.active)
            against = FACE.panel(seat)
            texts = [label for press, label in labels(against).items() if press.tokens[:1] == ("muster",)]
            assert len(texts) == len(goals)
            assert all("% to win" in text for text in texts)
            chosen = FACE.panel(seat, ("muster", goals[0].text))
            best = ready(seat.view, goals[0])[0]
            assert Press("do", ("muster", *best.cards), ("attack", goals[0].text)) in presses(chosen)
            by_hand = FACE.panel(seat, ("muster", goals[0].text, "="))
            assert not any(press.action_id == "do" and press.tokens[0] == "muster" for press in presses(by_hand))
            return
    raise AssertionError("no mercenaries had a choice")


def test_the_attackers_panel_says_where_the_dice_come_from_and_whose_the_bonus_is() -> None:
    for match, state in played(1):
        if state.phase == "ready" and not state.wait and state.card < 8:
            seat = at(match, state, state.active)
            assert state.target is not None
            own, printed = infantry(state.force), state.attack_card.infantry
            dice = min(3, own + printed)
            assert swords(seat.say, seat.view, state.force) == f"Swords: {own} + {printed} on the card → {dice} dice"
            assert swords(seat.say, seat.view, state.force) in FACE.panel(seat).text
            told = chances(seat.say, seat.view, state.force, state.target, {0: "Anna", 1: "Max", 2: "Tina", 3: "Bea"})
            gains = advantage(state.force, state.nation(state.target))
            who = {1: state.active, -1: state.target.seat}.get(gains)
            assert (
                ("(+1 for " + ("Anna", "Max", "Tina", "Bea")[who] + ")" in told)
                if who is not None
                else "+1" not in told
            )
            return
    raise AssertionError("no battle card was rolled for")


def test_what_a_percentage_is_of_is_said_before_the_first_roll_only() -> None:
    """Later there are news, the last roll and a line of it: with this one they pushed the picture away."""
    told = set()
    for match, state in played(2, 0):
        if state.phase in ("exchange", "ready") and not state.wait:
            seat = at(match, state, state.active)
            if rolls(seat):
                rolled = seat.view.exchange is not None
                assert (seat.say.message(CHANCES) in FACE.panel(seat).text) is not rolled
                told.add(rolled)
    assert told == {True, False}


def rolls(seat: Seat) -> bool:
    """Return True if the seat's panel rolls."""
    return any(press.tokens[:1] == ("roll",) for press in presses(FACE.panel(seat)))


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


def rows_of_buttons(panel: Panel) -> list[tuple[int, tuple[Button, ...]]]:
    """The rows of buttons with their numbers."""
    return [(number, row) for number, row in enumerate(panel.rows) if not isinstance(row, Select)]


def test_attack_and_ride_on_stay_where_they_are_on_all_pages_of_a_turn() -> None:
    seen: Counter[str] = Counter()
    for match, state in [pair for seed in range(4) for pair in played(seed, 1)]:
        if state.phase not in ("card", "after") or state.wait:
            continue
        seat = at(match, state, state.active)
        if state.phase == "after" and "pursue" not in seat.next_field(()).values:  # type: ignore[union-attr]
            continue
        first = "Attack" if state.phase == "card" else "Ride on"
        ahead: list[Action] = [()]
        for tokens in ahead:
            panel = usable(seat.say, FACE.panel(seat, tokens))
            places = [
                (number, place)
                for number, row in rows_of_buttons(panel)
                for place, one in enumerate(row)
                if one.label == first
            ]
            if tokens == ("end",):
                continue
            assert places == [(1, 0)], (tokens, panel.rows)
            seen[first] += 1
            further = [p.tokens for p in presses(panel) if p.action_id == "show" and p.tokens[:1] != ("aim",)]
            ahead += [one for one in further if one and one[0] != "more" and one not in ahead and len(ahead) < 12]
    assert seen["Attack"] > 20
    assert seen["Ride on"] > 5


def test_nothing_rides_on_before_a_target_is_named() -> None:
    for match, state in [pair for seed in range(6) for pair in played(seed, 0)]:
        if state.phase == "after" and not state.wait:
            seat = at(match, state, state.active)
            assert not [p for p in presses(FACE.panel(seat)) if p.action_id == "do" and p.tokens[0] == "pursue"]


def test_whoever_may_fire_reads_the_odds_and_what_a_hit_changes() -> None:
    told = set()
    for match, state in [pair for seed in range(4) for pair in played(seed, 0)]:
        if not state.wait or state.phase not in ("ready", "exchange"):
            continue
        seat = at(match, state, state.wait[0])
        text = FACE.panel(seat).text
        assert state.target is not None
        assert f"The attack: {chances(seat.say, seat.view, state.force, state.target, seat.names)}" in text
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


def test_whoever_chooses_a_loss_alone_reads_what_each_makes_of_the_fight() -> None:
    told = set()
    for match, state in [pair for seed in range(4) for pair in played(seed, 0)]:
        owing = [seat for seat, owed in enumerate(state.owe) if owed]
        if state.phase != "lose" or state.target is None or max(state.owe) > 1:
            continue
        seat = at(match, state, owing[0])
        panel = FACE.panel(seat)
        kinds = [press.tokens[1] for press in presses(panel) if press.tokens[:1] == ("lose",)]
        shown = "The attacker's chance of winning then:" in panel.text
        assert shown == (len(owing) == 1 and not any(state.given) and len(kinds) > 1)
        for code in kinds if shown else ():
            force, nation = left(seat.view, (code,), owing[0] == state.active)
            chance = percent(winning(force, state.attack_card, nation))
            assert (
                f"{FACE.words.action_text(seat.say, ('lose', code), seat.names).removeprefix('lose ')} {chance}%"
                in panel.text
            )
        told.add(shown)
    assert told == {True, False}


def test_whoever_keeps_no_attack_card_reads_what_that_means() -> None:
    match, state = next(
        (m, s)
        for seed in range(9)
        for m, s in played(seed, 0)
        if s.phase == "keep" and s.seats[0].hand and sum(code.isdigit() for code in s.seats[0].hand) in (1, 2)
    )
    seat, hand = at(match, state, 0), state.seats[0].hand
    number = 5 if state.round == 3 else 4
    rest = tuple(value.token for value in numbered([Value(code, "") for code in hand]) if not value.token[0].isdigit())
    armed = (*rest[: number - 1], next(code for code in hand if code.isdigit()))
    for cards, warned in ((rest[:number], True), (armed, False), (rest[: number - 1], False)):
        text = FACE.panel(seat, ("keep", *cards)).text
        assert ("Without an attack card you cannot attack in this round." in text) == warned


def test_what_cannot_be_done_yet_is_not_told_of_where_the_question_says_it() -> None:
    kinds = set()
    for match, state in [pair for seed in range(4) for pair in played(seed, 0)]:
        for choice in match.game.choices(state):
            if choice.must and choice.kind in ("keep", "after"):
                seat = at(match, state, choice.seat)
                assert "Not possible now" not in usable(seat.say, FACE.panel(seat)).text
                kinds.add(choice.kind)
    assert kinds == {"keep", "after"}


def test_a_wizard_is_placed_only_by_a_button_of_its_own() -> None:
    """Whatever nation is pressed can be changed on the same page, as with all that is final."""
    state = positions.at("phase=wizards turn=A A.troops=U2i,G2a,D1i A.new=2 B.troops=B1i")
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    seat = at(match, state, 0)
    places = []
    for tokens in ((), ("wizard", "G"), ("wizard", "G", "U")):
        panel = FACE.panel(seat, tokens)
        *_, row = (place for place, row in enumerate(panel.rows) if "Place the wizards" in str(row))
        (last,) = [one for one in buttons(panel) if one.label == "Place the wizards"]
        places.append((row, last.disabled))
        assert [press for press in presses(panel) if press.action_id == "do"] == ([] if last.disabled else [last.press])
        assert panel.draft.wizards == tuple(LETTERS.index(letter) for letter in tokens[1:])
    assert places == [(1, True), (1, True), (1, False)]
    assert last.press.tokens == ("wizard", "G", "U")
    assert "Once placed, it stays there" in panel.text
    only = positions.at("phase=wizards turn=A A.troops=U2i A.new=1 B.troops=B1i")
    assert Press("do", ("wizard", "U")) in presses(FACE.panel(at(match, only, 0)))


def test_a_pass_that_loses_catapults_is_not_the_button_that_is_suggested() -> None:
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    position = (
        "phase=ready active=A card=2 force=G3i target=B.G wait=B A.attacks=2 A.troops=G3i B.troops=G4i B.catapults=1"
    )
    found = {}
    for words in (position, position + " B.attacks=5"):
        seat = at(match, positions.at(words), 1)
        private = FACE.panel(seat)
        public = FACE.answers(seat.say, seat.view, {})
        passing = [one for one in buttons(private) if one.press == Press("do", ("pass", "card"))]
        passing += [one for one in buttons(Panel("", public)) if one.press.tokens == ("pass", "card")]
        warned = "unused catapults are lost" in private.text
        found[warned] = [one.style for one in passing]
    assert found == {True: ["secondary", "secondary"], False: ["success", "success"]}


def test_an_army_says_which_crowns_it_may_cost() -> None:
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    state = positions.at("phase=card active=A card=12 A.attacks=12 A.troops=T2i,E2i B.troops=G2i,T1i")
    text = FACE.panel(at(match, state, 0), ("muster", "B.G")).text
    assert "If all of it falls, you lose the crown of: Trolls and Elves." in text
    safe = positions.at("phase=card active=A card=12 A.attacks=12 A.troops=U4i,E1m B.troops=G2i,U5i")
    text = FACE.panel(at(match, safe, 0), ("muster", "B.G")).text
    assert "Your army: 4" in text
    assert "crown" not in text


def test_a_wizard_is_placed_by_buttons_that_say_how_large_each_nation_is() -> None:
    for match, state in [pair for seed in range(8) for pair in played(seed)]:
        if state.phase == "wizards":
            shown = labels(FACE.panel(at(match, state, state.turn)))
            troops = state.seats[state.turn].troops
            sizes = {label.rsplit(" ", 1)[1] for press, label in shown.items() if press.tokens[:1] == ("wizard",)}
            assert sizes == {str(ranks.size) for ranks in troops if ranks.size}
            return
    raise AssertionError("nobody had a wizard")


def test_the_main_button_of_a_window_passes_the_whole_card() -> None:
    for match, state in played(1):
        if state.wait:
            panel = FACE.panel(at(match, state, state.wait[0]))
            row = next(row for row in panel.rows if isinstance(row, tuple))
            styles = {button.press.tokens: button.style for button in row if button.press.action_id == "do"}
            assert styles == {("pass", "card"): "success", ("pass",): "secondary"}
            return
    raise AssertionError("nobody was asked")


def test_the_alternative_text_is_a_description() -> None:
    for match, state in played(1)[::9]:
        seat = at(match, state, None)
        text = alt_text(seat.say, seat.view)
        for at_seat in seat.view.seats:
            points = f"{seat.view.points(at_seat.seat)} point" if seat.view.counts else "no points yet"
            assert f"{'ABCD'[at_seat.seat]}, {points}" in text
        assert not any(code in text.split() for code in ("U*", "2i", "1i1m"))
        named = FACE.pictures.board(seat.say, seat.view, (), {0: "Larry"}).alt
        assert f"Larry, {seat.view.points(0)} point" in named or not seat.view.counts
        assert "A, " not in named


def test_kept_cards_are_lifted_and_what_is_thrown_away_is_said() -> None:
    match, state = next((m, s) for m, s in played(5) if s.phase == "keep")
    seat = at(match, state, 0)
    hand = state.seats[0].hand
    panel = FACE.panel(seat)
    assert [label for press, label in labels(panel).items() if press.tokens[:1] == ("keep",)] == [
        FACE.words.action_text(seat.say, ("keep", code), seat.names).removeprefix("keep ") for code in hand
    ]
    tokens = ("keep", *[press.tokens[1] for press in presses(panel) if press.tokens[:1] == ("keep",)][:4])
    lifted = FACE.panel(seat, tokens)
    assert lifted.draft.lifted == hand[:4]
    assert "You throw away" in lifted.text
    answering = Press("proposed", ("keep", *hand[:4]))
    (main,) = [b for row in lifted.rows if isinstance(row, tuple) for b in row if b.style == "success"]
    assert main.press == Press("do", ("keep", *hand[:4])), "the main button decides nothing else"
    assert labels(lifted)[answering] == "Keep, the bot answers for me"
    assert "*Keep, the bot answers for me*: until the match ends" in lifted.text
    greyed = [b for row in lifted.rows if isinstance(row, tuple) for b in row if b.disabled]
    assert len(greyed) == 3


def test_the_place_of_a_wizard_is_named_with_the_kept_cards() -> None:
    for match, state in [pair for seed in range(8) for pair in played(seed)]:
        if state.phase == "keep" and any("w" in seat.hand for seat in state.seats):
            number = next(at for at, seat in enumerate(state.seats) if "w" in seat.hand)
            hand = state.seats[number].hand
            cards = ["w", *(code for code in hand if code != "w")][: 5 if state.round == 3 else 4]
            marked = tuple(
                value.token for value in numbered([Value(code, "") for code in sorted(cards, key=hand.index)])
            )
            panel = FACE.panel(at(match, state, number), ("keep", *marked))
            kept = next(press for press in presses(panel) if press.action_id == "proposed")
            assert kept.then == ("place", "crown")
            assert Press("instructed", kept.tokens, kept.then) in presses(panel)
            (select,) = [row for row in panel.rows if isinstance(row, Select)]
            chosen = FACE.panel(at(match, state, number), select.options[1].press.tokens)
            letter = select.options[1].press.tokens[-1].removeprefix("@")
            assert next(p for p in presses(chosen) if p.action_id == "proposed").then == ("place", letter)
            return
    raise AssertionError("nobody was dealt a wizard")


def test_cards_are_found_by_any_name() -> None:
    assert find("gi") == find("Goblin infantry") == find("Goblin-Infanterie") == "Gi"
    assert find("7") == find("Battle card 7") == "7"
    assert find("dragon") is None
    assert find("") is None


def test_lists_of_cards_are_offered_word_by_word() -> None:
    match, state = next((m, s) for m, s in played(5) if s.phase == "keep")
    seat = at(match, state, 0)
    hand = state.seats[0].hand
    first = MOVES.lists(seat, "keep", "")
    assert {choice.value for choice in first} == set(hand)
    more = MOVES.lists(seat, "keep", f"{hand[0].lower()} ")
    assert all(choice.value.startswith(f"{hand[0]} ") for choice in more)
    assert not MOVES.lists(seat, "keep", "Zz Zz ")
    assert not MOVES.lists(seat, "muster", "")


def test_whatever_is_asked_can_be_answered_from_a_list() -> None:
    for match, state in played(6)[::4]:
        for choice in match.game.choices(state):
            seat = at(match, state, choice.seat)
            for name, line in answers(seat, FACE.words.action_text):
                assert name
                assert line.split()[0]
            if choice.kind == "exchange":
                assert [c.value for c in MOVES.offers(seat, ("roll",), "", str)]


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


def test_no_points_are_told_before_all_have_laid_out_cards() -> None:
    told = {bool(state.round): FACE.words.score(phrases("en"), GAME.view(state, None), {}) for _, state in played(3)}
    assert told[False] == "No points yet"
    assert told[True].startswith("Points: ")


def test_pictures_and_words_tell_no_points_either_before_all_have_laid_out_cards() -> None:
    words = "round=0 phase=wizards turn=A A.troops=U2i,G2a A.new=1"
    early, later = (GAME.view(positions.at(words + troops), None) for troops in ("", " B.troops=B1i"))
    labels = Labels(phrases("en"))
    for view, points in ((early, None), (later, 15)):
        assert seats.shown(view, view.seats[0], labels).points == points
        told = [FACE.words.description(phrases("en"), view, {}), FACE.pictures.board(phrases("en"), view, (), {}).alt]
        assert all(("no points yet" in text) == (points is None) for text in told)
        assert all(("15 points" in text) == (points is not None) for text in told)


def test_how_to_play_tells_of_the_turn_and_of_three_rounds() -> None:
    assert "turn" in [chapter.id for chapter in FACE.guide]
    assert "three rounds" in FACE.guide[0].text(phrases("en"))


def test_news_leave_out_the_cards_that_the_reader_is_asked_about() -> None:
    assert FACE.words.tell(phrases("en"), [RoundBegan(1), Dealt(0, ("Gi", "w"))], {}) == ["Round 1 begins"]
