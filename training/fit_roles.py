"""Fits the network that tells of which part of a person's life a sentence tells a role."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression

from graphmem.adapters.onnx_encoder import OnnxEncoder
from graphmem.extraction.local.network import Array, DenseNetwork, word_vectors
from graphmem.extraction.local.roles import sentence_vector
from training.roles import told_sentences
from training.talk import Talk

_STRENGTH = 3.0


class RoleExample(NamedTuple):
    """A sentence that stands alone, and the part of life of which it tells a role, "" for none."""

    text: str
    role: str


def fit_roles(examples: Sequence[RoleExample], encoder: OnnxEncoder) -> DenseNetwork:
    """One layer over the vectors of sentences."""
    model = LogisticRegression(C=_STRENGTH, max_iter=2_000)
    model.fit(sentence_vectors([one.text for one in examples], encoder), _labels(examples))
    width = model.coef_.shape[1]
    return DenseNetwork(
        mean=np.zeros(width, dtype=np.float32),
        scale=np.ones(width, dtype=np.float32),
        weights=(model.coef_.T.astype(np.float32),),
        biases=(model.intercept_.astype(np.float32),),
        labels=tuple(str(label) for label in model.classes_),
    )


def sentence_vectors(texts: Sequence[str], encoder: OnnxEncoder) -> Array:
    """One row for each text."""
    return np.stack([sentence_vector(one) for one in word_vectors(encoder)(texts)])


def role_examples(talks: Sequence[Talk]) -> Iterator[RoleExample]:
    """Of the statements of these talks, and sentences that are annotated for roles alone."""
    for talk in talks:
        for turn in talk.gold:
            for one in turn.statements:
                yield RoleExample(one.text, one.role.of.value if one.role else "")
    for sentence in told_sentences():
        yield RoleExample(sentence.text, sentence.role or "")


def _labels(examples: Sequence[RoleExample]) -> list[str]:
    return [one.role for one in examples]
