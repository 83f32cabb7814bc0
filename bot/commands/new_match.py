"""`/match new` opens a match of any game, and asks for what was not said; `/GAME new` has all options of one game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import Parameter
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands import new_pages
from bot.commands.common import languages, localized, pace_choices
from bot.commands.opening import Opening, Teams, chosen_options, chosen_way, open_match, usual_way, ways
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.places import in_dm
from bot.interactions.services import Request
from bot.matches.refusals import Refusal
from bot.matches.wishes import ON_SERVERS
from bot.panels.face import AnyFace
from games.api import Game, MatchOption
from games.computers import LEVELS, OFFERED, computers_of

MOST_SEATS: Final = 8
"""The most seats of any formation: so many players can be named."""
HELP: Final = {
    "game": locale_str("What to play; if left out, you choose with pictures. `new` of a game has all its variants"),
    "opponent": locale_str("Your opponent; leave empty to let anybody join"),
    "computer": locale_str("Let the computer play every seat for which you name nobody"),
    "resigns": locale_str("Let the computer give up when it has no chance left"),
    "opponent2": locale_str("Another opponent, if more than two play"),
    "opponent3": locale_str("Another opponent, if four play and you name no ally"),
    **{f"opponent{number}": locale_str("Another opponent, if more than two play") for number in range(4, MOST_SEATS)},
    "teams": locale_str("Number of players and teams; leave empty to match the players you name"),
    "ally": locale_str("Your partner, if you play in a team"),
    "pace": locale_str("How much time everybody has: choose, or type such as 3d+12h"),
    "private": locale_str("Play in a private thread that only the players can see"),
    "rated": locale_str("Whether the result moves your ratings; if left out, it does not"),
    "language": locale_str("The language of the match; leave empty for the server's"),
}
"""The options that all games share: no option of a game may have one of these names."""
OPPONENTS: Final = ("opponent", *(f"opponent{number}" for number in range(2, MOST_SEATS)))

Given = Mapping[str, Any]
"""The options that somebody has given; those that were left out are missing or `None`."""
New = app_commands.Command[Any, ..., None]


def new_command(faces: Mapping[str, AnyFace]) -> New:
    """Return `/match new`: any game, as it is usually played; without a game it asks which."""
    games = [face.game for face in faces.values()]

    async def new(interaction: discord.Interaction, **given: Any) -> None:
        """Open a match, or the pages on which one is put together."""
        request = await begin(interaction)
        face = faces[given["game"]] if given.get("game") is not None else None
        await _open(request, face, given, lambda face, opening: usual_way(face, len(opening.opponents)))

    first, *more = _opponents(games)
    named = [_parameter(name, discord.User | None) for name in more]
    choices = {"game": [app_commands.Choice(name=localized(game.title), value=game.name) for game in games]}
    choices["computer"] = _levels(LEVELS)
    before = [
        _parameter("game", str | None),
        _parameter(first, discord.User | None),
        _parameter("computer", str | None),
    ]
    return _command(new, before, named, choices, {})


def own_new_command(game: Game[Any]) -> New:
    """Return the command `new` of a game's own group, with its teams and options."""
    every = list(ways(game))
    first, *more = _opponents([game])

    async def new(interaction: discord.Interaction, **given: Any) -> None:
        """Open a match; everything public is posted by its jobs."""
        request = await begin(interaction)
        await _open(request, request.services.faces[game.name], given, _chosen)

    before, parameters = [_parameter(first, discord.User | None)], list[Parameter]()
    choices: dict[str, list[app_commands.Choice[str]]] = {}
    if len(every) > 1:
        parameters.append(_parameter("teams", str | None))
        choices["teams"] = [app_commands.Choice(name=localized(way.title), value=way.id) for way in every]
    if (known := computers_of(game)) is not None:
        before.append(_parameter("computer", str | None))
        choices["computer"] = _levels(known.levels)
    if any(way.drawn for way in every):
        parameters.append(_parameter("ally", discord.User | None))
    parameters += [_parameter(name, discord.User | None) for name in more]
    for option in game.match_options:
        if option.name in HELP:
            raise ValueError(f"{game.name}: the option {option.name} has a name that all games share")
        parameters.append(_parameter(option.name, _kind(option)))
        if option.choices:
            choices[option.name] = [
                app_commands.Choice(name=localized(title), value=value) for value, title in option.choices
            ]
    helps = {option.name: localized(option.help) for option in game.match_options}
    return _command(new, before, parameters, choices, helps)


