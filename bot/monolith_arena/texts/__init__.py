"""The sentences of Monolith Arena."""
