"""Where somebody hides, what comes next in a deck, a used Veil: none of it changes what anybody else gets to see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.arena_of_heroes import FACE
from bot.arena_of_heroes.commands import numbered, value_name
from bot.panels import drafts
from bot.panels.face import Scene
from games.arena_of_heroes import events as ev
from games.arena_of_heroes.game import GAME
from games.arena_of_heroes.ring import RING, chances
from tests.bot.arena_of_heroes.positions import ENGLISH, Rings, begun, change, found, played
from tests.games.arena_of_heroes.worlds import world
from tests.support.panels import NAMES, Match, presses


def everything(match: Match, reader: int | None) -> list[Any]:
    """All that somebody gets: pages, pictures with their alt texts, exhibits, texts, what commands offer."""
    here = match.seat(reader)
    say, view = here.say, here.view
    found: list[Any] = [FACE.panel(here), FACE.pictures.board(say, view, (), NAMES), FACE.words.description(say, view)]
    found += [FACE.pictures.private_board(say, view, found[0].draft, NAMES), FACE.words.status(say, view, NAMES)]
    found += [exhibit.show(here, (), None) for exhibit in FACE.exhibits if exhibit.id in ("piles", "places", "heroes")]
    for press in presses(found[0]):
        if press.action_id == "show":
            page = FACE.panel(here, press.tokens)
            found.append(page)
    found += [numbered(say, here)]
    for verb in ("use", "work", "choose", "pick", "spider"):
        found.append(drafts.offers(here, (verb,), "", value_name) if here.choice is not None else [])
    return found


@pytest.mark.parametrize("seed", range(8))
def test_hidden_things_change_nothing_that_others_get(seed: int) -> None:
    random = Random(seed)
    match = played(seed, 25 + 9 * seed)
    for reader in (*range(match.formation.seats), None):
        before = everything(match, reader)
        here, match.state = match.state, world(match.state, reader, random)
        assert everything(match, reader) == before
        match.state = here


def test_the_public_picture_of_a_readers_view_is_that_of_everybody() -> None:
    match = begun()
    change(match, 0, at=14)
    mine, public = match.seat(0).view, match.seat(None).view
    assert FACE.pictures.board(ENGLISH, mine, (), NAMES) == FACE.pictures.board(ENGLISH, public, (), NAMES)
    private = FACE.pictures.private_board(ENGLISH, mine, None, NAMES)
    assert private.filename == FACE.pictures.board(ENGLISH, mine).filename
    assert private.data != FACE.pictures.board(ENGLISH, mine, (), NAMES).data
    assert "14" in private.alt
    assert "only you know" not in FACE.pictures.board(ENGLISH, mine).alt


@pytest.mark.parametrize("why", ["empty", "veil", "smoke"])
def test_an_impact_that_shows_nothing_looks_the_same(why: str) -> None:
    """Nobody there, a Veil, smoke: sentences, frames, alt text and picture are those of an empty hideout."""
    seen = []
    for hidden_there in (False, True):
        match = begun(heroes=("Bg", "Mo", "Fg", "Tg"))
        at = sorted(set(RING) - set(match.state.closed) - {hero.at for hero in match.state.heroes})
        aim = next(h for h in at if not {hero.at for hero in match.state.heroes} & set(chances(h, "d6")))
        if hidden_there and why != "empty":
            change(match, 1, at=aim, flags=frozenset({why}))
        elif why != "empty":
            change(match, 1, flags=frozenset({why}))
        step = GAME.apply(match.state, 0, ("attack", str(aim)), Rings(bytes(32)))
        shown = [event for one in step.events if (event := GAME.show(one, 0)) is not None]
        view = GAME.view(step.state, 2)
        scene = Scene(GAME.view(match.state, None), shown, GAME.view(step.state, None))
        film = FACE.film
        assert film is not None
        board = FACE.pictures.board(ENGLISH, view, (), NAMES)
        seen.append((FACE.words.tell(ENGLISH, shown, NAMES), len(shown), film.draw(ENGLISH, scene), board))
    assert seen[0] == seen[1]


def test_only_its_owner_is_told_of_a_card_or_a_veil() -> None:
    for event in (ev.CardDrawn(1, 9), ev.Veiled(1)):
        for reader in (0, 2, 3, None):
            assert GAME.show(event, reader) is None
        mine = GAME.show(event, 1)
        assert mine is not None
        assert all(FACE.words.tell(ENGLISH, [mine], NAMES))


def test_where_a_spyglass_looks_is_told_openly_and_what_it_shows_to_its_owner() -> None:
    seen = [ev.Spied(1, 9, True), ev.Spied(1, 9, False)]
    for reader in (0, 2, 3, None):
        told = {tuple(FACE.words.tell(ENGLISH, [GAME.show(event, reader)], NAMES)) for event in seen}
        assert told == {(f"{NAMES[1]} looks at 9 through the Spyglass",)}
    assert [FACE.words.tell(ENGLISH, [GAME.show(event, 1)], NAMES) for event in seen] == [
        ["The Spyglass shows you a hidden hero at 9"],
        ["The Spyglass shows you nobody at 9"],
    ]


def test_only_the_asker_reads_where_the_own_hero_is() -> None:
    match = begun()
    at = str(match.state.heroes[0].at)
    here = [label for label, _ in numbered(ENGLISH, match.seat(0)) if "you are here" in label]
    assert [label.partition(":")[0] for label in here] == [at]
    for other in (1, 2, 3):
        told = {value: label for label, value in numbered(ENGLISH, match.seat(other))}
        assert "you are here" not in told[at]
    found(match, 0)
    told = {value: label for label, value in numbered(ENGLISH, match.seat(2))}
    assert NAMES[0] in told[at]
