"""What other memories export: mem0's memories, Graphiti's episodes, Zep's sessions."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.conversation import MessageSettings
from graphmem.sources import read
from tests.exports import EXPORTS, Taken, said, taken, turns_of


def written(folder: Path, value: object, **settings: Any) -> Taken:
    path = folder / "export.json"
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return taken(read(path, messages=MessageSettings(**settings)))


def lines(values: list[dict[str, Any]]) -> str:
    return "\n".join(map(json.dumps, values))


MEMORY = {"id": "a1", "memory": "Likes tea", "user_id": "ana", "created_at": "2024-03-01T09:00:00Z"}
EPISODE = {
    "name": "one",
    "episode_body": "Ana: hello",
    "source": "message",
    "source_description": "chat",
    "reference_time": "2024-03-01T09:00:00Z",
    "group_id": "shop",
}


def test_memories_are_turns_by_nobody_known_in_the_talk_of_their_owner() -> None:
    found = taken(read(EXPORTS / "mem0.json"))
    assert [(talk.conversation_id, talk.source) for talk in found.talks] == [
        ("mem0:user:ana", "mem0"),
        ("mem0:agent:cook", "mem0"),
    ]
    assert said(found.talks[0]) == [
        ("unknown", "Lives in Leith and has an allotment"),
        ("unknown", "Is allergic to nuts"),
    ]
    nuts = turns_of(found.talks[0])[1]
    assert (nuts.said_at, nuts.zone) == (
        datetime(2024, 3, 5, 8, 30),
        "-08:00",
    )  # when it was updated
    assert (found.refused, found.left) == ([], {"relations of the graph that mem0 made": 1})


@pytest.mark.parametrize("key", ["results", "memories", None])
def test_every_shape_of_memories_is_known(tmp_path: Path, key: str | None) -> None:
    found = written(tmp_path, {key: [MEMORY]} if key else [MEMORY])
    assert found.talk.source == "mem0"
    (tmp_path / "m.jsonl").write_text(lines([MEMORY, MEMORY | {"id": "a2"}]))
    assert len(turns_of(taken(read(tmp_path / "m.jsonl")).talk)) == 2


def test_a_memory_that_was_rewritten_is_a_new_turn_and_the_same_is_not(tmp_path: Path) -> None:
    (before,) = turns_of(written(tmp_path, [MEMORY]).talk)
    (again,) = turns_of(written(tmp_path, [MEMORY | {"metadata": {"seen": 2}}]).talk)
    changed = MEMORY | {"memory": "Likes coffee", "updated_at": "2024-04-01T09:00:00Z"}
    (after,) = turns_of(written(tmp_path, [changed]).talk)
    assert again == before
    assert after.dia_id.startswith("a1:")
    assert after.dia_id != before.dia_id


def test_a_memory_of_nobody_is_called_as_the_file(tmp_path: Path) -> None:
    found = written(tmp_path, [MEMORY | {"user_id": None}])
    assert found.talk.conversation_id == "export"
    found = written(tmp_path, [MEMORY | {"user_id": None}], conversation_id="cook")
    assert found.talk.conversation_id == "cook"


def test_bad_memories_are_refused_by_their_lines(tmp_path: Path) -> None:
    bad = [MEMORY, {"memory": "x"}, MEMORY | {"id": "a2", "memory": " "}, MEMORY]
    found = written(tmp_path, {"results": bad})
    assert [(one.line, one.where, one.reason) for one in found.refused] == [
        (9, None, "id is missing"),
        (12, "mem0:user:ana/a2", "memory is empty"),
        (
            18,
            f"mem0:user:ana/{turns_of(found.talk)[0].dia_id}",
            f"turn id {turns_of(found.talk)[0].dia_id} was already given",
        ),
    ]


def test_episodes_are_turns_by_group_in_the_order_of_time() -> None:
    found = taken(read(EXPORTS / "graphiti.json"))
    shop, ungrouped = found.talks
    assert (shop.conversation_id, shop.source) == ("shop", "graphiti")
    assert said(shop) == [
        ("unknown", "Ana Duarte ordered a kettle: blue."),  # a text: nobody is known to say it
        ("Ana", "The kettle leaks.\nIt drips at the lid."),
        ("assistant", "I am sorry. Note the number on its base."),
    ]
    assert [turn.dia_id for turn in turns_of(shop)] == ["e-1:1", "e-2:1", "e-2:2"]
    assert (ungrouped.conversation_id, said(ungrouped)) == ("graphiti", [("Ida", "Welcome.")])
    assert found.left == {"said by nobody: role system": 1, "episodes of JSON": 1}
    assert found.refused == []


@pytest.mark.parametrize(
    ("body", "turns"),
    [
        ("Ana: a\nBen: b\nc\n\nd", [("Ana", "a"), ("Ben", "b\nc\n\nd")]),
        ("(user): a\nAna(user): b", [("user", "a"), ("Ana", "b")]),
        ("hello there\nAna: hi", [("unknown", "hello there"), ("Ana", "hi")]),
        ("Ana: see https://a.example at 10:30", [("Ana", "see https://a.example at 10:30")]),
        ("Ana: I said this. Twice: no", [("Ana", "I said this. Twice: no")]),
    ],
)
def test_who_says_what_in_a_message(
    tmp_path: Path, body: str, turns: list[tuple[str, str]]
) -> None:
    assert said(written(tmp_path, [EPISODE | {"episode_body": body}]).talk) == turns


def test_bad_episodes_are_refused_alone(tmp_path: Path) -> None:
    bad = [EPISODE, EPISODE | {"source": "mail"}, EPISODE | {"reference_time": None}, EPISODE]
    found = written(tmp_path, bad)
    assert [(one.where, one.reason) for one in found.refused] == [
        ("shop/one", "source is 'mail', not message, text or json"),
        ("shop/one", "reference_time is missing"),
        ("shop/one:1", "turn id one:1 was already given"),
    ]


def test_sessions_of_zep_are_conversations() -> None:
    found = taken(read(EXPORTS / "zep.json"))
    assert [(talk.conversation_id, talk.source) for talk in found.talks] == [
        ("s-41", "zep"),
        ("s-42", "zep"),
    ]
    assert [(turn.dia_id, turn.speaker, turn.person_id) for turn in turns_of(found.talks[0])] == [
        ("m-1", "Ana", "ana-9"),
        ("m-2", "assistant", None),
        ("m-4", "Ana", "ana-9"),
    ]
    assert found.left == {"said by nobody: role tool": 1}


def test_of_two_who_write_as_the_user_the_id_tells_neither() -> None:
    group = taken(read(EXPORTS / "zep.json")).talks[1]
    assert [(turn.speaker, turn.person_id) for turn in turns_of(group)] == [
        ("Ana", None),
        ("Ben", None),
        ("unknown", None),
    ]


def test_one_answer_of_the_api_is_called_as_the_file(tmp_path: Path) -> None:
    message = {"uuid": "m", "role": "", "role_type": "user", "content": "Hello."}
    answer = {"messages": [message | {"created_at": "2024-03-01T18:00:00Z"}, message]}
    found = written(tmp_path, answer | {"total_count": 2})
    assert (found.talk.conversation_id, said(found.talk)) == ("export", [("user", "Hello.")])
    (refusal,) = found.refused
    assert (refusal.where, refusal.reason) == ("export/m", "created_at is missing")
    assert refusal.line == 10


def test_threads_name_who_writes(tmp_path: Path) -> None:
    message = {"uuid": "m", "role": "user", "name": "Ana", "content": "Hello."}
    thread = {"thread_id": "t", "user_id": "ana-9"} | {
        "messages": [message | {"created_at": "2024-03-01T18:00:00Z"}]
    }
    path = tmp_path / "threads.json"
    path.write_text(json.dumps({"threads": [thread]}), encoding="utf-8")
    (turn,) = turns_of(taken(read(path, format="zep")).talk)
    assert (turn.speaker, turn.person_id) == ("Ana", "ana-9")
