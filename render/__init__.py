"""Pictures and words made from a view; nothing here ever sees a state."""
