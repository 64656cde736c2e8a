"""Whatever asks a language model notices first that the model has no key, or no provider."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from graphmem.adapters.factory import make_language_model
from graphmem.answering.answerer import Answerer
from graphmem.clients.cli import serving
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.serve import serve
from graphmem.clients.tool_loop import talk_with_tools
from graphmem.errors import LlmSetupError
from graphmem.memory import Memory
from graphmem.retrieval.searcher import Where
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


def ask(settings: Settings) -> None:
    """Ask a memory of which nothing is there but the model."""
    nothing = cast(Any, None)
    asked = Answerer(nothing, nothing, nothing, model=lambda: make_language_model(settings))
    asked.ask("Who planted tulips?", Where())


def talk(settings: Settings) -> None:
    """Talk about a memory of which nothing is there but the settings."""
    talk_with_tools(cast(Memory, SimpleNamespace(settings=settings)), [])


@pytest.mark.parametrize(
    "begin",
    [
        lambda settings: Memory(settings, background=True),
        lambda settings: serve(settings, ServeOptions.of(settings, port=0)),
        lambda _: serving.mcp(),
        ask,
        talk,
    ],
    ids=["background", "serve", "mcp", "ask", "talk"],
)
def test_a_missing_key_is_told_before_anything_is_opened(
    settings: Settings, begin: Callable[[Settings], object]
) -> None:
    with pytest.raises(LlmSetupError, match="OPENAI_API_KEY"):
        begin(settings)


def test_a_name_of_no_model_is_told_with_one_that_is(settings: Settings) -> None:
    with pytest.raises(LlmSetupError, match="'nonsense'") as told:
        ask(settings.model_copy(update={"llm_model": "nonsense"}))
    assert MODEL in told.value.next_step
