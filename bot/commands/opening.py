"""Opening a match: what somebody has said so far about the one they want, and carrying it out."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.clocks.pace import NO_CLOCK
from bot.commands.common import chosen_pace
from bot.interactions import membership
from bot.interactions.places import channel_for, in_dm
from bot.interactions.services import Request
from bot.interactions.tokens import TOO_LARGE
from bot.matches import computers, seating
from bot.matches.refusals import Refusal
from bot.matches.wishes import Wish
from bot.panels import components
from bot.panels.face import AnyFace
from bot.texts.phrases import LANGUAGES
from games.api import Action, Formation, Game, MatchOption
from games.computers import LEVELS, computers_of
from games.messages import Message

DRAWN: Final = "-drawn"
"""The mark behind a formation's id where the teams are drawn."""
_DIGITS: Final = string.digits + string.ascii_lowercase


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


def chosen_options(game: Game[Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the game's own options that were given; the lobby checks them."""
    return {option.name: given[option.name] for option in game.match_options if given.get(option.name) is not None}


@dataclass(frozen=True, slots=True)
class Opening:
    """A match that is about to be opened, as far as it has been described; whatever is empty is as usual.

    Buttons carry it as tokens, so that nothing has to be kept for a form that nobody may ever send.
    """

    group: str = ""
    """The name of the game's command group."""
    opponents: tuple[int, ...] = ()
    ally: int | None = None
    pace: str = ""
    private: bool = False
    language: str = ""
    teams: str = ""
    computer: str = ""
    """The level of the computer players on all seats for which nobody is named; empty: whoever joins takes them."""
    resigns: bool = False
    """Whether those computer players give up when they have no chance left."""
    rated: bool = False
    """Whether the result moves ratings."""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tokens(self) -> Action:
        """Return this as tokens of a press; texts among the options are left out."""
        options = sorted((name, value) for name, value in self.options.items() if not _is_text(value))
        return (
            self.group or NO_GAME,
            *(f"{USER}{_short(user)}" for user in self.opponents),
            *([f"{ALLY}{_short(self.ally)}"] if self.ally is not None else []),
            *([f"{PACE}{self.pace}"] if self.pace else []),
            *([PRIVATE] if self.private else []),
            *([f"{LANGUAGE}{self.language}"] if self.language else []),
            *([f"{TEAMS}{self.teams}"] if self.teams else []),
            *([f"{COMPUTER}{self.computer}"] if self.computer else []),
            *([RESIGNS] if self.resigns else []),
            *([RATED] if self.rated else []),
            *(f"{OPTION}{name}={int(value) if isinstance(value, int) else value}" for name, value in options),
        )

    def of(self, group: str) -> Opening:
        """Return the same for a game; of another one nothing of its own is kept."""
        if group == self.group:
            return self
        return replace(self, group=group, teams="", computer="", resigns=False, options={}, ally=None)

    def with_option(self, name: str, value: Any) -> Opening:
        """Return the same with another value of one of the game's options."""
        return replace(self, options={**self.options, name: value})


NO_GAME: Final = "-"
USER, ALLY, PACE, PRIVATE, LANGUAGE, TEAMS, COMPUTER, RESIGNS, OPTION = "u", "a", "p", "s", "l", "t", "c", "r", "o"
RATED: Final = "e"
"""The first tokens of an opening; users who were just chosen stand there as `bot.panels.components.USER`."""


def read(tokens: Sequence[str], faces: Mapping[str, AnyFace]) -> Opening:
    """Return the opening that tokens stand for. Raises `ValueError` for any that this module never made."""
    group, *said = tokens or (NO_GAME,)
    face = next((face for face in faces.values() if face.group == group), None)
    if face is None and group != NO_GAME:
        raise ValueError(group)
    made = Opening(group if face is not None else "")
    for token in said:
        made = _with(made, token[:1], token[1:], face)
    return made


def _with(made: Opening, kind: str, rest: str, face: AnyFace | None) -> Opening:
    if kind in (USER, components.USER):
        return replace(made, opponents=(*made.opponents, _user(rest, 36 if kind == USER else 10)))
    if kind == ALLY:
        return replace(made, ally=_user(rest, 36))
    if kind == PRIVATE:
        return replace(made, private=True)
    if kind == RESIGNS:
        return replace(made, resigns=True)
    if kind == RATED:
        return replace(made, rated=True)
    if kind == OPTION and face is not None:
        name, _, value = rest.partition("=")
        option = next((option for option in face.game.match_options if option.name == name), None)
        if option is None:
            raise ValueError(name)
        return made.with_option(name, _value(option, value))
    if kind == PACE:
        return replace(made, pace=rest)
    if kind == LANGUAGE and rest in LANGUAGES:
        return replace(made, language=rest)
    if kind == TEAMS:
        return replace(made, teams=rest)
    if kind == COMPUTER and rest in LEVELS:
        return replace(made, computer=rest)
    raise ValueError(kind + rest)


def _user(text: str, base: int) -> int:
    user = int(text, base)
    if not 0 < user < TOO_LARGE:
        raise ValueError(text)
    return user


def _value(option: MatchOption, text: str) -> Any:
    if isinstance(option.default, bool):
        return bool(int(text))
    return int(text) if isinstance(option.default, int) else text


def _is_text(value: Any) -> bool:
    """Return True for a value that no token can hold."""
    return isinstance(value, str) and not value.replace("_", "").isalnum()


def _short(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits


async def open_match(request: Request, face: AnyFace, opening: Opening, way: Teams) -> str:
    """Open a match as it was asked for, and return what to tell whoever asked. Raises `Refusal`.

    Everything public is posted by the match's jobs.
    """
    interaction, bot = request.interaction, request.services
    direct = in_dm(interaction)
    place_id = interaction.channel_id if direct else channel_for(interaction, private=opening.private).id
    assert place_id is not None
    await membership.must_be_welcome(request, interaction.user, interaction.guild_id, place_id)
    await bot.servers.must_have_room(interaction.guild_id, request.user)
    others = who_plays(face, opening, way)
    alone = all(computers.is_computer(user) for user in others)
    wish = Wish(
        game=face.game.name,
        formation=way.formation.id,
        language=opening.language or await language_of(request),
        creator=request.user,
        opponents=others,
        options=dict(opening.options),
        private=opening.private or direct,
        guild_id=interaction.guild_id,
        channel_id=place_id,
        drawn=way.drawn,
        rated=opening.rated,
        pace=await chosen_pace(request, opening.pace or (NO_CLOCK if alone else None)),
    )
    await bot.limits.must_everywhere(request.user, "matches")
    await bot.lobby.new(wish, interaction_id=interaction.id)
    return await _on_its_way(request, others, opening)


def who_plays(face: AnyFace, opening: Opening, way: Teams) -> tuple[int | None, ...]:
    """Return who takes the other seats: who was named, then computer players or whoever joins. Raises `Refusal`."""
    others = seating.others(way.formation, opening.ally, list(opening.opponents), drawn=way.drawn)
    if not opening.computer:
        return others
    known, level = computers_of(face.game), opening.computer
    if known is None or level not in known.levels:
        raise Refusal(
            Message(
                "{game} has no computer players yet. Leave the opponent open, so that anybody can join.",
                game=face.game.title,
            )
        )
    taken: list[int | None] = list(others)
    for place, user in enumerate(taken):
        if user is None:
            taken[place] = computers.another(level, taken, resigns=opening.resigns)
    return tuple(taken)


async def language_of(request: Request) -> str:
    """Return the language of a match for which none is chosen: the server's, or that of who plays alone."""
    interaction = request.interaction
    if interaction.guild_id is None:
        return request.say.language
    locale = str(interaction.guild_locale) if interaction.guild_locale is not None else None
    return await request.services.languages.for_match(interaction.guild_id, locale)


async def _on_its_way(request: Request, others: Sequence[int | None], opening: Opening) -> str:
    say, names = request.say, request.services.names
    whom = [await names.of(say, user) for user in others if user is not None]
    whom += [say("whoever joins")] if None in others else []
    if in_dm(request.interaction):
        return say("Your match with {players} begins below.", players=say.every(whom))
    if all(computers.is_computer(user) for user in others):
        sentence = say("Your match with {players} begins; its thread opens here in a moment.", players=say.every(whom))
    else:
        sentence = say("Your challenge to {players} is on its way.", players=say.every(whom))
    note = say("Its thread is private; moderators of the server can still look in.") if opening.private else ""
    return f"{sentence} {note}".rstrip()
