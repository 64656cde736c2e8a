"""Fits the network that tells what sort of thing a phrase means."""

from collections.abc import Iterator, Sequence

import numpy as np

from graphmem.evaluation.corpus import GoldHeader
from graphmem.extraction.local.coreference import Reference, resolve
from graphmem.extraction.local.entities import mention_type_features, names
from graphmem.extraction.local.network import Array, Network
from training.fit import classifier
from training.references import Means, Oracle
from training.talk import Talk


def fit_types(talks: Sequence[Talk]) -> Network:
    """The type of everything annotated, from each phrase that means it."""
    examples = [one for talk in talks for one in type_examples(talk, None)]
    return classifier(
        np.stack([features for features, _ in examples]),
        [label for _, label in examples],
        hidden=(),
        penalty=10.0,
    )


def type_examples(talk: Talk, reference: Reference | None) -> Iterator[tuple[Array, str]]:
    """Each phrase that means one annotated person or thing, and the type of that."""
    oracle = Oracle(talk, reference.choose if reference else None)
    discourse, _ = resolve(
        talk.chunk,
        talk.parsed,
        talk.vectors,
        choose=oracle,
        agreement=reference.agreement if reference else None,
    )
    for referent in discourse.entities:
        label = _type(talk.conversation.header, oracle.meaning(referent))
        if label is not None:
            for seen in referent.seen:
                if names(seen):
                    yield mention_type_features(seen), label


def _type(header: GoldHeader, means: Means | None) -> str | None:
    if means is None or len(means) != 1:
        return None
    (one,) = means
    return header.entities[one].type.value if one in header.entities else None
