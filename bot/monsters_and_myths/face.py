"""Monsters & Myths on Discord: its sentences, pictures, panel, films and rounds, and what it shows on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.limits import ALT_TEXT, EMBED_DESCRIPTION, cut
from bot.monsters_and_myths.guide import GUIDE
from bot.monsters_and_myths.pages import panel
from bot.monsters_and_myths.pages.fighting import answers
from bot.monsters_and_myths.predictions import PREDICTIONS
from bot.monsters_and_myths.reasons import WHY
from bot.monsters_and_myths.texts import events, rounds, standing
from bot.monsters_and_myths.texts import names as n
from bot.monsters_and_myths.texts.description import alt_text, description
from bot.monsters_and_myths.texts.events import tell
from bot.panels.face import (
    Blurb,
    Exhibit,
    Exhibited,
    Face,
    Film,
    Pictures,
    Rounds,
    Scene,
    Words,
    any_of,
    of_match,
    warming,
)
from bot.panels.model import Picture, SeatPerspective
from bot.texts.names import NOBODY, Names, code_of, player
from bot.texts.phrases import Phrases
from games.api import Action, Choice
from games.messages import Message
from games.monsters_and_myths import events as ev
from games.monsters_and_myths.cards import CODES, LETTERS, NONE, gathered, with_ranks
from games.monsters_and_myths.cards import name as card_name
from games.monsters_and_myths.game import GAME
from games.monsters_and_myths.lessons import LESSONS
from games.monsters_and_myths.view import SEATS, Target, View
from render import monsters_and_myths as pictures
from render.labels import Labels
from render.monsters_and_myths import Frame, draw_card, draw_film, draw_round, draw_strip, frames


def draw(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw arrows, dice, losses and shots one after the other."""
    picture = draw_film(_frames(scene), Labels.of(say, scene.names))
    return Picture(picture, "attack.gif", _alt(say, say("The attack, roll by roll."), scene))


def _frames(scene: Scene[View]) -> list[Frame]:
    return frames(scene.before, scene.events, scene.after, scene.earlier)


FILM: Final = Film(
    covers=any_of(ev.Attacked, ev.Rolled, ev.Lost, ev.Fired, ev.Flipped),
    begins=any_of(ev.CardBegan),
    draw=draw,
    following=Message("Next attack"),
)
"""Films of attacks."""


def stills(say: Phrases, scene: Scene[View], names: Names) -> Picture:
    """Draw the frames of the film beside each other."""
    picture = draw_strip(_frames(scene), Labels.of(say, names))
    return Picture(picture, "attack.png", _alt(say, say("The attack, picture by picture."), scene))


def _alt(say: Phrases, title: str, scene: Scene[View]) -> str:
    return cut(f"{title} {'. '.join(tell(say, scene.events, scene.names))}", ALT_TEXT)


def piles(say: Phrases, view: View, names: Names) -> Exhibited:
    """Return captured and discarded cards, and what is left in the pile, in words."""
    lines = [say.plural("Draw pile: {count} card.", "Draw pile: {count} cards.", view.pile)]
    lines.append(say("Discarded from play: {cards}.", cards=n.counted(say, view.discards) or say("nothing")))
    for seat in view.seats:
        who = player(names, seat.seat)
        lines.append(
            say("{player} has captured {cards}.", player=who, cards=n.counted(say, seat.captured) or say("nothing"))
        )
        if seat.away:
            lines.append(say("You have thrown away {cards}.", cards=n.counted(say, seat.away)))
        elif seat.away_count:
            lines.append(
                say.plural(
                    "{player} has thrown away {count} card unseen.",
                    "{player} has thrown away {count} cards unseen.",
                    seat.away_count,
                    player=who,
                )
            )
    return Exhibited(words=cut("\n".join(lines), EMBED_DESCRIPTION))


