"""What the parts of the store have in common."""

from storage.engine import Database


class Part:
    """A part of the store: methods about one subject, over the one database."""

    def __init__(self, database: Database) -> None:
        self._db = database
