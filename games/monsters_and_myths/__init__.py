"""Monsters & Myths: nations of creatures, attack cards, dice, catapults; 2 to 4 players (docs/rules)."""
