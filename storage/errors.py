"""What can go wrong in storage, as one small tree."""


class StorageError(Exception):
    """The database refused or failed; the transaction was rolled back and nothing of it is kept."""


class StorageFull(StorageError):
    """The disk (or the database's own page limit) is full; reads still work, writes do when there is room."""


class StorageBusy(StorageError):
    """Somebody else holds the database locked, for longer than it was waited for; nothing of the step was stored."""


class DatabaseUnreachable(StorageError):
    """The server of the database does not answer, or not as one that can be written to; nothing was stored.

    It goes on by itself once the server is back.
    """


class OutcomeUnknown(StorageError):
    """The connection was lost during the commit, and nothing could be found out: it may or may not have been stored."""


class DatabaseRefused(StorageError):
    """The server refuses what the settings ask for: its address, password, rights or version are wrong."""


class Taken(StorageError):
    """Somebody else was faster: a row that there may be only once is there already. Nothing was stored."""


class StillSeated(StorageError):
    """Whoever is to be forgotten has a seat in an open match that they have not given up. Nothing was stored."""


class DatabaseTooNew(StorageError):
    """The database was written by a newer version of this program; it was opened and left untouched."""


class DatabaseDamaged(StorageError):
    """The database's own checks find it damaged, or it is gone; a backup has to be brought back."""


class DatabaseInUse(StorageError):
    """Another process works on this database; it was left untouched."""


class Incompatible(DatabaseInUse):
    """Another process works on this database, beside which this one cannot; the message says what to do."""


class DatabaseLost(StorageError):
    """The database is not this process's any more: its file was deleted or replaced, or its lease was taken.

    What was being written does not count. Nothing heals this but a new start.
    """


class BackupFailed(StorageError):
    """A backup could not be made, or a file that should be one is damaged or is none."""


class RestoreFailed(StorageError):
    """A backup could not be brought back; the database is as it was, or says at its next start what to do."""


class KeyMissing(StorageError):
    """What is stored is encrypted with keys that are not there; `ids` are their names."""

    def __init__(self, ids: list[str]) -> None:
        many = len(ids) > 1
        super().__init__(f"the data are encrypted with the key{'s' * many} {', '.join(ids)}")
        self.ids = ids
