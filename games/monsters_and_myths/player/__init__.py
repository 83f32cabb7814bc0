"""Computer players of Monsters & Myths: `decide` finds what a seat does, `outlook` says how often it wins then.

Both know what the seat may know: a player gets a view and the legal actions, never a state, and a stream of random
numbers; the same three give the same choice on every machine. There is no clock and nothing to read or write here.
"""

from games.monsters_and_myths.player.deciding import decide
from games.monsters_and_myths.player.levels import LEVELS, VERSION, Level
from games.monsters_and_myths.player.outlook import outlook

__all__ = ["LEVELS", "VERSION", "Level", "decide", "outlook"]
