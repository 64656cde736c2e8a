"""`python -m training.fit_abstention`: fits when an answer is refused, and how sure it is.

On the corpus's development conversations, which the reader was not fitted on: of talk that it knows
it is too sure. Asked are their questions, and those that have an answer once more of somebody else
who takes part. The server is one of its own.
"""

import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from graphmem.answering.answer import Read, answer_signals, check, tell_answer
from graphmem.answering.settings import AnswerSettings
from graphmem.answering.verification import verify as package
from graphmem.answering.verification.verify import (
    AnswerSignals,
    ReadingSignals,
    ReadingWeights,
    read_signals,
)
from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldConversation,
    GoldQuestion,
    RefusalReason,
)
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.metrics import token_f1
from graphmem.memory import Memory
from graphmem.model.odds import Odds
from graphmem.retrieval.searcher import Where
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings
from training.others import asked_of_others
from training.talk import conversations

OUTPUT = Path(package.__file__).with_name("reading.json")
FALSELY = 0.12
"""The share of the questions with an answer that the threshold refuses, on unseen conversations."""

_SWAPS = 2  # others of whom a question is asked
# What such a question counts beside one that somebody asked: where two talk, who tells a thing is
# nearly always whose it is.
_OF_SWAPS, _OF_TWO = 0.2, 0.5
_STRENGTH = 0.3  # of a fit; less is smoother
_DIGITS = 4
_ALIKE = 0.5  # token F1 of an answer that is taken for right


class Case(NamedTuple):
    """A question with what was measured for it.

    ``why`` is None where it has an answer. ``told`` is measured of what would be answered, its
    doubt left open, and ``right`` tells whether that is.
    """

    conversation: str
    why: RefusalReason | None
    swapped: bool
    signals: ReadingSignals
    told: AnswerSignals | None = None
    right: bool = False


def main() -> None:
    """Ask, fit and write."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            with Memory(settings) as memory:
                cases = list(gather(memory, list(conversations(CorpusSplit.DEVELOPMENT))))
        finally:
            EmbeddedServer(settings).stop(force=True)
    found = fit(cases)
    OUTPUT.write_text(json.dumps(found.model_dump(), indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found.origin, indent=2))


def gather(memory: Memory, talks: Sequence[GoldConversation]) -> Iterator[Case]:
    """Every question of these conversations with its signals, and those asked of another."""
    settings = AnswerSettings(reader=True)
    memory.ingest(*(talk.conversation() for talk in talks))
    for talk in talks:
        for question in talk.questions:
            if question.status is Expected.ASK_BACK:
                continue
            asked = question.question
            yield from _case(memory, talk, asked, question.why, settings, gold=question)
            if question.status is Expected.ANSWERED:
                for other in of_others(question.question, question.answer or "", talk):
                    why = RefusalReason.OTHER_PERSON
                    yield from _case(memory, talk, other, why, settings)


def of_others(question: str, answer: str, talk: GoldConversation) -> list[str]:
    """The question asked of others who take part and are neither in it nor its answer."""
    names = {one.speaker for one in talk.header.people.values()}
    drawn = random.Random(f"{talk.header.id}/{question}")
    return asked_of_others(question, answer, names, drawn, most=_SWAPS)


def fit(cases: Sequence[Case]) -> ReadingWeights:
    """The odds, and the threshold, which is set on conversations left out."""
    held_out = np.zeros(len(cases))
    for name in sorted({case.conversation for case in cases}):
        fault = _odds([case for case in cases if case.conversation != name])
        unseen = np.array([case.conversation == name for case in cases])
        held_out[unseen] = [
            fault.chance(case.signals._asdict()) for case in cases if case.conversation == name
        ]
    answered = np.array([case.why is None for case in cases])
    threshold = float(np.quantile(held_out[answered], 1.0 - FALSELY))
    return ReadingWeights(
        origin={
            "fitted_on": "the development part of corpus/ (CC BY 4.0) alone",
            "made_by": "python -m training.fit_abstention",
            "date": datetime.now(UTC).date().isoformat(),
            "questions": sum(not case.swapped for case in cases),
            "of_others": sum(case.swapped for case in cases),
            "left_out": _shares(cases, held_out > threshold),
        },
        fault=_odds(cases),
        right=_right(cases, held_out, threshold),
        threshold=round(threshold, _DIGITS),
    )


def _case(
    memory: Memory,
    talk: GoldConversation,
    question: str,
    why: RefusalReason | None,
    settings: AnswerSettings,
    *,
    gold: GoldQuestion | None = None,
) -> Iterator[Case]:
    """The case of a question; without ``gold`` it was asked of somebody else."""
    read = memory._answerer.read(question, Where(talk.header.id), settings=settings)
    if read.readings:
        yield case_of(talk.header.id, read, why, gold=gold)


def case_of(
    conversation: str, read: Read, why: RefusalReason | None, *, gold: GoldQuestion | None
) -> Case:
    """What is measured of a question that was read; without ``gold`` of one asked of another."""
    signals = read_signals(read.frame, read.passages, read.readings)
    case = Case(conversation, why, gold is None, signals)
    if gold is None:
        return case
    told = tell_answer(read)
    return case._replace(
        told=answer_signals(read, check(read), told), right=is_right(told.text, gold)
    )


def is_right(text: str, gold: GoldQuestion) -> bool:
    """Whether an answer has most of the gold one's words, or says yes or no as it does."""
    if gold.status is not Expected.ANSWERED or not text:
        return False
    if gold.wants is AnswerType.YES_NO:
        return (gold.answer or "").lower().startswith(text.lower())
    return token_f1(text, gold.answer or "") >= _ALIKE


