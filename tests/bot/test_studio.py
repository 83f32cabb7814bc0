"""Pictures that are drawn once."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.matches.commits import DM, user_job
from bot.metrics import REGISTRY
from bot.panels.model import Picture
from bot.people.names import SeatNames
from bot.publish.studio import Studio
from tests.bot.driving import first_turn
from tests.bot.world import world


@dataclass(frozen=True)
class View:
    """Something that a picture is drawn from."""

    reader: int | None
    tiles: tuple[str, ...] = ()


class Painter:
    """Draws pictures of ten bytes and counts them."""

    def __init__(self) -> None:
        self.drawn: list[Any] = []

    def board(self, *given: Any) -> Picture:
        self.drawn.append(given)
        return Picture(b"0123456789", "board.png", str(len(self.drawn)))

    def words(self, *given: Any) -> str:
        self.drawn.append(given)
        return "words"


async def test_the_same_is_drawn_once() -> None:
    studio, painter = Studio(), Painter()
    first = await studio.draw(painter.board, "en", View(0, ("pikeman",)), None)
    assert await studio.draw(painter.board, "en", View(0, ("pikeman",)), None) is first
    assert len(painter.drawn) == 1


async def test_the_same_names_are_the_same() -> None:
    def names(former: str = "") -> SeatNames:
        made = SeatNames({0: "Anna", 1: "Max"})
        made.former = ((3, 1, former),) if former else ()
        return made

    studio, painter = Studio(), Painter()
    for given in (names(), names(), names("Tina"), names("Bea"), names("Tina")):
        await studio.draw(painter.board, given)
    assert len(painter.drawn) == 3


async def test_a_panel_that_is_opened_again_is_not_drawn_again(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        match_id = await made.match()
        live = await made.live(match_id)
        drawn = []
        for _ in range(2):
            await made.press(made.anna, live, "play")
            drawn.append(REGISTRY.get_sample_value("arena_picture_seconds_count"))
        assert drawn[0] is not None
        assert drawn[0] == drawn[1]


async def test_a_panel_that_is_opened_after_a_direct_message_is_not_drawn_again(tmp_path: Path) -> None:
    async with world(tmp_path) as made:
        for actor in (made.anna, made.max):
            await actor.slash(made.channel, "settings dm", on=True)
        match_id, _, first, _ = await first_turn(made)
        match = await made.bot.matches.load(match_id)
        news, version = (user_job(DM, first.user.id, direct=True),), match.match.version
        await made.bot.store.jobs.add(match_id, news, now=made.bot.matches.clock(), version=version)
        made.bot.posts.wake()
        await made.settle()
        message = [m for m in first.user.dm_channel.history() if m.author.id == made.bot.user.id][-1]
        told = REGISTRY.get_sample_value("arena_picture_seconds_count")
        panel = (await made.press(first.user, message, "play")).response
        assert panel.attachments
        assert REGISTRY.get_sample_value("arena_picture_seconds_count") == told


async def test_whatever_differs_is_drawn() -> None:
    studio, painter = Studio(), Painter()
    given = [("en", View(0)), ("de", View(0)), ("en", View(1)), ("en", View(None)), ("en", View(0, ("x",))), ("en",)]
    pictures = [await studio.draw(painter.board, *one) for one in given]
    assert [picture.alt for picture in pictures] == ["1", "2", "3", "4", "5", "6"]
    other = Painter()
    await studio.draw(other.board, "en", View(0))
    assert len(other.drawn) == 1


async def test_what_cannot_be_compared_is_drawn_each_time() -> None:
    studio, painter = Studio(), Painter()
    for _ in range(2):
        await studio.draw(painter.board, ["a list"])
    for _ in range(2):
        assert await studio.draw(painter.words, "not only a picture") == "words"
    assert len(painter.drawn) == 4


async def test_the_oldest_are_forgotten() -> None:
    studio, painter = Studio(kept=25), Painter()
    for number in (1, 2, 1, 3):
        await studio.draw(painter.board, number)
    assert len(painter.drawn) == 3
    await studio.draw(painter.board, 1)
    assert len(painter.drawn) == 3
    await studio.draw(painter.board, 2)
    assert len(painter.drawn) == 4
