"""Whatever can be pressed does something: it leads to another page, it carries something out that can be seen, or it
says why it does not. Matches are played at random; at many moments everybody looks at their pages and presses this and
that in them, and the match goes on as if nobody had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.interactions.presses import action_ids
from bot.panels.choosing import plain
from bot.panels.model import Panel, Press, Select, joined
from bot.panels.pages import FROM, GONE, usable
from bot.registry import FEATURES
from games.api import Action, Formation
from games.errands import errands_of
from games.referee import random_action
from tests.contract.cases import CASES, Case
from tests.contract.prices import PRICES
from tests.contract.test_panels import EVERY
from tests.support.panels import Match, check, presses

MOMENTS, PAGES, EACH = 4, 6, 6
"""At how many moments of a match somebody looks, at how many pages then, and how many presses of each are tried."""
DEEPER = 3
"""How many times as many of each in the long run."""


class Walk:
    """Somebody who presses everything, in a match that stays as it is."""

    def __init__(self, match: Match, random: Random, pages: int, each: int) -> None:
        self.match, self.random = match, random
        self.pages, self.each = pages, each
        self.pressed: Counter[str] = Counter()
        self.shown: set[Press] = set()

    def look(self, seat: int | None) -> None:
        """Look at pages, those of kinds that were seldom seen first, and press this and that in each."""
        todo: list[Action] = [()]
        known = {()}
        kinds: Counter[tuple[str, int]] = Counter()
        for _ in range(self.pages):
            if not todo:
                return
            self.random.shuffle(todo)
            todo.sort(key=lambda tokens: -kinds[_kind(tokens)])
            tokens = todo.pop()
            kinds[_kind(tokens)] += 1
            panel = usable(self.match.say, self.match.face.panel(self.match.seat(seat), tokens))
            check(panel)
            offered = _offered(panel, self.random)
            further = [press for press in offered if press.action_id == "show" and press.tokens not in known]
            todo += [press.tokens for press in further]
            known |= {press.tokens for press in further}
            for press in self.random.sample(offered, min(self.each, len(offered))):
                self.pressed[press.action_id] += 1
                self.press(seat, panel, press)

    def press(self, seat: int | None, panel: Panel, press: Press) -> None:
        """Raise `AssertionError` where a press comes to nothing."""
        match = self.match
        if press.action_id == "show":
            made = usable(match.say, match.face.panel(match.seat(seat), press.tokens))
            assert made != panel or self.says_why_not(seat, made), (press, "leads to the same page", panel.text)
            assert match.say.message(GONE) not in made.text, (press, panel.text)
        elif press.action_id == "do":
            assert seat is not None
            self.carry_out(seat, panel, press)
        elif press.action_id == "undo":
            assert match.seat(seat).undoable is not None
        elif press.action_id == "errand":
            assert seat is not None
            errands, view = errands_of(match.game), match.game.view(match.state, seat)
            assert errands is not None
            assert errands.following(view, view, seat, press.tokens) is not None, (press, panel.text)
        elif (exhibit := match.face.exhibit(press.action_id)) is not None:
            if press not in self.shown:
                self.shown.add(press)
                answer = exhibit.show(match.seat(seat), press.tokens, None)
                assert answer is not None, press
                assert answer.text or answer.words or answer.picture, press
        else:
            assert press.action_id in action_ids(FEATURES), press

    def says_why_not(self, seat: int | None, panel: Panel) -> bool:
        """Whether it is the first page with a reason above it: two things may be impossible for the same one."""
        start = usable(self.match.say, self.match.face.panel(self.match.seat(seat)))
        return (
            _begun_anywhere(panel) == _begun_anywhere(start)
            and panel.text != start.text
            and panel.text.endswith(start.text)
        )

    def carry_out(self, seat: int, panel: Panel, press: Press) -> None:
        """Carry a press out beside the match."""
        match = self.match
        state = match.state
        for action in filter(None, (press.tokens, press.then)):
            before = match.game.view(state, seat)
            step = match.game.apply(state, seat, action, match.draws)
            after = match.game.view(step.state, seat)
            told = [event for one in step.events if (event := match.game.show(one, seat)) is not None]
            changed = match.face.words.description(match.say, after, {}) != match.face.words.description(
                match.say, before, {}
            )
            assert told or changed, (action, "changes nothing that can be seen", panel.text)
            paid = PRICES.get(match.game.name)
            assert paid is None or not paid(action, before, after, told), (action, "costs only", panel.text)
            state = step.state


def _begun_anywhere(panel: Panel) -> list[Press]:
    """What can be pressed, without the pages that look-ups lead back to."""
    return [
        replace(press, tokens=press.tokens[: press.tokens.index(FROM)] if FROM in press.tokens else press.tokens)
        for press in presses(panel)
    ]


def _kind(tokens: Action) -> tuple[str, int]:
    return tokens[0] if tokens else "", len(tokens)


def _offered(panel: Panel, random: Random) -> list[Press]:
    """What can be pressed; of a select that takes several some options at once, in the place of each by itself."""
    several = [row for row in panel.rows if isinstance(row, Select) and row.most > 1]
    each = {one.press for row in several for one in row.options}
    offered = [press for press in presses(panel) if press not in each]
    for row in several:
        chosen = [one.press for one in row.options if one.default]
        for _ in row.options:
            picked = [one.press for one in random.sample(row.options, random.randint(row.least, row.most))]
            if _things(picked) != _things(chosen) and joined(picked) not in offered:
                offered.append(joined(picked))
    return offered


def _things(picked: Sequence[Press]) -> list[str]:
    """What these lines of a select stand for: several things of one kind are alike."""
    return sorted(plain(tuple(press.tokens[-1] for press in picked)))


def _presses(case: Case, formation: Formation, options: int, more: int) -> Counter[str]:
    random = Random(f"{formation.id}{options}")
    match = Match(EVERY[case.game.name], 5 + options, dict(case.options[options]), formation)
    moments = []
    while not match.over:
        moments.append((match.state, match.before, list(match.steps)))
        choice = random.choice(match.game.choices(match.state))
        match.play(choice.seat, random_action(match.game, match.state, choice, random))
    walk = Walk(match, random, PAGES * more, EACH * more)
    walk.look(0)
    for moment in random.sample(moments, min(MOMENTS * more, len(moments))):
        match.state, match.before, match.steps = moment
        walk.look(random.choice(match.waiting()))
        walk.look(random.choice((*range(formation.seats), None)))
    return walk.pressed


EACH_WAY = [
    pytest.param(case, way, number % len(case.options), id=f"{case.game.name}-{way.id}-{number % len(case.options)}")
    for case in CASES
    for number, way in enumerate(case.game.formations)
]
IN_EVERY_WAY = [
    pytest.param(case, way, options, id=f"{case.game.name}-{way.id}-{options}")
    for case in CASES
    for way in case.game.formations
    for options in range(len(case.options))
]


@pytest.mark.parametrize(("case", "formation", "options"), EACH_WAY)
def test_every_press_does_something(case: Case, formation: Formation, options: int) -> None:
    pressed = _presses(case, formation, options, 1)
    assert pressed["show"] > MOMENTS
    assert pressed["do"]


@pytest.mark.long
@pytest.mark.parametrize(("case", "formation", "options"), IN_EVERY_WAY)
def test_every_press_does_something_whatever_is_played(case: Case, formation: Formation, options: int) -> None:
    assert _presses(case, formation, options, DEEPER)["do"]
