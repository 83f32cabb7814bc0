"""Nobody but its owner can tell from any byte that leaves the bot what is hidden: twin worlds on Discord."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.registry import FACES
from games.api import Formation
from games.standing import standing_of
from storage.sealing import new_key
from tests.bot.forged import only_refusals
from tests.bot.twins import Compared, Twins, options_of
from tests.bot.world import world
from tests.contract.cases import CASES, Case

pytestmark = pytest.mark.usefixtures("no_incident")

HERE = [case for case in CASES if case.game.name in FACES]
FEW = 3
"""Positions of each of two matches of a game in every run."""
MANY = 700
"""Positions of each game in the long run."""
OF_A_MATCH = 60
"""Of these at most so many of one match, after some that are skipped."""


async def _compare(folder: Path, case: Case, formation: Formation, seed: int, *, skip: int, positions: int) -> Compared:
    """Compare so many positions of one match, after some actions that are played without a look.

    Every other match is private, in a database that is sealed.
    """
    random, private = Random(f"{case.game.name} {formation.id} {seed}"), seed % 2 == 1
    async with world(folder, new_key() if private else "") as made:
        twins = Twins(made, case, formation, random, private=private)
        await twins.begin(options_of(case, seed))
        await twins.skip(skip)
        while twins.count.positions < positions and await twins.position():
            pass
        only_refusals(made)
    return twins.count


@pytest.mark.parametrize("case", HERE, ids=lambda case: case.game.name)
async def test_nothing_that_leaves_the_bot_depends_on_what_is_hidden(tmp_path: Path, case: Case) -> None:
    count = Compared()
    for seed in range(2):
        folder, formation = tmp_path / str(seed), case.game.formations[0]
        count.add(await _compare(folder, case, formation, seed, skip=12, positions=FEW))
    assert count.twins
    assert (
        count.drafts or standing_of(case.game) is None
    )  # whoever is not looked at may be on the move, and plan nothing
    assert count.steps
    assert count.files


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("case", HERE, ids=lambda case: case.game.name)
async def test_two_thousand_positions(tmp_path: Path, case: Case) -> None:
    count, seed = Compared(), 0
    while count.positions < MANY:
        formation = case.game.formations[seed % len(case.game.formations)]
        skip, left = 20 * (seed % 4), min(OF_A_MATCH, MANY - count.positions)
        count.add(await _compare(tmp_path / str(seed), case, formation, seed, skip=skip, positions=left))
        seed += 1
        with (tmp_path / "compared.txt").open("a") as report:
            report.write(f"{case.game.name} {formation.id} {seed}: {count}\n")
    assert count.twins > count.positions // 2, count
    assert count.steps > count.positions // 4, count
