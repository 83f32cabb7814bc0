"""Records and states that were kept: matches are played as they were, and states are read (docs/contributing.md)."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from games import record
from games.api import Game
from games.arena_of_heroes import notation as arena_notation
from games.monsters_and_myths import notation as monsters_notation
from games.registry import GAMES
from tests.support import kept

HOUSE: Final = Path(__file__).parents[2]
KEPT: Final = [
    pytest.param(game, path, id=f"{game.name}-{path.stem}")
    for game in GAMES.values()
    for path in kept.records(game.name)
]
POSITIONS: Final = {
    "2p_basic": "e7968a28fbfb85a957dfee0af8e36bd34a5cad05036b656159b5ecb5794df91f",
    "2p_own_deck": "76b7aac0e32fff2d5ba1cba76b8161ec44bca68ce9419cf8afb97d13283f4c54",
    "3p_heroes_d10": "aed17245ee35eecf7724a5a39cc55843758f756795103aaa7694eee38ed5e335",
    "4p_advanced": "9f18a5164338bfd806987928aba8824718f20656f7062109a61dbae96ae0244f",
    "4p_all_cards_hold": "017a863003e13770dfe8594d666d9ea1de2b66cc8429d5a5a8b693b7d4ee8e6f",
    "2p_asked": "89a9d71bd8f12c343f10d3c71cc95e81c92da2c0ec75d66eab09c46f32cb5573",
    "3p_free": "eae3665a3539288e8d5ff5e2bd6fd0a7fedd7352c122c8bdd0f04b1f5a037c6b",
    "4p_asked": "b1ebe9c021a4d459a221f1db9b2aa83589d9159c65c04298f4a4621e39bba271",
    "4p_swaps": "34ced8225d9024a68156e2f5209e4b9be569e7694c2e200fbbc8f638ce13713b",
}
"""The SHA-256 of all positions of a record of two games, one a line, in the notation of the game."""
DONE: Final = {
    "arena_of_heroes": {
        *("pick", "attack", "attack2", "hide", "work", "explore", "spider", "end", "use", "choose", "pass"),
        *("rootwalk", "boarding", "draw"),
    },
    "monsters_and_myths": {
        *("start", "keep", "usual", "swap", "wizard", "attack", "muster", "roll", "stop", "lose", "pursue", "end"),
        *("fire", "pass", "recall", "ahead", "halt", "undo", "resign"),
    },
}
"""The verbs that the records of a game must hold."""
WRITE: Final = {"arena_of_heroes": arena_notation.write, "monsters_and_myths": monsters_notation.write}
ADDED: Final = {
    "monolith_arena": {
        "state.py": ("    open_reserves: bool = False\n", "    echo: int = 3\n"),
        "game.py": (
            "MATCH_OPTIONS: Final = (\n",
            "    MatchOption('echo', Message('Echo'), Message('Echo'), default=3, bounds=(0, 9)),\n",
        ),
    },
    "monsters_and_myths": {
        "state.py": ("    free: bool = False\n", "    echo: int = 3\n"),
        "game.py": (
            "MATCH_OPTIONS: Final = (\n",
            "    MatchOption('echo', Message('Echo'), Message('Echo'), default=3, bounds=(0, 9)),\n",
        ),
    },
    "arena_of_heroes": {
        "state.py": ("    searched: bool = False\n", "    echo: Annotated[int, At('now.echo'), BRIEF] = 3\n"),
        "game.py": (
            "MATCH_OPTIONS: Final = (\n",
            "    MatchOption('echo', Message('Echo'), Message('Echo'), default=3, bounds=(0, 9)),\n",
        ),
        "setup.py": ('        die=options["attack_die"],\n', "        echo=options['echo'],\n"),
    },
}
"""The lines that add an option to a game, each with the line that it is put behind, by file."""


@pytest.mark.parametrize(("game", "path"), KEPT)
def test_the_match_is_played_as_it_was(game: Game[Any], path: Path) -> None:
    assert list(kept.differences(game, path))[:5] == []


@pytest.mark.parametrize(("game", "path"), KEPT)
def test_the_kept_states_are_those_of_their_day(game: Game[Any], path: Path) -> None:
    """Their hashes were noted before they were kept."""
    dumps = kept.states(game.name)[path.stem]
    if game.name in WRITE:
        text = "\n".join(WRITE[game.name](game.load(dump)) for dump in dumps)  # type: ignore[arg-type]
        assert hashlib.sha256(text.encode()).hexdigest() == POSITIONS[path.stem]
    else:
        hashes = "".join(hashlib.sha256(record.canonical(dump).encode()).hexdigest() for dump in dumps)
        noted = json.loads((path.parent / "hashes.json").read_text())[path.name]
        assert hashlib.sha256(hashes.encode()).hexdigest() == noted


@pytest.mark.parametrize("name", DONE)
def test_the_records_hold_what_they_are_for(name: str) -> None:
    assert kept.verbs(kept.records(name)) >= DONE[name]


def test_a_state_that_is_another_one_is_told_with_its_entry_and_the_place(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["monolith_arena"]
    path = next(path for path in kept.records(game.name) if path.stem == "1v2_tie")
    dumps = json.loads(json.dumps(kept.states(game.name)[path.stem]))
    dumps[7]["turn"]["played"] += 1
    monkeypatch.setattr(kept, "states", lambda name: {path.stem: dumps})
    told = list(kept.differences(game, path))
    played = dumps[7]["turn"]["played"]
    assert told[0].startswith(f"{path.stem}, entry 7 (")
    assert told[0].endswith(f"): turn.played was {played} and is {played - 1} now")


@pytest.mark.parametrize("name", kept.games())
def test_a_new_option_breaks_no_record_and_no_state(name: str, tmp_path: Path) -> None:
    """An option is added to the game, as anybody would add it; everything that was kept still verifies."""
    shutil.copytree(HOUSE / "games", tmp_path / "games", ignore=shutil.ignore_patterns("__pycache__"))
    for file, (line, added) in ADDED[name].items():
        path = tmp_path / "games" / name / file
        text = path.read_text(encoding="utf-8")
        assert text.count(line) == 1, f"{file}: {line}"
        path.write_text(text.replace(line, line + added), encoding="utf-8")
    program = f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}, {str(HOUSE)!r}]
from games.registry import GAMES
from tests.support import kept
game = GAMES[{name!r}]
assert "echo" in [option.name for option in game.match_options]
for path in kept.records(game.name):
    told = list(kept.differences(game, path))
    assert not told, told[:5]
usual, chosen = (game.dump(game.new(game.formations[0], {{"echo": number}})) for number in (3, 5))
assert "echo" not in str(usual) and "'echo': 5" in str(chosen), chosen
assert game.dump(game.load(chosen)) == chosen
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
