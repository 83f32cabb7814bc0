"""Plans that are chosen on the pages of a turn: every page in every variant, what it offers and what it may show."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.features.plans.rehearsing import ACTION_ID, DELETE, DO, READY, SHOW, UNDO, Staged, _drawn, _page
from bot.features.plans.reports import listed
from bot.limits import ALT_TEXT
from bot.panels.face import AnyFace
from bot.panels.model import Panel, Press
from bot.panels.pages import way_back
from bot.panels.trial import SeatAtTrial
from bot.registry import FACES
from games.api import Action, GameError
from games.referee import random_action
from games.trial import RehearsedGame, rehearsal
from tests.bot.monolith_arena.variants import VARIANTS
from tests.bot.monolith_arena.walker import match_of
from tests.games.monolith_arena.worlds import world
from tests.support.panels import ENGLISH, NAMES, Match, check, labels, presses

REHEARSED = [face for face in FACES.values() if isinstance(face.game, RehearsedGame)]
OWN = (SHOW, DO, UNDO)
AHEAD = ("you draw your tiles when it begins", "you draw up to 3 tiles when it begins and discard one first")
FEW = 5
"""At so many moments every page of a plan is compared with those in another world."""


def test_monolith_arena_is_planned_by_its_own_pages() -> None:
    assert FACES["monolith_arena"] in REHEARSED


def staged(match: Match, seat: int, actions: tuple[Action, ...], kept: tuple[str, ...] = ()) -> Staged:
    turn = rehearsal(match.game, match.game.view(match.state, seat), seat, actions)
    assert turn is not None
    return Staged(turn, kept, tuple(map(" ".join, actions)) != kept)


def page(face: AnyFace, now: Staged, tokens: Action = ()) -> Panel:
    return _page(face, now, SeatAtTrial(now.turn, NAMES, ENGLISH), tokens)


def _waiting(match: Match, random: Random) -> int | None:
    """Somebody whose turn it is not, while turns are played."""
    if match.state.stage != "turn":
        return None
    others = set(range(match.formation.seats)) - {match.state.active}
    return random.choice(sorted(others))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_page_of_a_plan(variant: str, seats: int) -> None:
    """Plans are chosen at random: each page fits Discord, leads on or back, and what is chosen follows at once."""
    random = Random(f"{variant}{seats}")
    match, seen = match_of(seats, VARIANTS[variant], seats), {"ended": 0, "chosen": 0, "taken back": 0, "kept": 0}
    seen["looked up"] = 0
    while not match.over and seen["chosen"] < 60:
        match.play(*random_action_of(match, random))
        seat = _waiting(match, random)
        if seat is None or random.random() < 0.7:
            continue
        actions: tuple[Action, ...] = ()
        tokens: Action = ()
        for _ in range(25):
            try:
                now = staged(match, seat, actions)
            except GameError:
                break
            panel = page(match.face, now, tokens)
            check(panel)
            offered = presses(panel)
            assert all(one.action_id not in OWN for one in offered if one != Press(SHOW)), "nothing is played"
            looked = [one for one in offered if match.face.exhibit(one.action_id) is not None]
            ways_back = {way_back(one.then) for one in looked}
            assert ways_back <= {Press(ACTION_ID, (SHOW, *tokens))}, "a look-up leads back to the page of the plan"
            seen["looked up"] += len(looked)
            assert Press(SHOW) in offered or any(one.tokens[:1] == (SHOW,) for one in offered), "no way back"
            if not tokens:
                assert Press(SHOW) in offered
                assert (Press(ACTION_ID, (READY, now.mark)) in offered) == bool(actions)
                assert (Press(ACTION_ID, (DELETE,)) in offered) == bool(actions)
                seen["kept"] += bool(actions)
            seen["ended"] += now.turn.ended
            own = [one for one in offered if one.action_id == ACTION_ID and one.tokens[0] in OWN]
            press = random.choice(own or [Press(ACTION_ID, (SHOW,))])
            tokens = press.tokens[1:] if press.tokens[0] == SHOW else ()
            if press.tokens[0] == UNDO:
                actions, seen["taken back"] = actions[:-1], seen["taken back"] + 1
            elif press.tokens[0] == DO:
                added = tuple(action for action in (press.tokens[1:], press.then) if action)
                after = staged(match, seat, (*actions, *added))
                assert after.turn.actions == (*actions, *added), (press, after.turn.why)
                actions, seen["chosen"] = after.turn.actions, seen["chosen"] + 1
    assert all(seen.values()), seen


def random_action_of(match: Match, random: Random) -> tuple[int, Action]:
    choice = random.choice(match.game.choices(match.state))
    return choice.seat, random_action(match.game, match.state, choice, random)


def test_what_is_hidden_changes_nothing_of_a_page() -> None:
    """Texts, buttons and pictures are the same in every world that looks the same to the owner."""
    random, match, compared = Random(5), match_of(3, VARIANTS["both"], 2), 0
    while not match.over and compared < FEW:
        match.play(*random_action_of(match, random))
        seat = _waiting(match, random)
        if seat is None or random.random() < 0.8:
            continue
        real, state = match.state, world(match.state, seat, random)
        shown = []
        for one in (real, state):
            match.state = one
            shown.append(_all_pages(match, seat, Random(compared)))
        match.state = real
        assert shown[0] == shown[1]
        compared += bool(shown[0])
    assert compared == FEW


def _all_pages(match: Match, seat: int, random: Random) -> list[Any]:
    found: list[Any] = []
    actions: tuple[Action, ...] = ()
    for _ in range(4):
        try:
            now = staged(match, seat, actions)
        except GameError as refused:
            return [str(refused)]
        panel = page(match.face, now)
        found.append((panel, _drawn(match.face.pictures.private_board, ENGLISH, now.turn.view, panel.draft, NAMES)))
        reached = [one.tokens[1:] for one in presses(panel) if one.tokens[:1] == (SHOW,)]
        deeper = [page(match.face, now, tokens) for tokens in reached]
        found += deeper
        done = [one for one in (p for made in (panel, *deeper) for p in presses(made)) if one.tokens[:1] == (DO,)]
        if not done:
            return found
        actions = (*actions, random.choice(done).tokens[1:])
    return found


def test_pictures_of_a_plan_say_so() -> None:
    random, match = Random(9), match_of(1, {}, 2)
    while (seat := _waiting(match, random)) is None or match.state.turn < 3:
        match.play(*random_action_of(match, random))
    view = staged(match, seat, ()).turn.view
    plain = match.face.pictures.private_board(ENGLISH, view, None, NAMES)
    marked = _drawn(match.face.pictures.private_board, ENGLISH, view, None, NAMES)
    with Image.open(io.BytesIO(plain.data)) as before, Image.open(io.BytesIO(marked.data)) as after:
        above = after.height - before.height
        assert after.width == before.width
        assert 0 < above < before.height / 10
        kept = after.crop((0, above, after.width, after.height))
        assert kept.convert("RGB").tobytes() == before.convert("RGB").tobytes()
        assert len(after.crop((0, 0, after.width, above)).convert("RGB").getcolors() or ()) > 1, "no words on it"
    assert marked.alt.startswith("A plan, not played yet. ")
    assert len(marked.alt) <= ALT_TEXT


def test_an_empty_reserve_is_said_to_be_filled_when_the_turn_begins() -> None:
    """Nothing is said of none, or of none to discard."""
    random, shown = Random(4), 0
    for number in range(40):
        match = match_of(number, {}, 2)
        while not match.over and shown < FEW:
            match.play(*random_action_of(match, random))
            seat = _waiting(match, random)
            if seat is None or match.game.view(match.state, seat).seats[seat].reserve:
                continue
            try:
                now = staged(match, seat, ())
            except GameError:
                continue
            text = page(match.face, now).text
            left = now.turn.view.seats[seat].stack
            assert any(said in text for said in AHEAD) == bool(left)
            assert "0 tiles" not in text
            assert ("your reserve is empty" in text) == (not left)
            shown += bool(left)
    assert shown == FEW


def test_a_plan_is_listed_in_words() -> None:
    face = FACES["monolith_arena"]
    said = listed(ENGLISH, face, ["place pikeman C3 NE", "discard knight", "end", "battle"], {})
    assert said == "Pikeman C3 NE · Discard Knight · end of turn · Battle"
    for odd in ("", "place", "place nobody C3", "feature", "charge", "nonsense A1", "unfold", "choose", "discard"):
        assert listed(ENGLISH, face, [odd], {})


def test_what_would_not_be_played_is_said() -> None:
    random, match = Random(9), match_of(1, {}, 2)
    while (seat := _waiting(match, random)) is None or match.state.turn < 3:
        match.play(*random_action_of(match, random))
    lines = ("nonsense C3", "end")
    now = staged(match, seat, tuple(tuple(line.split()) for line in lines), lines)
    panel = page(match.face, now)
    assert "Would not be played as things stand now: `nonsense C3` · end of turn." in panel.text
    assert "Delete the plan" in labels(panel).values()
