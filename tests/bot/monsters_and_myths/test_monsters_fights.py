"""Attacks in the panels of Monsters & Myths: armies, odds, rolls, losses, riding on."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from bot.monsters_and_myths.face import FACE
from bot.monsters_and_myths.pages.fighting import left
from bot.monsters_and_myths.texts.odds import CHANCES, chances, percent, swords
from bot.panels.model import Press
from bot.panels.pages import usable
from games.api import Action, Result
from games.monsters_and_myths import attacks
from games.monsters_and_myths.armies import ready
from games.monsters_and_myths.cards import infantry
from games.monsters_and_myths.dice import advantage
from games.monsters_and_myths.fights import winning
from tests.bot.monsters_and_myths.playing import at, played, rows_of_buttons, taps_to
from tests.games.monsters_and_myths import positions
from tests.support.panels import Match, Seat, labels, presses


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
            told, *_ = chances(
                seat.say, seat.view, state.force, state.target, {0: "Anna", 1: "Max", 2: "Tina", 3: "Bea"}
            )
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


def test_an_army_says_which_crowns_it_may_cost() -> None:
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    state = positions.at("phase=card active=A card=12 A.attacks=12 A.troops=T2i,E2i B.troops=G2i,T1i")
    text = FACE.panel(at(match, state, 0), ("muster", "B.G")).text
    assert "If all of it falls, you lose the crown of: Trolls and Elves." in text
    safe = positions.at("phase=card active=A card=12 A.attacks=12 A.troops=U4i,E1m B.troops=G2i,U5i")
    text = FACE.panel(at(match, safe, 0), ("muster", "B.G")).text
    assert "Your army: 4" in text
    assert "crown" not in text


def test_what_is_lost_at_once_says_so_and_names_the_crown_that_it_costs() -> None:
    match = Match(FACE, 1, {}, FACE.game.formations[0])
    state = positions.at(
        "phase=lose active=A card=12 force=G1i,T1i target=B.E fought=B.E owe=A1 "
        "A.attacks=12 A.troops=G1i,T3i B.troops=E2i,T1i"
    )
    panel = FACE.panel(at(match, state, 0))
    assert "Troll infantry: then you lose the crown of: Trolls." not in panel.text
    assert "Goblin infantry: then you lose the crown of: Goblins." in panel.text
    assert "The card that you choose is lost at once." in panel.text


def test_an_end_by_giving_up_names_the_other_where_there_is_one() -> None:
    for seats, said in ((2, "Max has given up."), (3, "The others have given up.")):
        match = Match(FACE, 1, {}, next(way for way in FACE.game.formations if way.seats == seats))
        result = Result(((0,), tuple(range(1, seats))), "resigned", (3,) * seats)
        view = replace(match.seat(0).view, result=result)
        assert FACE.words.ending(match.seat(0).say, view, {0: "Anna", 1: "Max", 2: "Tina"}).endswith(said)
