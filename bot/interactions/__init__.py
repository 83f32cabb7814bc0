"""What Discord hands in: presses and commands, which match they mean, and how they are answered."""
