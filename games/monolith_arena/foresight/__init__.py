"""What would follow, worked out from a view alone, so that nothing hidden has a way into it.

`staging` sets a view up as a position, `reach` says who would hit whom on it and which facing hits most, and `battles`
what a battle would come to.
"""
