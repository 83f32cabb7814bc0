"""The tools of ``python -m games.arena_of_heroes``: the referee's questions, random games."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from games.arena_of_heroes import __main__ as tools
from games.arena_of_heroes.referee.solve import answer
from games.referee import answer_lines

ASKED = (
    "ah mode=basic die=d6 seats=AB phase=turn turn=A left=1 used=2 A.hero=Bg A.stamina=5 A.at=20 A.hidden=1 B.hero=Tg "
    "B.stamina=3 B.at=11 B.hidden=1 closed=1.7 deck=6.4 discard=1.7"
)
"""The example of the rules page: Tolpan is revealed by the last action of a turn."""


def test_the_question_stands_in_the_position() -> None:
    assert answer({"state": f"{ASKED} dice=1", "action": ["A", "attack", "11"]}) == {
        "legal": [["B", "choose", "no"], ["B", "choose", "yes"]],
        "next": f"{ASKED} dice=1 > A attack 11",
        "events": [["*", "roll", "attack", "A", "11", "1", "ring", "11"], ["*", "reveal", "B", "11"]],
    }


def test_the_answer_carries_on_and_the_draws_are_used_up() -> None:
    found = answer({"state": f"{ASKED} dice=1.2 > A attack 11", "action": ["B", "choose", "yes"]})
    assert found["next"] == (
        "ah mode=basic die=d6 seats=AB phase=turn turn=B left=3 A.hero=Bg A.stamina=5 A.at=20 A.hidden=1 B.hero=Tg "
        "B.stamina=3 B.at=6 B.hidden=1 closed=1.7.11 deck=4 discard=11.1.7"
    )
    assert found["events"] == [
        ["*", "roll", "hide", "B", "2", "green"],
        ["*", "leave", "B", "11"],
        ["B", "card", "B", "6"],
        ["*", "turn", "B"],
    ]
    assert found["legal"][:2] == [["B", "attack", "1"], ["B", "attack", "10"]]
    assert len(found["legal"]) == 21


def test_a_view_is_the_position_as_it_stands_now() -> None:
    assert answer({"state": f"{ASKED} dice=1 > A attack 11", "view": "-"}) == {
        "view": "ah mode=basic die=d6 seats=AB phase=turn turn=A used=3 A.hero=Bg A.stamina=5 A.at=? A.hidden=1 "
        "B.hero=Tg B.stamina=3 B.at=11 closed=1.7 deck=?2 discard=1.7 asked=B"
    }


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"state": ASKED, "action": ["A", "attack", "11"]}, {"need": "die"}),
        ({"state": ASKED, "action": ["A", "hide"]}, {"refused": "A5.2"}),
        ({"state": ASKED, "action": []}, {"refused": "grammar"}),
        ({"state": ASKED, "action": ["A"]}, {"refused": "grammar"}),
        ({"state": ASKED, "action": ["AB", "end"]}, {"refused": "grammar"}),
        ({"state": ASKED, "action": ["D", "end"]}, {"refused": "grammar"}),
        ({"state": f"{ASKED} > A attack 11"}, {"need": "die"}),
    ],
)
def test_short_answers(question: dict[str, Any], expected: dict[str, str]) -> None:
    assert answer(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        [],
        {},
        {"state": 5},
        {"state": "chess"},
        {"state": ASKED, "action": "A end"},
        {"state": ASKED, "view": "Z"},
        {"state": ASKED, "view": None},
        {"state": ASKED, "hint": 1},
        {"state": f"{ASKED} dice=7", "action": ["A", "attack", "1"]},
        {"state": f"{ASKED} dice=1 > A attack 11 > A choose yes"},
        {"state": f"{ASKED} dice=3 > A attack 11 > B choose yes"},
    ],
)
def test_what_cannot_be_read_is_said(question: Any) -> None:
    assert set(answer(question)) == {"error"}


def test_a_shuffle_has_to_be_one_of_what_is_shuffled() -> None:
    state = (
        "ah mode=advanced seats=AB phase=turn turn=A left=3 A.hero=Bg A.stamina=5 A.at=20 B.hero=Fg B.stamina=3 B.at=8"
    )
    for order, expected in (("B01.B02", "next"), ("B02.B02", "error"), ("B01", "error"), ("B01.B03", "error")):
        question = {"state": f"{state} spent=B01.B02 shuffles={order}", "action": ["A", "explore"]}
        assert expected in answer(question)


def test_every_line_has_its_answer_in_order() -> None:
    lines = [json.dumps({"state": ASKED, "view": "A"}), "", "no json", "\udcff", json.dumps({"state": ASKED})]
    out = io.StringIO()
    assert answer_lines([line.encode("utf-8", "surrogateescape") for line in lines], out, answer) == 0
    found = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [sorted(one) for one in found] == [["view"], ["error"], ["error"], ["events", "legal", "next"]]


def test_the_command_reads_and_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "games.arena_of_heroes", "solve"],
        input=json.dumps({"state": ASKED, "view": "B"}) + "\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "B.at=11" in json.loads(done.stdout)["view"]


def test_random_games_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert tools.main(["random", "--games", "3", "--seed", "2", "--players", "2", "--mode", "basic"]) == 0
    rows = dict(line.rsplit(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert rows["games"] == "3"
    assert int(rows["actions"]) > int(rows["turns"]) > 3
    assert sum(int(count) for name, count in rows.items() if name.startswith("won by")) == 3 + int(rows["shared"])


def test_wrong_arguments_are_refused() -> None:
    for wrong in (["random", "--games", "0"], ["random", "--players", "5"], ["random", "--mode", "chess"], []):
        with pytest.raises(SystemExit):
            tools.main(wrong)
