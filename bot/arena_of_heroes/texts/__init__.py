"""The words of Arena of Heroes."""
