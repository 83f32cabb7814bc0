"""The slash commands that belong to no single game."""
