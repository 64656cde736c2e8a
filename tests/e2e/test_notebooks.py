"""Each notebook from top to bottom, as `make notebooks` runs it, on a real Neo4j."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from graphmem.settings import Settings
from tests.conftest import ROOT
from tests.e2e.conftest import environment

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_from_top_to_bottom(
    notebook: Path, live_settings: Settings, tmp_path: Path
) -> None:
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
