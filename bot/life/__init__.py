"""The life of a match over weeks: time that runs out, reminders, absences, answers given in advance."""
