"""LoCoMo: the ``qa`` of every conversation, as one batch."""

from pathlib import Path

from graphmem.evaluation import labels
from graphmem.evaluation.cases import (
    Batch,
    Case,
    Category,
    EvaluationQuery,
    GoldAnswer,
    evidence_sessions,
    repaired,
    sessions_of,
)
from graphmem.model.answer import Status
from graphmem.sources import SourceFormat

CATEGORIES: dict[Category, str] = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
GROUPS = ("categories 1–4", "category 5")
_ADVERSARIAL = 5


def locomo_cases(path: Path) -> tuple[Batch]:
    """One batch: the ``qa`` of every conversation. Category 5 is to be refused."""
    talks, refused = labels.apart(labels.conversations(path, SourceFormat.LOCOMO))
    sessions = sessions_of(talks)
    known = {talk.conversation_id for talk in talks}
    cases = []
    for record in labels.records(path):
        conversation = labels.text(record.get("sample_id"), what="sample_id")
        if conversation not in known:
            continue
        for index, item in enumerate(labels.a_list(record.get("qa"), what="qa")):
            cases.append(_case(item, conversation, index, sessions))
    batch = Batch(
        name=path.stem,
        conversations=talks,
        cases=tuple(cases),
        sessions=sessions,
        refused=refused,
    )
    return (batch,)


def _case(value: object, conversation: str, index: int, sessions: dict[str, str]) -> Case:
    what = f"question {index} of {conversation}"
    item = labels.an_object(value, what=what)
    category = labels.text(item.get("category"), what=f"category of {what}")
    if category not in {str(number) for number in CATEGORIES}:
        raise labels.unfit(f"{what} has the category {category!r}, not one of 1 to 5.")
    written = labels.texts(item.get("evidence"), what=f"evidence of {what}")
    evidence, lost = repaired(written, conversation=conversation, sessions=sessions)
    refuse = int(category) == _ADVERSARIAL
    answer = "" if refuse else labels.text(item.get("answer"), what=f"answer of {what}")
    return Case(
        query=EvaluationQuery(
            conversation=conversation,
            index=index,
            question=labels.text(item.get("question"), what=f"the text of {what}"),
        ),
        gold=GoldAnswer(
            category=int(category),
            expected=Status.ABSTAINED if refuse else Status.ANSWERED,
            answer=answer,
            evidence=evidence,
            lost=lost,
            sessions=evidence_sessions(evidence, sessions),
        ),
    )
