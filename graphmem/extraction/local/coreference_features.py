"""Features of mentions and of what they may mean, for the networks of coreference."""

import numpy as np

from graphmem.extraction.local.discourse import (
    Discourse,
    MentionContext,
    Referent,
    ReferentKind,
    phrase,
)
from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.model.parse import Sentence

_RELATIONS = (
    "nsubj", "nsubjpass", "dobj", "pobj", "poss", "attr", "conj", "appos", "ROOT", "dative",
    "npadvmod",
)  # fmt: skip
_DETERMINERS = ("the", "this", "that", "these", "those", "a", "an", "some", "another")
_NAMED = (("PERSON",), ("ORG",), ("GPE", "LOC", "FAC"))
MEASURES = ("DATE", "TIME", "CARDINAL", "MONEY", "QUANTITY", "PERCENT", "ORDINAL")
_THIRD = (GrammaticalPerson.HE, GrammaticalPerson.SHE, GrammaticalPerson.IT)
_LATELY = 4  # turns
_NEAR = 3  # ranks
_OF_KNOWN = 15 + 11 + 8 + 7


def mention_features(mention: MentionSpan, sentence: Sentence) -> Array:
    """Features of a mention in its sentence."""
    head, first = mention.head, mention.tokens[0]
    values = [
        *(mention.type is one for one in MentionType),
        *(mention.person is one for one in GrammaticalPerson),
        mention.possessive,
        mention.plural,
        mention.possessor is not None,
        *(head.dep == one for one in _RELATIONS),
        *(first.low == one for one in _DETERMINERS),
        head.i == 0,
        first.i == 0,
        *(head.ent in labels for labels in _NAMED),
        head.ent in MEASURES,
        head.ent != "",
        len(mention.tokens) / 4,
        first.tag == "CD",
        sentence.head(head).lemma == "be",
        head.text[:1].isupper(),
    ]
    return np.array(values, dtype=np.float32)


def pair_features(
    shape: Array,
    mention: MentionSpan,
    referent: Referent | None,
    place: MentionContext,
    discourse: Discourse,
    agreement: DenseNetwork | None,
) -> Array:
    """Features of a mention with what it may mean; a new referent has few features."""
    values = [
        referent is None,
        *(referent is not None and referent.kind is kind for kind in ReferentKind),
        referent is place.speaker,
        referent is not None and referent is place.previous,
        referent is not None and referent is place.following,
        referent is not None and referent in place.called,
        len(discourse.participants) == 2,
        len(discourse.participants) / 5,
    ]
    if referent is None:
        rest = np.zeros(_OF_KNOWN, dtype=np.float32)
    else:
        rest = np.array(
            [
                *_recency(referent, place, discourse),
                *_likeness(mention, referent, place),
                *_agreement(mention, referent, agreement),
                *_membership(referent, place, discourse),
            ],
            dtype=np.float32,
        )
    return np.concatenate([shape, np.array(values, dtype=np.float32), rest])


def _recency(referent: Referent, place: MentionContext, discourse: Discourse) -> list[float]:
    last = referent.last
    if last is None:
        return [0.0] * 15
    own = [seen for seen in referent.seen if seen.speaker_uid == place.speaker.uid]
    return [
        1.0,
        np.log1p(max(0, place.position - last.position)) / 6,
        np.log1p(place.turn - last.turn) / 3,
        last.turn == place.turn,
        (last.turn, last.sentence) == (place.turn, place.sentence),
        place.turn - last.turn == 1,
        last.is_subject,
        last.speaker_uid == place.speaker.uid,
        last.mention.type is MentionType.PRONOUN,
        last.mention.type is MentionType.NAME,
        np.log1p(len(referent.seen)) / 4,
        1 / (1 + discourse.rank(referent)),
        _cosine(place.context, last.context),
        _cosine(place.vector, last.vector),
        bool(own) and place.turn - own[-1].turn < _LATELY,
    ]


def _likeness(mention: MentionSpan, referent: Referent, place: MentionContext) -> list[float]:
    if mention.type is MentionType.PRONOUN:
        return [0.0] * 11
    text = phrase(place.text).lower()
    words = set(text.split())
    return [
        text in referent.forms,
        any(_begins(text, form) or _begins(form, text) for form in referent.forms),
        any(words & set(form.split()) for form in referent.forms),
        max((len(words & set(form.split())) / len(words | set(form.split()))
             for form in referent.forms), default=0.0),
        mention.head.lemma.lower() in referent.heads,
        referent.vector is not None and _cosine(place.vector, referent.vector),
        place.possessor is not None and place.possessor is referent.owner,
        place.possessor is not None
        and referent.owner is not None
        and place.possessor is not referent.owner,
        place.possessor is referent,
        referent.owner is not None,
        any(form[:1] and form[0] == text[:1] for form in referent.forms),
    ]  # fmt: skip


def _agreement(
    mention: MentionSpan, referent: Referent, network: DenseNetwork | None
) -> list[float]:
    persons = [seen.mention.person for seen in referent.seen if seen.mention.person]
    fits = 0.0
    if network is not None and referent.vector is not None and mention.person is not None:
        chances = dict(
            zip(network.labels, network.distribution(referent.vector[None])[0], strict=True)
        )
        fits = float(chances.get(mention.person.value, 0.0))
    return [
        referent.proper,
        referent.plural,
        referent.plural == mention.plural,
        mention.person is not None and mention.person in persons,
        mention.person in _THIRD
        and any(one in _THIRD and one is not mention.person for one in persons),
        mention.person is not None and persons[-1:] == [mention.person],
        fits,
        referent.vector is not None,
    ]


def _membership(referent: Referent, place: MentionContext, discourse: Discourse) -> list[float]:
    members = referent.members
    if not members:
        return [0.0] * 7
    return [
        1.0,
        place.speaker in members,
        place.previous in members,
        place.following in members,
        len(members) == len(discourse.participants),
        len(members) / 5,
        any(discourse.rank(member) < _NEAR for member in members),
    ]


def _begins(text: str, other: str) -> bool:
    return bool(other) and text.startswith(f"{other} ")


def _cosine(one: Array, other: Array) -> float:
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0
