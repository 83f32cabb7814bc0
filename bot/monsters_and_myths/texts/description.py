"""How a match stands in full, seat by seat, and what its picture shows in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.standing import fight, waiting
from bot.texts.names import NOBODY, Names, player
from bot.texts.phrases import Phrases
from games.monsters_and_myths.cards import NATIONS, Ranks, creatures, size
from games.monsters_and_myths.view import SEATS, SeatView, View
from render.monsters_and_myths import EMPTY, Draft, heading


def description(say: Phrases, view: View, names: Names = NOBODY) -> str:
    """Return everything that the reader may know, seat by seat."""
    lines = [say.message(heading(view)), waiting(say, view, names), fight(say, view, names)]
    for seat in view.seats:
        lines += ["", *_seat(say, view, seat, names)]
    lines += ["", say.plural("Draw pile: {count} card.", "Draw pile: {count} cards.", view.pile)]
    if view.discards:
        lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards)))
    return cut("\n".join(_without_gaps(lines)), EMBED_DESCRIPTION)


def _without_gaps(lines: list[str]) -> list[str]:
    """Return the lines without empty ones beside each other."""
    return [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]


def _seat(say: Phrases, view: View, seat: SeatView, names: Names) -> list[str]:
    who = player(names, seat.seat)
    letter = SEATS[seat.seat]
    title = f"**{who}** ({letter})" if who != letter else f"**{letter}**"
    lines = [_points(say, view, seat, title)]
    if seat.left:
        lines.append(say("Has given up; the cards stay."))
    lines += [
        f"- {_nation(say, view, seat, at)}" for at, ranks in enumerate(seat.troops) if ranks.size or ranks.wizards
    ]
    open_cards = [n.card(say, card.code) for card in seat.attacks]
    if seat.catapults:
        open_cards.append(say.plural("{count} catapult", "{count} catapults", seat.catapults))
    if open_cards:
        lines.append(f"- {say.every(open_cards)}")
    if seat.captured:
        lines.append(f"- {say('Captured: {cards}.', cards=n.counted(say, seat.captured))}")
    return [*lines, *(f"- {line}" for line in _hidden(say, seat))]


def _points(say: Phrases, view: View, seat: SeatView, title: str) -> str:
    if not view.counts:
        return say("{player}: no points yet.", player=title)
    if view.result is not None:
        points = view.points(seat.seat)
        return say.plural("{player}: {count} point.", "{player}: {count} points.", points, player=title)
    return say.plural(
        "{player}: {count} point as the cards lie now.",
        "{player}: {count} points as the cards lie now.",
        view.points(seat.seat),
        player=title,
    )


def _nation(say: Phrases, view: View, seat: SeatView, at: int) -> str:
    ranks = seat.troops[at]
    parts = [n.counted(say, creatures(tuple(ranks if k == at else Ranks() for k in range(len(NATIONS)))))]
    if ranks.wizards:
        parts.append(say.plural("{count} wizard", "{count} wizards", ranks.wizards))
    if seat.seat == view.active and view.force[at].size:
        parts.append(say("{count} fighting", count=view.force[at].size))
    if seat.seat == view.active and view.flipped[at].size:
        parts.append(say("{count} face down", count=view.flipped[at].size))
    if seat.seat in view.largest(at):
        parts.append(say.plural("largest, {count} point", "largest, {count} points", NATIONS[at].largest))
    return f"{n.nation(say, at)} {ranks.size}: {', '.join(part for part in parts if part)}"


def _hidden(say: Phrases, seat: SeatView) -> list[str]:
    """Return what is in hand, as far as the reader may know."""
    if seat.hand:
        return [say("In hand: {cards}.", cards=n.counted(say, seat.hand))]
    if seat.kept:
        return [say("Kept: {cards}.", cards=n.counted(say, seat.kept))]
    if seat.hand_count:
        return [say.plural("{count} card in hand.", "{count} cards in hand.", seat.hand_count)]
    return [say("Has chosen which cards to keep.")] if seat.kept_count else []


def alt_text(say: Phrases, view: View, names: Names = NOBODY, draft: Draft = EMPTY) -> str:
    """Return what the picture shows in words: what is proposed, who fights, each row with its nations and crowns."""
    attack = fight(say, view, names)
    parts = [*_proposed(say, view, names, draft), f"{say.message(heading(view))}.", f"{attack}." if attack else ""]
    parts += [_row(say, view, seat, names) for seat in view.seats]
    return cut(" ".join(part for part in parts if part), ALT_TEXT)


def _proposed(say: Phrases, view: View, names: Names, draft: Draft) -> Iterator[str]:
    """Yield what a decision that is only proposed would do, as far as the picture shows it."""
    if draft.lifted:
        yield say("Chosen to keep: {cards}.", cards=n.counted(say, draft.lifted))
    if draft.wizards:
        nations = say.every([n.nation(say, at) for at in draft.wizards])
        yield say("Chosen for a wizard: {nations}.", nations=nations)
    running = view.target is not None and size(view.force) > 0
    if size(draft.force) and not running:
        army = n.army(say, creatures(draft.force))
        if draft.target is None:
            yield say("Chosen to attack: {army}.", army=army)
        else:
            target = n.nation_of(say, names, draft.target)
            yield say("Chosen to attack: {army} against {target}.", army=army, target=target)
    if draft.aim is not None:
        yield say("A catapult is aimed at: {target}.", target=n.nation_of(say, names, draft.aim))


def _row(say: Phrases, view: View, seat: SeatView, names: Names) -> str:
    nations = [
        _in_short(say, view, seat, at) for at, ranks in enumerate(seat.troops) if ranks.size or ranks.wizards
    ] or [say("no creatures")]
    if seat.attacks:
        nations.append(say("attack cards {numbers}", numbers=", ".join(str(card.number) for card in seat.attacks)))
    if seat.catapults:
        nations.append(say.plural("{count} catapult", "{count} catapults", seat.catapults))
    if not view.counts:
        return say("{player}, no points yet: {list}.", player=player(names, seat.seat), list=", ".join(nations))
    return say.plural(
        "{player}, {count} point now: {list}.",
        "{player}, {count} points now: {list}.",
        view.points(seat.seat),
        player=player(names, seat.seat),
        list=", ".join(nations),
    )


def _in_short(say: Phrases, view: View, seat: SeatView, at: int) -> str:
    text = f"{n.nation(say, at)} {seat.troops[at].size}"
    marks = [say("largest")] if seat.seat in view.largest(at) else []
    if seat.troops[at].wizards:
        marks.append(say("protected by a wizard"))
    if seat.seat == view.active and view.force[at].size:
        marks.append(say("{count} fighting", count=view.force[at].size))
    return f"{text} ({', '.join(marks)})" if marks else text
