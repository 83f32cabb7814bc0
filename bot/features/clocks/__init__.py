"""Clocks: time that runs out, reminders, absences, calendars, and matches that stand still."""
