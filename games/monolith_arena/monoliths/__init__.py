"""Monoliths (R13): `unfolding` prepares and unfolds them, `segments` says where they may lie and folds them again.

What they are as values stands in `games.monolith_arena.pieces`, what happens to their tiles in battle in `battle`.
"""
