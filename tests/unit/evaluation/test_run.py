"""A whole evaluation over a memory of words."""

import json
import random
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.adapters.llm import LiteLlm
from graphmem.errors import InputError
from graphmem.evaluation.cases import Batch, Case
from graphmem.evaluation.question_records import QUESTIONS, SCORES, Scored, read_lines
from graphmem.evaluation.readers import CATEGORIES, READERS, locomo_cases, longmemeval_cases
from graphmem.evaluation.report import markdown
from graphmem.evaluation.run import EvaluationPlan, evaluate
from graphmem.evaluation.scoring import AnswerJudge
from graphmem.evaluation.spaces import Ingested, of_receipt
from graphmem.evaluation.summary import Summary
from graphmem.evaluation.train import digest
from graphmem.model.answer import Status
from graphmem.model.conversation import Refusal
from graphmem.model.receipt import ChangedTurn, Receipt, ReconcileReceipt, WorkspaceReceipt
from graphmem.model.search import SearchOptions, SearchWeights
from graphmem.retrieval.weights import Shipped
from graphmem.testing import LoopbackModel, answers, in_turn
from tests.unit.evaluation.fakes import SHIPPED, Opener
from tests.unit.evaluation.talk import haystack, locomo_record, qa, written

KEYS = [
    *("conversation", "index", "category", "question", "ranked_turns"),
    *("status", "answer", "evidence_turns", "seconds"),
]


def plan(**given: Any) -> EvaluationPlan:
    return EvaluationPlan(
        **{"benchmark": "locomo", "shipped": SHIPPED, "names": CATEGORIES, **given}
    )


@pytest.fixture
def batch(tmp_path: Path) -> Batch:
    (read,) = locomo_cases(written(tmp_path, locomo_record(), locomo_record("conv-2", qa=[])))
    return read


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def run(batch: Batch, out: Path, **given: Any) -> Summary:
    return evaluate([batch], Opener(), out, plan(**given))


def test_the_result_files(batch: Batch, tmp_path: Path) -> None:
    summary = run(batch, tmp_path / "out")
    asked = lines(tmp_path / "out" / QUESTIONS)
    assert [list(line) for line in asked] == [KEYS] * 5
    assert [(line["conversation"], line["index"], line["category"]) for line in asked] == [
        ("conv-1", index, category) for index, category in enumerate((4, 1, 2, 3, 5))
    ]
    # Of its own conversation alone; "bake" is only in D2:1.
    assert asked[2]["ranked_turns"][0] == "D2:1"
    assert sorted(asked[2]["ranked_turns"]) == ["D1:1", "D1:2", "D2:1"]
    assert asked[2]["evidence_turns"] == ["D2:1"]
    # Without a conversation, the same words are found in both.
    bare = lines(tmp_path / "out" / "questions_without_conversation.jsonl")
    assert bare[2]["ranked_turns"][:2] == ["conv-1/D2:1", "conv-2/D2:1"]
    written_summary = json.loads((tmp_path / "out" / "summary.json").read_text("utf-8"))
    assert written_summary == summary.model_dump(mode="json")


def test_the_summary_is_in_percent_by_category(batch: Batch, tmp_path: Path) -> None:
    summary = run(batch, tmp_path)
    table = summary.with_conversation
    assert (table.answerable.questions, table.answerable.scored) == (4, 3)
    assert table.adversarial is not None
    assert (table.adversarial.questions, table.adversarial.scored) == (1, 1)
    assert [(row.category, row.name, row.questions) for row in table.by_category] == [
        (number, CATEGORIES[number], 1) for number in (1, 2, 3, 4, 5)
    ]
    by_number = {row.category: row.percent for row in table.by_category}
    assert by_number[2]["recall@1"] == 100.0
    assert by_number[1]["recall@1"] == 50.0  # one of its two turns
    assert "recall@10" not in by_number[3]  # no valid evidence: not scored, not 100 for free
    assert summary.left_out.by_category == {"3": 1}
    assert summary.left_out.questions == ("conv-1/3",)
    assert summary.left_out.ids == ("conv-1/2: D9:9", "conv-1/3: D")
    assert table.foreign_turns == 0
    assert summary.without_conversation is not None
    assert summary.without_conversation.answerable.percent["recall@1"] <= 100.0
    assert (summary.conversations, summary.questions) == (2, 5)
    assert [point.threshold for point in summary.abstention.curve][-1] == 1.0


