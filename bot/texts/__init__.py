"""The message catalogue: all sentences that people read, in one vocabulary."""
