"""Substitutes: a seat is offered, by its player, by the others or for one who left, and somebody takes it over."""
