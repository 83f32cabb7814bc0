"""Digests: one direct message a day with the matches that wait for a player."""
