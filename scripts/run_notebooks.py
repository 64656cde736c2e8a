"""Run notebooks from top to bottom and keep their outputs; stops at the first cell that fails.

python scripts/run_notebooks.py                 all of notebooks/, in place
python scripts/run_notebooks.py --out FOLDER notebooks/01_first_tour.ipynb
"""

import argparse
import os
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
_SECONDS_A_CELL = 1_800
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# tqdm misses the widgets of JupyterLab, for bars that nobody would see here.
_NO_WIDGETS = {"PYTHONWARNINGS": "ignore:IProgress not found"}
# What a kernel tells of itself would change with every machine.
_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def run(notebook: Path, out: Path) -> None:
    """Run one notebook in its own folder, and write it with its outputs to ``out``."""
    document = nbformat.read(notebook, as_version=4)
    client = NotebookClient(
        document,
        timeout=_SECONDS_A_CELL,
        kernel_name="python3",
        startup_timeout=180,
        # Else it warns that it talks to this very machine in the clear.
        extra_arguments=["--IPKernelApp.log_level=40"],
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(notebook.parent)}},
    )
    client.execute(env={**os.environ, **_NO_WIDGETS})
    document.metadata = nbformat.from_dict(_METADATA)
    for cell in document.cells:
        cell.metadata = nbformat.from_dict({})
    nbformat.validate(document)
    nbformat.write(document, out)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("notebooks", nargs="*", type=Path)
    arguments.add_argument("--out", type=Path, help="a folder; else each is written in place")
    given = arguments.parse_args()
    for notebook in given.notebooks or sorted(NOTEBOOKS.glob("*.ipynb")):
        begun = time.perf_counter()
        try:
            run(notebook, given.out / notebook.name if given.out else notebook)
        except CellExecutionError as error:
            sys.exit(f"{notebook.name}: {_COLOURS.sub('', str(error))}")
        print(f"{notebook.name}: {time.perf_counter() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
