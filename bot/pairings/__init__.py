"""Who meets whom in a tournament, and how all stand. Numbers alone: nothing here is stored or sent."""
