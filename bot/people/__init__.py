"""People: how they are called, and which language they read."""
