"""Plans: actions for one's next turn, carried out as soon as it comes."""
