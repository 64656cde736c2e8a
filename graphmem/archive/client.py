"""`Archiving`: the part of `Memory` that takes a space along in a file."""

from os import PathLike
from pathlib import Path

from graphmem.ingest.background import Background
from graphmem.ingest.lease import SpaceLease
from graphmem.model.archive import ArchiveReceipt
from graphmem.model.progress import Progress, silent
from graphmem.retrieval.searcher import Searcher
from graphmem.settings import Settings
from graphmem.store.database import Database


class Archiving:
    """Writes one space into an archive, and an archive into it."""

    settings: Settings
    _database: Database
    _searcher: Searcher
    _background: Background

    def export_archive(
        self,
        path: str | PathLike[str],
        *,
        person: str | None = None,
        progress: Progress = silent,
    ) -> ArchiveReceipt:
        """Write all that the space holds into one new file, which `import_archive` reads.

        With ``person`` (person_id, uid or name) only what they said, and what was said in the
        conversations that they took part in, as `Memory.for_person` sees it. The same graph gives
        the same file, apart from its date. Whoever extracts the space is
        waited for. Raises `InputError` for a file that exists, `NotFoundError` for an empty space,
        and `ConflictError` where somebody writes into the space meanwhile; there is no file then.
        """
        from graphmem.archive.exporting import OnePerson, export_space

        database = self._database.patient()
        with self._archive_lease().held(database, progress=progress):
            of = None if person is None else OnePerson(person, self._searcher.heard_by(person))
            return export_space(database, self.settings.space, Path(path), of=of, progress=progress)

    def import_archive(
        self, path: str | PathLike[str], *, progress: Progress = silent
    ) -> ArchiveReceipt:
        """Bring an archive of this space into it, node for node; what stands is left as it is.

        All of it is checked before anything is written; run again after it was cut short, it ends
        in the same graph. Raises `ArchiveError`, with part and line, for an archive that is
        damaged, of another space or model, or has something otherwise than it stands here.
        """
        from graphmem.archive.importing import import_space

        database = self._database.patient()
        with (
            self._searcher.renewed(),
            self._archive_lease().held(database, progress=progress),
        ):
            receipt = import_space(database, self.settings.space, Path(path), progress=progress)
        self._background.told()
        return receipt

    def _archive_lease(self) -> SpaceLease:
        return SpaceLease(self._database, self.settings.space, seconds=self.settings.lease_seconds)
