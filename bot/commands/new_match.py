"""`/match new`: its options are made from what the games declare, their formations and their own options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.commands.options import chosen_pace, languages, localized, pace_choices
from bot.commands.server import must_be_welcome
from bot.interactions import replies
from bot.interactions.actions import begin
from bot.interactions.places import channel_for
from bot.interactions.services import Request
from bot.matches import seating
from bot.matches.lobby import Wish
from bot.matches.refusals import Refusal
from bot.panels.face import AnyFace
from games.api import BadNotation, Formation, Game, MatchOption
from games.messages import Message

DRAWN: Final = "-drawn"
"""What follows a formation's id where the teams are drawn."""
OPPONENTS: Final = (
    ("opponent", locale_str("Your opponent; leave empty to let anybody join")),
    ("opponent2", locale_str("Another opponent, if more than two play")),
    ("opponent3", locale_str("Another opponent, if four play and you name no ally")),
)
HELP: Final = {
    "game": locale_str("What to play"),
    "teams": locale_str("How many play, and who with whom; leave empty for what fits those you name"),
    "ally": locale_str("Your partner, if you play in a team"),
    "pace": locale_str("How much time everybody has: choose, or type such as 3d+12h"),
    "private": locale_str("Play in a private thread that only the players can see"),
    "language": locale_str("The language of the match; leave empty for the server's"),
    **dict(OPPONENTS),
}

Given = Mapping[str, Any]
"""The options that somebody has given; those that were left out are missing or `None`."""
New = Callable[..., Coroutine[Any, Any, None]]


@dataclass(frozen=True, slots=True)
class Teams:
    """A way to sit down, as the option `teams` offers it."""

    formation: Formation
    drawn: bool

    @property
    def id(self) -> str:
        """The value of the choice."""
        return self.formation.id + DRAWN * self.drawn

    @property
    def title(self) -> Message:
        """The name of the choice."""
        if self.drawn:
            return Message("{formation}, teams drawn", formation=self.formation.title)
        return self.formation.title


def ways(game: Game[Any]) -> Iterator[Teams]:
    """All ways to sit down to a game; teams of several may be drawn."""
    for formation in game.formations:
        yield Teams(formation, drawn=False)
        if len(set(formation.teams)) < formation.seats:
            yield Teams(formation, drawn=True)


def options_of(games: Sequence[Game[Any]]) -> dict[str, MatchOption]:
    """The options of all games by their names; where several have one of a name, the first one's texts are shown."""
    found: dict[str, MatchOption] = {}
    for game in games:
        for option in game.match_options:
            known = found.setdefault(option.name, option)
            if type(known.default) is not type(option.default):
                raise ValueError(f"games differ in what the option {option.name} is")
    return found


def new_command(faces: Mapping[str, AnyFace]) -> app_commands.Command[Any, ..., None]:
    """The command `new` for these games."""
    games = [face.game for face in faces.values()]
    declared = options_of(games)

    async def new(interaction: discord.Interaction, **given: Any) -> None:
        """Open a match; everything public is posted by the outbox."""
        await open_match(interaction, faces[given["game"]].game, given)

    new.__signature__ = _signature(games, declared)  # type: ignore[attr-defined]  # discord.py asks `inspect` for it
    completed = app_commands.autocomplete(pace=pace_choices)
    described = app_commands.describe(**HELP, **{name: localized(o.help) for name, o in declared.items()})
    chosen = app_commands.choices(**_choices(games, declared))
    describe = locale_str("Challenge somebody, or open a match for whoever joins")
    return app_commands.command(name="new", description=describe)(completed(described(chosen(new))))


def _signature(games: Sequence[Game[Any]], declared: Mapping[str, MatchOption]) -> inspect.Signature:
    """The parameters that discord.py makes the options of the command from, in their order."""
    most = max(formation.seats for game in games for formation in game.formations)
    people = [name for name, _ in OPPONENTS[: most - 1]]
    first, more = people[0], people[1:]
    return inspect.Signature(
        [
            _parameter("interaction", discord.Interaction, needed=True),
            _parameter("game", str, needed=True),
            _parameter(first, discord.User | None),
            _parameter("teams", str | None),
            _parameter("ally", discord.User | None),
            *(_parameter(name, discord.User | None) for name in more),
            *(_parameter(name, _kind(option)) for name, option in declared.items()),
            _parameter("pace", str | None),
            _parameter("private", bool | None),
            _parameter("language", str | None),
        ]
    )


