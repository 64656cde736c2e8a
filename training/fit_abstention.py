"""`python -m training.fit_abstention`: fits when an answer is refused, where turns are read.

What the reader says counts on the corpus's development conversations alone, which it was not fitted
on; who tells a thing counts on its training conversations as well. Asked are their questions, and
those that have an answer once more of somebody else who takes part. The server is one of its own.
"""

import json
import math
import random
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from graphmem.answering.settings import AnswerSettings
from graphmem.answering.verification import weights as package
from graphmem.answering.verification.claim import read_claim
from graphmem.answering.verification.reading_signals import ReadingSignals, reading_signals
from graphmem.answering.verification.signals import Signals, measure
from graphmem.answering.verification.weights import Odds, ReadingWeights
from graphmem.evaluation.annotated import Split
from graphmem.evaluation.corpus import Expected, GoldConversation, RefusalReason
from graphmem.memory import Memory
from graphmem.retrieval.searcher import Where
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings
from training.others import asked_of_others
from training.talk import conversations

OUTPUT = Path(package.__file__).with_name("reading.json")
FALSELY = 0.08
"""The share of the questions with an answer that the threshold refuses, on unseen conversations."""

_SWAPS = 2  # others of whom a question is asked
_STRENGTH = 0.3  # of a fit; less is smoother
_DIGITS = 4


class Case(NamedTuple):
    """A question with what was measured for it.

    ``why`` is None where it has an answer, ``reading`` where the reader knows the talk.
    """

    conversation: str
    why: RefusalReason | None
    swapped: bool
    signals: Signals
    reading: ReadingSignals | None


def main() -> None:
    """Ask, fit and write."""
    with tempfile.TemporaryDirectory(prefix="graphmem-fit-") as home:
        settings = load_settings(home=Path(home)).model_copy(update={"uri": None})
        try:
            with Memory(settings) as memory:
                cases = [
                    *gather(memory, list(conversations(Split.TRAIN)), read=False),
                    *gather(memory, list(conversations(Split.DEVELOPMENT)), read=True),
                ]
        finally:
            EmbeddedServer(settings).stop(force=True)
    found = fit(cases)
    OUTPUT.write_text(json.dumps(found.model_dump(), indent=2) + "\n", encoding="utf-8")
    print(json.dumps(found.origin, indent=2))


def gather(memory: Memory, talks: Sequence[GoldConversation], *, read: bool) -> Iterator[Case]:
    """Every question of these conversations with its signals, and those asked of another."""
    settings = AnswerSettings(reader=read)
    memory.ingest(*(talk.conversation() for talk in talks))
    for talk in talks:
        for question in talk.questions:
            if question.status is Expected.ASK_BACK:
                continue
            asked = question.question
            yield from _case(memory, talk, asked, question.why, settings, swapped=False)
            if question.status is Expected.ANSWERED:
                for other in of_others(question.question, question.answer or "", talk):
                    why = RefusalReason.OTHER_PERSON
                    yield from _case(memory, talk, other, why, settings, swapped=True)


def of_others(question: str, answer: str, talk: GoldConversation) -> list[str]:
    """The question asked of others who take part and are neither in it nor its answer."""
    names = {one.speaker for one in talk.header.people.values()}
    drawn = random.Random(f"{talk.header.id}/{question}")
    return asked_of_others(question, answer, names, drawn, most=_SWAPS)


def fit(cases: Sequence[Case]) -> ReadingWeights:
    """The odds of either fault, and the threshold, which is set on conversations left out."""
    read = [case for case in cases if case.reading is not None]
    held_out = np.zeros(len(read))
    for name in sorted({case.conversation for case in read}):
        odds = _odds([case for case in cases if case.conversation != name])
        unseen = np.array([case.conversation == name for case in read])
        held_out[unseen] = [_doubt(odds, case) for case in read if case.conversation == name]
    answered = np.array([case.why is None for case in read])
    threshold = float(np.quantile(held_out[answered], 1.0 - FALSELY))
    somebody_else, reading = _odds(cases)
    return ReadingWeights(
        origin={
            "fitted_on": "the training and development parts of corpus/ (CC BY 4.0) alone",
            "made_by": "python -m training.fit_abstention",
            "date": datetime.now(UTC).date().isoformat(),
            "questions": sum(not case.swapped for case in cases),
            "of_others": sum(case.swapped for case in cases),
            "left_out": _shares(read, held_out > threshold),
        },
        somebody_else=somebody_else,
        reading=reading,
        threshold=round(threshold, _DIGITS),
    )


def _case(
    memory: Memory,
    talk: GoldConversation,
    question: str,
    why: RefusalReason | None,
    settings: AnswerSettings,
    *,
    swapped: bool,
) -> Iterator[Case]:
    read = memory._answerer.read(question, Where(talk.header.id), settings=settings)
    measured = measure(read_claim(read.question, read.participants), read.passages)
    if measured is not None:
        reading = reading_signals(list(read.readings.values())) if read.readings else None
        yield Case(talk.header.id, why, swapped, measured.signals, reading)


def _odds(cases: Sequence[Case]) -> tuple[Odds, Odds]:
    """Of somebody else among what another did and what is so; of any fault among what was asked."""
    others = [case for case in cases if case.why in {None, RefusalReason.OTHER_PERSON}]
    asked = [
        (case, case.reading) for case in cases if case.reading is not None and not case.swapped
    ]
    return (
        _fitted(Signals._fields, [case.signals for case in others], others),
        _fitted(
            ReadingSignals._fields, [reading for _, reading in asked], [case for case, _ in asked]
        ),
    )


def _fitted(
    names: Sequence[str], signals: Sequence[Sequence[float]], cases: Sequence[Case]
) -> Odds:
    values = np.array(signals, dtype=float)
    mean, scale = values.mean(axis=0), values.std(axis=0)
    scale[scale == 0.0] = 1.0
    model = LogisticRegression(C=_STRENGTH, max_iter=1_000).fit(
        (values - mean) / scale,
        [case.why is not None for case in cases],
    )
    weights = model.coef_[0] / scale
    return Odds(
        bias=round(float(model.intercept_[0] - weights @ mean), _DIGITS),
        weights={
            name: round(float(weight), _DIGITS) for name, weight in zip(names, weights, strict=True)
        },
    )


def _doubt(odds: tuple[Odds, Odds], case: Case) -> float:
    somebody_else, reading = odds
    held = 1.0
    assert case.reading is not None
    for parts in (somebody_else.parts(case.signals), reading.parts(case.reading)):
        held /= 1.0 + math.exp(math.fsum(part.contribution for part in parts))
    return 1.0 - held


def _shares(cases: Sequence[Case], refused: Any) -> dict[str, float]:
    """The share refused of those with an answer, by the reason of the others, in percent."""
    found: dict[str, list[bool]] = {}
    for case, one in zip(cases, refused, strict=True):
        sort = "answered" if case.why is None else case.why.value
        found.setdefault("asked of another" if case.swapped else sort, []).append(bool(one))
    return {sort: round(100.0 * sum(ones) / len(ones), 1) for sort, ones in sorted(found.items())}


if __name__ == "__main__":
    main()
