"""How litellm is loaded."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.adapters.llm import LiteLlm
from graphmem.errors import MissingExtraError

IMPORTED = """
import sys
import graphmem, graphmem.testing, graphmem.adapters.llm, graphmem.extraction.llm
import graphmem.agents.merge_judge
assert "litellm" not in sys.modules
"""

LOADED = """
import os, socket, sys, warnings
warnings.simplefilter("error", ResourceWarning)

asked = []

def refuse(*args):
    asked.append(args)
    raise OSError("no network")

socket.getaddrinfo = socket.socket.connect = refuse
before = dict(os.environ)
from graphmem.adapters.llm import LiteLlm
model = LiteLlm("openai/gpt-4o-mini")
import litellm
assert asked == []
added = {name for name in os.environ if os.environ[name] != before.get(name)}
# Where its tokenizers lie in its own package is litellm's affair.
assert added <= {"TIKTOKEN_CACHE_DIR"}, added
assert set(before) <= set(os.environ)
"""


def run(script: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_importing_graphmem_does_not_import_litellm(tmp_path: Path) -> None:
    assert run(IMPORTED, tmp_path) == ""


@pytest.mark.slow
def test_loading_asks_no_network_and_leaves_the_environment_alone(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("SURPRISE=1\n")
    assert run(LOADED, tmp_path) == ""


def test_without_litellm_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "litellm", raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=r"graphmem\[llm\]"):
        LiteLlm("openai/loopback")
