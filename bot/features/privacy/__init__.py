"""Privacy: showing a player what is stored about them, and forgetting them."""
