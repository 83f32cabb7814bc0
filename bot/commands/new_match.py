"""`/match new` opens a match of any game as it is usually played; `/GAME new` has the teams and options of one game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.common import chosen_pace, languages, localized, pace_choices
from bot.interactions import membership, replies
from bot.interactions.actions import begin
from bot.interactions.places import channel_for
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.lobby import Wish
from bot.matches.refusals import Refusal
from bot.panels.face import AnyFace
from games.api import Formation, Game, MatchOption
from games.messages import Message

DRAWN: Final = "-drawn"
"""What follows a formation's id where the teams are drawn."""
MOST_SEATS: Final = 8
"""The most seats of any formation: so many players can be named."""
HELP: Final = {
    "game": locale_str("What to play; teams and variants are options of each game's own command `new`"),
    "opponent": locale_str("Your opponent; leave empty to let anybody join"),
    "opponent2": locale_str("Another opponent, if more than two play"),
    "opponent3": locale_str("Another opponent, if four play and you name no ally"),
    **{f"opponent{number}": locale_str("Another opponent, if more than two play") for number in range(4, MOST_SEATS)},
    "teams": locale_str("Number of players and teams; leave empty to match the players you name"),
    "ally": locale_str("Your partner, if you play in a team"),
    "pace": locale_str("How much time everybody has: choose, or type such as 3d+12h"),
    "private": locale_str("Play in a private thread that only the players can see"),
    "language": locale_str("The language of the match; leave empty for the server's"),
}
"""The options that all games share: no option of a game may have one of these names."""
OPPONENTS: Final = ("opponent", *(f"opponent{number}" for number in range(2, MOST_SEATS)))

Given = Mapping[str, Any]
"""The options that somebody has given; those that were left out are missing or `None`."""
New = app_commands.Command[Any, ..., None]


@dataclass(frozen=True, slots=True)
class Teams:
    """A way to sit down, as the option `teams` offers it."""

    formation: Formation
    drawn: bool

    @property
    def id(self) -> str:
        """Return the value of the choice."""
        return self.formation.id + DRAWN * self.drawn

    @property
    def title(self) -> Message:
        """Return the name of the choice."""
        if self.drawn:
            return Message("{formation}, teams drawn", formation=self.formation.title)
        return self.formation.title

    @property
    def room(self) -> int:
        """Return how many opponents whoever opens the match can name."""
        seats = range(1, self.formation.seats)
        return sum(1 for seat in seats if self.drawn or not self.formation.allied(0, seat))


def ways(game: Game[Any]) -> Iterator[Teams]:
    """Yield all ways to sit down to a game; teams of several may be drawn."""
    for formation in game.formations:
        yield Teams(formation, drawn=False)
        if len(set(formation.teams)) < formation.seats:
            yield Teams(formation, drawn=True)


def new_command(faces: Mapping[str, AnyFace]) -> New:
    """Return `/match new`: any game, as it is usually played."""
    games = [face.game for face in faces.values()]

    async def new(interaction: discord.Interaction, **given: Any) -> None:
        """Open a match; everything public is posted by its jobs."""
        face = faces[given["game"]]
        await open_match(interaction, face.game, given, lambda named: usual_way(face, named))

    named = [_parameter(name, discord.User | None) for name in _opponents(games)]
    choices = {"game": [app_commands.Choice(name=localized(game.title), value=game.name) for game in games]}
    return _command(new, [_parameter("game", str, needed=True), *named], choices, {})


def own_new_command(game: Game[Any]) -> New:
    """Return the command `new` of a game's own group, with its teams and options."""
    every = list(ways(game))
    first, *more = _opponents([game])

    async def new(interaction: discord.Interaction, **given: Any) -> None:
        """Open a match; everything public is posted by its jobs."""
        alone = given.get("ally") is None
        await open_match(interaction, game, given, lambda named: chosen_way(game, given.get("teams"), named * alone))

    parameters = [_parameter(first, discord.User | None)]
    choices: dict[str, list[app_commands.Choice[str]]] = {}
    if len(every) > 1:
        parameters.append(_parameter("teams", str | None))
        choices["teams"] = [app_commands.Choice(name=localized(way.title), value=way.id) for way in every]
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
    return _command(new, parameters, choices, {option.name: localized(option.help) for option in game.match_options})


