"""Reasons that are counted: what one way came to more of than another one, or else how often it came out better."""

from __future__ import annotations

from random import Random

import pytest

from games.messages import Message
from games.monsters_and_myths.player import counts, judging
from games.monsters_and_myths.player.judging import judge
from tests.games.monsters_and_myths import positions
from tests.games.monsters_and_myths.test_judging import RUIN, moments

START = "round=2 phase=keep A.troops=G4i,E2i A.captured={} B.troops=G3i,U3i B.captured={}"
OWN, OTHERS = "Gi", "Ei.Ei"


def ends(played: str, better: str) -> list[Message]:
    """What is said of a way that always comes to one position, and one that always comes to another."""
    pair = positions.at(played), positions.at(better)
    return [counts.of_pairs([pair] * 3, 0, positions.at(START.format(OWN, OTHERS)))]


@pytest.mark.parametrize(
    ("played", "better", "said"),
    [
        (
            START.format("Gi.Ui", OTHERS),
            START.format("Gi.Ui.Ui.Ui", OTHERS),
            "By the end of the round it captures 3.0 cards on average, against 1.0 with what was played.",
        ),
        (
            START.format(OWN, "Ei.Ei.Gi.Gi"),
            START.format(OWN, "Ei.Ei.Gi"),
            "By the end of the round the other side captures 1.0 cards on average, against 2.0 with what was played.",
        ),
        (
            START.format(OWN, OTHERS).replace("G4i", "G2i"),
            START.format(OWN, OTHERS),
            "At the end of the round its crowns are worth 18.0 points on average, against 8.0 with what was played.",
        ),
        (
            START.format(OWN, OTHERS).replace("B.troops=G3i,U3i", "B.troops=G3i,U3i,T1i"),
            START.format(OWN, OTHERS),
            "At the end of the round the crowns of the other side are worth 5.0 points on average, against 12.0 with"
            " what was played.",
        ),
        (
            START.format(OWN, OTHERS),
            START.format(OWN, OTHERS).replace("G4i", "G5i"),
            "Nothing else speaks for it: of 3 rounds played on to the end, it came out better in 3 and worse in 0.",
        ),
    ],
)
def test_what_is_worth_most_is_told_with_both_numbers(played: str, better: str, said: str) -> None:
    assert [str(one) for one in ends(played, better)] == [said]


def test_of_several_others_it_is_told_what_they_capture_together() -> None:
    start = "seats=ABC round=2 phase=keep A.troops=G4i B.troops=E2i B.captured=Ei.Ei{} C.troops=U2i C.captured=Ti"
    played, better = positions.at(start.format(".Gi.Gi")), positions.at(start.format(".Gi"))
    said = counts.of_pairs([(played, better)] * 3, 0, positions.at(start.format("")))
    assert said == Message(counts.SPARES_ALL.template, better=1.0, played=2.0)


def test_what_comes_out_better_less_often_does_so_by_more() -> None:
    start, worse = START.format(OWN, OTHERS), START.format(OWN, OTHERS).replace("G4i", "G5i")
    pairs = [(positions.at(start), positions.at(worse)), *[(positions.at(worse), positions.at(start))] * 2]
    said = counts.of_pairs(pairs, 0, positions.at(start))
    assert said == Message(counts.BY_MORE.template, count=3, better=1, worse=2)


def test_where_no_rule_of_thumb_sets_them_apart_it_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "_why", lambda *_: None)
    said = judge(moments(positions.at(RUIN), "A roll"), Random(1))
    assert said is not None
    assert said.better == (("stop",),)
    assert said.why is not None
    assert said.why.template in {one.template for one in counts.SAID}
    assert 0 <= float(str(said.why.arguments["better"])) != float(str(said.why.arguments["played"]))
