"""The code of the documentation and of the README does what the pages say."""

import json
import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.decision import Decider
from graphmem.settings import Settings
from tests.conftest import ROOT, OpenMemory
from tests.docs import Block, blocks, commands, curls, missing, on_a_terminal, request_of
from tests.e2e.conftest import Ingested, environment
from tests.e2e.serving import served

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
# Shown, not run: a terminal that needs something else, a prompt, a file of no consequence.
SHOWN = {"text", "html", "yaml", "json", "jsonl", "toml"}
RUN = {"python", "cypher", "console"}


# Of the files that the README names it shows a line.
_TALK = (
    '{"conversation_id": "garden", "session_id": "S1", "speaker": "Ana", '
    '"said_at": "2024-03-01T18:01:00", "text": "I planted forty tulips yesterday."}\n'
)
_LOCOMO = [
    {
        "sample_id": "kitchen-1",
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Ben",
            "session_1_date_time": "6:01 pm on 1 March, 2024",
            "session_1": [{"speaker": "Ben", "dia_id": "D1:1", "text": "I bake on Sundays."}],
        },
    }
]


@pytest.fixture
def demo(sample: Ingested) -> Memory:
    """The space of `graphmem demo`."""
    return sample.memory


@pytest.fixture
def as_a_reader(
    demo: Memory,
    live_settings: Settings,
    open_memory: OpenMemory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """A folder with files to read, the settings in the environment, the reader's space empty.

    What a page decides in the demo's space is taken back, so that every page finds it the same.
    """
    monkeypatch.chdir(tmp_path)
    for name, value in environment(live_settings).items():
        monkeypatch.setenv(name, value)
    open_memory("home").delete_space()
    (tmp_path / "talk.jsonl").write_text(_TALK, encoding="utf-8")
    (tmp_path / "locomo10.json").write_text(json.dumps(_LOCOMO), encoding="utf-8")
    yield tmp_path
    # What undoes a merge is a separation, and is withdrawn in turn.
    while by_hand := [
        item for item in demo.decisions() if item.decision.decided_by is Decider.PERSON
    ]:
        demo.undo(by_hand[0].decision.uid)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
@pytest.mark.timeout(900)
def test_the_code_of_a_page_runs(
    page: Path, as_a_reader: Path, open_memory: OpenMemory, demo: Memory
) -> None:
    names: dict[str, Any] = {}
    run: dict[str, Callable[[Block], None]] = {
        "python": lambda block: _python(block, page, names, open_memory),
        "cypher": lambda block: _cypher(block, demo),
        "console": lambda block: _console(block, as_a_reader),
    }
    for block in blocks(page):
        assert block.language in RUN | SHOWN, f"{page.name}:{block.line}"
        if block.language in run:
            run[block.language](block)
        else:
            _shown(block, as_a_reader)


def test_every_curl_line_is_answered(demo: Memory, encoder: Encoder, tmp_path: Path) -> None:
    """On a server without keys, as `graphmem serve` starts one on loopback."""
    lines = {page: [line for block in blocks(page) for line in curls(block.text)] for page in PAGES}
    named = {page.name for page, found in lines.items() if found}
    assert {"README.md", "http.md"} <= named
    with (
        served(demo.settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):
        for line in (line for found in lines.values() for line in found):
            method, path, headers, body = request_of(line)
            answer = client.request(method, path, headers=dict(headers), content=body)
            assert answer.status_code in {200, 202}, f"{line}: {answer.text}"


def _python(block: Block, page: Path, names: dict[str, Any], open_memory: OpenMemory) -> None:
    # As in an editor: the lines of an error are those of the page.
    code = compile("\n" * block.line + block.text, str(page), "exec")
    exec(code, names)
    if "as memory:" in block.text:
        # What was opened for one block is closed, and the next ones speak of the same memory;
        # a page that opens one without `with` closes it itself.
        names["memory"] = open_memory("home")


def _cypher(block: Block, memory: Memory) -> None:
    found = memory.cypher(block.text, parameters={"space": memory.space})
    assert found.rows, f"nothing found by the query of line {block.line}"


def _console(block: Block, folder: Path) -> None:
    for command in commands(block.text):
        if not command.words.startswith("graphmem "):
            continue
        code, printed = on_a_terminal(command.words, os.environ, folder)
        assert code == 0, f"{command.words}: {printed}"
        assert missing(command.output, printed) is None, (
            f"{command.words} does not print: {missing(command.output, printed)}\nbut: {printed}"
        )


def _shown(block: Block, folder: Path) -> None:
    """A file that a page shows is there for what comes after, and can be read."""
    if block.language in {"json", "jsonl"}:
        for part in block.text.splitlines() if block.language == "jsonl" else [block.text]:
            json.loads(part)
    if block.language == "toml":
        tomllib.loads(block.text)
    if block.title is not None and "/" not in block.title:
        folder.joinpath(block.title).write_text(block.text, encoding="utf-8")