def _last_attack(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the last attack as stills, with every sentence about it."""
    say = perspective.say
    if scene is None:
        return Exhibited(say("Nobody has attacked yet."))
    sentences = "\n".join(events.tell(say, scene.events, perspective.names))
    return Exhibited(words=cut(sentences, EMBED_DESCRIPTION), picture=stills(say, scene, perspective.names))


def _card(
    perspective: SeatPerspective[View | None], tokens: Sequence[str], scene: Scene[View] | None
) -> Exhibited | None:
    """Return the card of that code or name as a picture that says what it does; `None` where there is none."""
    code = find(" ".join(tokens))
    if code is None:
        return None
    say = perspective.say
    name, effect = n.card(say, code), n.effect(say, code)
    picture = draw_card(code, Labels(say), name, effect)
    return Exhibited(picture=Picture(picture, "card.png", f"{name}. {effect}"))


def find(name: str) -> str | None:
    """Return the card of a code, or of a name in any language; the first that fits."""
    return code_of(name, {code: card_name(code) for code in CODES})


PILES: Final = Exhibit(
    id="piles",
    label=Message("Piles"),
    show=of_match(piles),
    public=True,
)
LAST_ATTACK: Final = Exhibit(id="attack", label=Message("Last attack"), show=_last_attack, public=True, of_scene=True)
CARD: Final = Exhibit(id="mcard", label=Message("Look at a card"), show=_card)
EXHIBITS: Final = (PILES, LAST_ATTACK, CARD)


_round_ends: Final = any_of(ev.RoundBegan, ev.Ended)
"""Tells whether a round begins, which ends the one before, or the match is over."""


def _round_stands(view: View) -> bool:
    """Return True if nobody has laid anything out since, or nothing follows any more."""
    return view.phase in ("keep", "over")


def _round_picture(say: Phrases, scene: Scene[View]) -> Picture:
    """Draw the table with what every nation has won or lost."""
    picture = draw_round(scene.before, scene.after, Labels.of(say, scene.names))
    return Picture(picture, "round.png", cut(rounds.plain(rounds.accounts(say, scene)[0]), ALT_TEXT))


ROUNDS: Final = Rounds(bound=_round_ends, stands=_round_stands, draw=_round_picture, accounts=rounds.accounts)


def board(say: Phrases, view: View, marks: Sequence[int] = (), names: Names = NOBODY) -> Picture:
    """Draw the table, which shows the attack and its dice itself."""
    return Picture(pictures.draw_table(view, Labels.of(say, names)), "board.png", alt_text(say, view, names))


def private_board(say: Phrases, view: View, draft: pictures.Draft | None = None, names: Names = NOBODY) -> Picture:
    """Draw the table with the reader's cards below, and the draft of a decision."""
    shown = draft or pictures.EMPTY
    picture = pictures.draw_private(view, Labels.of(say, names), shown)
    return Picture(picture, "board.png", alt_text(say, view, names, shown))


def choosing(view: View, seat: int, action: Action) -> pictures.Draft | None:
    """Return the force and what it attacks, or what a catapult is aimed at; the cards that are kept to their owner."""
    verb, words = action[0], action[1:]
    if verb == "keep":
        return pictures.Draft(lifted=words, keeps=len(words)) if view.reader == seat else None
    if verb == "muster":
        return pictures.Draft(force=gathered(words))
    if verb == "fire":
        return pictures.Draft(aim=Target(SEATS.index(words[0][0]), LETTERS.index(words[0][2])))
    if verb in ("attack", "pursue"):
        force = view.force
        if verb == "attack" and len(words) > 1:
            nation = LETTERS.index(words[0])
            force = with_ranks(NONE, nation, view.seats[seat].troops[nation]._replace(wizards=0))
        return pictures.Draft(force=force, target=Target.of(words[-1]))
    return None


def result_card(say: Phrases, view: View, names: Names = NOBODY) -> Picture:
    """Draw the points of all as a table that adds up."""
    return Picture(pictures.draw_result(view, Labels.of(say, names)), "result.png", alt_text(say, view, names))


def quick_start(view: View, choice: Choice, newcomer: bool = False) -> Action | None:
    """Return that the cards are dealt."""
    return choice.default if choice.kind == "start" else None


FACE: Final = Face[View](
    game=GAME,
    group="monsters",
    words=Words(
        description=description,
        tell=events.tell,
        own=events.own,
        outdated=events.outdated,
        together=events.together,
        asked=standing.asked,
        about=standing.about,
        score=standing.score,
        status=standing.status,
        ending=standing.ending,
        action_text=standing.action_text,
    ),
    pictures=Pictures(
        board=board, private=private_board, result=result_card, choosing=choosing, warm=warming(pictures.warm)
    ),
    panel=panel,
    quick_start=quick_start,
    answers=answers,
    high_point=_round_ends,
    film=FILM,
    why=WHY,
    predictions=PREDICTIONS,
    rounds=ROUNDS,
    exhibits=EXHIBITS,
    lessons=LESSONS,
    guide=GUIDE,
    blurb=Blurb(
        Message("Armies of fantasy peoples raid each other for cards, with dice and catapults."),
        Message("three rounds, each with a few attacks of yours"),
    ),
)
