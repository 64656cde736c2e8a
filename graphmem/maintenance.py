"""Work on a whole database, rather than on one space of it."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.connection import connect
from graphmem.model.archive import ArchiveReceipt, Backup
from graphmem.model.progress import Progress, silent
from graphmem.settings import Settings
from graphmem.store.embeddings import replace_embeddings
from graphmem.store.schema import ensure_schema


def reembed(
    settings: Settings, *, encoder: Encoder | None = None, progress: Progress = silent
) -> int:
    """Encode every space again with ``settings.embedding_model``; how many turns there are.

    Turns, answers, questions and the profiles of entities get new vectors, and their indexes are
    made anew. Clients that are open meanwhile cannot write any more; open them again afterwards,
    since they would search with the old model. Safe to run again after it was cut short.
    """
    encoder = encoder or make_encoder(settings)
    with connect(settings, progress=progress) as database:
        return replace_embeddings(
            database,
            encoder.encode,
            model=encoder.model,
            dimension=encoder.dimension,
            progress=progress,
        )


def back_up(
    settings: Settings,
    folder: str | PathLike[str],
    *,
    spaces: Sequence[str] = (),
    progress: Progress = silent,
) -> Backup:
    """Write these spaces, or all of the database, into a new folder while others read and write.

    Each space is as it was at the moment that the backup tells; there is a whole folder or none.
    Raises `InputError` for a folder that exists, `NotFoundError` for a space that holds nothing,
    and `ConflictError` for one in which conversations begin faster than it can be read.
    """
    from graphmem.archive.backing_up import back_up as write

    with connect(settings, progress=progress) as database:
        ensure_schema(
            database,
            embedding_model=settings.embedding_model,
            dimension=lambda: make_encoder(settings).dimension,
        )
        return write(
            database.patient(),
            Path(folder),
            spaces=spaces,
            lease_seconds=settings.lease_seconds,
            progress=progress,
        )


def restore(
    settings: Settings,
    folder: str | PathLike[str],
    *,
    spaces: Sequence[str] = (),
    existing: bool = False,
    progress: Progress = silent,
) -> tuple[ArchiveReceipt, ...]:
    """Bring these spaces of a backup, or all of it, into the database, node for node.

    All is checked before any node of a space is written; an empty database is given the backup's
    embedding model first. Raises `ArchiveError` for what is damaged or does not fit, and
    `InputError` where a space holds something already, unless ``existing`` lets what is missing
    come in beside it.
    """
    from graphmem.archive.backing_up import restore as read

    with connect(settings, progress=progress) as database:
        return read(
            database.patient(),
            Path(folder),
            spaces=spaces,
            existing=existing,
            lease_seconds=settings.lease_seconds,
            progress=progress,
        )
