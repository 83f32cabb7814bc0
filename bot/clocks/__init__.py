"""Time as numbers: paces, calendars, the clocks of seats. Nothing here waits for anything or sends anything."""
