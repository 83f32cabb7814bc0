"""What was made lately, kept in memory within bounds."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from PIL import Image

V = TypeVar("V")


def _one(value: object) -> int:
    """Every value counts the same."""
    return 1


def pixels(picture: Image.Image) -> int:
    """The bytes of a picture's pixels."""
    return picture.width * picture.height * len(picture.getbands())


class Cache(Generic[V]):
    """The values used last, by key, as many as together weigh no more than `size`; by default each weighs 1.

    Safe to use from several threads, which do not wait for each other's drawing.
    """

    def __init__(self, size: int, weigh: Callable[[V], int] = _one) -> None:
        self._size = size
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of that key, made now if it is not there."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()  # without the lock: at worst two threads draw the same
        with self._lock:
            if key in self._values:
                return self._values[key]
            self._values[key] = made
            self._weight += self._weigh(made)
            while self._weight > self._size and len(self._values) > 1:
                self._weight -= self._weigh(self._values.popitem(last=False)[1])
        return made

    def __contains__(self, key: Hashable) -> bool:
        return key in self._values

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0
