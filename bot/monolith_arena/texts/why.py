"""Why a tile fell, was hurt or stood, and why it did not strike, in two or three sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.monolith_arena.texts.names import at, order_name, several, tile_at
from bot.texts.phrases import Phrases
from games.messages import Message
from games.monolith_arena.causes import Account, Blow, Miss, Missed
from games.monolith_arena.refights import AFTER, Fight
from games.monolith_arena.roles import Cause, Part
from games.monolith_arena.state import BEGINNING

MOST: Final = 4
"""Lists name so many things at most."""
_ON_OTHERS: Final[Mapping[Part, Message]] = {
    "wounded": Message("{other} was wounded already"),
    "poisoned": Message("{other} was poisoned"),
    "token": Message("{other} carried the token of a Net order (R11.11)"),
    "marker": Message("{other} was entrenched (R6.3)"),
    "nets": Message("{tile} held {other} in its net (R7.7)"),
    "disarms": Message("{tile} disarmed {other} (R7.14)"),
    "removes": Message("{tile} had removed {other}"),
    "serves": Message("{tile} strengthened {other}"),
    "blocks": Message("{tile} took the shot of {other} (R7.2)"),
    "spends": Message("{tile} hit {other}, and the rune absorbed that (R8)"),
}
"""What a cause did to another tile than the one in question."""
_ON_IT: Final[Mapping[Part, Message]] = {
    "hits": Message("{tile} hit it"),
    "wounded": Message("it had been wounded before"),
    "poisoned": Message("it was poisoned (R7.6)"),
    "token": Message("it carried the token of a Net order (R11.11)"),
    "marker": Message("it was entrenched (R6.3)"),
    "nets": Message("{tile} held it in its net (R7.7)"),
    "disarms": Message("{tile} disarmed it (R7.14)"),
    "serves": Message("{tile} strengthened it"),
    "absorbs": Message("{tile} absorbed a hit (R8)"),
    "toughens": Message("{tile} gave it toughness (R6.2)"),
    "struck": Message("it struck {tile} and gave itself up for that (R9.1)"),
    "matters": Message("{tile} stood where it did"),
}
"""What a cause did to the tile in question, or by being there."""
_SPOKEN: Final = ("hits", "wounded", "poisoned", "absorbs")
"""The parts that the account of what reached the tile tells already."""


def told(say: Phrases, fight: Fight, account: Account, lost: int) -> str:
    """Return what became of a tile and why, in sentences; `lost` are the hit points that a banner cost."""
    parts = [
        _outcome(say, fight, account, lost),
        _earlier(say, account),
        _decided(say, fight, account),
        _together(say, account),
        *_misses(say, fight, account),
    ]
    return " ".join(part for part in parts if part)


def _outcome(say: Phrases, fight: Fight, account: Account, lost: int) -> str:
    tile, blows = at(say, account.tile), _blows(say, _deciding(account))
    if account.fate == "stands":
        if not account.blows:
            return say("{tile} was not hit.", tile=tile)
        return say("{tile} stood its ground: {blows}.", tile=tile, blows=blows)
    if account.fate == "hurt":
        return say.plural(
            "{tile} cost its side {count} hit point: {blows}.",
            "{tile} cost its side {count} hit points: {blows}.",
            lost,
            tile=tile,
            blows=blows,
        )
    when = _when(say, fight, account.phase)
    if account.used_up:
        if any(cause.part == "struck" for cause in account.causes):
            return say("{tile} gave itself up {when}, for its strike (R9.1).", tile=tile, when=when)
        return say("{tile} was used up {when}: it absorbed a hit (R8).", tile=tile, when=when)
    if not blows:
        return say("{tile} fell {when}: it lost the toughness that it lived by (R6.2).", tile=tile, when=when)
    if account.left < 1:
        return say("{tile} fell {when}: {blows}.", tile=tile, when=when, blows=blows)
    if fight.cause is not None and all(blow.source is None for blow in _deciding(account)):
        return say.plural(
            "{tile} had {count} hit point left and fell to {order}, which hit for {wounds}.",
            "{tile} had {count} hit points left and fell to {order}, which hit for {wounds}.",
            account.left,
            tile=tile,
            order=order_name(say, fight.cause.kind),
            wounds=sum(blow.wounds for blow in _deciding(account)),
        )
    return say.plural(
        "{tile} had {count} hit point left and fell {when}: {blows}.",
        "{tile} had {count} hit points left and fell {when}: {blows}.",
        account.left,
        tile=tile,
        when=when,
        blows=blows,
    )


def _when(say: Phrases, fight: Fight, phase: int) -> str:
    if fight.cause is not None and fight.cause.kind == "charge":
        return say("in a charge")
    if fight.cause is not None:
        return say("by {order}", order=order_name(say, fight.cause.kind))
    if phase == AFTER:
        return say("when the battle was over")
    return say("at the start of the battle") if phase == BEGINNING else say("in phase {phase}", phase=phase)


def _deciding(account: Account) -> Sequence[Blow]:
    """Return what came at once and decided it; all that came where nothing did."""
    if account.fate != "falls":
        return account.blows
    return [blow for blow in account.blows if blow.phase == account.phase or account.phase not in _phases(account)]


def _phases(account: Account) -> set[int]:
    return {blow.phase for blow in account.blows}


def _blows(say: Phrases, blows: Sequence[Blow]) -> str:
    return several(say, (_blow(say, blow) for blow in blows), MOST)


def _blow(say: Phrases, blow: Blow) -> str:
    """Return what one tile did to it at once: who, how much, and what changed that."""
    if blow.source is None:
        named = say("poison") if blow.kind == "poison" else order_name(say, blow.kind)
        return say("{source} for {wounds}", source=named, wounds=blow.wounds)
    source = at(say, blow.source)
    if blow.absorbed_by is not None:
        return say("{source} for {wounds}, which a rune absorbed", source=source, wounds=blow.wounds)
    if not blow.wounds:
        return say("{source}, stopped by armor (R7.5)", source=source)
    if blow.armor:
        return say("{source} for {wounds} through armor", source=source, wounds=blow.wounds)
    if blow.bonus:
        return say("{source} for {wounds} ({bonus} of it granted)", source=source, wounds=blow.wounds, bonus=blow.bonus)
    return say("{source} for {wounds}", source=source, wounds=blow.wounds)


def _earlier(say: Phrases, account: Account) -> str:
    """Return what reached it in earlier phases."""
    now = _deciding(account)
    before = [blow for blow in account.blows if blow not in now]
    return say("Before that: {blows}.", blows=_blows(say, before)) if before else ""


def _decided(say: Phrases, fight: Fight, account: Account) -> str:
    """Return the causes besides the hits."""
    listed = [cause for cause in account.causes if cause.part not in _SPOKEN or cause.other is not None]
    more = [cause for cause in account.causes if cause not in listed and cause.part in ("wounded", "poisoned")]
    absorbed = [cause for cause in account.causes if cause.part == "absorbs"]
    parts = [_cause(say, fight, cause) for cause in (*absorbed, *more, *listed)]
    if not parts:
        return ""
    named = several(say, parts, MOST + 2)
    if account.fate == "stands":
        return say("It would not have without this: {causes}.", causes=named)
    return say("It would have gone otherwise without this: {causes}.", causes=named)


def _cause(say: Phrases, fight: Fight, cause: Cause) -> str:
    tile = tile_at(say, fight.before, cause.factor.hex)
    if cause.other is not None and cause.part in _ON_OTHERS:
        other = tile_at(say, fight.before, cause.other)
        return say(_ON_OTHERS[cause.part].template, tile=tile, other=other)
    return say(_ON_IT.get(cause.part, _ON_IT["matters"]).template, tile=tile)


def _together(say: Phrases, account: Account) -> str:
    """Return that no single hit was needed, and how many wounds would have been enough; nothing where one was."""
    if not account.together or any(cause.part == "hits" for cause in account.causes):
        return ""
    total = sum(blow.wounds for blow in _deciding(account) if blow.absorbed_by is None)
    if account.left > 0 and total > account.left:
        return say(
            "No single hit decided it: they dealt {total}, and {needed} would have been enough.",
            total=total,
            needed=account.left,
        )
    return say("No single one of these decided it.")


# what it did not do

_MISSED: Final[Mapping[Missed, Message]] = {
    "fell": Message("It did not strike in {phases}: it had fallen by then (R5.5)."),
    "nobody": Message("It struck at nobody in {phases}: no enemy stood where its attacks point (R7.1, R7.2)."),
    "armor": Message("Its strike in {phases} did nothing: armor stopped it (R7.5): {tiles}."),
    "absorbed": Message("Its strike in {phases} did nothing: a rune absorbed it (R8): {tiles}."),
    "netted": Message("It could not strike in {phases}: it was netted (R7.7). {held}"),
    "disarmed": Message("It could not strike in {phases}: it was disarmed (R7.14). {held}"),
}


def _misses(say: Phrases, fight: Fight, account: Account) -> list[str]:
    """Return why its attacks did nothing, those alike together."""
    alike: dict[Missed, list[Miss]] = {}
    for miss in account.misses:
        alike.setdefault(miss.why, []).append(miss)
    return [_missed(say, fight, why, some) for why, some in alike.items()]


def _missed(say: Phrases, fight: Fight, why: Missed, misses: Sequence[Miss]) -> str:
    numbers = sorted({miss.phase for miss in misses}, reverse=True)
    phases = say.plural("phase {phases}", "phases {phases}", len(numbers), phases=say.every(map(str, numbers)))
    targets = dict.fromkeys(hex_ for miss in misses for hex_ in miss.targets)
    tiles = several(say, (tile_at(say, fight.before, hex_) for hex_ in targets), MOST)
    causes = dict.fromkeys(cause for miss in misses for cause in miss.causes)
    held = several(say, (_cause(say, fight, cause) for cause in causes), MOST)
    held = say("Without this it could have: {causes}.", causes=held) if held else ""
    return say(_MISSED[why].template, phases=phases, tiles=tiles, held=held).rstrip()
