import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.cases import repaired
from graphmem.evaluation.readers import (
    QUESTIONS,
    locomo_cases,
    longmemeval_cases,
    sample_cases,
)
from graphmem.model.answer import Status
from tests.unit.evaluation.talk import haystack, locomo_record, qa, written


def test_locomo_questions_with_their_labels(tmp_path: Path) -> None:
    file = written(tmp_path, locomo_record(), locomo_record("conv-2", qa=[]))
    (batch,) = locomo_cases(file)
    assert [talk.conversation_id for talk in batch.conversations] == ["conv-1", "conv-2"]
    assert [case.query.index for case in batch.cases] == [0, 1, 2, 3, 4]
    assert {case.query.conversation for case in batch.cases} == {"conv-1"}
    golds = [case.gold for case in batch.cases]
    assert [gold.category for gold in golds] == [4, 1, 2, 3, 5]
    assert golds[1].evidence == ("conv-1/D1:1", "conv-1/D2:1")
    assert golds[1].sessions == ("conv-1/S1", "conv-1/S2")
    assert (golds[2].evidence, golds[2].lost) == (("conv-1/D2:1",), ("D9:9",))
    assert golds[2].answer == "2023"
    assert (golds[3].evidence, golds[3].lost) == ((), ("D",))
    assert (golds[4].expected, golds[4].answer) == (Status.ABSTAINED, "")
    assert golds[4].evidence == ("conv-1/D2:1",)


def test_the_example_of_the_page_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "evaluation.md").read_text("utf-8")
    (example,) = re.findall(r'```json title="kitchen.json"\n(.*?)```', page, re.DOTALL)
    (batch,) = locomo_cases(written(tmp_path, *json.loads(example)))
    assert batch.refused == ()
    told = [(case.gold.expected, case.gold.evidence, case.gold.lost) for case in batch.cases]
    assert told == [
        (Status.ANSWERED, ("kitchen/D1:1",), ()),
        (Status.ABSTAINED, ("kitchen/D1:1",), ()),
    ]


def test_evidence_is_repaired_only_to_turns_that_exist() -> None:
    sessions = {"c/D11:26": "c/S11", "c/D30:5": "c/S30", "c/D8:6": "c/S8", "c/odd id": "c/S8"}
    kept, lost = repaired(
        ["D:11:26", "D30:05", "D8:6; D9:17", "D8:6", "D", "odd id"],
        conversation="c",
        sessions=sessions,
    )
    assert kept == ("c/D11:26", "c/D30:5", "c/D8:6", "c/odd id")
    assert lost == ("D9:17", "D")
    # A turn of another conversation is no evidence here.
    assert repaired(["D8:6"], conversation="d", sessions=sessions) == ((), ("D8:6",))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"qa": [qa("Why?", 7, [])]}, "category '7'"),
        ({"qa": [{"category": 1, "evidence": [], "answer": "a"}]}, "text of question 0 of conv-1"),
        ({"qa": [{"question": "Why?"}]}, "category of question 0 of conv-1 is missing"),
        ({"qa": [{"category": []}]}, "category of question 0 of conv-1 is not a text"),
        ({"qa": ["Why?"]}, "question 0 of conv-1 is not an object"),
        ({"qa": {}}, "qa is not a list"),
    ],
)
def test_labels_that_cannot_be_used_are_told(
    tmp_path: Path, change: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        list(locomo_cases(written(tmp_path, locomo_record(**change))))


def test_a_file_in_another_format_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no conversation in the format locomo"):
        list(locomo_cases(written(tmp_path, haystack())))
    with pytest.raises(InputError, match="format locomo"):
        list(locomo_cases(tmp_path / "missing.json"))


def test_longmemeval_each_question_has_its_own_haystack(tmp_path: Path) -> None:
    file = written(tmp_path, haystack(), haystack("q-2_abs"), haystack("q-3", question_date=None))
    first, refuse, undated = longmemeval_cases(file)
    (case,) = first.cases
    assert case.query.conversation == "q-1"
    assert case.query.asked_at == datetime(2023, 6, 1, 10, 0)
    assert case.gold.category == "single-session-user"
    assert case.gold.evidence == ("q-1/D1:1",)
    assert case.gold.sessions == ("q-1/S1",)
    assert case.gold.answer == "7"
    assert refuse.cases[0].gold.expected is Status.ABSTAINED
    assert (refuse.cases[0].gold.evidence, refuse.cases[0].gold.sessions) == ((), ())
    assert undated.cases[0].query.asked_at is None
    assert [batch.cases[0].query.index for batch in (first, refuse, undated)] == [0, 1, 2]


def test_longmemeval_an_unreadable_haystack_is_left_out_and_told(tmp_path: Path) -> None:
    bad = haystack("q-1", haystack_dates=[])
    batches = list(longmemeval_cases(written(tmp_path, bad, haystack("q-2"), haystack("q-2"))))
    assert [len(batch.cases) for batch in batches] == [1, 0]
    assert batches[0].cases[0].query.index == 1
    assert "haystack_dates" in batches[0].refused[0].reason
    assert "already given" in batches[1].refused[0].reason


def test_longmemeval_what_answers_and_is_not_held_is_lost(tmp_path: Path) -> None:
    record = haystack(
        haystack_sessions=[
            [
                {"role": "user", "content": "My figs are ripe.", "has_answer": True},
                {"role": "user", "content": "\ud83d", "has_answer": True},
            ],
            [],
        ],
        answer_session_ids=["answer_1f", "ultra_22", "answer_elsewhere"],
    )
    held, refuse = longmemeval_cases(written(tmp_path, record, record | {"question_id": "q_abs"}))
    gold = held.cases[0].gold
    assert (gold.evidence, gold.sessions) == (("q-1/D1:1",), ("q-1/S1",))
    # A turn that was refused, a session without turns, and one that the haystack does not have.
    assert gold.lost == ("D1:2", "ultra_22", "answer_elsewhere")
    assert "D1:2" in str(held.refused[0])
    assert refuse.cases[0].gold.lost == ()


def test_half_a_character_of_a_label_can_be_written(tmp_path: Path) -> None:
    odd = qa("What does Ana grow\ud83d?", 4, ["D1:1", "\ud83d"], "figs \ud83d")
    (batch,) = locomo_cases(written(tmp_path, locomo_record(qa=[odd])))
    (case,) = batch.cases
    assert case.query.question == "What does Ana grow??"
    assert case.gold.lost == ("?",)
    assert "figs ?" in case.model_dump_json()


def test_the_sample_has_every_turn_that_its_questions_name() -> None:
    (batch,) = sample_cases(QUESTIONS)
    assert len(batch.cases) == 86
    assert not [case.gold.lost for case in batch.cases if case.gold.lost]
    assert all(case.gold.evidence for case in batch.cases)
    expected = [case.gold.expected for case in batch.cases]
    assert expected.count(Status.ABSTAINED) == 22
    assert expected.count(Status.NEEDS_CLARIFICATION) == 4
    assert sum(case.query.conversation is None for case in batch.cases) == 14
