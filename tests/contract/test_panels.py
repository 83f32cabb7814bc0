"""What every game's face keeps to, in every language: whole matches through its panels, its texts, forged presses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot import limits
from bot.features.standing_orders.pages import INSTRUCTED, PROPOSED
from bot.interactions.presses import action_ids
from bot.panels.face import AnyFace
from bot.panels.model import Panel, Press, SeatPerspective
from bot.registry import FACES, FEATURES
from bot.texts.phrases import LANGUAGES, Phrases, phrases
from games.api import Action, Formation, Ready
from games.referee import random_action
from tests.contract.cases import CASES, Case
from tests.support.panels import Match, carry_out, check, pressed, presses
from tests.texts.pseudo import pseudo
from tests.toy.face import FACE

READERS: dict[str, Phrases] = {language: phrases(language) for language in LANGUAGES} | {"pseudo": pseudo()}
EVERY: dict[str, AnyFace] = {**FACES, FACE.game.name: FACE}
STEPS = 5000


each_face = pytest.mark.parametrize("face", EVERY.values(), ids=lambda face: face.game.name)
each = pytest.mark.parametrize(
    ("case", "formation"),
    [pytest.param(case, way, id=f"{case.game.name}-{way.id}") for case in CASES for way in case.game.formations],
)


def test_every_game_has_a_face() -> None:
    assert {case.game.name for case in CASES} == set(EVERY)


def test_every_action_id_has_one_handler() -> None:
    ids = action_ids(FEATURES)
    assert len(ids) == len(set(ids))


@each_face
def test_exhibits_have_action_ids_of_their_own(face: AnyFace) -> None:
    for exhibit in face.exhibits:
        assert exhibit.id.isascii()
        assert exhibit.id.isalpha()
        assert exhibit.id == exhibit.id.lower()
        assert len(exhibit.id) <= 12
        assert exhibit.id not in action_ids(FEATURES)
        for say in READERS.values():
            assert 0 < len(say.message(exhibit.label)) <= limits.BUTTON_LABEL


def _readings() -> Iterator[Any]:
    """Every formation in the language with the longest words and in one more; in the others where time matters not."""
    real = [reader for reader in READERS if reader != "pseudo"]
    ways = [(case, way) for case in CASES for way in case.game.formations]
    for number, (case, way) in enumerate(ways):
        for reader in READERS:
            marks = () if reader in ("pseudo", real[number % len(real)]) else pytest.mark.long
            yield pytest.param(case, way, reader, id=f"{case.game.name}-{way.id}-{reader}", marks=marks)


@pytest.mark.parametrize(("case", "formation", "reader"), list(_readings()))
def test_a_whole_match_through_panels(case: Case, formation: Formation, reader: str) -> None:
    random = Random(f"{reader}{formation.id}")
    options = dict(random.choice(case.options))
    match = Match(EVERY[case.game.name], len(reader), options, formation, READERS[reader])
    for _ in range(STEPS):
        if match.over:
            break
        _one_step(match, random)
    assert match.over
    for seat in (*range(formation.seats), None):
        panel = match.face.panel(match.seat(seat))
        check(panel)
        assert panel.key == ""


def _one_step(match: Match, random: Random) -> None:
    """Somebody who has a choice presses this and that, until something is carried out."""
    seat = random.choice(match.game.choices(match.state)).seat
    perspective: SeatPerspective = match.seat(seat)
    tokens: Action = ()
    for _ in range(40):
        panel = match.face.panel(perspective, tokens)
        check(panel)
        press = pressed(panel, random)
        if press.action_id == "show":
            tokens = press.tokens
        elif press.action_id in (INSTRUCTED, PROPOSED):  # the same, and something is said in advance
            carry_out(match, seat, Press("do", press.tokens))
            return
        elif press.action_id == "do":
            (choice,) = [c for c in match.game.choices(match.state) if (c.seat, c.key) == (seat, panel.key)]
            following = match.game.next_field(match.state, seat, choice.key, press.tokens)
            assert isinstance(following, Ready) or following.least == 0, press
            carry_out(match, seat, press)
            return


@pytest.mark.parametrize("reader", READERS)
@each
def test_texts_of_a_whole_match(case: Case, formation: Formation, reader: str) -> None:
    face, say, random = EVERY[case.game.name], READERS[reader], Random(f"{reader}{formation.id}")
    match = Match(face, len(reader), dict(random.choice(case.options)), formation, say)
    names = match.seat(None).names
    readers = (*range(formation.seats), None)
    number = 0
    while not match.over:
        choice = random.choice([c for c in match.game.choices(match.state) if c.must])
        assert face.words.asked(say, choice, match.seat(None).view, names)
        action = random_action(match.game, match.state, choice, random)
        assert 0 < len(face.words.action_text(say, action, {})) <= limits.CONTENT // 2
        events = match.play(choice.seat, action)
        for seat in readers:
            shown = [event for one in events if (event := match.game.show(one, seat)) is not None]
            assert all(face.words.tell(say, shown, names))
            face.pictures.marks(shown)
            if number % case.stride == 0:
                view = match.seat(seat).view
                assert 0 < len(face.words.description(say, view, names)) <= limits.EMBED_DESCRIPTION
                assert len(face.words.status(say, view, names)) <= limits.CONTENT // 2
                assert 0 < len(face.words.score(say, view, names)) <= limits.CONTENT // 10
                if seat is None and (rows := face.answers(say, view, names, range(formation.seats))):
                    check(Panel("-", rows))
                    assert len(rows) <= limits.ROWS - 2, "there are other buttons under the board"
        number += 1
    assert face.words.ending(say, match.seat(None).view, names)


@pytest.mark.parametrize("tokens", [("",), ("~",), ("=7",), ("-",), ("x" * 40,), ("place", "place"), ("'",)])
@each
def test_tokens_that_no_panel_offered_give_its_start(case: Case, formation: Formation, tokens: Action) -> None:
    match = Match(EVERY[case.game.name], 1, dict(case.options[0]), formation)
    seat = match.waiting()[0]
    start, panel = match.face.panel(match.seat(seat)), match.face.panel(match.seat(seat), tokens)
    check(panel)
    assert panel.text.endswith(start.text)
    assert panel.key == start.key


@each
def test_spectators_have_nothing_to_carry_out(case: Case, formation: Formation) -> None:
    match = Match(EVERY[case.game.name], 1, dict(case.options[0]), formation)
    panel = match.face.panel(match.seat(None))
    check(panel)
    assert panel.key == ""
    assert not {"do", "undo", "agree"} & {press.action_id for press in presses(panel)}
