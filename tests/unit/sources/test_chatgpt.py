"""ChatGPT's conversations.json: the branch that is shown, and what is counted beside it."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.conversation import MessageSettings
from graphmem.sources import read
from tests.exports import EXPORTS, Taken, said, taken, turns_of

FILE = EXPORTS / "conversations.json"


def exported() -> dict[str, Any]:
    (talk,) = json.loads(FILE.read_text("utf-8"))
    assert isinstance(talk, dict)
    return talk


def written(folder: Path, *talks: dict[str, Any]) -> Taken:
    path = folder / "conversations.json"
    path.write_text(json.dumps(talks, indent=1), encoding="utf-8")
    return taken(read(path))


def test_the_branch_that_is_shown_is_read() -> None:
    speakers = {"user": {"name": "Ana", "person_id": "ana"}}
    found = taken(read(FILE, messages=MessageSettings(speakers=speakers)))
    talk = found.talk
    assert (talk.conversation_id, talk.source) == ("7c1f-allotment", "chatgpt")
    assert said(talk) == [
        ("Ana", "When do I sow leeks? My plot is in Leith."),
        ("assistant", "Sow them in March, under glass."),
        ("Ana", "They are up."),
        ("assistant", "Thin them out in May."),
    ]
    first, *_, last = turns_of(talk)
    assert (first.dia_id, first.person_id, first.zone) == ("u1", "ana", "UTC")
    assert last.said_at.isoformat() == "2024-03-02T18:00:00"  # that of the message before
    assert [session.session_id for session in talk.sessions] == ["2024-03-01", "2024-03-02"]


def test_what_nobody_says_to_anybody_is_counted() -> None:
    found = taken(read(FILE))
    assert found.refused == []
    assert found.left == {
        "messages of branches that were edited or made anew": 2,
        "said by nobody: role system": 1,
        "said by nobody: role tool": 1,
        "mere calls of tools": 1,
        "images and files": 1,
    }


def test_a_longer_export_keeps_the_ids(tmp_path: Path) -> None:
    shorter = exported() | {"current_node": "a1"}
    before = turns_of(written(tmp_path, shorter).talk)
    assert turns_of(taken(read(FILE)).talk)[: len(before)] == before


def test_without_a_current_node_only_one_end_will_do(tmp_path: Path) -> None:
    talk = exported() | {"current_node": None}
    (refusal,) = written(tmp_path, talk).refused
    assert (refusal.where, refusal.line) == ("7c1f-allotment", 2)
    assert refusal.reason == "current_node is not in mapping, which has 2 ends"
    for aside in ("u0", "a0"):
        del talk["mapping"][aside]
    assert len(turns_of(written(tmp_path, talk).talk)) == 4


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    talk = exported()
    talk["mapping"]["root"]["parent"] = "a2"
    assert len(turns_of(written(tmp_path, talk).talk)) == 4


def test_what_is_bad_is_refused_by_its_line(tmp_path: Path) -> None:
    talk = exported()
    talk["mapping"]["u1"]["message"]["content"]["parts"] = [7]
    talk["mapping"]["a1"]["message"]["create_time"] = "noon"
    found = written(tmp_path, talk, talk, {"mapping": {}})
    lines = (tmp_path / "conversations.json").read_text("utf-8").splitlines()
    by_reason = {one.reason: one for one in found.refused}
    seven = by_reason["a part is the number 7, not a string"]
    assert seven.where == "7c1f-allotment/u1"
    assert lines[(seven.line or 0) - 1].strip() == '"message": {'
    assert "create_time 'noon' is not written like '1709316000.000100'" in by_reason
    assert "conversation id 7c1f-allotment was already given" in by_reason
    assert "conversation_id is missing" in by_reason
    assert [turn.dia_id for turn in turns_of(found.talk)] == ["u2", "a2"]


def test_what_is_spoken_aloud_is_words(tmp_path: Path) -> None:
    talk = exported()
    talk["mapping"]["u2"]["message"]["content"]["parts"] = [
        {"content_type": "audio_transcription", "text": "They are up."},
        {"content_type": "real_time_user_audio_video_asset_pointer"},
    ]
    assert ("user", "They are up.") in said(written(tmp_path, talk).talk)


@pytest.mark.parametrize("kind", [["text"], {}, 7])
def test_a_type_of_content_that_is_no_word_is_refused_with_its_message(
    tmp_path: Path, kind: object
) -> None:
    talk = exported()
    talk["mapping"]["u1"]["message"]["content"]["content_type"] = kind
    found = written(tmp_path, talk)
    assert any("content_type is" in one.reason for one in found.refused)
    assert len(turns_of(found.talk)) == 3
