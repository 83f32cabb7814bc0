"""Golden pictures: what every kind of picture of every game looks like, kept in ``tests/render/golden``.

``python -m tests.render.golden update [part of a name …]`` draws them anew; `tests.render.test_golden` compares them.
Positions come from kept records and from views built by hand, so only a change of the drawings changes a picture.
Stills are PNG files, films are GIF files; their pixels are compared, never their bytes.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops, ImageSequence

from bot.arena_of_heroes import FACE as ARENA
from bot.arena_of_heroes.pages.pick import overview
from bot.monolith_arena import FACE as MONOLITH
from bot.monolith_arena import guide
from bot.monolith_arena.pages.setup import of_faction
from bot.monolith_arena.pages.shared import BoardDraft
from bot.monolith_arena.pages.shared import close as close_to
from bot.monsters_and_myths import FACE as MONSTERS
from bot.panels.face import AnyFace, Scene
from bot.panels.model import SeatPerspective
from bot.texts.phrases import phrases
from games import draws, record
from games.api import Game, Result
from games.arena_of_heroes.cards import ALL
from games.history import Replayed, fold
from games.monolith_arena import events as ev
from games.monolith_arena.consequences import forecast
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import tile
from games.monolith_arena.view import Put, TileView, View
from games.monsters_and_myths.cards import gathered
from games.monsters_and_myths.view import Target
from render.arena_of_heroes import Aim
from render.chart import Chart, Side, Step, draw_chart
from render.labels import LETTERS, Labels
from render.monsters_and_myths import Draft
from tests.render import views
from tests.render.community import community

FOLDER: Final = Path(__file__).parent / "golden"
RECORDS: Final = Path(__file__).parent.parent / "games"
NAMES: Final = {0: "Anna", 1: "Łukasz", 2: "Wilhelmina Featherstonehaugh-Cholm", 3: "Otto 🎲"}
ENGLISH, GERMAN, SPANISH = phrases("en"), phrases("de"), phrases("es")


class Match:
    """A match that was recorded."""

    def __init__(self, face: AnyFace, name: str) -> None:
        self.game: Game[Any] = face.game
        self.path = RECORDS / self.game.name / "records" / f"{name}.json"

    @cached_property
    def steps(self) -> list[Replayed]:
        """Return what each entry led to."""
        read = record.read(self.path.read_text(encoding="utf-8"))
        secret = record.secret(read)
        assert secret is not None
        formation = record.formation(self.game, read)
        seed = draws.seed_of(secret, record.parts(read))
        return list(fold(self.game, formation, read["options"], seed, record.entries(read)))

    def view(self, entry: int, seat: int | None = None) -> Any:
        """Return what a reader sees after an entry; by default what everybody sees."""
        return self.game.view(self.steps[entry - 1].after.state, seat)

    def scene(self, first: int, last: int) -> Scene:
        """Return what everybody saw from before the first to after the last of these entries."""
        before = self.game.view(self.steps[first - 1].before.state, None)
        shown, earlier = self._shown(self.steps[first - 1 : last]), self._shown(self.steps[: first - 1])
        return Scene(before, shown, self.view(last), NAMES, earlier)

    def _shown(self, steps: Sequence[Any]) -> list[Any]:
        told = (event for step in steps if step.step is not None for event in step.step.events)
        return [event for event in (self.game.show(event, None) for event in told) if event is not None]


@dataclass(frozen=True)
class Reader:
    """The part of a `bot.panels.model.SeatPerspective` that exhibits look at."""

    view: Any
    say: Any
    names: Any = None


def exhibit(face: AnyFace, id_: str, reader: Reader, tokens: tuple[str, ...] = (), scene: Scene | None = None) -> bytes:
    """Return the picture that an exhibit shows to a reader."""
    shown = next(one for one in face.exhibits if one.id == id_)
    perspective: SeatPerspective = reader  # type: ignore[assignment]
    answer = shown.show(perspective, tokens, scene)
    assert answer is not None
    assert answer.picture is not None
    return answer.picture.data


def film(face: AnyFace, say: Any, scene: Scene) -> bytes:
    """Return the film of a scene."""
    assert face.film is not None
    return face.film.draw(say, scene).data


Picture = tuple[str, Callable[[], bytes]]
"""The name of a file below `FOLDER`, and what draws it."""


def arena() -> Iterator[Picture]:
    """Yield the pictures of Arena of Heroes."""
    face = ARENA
    full, basic, draft = (Match(face, name) for name in ("4p_all_cards_hold", "2p_basic", "4p_advanced"))
    yield "board_en.png", lambda: face.pictures.board(ENGLISH, full.view(92), (), NAMES).data
    yield "draft_de.png", lambda: face.pictures.board(GERMAN, draft.view(3), ()).data
    tokens = replace(full.view(92), marks=(3, 12, 13), spiders=(12, 12))
    yield "closed_tokens_es.png", lambda: face.pictures.board(SPANISH, tokens, (), NAMES).data
    yield "sudden_es.png", lambda: face.pictures.board(SPANISH, basic.view(176), (), NAMES).data
    yield "private_es.png", lambda: face.pictures.private_board(SPANISH, full.view(143, 2), Aim(16), NAMES).data
    yield "private_de.png", lambda: face.pictures.private_board(GERMAN, basic.view(60, 0), None).data
    yield "result_de.png", lambda: face.pictures.result_card(GERMAN, full.view(169), NAMES).data
    yield "film_en.gif", lambda: film(face, ENGLISH, full.scene(155, 163))
    yield "strip_de.png", lambda: exhibit(face, "lastturn", Reader(None, GERMAN, NAMES), (), full.scene(93, 100))
    yield "heroes_es.png", lambda: exhibit(face, "heroes", Reader(full.view(92), SPANISH, NAMES))
    yield (
        "gallery_de.png",
        lambda: face.pictures.private_board(GERMAN, draft.view(0, 0), overview(GERMAN, list(ALL))).data,
    )
    yield "hero_en.png", lambda: exhibit(face, "hero", Reader(None, ENGLISH), ("Bg",))
    yield "card_de.png", lambda: exhibit(face, "arenacard", Reader(None, GERMAN), ("B15",))


def monsters() -> Iterator[Picture]:
    """Yield the pictures of Monsters & Myths."""
    face = MONSTERS
    four, three, two = (Match(face, name) for name in ("4p_swaps", "3p_free", "2p_asked"))
    yield "board_en.png", lambda: face.pictures.board(ENGLISH, four.view(45), (), NAMES).data
    yield "board_de.png", lambda: face.pictures.board(GERMAN, three.view(34), ()).data
    hand = Draft(lifted=("Ei", "Ui", "6", "c"), wizards=(1, 4))
    yield "keep_es.png", lambda: face.pictures.private_board(SPANISH, four.view(50, 2), hand, NAMES).data
    attack = Draft(force=gathered(("Di", "Ei", "Ga")), target=Target(3, 0), aim=Target(1, 5))
    yield "attack_en.png", lambda: face.pictures.private_board(ENGLISH, four.view(43, 2), attack, NAMES).data
    yield "result_de.png", lambda: face.pictures.result_card(GERMAN, four.view(79), NAMES).data
    yield "result_en.png", lambda: face.pictures.result_card(ENGLISH, two.view(39)).data
    yield "round_es.png", lambda: face.rounds.draw(SPANISH, three.scene(20, 40)).data  # type: ignore[union-attr]
    yield "film_en.gif", lambda: film(face, ENGLISH, four.scene(68, 74))
    yield "strip_de.png", lambda: exhibit(face, "attack", Reader(None, GERMAN, NAMES), (), four.scene(45, 49))
    yield "creature_es.png", lambda: exhibit(face, "mcard", Reader(None, SPANISH), ("Ti",))
    yield "attack_card_de.png", lambda: exhibit(face, "mcard", Reader(None, GERMAN), ("9",))


def monolith() -> Iterator[Picture]:
    """Yield the pictures of Monolith Arena."""
    face = MONOLITH
    duel, teams = Match(face, "1v1_all_options"), Match(face, "2v2_format_3")
    for name in ("view", "middle", "crowded", "quartet", "monoliths", "unfolding"):
        yield f"{name}_en.png", lambda name=name: face.pictures.board(ENGLISH, getattr(views, name)(), ()).data
    yield (
        "board_de.png",
        lambda: face.pictures.board(GERMAN, teams.view(66), (BY_NAME["C3"], BY_NAME["A1"]), NAMES).data,
    )
    yield "factions_es.png", lambda: face.pictures.board(SPANISH, teams.view(2), (), NAMES).data
    preview = BoardDraft((Put(views.on(0, views.A, "landsknecht"), BY_NAME["C4"]),), (BY_NAME["D4"],))
    yield "reserve_en.png", lambda: face.pictures.private_board(ENGLISH, views.holding(), preview, NAMES).data
    yield "reserve_de.png", lambda: face.pictures.private_board(GERMAN, teams.view(66, 0), None, NAMES).data
    crossbowman = Put(TileView.printed(1, tile(views.C, "crossbowman")), BY_NAME["C4"])
    unfold = BoardDraft(
        (crossbowman, Put(views.on(1, views.C, "golem", "SE"), BY_NAME["C5"])),
        unfold=(BY_NAME["C4"], BY_NAME["C5"]),
    )
    yield (
        "unfold_es.png",
        lambda: face.pictures.private_board(SPANISH, replace(views.monoliths(), reader=1), unfold).data,
    )
    wounds = next(event for event in _battle().events if isinstance(event, ev.Wounds))
    battle_now = BoardDraft(battle_now=wounds)
    yield "battle_now_en.png", lambda: face.pictures.private_board(ENGLISH, views.holding(), battle_now).data
    close = replace(battle_now, focus=close_to([BY_NAME["C3"]]))
    yield "close_es.png", lambda: face.pictures.private_board(SPANISH, views.holding(), close).data
    yield "foreseen_de.png", lambda: _foreseen(teams.view(66, 0))
    sheet = BoardDraft(sheet=of_faction(SPANISH, views.quartet(), views.B))
    yield "tiles_es.png", lambda: face.pictures.private_board(SPANISH, views.quartet(), sheet).data
    yield "film_en.gif", lambda: film(face, ENGLISH, teams.scene(72, 73))
    yield "film_de.gif", lambda: film(face, GERMAN, _battle())
    yield "strip_es.png", lambda: exhibit(face, "battle", Reader(None, SPANISH, NAMES), (), duel.scene(60, 61))
    over = views.over(Result(((0,), (1,)), "hit_points"))
    yield "result_de.png", lambda: face.pictures.result_card(GERMAN, over, NAMES).data
    yield "result_en.png", lambda: face.pictures.result_card(ENGLISH, teams.view(262)).data
    yield "card_es.png", lambda: exhibit(face, "card", Reader(views.quartet(), SPANISH), (f"{views.D}/hunter",))
    yield "review_en.png", lambda: _review(ENGLISH, duel.view(60), ((0,), (1,)))
    yield "review_de.png", lambda: _review(GERMAN, teams.view(262), ((0, 1), (2, 3)))
    for id_, sheet_ in guide.SHEETS.items():
        yield f"{id_}_de.png", lambda sheet_=sheet_: guide.drawn(GERMAN, sheet_)


def _review(say: Any, view: View, teams: Sequence[Sequence[int]]) -> bytes:
    """Return the chart of a review in which the first side is ahead, falls back three times, and wins."""
    labels, arms = Labels.of(say, NAMES), MONOLITH.pictures.arms
    sides = tuple(
        Side(
            tuple(LETTERS[seat] for seat in seats),
            tuple(map(labels.seat, seats)),
            tuple(arms(view, seat) for seat in seats),
        )
        for seats in teams
    )
    ahead = (5000, 5200, 5600, 6400, 4800, 4900, 5500, 5900, 3600, 3900, 4700, 6200, 6600, 8100, 6900, 9300, 9900)
    luck = (0, 150, -420, 900, 0, -1700, 60, 310, -90)
    steps = tuple(
        Step(
            place % 2, (chance, 10_000 - chance)[place % 2], luck[place % len(luck)], {4: 1, 8: 2, 14: 3}.get(place, 0)
        )
        for place, chance in enumerate(ahead)
    )
    return draw_chart(Chart(sides, (*steps[:6], Step(0, None), *steps[6:]), labels("Luck of the draw"), 0), labels)


def _foreseen(view: View) -> bytes:
    """Return the picture of what a battle would come to."""
    return MONOLITH.pictures.private_board(GERMAN, view, BoardDraft(battle=forecast(view)), NAMES).data


def _battle() -> Scene:
    """Return a battle with every kind of attack at once."""
    return Scene(views.middle(), views.battle(), views.middle(), NAMES)


GAMES: Final = {
    "arena_of_heroes": arena,
    "monolith_arena": monolith,
    "monsters_and_myths": monsters,
    "community": community,
}


def pictures() -> dict[str, Callable[[], bytes]]:
    """Return all pictures by the names of their files."""
    return {f"{game}/{name}": draw for game, made in GAMES.items() for name, draw in made()}


def frames(data: bytes) -> list[Image.Image]:
    """Return the picture in a file in all its colors, or each frame of a film."""
    with Image.open(io.BytesIO(data)) as picture:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(picture)]


def compact(name: str, data: bytes) -> bytes:
    """Return a small file with the same pixels."""
    if name.endswith(".gif"):
        return data
    buffer = io.BytesIO()
    Image.open(io.BytesIO(data)).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def changed(name: str, data: bytes) -> list[str]:
    """Compare a picture with the golden one and return what differs, a sentence for each frame; nothing if none does.

    A frame that differs is written beside the golden picture, for a film together with the golden frame.
    """
    path = FOLDER / name
    if not path.exists():
        return [f"{path} is missing: python -m tests.render.golden update {name}"]
    before, now = frames(path.read_bytes()), frames(data)
    if len(before) != len(now):
        drawn = _beside(path, "new")
        drawn.write_bytes(data)
        return [f"{path} has {len(before)} frames, but {drawn} has {len(now)}"]
    sentences = []
    for n, (old, new) in enumerate(zip(before, now, strict=True)):
        if old.size == new.size and ImageChops.difference(old, new).getbbox() is None:
            continue
        frame = f"frame{n}." if len(before) > 1 else ""
        expected, drawn = path if not frame else _beside(path, f"{frame}old"), _beside(path, f"{frame}new")
        if frame:
            old.save(expected)
        new.save(drawn)
        sentences.append(f"{differing(old, new)}: expected {expected}, drawn {drawn}")
    return sentences


def _beside(path: Path, kind: str) -> Path:
    """Return the place for a picture that is only looked at after a failure; git ignores it."""
    return path.with_name(f"{path.stem}.{kind}.png" if kind != "new" else f"{path.stem}.new{path.suffix}")


def differing(old: Image.Image, new: Image.Image) -> str:
    """Return how two pictures differ, in words."""
    if old.size != new.size:
        return f"{old.width} × {old.height} pixels have become {new.width} × {new.height}"
    bands = ImageChops.difference(old, new).split()
    mask = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    count = mask.width * mask.height - mask.histogram()[0]
    return f"{count} pixels differ, all within {mask.getbbox()}"


def update(parts: list[str]) -> None:
    """Draw the golden pictures anew whose names contain one of these parts, by default all; remove surplus files."""
    made = pictures()
    for name, draw in made.items():
        if parts and not any(part in name for part in parts):
            continue
        data = draw()
        path = FOLDER / name
        if path.exists() and not changed(name, data):
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(compact(name, data))
        print(path)
    for path in FOLDER.glob("*/*"):
        if str(path.relative_to(FOLDER)) not in made:
            path.unlink()


if __name__ == "__main__":
    if sys.argv[1:2] != ["update"]:
        sys.exit("python -m tests.render.golden update [part of a name …]")
    update(sys.argv[2:])
