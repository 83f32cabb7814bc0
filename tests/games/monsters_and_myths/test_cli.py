"""The command line: rule cases and random games."""

from __future__ import annotations

import io
import json

import pytest

from games.monsters_and_myths.__main__ import main, random_games, waits
from games.monsters_and_myths.referee.solve import answer
from games.referee import answer_lines

STATE = (
    "mm seats=ABC fire=asked round=1 phase=ready active=A card=7 force=G3i2a1m target=B.G wait=C "
    "A.troops=G3i2a1m A.attacks=7 B.troops=G1i1m B.attacks=9 C.troops=D2i1a C.catapults=1"
)


def answers(*asked: object) -> list[dict[str, object]]:
    lines = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in asked]
    out = io.StringIO()
    assert answer_lines(lines, out, answer) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_has_one_answer_in_order() -> None:
    found = answers({"state": STATE}, b"", {"state": STATE, "action": ["A", "roll"]}, {"state": STATE, "view": "-"})
    assert found[0] == {
        "legal": [
            ["C", "fire", "A.Ga.force"],
            ["C", "fire", "A.Gi.force"],
            ["C", "fire", "A.Gm.force"],
            ["C", "fire", "B.Gi"],
            ["C", "fire", "B.Gm"],
            ["C", "pass"],
        ],
        "next": STATE,
        "events": [],
    }
    assert found[1:] == [{"refused": "M6.3"}, {"view": STATE}]


def test_draws_that_are_missing_are_asked_for() -> None:
    state = f"{STATE} dice=5"
    assert answers({"state": state, "action": ["C", "fire", "B.Gm"]}) == [{"need": "die"}]


@pytest.mark.parametrize(
    "asked",
    [
        b"{",
        b"\xff\xfe",
        b"[]",
        {"state": "mm"},
        {"state": "xx seats=AB"},
        {"state": 7},
        {"action": ["A", "roll"]},
        {"state": STATE, "action": "A roll"},
        {"state": STATE, "action": [1]},
        {"state": STATE, "view": "D"},
        {"state": STATE, "view": 1},
        {"state": STATE, "view": "A", "action": ["A", "roll"]},
        {"state": STATE, "what": 1},
        {"state": f"{STATE} dice=7"},
        {"state": f"{STATE} owe=A1"},
        {"state": STATE.replace("target=B.G ", "")},
        {"state": STATE.replace("G3i2a1m target", "G4i target")},
        {"state": STATE.replace("phase=ready", "phase=fight")},
        {"state": STATE.replace("round=1", "round=4")},
    ],
)
def test_what_cannot_be_read_is_an_error(asked: object) -> None:
    (found,) = answers(asked)
    assert list(found) == ["error"]


def test_words_that_are_no_action() -> None:
    for words in ([], ["A"], ["A", "attack", "G B.D"], ["A", ""], ["A", "roll", " "]):
        assert answers({"state": STATE, "action": words}) == [{"refused": "grammar"}]


def test_random_games_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["random", "--games", "2", "--seed", "3", "--players", "3", "--free"]) == 0
    rows = dict(line.rsplit(None, 1) for line in capsys.readouterr().out.splitlines())
    assert rows["games"] == "2"
    assert int(rows["exchanges"]) > 0
    again = io.StringIO()
    random_games(2, 3, 3, True, again)
    assert dict(line.rsplit(None, 1) for line in again.getvalue().splitlines())["actions"] == rows["actions"]


def test_waits_are_counted() -> None:
    out = io.StringIO()
    assert waits(2, 1, 2, out) == 0
    assert "main buttons" in out.getvalue()
    with pytest.raises(SystemExit):
        main(["waits", "--games", "0"])
