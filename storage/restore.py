"""Bringing a backup back: verified, put in place of the database, the old one set aside and never deleted."""

from pathlib import Path

from storage.content import Restored
from storage.dialects import dialect_of
from storage.lock import Holder
from storage.restore_files import restore_file
from storage.restore_server import restore_server


def restore(url: str, file: Path, folder: Path, holder: Holder) -> Restored:
    """Put a copy of the backup `file` in place of the database at `url`.

    A database that is a file is set aside beside it, one on a server as a backup in `folder`. Raises `DatabaseInUse`
    while a process works on it, `BackupFailed` for a file that is no undamaged backup of a schema known here,
    `RestoreFailed` otherwise.
    """
    database = dialect_of(url).file
    if database is None:
        return restore_server(url, file, folder, holder)
    return restore_file(database.resolve(), file, holder)
