"""The pages on which a match is put together: which game, then against whom and how. They hold nothing but buttons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bot.clocks.pace import NO_CLOCK, PRESETS, stored
from bot.commands.common import chosen_pace, pace_label, stored_pace
from bot.commands.opening import Opening, Teams, chosen_way, open_match, read, usual_way, ways, who_plays
from bot.interactions import refusals, replies
from bot.interactions.places import in_dm, must_be_at_home
from bot.interactions.services import Request
from bot.limits import CUSTOM_ID, SELECT_OPTIONS, cut
from bot.matches import computers
from bot.matches.loaded import LoadedMatch
from bot.matches.refusals import Refusal
from bot.panels import components
from bot.panels.components import LESSON, People, Pressed
from bot.panels.face import AnyFace
from bot.panels.model import AnyView, Button, Option, Panel, Picture, Press, Select
from bot.panels.widgets import button, option, rows_of
from bot.texts import match as texts
from bot.texts import time as times
from bot.texts.phrases import LANGUAGES, Phrases
from games.api import MatchOption, new_options
from games.computers import OFFERED, computers_of
from games.draws import Draws
from games.messages import Message
from render.shelf import draw_shelf

ACTION_ID: Final = "new"
SEND: Final = "=go"
"""The last token of the button that opens the match."""
MOST_NAMED: Final = 3
"""How many opponents a page can carry in its buttons."""
NUMBERS: Final = (0, 1, 2, 4, 8, 12, 24, 30, 60, 120)
"""What is offered of options that are numbers."""
MOVES: Final = 40
"""So many actions stand on a picture of a game."""


async def pressed(request: Request, pressed: Pressed) -> None:
    """Show a page, or open the match that was put together. Raises `Refusal`."""
    *tokens, last = pressed.press.tokens or ("",)
    sent = last == SEND
    try:
        opening = read(tokens if sent else pressed.press.tokens, request.services.faces)
    except ValueError as fault:
        raise Refusal(texts.OLD_BUTTON) from fault
    opening, bots = _people_only(request, opening)
    if not sent or bots:
        await show(request, opening, bots=bots)
        return
    face = _face(request, opening)
    try:
        told = await open_match(request, face, opening, _way(face, opening))
    except Refusal as refusal:
        await show(request, opening, note=refusals.sentence(request.say, refusal))
        return
    await replies.answer(request.interaction, told)


async def pressed_in_match(request: Request, match: LoadedMatch, pressed: Pressed) -> None:
    """Show the page for another match of the same game."""
    await show(request, Opening(match.face.group))


def _people_only(request: Request, opening: Opening) -> tuple[Opening, bool]:
    """Return the opening without bots among those just chosen, and whether there were any; note the others' names."""
    data: Any = request.interaction.data or {}
    users = data.get("resolved", {}).get("users", {}) if isinstance(data.get("resolved"), dict) else {}
    bots = {int(number) for number, user in users.items() if user.get("bot")}
    left = tuple(user for user in opening.opponents if user not in bots)
    return replace(opening, opponents=left), bool(bots)


async def show(request: Request, opening: Opening, *, note: str = "", bots: bool = False) -> None:
    """Show the page for what has been said so far: which game, or how. Raises `Refusal`."""
    must_be_at_home(request.interaction)
    if opening.pace:
        stored_pace(opening.pace)
    say, direct = request.say, in_dm(request.interaction)
    if bots:
        note = _about_bots(say, request.services.faces, opening)
    studio = request.services.studio
    if not opening.group:
        faces = {n: f for n, f in request.services.faces.items() if not direct or computers_of(f.game) is not None}
        panel = which(say, faces, opening)
        picture = await studio.draw(shelf, say, tuple(faces.values()))
        view = components.view(LESSON, panel.rows)
        await replies.answer(request.interaction, texts.lines(note, panel.text), picture=picture, view=view)
        return
    face = _face(request, opening)
    if direct:
        opening = _alone(face, opening)
    text = texts.lines(note, await _described(request, face, opening))
    panel = how(say, face, opening, await _named(request, opening), direct=direct)
    people = None
    if not direct:
        most = max(way.room for way in ways(face.game))
        chosen = tuple(opening.opponents[:most])
        label = say("Opponent; leave empty to let anybody join")
        people = People(label, _press(replace(opening, opponents=())), min(most, MOST_NAMED), chosen)
    view = components.view(LESSON, panel.rows, people=people)
    picture = await studio.draw(specimen, say, face)
    await replies.answer(request.interaction, text, picture=picture, view=view)


def _alone(face: AnyFace, opening: Opening) -> Opening:
    """Return an opening as it is in direct messages: against the computer, the easiest where no level is chosen."""
    known = computers_of(face.game)
    level = opening.computer or (known.levels[0] if known is not None else "")
    return replace(opening, opponents=(), ally=None, private=False, pace="", computer=level, rated=False)