def _parameter(name: str, kind: Any, *, needed: bool = False) -> inspect.Parameter:
    default = inspect.Parameter.empty if needed else None
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind)


def _kind(option: MatchOption) -> Any:
    """What may be given for an option; nothing where it is left out, so that a foreign option is noticed."""
    if isinstance(option.default, bool):
        return bool | None
    if isinstance(option.default, int):
        return (app_commands.Range[int, *option.bounds] if option.bounds else int) | None
    return str | None


def _choices(
    games: Sequence[Game[Any]], declared: Mapping[str, MatchOption]
) -> dict[str, list[app_commands.Choice[str]]]:
    teams = {way.id: way.title for game in games for way in ways(game)}
    return {
        "game": [app_commands.Choice(name=localized(game.title), value=game.name) for game in games],
        "teams": [app_commands.Choice(name=localized(title), value=value) for value, title in teams.items()],
        "language": languages(),
        **{
            name: [app_commands.Choice(name=localized(title), value=value) for value, title in option.choices]
            for name, option in declared.items()
            if option.choices
        },
    }


async def open_match(interaction: discord.Interaction, game: Game[Any], given: Given) -> None:
    """Open a match as it was asked for. Raises `Refusal`."""
    request = await begin(interaction)
    private = bool(given.get("private"))
    place = channel_for(interaction, private=private)
    await must_be_welcome(request, place.id)
    named = sum(given.get(name) is not None for name, _ in OPPONENTS)
    way = chosen_way(game, given.get("teams"), 0 if given.get("ally") is not None else named)
    options = chosen_options(game, given, foreign=_foreign(request, game))
    others = _others(request, way, given)
    assert interaction.guild_id is not None
    wish = Wish(
        game=game.name,
        formation=way.formation.id,
        language=given.get("language") or await _language(request),
        creator=request.user,
        opponents=others,
        options=options,
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


def chosen_way(game: Game[Any], teams: str | None, opponents: int = 0) -> Teams:
    """How the players sit down; left out, as it is usual, or each alone where more are named than there are seats then.

    Raises `Refusal` for teams that the game does not have.
    """
    found = list(ways(game))
    if teams is None:
        if opponents < found[0].formation.seats:
            return found[0]
        return next((one for one in found if seating.each_alone(one.formation, 1 + opponents)), found[0])
    way = next((one for one in found if one.id == teams), None)
    if way is None:
        raise Refusal(Message("{game} has no such teams; choose others, or leave `teams` out.", game=game.title))
    return way


def _foreign(request: Request, game: Game[Any]) -> set[str]:
    """The names of options that only other games have."""
    every = options_of([face.game for face in request.services.faces.values()])
    return set(every) - {option.name for option in game.match_options}


def chosen_options(game: Game[Any], given: Given, *, foreign: set[str]) -> dict[str, Any]:
    """The options of the match, as far as they were given. Raises `Refusal` for those that the game does not have."""
    if strange := sorted(name for name in foreign if given.get(name) is not None):
        raise Refusal(Message("{game} has no option `{option}`; leave it out.", game=game.title, option=strange[0]))
    found: dict[str, Any] = {}
    for option in game.match_options:
        value = given.get(option.name)
        if value is not None:
            found[option.name] = _checked(game, option, value)
    return found


def _checked(game: Game[Any], option: MatchOption, value: Any) -> Any:
    """A value that the game can take: another game's option of the same name may allow more."""
    if option.choices and value not in dict(option.choices):
        raise Refusal(Message("{game} has no such `{option}`.", game=game.title, option=option.name))
    if option.bounds is not None and not option.bounds[0] <= value <= option.bounds[1]:
        least, most = option.bounds
        told = Message("`{option}` can be from {least} to {most}.", option=option.name, least=least, most=most)
        raise Refusal(told)
    if option.form is not None:
        try:
            return option.form(value)
        except BadNotation as fault:
            raise Refusal(fault.message) from fault
    return value


def _others(request: Request, way: Teams, given: Given) -> tuple[int | None, ...]:
    """Who takes the other seats, `None` for open ones. Raises `Refusal`."""
    ally = given.get("ally")
    opponents = [user for name, _ in OPPONENTS if (user := given.get(name)) is not None]
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
    told = say("Your challenge to {players} is on its way (match `{match}`).", players=say.every(whom), match=match_id)
    note = say("Its thread is private; moderators of the server can still look in.") if private else ""
    return f"{told} {note}".rstrip()
