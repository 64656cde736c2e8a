from typing import Any

import pytest

from graphmem.assembly.messages import read_messages
from graphmem.errors import InputError
from graphmem.model.assembly import ChatMessage


def test_texts_messages_and_mappings_are_read() -> None:
    given: list[Any] = [
        "Hello",
        ChatMessage(speaker="Nadia", text="Good morning"),
        {"role": "assistant", "content": "Yes?"},
        {"role": "user", "name": "Ole", "content": [{"type": "text", "text": "Look:"}, "a gull"]},
        {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "tool", "content": "{}"},
        {"role": "system", "content": "Be brief."},
    ]
    assert [(one.speaker, one.text) for one in read_messages(given)] == [
        ("user", "Hello"),
        ("Nadia", "Good morning"),
        ("assistant", "Yes?"),
        ("Ole", "Look: a gull"),
    ]


def test_one_text_is_one_message() -> None:
    assert read_messages("Hello \udcff") == (ChatMessage(speaker="user", text="Hello ?"),)


@pytest.mark.parametrize(
    "given", [[], "", "  ", [{"role": "user"}], [7], {"content": "x"}, [{"content": 3}]]
)
def test_what_says_nothing_is_refused(given: Any) -> None:
    with pytest.raises(InputError):
        read_messages(given)
