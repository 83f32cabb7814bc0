"""How wounds come about: who is netted and served, who attacks whom, what is absorbed, who falls (R5 to R9).

`standing` reads a board, `attacks` collects the hits of a phase, `absorption` the ways in which Runes of
Regeneration may absorb them, `poison` the markers, `outcome` turns hits into a new board, `rounds` asks the owners
and resolves, `course` leads a battle from phase to phase.
"""
