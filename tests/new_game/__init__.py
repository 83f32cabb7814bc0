"""``python -m tests.new_game NAME "Title"`` lays out a new game that is green by itself (docs/adding-a-game.md)."""
