"""A space into one file: page by page, so that no more than a page is held in memory."""

import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, NamedTuple

from graphmem.archive.container import ArchiveWriter, link_lines, node_line
from graphmem.archive.uids import Uids, uids_on_disk
from graphmem.errors import InputError, NotFoundError
from graphmem.model.archive import ArchiveReceipt, EmbeddingSpace, Manifest
from graphmem.model.decision import Decider
from graphmem.model.listing import empty_space
from graphmem.model.progress import Progress
from graphmem.store.archive import ArchivedNode, SpaceState, nodes_of, space_state
from graphmem.store.archive_values import NODE_SORTS, RELATIONSHIP_TYPES
from graphmem.store.database import Database
from graphmem.store.lock import changed
from graphmem.store.record import conversation_uid
from graphmem.store.schema import Mark, read_mark

_TOLD_EVERY = 500
# Of several conversations together; the next reconciliation makes them of what is there.
_MADE_ANEW = frozenset({"SAME_PERSON_AS", "IS_PERSON", "SHARED_WITH"})
_OF_THE_SPACE = frozenset({"Forgotten", "ForgottenTurn", "Ledger", "Portrait"})
_SESSION_LAYER = "session"


class Selection:
    """Takes everything; ``seen`` counts the nodes that were asked about, ``left_out`` those that
    were not taken, by label.
    """

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()

    def take(self, label: str, node: ArchivedNode) -> ArchivedNode | None:
        """The node as it goes into the archive; None where it does not."""
        self.seen[label] += 1
        taken = self._as_taken(label, node)
        if taken is None:
            self.left_out[label] += 1
        return taken

    def _as_taken(self, _: str, node: ArchivedNode) -> ArchivedNode | None:
        return node


class OfConversations(Selection):
    """Takes what is of these conversations alone, of whom takes part there, and what a person
    decided of these; no layer above the session, as it may tell of other conversations.
    """

    def __init__(self, space: str, conversations: Collection[str], kept: Uids) -> None:
        super().__init__()
        self._conversations = frozenset(conversations)
        self._places = {conversation_uid(space, one) for one in conversations}
        self._names: defaultdict[str, set[str]] = defaultdict(set)
        self._kept = kept

    def note(self, label: str, node: ArchivedNode) -> None:
        """Look at a node before any is taken: which stand, and what people are called there."""
        if self._is_theirs(label, node):
            self._kept.add([node.uid])
            if label == "Turn":
                self._names[node.properties["speaker_uid"]].add(node.properties["speaker"])

    def _as_taken(self, label: str, node: ArchivedNode) -> ArchivedNode | None:
        if node.uid not in self._kept:
            return None
        links = tuple(
            link for link in node.links if link.type not in _MADE_ANEW and link.target in self._kept
        )
        properties = self._as_called(node) if label == "Person" else node.properties
        return node._replace(properties=properties, links=links)

    def _is_theirs(self, label: str, node: ArchivedNode) -> bool:
        held = node.properties
        if label == "Person":
            return any(link.target in self._places for link in node.links)
        if label == "Decision":
            sides = [json.loads(held[side])["conversation_ids"] for side in ("left", "right")]
            decided = held["decided_by"] == Decider.PERSON
            return decided and all(self._conversations.issuperset(side) for side in sides)
        if label == "Entity" and held["layer"] != _SESSION_LAYER:
            return False
        return label not in _OF_THE_SPACE and held["conversation_id"] in self._conversations

    def _as_called(self, node: ArchivedNode) -> dict[str, object]:
        """A person under the names of these conversations alone; reconciling adds the rest."""
        held = dict(node.properties)
        for made_of_all in ("blocks", "linked_name"):
            held.pop(made_of_all, None)
        names = sorted(self._names[node.uid]) or [held["name"]]
        held["names"] = names
        if held["name"] not in names:
            held["name"] = names[0]
        return held


class OnePerson(NamedTuple):
    """Whose archive is wanted, as they were named, and the conversations that they took part in."""

    name: str
    conversations: tuple[str, ...]


def export_space(
    database: Database,
    space: str,
    path: Path,
    *,
    of: OnePerson | None = None,
    progress: Progress,
) -> ArchiveReceipt:
    """Write the archive of a space, whose lease is held, or what of it one person heard.

    The file is there whole, or not at all.

    Raises `InputError` where the file exists or cannot be written, `NotFoundError` for an empty
    space, and `ConflictError` where somebody wrote into the space meanwhile.
    """
    begun = time.monotonic()
    check_place(path)
    try:
        nodes, relationships = _export(database, space, path, of, progress)
        size = path.stat().st_size
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}.",
            next_step="Name a file in a folder that can be written and has room.",
        ) from error
    return ArchiveReceipt(
        space=space,
        nodes=nodes,
        relationships=relationships,
        bytes=size,
        seconds=time.monotonic() - begun,
    )


