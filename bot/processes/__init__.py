"""This process among others on the same database: what follows from their news, and how one follows another."""
