"""A second, naive referee of Monsters & Myths, written from docs/rules alone: it shares no line with the engine."""
