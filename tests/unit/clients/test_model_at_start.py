"""What extracts by itself notices at its start that the language model has no key."""

from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.clients.cli import serving
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.serve import serve
from graphmem.errors import LlmSetupError
from graphmem.memory import Memory
from graphmem.settings import Settings

# Nobody listens there: whoever would open it first is told so instead.
NOWHERE = "bolt://127.0.0.1:9"
MODEL = "openai/gpt-4o-mini"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setenv("GRAPHMEM_HOME", str(tmp_path))
    monkeypatch.setenv("GRAPHMEM_URI", NOWHERE)
    monkeypatch.setenv("GRAPHMEM_LLM_MODEL", MODEL)
    return Settings(home=tmp_path, uri=NOWHERE, llm_model=MODEL)


@pytest.mark.parametrize(
    "begin",
    [
        lambda settings: Memory(settings, background=True),
        lambda settings: serve(settings, ServeOptions.of(settings, port=0)),
        lambda _: serving.mcp(),
    ],
    ids=["background", "serve", "mcp"],
)
def test_a_missing_key_is_told_before_anything_is_opened(
    settings: Settings, begin: Callable[[Settings], object]
) -> None:
    with pytest.raises(LlmSetupError, match="OPENAI_API_KEY"):
        begin(settings)