def _command(
    new: Callable[..., Any],
    parameters: Sequence[Parameter],
    choices: Mapping[str, list[app_commands.Choice[str]]],
    helps: Mapping[str, locale_str],
) -> New:
    """Return the command with these parameters, and behind them those that every match has."""
    interaction = _parameter("interaction", discord.Interaction, needed=True)
    behind = [_parameter("pace", str | None), _parameter("private", bool | None), _parameter("language", str | None)]
    new.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # discord.py asks `inspect` for it
        [interaction, *parameters, *behind]
    )
    described = {
        parameter.name: helps.get(parameter.name) or HELP[parameter.name] for parameter in (*parameters, *behind)
    }
    app_commands.describe(**described)(new)
    app_commands.choices(**choices, language=languages())(new)
    app_commands.autocomplete(pace=pace_choices)(new)
    describe = locale_str("Challenge somebody, or open a match for whoever joins")
    return app_commands.Command(name="new", description=describe, callback=new)


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


async def open_match(
    interaction: discord.Interaction, game: Game[Any], given: Given, way_for: Callable[[int], Teams]
) -> None:
    """Open a match as it was asked for. `way_for` gets the number of opponents that are named. Raises `Refusal`."""
    request = await begin(interaction)
    private = bool(given.get("private"))
    place = channel_for(interaction, private=private)
    assert interaction.guild_id is not None
    await membership.must_be_welcome(request, interaction.user, interaction.guild_id, place.id)
    await request.services.servers.must_have_room(interaction.guild_id, request.user)
    way = way_for(sum(given.get(name) is not None for name in OPPONENTS))
    others = _others(request, way, given)
    wish = Wish(
        game=game.name,
        formation=way.formation.id,
        language=given.get("language") or await _language(request),
        creator=request.user,
        opponents=others,
        options=chosen_options(game, given),
        private=private,
        guild_id=interaction.guild_id,
        channel_id=place.id,
        drawn=way.drawn,
        pace=await chosen_pace(request, given.get("pace")),
    )
    request.services.limits.must(request.user, "matches")
    match_id = await request.services.lobby.new(wish, interaction_id=interaction.id)
    await replies.tell(interaction, await _on_its_way(request, match_id, others, private=private))


async def _language(request: Request) -> str:
    interaction = request.interaction
    assert interaction.guild_id is not None
    locale = str(interaction.guild_locale) if interaction.guild_locale is not None else None
    return await request.services.languages.for_match(interaction.guild_id, locale)


def usual_way(face: AnyFace, named: int) -> Teams:
    """Return the usual way to sit down to a game, or the one in which as many as are named play each alone.

    Raises `Refusal` where those who are named do not fit: only the game's own command knows what was meant.
    """
    way = chosen_way(face.game, None, named)
    if named > way.room:
        raise Refusal(
            Message(
                "As {game} is usually played there is no room for so many opponents; `/{group} new` lets you choose "
                "the teams.",
                game=face.game.title,
                group=face.group,
            )
        )
    return way


def chosen_way(game: Game[Any], teams: str | None, opponents: int = 0) -> Teams:
    """Return the formation that was chosen. Raises `Refusal` for teams that the game does not have.

    Where nothing is chosen, that is as usual, or each alone where more are named than there are seats then.
    """
    every = list(ways(game))
    if teams is None:
        if opponents < every[0].formation.seats:
            return every[0]
        return next((way for way in every if seating.each_alone(way.formation, 1 + opponents)), every[0])
    chosen = next((way for way in every if way.id == teams), None)
    if chosen is None:
        raise Refusal(Message("{game} has no such teams; choose others, or leave `teams` out.", game=game.title))
    return chosen


def chosen_options(game: Game[Any], given: Given) -> dict[str, Any]:
    """Return the game's own options that were given; the lobby checks them."""
    return {option.name: given[option.name] for option in game.match_options if given.get(option.name) is not None}


def _others(request: Request, way: Teams, given: Given) -> tuple[int | None, ...]:
    """Return the user ids for the other seats, `None` for open ones. Raises `Refusal`."""
    ally = given.get("ally")
    opponents = [user for name in OPPONENTS if (user := given.get(name)) is not None]
    named = [*([ally] if ally is not None else []), *opponents]
    if any(user.bot for user in named):
        raise Refusal(Message("Bots cannot play."))
    for user in named:
        request.services.names.note(user)
    partner = ally.id if ally is not None else None
    return seating.others(way.formation, partner, [user.id for user in opponents], drawn=way.drawn)


async def _on_its_way(request: Request, match_id: str, others: Sequence[int | None], *, private: bool) -> str:
    say, names = request.say, request.services.names
    whom = [await names.of(say, user) for user in others if user is not None]
    whom += [say("whoever joins")] if None in others else []
    sentence = say(
        "Your challenge to {players} is on its way (match `{match}`).", players=say.every(whom), match=match_id
    )
    note = say("Its thread is private; moderators of the server can still look in.") if private else ""
    return f"{sentence} {note}".rstrip()
