"""The operations as functions that a language model calls, as OpenAI's API and most others do."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from graphmem.adapters.llm.schema import tool_parameters
from graphmem.errors import AmbiguousNameError, InputError, NotAllowedError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.faults import faults
from graphmem.operations.catalogue import FOR_MODELS
from graphmem.operations.operation import Operation
from graphmem.operations.rendering import render_text


def function_definitions(
    operations: Iterable[Operation[Frozen]] = FOR_MODELS,
) -> list[dict[str, Any]]:
    """The operations as a list of tools; `call_operation` runs what a model calls."""
    return [
        {
            "type": "function",
            "function": {
                "name": item.tool,
                "description": item.guidance,
                "parameters": tool_parameters(item.request),
            },
        }
        for item in operations
    ]


def call_operation(
    memory: Memory,
    tool: str,
    arguments: str | Mapping[str, Any],
    operations: Iterable[Operation[Frozen]] = FOR_MODELS,
) -> str:
    """Run what a model calls, and give what to tell it, short and cited.

    Nothing but ``operations`` is run, whatever the model calls. What it got wrong is told as well:
    a tool that there is not, arguments that do not fit, names that nothing bears or that fit two.
    Faults of the database are raised.
    """
    by_tool = {item.tool: item for item in operations}
    if tool not in by_tool:
        return f"There is no tool {tool!r}. There are: {', '.join(by_tool)}."
    called = by_tool[tool]
    written = arguments if isinstance(arguments, str) else json.dumps(dict(arguments))
    try:
        asked = called.request.model_validate_json(written)
        called.require_for_models(asked)
        return render_text(called.run(memory, asked))
    except ValidationError as error:
        return f"These arguments cannot be used: {faults(error)}."
    except (NotFoundError, AmbiguousNameError, InputError, NotAllowedError) as error:
        return str(error)
