"""Each notebook from top to bottom, as `make notebooks` runs it, on a real Neo4j."""

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
import pytest

from graphmem.clients.cli.demo import DEMO_SPACE
from graphmem.sample import sample_folder
from graphmem.settings import Settings
from tests.conftest import ROOT
from tests.e2e.conftest import Ingested, environment

pytestmark = pytest.mark.long

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# Where they read the sample into a space of their own, a part of it goes through every cell. The
# whole of it, with all of its questions, is scored in `test_sample_scored`.
PARTS = {
    "01_first_tour": ("dana-alex", "john-maria", "priya-owen"),
    "04_evaluation": ("dana-alex", "priya-owen"),
}
# As IPython runs it before the first cell.
_STARTUP = """
import pathlib, graphmem.sample
graphmem.sample.sample_folder = lambda: pathlib.Path({folder!r})
"""


def reads_only(talks: Sequence[str], folder: Path) -> Path:
    """A folder for IPython, in which the sample is these talks and the questions of them."""
    part = folder / "sample"
    startup = folder / "profile_default" / "startup"
    for made in (part, startup):
        made.mkdir(parents=True)
    for talk in talks:
        shutil.copy(sample_folder() / f"{talk}.jsonl", part)
    every = json.loads((sample_folder() / "questions.json").read_text("utf-8"))["questions"]
    some = [
        one
        for one in every
        if one["conversation"] in talks
        or (one["conversation"] is None and not told_elsewhere(one, talks))
    ]
    for field in ("kind", "status"):
        assert {one[field] for one in some} == {one[field] for one in every}
    (part / "questions.json").write_text(json.dumps({"questions": some}), encoding="utf-8")
    (startup / "part.py").write_text(_STARTUP.format(folder=str(part)), encoding="utf-8")
    return folder


def told_elsewhere(question: dict[str, Any], talks: Sequence[str]) -> bool:
    turns = (*question.get("evidence", ()), *question.get("trap_evidence", ()))
    return any(turn.split("/")[0] not in talks for turn in turns)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(
    notebook: Path, live_settings: Settings, sample: Ingested, tmp_path: Path
) -> None:
    # Most of them look at the space of `graphmem demo`, which is that of the sample.
    assert sample.memory.space == DEMO_SPACE
    variables = environment(live_settings) | {"PYTHONPATH": str(ROOT), "GRAPHMEM_LLM_MODEL": ""}
    if talks := PARTS.get(notebook.stem):
        variables["IPYTHONDIR"] = str(reads_only(talks, tmp_path / "ipython"))
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "run_notebooks.py", "--out", tmp_path, notebook],
        capture_output=True,
        text=True,
        check=False,
        env=variables,
    )
    assert done.returncode == 0, done.stderr
    written = nbformat.read(tmp_path / notebook.name, as_version=4)
    code = [cell for cell in written.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
