"""Ratings of computer players: what a file of results says, and that the page shows it."""

import json
from math import log10
from pathlib import Path

import pytest

from benchmarks import ratings
from benchmarks.ratings import END, PAGE, RESULTS, VERSION, Record, both_sides, fill, page, rated, read, tables, written
from games.computers import computers_of
from games.registry import GAMES


def test_the_page_shows_what_was_counted():
    """`python -m benchmarks.ratings` writes it."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text, read(RESULTS.read_text(encoding="utf-8"))) == text


def test_who_wins_three_of_four_is_191_points_better():
    found = ratings.ratings([("planner", "greedy", 3000.0, 4000), ("squire", "greedy", 1000.0, 4000)])
    assert found["planner"] == (1500, 0)
    assert found["greedy"][0] == pytest.approx(1500 - 400 * log10(3), abs=1)
    assert found["squire"][0] == pytest.approx(1500 - 800 * log10(3), abs=1)
    # half of an interval of one pair: 1.96 / sqrt(n p (1 - p)), as Elo counts
    assert found["greedy"][1] == pytest.approx(1.96 * 400 / 2.302585 / (4000 * 0.75 * 0.25) ** 0.5, rel=0.01)
    assert found["squire"][1] > found["greedy"][1]


def test_who_wins_every_game_has_a_rating_all_the_same():
    found = ratings.ratings([("planner", "random", 50.0, 50)])
    assert 300 < found["random"][0] < 1000
    assert found["random"][1] > 200


def test_more_games_make_narrower_intervals():
    few, many = (ratings.ratings([("planner", "knight", n / 2, n)])["knight"][1] for n in (100, 400))
    assert many == pytest.approx(few / 2, rel=0.02)


def test_whoever_never_met_the_others_has_no_rating():
    assert set(ratings.ratings([("planner", "knight", 1.0, 2), ("squire", "random", 2.0, 2)])) == {"planner", "knight"}


def test_sides_are_put_together_and_one_against_two_is_rated_for_itself():
    records = [
        Record("base game", "warlord", "planner", 30, 2, 8),
        Record("base game", "planner", "warlord", 5, 0, 35),
        Record("1v2", "planner", "knight", 10, 0, 30),
        Record("1v2", "knight", "planner", 12, 0, 28),
        Record("1v2", "knight", "knight", 12, 0, 28),
    ]
    tally = both_sides(records, "base game", ("warlord", "planner"))
    assert (tally.won, tally.drawn, tally.lost) == (65, 2, 13)
    columns = rated(records)
    assert list(columns) == ["base game", "1v2, alone", "1v2, as two"]
    assert columns["base game"]["warlord"][0] > 1700
    # 10 of 40 against two knights: two of them are that much stronger than one planner
    assert columns["1v2, as two"]["knight"][0] > 1650
    assert "81.5 [" not in tables(records)
    assert "| `warlord` – `planner` | 82.5 [" in tables(records)


def test_results_are_read_as_they_were_written_and_only_those_of_this_version():
    records = [Record("base game", "warlord", "planner", 1, 2, 3), Record("both", "random", "squire", 0, 0, 4)]
    assert read(written(records)) == records
    assert read("") == []
    with pytest.raises(ValueError, match="version"):
        read(json.dumps({"version": VERSION + 1, "records": []}))


def test_pairs_go_on_where_they_have_stopped(tmp_path):
    results = tmp_path / "results.json"
    pair = ("squire", "random")
    fill(results, "base game", pair, 2)
    first = both_sides(read(results.read_text(encoding="utf-8")), "base game", pair)
    assert first.games == 2
    fill(results, "base game", pair, 2)
    assert both_sides(read(results.read_text(encoding="utf-8")), "base game", pair) == first
    fill(results, "base game", pair, 4)
    records = read(results.read_text(encoding="utf-8"))
    assert both_sides(records, "base game", pair).games == 4
    # on either side
    assert sorted((r.one, r.won + r.drawn + r.lost) for r in records) == [("random", 2), ("squire", 2)]


def test_the_page_has_room_for_the_tables():
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(ratings.BEGIN) == text.count(END) == 1


def test_the_ratings_that_are_shown_are_those_that_were_measured():
    """Games ship them as fixed numbers: half of an interval of 95% is nearly two standard deviations."""
    records = read(RESULTS.read_text(encoding="utf-8"))
    measured = {"monolith_arena": rated(records)["base game"]}
    duels = json.loads((RESULTS.parent / "duels.json").read_text(encoding="utf-8"))
    measured |= {name: ratings.ratings([tuple(pair) for pair in pairs]) for name, pairs in duels.items()}
    for name, found in measured.items():
        shown = {one.level: (one.rating, one.margin) for one in computers_of(GAMES[name]).strengths}
        assert shown == {level: (round(found[level][0]), round(found[level][1] / 1.96)) for level in shown}
        assert list(shown) == list(computers_of(GAMES[name]).levels)


def test_a_reference_plays_itself_only_where_sides_differ(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    met: list[tuple[str, tuple[str, str]]] = []
    monkeypatch.setattr(ratings, "fill", lambda results, variant, pair, games: met.append((variant, pair)))
    assert ratings.main(["--results", str(tmp_path / "none.json")]) == 0
    assert [variant for variant, (one, other) in met if one == other] == ["1v2"]
    assert len(met) == len(ratings.PAIRS) * len(ratings.VARIANTS) + 1
