"""Discord-shaped REST errors: a status and the JSON body that the real API sends with it."""

from __future__ import annotations

from typing import Any, Final

Path = tuple[Any, ...]
Problem = tuple[Path, str, str]
"""Where in a body something is wrong, Discord's code for it, and its sentence."""

UNREADABLE: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading something that is not what it should be raises, somewhere: a text in a number's place, a list in a
dictionary's, a field that is missing, JSON nested too deep."""
UNKNOWN_CHANNEL: Final = (10003, "Channel")
UNKNOWN_GUILD: Final = (10004, "Guild")
UNKNOWN_MEMBER: Final = (10007, "Member")
UNKNOWN_MESSAGE: Final = (10008, "Message")
UNKNOWN_USER: Final = (10013, "User")
UNKNOWN_WEBHOOK: Final = (10015, "Webhook")
UNKNOWN_INTERACTION: Final = (10062, "interaction")
UNKNOWN_COMMAND: Final = (10063, "application command")


class ApiError(Exception):
    """A request that is refused: `status` is HTTP's, `body` is what the bot gets to read."""

    def __init__(self, status: int, code: int, message: str, **extra: Any) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.body: dict[str, Any] = {"message": message, "code": code, **extra}


def form_error(*problems: Problem) -> ApiError:
    """50035, *Invalid Form Body*, with the nested tree of what is wrong where."""
    tree: dict[str, Any] = {}
    for path, code, message in problems:
        node = tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", errors=tree)


def unreadable(error: Exception) -> ApiError:
    """400 for a request that the sandbox could not make sense of."""
    return ApiError(400, 0, f"400: Bad Request ({type(error).__name__}: {str(error)[:200]})")


def not_found(code: int, what: str) -> ApiError:
    """404 with one of the pairs above."""
    return ApiError(404, code, f"Unknown {what}")


class CannotDo(Exception):
    """Discord's client would not let this person do that: a disabled button, an invisible message, a wrong choice."""
