"""Lessons: guided first matches for one person alone."""
