"""A database in one folder and back: an archive for each space, and a manifest with their digests.

Spaces share no node and no relationship, so each is of a moment of its own.
"""

import hashlib
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from graphmem.archive.container import ArchiveReader
from graphmem.archive.exporting import check_place, export_space
from graphmem.errors import InputError, NotFoundError
from graphmem.ingest.lease import SpaceLease
from graphmem.model.archive import Backup, SpaceBackup
from graphmem.model.listing import empty_space
from graphmem.model.progress import Progress
from graphmem.store.archive import spaces_held, writers_held_off
from graphmem.store.database import Database
from graphmem.store.lock import ConflictError
from graphmem.store.schema import read_mark

BACKUP_MANIFEST = "backup.json"

# The first try holds nobody off, and is enough where nobody writes meanwhile.
_TRIES = 4
_PRIVATE = 0o700


def back_up(
    database: Database,
    folder: Path,
    *,
    spaces: Sequence[str],
    lease_seconds: float,
    progress: Progress,
) -> Backup:
    """Write the archives of these spaces, or of all, into a new folder: all of it, or no folder.

    Raises `InputError` for a folder that exists, `NotFoundError` where there is nothing to write,
    and `ConflictError` for a space in which conversations begin faster than it is read.
    """
    check_place(folder)
    began_at = _now()
    wanted = _wanted(database, spaces)
    made: list[SpaceBackup] = []
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as place:
            written = Path(place) / "backup"
            written.mkdir(mode=_PRIVATE)
            for number, space in enumerate(wanted, 1):
                path = written / f"{number:04}.zip"
                lease = SpaceLease(database, space, seconds=lease_seconds)
                with lease.held(database, progress=progress):
                    try:
                        _export(database, space, path, progress)
                    except NotFoundError:
                        if spaces:
                            raise
                        continue  # it was deleted meanwhile
                made.append(_described(space, path))
            if not made:
                raise NotFoundError(
                    "The database holds no space.", next_step="There is nothing to back up."
                )
            backup = Backup(
                graphmem_version=version("graphmem"),
                schema_version=read_mark(database).schema_version,
                began_at=began_at,
                ended_at=_now(),
                spaces=tuple(made),
            )
            (written / BACKUP_MANIFEST).write_text(
                backup.model_dump_json(indent=2) + "\n", encoding="utf-8"
            )
            check_place(folder)
            written.rename(folder)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be written: {error.strerror or error}.",
            next_step="Name a folder in one that can be written and has room.",
        ) from error
    return backup


def _wanted(database: Database, spaces: Sequence[str]) -> tuple[str, ...]:
    held = spaces_held(database)
    for space in spaces:
        if space not in held:
            raise NotFoundError(empty_space(space), next_step="Choose another space.")
    return tuple(dict.fromkeys(spaces)) or held


def _export(database: Database, space: str, path: Path, progress: Progress) -> None:
    model = read_mark(database).embedding_model or ""
    for number in range(1, _TRIES + 1):
        held = writers_held_off(database, space, embedding_model=model)
        try:
            with held if number > 1 else nullcontext():
                export_space(database, space, path, progress=progress)
            return
        except ConflictError as error:
            if number == _TRIES:
                raise ConflictError(
                    f"The space {space!r} could not be read as of one moment in {_TRIES} tries: "
                    f"{error.problem}",
                    next_step="Back it up when less is said: a conversation that begins meanwhile "
                    "cannot be held off.",
                ) from error


def _described(space: str, path: Path) -> SpaceBackup:
    with ArchiveReader(path) as reader:
        manifest = reader.manifest
    return SpaceBackup(
        space=space,
        file=path.name,
        as_of=manifest.exported_at,
        bytes=path.stat().st_size,
        sha256=file_digest(path),
        nodes=manifest.nodes,
        relationships=manifest.relationships,
    )


def file_digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _now() -> str:
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
