"""What is checked in of the notebooks: real outputs, of one run, of no machine in particular."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.cli.demo import DEMO_SPACE

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
MOST_BYTES = 300_000
# Folders of a machine, addresses of the web or of a network, and what tools say on the side.
FOREIGN = re.compile(
    r"/(?:home|root|Users|tmp|var|opt|mnt|work|usr)/|[A-Z]:\\\\|site-packages|ipykernel_\d"
    r"|https?://|bolt://|127\.0\.0\.1|localhost|\x1b|Warning\b"
)
SPACE = re.compile(r"Memory\(space=\"([^\"]+)\"")

each = pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)


def code_of(notebook: Path) -> list[dict[str, Any]]:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def texts_of(output: dict[str, Any]) -> str:
    """All of an output that is not a picture in bytes."""
    told = {kind: what for kind, what in output.get("data", {}).items() if kind != "image/png"}
    return json.dumps([output.get("text", ""), told], ensure_ascii=False).replace(
        "http://www.w3.org/", ""
    )


def test_the_four_are_there() -> None:
    assert len(NOTEBOOKS) == 4


@each
def test_its_cells_ran_once_and_in_order(notebook: Path) -> None:
    cells = code_of(notebook)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))


@each
def test_it_shows_outputs_a_picture_and_no_error(notebook: Path) -> None:
    outputs = [output for cell in code_of(notebook) for output in cell["outputs"]]
    assert len(outputs) >= 5
    assert any(kind.startswith("image/") for output in outputs for kind in output.get("data", {}))
    for output in outputs:
        assert output["output_type"] != "error"
        assert output.get("name") != "stderr", output["text"]


@each
def test_its_outputs_tell_of_no_machine(notebook: Path) -> None:
    for cell in code_of(notebook):
        for output in cell["outputs"]:
            found = FOREIGN.search(texts_of(output))
            assert found is None, (found, cell["source"])


@each
def test_it_begins_with_its_title_and_leaves_no_space_behind(notebook: Path) -> None:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    assert "".join(cells[0]["source"]).startswith("# ")
    source = "".join("".join(cell["source"]) for cell in code_of(notebook))
    # The demo's space is there to be looked at again; an evaluation drops its own itself.
    own = set(SPACE.findall(source)) - {DEMO_SPACE}
    assert not own or "memory.delete_space()" in "".join(cells[-1]["source"])


@each
def test_it_is_no_larger_than_a_page(notebook: Path) -> None:
    assert notebook.stat().st_size < MOST_BYTES


def test_a_foreign_path_or_address_would_be_seen() -> None:
    for text in ("/home/ana/x", "C:\\\\Users", "https://example.org", "bolt://db", "\x1b[31m"):
        assert FOREIGN.search(text)
    assert not FOREIGN.search("james-john/D1:4 and tim-john/D2:3")
