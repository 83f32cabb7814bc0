"""Computer players of Monolith Arena: `decide` finds what a seat does, `outlook` says how often it wins then.

Both know what the seat may know: a player gets a view and the legal actions, never a state, and a stream of random
numbers; the same three give the same choice on every machine. There is no clock and nothing to read or write here.
"""

from games.monolith_arena.player.deciding import decide
from games.monolith_arena.player.judging import outlook
from games.monolith_arena.player.levels import LEVELS, VERSION, Level

__all__ = ["LEVELS", "VERSION", "Level", "decide", "outlook"]
