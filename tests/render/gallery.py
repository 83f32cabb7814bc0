"""The pictures in `docs/pictures`: ``python -m tests.render.gallery docs/pictures`` draws them anew."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image

from bot.monolith_arena import guide
from bot.monolith_arena.pages.setup import of_faction
from bot.texts.phrases import phrases
from games.api import Result
from games.monolith_arena.hexes import BY_NAME
from games.monolith_arena.tiles import FACTIONS, faction
from games.monolith_arena.view import Put, TileView
from render.labels import Labels
from render.monolith_arena import (
    Overlay,
    draw_board,
    draw_film,
    draw_result,
    draw_strip,
    draw_tiles,
    layout,
    slots,
)
from render.theme import PAGE
from tests.render import cups, views
from tests.render.test_films import staged
from tests.render.views import ENGLISH

SIMULATIONS = {
    "protanopia": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "deuteranopia": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "tritanopia": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
}
"""How colours look to people without red, green or blue receptors (Machado and others, 2009), on linear light."""
CHATS = ((49, 51, 56), (255, 255, 255))
"""The grounds of messages in Discord's dark and light themes."""


def _curve(power: float) -> list[int]:
    return [round(255 * (n / 255) ** power) for n in range(256)] * 3


def opened(data: bytes) -> Image.Image:
    """The picture in a file, in all its colours."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def simulated(picture: Image.Image, matrix: tuple[float, ...] = SIMULATIONS["deuteranopia"]) -> Image.Image:
    """The picture as people without one kind of receptors see it, by default those for green."""
    return picture.point(_curve(2.2)).convert("RGB", matrix).point(_curve(1 / 2.2))


def small(pictures: list[Image.Image]) -> Image.Image:
    """Pictures as wide as on a telephone, each on a dark and on a light ground."""
    sheet = Image.new("RGB", (460 * len(CHATS), 440 * len(pictures)))
    for across, ground in enumerate(CHATS):
        sheet.paste(ground, (across * 460, 0, across * 460 + 460, sheet.height))
        for down, picture in enumerate(pictures):
            sheet.paste(picture.resize((400, 400), Image.Resampling.LANCZOS), (across * 460 + 30, down * 440 + 20))
    return sheet


def row(pictures: list[Image.Image]) -> Image.Image:
    """Pictures as wide as on a telephone, side by side."""
    sheet = Image.new("RGB", (410 * len(pictures) - 10, 400), CHATS[0])
    for across, picture in enumerate(pictures):
        sheet.paste(picture.resize((400, 400), Image.Resampling.LANCZOS), (across * 410, 0))
    return sheet


def wide(picture: Image.Image) -> Image.Image:
    """A picture as wide as on a telephone."""
    return picture.resize((400, round(picture.height * 400 / picture.width)), Image.Resampling.LANCZOS)


def packed(picture: Image.Image, colours: int = 96) -> bytes:
    """A small file of a picture that is only looked at."""
    buffer = io.BytesIO()
    picture.quantize(colours, kmeans=2, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def facings(home: str, style: int) -> Image.Image:
    """All tiles of a faction that stand on the board, at every facing."""
    kinds = [tile for tile in faction(home).tiles if not tile.is_order]
    wide, high = layout.SLOT_WIDTH, layout.SLOT_HEIGHT
    sheet = Image.new("RGB", (12 * wide, -(-len(kinds) // 2) * high), PAGE)
    for n, tile in enumerate(kinds):
        for facing in range(tile.period):
            at = (n % 2 * 6 + facing) * wide, n // 2 * high
            sheet.paste(slots.tile_picture(TileView.printed(style, tile, facing), ENGLISH), at)
    return sheet


def together(sheets: list[Image.Image], share: float) -> Image.Image:
    """Sheets one below the other, smaller."""
    small = [s.resize((round(s.width * share), round(s.height * share)), Image.Resampling.LANCZOS) for s in sheets]
    whole = Image.new("RGB", (max(s.width for s in small), sum(s.height for s in small)), PAGE)
    top = 0
    for sheet in small:
        whole.paste(sheet, (0, top))
        top += sheet.height
    return whole


def gallery() -> dict[str, bytes]:
    """All pictures by the names of their files."""
    late = views.middle()
    board = opened(draw_board(late, ENGLISH, Overlay(marks=(12,))))
    stones = opened(draw_board(views.monoliths(), ENGLISH))
    grey = board.convert("L").convert("RGB")
    over = views.over(Result(((0,), (1,)), "hit_points"))
    frames = staged()
    turned = [facings(home, style) for style, home in enumerate(FACTIONS)]
    teams, named = opened(draw_board(views.quartet(), ENGLISH)), Labels.of(phrases("en"), {0: "Anna", 1: "Max"})
    still = opened(draw_strip(frames, ENGLISH))
    move = Put(views.on(0, views.A, "landsknecht"), BY_NAME["C4"])
    return {
        "board.png": packed(board, 128),
        "late_board_400.png": packed(small([board, simulated(board), grey]), 255),
        "late_board_deuteranopia.png": packed(simulated(board)),
        "late_board_grey.png": packed(grey, 32),
        "reserve.png": packed(opened(draw_board(views.holding(), named, Overlay((move,)), reserve=True)), 128),
        "monoliths.png": packed(stones, 128),
        "monoliths_400.png": packed(row([stones, simulated(stones), stones.convert("L").convert("RGB")]), 128),
        "unfolding.png": packed(opened(draw_board(views.unfolding(), ENGLISH)), 128),
        "teams.png": packed(teams, 128),
        "teams_400.png": packed(row([teams, simulated(teams), teams.convert("L").convert("RGB")]), 128),
        "empty.png": packed(opened(draw_board(views.view(), ENGLISH)), 64),
        "facings.png": packed(together(turned, 1), 128),
        "facings_400.png": packed(together(turned, 0.4), 128),
        "film_strip_400.png": packed(wide(still), 128),
        "film.gif": draw_film(frames, ENGLISH),
        "film_strip.png": packed(still),
        "result.png": packed(opened(draw_result(over, named)), 128),
    }


def specimen() -> dict[str, bytes]:
    """The sheets of symbols, and those of all tiles, each faction in the colours of another seat."""
    say, four = phrases("en"), views.quartet()
    sheets = {name: guide.drawn(say, sheet) for name, sheet in guide.SHEETS.items()}
    for seat, home in enumerate(FACTIONS):
        tiles = of_faction(say, replace(four, reader=seat), home)
        sheets[home] = draw_tiles(tiles, ENGLISH)
    return {f"specimen_{name}.png": packed(opened(data), 128) for name, data in sheets.items()}


def tournaments() -> dict[str, bytes]:
    """The table of a tournament, and a bracket whose second round is on."""
    names = dict(enumerate(("Anna", "Max", "Marion", "Łukasz", "Lin", "Otto", "Tina", "Michael"), 1))
    held = {
        "tournament_table.png": cups.played("swiss", 8, 3),
        "tournament_bracket.png": cups.played("single", 8, 5),
    }
    heads = {name: replace(whole, head=replace(whole.head, title="Autumn Cup")) for name, whole in held.items()}
    pictures = {name: cups.drawn(phrases("en"), whole, names) for name, whole in heads.items()}
    return {name: packed(opened(data)) for name, data in pictures.items()}


def compared(before: Path, now: dict[str, bytes]) -> bytes:
    """Pictures as wide as on a telephone: on the left what they were like, on the right what they are."""
    pairs = [
        [wide(Image.open(before / name).convert("RGB")), wide(opened(now[name]))]
        for name in ("board.png", "teams.png", "film_strip.png")
    ]
    sheet = Image.new("RGB", (810, sum(max(one.height for one in pair) + 10 for pair in pairs) - 10), CHATS[0])
    top = 0
    for pair in pairs:
        for across, one in enumerate(pair):
            sheet.paste(one, (across * 410, top))
        top += max(one.height for one in pair) + 10
    return packed(sheet, 255)


def main(folder: Path) -> None:
    """Write them, and beside them how they differ from what is kept in the folder `before`."""
    made = gallery() | specimen() | tournaments()
    if (folder / "before").is_dir():
        made["compared_400.png"] = compared(folder / "before", made)
    for name, data in made.items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
