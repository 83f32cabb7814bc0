"""Features: each folder holds one idea around matches, with its state, buttons, commands, jobs and sentences."""
