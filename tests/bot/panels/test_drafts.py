"""Drafts of actions, token by token: what is taken without asking, the way back, counted picks."""

from __future__ import annotations

import pytest

from bot.panels import drafts
from games.api import Action, Field, IllegalAction, Ready
from games.messages import Message
from tests.bot.panels.asking import Asking


def walking(tokens: Action) -> Field | Ready:
    """``go`` and a place; on the only road to the hill, with a colour, else at once."""
    if not tokens:
        return Field("action", ("go",))
    if tokens == ("go",):
        return Field("place", ("hill", "town"))
    if tokens == ("go", "town"):
        return Ready(tokens)
    if tokens[:2] == ("go", "hill"):
        following = (Field("road", ("old",)), Field("colour", ("red", "blue")), Ready(tokens))
        if len(tokens) < 5 and tokens[2:3] in ((), ("old",)) and tokens[3:] in ((), ("red",), ("blue",)):
            return following[len(tokens) - 2]
    raise IllegalAction(Message("That is not possible."))


def keeping(least: int, most: int) -> Asking:
    """``keep`` from `least` to `most` of five cards."""

    def grammar(tokens: Action) -> Field | Ready:
        if not tokens:
            return Field("action", ("keep", "drop"))
        cards = [str(n) for n in range(1, 6)]
        for token in tokens[1:]:
            if token not in cards:
                raise IllegalAction(Message("That is not possible."))
            cards.remove(token)
        picked = len(tokens) - 1
        if picked > most:
            raise IllegalAction(Message("That is too much."))
        if picked == most:
            return Ready(tokens)
        return Field("card", tuple(cards), least=max(0, least - picked), most=most - picked)

    return Asking(grammar)


def test_what_cannot_be_otherwise_is_taken_without_asking() -> None:
    draft = drafts.read(Asking(walking), ())
    assert draft.tokens == ("go",)
    assert draft.field == Field("place", ("hill", "town"))
    assert draft.back is None
    further = drafts.read(Asking(walking), ("go", "hill"))
    assert further.tokens == ("go", "hill", "old")
    assert further.field == Field("colour", ("red", "blue"))
    assert further.back == ("go",)


@pytest.mark.parametrize("tokens", [("go", "hill"), ("go", "hill", "old")])
def test_tokens_may_leave_out_what_is_taken_without_asking(tokens: Action) -> None:
    assert drafts.read(Asking(walking), tokens).tokens == ("go", "hill", "old")


def test_a_whole_action_and_the_way_back_from_it() -> None:
    draft = drafts.read(Asking(walking), ("go", "hill", "old", "red"))
    assert draft.action == ("go", "hill", "old", "red")
    assert draft.field is None
    assert draft.asked == (("go",), ("go", "hill", "old"))
    assert drafts.values(Asking(walking), ("go", "town")) == ()


@pytest.mark.parametrize("tokens", [("fly",), ("go", "sea"), ("go", "town", "red"), ("go", "hill", "old", "red", "x")])
def test_other_tokens_are_refused(tokens: Action) -> None:
    with pytest.raises(IllegalAction):
        drafts.read(Asking(walking), tokens)


def test_picks_wait_until_there_are_enough() -> None:
    seat = keeping(4, 4)
    for picks in ((), ("1",), ("5", "1", "2")):
        draft = drafts.read(seat, ("keep", *picks))
        assert (draft.tokens, draft.picks, draft.action) == (("keep",), picks, None)
        assert draft.field == Field("card", ("1", "2", "3", "4", "5"), least=4, most=4)
    assert drafts.read(seat, ("keep", "5", "1", "2", "3")).action == ("keep", "5", "1", "2", "3")
    with pytest.raises(IllegalAction):
        drafts.read(seat, ("keep", "1", "1"))


def test_from_the_least_number_on_a_draft_is_whole_and_may_go_on() -> None:
    seat = keeping(1, 3)
    assert drafts.read(seat, ("keep",)).action is None
    assert drafts.read(seat, ("keep", "2")).action == ("keep", "2")
    assert drafts.read(seat, ("keep", "2", "3", "4")).action == ("keep", "2", "3", "4")
    assert drafts.read(keeping(0, 3), ("keep",)).action == ("keep",)


def test_only_what_is_left_is_chosen_for_somebody() -> None:
    assert drafts.only(("a",), None) == "a"
    assert drafts.only(("a", "b"), None) is None
    assert drafts.only(("a", "b"), "b") == "b"
