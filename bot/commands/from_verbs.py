"""The slash commands of a game's moves, made from its verbs (`games.verbs`).

A command has the name of its verb and says what the verb's `help` says. Its options follow from what the tokens of the
verb mean (`Verb.parts`): a game says once for each part how its option is called, what it says of itself and how typed
text becomes tokens. What may come next is what the rules' own walk says; verbs that `confirm` ask before they are
carried out. A command makes the tokens of an action and nothing more.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from inspect import Parameter
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.commands.common import EVERYWHERE, INSTALLED, MATCH_HELP, localized
from bot.commands.new_match import own_new_command
from bot.interactions import actions, lookup
from bot.interactions.actions import Typed
from bot.matches.refusals import Refusal
from bot.panels import drafts
from bot.panels.drafts import Label
from bot.panels.model import SeatPerspective
from games.api import Action, Field, Game, GameError
from games.grammar import GameOfVerbs
from games.messages import Message
from games.verbs import Verb

Perspective = SeatPerspective[Any]
"""The player's match: one of the group's game (`lookup.perspective`), which is all that is known of it here."""
V = TypeVar("V")
Typings = Mapping[str, str | bool | None]
"""What was typed into the options, by their names; `None` for those that were left out."""
Made = app_commands.Command[Any, ..., None]

NOTHING: Final = "-"
"""The token of what was left out, or typed as nothing that a token could be."""
_SURE: Final = Message("Do it at once; if left out, you see what would follow and are asked")
_INTERACTION: Final = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=discord.Interaction)
_MATCH: Final = Parameter("match", Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None)
_FLAG: Final = Parameter("sure", Parameter.POSITIONAL_OR_KEYWORD, annotation=bool, default=False)


def one_token(text: str, also: str = "") -> str:
    """Join what was typed into one token, with word characters and those of `also` only: it may be quoted back."""
    return re.sub(rf"[^\w{re.escape(also)}]+", "", "_".join(text.split())) or NOTHING


def single(text: str) -> Action:
    """Join what was typed into one token of word characters."""
    return (one_token(text),)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command: what it is called, and the tokens that it makes."""

    name: str
    help: Message
    _: KW_ONLY
    optional: bool = False
    choices: tuple[tuple[str, str | Message], ...] = ()
    """The values that it can have, with their names; without them it offers what the rules' walk allows."""
    read: Callable[[str], Action] = single
    """Return the tokens of what was typed."""
    left_out: Action = ()
    """Its tokens where it is left out."""
    first: bool = False
    """Left out, it is the first value that is possible, and `left_out` where nothing is."""
    asked: str = ""
    """The name of a field: it makes a token only where the rules ask for this field just then."""
    missing: Callable[[str, str], Message] | None = None
    """Return what to say if it is `asked` for and left out; called with the token before it and the option's name."""
    not_after: str = ""
    """It makes no token after one that begins like this."""
    verbs: Collection[str] = ()
    """Its values that are verbs: they stand in the place of the command's own verb."""
    flag: str = ""
    """It is a flag: set, it puts this verb in the place of the command's own."""
    several: bool = False
    """It holds several tokens; while somebody types, it offers what may follow those that are typed."""
    only: Callable[[str], bool] = lambda value: True
    """Return True for the values to offer while somebody types."""
    free: bool = False
    """Nothing is offered while somebody types."""
    complete: lookup.Complete | None = None
    """The values that autocompletion offers in place of those that the walk allows."""

    @property
    def plain(self) -> bool:
        """Return True if its tokens do not depend on the match."""
        return not self.first and not self.asked


