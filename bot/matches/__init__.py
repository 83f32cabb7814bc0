"""Matches between the database and Discord: loading, changing, seats, history. Knows users by their ids only."""
