"""A document of chat messages over HTTP: it says who speaks, and which conversation it is."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from graphmem.clients.cli.talk import message_settings
from graphmem.errors import InputError
from graphmem.model.conversation import Conversation, Refusal
from graphmem.operations.recording import IngestRequest
from graphmem.sources import read

SAID = [{"role": "user", "content": "Hello.", "timestamp": "2024-03-01T18:00:00"}]


def test_a_document_is_named_by_the_request(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text(json.dumps(SAID), encoding="utf-8")
    asked = {"document": path.read_text(), "messages": {"speakers": {"user": "Ana"}}}
    request = IngestRequest.model_validate(asked)
    (refusal,) = read(path, messages=request.messages)
    assert isinstance(refusal, Refusal)
    assert "give conversation_id" in refusal.reason
    asked["messages"] = {"speakers": {"user": "Ana"}, "conversation_id": "shed"}
    # As it is sent, and read again.
    request = IngestRequest.model_validate_json(
        IngestRequest.model_validate(asked).model_dump_json()
    )
    (talk,) = read(path, messages=request.messages)
    assert isinstance(talk, Conversation)
    assert (talk.conversation_id, talk.sessions[0].turns[0].speaker) == ("shed", "Ana")
    with pytest.raises(ValidationError):
        IngestRequest.model_validate({"document": "[]", "messages": {"speakers": {"user": 3}}})


def test_a_chat_of_whatsapp_may_be_a_document(tmp_path: Path) -> None:
    path = tmp_path / "document.json"
    path.write_text("03/04/2024, 10:00 - Ana: Hello.", encoding="utf-8")
    messages = {"conversation_id": "mill", "day_first": True, "zone": "Europe/London"}
    request = IngestRequest.model_validate({"document": "", "messages": messages})
    (talk,) = read(path, messages=request.messages)
    assert isinstance(talk, Conversation)
    turn = talk.sessions[0].turns[0]
    assert (turn.said_at.month, turn.zone) == (4, "Europe/London")
    (refusal,) = read(path, messages=IngestRequest().messages)
    assert isinstance(refusal, Refusal)
    assert "give conversation_id" in refusal.reason


def test_options_say_who_speaks(tmp_path: Path) -> None:
    file = tmp_path / "shed.json"
    file.touch()
    found = message_settings(
        [file], ["user=Ana", "assistant=Bot=1"], ["user=ana"], said_at=None, conversation="c"
    )
    assert {role: (one.name, one.person_id) for role, one in found.speakers.items()} == {
        "user": ("Ana", "ana"),
        "assistant": ("Bot=1", None),
    }
    assert found.conversation_id == "c"
    assert (found.zone, found.day_first) == (None, None)
    found = message_settings(
        [file], [], [], said_at=None, conversation=None, zone="UTC", day_first=False
    )
    assert (found.zone, found.day_first) == ("UTC", False)
    for wrong in (["user"], ["=Ana"], ["user="], ["user=Ana", "user=Bo"]):
        with pytest.raises(InputError, match="--role"):
            message_settings([file], wrong, [], said_at=None, conversation=None)
    with pytest.raises(InputError, match="not one file"):
        message_settings([tmp_path], [], [], said_at=None, conversation="c")
