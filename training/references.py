"""Examples for the coreference networks: each mention of the corpus with what it may mean."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.coreference import (
    Antecedent,
    AntecedentChoice,
    Choose,
    CoreferenceModel,
    resolve,
)
from graphmem.extraction.local.discourse import MentionContext, Referent, ReferentKind
from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.extraction.local.network import Array, DenseNetwork
from training.talk import GoldMention, Talk, gold_mentions

Means = frozenset[str]
"""The gold's ids of whom or what is meant."""

_LOOSE = 2  # characters by which the end of a gold mention may differ


class MentionExample(NamedTuple):
    """A mention, whether it means anything annotated, and which candidates that is.

    The last candidate is none of the others; ``right`` is empty where the mention does not refer.
    """

    mention: MentionSpan
    features: Array
    candidates: Array
    refers: bool
    right: frozenset[int]


class Oracle:
    """Keeps every choice as an example, with what the gold says.

    What is chosen is the gold's, or what ``follow`` chooses: so that networks see the mistakes that
    they make before a mention.
    """

    def __init__(self, talk: Talk, follow: Choose | None = None) -> None:
        self._gold = [gold_mentions(turn) for turn in talk.gold]
        self._follow = follow
        self.examples: list[MentionExample] = []
        self.phrases: list[tuple[Means, MentionSpan, Array]] = []

    def __call__(
        self,
        mention: MentionSpan,
        place: MentionContext,
        features: Array,
        candidates: Sequence[Antecedent],
    ) -> AntecedentChoice:
        """The candidate that the gold mention of these words means."""
        means = gold_of(self._gold[place.turn], mention)
        meant = [one.referent and self.meaning(one.referent) for one in candidates]
        right: frozenset[int] = frozenset()
        if means is not None:
            self.phrases.append((means, mention, place.vector))
            same = frozenset(number for number, ids in enumerate(meant) if ids == means)
            right = same or frozenset([len(candidates) - 1])
        self.examples.append(
            MentionExample(
                mention,
                features,
                np.stack([one.features for one in candidates]),
                means is not None,
                right,
            )
        )
        if self._follow is not None:
            return self._follow(mention, place, features, candidates)
        return (
            AntecedentChoice(candidates[min(right)], 1.0, 1.0)
            if right
            else AntecedentChoice(None, 0.0, 1.0)
        )

    def meaning(self, referent: Referent) -> Means | None:
        """What the gold says of the first mention of a referent that is annotated."""
        if referent.kind is ReferentKind.PARTICIPANT:
            return frozenset([referent.uid or ""])
        if referent.kind is ReferentKind.GROUP:
            members = [self.meaning(member) for member in referent.members]
            return frozenset().union(*(one for one in members if one is not None))
        told = (gold_of(self._gold[seen.turn], seen.mention) for seen in referent.seen)
        return next((means for means in told if means is not None), None)


def gold_of(gold: Iterable[GoldMention], mention: MentionSpan) -> Means | None:
    """What the gold says that these words mean; None where it says nothing of them."""
    head = mention.head
    fitting = [one for one in gold if one.start <= head.start and head.end <= one.end + 1]
    if mention.type is MentionType.PRONOUN:
        fitting = [one for one in fitting if one.end - one.start <= head.end - head.start + 1]
    else:
        fitting = [one for one in fitting if abs(one.end - mention.end) <= _LOOSE]
    return min(fitting, key=lambda one: one.end - one.start).means if fitting else None


def mention_examples(
    talk: Talk, agreement: DenseNetwork | None, follow: CoreferenceModel | None = None
) -> Oracle:
    """The examples of one chunk, after the gold's choices or those of ``follow``."""
    oracle = Oracle(talk, follow.choose if follow else None)
    resolve(talk.chunk, talk.parsed, talk.vectors, choose=oracle, agreement=agreement)
    return oracle
