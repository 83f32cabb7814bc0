"""The orders (R11), each a verb of the action language: one file for those that work alike."""
