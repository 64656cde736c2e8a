"""Fits the network that tells what sort of thing a referent is."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.coreference import CoreferenceModel, Resolution, resolve
from graphmem.extraction.local.discourse import Referent, ReferentKind
from graphmem.extraction.local.entities import names, type_features
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.settings import load_settings
from training.fit import linear
from training.references import gold_of
from training.talk import Talk, gold_mentions, talks
from training.typed import Marked, typed_conversations

_STRENGTH = 0.003
_LOOSE = 4  # characters before a mark at which its mention may begin: an article


class TypeExample(NamedTuple):
    """A referent of a chunk as the networks find it, and the annotated one that it mostly means.

    ``entity`` is that one's id, ``mentions`` how many of them mean it.
    """

    referent: Referent
    conversation: str
    entity: str
    type: str
    proper: bool
    mentions: int


def fit_types(annotated: Sequence[Talk], reference: CoreferenceModel) -> DenseNetwork:
    """The type of everything annotated, and of what is marked in `corpus/types`."""
    examples = [
        (type_features(one.referent), one.type)
        for talk in annotated
        for one in type_examples(talk, reference)
    ]
    examples += _marked_examples(reference)
    return linear(
        np.stack([features for features, _ in examples]),
        [label for _, label in examples],
        strength=_STRENGTH,
    )


def type_examples(talk: Talk, reference: CoreferenceModel) -> Iterator[TypeExample]:
    """Each entity that a chunk names, as `reference` resolves it."""
    header = talk.conversation.header
    gold = [gold_mentions(turn) for turn in talk.gold]
    _, resolved = _read(talk, reference)
    meant: defaultdict[Referent, Counter[str]] = defaultdict(Counter)
    for number, turn in enumerate(resolved):
        for one in (one for sentence in turn for one in sentence):
            referent = one.referent
            if referent is None or referent.kind is not ReferentKind.ENTITY:
                continue
            means = gold_of(gold[number], one.mention)
            if means is not None and len(means) == 1 and one.mention.person is None:
                meant[referent].update(key for key in means if key in header.entities)
    for referent, counted in meant.items():
        if counted and any(names(seen) for seen in referent.seen):
            entity, _ = counted.most_common(1)[0]
            found = header.entities[entity]
            yield TypeExample(
                referent,
                header.id,
                entity,
                found.type.value,
                found.proper,
                counted.total(),
            )


def _marked_examples(reference: CoreferenceModel) -> Iterator[tuple[Array, str]]:
    encoder, parse = make_token_encoder(load_settings()), load_parser()
    for conversation, marked in typed_conversations():
        for talk in talks(conversation, parse, encoder):
            entities, _ = _read(talk, reference)
            for referent in entities:
                label = _label(talk, referent, marked)
                if label is not None:
                    yield type_features(referent), label


def _label(talk: Talk, referent: Referent, marked: Sequence[Marked]) -> str | None:
    for seen in referent.seen:
        if names(seen):
            turn, start, end = talk.gold[seen.turn].id, seen.mention.start, seen.mention.end
            for mark in marked:
                ends = mark.end - 2 <= end <= mark.end + 2  # with or without a possessive
                if mark.turn == turn and ends and abs(start - mark.start) <= _LOOSE:
                    return mark.type.value
    return None


def _read(
    talk: Talk, reference: CoreferenceModel
) -> tuple[list[Referent], list[list[list[Resolution]]]]:
    discourse, resolved = resolve(
        talk.chunk,
        talk.parsed,
        talk.vectors,
        choose=reference.choose,
        agreement=reference.agreement,
    )
    return discourse.entities, resolved
