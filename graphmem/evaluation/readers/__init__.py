"""Labelled files → batches of conversations and questions."""

from collections.abc import Callable, Iterable
from pathlib import Path

from graphmem.evaluation import labels
from graphmem.evaluation.cases import (
    Batch,
    Case,
    EvaluationQuery,
    GoldAnswer,
    evidence_sessions,
    sessions_of,
)
from graphmem.evaluation.readers.locomo import CATEGORIES, GROUPS, locomo_cases
from graphmem.evaluation.readers.longmemeval import longmemeval_cases
from graphmem.model.answer import Status
from graphmem.sample import sample_files, sample_folder
from graphmem.sources import read

__all__ = [
    "CATEGORIES",
    "GROUPS",
    "QUESTIONS",
    "READERS",
    "Reader",
    "benchmark_of",
    "locomo_cases",
    "longmemeval_cases",
    "sample_cases",
]
QUESTIONS = sample_folder() / "questions.json"


def sample_cases(path: Path) -> tuple[Batch]:
    """One batch: the packaged questions, or a file like them about the packaged conversations."""
    talks, refused = labels.apart(item for file in sample_files() for item in read(file))
    sessions = sessions_of(talks)
    (document,) = labels.records(path)
    questions = labels.a_list(document.get("questions"), what="questions")
    batch = Batch(
        name=path.stem,
        conversations=talks,
        cases=tuple(_case(item, index, sessions) for index, item in enumerate(questions)),
        sessions=sessions,
        refused=refused,
    )
    return (batch,)


def _case(value: object, index: int, sessions: dict[str, str]) -> Case:
    item = labels.an_object(value, what=f"question {index}")
    what = f"question {index}"
    conversation = item.get("conversation")
    status = labels.text(item.get("status"), what=f"status of {what}")
    if status not in {known.value for known in Status}:
        raise labels.unfit(f"{what} has the status {status!r}.")
    expected = Status(status)
    answer = item.get("answer")
    key = "trap_evidence" if expected is Status.ABSTAINED else "evidence"
    written = labels.texts(item.get(key), what=f"{key} of {what}")
    evidence = tuple(dict.fromkeys(turn_id for turn_id in written if turn_id in sessions))
    return Case(
        query=EvaluationQuery(
            conversation=None
            if conversation is None
            else labels.text(conversation, what=f"conversation of {what}"),
            index=index,
            question=labels.text(item.get("question"), what=f"the text of {what}"),
        ),
        gold=GoldAnswer(
            category=labels.text(item.get("kind"), what=f"kind of {what}"),
            expected=expected,
            answer="" if answer is None else labels.text(answer, what=f"answer of {what}"),
            evidence=evidence,
            lost=tuple(turn_id for turn_id in written if turn_id not in sessions),
            sessions=evidence_sessions(evidence, sessions),
        ),
    )


# A sequence where a file is one batch; where it is many, they come one after the other.
Reader = Callable[[Path], Iterable[Batch]]
READERS: dict[str, Reader] = {
    "locomo": locomo_cases,
    "longmemeval": longmemeval_cases,
    "sample": sample_cases,
}
_KEYS = {"qa": "locomo", "haystack_sessions": "longmemeval", "questions": "sample"}


def benchmark_of(path: Path) -> str:
    """Detects the format of a labelled file: ``locomo``, ``longmemeval`` or ``sample``.

    `InputError` for any other file.
    """
    for record in labels.records(path):
        for key, name in _KEYS.items():
            if key in record:
                return name
    raise labels.unfit(f"{path} holds no labelled questions in a format that is known.")
