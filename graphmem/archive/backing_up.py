"""A database in one folder and back: an archive for each space, and a manifest with their digests.

Spaces share no node and no relationship, so each is of a moment of its own.
"""

import hashlib
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from graphmem.archive.checking import check_archive
from graphmem.archive.container import ArchiveReader
from graphmem.archive.exporting import check_place, export_space
from graphmem.archive.importing import import_space
from graphmem.errors import ArchiveError, InputError, NotFoundError
from graphmem.ingest.lease import SpaceLease
from graphmem.model.archive import ArchiveReceipt, Backup, EmbeddingSpace, Manifest, SpaceBackup
from graphmem.model.base import faults
from graphmem.model.listing import empty_space
from graphmem.model.progress import Progress
from graphmem.store.archive import space_state, spaces_held, writers_held_off
from graphmem.store.database import Database
from graphmem.store.lock import ConflictError
from graphmem.store.schema import MIGRATIONS, ensure_schema, read_mark

BACKUP_MANIFEST = "backup.json"
# The first try holds nobody off, and is enough where nobody writes meanwhile.
_TRIES = 4
_PRIVATE = 0o700
_NEXT = "Take another copy of the backup; what is whole of it `graphmem import` reads alone."


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


def restore(
    database: Database,
    folder: Path,
    *,
    spaces: Sequence[str],
    existing: bool,
    lease_seconds: float,
    progress: Progress,
) -> tuple[ArchiveReceipt, ...]:
    """Bring these spaces of a backup, or all, into the database, once all of them are checked.

    An empty database is given the backup's embedding model before that. Raises `ArchiveError` where
    anything does not fit, and `InputError` where a space holds something already, unless
    ``existing`` lets what is missing there come in; no node of a space is written then.
    """
    wanted = _wanted_spaces(read_backup(folder), spaces)
    archives = {one.space: folder / one.file for one in wanted}
    manifests = [_checked(archives[one.space], one) for one in wanted]
    if not existing:
        _refuse_standing(database, archives)
    _prepare(database, {manifest.embedding for manifest in manifests})
    found = {}
    for space, path in archives.items():
        with ArchiveReader(path) as reader:
            found[space] = check_archive(reader, database, space, progress=progress)
    receipts = []
    for space, path in archives.items():
        lease = SpaceLease(database, space, seconds=lease_seconds)
        with lease.held(database, progress=progress):
            receipts.append(
                import_space(database, space, path, progress=progress, checked=found[space])
            )
    return tuple(receipts)


def read_backup(folder: Path) -> Backup:
    """The manifest of a backup; raises `ArchiveError` where there is none that can be read."""
    path = folder / BACKUP_MANIFEST
    try:
        return Backup.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ArchiveError(
            f"{folder} is no backup of graphmem: {error.strerror or error} ({path.name}).",
            next_step="`graphmem backup FOLDER` writes one; the archive of one space is for "
            "`graphmem import FILE`.",
        ) from error
    except ValidationError as error:
        raise ArchiveError(f"{path}: {faults(error)}.", next_step=_NEXT) from error


def _wanted_spaces(backup: Backup, spaces: Sequence[str]) -> tuple[SpaceBackup, ...]:
    held = {one.space: one for one in backup.spaces}
    for space in spaces:
        if space not in held:
            raise NotFoundError(
                f"The backup holds no space {space!r}.",
                next_step=f"It holds {', '.join(map(repr, held))}.",
            )
    return tuple(held[space] for space in dict.fromkeys(spaces)) or tuple(held.values())


def _checked(path: Path, told: SpaceBackup) -> Manifest:
    """The manifest of an archive that is, byte for byte, the one that the backup tells of."""
    try:
        whole = path.stat().st_size == told.bytes and file_digest(path) == told.sha256
    except OSError as error:
        raise ArchiveError(
            f"{path} cannot be read: {error.strerror or error}.", next_step=_NEXT
        ) from error
    if not whole:
        raise ArchiveError(
            f"{path}: its SHA-256 is not that of {BACKUP_MANIFEST}.", next_step=_NEXT
        )
    with ArchiveReader(path) as reader:
        held = reader.manifest
    if (held.space, held.nodes, held.relationships) != (
        told.space,
        told.nodes,
        told.relationships,
    ):
        raise ArchiveError(f"{path}: it is not what {BACKUP_MANIFEST} tells of.", next_step=_NEXT)
    return held


def _refuse_standing(database: Database, spaces: Iterable[str]) -> None:
    if standing := [space for space in spaces if space_state(database, space).nodes]:
        raise InputError(
            f"The database holds something of {', '.join(map(repr, standing))} already.",
            next_step="Restore into an empty database, name other spaces (--only), or let what "
            "is missing come in beside what stands (--existing).",
        )


def _prepare(database: Database, embeddings: set[EmbeddingSpace]) -> None:
    """Make the schema where there is none: what stands later is held against it."""
    mark = read_mark(database)
    if mark.schema_version == len(MIGRATIONS):
        return
    model, dimension = mark.embedding_model, mark.embedding_dimension
    if model is None or dimension is None:
        first = min(embeddings, key=lambda one: one.model)
        model, dimension = first.model, first.dimension
    ensure_schema(database, embedding_model=model, dimension=lambda: dimension)