def _about_bots(say: Phrases, faces: Mapping[str, AnyFace], opening: Opening) -> str:
    """Return what is said to somebody who has chosen a bot as an opponent."""
    able = [face for face in faces.values() if computers_of(face.game) is not None]
    if any(face.group == opening.group for face in able):
        return say("Choose how strong the computer plays below.")
    games = say.every([say.message(face.game.title) for face in able])
    return say("The computer plays {games}. Choose that game, then how strong it plays.", games=games)


def which(say: Phrases, faces: Mapping[str, AnyFace], opening: Opening) -> Panel:
    """Return the question which game is to be played, with all that was said before."""
    buttons = [
        button(say.message(face.game.title), _press(opening.of(face.group)), style="primary") for face in faces.values()
    ]
    return Panel(f"**{say('Which game do you want to play?')}**", rows_of(buttons))


def how(say: Phrases, face: AnyFace, opening: Opening, opponents: Sequence[str], *, direct: bool = False) -> Panel:
    """Return the choices for a match of a game: pace, thread, language, and what the game has of its own.

    `direct`: in direct messages there is neither a thread nor anybody who waits.
    """
    if opponents:
        label = say("Challenge {players}", players=say.every(opponents))
    else:
        label = say("Play") if opening.computer else say("Open it to anybody")
    bottom = (
        button(label, _press(opening, SEND), style="success"),
        button(say("Other games"), _press(opening.of(""))),
        *_computers(say, face, opening, needed=direct),
    )
    variants = tuple(_variants(say, face, opening))
    own = (Select(say("Variants of {game}", game=face.game.title), variants[:SELECT_OPTIONS]),) if variants else ()
    if direct:
        return Panel("", (Select(say("Language"), tuple(_languages(say, opening))), *own, bottom))
    return Panel("", (_paces(say, opening), _where(say, opening), *own, bottom))


def _computers(say: Phrases, face: AnyFace, opening: Opening, *, needed: bool) -> Iterator[Button]:
    """Yield a button for each level of the game's computer players; pressed once more it lets people in again.

    Not so where a computer is `needed`.
    """
    known = computers_of(face.game)
    for level in known.levels if known is not None else ():
        chosen = level == opening.computer
        press = _press(replace(opening, computer="" if chosen and not needed else level, rated=False))
        yield button(say("Computer: {level}", level=OFFERED[level]), press, style="primary" if chosen else "secondary")


def _press(opening: Opening, *more: str) -> Press:
    """Return the press that shows an opening, or sends it. Raises `Refusal` where it is too long for a button."""
    press = Press(ACTION_ID, (*opening.tokens, *more))
    if len(components.option_value(press)) > CUSTOM_ID - len(f"b:{LESSON}:{ACTION_ID}:00::"):
        raise Refusal(
            Message(
                "That is more than buttons can hold; use `/{group} new`, which has all options.", group=opening.group
            )
        )
    return press


def _paces(say: Phrases, opening: Opening) -> Select:
    lines = [
        option(pace_label(say, name), _press(replace(opening, pace=name)), chosen=opening.pace == name)
        for name in (*PRESETS, NO_CLOCK)
    ]
    return Select(say("Pace"), tuple(lines))


def _where(say: Phrases, opening: Opening) -> Select:
    """Return the choice who can look on, whether it is rated, and of the language of the match."""
    seen = (
        say("A thread that everybody can read") if opening.private else say("A private thread, for the players alone")
    )
    lines = [
        option(seen, _press(replace(opening, private=not opening.private, rated=False))),
        *_rated(say, opening),
        *_languages(say, opening),
    ]
    return Select(say("Thread, rating, language"), tuple(lines))


def _rated(say: Phrases, opening: Opening) -> Iterator[Option]:
    """Yield the other answer to whether the match is rated, where it can be."""
    if not opening.private and not opening.computer:
        label = say("Not rated") if opening.rated else say("Rated: the result moves ratings")
        yield option(label, _press(replace(opening, rated=not opening.rated)))


def _languages(say: Phrases, opening: Opening) -> Iterator[Option]:
    for language, name in LANGUAGES.items():
        if language != opening.language:
            yield option(say("Language: {language}", language=name), _press(replace(opening, language=language)))


def _variants(say: Phrases, face: AnyFace, opening: Opening) -> Iterator[Option]:
    """Yield the teams and options of the game itself, each with every other value that it may have."""
    every = list(ways(face.game))
    for way in every if len(every) > 1 else ():
        if way.id != opening.teams:
            yield option(say.message(way.title), _press(replace(opening, teams=way.id)))
    if opening.computer:
        other = Message("no") if opening.resigns else Message("yes")
        label = say("{option}: {value}", option=say("The computer gives up"), value=other)
        about = say("When it has had next to no chance for two turns")
        yield option(label, _press(replace(opening, resigns=not opening.resigns)), about)
    for declared in face.game.match_options:
        now = opening.options.get(declared.name, declared.default)
        for value, title in _values(declared):
            if value != now:
                label = say("{option}: {value}", option=declared.title, value=title)
                yield option(label, _press(opening.with_option(declared.name, value)), say.message(declared.help))