def _export(
    database: Database, space: str, path: Path, of: OnePerson | None, progress: Progress
) -> tuple[dict[str, int], dict[str, int]]:
    before, mark = _of_moment(database, space)
    if not before.nodes:
        raise NotFoundError(empty_space(space), next_step="Choose another space.")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as folder:
        made = Path(folder) / "archive"
        with (
            selecting(database, space, of.conversations if of else None) as chosen,
            ArchiveWriter(made) as writer,
            _Links(Path(folder)) as links,
        ):
            total = sum(before.nodes.values())
            _write_nodes(database, space, writer, links, chosen, progress, total)
            relationships = links.write(writer)
            nodes = _nodes_in(writer)
            exported_at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
            if _lasting(chosen.seen) != before.nodes or _of_moment(database, space) != (
                before,
                mark,
            ):
                raise changed("space")
            manifest = _manifest(mark, space, writer, exported_at, relationships)
            if of is not None:
                left = dict(sorted(chosen.left_out.items()))
                manifest = manifest.model_copy(update={"person": of.name, "left_out": left})
            writer.close(manifest)
        check_place(path)
        made.replace(path)
    return nodes, relationships


def _of_moment(database: Database, space: str) -> tuple[SpaceState, Mark]:
    """What tells whether the space is still as it was: its contents, and whose its vectors are."""
    state = space_state(database, space)
    return state._replace(nodes=_lasting(state.nodes)), read_mark(database)


def _lasting(nodes: Mapping[str, int]) -> dict[str, int]:
    """Without portraits: whoever asks for one has it kept, and that changes nothing else."""
    return {label: count for label, count in nodes.items() if label != "Portrait"}


def _nodes_in(writer: ArchiveWriter) -> dict[str, int]:
    return {part.of: part.lines for part in writer.parts if part.kind == "nodes"}


def check_place(path: Path) -> None:
    """Raise `InputError` unless something new can be made there."""
    if not path.parent.is_dir():
        raise InputError(f"There is no folder {path.parent}.", next_step="Make it first.")
    if path.exists() or path.is_symlink():
        raise InputError(f"{path} is there already.", next_step="Name another file, or remove it.")


def _write_nodes(
    database: Database,
    space: str,
    writer: ArchiveWriter,
    links: "_Links",
    chosen: Selection,
    progress: Progress,
    total: int,
) -> None:
    done = 0

    def lines(label: str) -> Iterator[bytes]:
        nonlocal done
        for found in nodes_of(database, space, label):
            if (node := chosen.take(label, found)) is not None:
                yield node_line(node)
                for kind, line in link_lines(node):
                    links.add(kind, line)
            done += 1
            if done % _TOLD_EVERY == 0:
                progress("exporting nodes", done, total)

    for label in NODE_SORTS:
        writer.add("nodes", label, lines(label))
    progress("exporting nodes", done, total)


class _Links:
    """Lines of relationships, kept in a file for each type until the nodes are written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, BinaryIO] = {}
        self._counts: Counter[str] = Counter()
        self._open = ExitStack()

    def add(self, kind: str, line: bytes) -> None:
        """One more of a type, after those of the nodes before."""
        if kind not in self._files:
            place = self._folder / f"{kind}.jsonl"
            self._files[kind] = self._open.enter_context(place.open("w+b"))
        self._files[kind].write(line)
        self._counts[kind] += 1

    def write(self, writer: ArchiveWriter) -> dict[str, int]:
        """Write each type as a part; how many there are of each."""
        for kind in RELATIONSHIP_TYPES:
            if (stream := self._files.get(kind)) is not None:
                stream.seek(0)
                writer.add("relationships", kind, stream)
        return dict(sorted(self._counts.items()))

    def __enter__(self) -> "_Links":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def _manifest(
    mark: Mark, space: str, writer: ArchiveWriter, exported_at: str, relationships: dict[str, int]
) -> Manifest:
    if mark.embedding_model is None or mark.embedding_dimension is None:
        raise changed("embedding model of the database")
    return Manifest(
        graphmem_version=version("graphmem"),
        schema_version=mark.schema_version,
        exported_at=exported_at,
        space=space,
        embedding=EmbeddingSpace(model=mark.embedding_model, dimension=mark.embedding_dimension),
        nodes=_nodes_in(writer),
        relationships=relationships,
        parts=tuple(writer.parts),
    )


@contextmanager
def selecting(
    database: Database, space: str, conversations: Collection[str] | None
) -> Iterator[Selection]:
    """What is taken of a space: what is of these conversations, None for everything."""
    if conversations is None:
        yield Selection()
        return
    with uids_on_disk() as kept:
        chosen = OfConversations(space, conversations, kept)
        for label in NODE_SORTS:
            for node in nodes_of(database, space, label):
                chosen.note(label, node)
        yield chosen