def test_labels_never_reach_what_searches_and_answers(batch: Batch, tmp_path: Path) -> None:
    golds = [case.gold for case in batch.cases]
    random.Random(3).shuffle(golds)
    assert golds != [case.gold for case in batch.cases]
    shuffled = batch.model_copy(
        update={
            "cases": tuple(
                Case(query=case.query, gold=gold)
                for case, gold in zip(batch.cases, golds, strict=True)
            )
        }
    )
    one, other = Opener(), Opener()
    evaluate([batch], one, tmp_path / "one", plan())
    evaluate([shuffled], other, tmp_path / "other", plan())
    assert one.told == other.told
    assert one.asked == other.asked
    # Nothing else is asked with: no category, no evidence, no label.
    assert {frozenset(call) for call in one.asked} == {
        frozenset({"question", "conversation", "now", "settings"})
    }
    blind = ("category", "seconds")
    first, second = (
        [{key: value for key, value in line.items() if key not in blind} for line in lines(file)]
        for file in (tmp_path / "one" / QUESTIONS, tmp_path / "other" / QUESTIONS)
    )
    assert first == second
    scores = [read_lines(tmp_path / name / SCORES, Scored) for name in ("one", "other")]
    assert scores[0] != scores[1]


def test_the_same_numbers_on_a_second_run(batch: Batch, tmp_path: Path) -> None:
    first, second = run(batch, tmp_path / "a"), run(batch, tmp_path / "b")
    assert first.model_dump(exclude={"seconds"}) == second.model_dump(exclude={"seconds"})
    assert (tmp_path / "a" / SCORES).read_bytes() == (tmp_path / "b" / SCORES).read_bytes()


def test_a_conversation_is_ranked_by_weights_that_have_not_seen_it(
    batch: Batch, tmp_path: Path
) -> None:
    apart = SearchWeights(words=5.0)
    (first, _) = batch.conversations
    shipped = Shipped(
        origin={"files": ["talk"]}, weights=SHIPPED.weights, left_out={digest([first]): apart}
    )
    opener = Opener()
    summary = evaluate([batch], opener, tmp_path, plan(shipped=shipped, second_row=False))
    searched = [call["options"].weights for call in opener.told if call["now"] is not None]
    assert searched == [apart] * 5
    # Renamed, it is still the conversation that was fitted on; the second one has the same talk.
    assert summary.weights.left_out == ("conv-1", "conv-2")
    assert summary.weights.origin == {"files": ["talk"]}
    other = Opener()
    summary = evaluate([batch], other, tmp_path, plan(second_row=False))
    assert {call["options"].weights for call in other.told if call["now"]} == {SHIPPED.weights}
    assert (summary.weights.left_out, summary.weights.as_given) == ((), ("conv-1", "conv-2"))


def test_a_conversation_that_was_fitted_on_alone_is_said_to_be(
    batch: Batch, tmp_path: Path
) -> None:
    only = batch.model_copy(update={"conversations": batch.conversations[:1]})
    shipped = SHIPPED.model_copy(update={"fitted_on": (digest(only.conversations),)})
    opener = Opener()
    summary = evaluate([only], opener, tmp_path, plan(shipped=shipped, second_row=False))
    weights = summary.weights
    assert (weights.left_out, weights.fitted_on, weights.as_given) == ((), ("conv-1",), ())
    assert {call["options"].weights for call in opener.told if call["now"]} == {SHIPPED.weights}
    assert "fitted on it" in markdown(summary)
    assert "have not seen" not in markdown(summary)


