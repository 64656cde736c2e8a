"""What numbers rest on, and what of it gives a kept space its name."""

import ast
import re
from pathlib import Path

import pytest

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.errors import InputError
from graphmem.evaluation import files, provenance
from graphmem.evaluation.provenance import code_digest, file_digest, ingest_digest
from graphmem.evaluation.spaces import space_name
from graphmem.model.chunk import ChunkStrategy
from graphmem.model.decision import MergePolicy
from graphmem.settings import load_settings

PACKAGE = Path(provenance.__file__).parents[1]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of a few files, in the place of graphmem."""
    root, queries = tmp_path / "graphmem", tmp_path / "cypher"
    for name in ("extraction/rules.py", "extraction/prompt.md", "retrieval/words.txt"):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(name)
    for name in ("record/turn.cypher", "retrieve/turn.cypher"):
        (queries / name).parent.mkdir(parents=True)
        (queries / name).write_text(name)
    monkeypatch.setattr(provenance, "files", lambda _: root)
    monkeypatch.setattr(provenance, "cypher_folder", lambda: queries)
    return root


def test_the_code_has_a_digest() -> None:
    assert re.fullmatch("[0-9a-f]{64}", code_digest())
    assert code_digest() == code_digest()


@pytest.mark.parametrize("name", ["retrieval/words.txt", "page.html", "extraction/rules.py"])
def test_every_packaged_file_is_in_it(package: Path, name: str) -> None:
    before = code_digest()
    (package / name).write_text("changed")
    assert code_digest() != before


def test_caches_are_not(package: Path) -> None:
    before = code_digest()
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "rules.cpython-311.pyc").write_text("compiled")
    assert code_digest() == before


def test_a_kept_space_is_named_by_what_ingest_depends_on(package: Path) -> None:
    settings = load_settings()

    def found(**changed: object) -> str:
        return ingest_digest(settings.model_copy(update=changed), DEFAULT_MODEL)

    first = found()
    (package / "retrieval" / "words.txt").write_text("changed")
    (package.parent / "cypher" / "retrieve" / "turn.cypher").write_text("changed")
    assert found(weights=Path("other.json"), llm_budget="2.50", space="other") == first
    others = [
        found(chunk_strategy=ChunkStrategy.GAP),
        found(merge_policy=MergePolicy.ASK),
        found(llm_model="openai/other"),
        found(chunks=settings.chunks.model_copy(update={"max_turns": 3})),
        ingest_digest(settings, "another model"),
    ]
    for file in (package / "extraction" / "rules.py", package / "extraction" / "prompt.md"):
        file.write_text("changed")
        others.append(found())
    (package.parent / "cypher" / "record" / "turn.cypher").write_text("changed")
    others.append(found())
    assert len({first, *others}) == 1 + len(others)
    names = {space_name("locomo", "dev", data="d" * 64, ingest=one) for one in (first, *others)}
    assert len(names) == 1 + len(others)


def test_all_that_ingest_imports_is_in_its_digest() -> None:
    known = set(provenance.INGESTING) | {"errors", "settings"}  # words for people; values are named
    for name in (item for item in provenance.INGESTING if "/" not in item):
        for file in (PACKAGE / name).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("graphmem."):
                    assert str(node.module).split(".")[1] in known, file


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            file_digest(path)
    with pytest.raises(InputError, match=r"missing\.json cannot be read"):
        files.evaluate_file(
            "locomo", tmp_path / "missing.json", tmp_path / "out", load_settings(), None
        )