def _values(declared: MatchOption) -> Iterator[tuple[Any, Message | str]]:
    if isinstance(declared.default, bool):
        yield from ((True, Message("yes")), (False, Message("no")))
    elif isinstance(declared.default, int) and declared.bounds:
        least, most = declared.bounds
        yield from ((number, str(number)) for number in NUMBERS if least <= number <= most)
    else:
        yield from declared.titles


async def _described(request: Request, face: AnyFace, opening: Opening) -> str:
    """Return what has been put together so far."""
    say, game = request.say, face.game
    opponents = await _named(request, opening)
    alone = opening.computer and not opponents and opening.ally is None
    pace = await chosen_pace(request, opening.pace or (NO_CLOCK if alone else None))
    unusual = chosen_way(game, opening.teams) if opening.teams else None
    return texts.lines(
        f"**{say('A match of {game}', game=game.title)}**",
        _against(say, face, opening, opponents),
        times.pace(say, stored(pace)),
        texts.rated(say) if opening.rated else "",
        say("Its thread is private; moderators of the server can still look in.") if opening.private else "",
        say("Language: {language}", language=LANGUAGES[opening.language]) if opening.language in LANGUAGES else "",
        texts.teams(say, unusual.formation, drawn=unusual.drawn) if unusual is not None else "",
        texts.options(say, game.match_options, opening.options),
    )


def _against(say: Phrases, face: AnyFace, opening: Opening, opponents: Sequence[str]) -> str:
    """Return who else plays, as far as that is known."""
    named = say("Against {players}.", players=say.every(opponents)) if opponents else ""
    known = computers_of(face.game)
    if opening.computer and known is not None:
        character = say.message(dict(known.characters)[opening.computer])
        names = [f"**{computers.titled(say, user)}**" for user in _playing(face, opening)]
        seated = say("The computer plays every other seat: {players}.", players=say.every(names)) if names else ""
        gives_up = say("It gives up when it has no chance left.") if opening.resigns else ""
        return " ".join(part for part in (named, seated, character, gives_up) if part)
    return named or say("Whoever wants to can join.")


def _playing(face: AnyFace, opening: Opening) -> list[int]:
    """Return the computer players of a match; nobody where it cannot be opened so, as opening it will say."""
    try:
        return [user for user in who_plays(face, opening, _way(face, opening)) if computers.is_computer(user)]
    except Refusal:
        return []


async def _named(request: Request, opening: Opening) -> list[str]:
    return [await request.services.names.of(request.say, user) for user in opening.opponents]


def _way(face: AnyFace, opening: Opening) -> Teams:
    """Return how the players sit down. Raises `Refusal` where they cannot."""
    if opening.teams:
        return chosen_way(face.game, opening.teams)
    return usual_way(face, len(opening.opponents))


def _face(request: Request, opening: Opening) -> AnyFace:
    return next(face for face in request.services.faces.values() if face.group == opening.group)


# pictures: what a match of each game looks like


@cache
def _middle(face: AnyFace) -> AnyView:
    """Return what everybody sees in the middle of a match that is always the same."""
    game, at = face.game, 0
    draws, picks = (Draws(hashlib.sha256(f"{game.name} {what}".encode()).digest()) for what in ("match", "picks"))
    state = game.new(game.formations[0], new_options(game, {}))
    for _ in range(MOVES):
        choice = game.choices(state)[0]
        usual = face.quick_start(game.view(state, choice.seat), choice, False)
        legal = [usual] if usual is not None else game.legal(state, choice.seat, choice.key)
        index, at = picks.below(at, len(legal))
        after = game.apply(state, choice.seat, legal[index], draws).state
        if game.result(after) is not None:
            break
        state = after
    view: AnyView = game.view(state, None)
    return view


def specimen(say: Phrases, face: AnyFace) -> Picture:
    """Draw what a match of a game looks like."""
    board = face.pictures.board(say, _middle(face), (), {})
    return replace(board, alt=cut(say("A match of {game}", game=face.game.title), 1000))


def shelf(say: Phrases, faces: tuple[AnyFace, ...]) -> Picture:
    """Draw what matches of all games look like, beside each other."""
    titles = [say.message(face.game.title) for face in faces]
    boards = [face.pictures.board(say, _middle(face), (), {}).data for face in faces]
    data = draw_shelf(list(zip(titles, boards, strict=True)))
    return Picture(
        data, "games.png", say("What a match looks like, from left to right: {games}.", games=say.every(titles))
    )