def test_a_question_over_all_is_fitted_on_where_one_of_them_is(
    batch: Batch, tmp_path: Path
) -> None:
    (case, *_) = batch.cases
    (first, second) = batch.conversations
    second = second.model_copy(update={"sessions": second.sessions[:1]})
    wide = case.model_copy(update={"query": case.query.model_copy(update={"conversation": None})})
    mixed = batch.model_copy(update={"conversations": (first, second), "cases": (wide,)})
    shipped = SHIPPED.model_copy(update={"fitted_on": (digest([first]),)})
    weights = run(mixed, tmp_path, shipped=shipped).weights
    assert weights.fitted_on == ("conv-1", "all conversations together")
    assert weights.as_given == ("conv-2",)


def test_weights_of_the_options_rank_everything(batch: Batch, tmp_path: Path) -> None:
    mine = SearchWeights(words=7.0)
    left_out = {digest(batch.conversations[:1]): SearchWeights(words=5.0)}
    opener = Opener()
    made = plan(
        shipped=SHIPPED.model_copy(update={"left_out": left_out}),
        options=SearchOptions(weights=mine),
    )
    summary = evaluate([batch], opener, tmp_path, made)
    assert {call["options"].weights for call in opener.told if call["now"]} == {mine}
    assert summary.weights.of_options
    assert (summary.weights.left_out, summary.weights.as_given) == ((), ())
    assert summary.weights.origin == {}
    assert "The options name the weights" in markdown(summary)


def test_turns_of_other_conversations_are_counted_in_both_rows(
    batch: Batch, tmp_path: Path
) -> None:
    summary = run(batch, tmp_path)
    assert summary.with_conversation.foreign_turns == 0
    assert summary.without_conversation is not None
    # Both conversations say the same three turns, and all of them are ranked.
    assert summary.without_conversation.foreign_turns == 5 * 3
    assert "Turns of other conversations than the question's own: 15." in markdown(summary)


def test_what_ingest_told_is_in_the_summary_and_the_report(batch: Batch, tmp_path: Path) -> None:
    receipt = Receipt(
        space="s",
        changed=(ChangedTurn(conversation_id="conv-1", dia_id="D1:1", reason="another text"),),
        refused=(Refusal(path="talk.json", line=7, reason="no text"),),
        workspace=WorkspaceReceipt(sessions_pending=3, notes=("conv-1/S1 1: timed out.",)),
        reconciled=ReconcileReceipt(notes=("Ana and Ana: timed out.",)),
    )
    summary = evaluate([batch], Opener(ingested=of_receipt(receipt)), tmp_path, plan())
    assert summary.ingested == Ingested(
        refused=("talk.json:7: no text",),
        changed=("conv-1/D1:1: another text",),
        sessions_pending=3,
        notes=("conv-1/S1 1: timed out.", "Ana and Ana: timed out."),
    )
    told = markdown(summary)
    for line in (*summary.ingested.refused, *summary.ingested.changed, *summary.ingested.notes):
        assert line in told
    assert "since the budget was spent: 3." in told


def test_an_evaluation_that_cannot_be_written_is_not_begun(batch: Batch, tmp_path: Path) -> None:
    opener = Opener()
    with pytest.raises(InputError, match="cannot be written"):
        evaluate([batch], opener, tmp_path / "labels.json" / "out", plan())
    assert opener.opened == []