@dataclass(frozen=True, slots=True)
class Moves:
    """The tables from which the commands of a game's moves are made."""

    game: GameOfVerbs[Any]
    parts: Mapping[str, Option]
    """The option for each part of a verb; a part without one has an option of its name that says what the verb does."""
    label: Label[Any]
    """Return how a value after some tokens reads."""
    _: KW_ONLY
    own: Mapping[str, Sequence[Option]] = field(default_factory=dict)
    """The options of verbs for which they do not follow from the parts, in the order of the tokens."""
    before: Sequence[str] = ()
    """The verbs whose commands come first; the others follow in the order of the grammar."""
    without: Collection[str] = ()
    """The verbs that have no command of their own."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of commands that are not called like their verbs."""
    also: Mapping[str, str] = field(default_factory=dict)
    """For a verb the other one that its command means, where only that one answers an open choice of the player."""
    nothing: Callable[[Perspective, Action], lookup.Choices] = lambda perspective, tokens: []
    """Return what is offered where nothing can follow these tokens."""

    def commands(self) -> list[Made]:
        """Return a command for each verb."""
        verbs = self.game.grammar.verbs
        names = dict.fromkeys([*self.before, *verbs])
        return [self.command(verbs[name]) for name in names if name not in self.without]

    def command(self, verb: Verb[Any, Any]) -> Made:
        """Return the command of a verb; its required options come first, as Discord wants them."""
        given = self.own.get(verb.name)
        if given is None:
            given = [self.parts.get(part) or Option(part, verb.help) for part in verb.parts]

        async def callback(
            interaction: discord.Interaction, match: str | None = None, sure: bool = False, **typed: str | bool | None
        ) -> None:
            tokens: Typed
            if verb.name in self.also:
                tokens = partial(self._meant, verb, given, typed)
            elif all(option.plain for option in given):
                tokens = tokens_of(verb.name, given, typed)
            else:
                tokens = partial(tokens_in, verb.name, given, typed)
            await (actions.ask if verb.confirm and not sure else actions.play)(interaction, match, tokens)

        shown = sorted(given, key=lambda option: option.optional)
        made = command(self.names.get(verb.name, verb.name), verb.help, shown, callback, sure=verb.confirm)
        for at, option in enumerate(given):
            if not (option.choices or option.flag or option.free):
                made.autocomplete(option.name)(option.complete or self.completing(verb.name, given[: at + 1]))
        return made

    def _meant(
        self, verb: Verb[Any, Any], options: Sequence[Option], typed: Typings, perspective: Perspective
    ) -> Action:
        """Return the action with the verb, or with the other one that its command means."""
        other = self.game.grammar.verbs[self.also[verb.name]]
        kinds = {choice.kind for choice in perspective.choices}
        name = other.name if kinds.intersection(other.kinds) and not kinds.intersection(verb.kinds) else verb.name
        return tokens_in(name, options, typed, perspective)

    def completing(self, verb: str, options: Sequence[Option]) -> lookup.Complete:
        """Return an autocomplete for the last option: it offers the values that follow the tokens of those before."""
        *head, option = options

        @lookup.safe_autocomplete
        async def complete(interaction: discord.Interaction, current: str) -> lookup.Choices:
            perspective = await lookup.perspective(interaction, interaction.namespace.match)
            typed = {before.name: getattr(interaction.namespace, before.name, None) for before in head}
            if perspective is None or not all(typed[before.name] or before.optional for before in head):
                return []
            if option.several:
                return self.lists(perspective, verb, current)
            about = about_verb(perspective, verb)
            return self.offers(about, walked(about, verb, head, typed), current, option.only)

        return complete

    def offers(
        self, perspective: Perspective, tokens: Action, current: str, only: Callable[[str], bool]
    ) -> lookup.Choices:
        """Return the values that may follow these tokens and fit what is typed."""
        named = drafts.offers(perspective, tokens, current, self.label, only=only)
        choices = [app_commands.Choice(name=name, value=value) for name, value in named]
        return choices or self.nothing(perspective, tokens)

    def lists(self, perspective: Perspective, verb: str, current: str) -> lookup.Choices:
        """Return the lists of tokens that go on from what is typed; the last word may be the beginning of a name."""
        *done, rest = ["", *current.replace(",", " ").split(" ")]
        about = about_verb(perspective, verb)
        words = canonical(about, (verb,), [word for word in done if word])[1:]
        after = following(about, (verb, *words))
        if after is None:
            return []
        said = [self.label(about, (verb,), word) for word in words]
        lines = [
            (", ".join([*said, self.label(about, (verb,), value)]), " ".join([*words, value]))
            for value in dict.fromkeys(after.values)
        ]
        fitting = [(name, line) for name, line in lines if rest.casefold() in f"{name} {line}".casefold()]
        return [app_commands.Choice(name=name, value=line) for name, line in drafts.matching(fitting, "")]


