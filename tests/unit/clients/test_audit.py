"""What the audit log holds, and what is not done without it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller
from graphmem.errors import AuditError, NotAllowedError, NotFoundError
from graphmem.model.base import Frozen
from graphmem.model.decision import Side
from graphmem.model.ids import uid
from graphmem.model.operation import Right
from graphmem.model.receipt import TurnReceipt
from graphmem.operations import OPERATIONS, Operation, operation

ANA, BEN = (uid("home", "person", name) for name in ("ana", "ben"))
CALLER = Caller("k1", "home", rights=tuple(Right), request_id="r1")
WORDS = "I planted forty tulips"
IDS = {
    "at_hand", "conv_A", "conv_B", "conv_id", "conversation", "conversation_id", "conversations",
    "said_in", "session", "session_id", "turn", "turn_id",
}  # fmt: skip


class Listing(Frozen):
    """Stands for what an operation gives."""

    uid: str
    text: str
    sides: tuple[Side, ...] = ()
    turns: tuple[TurnReceipt, ...] = ()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def act(audit: Audit, name: str, result: Frozen | None = None, /, **given: Any) -> None:
    item = operation(name)
    with audit.acting(CALLER, item, item.asked(**given)) as done:
        done.result = result


def test_what_is_read_is_a_line_and_what_is_changed_is_two(path: Path) -> None:
    audit = Audit(path)
    act(audit, "profile", name=ANA)
    act(audit, "merge", left=ANA, right=BEN, reason=WORDS)
    assert path.stat().st_mode & 0o777 == 0o600
    read, begun, done = lines(path)
    assert read.pop("time").endswith("+00:00")
    assert read == {
        "request_id": "r1",
        "key": "k1",
        "space": "home",
        "person": None,
        "operation": "profile",
        "right": "read",
        "about": [ANA],
        "outcome": "done",
        "found": [],
    }
    assert [one["outcome"] for one in (begun, done)] == ["begun", "done"]
    assert begun["about"] == done["about"] == [ANA, BEN]
    decided = [line for line in path.read_text().splitlines() if '"right": "decide"' in line]
    assert len(decided) == 2


def test_what_came_of_it_is_told_by_ids(path: Path) -> None:
    side = Side(kind="person", uids=(ANA,), name=WORDS, conversation_ids=("kitchen",), owner=None)
    turn = TurnReceipt(turn_id="kitchen/D1:1", stored=True)
    found = Listing(uid=BEN, text=WORDS, sides=(side,), turns=(turn,))
    act(Audit(path), "search", found, question=WORDS, people=["Ana", ANA], conversations=["shed"])
    (line,) = lines(path)
    assert line["about"] == ["shed", ANA]
    assert line["found"] == [BEN, ANA, "kitchen", "kitchen/D1:1"]
    assert WORDS not in path.read_text()


def test_a_line_has_an_end(path: Path) -> None:
    turns = tuple(TurnReceipt(turn_id=f"kitchen/{n}", stored=True) for n in range(1_000))
    act(Audit(path), "search", Listing(uid=ANA, text="", turns=turns), question=WORDS)
    (line,) = lines(path)
    assert (len(line["found"]), line["found_further"]) == (200, 801)


@pytest.mark.parametrize("item", OPERATIONS, ids=lambda item: item.name)
def test_of_what_is_asked_only_ids_are_told(item: Operation[Any], path: Path) -> None:
    given: dict[str, Any] = {name: f"{WORDS} {name}" for name in item.request.model_fields}
    with Audit(path).acting(CALLER, item, item.request.model_construct(**given)):
        pass
    told = [one.removeprefix(f"{WORDS} ") for one in lines(path)[-1]["about"]]
    assert told == [name for name in given if name in IDS]


def test_turns_that_are_sent_are_told_by_their_conversation(path: Path) -> None:
    turns = [{"conversation_id": "kitchen", "turn": WORDS, "text": WORDS, "session": [WORDS]}] * 3
    act(Audit(path), "ingest", turns=turns, record_only=True)
    assert lines(path)[-1]["about"] == ["kitchen"]
    assert WORDS not in path.read_text()


def test_what_fails_and_what_is_refused_is_told_by_the_kind_of_error(path: Path) -> None:
    audit, item = Audit(path), operation("turn")
    with (
        pytest.raises(NotFoundError),
        audit.acting(CALLER, item, item.asked(turn_id="kitchen/D9:9")),
    ):
        raise NotFoundError(WORDS, next_step=WORDS)
    with (
        pytest.raises(NotAllowedError, match="--right read --right forget"),
        audit.acting(CALLER._replace(rights=(Right.FORGET,)), item, item.asked(turn_id="a/b")),
    ):
        raise AssertionError("it was done")
    failed, refused = lines(path)
    assert (failed["outcome"], failed["error"]) == ("failed", "NotFoundError")
    assert failed["about"] == ["kitchen/D9:9"]
    assert (refused["outcome"], refused["error"]) == ("refused", "NotAllowedError")
    assert WORDS not in path.read_text()


def test_what_only_a_person_may_ask_is_told_of_a_model_that_tries(path: Path) -> None:
    item = operation("merge")
    asked = item.asked(left=ANA, right=BEN, reason=WORDS, allow_same_conversation=True)
    audit, model = Audit(path), CALLER._replace(is_model=True)
    with (
        pytest.raises(NotAllowedError, match="Only a person"),
        audit.acting(model, item, asked),
    ):
        raise AssertionError("it was done")
    with audit.acting(CALLER, item, asked):
        pass
    assert [line["outcome"] for line in lines(path)] == ["refused", "begun", "done"]


def test_without_a_line_nothing_is_changed_and_nothing_read_is_told(path: Path) -> None:
    audit = Audit(path)
    path.unlink()
    path.mkdir()
    done = []
    merge, turn = operation("merge"), operation("turn")
    with (
        pytest.raises(AuditError, match="audit log"),
        audit.acting(CALLER, merge, merge.asked(left="a", right="b")),
    ):
        done.append("merged")
    with (
        pytest.raises(AuditError),
        audit.acting(CALLER, turn, turn.asked(turn_id="a/b")),
    ):
        pass
    assert not done


def test_what_was_changed_is_told_though_its_end_is_not_on_file(path: Path) -> None:
    audit, item = Audit(path), operation("merge")
    with audit.acting(CALLER, item, item.asked(left="a", right="b")):
        path.rename(path.with_suffix(".begun"))
        path.mkdir()
    assert [one["outcome"] for one in lines(path.with_suffix(".begun"))] == ["begun"]


def test_the_lines_of_an_act_are_found_by_one_id(path: Path) -> None:
    audit, item = Audit(path), operation("merge")
    for _ in range(2):
        with audit.acting(CALLER._replace(request_id=None), item, item.asked(left="a", right="b")):
            pass
    ids = [one["request_id"] for one in lines(path)]
    assert (ids[0], ids[2]) == (ids[1], ids[3])
    assert len(set(ids)) == 2


def test_a_log_that_is_moved_away_is_begun_anew(path: Path) -> None:
    audit = Audit(path)
    act(audit, "conversations")
    path.rename(path.with_suffix(".1"))
    act(audit, "people")
    assert [one["operation"] for one in lines(path)] == ["people"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_half_a_line_spoils_no_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    audit = Audit(path)
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, line: write(file, line[:9]))
    with pytest.raises(AuditError, match="no room"):
        act(audit, "people")
    monkeypatch.setattr(os, "write", write)
    act(audit, "people")
    _, line = path.read_text().splitlines()
    assert json.loads(line)["operation"] == "people"


def test_what_is_no_file_of_ones_own_is_refused(path: Path) -> None:
    other = path.with_name("other")
    other.touch(mode=0o600)
    path.symlink_to(other)
    with pytest.raises(AuditError):
        Audit(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(AuditError):
        Audit(path)
    other.chmod(0o644)
    with pytest.raises(AuditError, match="others may read"):
        Audit(other)
    with pytest.raises(AuditError):
        Audit(path.parent / "nowhere" / "audit.jsonl")


def test_without_a_file_rights_hold_all_the_same() -> None:
    audit, item = Audit(None), operation("ask")
    with audit.acting(CALLER, item, item.asked(question=WORDS)):
        pass
    with (
        pytest.raises(NotAllowedError),
        audit.acting(CALLER._replace(rights=()), item, item.asked(question=WORDS)),
    ):
        raise AssertionError("it was done")
