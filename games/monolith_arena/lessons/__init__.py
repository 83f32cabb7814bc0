"""The guided first match: lessons on real positions, in the order in which they are taught."""

from games.monolith_arena.lessons.course import LESSONS

__all__ = ["LESSONS"]
