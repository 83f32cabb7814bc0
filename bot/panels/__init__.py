"""What a private panel is, and what a game shows on Discord, before either becomes discord.py objects."""
