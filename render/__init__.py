"""Pictures made from a view and the words that are handed in; nothing here ever sees a state."""
