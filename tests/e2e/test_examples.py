"""The examples, each run as it stands, with its input piped, on a real Neo4j."""

import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from uuid import uuid4

import pytest

from graphmem.settings import Settings
from graphmem.testing import ChatRequest, LoopbackModel, Reply, in_turn, uses_tool
from tests.commands import run_here
from tests.conftest import ROOT, OpenMemory
from tests.e2e.conftest import environment
from tests.e2e.models import reader

EXAMPLES = ROOT / "examples"
TULIPS = "I planted forty tulips behind the shed."

Run = Callable[..., subprocess.CompletedProcess[str]]


def variables_of(settings: Settings, space: str, more: Mapping[str, str]) -> dict[str, str]:
    return environment(settings) | {"GRAPHMEM_SPACE": space, "PYTHONPATH": str(ROOT)} | dict(more)


@pytest.fixture
def space(open_memory: OpenMemory) -> str:
    """A space that is emptied afterwards."""
    return open_memory(f"examples-{uuid4().hex}").space


@pytest.fixture
def run(live_settings: Settings, space: str) -> Run:
    """Runs an example with these lines as its input."""

    def run_one(name: str, *lines: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, EXAMPLES / f"{name}.py"],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
            env=variables_of(live_settings, space, more),
        )

    return run_one


@pytest.fixture
def run_first(live_settings: Settings, space: str) -> Run:
    """Runs it likewise, but in this process: what a run finds that comes later is in Neo4j."""

    def run_one(name: str, *lines: str, **more: str) -> subprocess.CompletedProcess[str]:
        file = str(EXAMPLES / f"{name}.py")
        variables = variables_of(live_settings, space, more)
        program = partial(runpy.run_path, file, run_name="__main__")
        return run_here(program, [file], variables, typed="\n".join(lines))

    return run_one


def by(server: LoopbackModel) -> dict[str, str]:
    return {
        "GRAPHMEM_LLM_MODEL": "openai/loopback",
        "GRAPHMEM_LLM_API_BASE": server.base_url,
        "GRAPHMEM_LLM_API_KEY": "none",
    }


def chats(request: ChatRequest) -> Reply:
    """Reads and judges as a whole ingest needs it; in a talk it repeats what it was told."""
    if "response_format" in request.body:
        return reader()(request)
    return Reply("I see. " + " ".join(request.texts("system")))


@pytest.mark.parametrize("name", ["chat", "langgraph_agent"])
def test_without_a_model_a_later_run_knows_what_an_earlier_was_told(
    run_first: Run, run: Run, name: str
) -> None:
    first = run_first(name, TULIPS, "")
    assert first.returncode == 0, first.stderr
    second = run(name, "What did Ana plant behind the shed?")
    assert second.returncode == 0, second.stderr
    assert "tulips" in second.stdout


@pytest.mark.parametrize("name", ["chat", "langgraph_agent"])
def test_with_a_model_it_is_told_what_was_said_in_another_run(
    run_first: Run, run: Run, name: str
) -> None:
    with LoopbackModel(chats) as server:
        first = run_first(name, TULIPS, **by(server))
        assert first.returncode == 0, first.stderr
        second = run(name, "What did I plant behind the shed?", **by(server))
    assert second.returncode == 0, second.stderr
    assert "forty tulips" not in first.stdout
    assert "forty tulips" in second.stdout


def test_the_model_with_tools_asks_the_sample_and_shows_what_it_asked(run: Run) -> None:
    question = "When did John hand in his notice at TechCorp?"
    script = in_turn(
        uses_tool("search", question=question, limit=3),
        lambda request: Reply(str(request.messages[-1]["content"])),
    )
    with LoopbackModel(script) as server:
        done = run("openai_tools", question, **by(server))
    assert done.returncode == 0, done.stderr
    assert "search(" in done.stdout
    assert "[john-maria/D7:7]" in done.stdout


def test_tools_without_a_model_say_how_to_name_one(run: Run) -> None:
    done = run("openai_tools", "Who is Nina?", GRAPHMEM_LLM_MODEL="")
    assert done.returncode == 1
    assert "GRAPHMEM_LLM_MODEL" in done.stderr
