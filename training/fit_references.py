"""Fits the coreference networks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from graphmem.extraction.local.mentions import MentionType, Person
from graphmem.extraction.local.network import Array, Network
from training.fit import classifier
from training.references import MentionExample, Oracle

_AGREEING = (Person.HE, Person.SHE, Person.IT, Person.THEY)


def fit_agreement(oracles: Iterable[tuple[str, Oracle]]) -> Network:
    """Which pronoun a phrase is taken up by, from its vector in context."""
    persons: dict[tuple[str, frozenset[str]], Counter[Person]] = defaultdict(Counter)
    phrases: dict[tuple[str, frozenset[str]], list[Array]] = defaultdict(list)
    for conversation, oracle in oracles:
        for means, mention, vector in oracle.phrases:
            if mention.type is not MentionType.PRONOUN:
                phrases[conversation, means].append(vector)
            elif mention.person in _AGREEING:
                persons[conversation, means][mention.person] += 1
    features, labels = [], []
    for key, counted in persons.items():
        for vector in phrases[key]:
            features.append(vector)
            labels.append(counted.most_common(1)[0][0].value)
    return classifier(np.stack(features), labels, hidden=(), penalty=10.0)


def fit_refers(examples: Sequence[MentionExample]) -> Network:
    """Whether a mention means anybody or anything in particular."""
    return classifier(
        np.stack([one.features for one in examples]),
        [one.refers for one in examples],
        hidden=(64,),
        penalty=1.0,
    )


def fit_pair(examples: Sequence[MentionExample]) -> Network:
    """Whether a mention means a candidate."""
    features, labels = [], []
    for one in examples:
        if one.chosen is not None:
            features.append(one.candidates)
            labels += [number == one.chosen for number in range(len(one.candidates))]
    return classifier(np.concatenate(features), labels, hidden=(64, 32), penalty=1e-2)
