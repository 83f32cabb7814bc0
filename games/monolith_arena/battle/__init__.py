"""How wounds come about: who is netted and served, who attacks whom, what is absorbed, who falls (R5 to R9).

`standing` reads a board, `attacks` collects the hits of a phase and says what they do to a tile, `absorption` finds the
ways in which Runes of Regeneration may absorb them, `rounds` asks the owners, shares out poison and resolves, `phases`
leads a battle from phase to phase, `search` finds all that a battle can come to.
"""
