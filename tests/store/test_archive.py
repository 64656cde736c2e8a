"""A space in a file and back: the same graph, nothing twice, and nothing written that is wrong."""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import ArchiveError, InputError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.archive import ArchiveReceipt
from graphmem.settings import Settings
from graphmem.store.archive import ArchiveStore
from graphmem.store.archive_values import NODE_SORTS, RELATIONSHIP_TYPES
from graphmem.store.lock import ConflictError
from tests.archives import Parts, everything, parts_of, uids, undated
from tests.talk import ALIKE, GARDEN, HILLS, make_conversation, make_session

pytestmark = pytest.mark.timeout(600)

TALKS = (GARDEN, ALIKE)
OTHER = HILLS


def written(path: Path, parts: Parts) -> Path:
    with zipfile.ZipFile(path, "w") as file:
        for name, held in parts.items():
            file.writestr(name, held)
    return path


def with_manifest(parts: Parts, /, **changed: Any) -> Parts:
    return parts | {
        "manifest.json": json.dumps(json.loads(parts["manifest.json"]) | changed).encode()
    }


class Home(NamedTuple):
    """A space that is deleted before every test, its archive, and everything that it held."""

    memory: Memory
    path: Path
    told: ArchiveReceipt
    before: list[str]


@pytest.fixture(scope="module")
def exported(
    live_settings: Settings, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Home]:
    """Talks in which people are alike, with decisions by hand: made, taken back, replaced."""
    path = tmp_path_factory.mktemp("archive") / "home.zip"
    settings = live_settings.model_copy(update={"space": "archived"})
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(*TALKS)
        one, other, third = sorted(person.uid for person in memory.people())[:3]
        made = memory.merge(one, other, reason="one", allow_same_conversation=True)
        memory.undo(made.uid)
        memory.separate(one, third, reason="two")
        told = memory.export_archive(path)
        yield Home(memory, path, told, everything(memory))
        memory.delete_space()


@pytest.fixture
def home(exported: Home) -> Home:
    """The same, once its space is empty."""
    exported.memory.delete_space()
    return exported


def test_what_is_exported_comes_back_node_for_node(home: Home, tmp_path: Path) -> None:
    again = tmp_path / "again.zip"
    made = home.memory.import_archive(home.path)
    assert everything(home.memory) == home.before
    assert (made.nodes, made.relationships) == (home.told.nodes, home.told.relationships)
    assert not made.reconcile
    assert home.told.bytes == home.path.stat().st_size
    home.memory.export_archive(again)
    assert undated(again) == undated(home.path)
    assert again.stat().st_size == home.path.stat().st_size
    assert home.memory.check_layers().differences == ()


def test_what_was_decided_by_hand_holds_and_can_be_taken_back(home: Home) -> None:
    home.memory.import_archive(home.path)
    decided = {item.decision.reason: item.decision for item in home.memory.decisions()}
    home.memory.undo(decided["two"].uid)
    assert "two" not in {item.decision.reason for item in home.memory.decisions()}
    past = {item.decision.reason for item in home.memory.decisions(past=True)}
    assert {"one", "two"} <= past


def test_the_same_archive_and_the_same_talk_again_double_nothing(home: Home) -> None:
    home.memory.import_archive(home.path)
    again = home.memory.import_archive(home.path)
    assert not any(again.nodes.values())
    assert not any(again.relationships.values())
    assert again.nodes_standing == sum(home.told.nodes.values())
    assert again.relationships_standing == sum(home.told.relationships.values())
    assert home.memory.ingest(*TALKS).turns_stored == 0
    assert everything(home.memory) == home.before


class CutShortError(Exception):
    """What ends an import in a test."""