def test_an_interrupted_run_leaves_no_summary_of_an_earlier_one(
    batch: Batch, tmp_path: Path
) -> None:
    run(batch, tmp_path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate([batch], Opener(), tmp_path, plan(), progress=interrupt)
    assert not (tmp_path / "summary.json").exists()


def test_half_a_character_in_a_question_ends_nothing(tmp_path: Path) -> None:
    odd = qa("What does Ana grow\ud83d?", 4, ["D1:1"])
    (batch,) = locomo_cases(written(tmp_path, locomo_record(qa=[odd])))
    summary = run(batch, tmp_path / "out")
    assert summary.questions == 1
    assert lines(tmp_path / "out" / QUESTIONS)[0]["question"] == "What does Ana grow??"


def test_the_total_is_told_where_it_is_known(batch: Batch, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []

    def progress(stage: str, done: int, total: int | None, /) -> None:
        assert stage == "questions"
        told.append((done, total))

    evaluate(
        READERS["locomo"](tmp_path / "labels.json"), Opener(), tmp_path, plan(), progress=progress
    )
    assert told == [(done, 5) for done in range(1, 6)]
    told.clear()
    evaluate(iter([batch]), Opener(), tmp_path, plan(), progress=progress)
    assert told[-1] == (5, None)


def test_questions_to_be_asked_back_are_a_group_of_their_own(batch: Batch, tmp_path: Path) -> None:
    case = batch.cases[0]
    gold = case.gold.model_copy(
        update={"expected": Status.NEEDS_CLARIFICATION, "category": "fact", "answer": "Which?"}
    )
    asked = batch.model_copy(update={"cases": (*batch.cases, Case(query=case.query, gold=gold))})
    table = run(asked, tmp_path).with_conversation
    assert table.to_clarify is not None
    assert (table.to_clarify.name, table.to_clarify.questions) == ("to be asked back", 1)
    assert table.to_clarify.percent["asked_back"] == 0.0
    assert "f1" not in table.to_clarify.percent
    assert table.answerable == run(batch, tmp_path).with_conversation.answerable
    assert [row.name for row in table.by_category][-1] == "fact, to be asked back"


def test_a_question_to_be_refused_needs_no_evidence(tmp_path: Path) -> None:
    file = written(tmp_path, haystack(), haystack("q-2_abs"))
    summary = evaluate(longmemeval_cases(file), Opener(), tmp_path, plan(names={}))
    assert (summary.left_out.questions, summary.left_out.by_category) == ((), {})
    assert summary.left_out.to_refuse == 1
    bad = qa("What cake did Ben bake?", 5, ["D9:9"])
    (batch,) = locomo_cases(written(tmp_path, locomo_record(qa=[bad])))
    found = run(batch, tmp_path).left_out
    assert (found.questions, found.to_refuse) == (("conv-1/0",), 0)


def test_now_is_the_date_of_the_question_or_the_last_turn_in_scope(
    batch: Batch, tmp_path: Path
) -> None:
    opener = Opener()
    evaluate([batch], opener, tmp_path, plan(second_row=False))
    assert {call["now"] for call in opener.told} == {datetime(2023, 5, 9, 14, 10), None}
    opener = Opener()
    dated = longmemeval_cases(written(tmp_path, haystack()))
    evaluate(dated, opener, tmp_path, plan(names={}, second_row=False))
    assert opener.told[0]["now"] == datetime(2023, 6, 1, 10, 0)


def test_longmemeval_by_question_type_at_turn_and_session_level(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        haystack(),
        haystack("q-2", question="Pruning?", question_type="multi-session"),
        haystack("q-3_abs"),
    )
    opener = Opener()
    summary = evaluate(longmemeval_cases(file), opener, tmp_path, plan(names={}, second_row=False))
    assert len(opener.opened) == 3
    assert summary.without_conversation is None
    names = [row.name for row in summary.with_conversation.by_category]
    assert names == ["multi-session", "single-session-user", "single-session-user, to be refused"]
    assert summary.with_conversation.answerable.percent["session_recall@10"] == 100.0
    assert summary.with_conversation.adversarial is not None
    assert "recall@10" not in summary.with_conversation.adversarial.percent
    assert not (tmp_path / "questions_without_conversation.jsonl").exists()


def test_a_language_model_judges_where_one_is_set(batch: Batch, tmp_path: Path) -> None:
    right = answers('{"correct": true, "reason": "It says the same."}')
    wrong = answers('{"correct": false, "reason": "It says something else."}')
    broken = answers("no idea")
    with LoopbackModel(in_turn(right, wrong, right, broken, broken, right)) as server:
        model = LiteLlm("openai/loopback", api_base=server.base_url, api_key="none")
        summary = run(batch, tmp_path, judge=AnswerJudge(model), second_row=False)
        read = "\n".join(request.texts("user")[0] for request in server.requests)
    assert summary.judge is not None
    assert (summary.judge.model, summary.judge.failed) == ("openai/loopback", 1)
    assert summary.with_conversation.answerable.percent["judge"] == pytest.approx(66.67)
    assert "Reference answer: 2023" in read
    assert "Reference answer: (not known)" in read


def test_a_folder_that_is_no_result_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no result of an evaluation"):
        read_lines(tmp_path / SCORES, Scored)
