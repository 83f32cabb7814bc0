"""The compiled build of the computer players' core: it decides as plain Python does."""

import shutil

import pytest

from benchmarks import compiled


def test_all_that_is_compiled_is_there():
    assert all((compiled.HOUSE / compiled.PLAYER / f"{name}.py").is_file() for name in compiled.HOT)
    assert not compiled.is_compiled()


def test_positions_come_from_all_variants():
    found = compiled.positions(len(compiled.WAYS), 3)
    assert len(found) == len(compiled.WAYS) == 12
    ways = {(len(state.teams), state.options.monoliths, state.options.reinforcement) for state, _, _ in found}
    assert len(ways) == len(compiled.WAYS)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no C compiler")
def test_a_compiled_build_decides_as_plain_python_does(tmp_path, capsys):
    compiled.build(tmp_path)
    assert compiled.check(tmp_path, 120) == 0
    assert "compiled: 0 different decisions" in capsys.readouterr().out