@pytest.mark.parametrize(("method", "calls"), [("write_nodes", 5), ("write_links", 9)])
def test_an_import_that_was_cut_short_is_run_again(
    home: Home, monkeypatch: pytest.MonkeyPatch, method: str, calls: int
) -> None:
    real = getattr(ArchiveStore, method)
    left = calls

    def cut_short(self: ArchiveStore, *given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise CutShortError
        return real(self, *given)

    with monkeypatch.context() as patched:
        patched.setattr(ArchiveStore, method, cut_short)
        with pytest.raises(CutShortError):
            home.memory.import_archive(home.path)
    assert 0 < len(uids(home.memory)) <= len(home.before)
    home.memory.import_archive(home.path)
    assert everything(home.memory) == home.before


def test_sessions_that_wait_wait_after_it_as_well(memory: Memory, tmp_path: Path) -> None:
    memory.ingest(GARDEN, record_only=True)
    before = everything(memory)
    memory.export_archive(tmp_path / "a.zip")
    memory.delete_space()
    memory.import_archive(tmp_path / "a.zip")
    assert everything(memory) == before
    assert memory.waiting().turns == sum(len(one.turns) for one in GARDEN.sessions)


def test_what_the_space_holds_besides_stays_and_is_reconciled_with_it(home: Home) -> None:
    home.memory.ingest(OTHER)
    besides = uids(home.memory)
    made = home.memory.import_archive(home.path)
    assert made.reconcile
    archived = [json.loads(line)[0] for line in home.before]
    assert set(uids(home.memory)) == {*besides, *archived}
    home.memory.reconcile()
    assert home.memory.check_layers().differences == ()


def test_what_is_recorded_already_is_not_doubled(home: Home) -> None:
    home.memory.ingest(GARDEN, record_only=True)
    home.memory.import_archive(home.path)
    assert uids(home.memory) == sorted(json.loads(line)[0] for line in home.before)
    # It was recorded anew, so it waits still; reading it finds what stands.
    home.memory.ingest()
    assert uids(home.memory) == sorted(json.loads(line)[0] for line in home.before)
    links = sum(home.told.relationships.values())
    assert sum(len(json.loads(line)[6]) for line in everything(home.memory)) == links


def test_what_stands_otherwise_is_listed_and_nothing_is_written(home: Home) -> None:
    home.memory.import_archive(home.path)
    home.memory.add_turn(
        GARDEN.conversation_id, "We sold the shed.", speaker="Ana", session_id="S1"
    )
    grown = everything(home.memory)
    with pytest.raises(ArchiveError, match=r"nodes/Session\.jsonl, line \d+: session:\w+ \(last"):
        home.memory.import_archive(home.path)
    assert everything(home.memory) == grown


def test_another_space_says_what_to_do(home: Home, memory: Memory) -> None:
    with pytest.raises(ArchiveError, match=r"--space archived"):
        memory.import_archive(home.path)
    assert uids(memory) == []


def _line(parts: Parts, name: str, change: Callable[[dict[str, Any]], Any]) -> Parts:
    """With the second line of a part changed, and the manifest made to fit."""
    lines = parts[name].splitlines(keepends=True)
    held = json.loads(lines[1])
    change(held)
    lines[1] = json.dumps(held).encode() + b"\n"
    return _part(parts, name, b"".join(lines))


def _part(parts: Parts, name: str, held: bytes) -> Parts:
    manifest = json.loads(parts["manifest.json"])
    for part in manifest["parts"]:
        if part["name"] == name:
            part |= {
                "sha256": hashlib.sha256(held).hexdigest(),
                "bytes": len(held),
                "lines": held.count(b"\n"),
            }
            manifest[part["kind"]][part["of"]] = part["lines"]
    return with_manifest(parts | {name: held}, **manifest)


def _renamed(parts: Parts, kind: str, old: str, new: str) -> Parts:
    text = parts["manifest.json"].decode()
    moved = {name.replace(f"{kind}/{old}.", f"{kind}/{new}."): held for name, held in parts.items()}
    return moved | {
        "manifest.json": text.replace(f'{old}"', f'{new}"').replace(f"/{old}.", f"/{new}.").encode()
    }


TURNS = "nodes/Turn.jsonl"
NEXT = "relationships/NEXT.jsonl"
WRONG: dict[str, tuple[Callable[[Parts], Parts], str]] = {
    "a changed byte": (
        lambda parts: parts | {TURNS: parts[TURNS].replace(b"Ana", b"Ann", 1)},
        r"nodes/Turn\.jsonl: its SHA-256",
    ),
    "a part that is missing": (
        lambda parts: {name: held for name, held in parts.items() if name != TURNS},
        r"nodes/Turn\.jsonl: it is missing",
    ),
    "a part that nobody names": (
        lambda parts: parts | {"nodes/Else.jsonl": b""},
        r"manifest\.json: the file holds parts",
    ),
    "a later format": (
        lambda parts: with_manifest(parts, format_version=2),
        r"format version 2",
    ),
    "another format": (lambda parts: with_manifest(parts, format="zip"), r"no archive of graphmem"),
    "another schema": (lambda parts: with_manifest(parts, schema_version=1), r"schema version 1"),
    "another model": (
        lambda parts: with_manifest(parts, embedding={"model": "m", "dimension": 384}),
        r"vectors of m ",
    ),
    "another dimension": (
        lambda parts: with_manifest(
            parts,
            embedding=json.loads(parts["manifest.json"])["embedding"] | {"dimension": 2},
        ),
        r"\(2 dimensions\)",
    ),
    "counts of something else": (
        lambda parts: with_manifest(parts, nodes={"Turn": 1}),
        r"manifest\.json: its counts of nodes",
    ),
    "a label that is unknown": (
        lambda parts: _renamed(parts, "nodes", "Turn", "Torn"),
        r"knows no nodes 'Torn'",
    ),
    "a type that is unknown": (
        lambda parts: _renamed(parts, "relationships", "NEXT", "NOXT"),
        r"knows no relationships 'NOXT'",
    ),
    "a relationship to nothing": (
        lambda parts: _line(parts, NEXT, lambda held: held.update(to="turn:" + 32 * "f")),
        r"relationships/NEXT\.jsonl, line 2: the archive has no node turn:f+",
    ),
    "no JSON": (
        lambda parts: _part(parts, TURNS, parts[TURNS] + b"{\n"),
        r"nodes/Turn\.jsonl, line \d+: it is no JSON",
    ),
    "a node twice": (
        lambda parts: _part(parts, TURNS, parts[TURNS] + parts[TURNS].splitlines(True)[-1]),
        r"nodes/Turn\.jsonl, line \d+: turn:\w+ stands twice",
    ),
    "a node of another space": (
        lambda parts: _line(parts, TURNS, lambda held: held.update(space="other")),
        r"nodes/Turn\.jsonl, line 2: .* not of the space",
    ),
    "a node of another label": (
        lambda parts: _line(parts, TURNS, lambda held: held.update(uid="lease:" + 32 * "f")),
        r"line 2: lease:f+ is the uid of no Turn",
    ),
    "a property that is missing": (
        lambda parts: _line(parts, TURNS, lambda held: held.pop("text")),
        r"line 2: 'text' is missing",
    ),
    "a property of another type": (
        lambda parts: _line(parts, TURNS, lambda held: held.update(position="1")),
        r"line 2: 'position' is of another type",
    ),
    "a property that is a map": (
        lambda parts: _line(parts, TURNS, lambda held: held.update(text={"a": 1})),
        r"line 2: 'text' has no value",
    ),
    "a name that is no name": (
        lambda parts: _line(parts, TURNS, lambda held: held.update({"a`b": 1})),
        r"line 2: 'a`b' is no name",
    ),
    "a vector of another length": (
        lambda parts: _line(parts, TURNS, lambda held: held.update(embedding={"float32": ""})),
        r"line 2: 'embedding' is no vector of",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_nothing_of_a_wrong_archive_is_written(home: Home, tmp_path: Path, what: str) -> None:
    change, told = WRONG[what]
    wrong = written(tmp_path / "wrong.zip", change(parts_of(home.path)))
    with pytest.raises(ArchiveError, match=told):
        home.memory.import_archive(wrong)
    assert uids(home.memory) == []


def test_what_is_no_archive_is_told(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"There is no .*nothing\.zip"):
        memory.import_archive(tmp_path / "nothing.zip")
    (tmp_path / "talk.jsonl").write_text("{}")
    with pytest.raises(ArchiveError, match=r"talk\.jsonl is no archive of graphmem"):
        memory.import_archive(tmp_path / "talk.jsonl")


def test_a_file_that_exists_is_kept(memory: Memory, tmp_path: Path) -> None:
    memory.ingest(GARDEN, record_only=True)
    kept = tmp_path / "talk.jsonl"
    kept.write_text("{}")
    with pytest.raises(InputError, match="is there already"):
        memory.export_archive(kept)
    assert kept.read_text() == "{}"
    with pytest.raises(InputError, match="no folder"):
        memory.export_archive(tmp_path / "none" / "a.zip")


def test_an_empty_space_gives_no_file(memory: Memory, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="is empty"):
        memory.export_archive(tmp_path / "a.zip")
    assert list(tmp_path.iterdir()) == []


def test_a_space_that_changes_meanwhile_gives_no_file(memory: Memory, tmp_path: Path) -> None:
    memory.ingest(GARDEN, record_only=True)

    def say_more(stage: str, *_: object) -> None:
        memory.add_turn(GARDEN.conversation_id, "One more thing.", speaker="Ana", session_id="S1")

    with pytest.raises(ConflictError, match="changed"):
        memory.export_archive(tmp_path / "a.zip", progress=say_more)
    assert list(tmp_path.iterdir()) == []


def test_every_label_and_type_of_the_graph_is_archived(home: Home) -> None:
    home.memory.import_archive(home.path)
    rows = home.memory.cypher(
        "MATCH (n {space: $space}) WHERE NOT n:Lease OPTIONAL MATCH (n)-[r]->() "
        "RETURN DISTINCT labels(n), type(r)",
        parameters={"space": home.memory.space},
    ).rows
    labels = {tuple(sorted(row[0])) for row in rows}
    assert labels <= {one.labels for one in NODE_SORTS.values()}
    assert {row[1] for row in rows} - {None} <= set(RELATIONSHIP_TYPES)


SHORE = make_conversation(
    "shore",
    make_session(
        1,
        [("Ana", "I planted forty tulips last week."), ("Ben", "Nice, I planted beans.")],
        day=datetime(2024, 3, 1),
    ),
)
DUNE = make_conversation(
    "dune", make_session(1, [("Ana", "I keep bees."), ("Cy", "So do I.")], day=datetime(2024, 4, 1))
)
CLIFF = make_conversation(
    "cliff",
    make_session(
        1, [("Ben", "I sold my boat."), ("Cy", "I keep goats.")], day=datetime(2024, 5, 1)
    ),
)


def test_one_persons_archive_is_a_memory_that_heard_nothing_else(
    live_settings: Settings, encoder: Encoder, tmp_path: Path
) -> None:
    settings = live_settings.model_copy(update={"space": "archived-for-one"})
    path, again = tmp_path / "ben.zip", tmp_path / "again.zip"
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        memory.ingest(SHORE)
        alone = [line for line in everything(memory) if "Ledger" not in line]
        memory.delete_space()
        memory.ingest(SHORE, DUNE, CLIFF)
        with pytest.raises(NotFoundError):
            memory.export_archive(path, person="Nobody")
        (ben,) = (one.uid for one in memory.people(conversation="shore") if one.name == "Ben")
        told = memory.export_archive(path, person=ben)
        manifest = json.loads(parts_of(path)["manifest.json"])
        assert manifest["person"] == ben
        assert manifest["left_out"]["Conversation"] == 2
        assert manifest["left_out"]["Ledger"] == 1
        held = "".join(part.decode() for part in parts_of(path).values())
        assert "tulips" in held
        assert not [word for word in ("bees", "boat", "farm") if word in held]
        memory.delete_space()
        made = memory.import_archive(path)
        assert made.reconcile
        assert made.nodes == told.nodes
        memory.reconcile()
        assert memory.check_layers().differences == ()
        assert {one.conversation_id for one in memory.conversations()} == {"shore"}
        assert uids_in(everything(memory)) == uids_in(alone)
        assert not any(memory.import_archive(path).nodes.values())
        memory.export_archive(again, person=ben)
        assert set(parts_of(again)) == set(parts_of(path))
        memory.delete_space()


def uids_in(lines: list[str]) -> set[str]:
    return {json.loads(line)[0] for line in lines if "Ledger" not in line}
