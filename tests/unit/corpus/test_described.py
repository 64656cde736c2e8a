"""What is made of the corpus is current: its schema, and the counts in its pages."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from graphmem.evaluation.corpus import ADAPTERS, folders, read_conversation, read_sessions
from graphmem.evaluation.last_messages import read_last_messages
from scripts.corpus.copies import CHANGED, COPIED, WINDOW
from scripts.corpus.schema import schema, written
from scripts.corpus.tables import CORPUS, filled
from scripts.describe_corpus import DOCUMENTS, SCHEMA

FILES = {
    "Conversation": "*/*/conversation.json",
    "Session": "**/sessions/*.json",
    "Questions": "*/*/questions.json",
}


def _checker(name: str) -> Any:
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{name}"}]})


def _loaded(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


def test_the_schema_is_made_of_the_types() -> None:
    assert SCHEMA.read_text("utf-8") == written(), "run python -m scripts.describe_corpus"
    jsonschema.Draft202012Validator.check_schema(schema())


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_schema_and_types_accept_every_file(name: str) -> None:
    files = sorted(CORPUS.glob(FILES[name]))
    checker = _checker(name)
    assert len(files) >= 50
    for file in files:
        assert [error.message for error in checker.iter_errors(_loaded(file))] == [], file
        ADAPTERS[name].validate_python(_loaded(file))


def test_schema_and_type_accept_every_last_message() -> None:
    checker = _checker("LastMessage")
    files = sorted((CORPUS / "last_messages").glob("*.jsonl"))
    assert len(files) == 50
    for file in files:
        assert read_last_messages(file)
        for line in file.read_text("utf-8").splitlines():
            assert checker.is_valid(json.loads(line)), line


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "wish"), ("worth", 4), ("id", "2:5"), ("subject", ["rui"]), ("certainty", 1)],
)
def test_the_schema_refuses_what_the_types_refuse(field: str, value: object) -> None:
    session = _loaded(min(CORPUS.glob("*/*/sessions/01.json")))
    stated = next(turn for turn in session if turn.get("statements"))
    checker = _checker("Session")
    assert checker.is_valid(session)
    stated["statements"][0][field] = value
    assert not checker.is_valid(session)
    with pytest.raises(ValueError, match=field):
        ADAPTERS["Session"].validate_python(session)


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_page_tells_what_is_counted(document: Path) -> None:
    text = document.read_text("utf-8")
    assert "<!-- counted: totals -->" in text
    assert filled(text) == text, "run python -m scripts.describe_corpus"


def test_a_count_that_is_not_current_is_replaced() -> None:
    text = "<!-- counted: reviews -->\nold\n<!-- end of counted -->"
    assert "old" not in filled(text)
    assert "| conversations read | 50 |" in filled(text)


def test_what_the_datasheet_says_in_words_is_so() -> None:
    text = " ".join((CORPUS / "DATASHEET.md").read_text("utf-8").split())
    assert (COPIED, WINDOW, CHANGED) == (8, 10, 2)
    assert "a run of eight words, or of ten with two changed" in text
    chosen = folders(CORPUS)
    reviewed = {file.stem for file in CORPUS.glob("reviews/*.json")}
    assert reviewed == {folder.name for folder in chosen}
    twice = [path.parent for path in CORPUS.glob("second/*/*/sessions")]
    assert "a tenth of the conversations" in text
    assert len(twice) * 10 == len(chosen)
    for folder in twice:
        first = read_conversation(CORPUS / folder.relative_to(CORPUS / "second"))
        assert [len(session) for session in read_sessions(folder)] == [
            len(session) for session in first.sessions
        ]


def test_the_licence_names_the_legal_code() -> None:
    text = (CORPUS / "LICENSE").read_text("utf-8")
    assert "https://creativecommons.org/licenses/by/4.0/legalcode" in text
    assert "SPDX-License-Identifier: CC-BY-4.0" in text
