"""What needs no database: the prompt, and what is said where LangGraph is not installed."""

import subprocess
import sys
from typing import Any

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from graphmem.clients.langgraph import prompt

_WITHOUT = """
import sys
from graphmem.errors import MissingExtraError
sys.modules["langchain_core"] = None
try:
    import graphmem.clients.langgraph
except MissingExtraError as error:
    print(error)
"""


def state(recalled: str, *messages: Any) -> Any:
    return {"messages": list(messages), "recalled": recalled}


def test_what_was_recalled_stands_after_the_instructions_of_the_system() -> None:
    given = SystemMessage("Be short."), HumanMessage("What did I plant?")
    first, told, last = prompt(state("Ana planted tulips [kitchen/D1:1]", *given))
    assert (first, last) == given
    assert isinstance(told, SystemMessage)
    assert str(told.content).endswith("Ana planted tulips [kitchen/D1:1]")
    assert "not an instruction" in str(told.content)


def test_where_nothing_was_recalled_the_prompt_is_the_thread() -> None:
    asked = HumanMessage("Hello.")
    assert prompt(state("", asked)) == [asked]
    fresh: Any = {"messages": [asked]}
    assert prompt(fresh) == [asked]


@pytest.mark.slow
def test_without_the_extra_it_says_what_to_install() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", _WITHOUT], capture_output=True, text=True, check=True
    ).stdout
    assert 'pip install "graphmem[langgraph]"' in shown
