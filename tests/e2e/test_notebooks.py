"""Each notebook from top to bottom, as `make notebooks` runs it, on a real Neo4j."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from graphmem.clients.cli.demo import DEMO_SPACE
from graphmem.settings import Settings
from tests.conftest import ROOT
from tests.e2e.conftest import Ingested, environment

pytestmark = pytest.mark.long

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(
    notebook: Path, live_settings: Settings, sample: Ingested, tmp_path: Path
) -> None:
    # Most of them look at the space of `graphmem demo`, which is that of the sample.
    assert sample.memory.space == DEMO_SPACE
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "run_notebooks.py", "--out", tmp_path, notebook],
        capture_output=True,
        text=True,
        check=False,
        env=environment(live_settings) | {"PYTHONPATH": str(ROOT), "GRAPHMEM_LLM_MODEL": ""},
    )
    assert done.returncode == 0, done.stderr
    written = nbformat.read(tmp_path / notebook.name, as_version=4)
    code = [cell for cell in written.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
