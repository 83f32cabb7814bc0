"""Reviews: mistakes are found, from what a seat knew; the luck of the dice comes to nothing on average."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any, Final

import pytest

from benchmarks.players import reference
from games import reviews
from games.api import Decide, formation, new_options
from games.chances import CERTAIN
from games.draws import SEED_BYTES, Draws
from games.history import Entry, Replayed, fold
from games.monsters_and_myths import defaults
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.catapults import HIT
from games.monsters_and_myths.dice import advantage, attack_dice, compared, defence_dice
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.player import decide, judging, reasons
from games.monsters_and_myths.player.judging import AIM, IN_TIME, judge
from games.monsters_and_myths.player.luck import follow, luck, of_roll, of_shot, opened
from games.monsters_and_myths.state import FACES, State
from games.referee import random_action, random_choice
from games.reviews import Moment, Review, Turn
from tests.games.monsters_and_myths import positions
from tests.games.monsters_and_myths.worlds import world as other_world

SMALL: Final = judging.Effort(ways=3, games=1, glance=2, compared=4, after=2)
"""As in a review, but little of everything."""
RUIN: Final = (
    "round=3 phase=exchange active=A card=8 A.attacks=8 A.troops=G1a,B4i B.troops=G5i fought=B.G target=B.G force=G1a"
)
HAND: Final = "phase=keep A.troops=G4i B.troops=G1a,B3i A.hand=Ti.Gi.Ba.Um.c.7.9 B.hand=Ui.Ui.Da.Di.Bi.Ei.Ea"
LAST: Final = "phase=after active=A card=2 A.attacks=2 A.catapults=1 A.troops=G3i B.troops=G4i,E2i fought=B.G force=G3i"
MISTAKES: Final = {
    "rolling on into ruin": (RUIN, "A roll", "stop"),
    "stopping with all the odds": (
        "round=3 phase=exchange active=A card=2 A.attacks=2 A.troops=G5i B.troops=G1a,B2i fought=B.G target=B.G"
        " force=G5i",
        "A stop",
        "roll",
    ),
    "keeping no attack card": (HAND, "A keep Gi Um Ti Ba", "keep"),
    "losing catapults unused": (LAST, "A end", "fire"),
    "aiming at what counts less": (LAST, "A fire B.Ei", "fire"),
    "rolling to the end": (
        "round=3 phase=exchange active=A card=1 A.attacks=1 A.troops=G3i,E5i B.troops=G3i2a,B5i fought=B.G"
        " target=B.G force=G3i",
        "A roll left0",
        "roll",
    ),
}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "CLOSE", SMALL)


def moments(state: State, *lines: str) -> list[Moment]:
    """What a seat did one after the other, and what it saw; others do nothing meanwhile."""
    draws, played = Draws(bytes(SEED_BYTES)), []
    for line in lines:
        letter, *tokens = line.split()
        seat, action = "ABCD".index(letter), tuple(tokens)
        step = GAME.apply(state, seat, action, draws)
        seen = tuple(shown for event in step.events if (shown := GAME.show(event, seat)) is not None)
        played.append(Moment(GAME.view(state, seat), action, seen, GAME.view(step.state, seat)))
        state = step.state
    return played


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_found_and_the_better_way_loses_nothing(name: str) -> None:
    words, line, verb = MISTAKES[name]
    state = positions.at(words)
    said = judge(moments(state, line), Random(1))
    assert said is not None
    assert said.certain
    assert said.lost > 100
    (better,) = said.better
    assert better[0] == verb
    assert (said.skipped, said.length) == (0, 1)
    assert said.why is not None
    best = judge(moments(state, f"A {' '.join(better)}"), Random(2))
    assert best is not None
    assert not best.certain or best.lost < said.lost / 3, "at most another way that is about as good"


def test_whoever_keeps_no_attack_card_is_told_so() -> None:
    said = judge(moments(positions.at(HAND), "A keep Gi Um Ti Ba"), Random(3))
    assert said is not None
    assert any(code.isdigit() for code in said.better[0])
    assert said.why == reasons.ATTACKS


def test_rolling_to_the_end_is_told_from_rolling_once() -> None:
    words, line, _ = MISTAKES["rolling to the end"]
    said = judge(moments(positions.at(words), line), Random(3))
    assert said is not None
    assert (said.better, said.why) == ((("roll",),), IN_TIME)


def test_who_aims_elsewhere_is_not_told_to_fire() -> None:
    state = positions.at(LAST.replace("G4i,E2i", "G2i,E2i,T1i").replace("A.troops=G3i", "A.troops=G3i,E4i,T3i"))
    said = judge(moments(state, "A fire B.Ei"), Random(1))
    assert said is not None
    assert (said.better[0][0], said.why) == ("fire", AIM)


def test_the_choice_that_lost_most_is_told() -> None:
    aimed, ruined = moments(positions.at(LAST), "A fire B.Ei"), moments(positions.at(RUIN), "A roll")
    for turn, place in (([*aimed, *ruined], 1), ([*ruined, *aimed], 0)):
        said = judge(turn, Random(1))
        assert said is not None
        assert (said.skipped, said.better) == (place, (("stop",),))


def test_the_usual_cards_are_judged_as_what_they_are() -> None:
    state = positions.at(HAND)
    usual = ("keep", *defaults.kept(state, 0))
    one, other = (judge(moments(state, line), Random(1)) for line in ("A usual", f"A {' '.join(usual)}"))
    assert one == other


def test_what_draws_a_card_or_can_be_taken_back_is_not_judged() -> None:
    rolling = (
        "phase=ready active=A card=5 A.attacks=5 A.troops=G4i A.catapults=1 B.troops=D6i B.catapults=1 target=B.D"
        " force=G4i wait=B"
    )
    assert judge(moments(positions.at(rolling), "A ahead left0", "A halt"), Random(1)) is None
    assert judge(moments(positions.at(rolling), "B pass", "B recall")[1:], Random(1)) is None
    assert judge(moments(GAME.new(formation(GAME, "2p"), new_options(GAME, {})), "A start"), Random(1)) is None


# Luck

FIGHTS: Final = (
    RUIN,
    "round=2 phase=ready active=A card=5 A.attacks=5 A.troops=G3i1a B.troops=G2i2a,U1i target=B.G force=G3i1a",
    "seats=ABC phase=exchange active=A card=9 A.attacks=9 A.troops=G1i,B1m B.troops=D1i C.troops=G4i fought=B.D"
    " target=B.D force=G1i,B1m",
)


@pytest.mark.parametrize("words", FIGHTS)
def test_over_all_dice_luck_comes_to_nothing(words: str) -> None:
    table = positions.at(words)
    assert table.target is not None
    nation, total = table.nation(table.target), Fraction(0)
    red, black = attack_dice(table.force, table.attack_card), defence_dice(nation)
    for dice in product(range(1, FACES + 1), repeat=red + black):
        attack, defence = sorted(dice[:red], reverse=True), sorted(dice[red:], reverse=True)
        lost = compared(attack, defence, advantage(table.force, nation))
        losses = min(lost[0], sum(ranks.size for ranks in table.force)), min(lost[1], nation.size)
        total += of_roll(table, 0, losses)
    assert total == 0


@pytest.mark.parametrize("aim", ["B.Gi", "B.Ei"])
def test_over_all_faces_shots_come_to_nothing(aim: str) -> None:
    table = positions.at(LAST)
    found = [of_shot(table, 0, aim, hit=face >= HIT) for face in range(1, FACES + 1)]
    assert sum(found) == 0
    assert found[-1] > 0 > found[0]


def test_whoever_captures_more_is_lucky() -> None:
    table = positions.at(FIGHTS[1])
    assert of_roll(table, 0, (0, 2)) > of_roll(table, 0, (1, 1)) > of_roll(table, 0, (2, 0))
    assert of_roll(table, 0, (0, 2)) > 0 > of_roll(table, 0, (2, 0))
    turn = moments(positions.at(RUIN), "A roll")
    rolled = next(event for event in turn[0].events if isinstance(event, ev.Rolled))
    assert (luck(turn) > 0) == (rolled.losses[1] > 0)


# Whole matches

WAYS: Final[dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]] = {
    "levels": ("2p", {}, ("squire", "knight")),
    "sensible": ("2p", {}, ("sensible", "knight")),
    "at random, free fire": ("3p", {"catapults": "free", "guarantee_attack": True}, ("random",) * 3),
    "at random, asked": ("2p", {"guarantee_attack": True}, ("random",) * 2),
    "four": ("4p", {}, ("squire", "knight", "sensible", "random")),
}


def recorded(name: str, seed: int) -> tuple[Sequence[Replayed], Sequence[Turn]]:
    """A match of players of these levels, and its turns."""
    way, chosen, levels = WAYS[name]
    random, seats, options = Random(seed), formation(GAME, way), new_options(GAME, chosen) | chosen
    secret = random.randbytes(SEED_BYTES)
    draws, state, entries = Draws(secret), GAME.new(seats, options), []
    sensible = reference(GAME.name, "sensible")
    assert sensible is not None
    while state.result is None:
        choice = next(choice for choice in GAME.choices(state) if choice.must)
        level, legal = levels[choice.seat], GAME.legal(state, choice.seat, choice.key)
        if level == "random":
            choice = random_choice(GAME, state, random, 0.2)
            action = random_action(GAME, state, choice, random)
        else:
            player: Decide = sensible if level == "sensible" else decide
            action = player(GAME.view(state, choice.seat), legal, random, level).action
        entries.append(Entry("action", choice.seat, " ".join(action)))
        state = GAME.apply(state, choice.seat, action, draws).state
    played = list(fold(GAME, seats, options, secret, entries))
    return played, reviews.turns(GAME, played)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", WAYS)
def test_every_match_can_be_judged(name: str) -> None:
    played, turns = recorded(name, 1)
    found = []
    for turn in turns[:24]:
        asked = reviews.moments(GAME, turn, played)
        said = judge(asked, Random(turn.first))
        if turn.first % 4 == 0:
            assert judge(asked, Random(turn.first)) == said, "the same once more"
        found.append(reviews.judged(turn, said, played))
        if said is None:
            continue
        assert 0 <= said.played <= said.best <= CERTAIN
        assert bool(said.better) == (said.lost > 0) == (said.why is not None)
        assert turn.first <= found[-1].first <= turn.last
        (chosen,) = reviews.chosen(GAME, found[-1], played)
        assert chosen.entry.tokens not in said.better
        if said.better:
            before = chosen.before.state
            GAME.grammar.check(before, turn.seat, said.better[0], GAME.candidates(before, turn.seat))
    assert sum(turn.judged is not None for turn in found) > 0.7 * len(found) > 3
    review = Review(1, len(found), tuple(found))
    assert reviews.FORM.load(reviews.FORM.dump(review)) == review


@pytest.mark.parametrize("name", ["levels", "four"])
def test_each_seat_has_a_turn_of_its_own(name: str) -> None:
    played, turns = recorded(name, 3)
    numbers = [done.number for turn in turns for done in reviews.own(turn, played)]
    assert sorted(numbers) == [done.number for done in played], "each action is in one turn"
    cards = sum(done.step is not None and bool(done.step.turns_ended) for done in played)
    assert cards < len(turns) <= cards * len(played[0].before.state.seats)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["levels", "at random, asked", "four"])
def test_what_is_hidden_changes_no_judgement(name: str) -> None:
    played, turns = recorded(name, 4)
    turns = turns[2:14]
    for turn in turns:
        real = reviews.moments(GAME, turn, played)
        twin = [
            moment._replace(view=GAME.view(other_world(done.before.state, turn.seat, Random(3)), turn.seat))
            for moment, done in zip(real, reviews.own(turn, played), strict=True)
        ]
        assert judge(real, Random(4)) == judge(twin, Random(4))
    assert len(turns) > 5


@pytest.mark.parametrize("name", WAYS)
def test_what_lies_open_is_kept_up_to_date_and_each_die_counts_once(name: str) -> None:
    played, turns = recorded(name, 5)
    for seat in range(len(played[0].before.state.seats)):
        own = [one for turn in turns if turn.seat == seat for one in reviews.moments(GAME, turn, played)]
        own = [moment for moment in own if moment.action != ("start",)]
        dice = 0
        for moment, then in zip(own, [*(one.view for one in own[1:]), None], strict=True):
            table = opened(moment.view)
            for event in (*moment.events, *moment.meanwhile):
                dice += isinstance(event, ev.Rolled) and event.attacker == seat
                dice += isinstance(event, ev.Fired) and event.seat == seat
                follow(event, table)
            if then is not None:
                assert table.round == then.round
                assert [sizes(one.troops) for one in table.seats] == [sizes(one.troops) for one in then.seats]
                assert [one.captured for one in table.seats] == [one.captured for one in then.seats]
                if then.target is not None:
                    assert (table.target, table.force) == (then.target, then.force)
                    assert then.card is not None
                    assert table.card == then.card.number
        events = [event for done in played if done.step is not None for event in done.step.events]
        assert dice == sum(
            (isinstance(event, ev.Rolled) and event.attacker == seat)
            or (isinstance(event, ev.Fired) and event.seat == seat)
            for event in events
        )


def sizes(troops: Any) -> list[Any]:
    """The creatures of each nation; wizards are not kept up to date."""
    return [ranks[:3] for ranks in troops]