def command(
    name: str,
    help_: Message,
    options: Sequence[Option],
    callback: Callable[..., Any],
    *,
    sure: bool = False,
    match: bool = True,
) -> Made:
    """Return a command that calls `callback` with the interaction and by name with what is typed into the options.

    The required options have to come first. `sure` and `match`: it has an option of this name, too.
    """
    more = [*([_FLAG] if sure else []), *([_MATCH] if match else [])]
    parameters = [_INTERACTION, *map(_parameter, options), *more]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # discord.py asks for it
    helps = {option.name: localized(option.help) for option in options} | {
        "sure": localized(_SURE),
        "match": MATCH_HELP,
    }
    app_commands.describe(**{parameter.name: helps[parameter.name] for parameter in parameters[1:]})(callback)
    chosen = {option.name: [_choice(*choice) for choice in option.choices] for option in options if option.choices}
    if chosen:
        app_commands.choices(**chosen)(callback)
    made: Made = app_commands.Command(name=name, description=localized(help_), callback=callback)
    if match:
        made.autocomplete("match")(lookup.match_choices)
    return made


def _parameter(option: Option) -> Parameter:
    if option.flag:
        return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=bool, default=False)
    if not option.optional:
        return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
    return Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None)


def _choice(value: str, name: str | Message) -> app_commands.Choice[str]:
    return app_commands.Choice(name=name if isinstance(name, str) else localized(name), value=value)


def tokens_of(verb: str, options: Sequence[Option], typed: Typings) -> Action:
    """Return the action that was typed into these options, which do not depend on the match."""
    said: Action = (verb,)
    for option in options:
        said = _with(option, typed.get(option.name), said)
    return said


def _with(option: Option, typed: str | bool | None, said: Action) -> Action:
    """Return the tokens with what was typed into an option."""
    if option.flag:
        return (option.flag, *said[1:]) if typed else said
    if option.not_after and said[-1].lower().startswith(option.not_after):
        return said
    if typed is None:
        return (*said, *option.left_out)
    assert isinstance(typed, str)
    return (typed, *said[1:]) if typed in option.verbs else (*said, *option.read(typed))


def tokens_in(verb: str, options: Sequence[Option], typed: Typings, perspective: Perspective) -> Action:
    """Return the action that was typed, with what only the match can tell.

    Raises `Refusal` for a token that the rules ask for and that is missing. Whatever else is wrong is left to the
    rules, which know what to say.
    """
    said: Action = (verb,)
    for option in options:
        after = None if option.plain else following(perspective, said)
        text = typed.get(option.name)
        if option.asked:
            if after is None or after.name != option.asked:
                continue
            if text is None and option.missing is not None:
                raise Refusal(option.missing(said[-1], option.name), after.rule)
        if option.first and text is None and after is not None and after.values:
            said += after.values[:1]
        else:
            said = _with(option, text, said)
    return said


def walked(perspective: Perspective, verb: str, options: Sequence[Option], typed: Typings) -> Action:
    """Return the tokens of what is typed so far as the rules write them, to go on from there.

    A token that the rules ask for and that is missing is any of those that are possible.
    """
    said: Action = (verb,)
    for option in options:
        after, text = following(perspective, said), typed.get(option.name)
        if option.asked and (after is None or after.name != option.asked):
            continue
        if text is None and after is not None and after.values and (option.first or option.asked):
            said += after.values[:1]
            continue
        longer = _with(option, text, said)
        said = canonical(perspective, longer[: len(said)], longer[len(said) :])
    return said


def canonical(perspective: Perspective, said: Action, words: Sequence[str]) -> Action:
    """Return the tokens with these words after them, each as the rules write it where it is possible."""
    for word in words:
        after = following(perspective, said)
        values = after.values if after is not None else ()
        said = (*said, next((value for value in values if value.casefold() == word.casefold()), word))
    return said


def about_verb(perspective: SeatPerspective[V], verb: str) -> SeatPerspective[V]:
    """Return the perspective with the open choice in which the verb can be used; as it is where there is none."""
    for choice in perspective.choices:
        about = perspective.about(choice)
        field = about.next_field(())
        if isinstance(field, Field) and verb in field.values:
            return about
    return perspective


def following(perspective: SeatPerspective[V], tokens: Action) -> Field | None:
    """Return the field after these tokens of the panel's choice, `None` where nothing can follow."""
    try:
        field = perspective.next_field(tokens)
    except GameError:
        return None
    return field if isinstance(field, Field) else None


def group(name: str, game: Game[Any], commands: Iterable[Made]) -> app_commands.Group:
    """Return the command group of a game: `new`, and these commands."""
    made = app_commands.Group(
        name=name,
        description=localized(Message("Play {game}", game=game.title)),
        allowed_contexts=EVERYWHERE,
        allowed_installs=INSTALLED,
    )
    for subcommand in (own_new_command(game), *commands):
        made.add_command(subcommand)
    return made
