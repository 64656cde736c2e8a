"""A backup into a database: all that is wanted of it checked, then written space by space."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import ValidationError

from graphmem.archive.backing_up import BACKUP_MANIFEST, file_digest
from graphmem.archive.checking import check_archive
from graphmem.archive.container import ArchiveReader
from graphmem.archive.importing import import_space
from graphmem.errors import ArchiveError, InputError, NotFoundError
from graphmem.ingest.lease import SpaceLease
from graphmem.model.archive import ArchiveReceipt, Backup, EmbeddingSpace, Manifest, SpaceBackup
from graphmem.model.faults import faults
from graphmem.model.progress import Progress
from graphmem.store.archive import space_state
from graphmem.store.database import Database
from graphmem.store.schema import MIGRATIONS, ensure_schema, read_mark

_NEXT = "Take another copy of the backup; what is whole of it `graphmem import` reads alone."


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
    wanted = _wanted(read_backup(folder), spaces)
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


def _wanted(backup: Backup, spaces: Sequence[str]) -> tuple[SpaceBackup, ...]:
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
