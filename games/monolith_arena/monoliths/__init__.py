"""Monoliths (R13): `preparing` says what lies in them, `unfolding` opens them, `segments` moves and folds them.

What they are as values stands in `games.monolith_arena.tiles`, what happens to their tiles in battle in `battle`.
"""
