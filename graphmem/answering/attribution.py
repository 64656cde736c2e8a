"""Answers told from what is so of whom it is asked, and not of a relative of theirs; pure."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling import Proof, Told
from graphmem.answering.telling.asked import read_asked
from graphmem.answering.telling.units import stems_of
from graphmem.answering.verification.another import told_of_another
from graphmem.language.sentences import sentences
from graphmem.model.memory import KnownStatement
from graphmem.retrieval.question import Question

_MOST = 3  # tellings, each without what the one before it told of another

Tell = Callable[[Sequence[Passage]], Told]


class Attributed(NamedTuple):
    """What was told, and where it is so of another alone the passage that states it of them."""

    told: Told
    another: Passage | None


def attribute(question: Question, passages: Sequence[Passage], tell: Tell) -> Attributed:
    """Tell from what is not said of another ("my brother ran …", where it is asked of the speaker).

    What remains may answer where it holds as much of the question; else it was another's.
    """
    told = tell(passages)
    others = _of_others(question, told)
    if not others:
        return Attributed(told, None)
    shared, another = _shared(question, told), _whose_it_was(others)
    for _ in range(_MOST):
        passages = [_without(passage, others) for passage in passages]
        passages = [passage for passage in passages if passage.hit.text or passage.hit.caption]
        again = tell(passages)
        others = _of_others(question, again)
        if not others:
            as_much = bool(again.text) and _shared(question, again) >= shared
            return Attributed(again, None) if as_much else Attributed(told, another)
    return Attributed(told, another)


def _of_others(question: Question, told: Told) -> list[tuple[Proof, tuple[KnownStatement, ...]]]:
    found = ((proof, told_of_another(question, proof)) for proof in told.proofs)
    return [(proof, statements) for proof, statements in found if statements]


def _shared(question: Question, told: Told) -> int:
    """How many of the question's words the first proof holds."""
    return len(read_asked(question).stems & stems_of(told.proofs[0].quote)) if told.proofs else 0


def _whose_it_was(others: Sequence[tuple[Proof, tuple[KnownStatement, ...]]]) -> Passage:
    """The passage with those statements alone that tell of another.

    An opinion about somebody has for its subject who thinks so, of whom it tells nothing else.
    """
    proof, statements = others[0]
    speaker = proof.passage.hit.speaker_uid
    of_another = tuple(
        one._replace(subject_uid="") if one.subject_uid == speaker else one for one in statements
    )
    return proof.passage._replace(statements=of_another)


def _without(
    passage: Passage, others: Sequence[tuple[Proof, tuple[KnownStatement, ...]]]
) -> Passage:
    quotes = [
        quote
        for proof, statements in others
        if proof.passage.hit.turn_id == passage.hit.turn_id
        for quote in (proof.quote, *(one.quote for one in statements))
    ]
    if not quotes:
        return passage
    kept = [
        text
        for text in sentences(passage.hit.text)
        if not any(quote in text or text in quote for quote in quotes)
    ]
    text = " ".join(kept)
    stated = tuple(one for one in passage.statements if one.quote and one.quote in text)
    return Passage(passage.hit.model_copy(update={"text": text}), stated)
