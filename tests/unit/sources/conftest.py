import json
from collections.abc import Callable
from pathlib import Path

import pytest

from graphmem.model.conversation import Conversation, Refusal
from graphmem.sources import read

Outcome = tuple[list[Conversation], list[Refusal]]


@pytest.fixture
def read_text(tmp_path: Path) -> Callable[..., Outcome]:
    """Read a file of this content; a value that is neither text nor bytes is dumped as JSON."""

    def run(content: object, *, name: str = "talk.json") -> Outcome:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8", newline="")
        else:
            path.write_text(json.dumps(content, indent=1), encoding="utf-8")
        items = list(read(path))
        return (
            [item for item in items if isinstance(item, Conversation)],
            [item for item in items if isinstance(item, Refusal)],
        )

    return run
