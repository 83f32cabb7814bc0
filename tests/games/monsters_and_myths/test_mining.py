"""The proof of puzzles, which carries the rules out, against the exact odds that panels show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.monsters_and_myths.cards import NONE, with_ranks
from games.monsters_and_myths.fights import of_exchange, winning
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.mining.proof import Card, plain
from games.monsters_and_myths.notation import read
from games.monsters_and_myths.puzzles import PLACE, start
from games.monsters_and_myths.state import State
from games.puzzles import Unfit, lines

HEAD = "mm seats=AB fire=asked round=3"


def _position(text: str) -> State:
    return read(f"{HEAD} {text}").state


ATTACK = _position("phase=card active=A card=7 A.troops=G4i A.attacks=7 B.troops=D3i,G1i")


def test_attacks_without_choices_come_to_what_panels_say() -> None:
    worths = Card(ATTACK, 0, "rout").worths()
    force = with_ranks(NONE, 4, ATTACK.seats[0].troops[4])
    for action, worth in worths.items():
        nation = ATTACK.seats[1].troops["UDTEGB".index(action[2][-1])]
        assert float(worth) == pytest.approx(winning(force, ATTACK.attack_card, nation))
    assert len(worths) == 2


@pytest.mark.parametrize("troops", ["G4i1a", "G1i2m", "G1a"])
def test_throws_come_to_the_odds_of_an_exchange(troops: str) -> None:
    state = _position(
        f"phase=ready active=A card=7 force={troops} target=B.G A.troops={troops} A.attacks=7 B.troops=G2i1a"
    )
    assert state.target is not None
    thrown = Card(state, 0, "rout")._throws(state)
    odds = of_exchange(state.force, state.attack_card, state.nation(state.target))
    assert {losses: chance for losses, (chance, _) in thrown.items()} == dict(odds.chances)


def test_points_are_what_the_card_gains() -> None:
    state = _position(
        "phase=after active=A card=7 force=G2m fought=B.G A.troops=G2m A.attacks=7 A.captured=Di B.troops=D1i,G9i"
    )
    worths = Card(state, 0, "points").worths()
    assert worths["end",] == 0
    assert worths["pursue", "Gm", "B.D"] == max(worths.values())
    lone = _position(
        "phase=lose active=B card=7 force=G5i target=A.D fought=A.D owe=A1 A.troops=D1i B.troops=G5i B.attacks=7"
    )
    with pytest.raises(Unfit):
        Card(lone, 0, "points").worths()


def test_the_last_card_of_a_match_is_won_or_lost() -> None:
    worths = Card(ATTACK, 0, "win").worths()
    assert all(0 <= worth <= 1 for worth in worths.values())
    assert any(worth.denominator > 1 for worth in worths.values())
    early = read(
        f"mm seats=AB fire=asked round=2 {'phase=card active=A card=7 A.troops=G4i A.attacks=7 B.troops=G1i'}"
    ).state
    for state, seat, goal in ((early, 0, "win"), (ATTACK, 1, "rout"), (ATTACK, 0, "stand")):
        with pytest.raises(Unfit):
            Card(state, seat, goal)


def test_stopping_never_helps_whoever_wants_the_whole_nation() -> None:
    """What the proof leaves out, because it cannot be better, is not."""
    state = _position(
        "phase=exchange active=A card=7 force=G2i target=B.G fought=B.G A.troops=G2i A.attacks=7 B.troops=G2i"
    )
    assert Card(state, 0, "rout")._after(state, 0, ("roll",)) > Fraction(0)


def test_nobody_fires_in_a_puzzle() -> None:
    for data in lines(PLACE):
        state = start(data)
        assert not any(seat.catapults for seat in state.seats)
        assert GAME.dump(plain(state)) == GAME.dump(state), "nothing that nobody may know is in the file"
