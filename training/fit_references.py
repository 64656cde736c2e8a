"""Fits the coreference networks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from graphmem.extraction.local.coreference import CoreferenceModel
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.language.pronouns import GrammaticalPerson
from training.fit import classifier
from training.references import MentionExample, Oracle, mention_examples
from training.talk import Talk

_WRONG = 12  # candidates that a mention does not mean, of each
_SEED = 0
_AGREEING = (
    GrammaticalPerson.HE,
    GrammaticalPerson.SHE,
    GrammaticalPerson.IT,
    GrammaticalPerson.THEY,
)


def fit_agreement(oracles: Iterable[tuple[str, Oracle]]) -> DenseNetwork:
    """Which pronoun a phrase is taken up by, from its vector in context."""
    persons: dict[tuple[str, frozenset[str]], Counter[GrammaticalPerson]] = defaultdict(Counter)
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


def fit_refers(examples: Sequence[MentionExample]) -> DenseNetwork:
    """Whether a mention means anybody or anything in particular."""
    return classifier(
        np.stack([one.features for one in examples]),
        [one.refers for one in examples],
        hidden=(64,),
        penalty=1.0,
    )


def fit_pair(examples: Sequence[MentionExample]) -> DenseNetwork:
    """Whether a mention means a candidate, or none of the others."""
    draw = np.random.default_rng(_SEED)
    features, labels = [], []
    for one in examples:
        if not one.right:
            continue
        right = sorted(one.right)
        last = len(one.candidates) - 1  # none of the others, which is never left out
        wrong = [number for number in range(last) if number not in one.right]
        some = [*right, *draw.permutation(wrong)[:_WRONG]]
        if last not in one.right:
            some.append(last)
        features.append(one.candidates[some])
        labels += [number in one.right for number in some]
    return classifier(np.concatenate(features), labels, hidden=(64, 32), penalty=1e-2, rounds=30)


def fit_reference(talks: Sequence[Talk]) -> CoreferenceModel:
    """All of them, on what comes before a mention by the gold and by networks of the other half.

    Networks of the same half would make too few mistakes to learn from.
    """
    oracles = [mention_examples(one, None) for one in talks]
    agreement = fit_agreement(
        (talk.conversation.header.id, oracle) for talk, oracle in zip(talks, oracles, strict=True)
    )
    parts = [_half(talks, 0), _half(talks, 1)]
    by_gold = [_examples(part, agreement) for part in parts]
    halves = [_fitted(examples, agreement) for examples in by_gold]
    by_others = [
        _examples(part, agreement, follow=other)
        for part, other in zip(parts, reversed(halves), strict=True)
    ]
    return _fitted([one for some in (*by_gold, *by_others) for one in some], agreement)


def _half(talks: Sequence[Talk], which: int) -> list[Talk]:
    names = sorted({one.conversation.header.id for one in talks})
    return [one for one in talks if names.index(one.conversation.header.id) % 2 == which]


def _examples(
    talks: Sequence[Talk], agreement: DenseNetwork, follow: CoreferenceModel | None = None
) -> list[MentionExample]:
    return [one for talk in talks for one in mention_examples(talk, agreement, follow).examples]


def _fitted(examples: Sequence[MentionExample], agreement: DenseNetwork) -> CoreferenceModel:
    return CoreferenceModel(fit_refers(examples), fit_pair(examples), agreement)
