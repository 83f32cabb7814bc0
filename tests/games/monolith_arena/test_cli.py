"""The tools of `python -m games.monolith_arena`."""

import io
import json
import subprocess
import sys

import pytest

from games.monolith_arena import __main__ as tool
from games.monolith_arena.battle import search
from games.monolith_arena.hexes import NAMES

SEATS = [{"faction": "dragon_empire", "team": 0}, {"faction": "harbingers_of_the_forest", "team": 1}]


def position(board, **more):
    return {"game": "monolith_arena", "seats": SEATS, "hit_points": [20, 20], "board": board} | more


def battles(*lines):
    out = io.StringIO()
    status = tool.battles([line if isinstance(line, bytes) else line.encode() for line in lines], out)
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def run(*arguments, text=""):
    return subprocess.run(
        [sys.executable, "-m", "games.monolith_arena", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )


def test_one_outcome_in_canonical_form():
    board = {
        "C4": {"tile": "spark", "seat": 1, "wounds": 0, "facing": 0, "netted": False},
        "C3": {"tile": "banner", "seat": 0, "facing": 0},
    }
    status, ((end,),) = battles(json.dumps(position(board)))
    assert status == 0
    assert end == position({"C3": {"seat": 0, "tile": "banner"}})


def test_the_list_is_sorted_and_without_repeats():
    board = {
        "A1": {"seat": 1, "tile": "assassin"},
        "A2": {"seat": 1, "tile": "assassin"},
        "E1": {"seat": 0, "tile": "pikeman", "facing": 1},
        "E2": {"seat": 0, "tile": "knight", "facing": 1},
        "E3": {"seat": 0, "tile": "banner"},
    }
    out = io.StringIO()
    tool.battles([json.dumps(position(board)).encode()], out)
    texts = [json.dumps(end, sort_keys=True) for end in json.loads(out.getvalue())]
    assert texts == sorted(set(texts))
    # Two equal wounds on knight, pikeman and banner: six ways, all of which leave another position.
    assert len(texts) == 6
    assert out.getvalue().strip() == f"[{', '.join(texts)}]"


def test_bad_lines_tell_where_and_why_and_the_rest_goes_on():
    good = json.dumps(position({}))
    status, answers = battles(
        "{",
        "",
        good,
        "[]",
        json.dumps(position({"C9": {"seat": 0, "tile": "knight"}})),
        '{"seats": [], "seats": []}',
        b"\xff\n",
        "[" * 100_000,
        "9" * 5_000,
        json.dumps(position({"C3": {"seat": 0, "tile": "spark"}})),
        good,
    )
    assert status == 1
    assert [set(a) if isinstance(a, dict) else "list" for a in answers] == [
        {"error"},
        "list",
        *[{"error"}] * 7,
        "list",
    ]
    assert answers[0]["error"].startswith("line 1: column 2: no JSON")
    assert answers[3]["error"] == "line 5: board: there is no hex 'C9'; hexes are A1 to E3"
    assert "'seats' comes twice" in answers[4]["error"]
    assert "UTF-8" in answers[5]["error"]
    assert "line 10: board.C3" in answers[8]["error"]


def test_too_many_choices_are_a_clear_error(monkeypatch):
    monkeypatch.setattr(search, "LIMIT", 3)
    board = {name: {"seat": 0, "tile": "knight"} for name in ("A1", "A2", "A3", "B1")}
    board |= {name: {"seat": 1, "tile": "assassin"} for name in ("E1", "E2", "E3")}
    status, (answer,) = battles(json.dumps(position(board)))
    assert status == 1
    assert answer == {"error": "line 1: the battle has more than 3 different situations"}


def test_three_assassins_and_three_runes_of_regeneration_a_side_are_quick(monkeypatch):
    """By the situations that are looked at, some 5,000; the same ones met again and again would be millions."""
    monkeypatch.setattr(search, "LIMIT", 10_000)
    tiles = [(seat, tile) for tile in ("assassin", "rune_of_regeneration") for _ in range(3) for seat in (0, 1)]
    board = {
        name: {"seat": seat, "tile": tile, "facing": number % 6}
        for number, (name, (seat, tile)) in enumerate(zip(NAMES, [*tiles, (0, "banner"), (1, "banner")], strict=False))
    }
    seats = [{"faction": "harbingers_of_the_forest", "team": team} for team in (0, 1)]
    status, (ends,) = battles(json.dumps(position(board, seats=seats)))
    assert status == 0
    assert len(ends) > 100


def test_from_the_command_line():
    done = run("battle", text=f"{json.dumps(position({}))}\n\n{{\n")
    assert done.returncode == 1
    good, bad = [json.loads(line) for line in done.stdout.splitlines()]
    assert good == [position({})]
    assert set(bad) == {"error"}
    assert done.stderr == ""


TEAMS = [
    {"faction": "dragon_empire", "team": 0},
    {"faction": "guardians_of_the_realm", "team": 1},
    {"faction": "lords_of_the_abyss", "team": 1},
]


def test_a_battle_of_a_team_folds_its_monoliths():
    """One line in, one position out: R13.8 with a foreign tile, R15.3 for the ally that is not netted."""
    board = {
        "A1": {"seat": 0, "tile": "banner"},
        "A2": {"seat": 1, "tile": "golem"},
        "E3": {"seat": 1, "tile": "banner"},
        "D4": {"seat": 1, "tile": "golem", "wounds": 1},
        "C5": {"seat": 2, "tile": "nightmare", "facing": 5},
    }
    monoliths = {
        "0": {"segments": ["A1", "B1", "A2"]},
        "1": {"segments": ["E3", "E2", "D4"]},
        "2": {"inside": [{"seat": 2, "tile": "spike"}, None]},
    }
    status, ((end,),) = battles(json.dumps(position(board, seats=TEAMS, monoliths=monoliths)))
    assert status == 0
    # The Dragon banner has hit the Golem in its own segment.
    assert end == position(
        {
            "A1": {"seat": 0, "tile": "banner"},
            "E3": {"seat": 1, "tile": "banner"},
            "C5": {"seat": 2, "tile": "nightmare", "facing": 5},
        },
        seats=TEAMS,
        monoliths={
            "0": {"inside": [None, {"seat": 1, "tile": "golem", "wounds": 1}]},
            "1": {"inside": [None, {"seat": 1, "tile": "golem", "wounds": 1}]},
            "2": {"inside": [None, {"seat": 2, "tile": "spike"}]},
        },
    )


def test_monoliths_that_cannot_be_are_a_clear_error():
    board = {"A1": {"seat": 0, "tile": "banner"}}
    status, answers = battles(
        json.dumps(position(board, monoliths={"0": {"segments": ["A1", "A2", "E1"]}})),
        json.dumps(position(board, monoliths={"0": {"inside": []}})),
    )
    assert status == 1
    assert [a["error"] for a in answers] == [
        "line 1: monoliths.0.segments: each segment has to touch another one",
        "line 2: monoliths.0.inside: two entries are needed, null for an empty segment",
    ]


@pytest.mark.parametrize("formation", ["1v1", "1v2", "2v2"])
def test_random_games_of_the_variants(formation):
    arguments = ("random", "--games", "2", "--seed", "5", "--formation", formation)
    plain, full = run(*arguments), run(*arguments, "--monoliths", "--reinforcement")
    assert plain.returncode == full.returncode == 0
    counts = []
    for done in (plain, full):
        rows = dict(line.rsplit(maxsplit=1) for line in done.stdout.splitlines())
        assert sum(int(n) for name, n in rows.items() if name.startswith("result")) == 2
        counts.append(done.stdout.splitlines()[:-1])
    assert counts[0] != counts[1]


def test_random_games_are_counted_and_repeatable():
    first, second = run("random", "--games", "2", "--seed", "5"), run("random", "--games", "2", "--seed", "5")
    assert first.returncode == 0
    rows = dict(line.rsplit(maxsplit=1) for line in first.stdout.splitlines())
    assert int(rows["games"]) == 2
    assert sum(int(n) for name, n in rows.items() if name.startswith("result")) == 2
    assert all(int(rows[name]) > 0 for name in ("actions", "turns", "battles", "moves a second"))
    assert first.stdout.splitlines()[:-1] == second.stdout.splitlines()[:-1]


@pytest.mark.parametrize(
    "arguments", [(), ("fly",), ("random", "--games", "0"), ("random", "--seed", "x"), ("random", "--formation", "3v3")]
)
def test_wrong_arguments_get_the_usage(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert "usage:" in done.stderr


def test_computer_players_play_each_other():
    found = run("play", "--a", "random", "--b", "random", "--games", "2", "--formation", "2v2", "--reinforcement")
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("processor time median") == 2


def test_a_level_that_nobody_has_gets_the_usage():
    found = run("play", "--a", "random", "--b", "king")
    assert found.returncode == 2
    assert "king" in found.stderr
