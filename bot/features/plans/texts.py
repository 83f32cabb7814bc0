"""What is said of plans for one's next turn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts.phrases import Phrases
from games.messages import Message


def plan_label(say: Phrases) -> str:
    """The button that leads to one's plan."""
    return say("Plan")


def write_label(say: Phrases, *, there: bool) -> str:
    """The button that opens the form."""
    return say("Change the plan") if there else say("Write a plan")


def delete_label(say: Phrases) -> str:
    """The button that deletes the plan."""
    return say("Delete the plan")


def form_title(say: Phrases) -> str:
    """The title of the form: at most 45 characters."""
    return say("Plan for your next turn")


def form_label(say: Phrases, most: int) -> str:
    """What stands over the field of the form: at most 45 characters."""
    return say("One action a line, at most {count}", count=most)


def explained(say: Phrases) -> str:
    """What a plan is."""
    return say(
        "**A plan** is carried out as soon as it is your turn, action by action, as long as each is legal then. You "
        "are told what came of it. Only you can see it."
    )


def how(say: Phrases, command: str) -> str:
    """How actions are written."""
    return say(
        "Write actions as you would after `/{command}`, such as they stand in `/match record`: one a line.",
        command=command,
    )


def planned(say: Phrases, lines: Sequence[str]) -> str:
    """The plan as it is."""
    return say("Planned: {actions}", actions=" · ".join(f"`{line}`" for line in lines))


def nothing(say: Phrases) -> str:
    """What stands there without a plan."""
    return say("You have planned nothing.")


def deleted(say: Phrases) -> str:
    """What is said when a plan is deleted."""
    return say("The plan is deleted.")


def outcome(say: Phrases, done: Sequence[str], left: Sequence[str], why: Message | None, rule: str) -> str:
    """What came of a plan: the actions that were carried out, the lines that were not, and why."""
    if not left or why is None:
        return say("Your plan was carried out: {actions}", actions=" · ".join(done))
    reason = f"{say.message(why)} ({rule})" if rule else say.message(why)
    rest = " · ".join(f"`{line}`" for line in left)
    if not done:
        return say("Your plan was not carried out: {rest}. {reason}", rest=rest, reason=reason)
    return say(
        "Your plan was carried out in part: {actions}. Not carried out: {rest}. {reason}",
        actions=" · ".join(done),
        rest=rest,
        reason=reason,
    )
