"""The packaged questions, asked and scored as `graphmem eval sample` does, against a floor."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graphmem.evaluation.cases import Batch, Case
from graphmem.evaluation.question_records import QUESTIONS, QuestionRecord, read_lines
from graphmem.evaluation.question_runner import Subject
from graphmem.evaluation.readers import READERS
from graphmem.evaluation.run import EvaluationPlan, evaluate
from graphmem.evaluation.spaces import Prepared
from graphmem.evaluation.summary import Summary
from graphmem.retrieval.weights import read_weights
from graphmem.sample import sample_folder
from tests.e2e.conftest import Ingested

pytestmark = pytest.mark.timeout(600)

FILE = sample_folder() / "questions.json"


def asked(
    sample: Ingested, batches: list[Batch], out: Path
) -> tuple[Summary, tuple[QuestionRecord, ...]]:
    """What became of the questions, all of them put to the sample that is ingested already."""

    @contextmanager
    def opened(_: Batch) -> Iterator[tuple[Subject, Prepared]]:
        yield sample.memory, Prepared(space=sample.memory.space, held=True, turns=651, seconds=0.0)

    plan = EvaluationPlan(benchmark="sample", shipped=read_weights(), second_row=False)
    summary = evaluate(batches, opened, out, plan)
    return summary, read_lines(out / QUESTIONS, QuestionRecord)


def test_the_packaged_questions_are_answered_above_a_floor(
    sample: Ingested, tmp_path: Path
) -> None:
    batches = list(READERS["sample"](FILE))
    summary, lines = asked(sample, batches, tmp_path / "out")
    assert len(lines) == 86
    table = summary.with_conversation
    assert table.adversarial is not None
    assert table.to_clarify is not None
    assert table.answerable.percent["recall@10"] >= 80
    assert table.answerable.percent["f1"] >= 30
    assert table.answerable.abstained <= 20
    assert table.adversarial.abstained >= 60
    assert table.to_clarify.percent["asked_back"] == 100

    # The labels of other questions change no answer: nothing that answers ever sees them.
    shuffled = [relabelled(batch) for batch in batches]
    assert shuffled != batches
    _, again = asked(sample, shuffled, tmp_path / "shuffled")
    assert [unlabelled(line) for line in again] == [unlabelled(line) for line in lines]


def relabelled(batch: Batch) -> Batch:
    golds = [case.gold for case in batch.cases]
    random.Random(7).shuffle(golds)
    cases = zip(batch.cases, golds, strict=True)
    return batch.model_copy(
        update={"cases": tuple(Case(query=case.query, gold=gold) for case, gold in cases)}
    )


def unlabelled(line: QuestionRecord) -> dict[str, object]:
    return line.model_dump(exclude={"category", "seconds"})
