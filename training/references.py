"""Examples for the coreference networks: each mention of the corpus with what it may mean."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.coreference import Candidate, Choice, resolve
from graphmem.extraction.local.discourse import Place, Referent, ReferentKind
from graphmem.extraction.local.mentions import Mention, MentionType
from graphmem.extraction.local.network import Array, Network
from training.talk import GoldMention, Talk, gold_mentions

_LOOSE = 2  # characters by which the end of a gold mention may differ


class MentionExample(NamedTuple):
    """A mention, whether it means anything annotated, and which candidate that is.

    ``chosen`` is None where it means nothing annotated or nothing that was among the candidates.
    """

    talk: str
    mention: Mention
    text: str
    features: Array
    candidates: Array
    refers: bool
    chosen: int | None
    participants: int


class Oracle:
    """Chooses as the gold says, and keeps every choice as an example."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self._gold = [gold_mentions(turn) for turn in talk.gold]
        self._ids: dict[int, frozenset[str]] = {}
        self._alive: list[Referent] = []
        self.examples: list[MentionExample] = []
        self.phrases: list[tuple[frozenset[str], Mention, Array]] = []

    def __call__(
        self, mention: Mention, place: Place, features: Array, candidates: Sequence[Candidate]
    ) -> Choice:
        """The candidate that the gold mention of these words means."""
        means = gold_of(self._gold[place.turn], mention)
        chosen = None
        if means is not None:
            self.phrases.append((means, mention, place.vector))
            same = (
                number
                for number, one in enumerate(candidates)
                if one.referent is not None and self._ids_of(one.referent) == means
            )
            chosen = next(same, None)
            if chosen is None and candidates and candidates[-1].referent is None:
                chosen = len(candidates) - 1
        self.examples.append(
            MentionExample(
                self._talk.conversation.header.id,
                mention,
                place.text,
                features,
                np.stack([one.features for one in candidates]),
                means is not None,
                chosen,
                len(self._talk.chunk.people),
            )
        )
        if chosen is None or means is None:
            return Choice(None, 1.0)
        candidate = candidates[chosen]
        if candidate.referent is None:
            self._coming = means
        return Choice(candidate, 1.0)

    def _ids_of(self, referent: Referent) -> frozenset[str]:
        if referent.kind is ReferentKind.PARTICIPANT:
            return frozenset([referent.uid or ""])
        if referent.kind is ReferentKind.GROUP:
            return frozenset().union(*(self._ids_of(member) for member in referent.members))
        # An entity is made right after it was chosen, so the first sight of one tells its id.
        if id(referent) not in self._ids:
            self._ids[id(referent)] = self._coming
            self._alive.append(referent)
        return self._ids[id(referent)]

    _coming: frozenset[str] = frozenset()


def gold_of(gold: Iterable[GoldMention], mention: Mention) -> frozenset[str] | None:
    """What the gold says that these words mean; None where it says nothing of them."""
    head = mention.head
    fitting = [one for one in gold if one.start <= head.start and head.end <= one.end + 1]
    if mention.type is MentionType.PRONOUN:
        fitting = [one for one in fitting if one.end - one.start <= head.end - head.start + 1]
    else:
        fitting = [one for one in fitting if abs(one.end - mention.end) <= _LOOSE]
    return min(fitting, key=lambda one: one.end - one.start).means if fitting else None


def mention_examples(talk: Talk, agreement: Network | None) -> Oracle:
    """The examples of one chunk."""
    oracle = Oracle(talk)
    resolve(talk.chunk, talk.parsed, talk.vectors, choose=oracle, agreement=agreement)
    return oracle