def _chosen(face: AnyFace, opening: Opening) -> Teams:
    alone = opening.ally is None
    return chosen_way(face.game, opening.teams or None, len(opening.opponents) * alone)


async def _open(request: Request, face: AnyFace | None, given: Given, way: Callable[[AnyFace, Opening], Teams]) -> None:
    """Open the match that was asked for, or show the page that asks for what is missing. Raises `Refusal`."""
    named = [user for name in OPPONENTS if (user := given.get(name)) is not None]
    ally = given.get("ally")
    people = [user for user in (*named, ally) if user is not None]
    for user in people:
        request.services.names.note(user)
    opening = Opening(
        group=face.group if face is not None else "",
        opponents=tuple(user.id for user in named if not user.bot),
        ally=None if ally is None or ally.bot else ally.id,
        pace=given.get("pace") or "",
        private=bool(given.get("private")),
        language=given.get("language") or "",
        teams=given.get("teams") or "",
        computer=given.get("computer") or "",
        resigns=bool(given.get("resigns")),
        rated=bool(given.get("rated")),
        options={} if face is None else chosen_options(face.game, given),
    )
    direct = in_dm(request.interaction)
    if direct and not all(user.bot for user in people):
        raise Refusal(ON_SERVERS)
    if face is None or any(user.bot for user in people) or (direct and not opening.computer):
        await new_pages.show(request, opening, bots=any(user.bot for user in people))
        return
    await replies.tell(request.interaction, await open_match(request, face, opening, way(face, opening)))


def _command(
    new: Callable[..., Any],
    first: Sequence[Parameter],
    last: Sequence[Parameter],
    choices: Mapping[str, list[app_commands.Choice[str]]],
    helps: Mapping[str, locale_str],
) -> New:
    """Return the command with these parameters, and between them those that every match has."""
    interaction = _parameter("interaction", discord.Interaction, needed=True)
    shared = [_parameter("pace", str | None), _parameter("rated", bool | None)]
    shared += [_parameter("private", bool | None), _parameter("language", str | None)]
    if any(parameter.name == "computer" for parameter in first):
        shared.append(_parameter("resigns", bool | None))
    given = (*first, *shared, *last)
    new.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # discord.py asks `inspect` for it
        [interaction, *given]
    )
    described = {parameter.name: helps.get(parameter.name) or HELP[parameter.name] for parameter in given}
    app_commands.describe(**described)(new)
    app_commands.choices(**choices, language=languages())(new)
    app_commands.autocomplete(pace=pace_choices)(new)
    describe = locale_str("Challenge somebody, or open a match for whoever joins")
    return app_commands.Command(name="new", description=describe, callback=new)


def _levels(levels: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localized(OFFERED[level]), value=level) for level in levels]


def _opponents(games: Sequence[Game[Any]]) -> Sequence[str]:
    """Return the options for opponents: as many as the largest match of these games has room for.

    Raises `ValueError` where some of its players could not be named.
    """
    seats = max(formation.seats for game in games for formation in game.formations)
    if seats > MOST_SEATS:
        raise ValueError(f"{seats} seats are more than the {MOST_SEATS} that a command can name")
    return OPPONENTS[: seats - 1]


def _parameter(name: str, kind: Any, *, needed: bool = False) -> Parameter:
    default = Parameter.empty if needed else None
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)


def _kind(option: MatchOption) -> Any:
    """Return the type of what may be given for an option, which may be left out."""
    if isinstance(option.default, bool):
        return bool | None
    if isinstance(option.default, int):
        return (app_commands.Range[int, *option.bounds] if option.bounds else int) | None
    return str | None
