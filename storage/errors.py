"""What can go wrong in storage, as one small tree."""


class StorageError(Exception):
    """The database refused or failed; the transaction was rolled back and nothing of it is kept."""


class StorageFull(StorageError):
    """The disk (or the database's own page limit) is full; reads still work, writes do when there is room."""


class Taken(StorageError):
    """Somebody else was faster: a row that there may be only once is there already. Nothing was stored."""


class DatabaseTooNew(StorageError):
    """The database was written by a newer version of this program; it was opened and left untouched."""


class BackupFailed(StorageError):
    """A backup could not be made, or a file that should be one is damaged or is none."""
