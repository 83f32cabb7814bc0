"""Benchmarks are found by their names and say what they measure; that all of them run is shown when it is asked for."""

import inspect
from importlib import import_module

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import measure


@pytest.mark.parametrize("name", benchmarks.NAMES)
def test_a_benchmark_can_be_run(name):
    assert "small" in inspect.signature(import_module(f"benchmarks.{name}").run).parameters


@pytest.mark.long
@pytest.mark.parametrize("name", benchmarks.NAMES)
def test_it_runs(name):
    rows = benchmarks.run(name, small=True)
    assert rows
    assert all(row.value > 0 or row.target in ("0", "next to none") for row in rows)
    assert all(row.value == 0 for row in rows if row.target == "0")
    assert any(row.target for row in rows) or name in ("press", "storage"), (
        "an aim is printed, or stands in docs/cost.md"
    )


def test_unknown_names_get_the_usage():
    with pytest.raises(SystemExit) as fault:
        benchmarks.main(["fly"])
    assert fault.value.code == 2


def test_ratios_are_medians_over_rounds():
    assert measure.ratio([2, 2, 100], [1, 1, 1]) == 2
    assert measure.rate([0.5, 0.25, 0.25]) == 4


def test_a_table_names_the_aims():
    assert measure.table([measure.Row("moves", 1234.0, "moves/s", "at least 2")]).endswith("(target: at least 2)")
