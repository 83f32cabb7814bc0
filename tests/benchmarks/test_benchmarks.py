"""Every benchmark runs (with tiny sizes) and gives positive numbers."""

import json

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import measure
from games.registry import GAMES


@pytest.mark.parametrize("name", benchmarks.NAMES)
def test_it_runs(name):
    rows = benchmarks.run(name, small=True)
    assert rows
    assert all(row.value > 0 or row.target in ("0", "next to none") for row in rows)
    assert all(row.value == 0 for row in rows if row.target == "0")


def test_json_and_table(capsys):
    assert benchmarks.main(["playouts", "--small", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [set(row) for row in data["playouts"]] == [{"name", "value", "unit", "target"}] * (3 + 2 * len(GAMES))
    assert benchmarks.main(["playouts", "--small"]) == 0
    assert "at least 2" in capsys.readouterr().out


def test_unknown_names_get_the_usage():
    with pytest.raises(SystemExit) as fault:
        benchmarks.main(["fly"])
    assert fault.value.code == 2


def test_ratios_are_medians_over_rounds():
    assert measure.ratio([2, 2, 100], [1, 1, 1]) == 2
    assert measure.rate([0.5, 0.25, 0.25]) == 4