def _right(cases: Sequence[Case], doubts: Any, threshold: float) -> Odds:
    """The odds that what is answered is right, with the doubt of weights that have not seen it."""
    answered = [
        (case, case.told._replace(doubt=float(doubt)))
        for case, doubt in zip(cases, doubts, strict=True)
        if case.told is not None and doubt <= threshold
    ]
    if not answered:
        return Odds(bias=0.0, weights={})
    return _fitted(
        AnswerSignals._fields,
        [told for _, told in answered],
        [case.right for case, _ in answered],
    )


def _odds(cases: Sequence[Case]) -> Odds:
    """Of any fault."""
    return _fitted(
        ReadingSignals._fields,
        [case.signals for case in cases],
        [case.why is not None for case in cases],
        [_count(case) for case in cases],
    )


def _count(case: Case) -> float:
    if not case.swapped:
        return 1.0
    return _OF_TWO if case.signals.of_two else _OF_SWAPS


def _fitted(
    names: Sequence[str],
    signals: Sequence[Sequence[float]],
    so: Sequence[bool],
    counts: Sequence[float] | None = None,
) -> Odds:
    values = np.array(signals, dtype=float)
    mean, scale = values.mean(axis=0), values.std(axis=0)
    scale[scale == 0.0] = 1.0
    model = LogisticRegression(C=_STRENGTH, max_iter=1_000).fit(
        (values - mean) / scale,
        so,
        sample_weight=counts,
    )
    weights = model.coef_[0] / scale
    return Odds(
        bias=round(float(model.intercept_[0] - weights @ mean), _DIGITS),
        weights={
            name: round(float(weight), _DIGITS) for name, weight in zip(names, weights, strict=True)
        },
    )


def _shares(cases: Sequence[Case], refused: Any) -> dict[str, float]:
    """The share refused of those with an answer, by the reason of the others, in percent."""
    found: dict[str, list[bool]] = {}
    for case, one in zip(cases, refused, strict=True):
        sort = "answered" if case.why is None else case.why.value
        found.setdefault("asked of another" if case.swapped else sort, []).append(bool(one))
    return {sort: round(100.0 * sum(ones) / len(ones), 1) for sort, ones in sorted(found.items())}


if __name__ == "__main__":
    main()
