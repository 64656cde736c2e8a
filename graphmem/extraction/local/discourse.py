"""Discourse state: the referents so far of a stretch of talk, which a mention may mean."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.extraction.local.network import Array
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.model.chunk import Chunk, ChunkTurn

_LEADING = re.compile(
    r"^(?:the|a|an|my|our|your|his|her|its|their|this|that|these|those|some|any)\s+", re.IGNORECASE
)
_POSSESSIVE = re.compile(r"['’]s?$")
_OF_ANOTHER = re.compile(r"^.*['’]s?\s+(?=\S)")  # "the ward's" of "the ward's roster"
_EDGES = " -–—!?.,;:'’\"“”()*~@#"


class ReferentKind(StrEnum):
    """Somebody who takes part, several of them together, or what is merely talked about."""

    PARTICIPANT = "participant"
    GROUP = "group"
    ENTITY = "entity"


class Use(NamedTuple):
    """How a mention is used in its sentence: what tells what sort of thing it means.

    ``shape`` are its features as the networks take them, ``governor`` is the vector of the word
    that it hangs on, ``inner`` of its own words in an inner layer.
    """

    shape: Array
    preposition: str
    governor: Array
    inner: Array


class PriorMention(NamedTuple):
    """One place where a referent was mentioned; ``context`` is the vector of its clause.

    ``text`` are its fluent words.
    """

    turn: int
    sentence: int
    position: int
    is_subject: bool
    speaker_uid: str
    mention: MentionSpan
    vector: Array
    context: Array
    text: str
    use: Use


@dataclass(eq=False)
class Referent:
    """Somebody or something, with all that its mentions have told of it.

    ``uid`` is of a participant, ``members`` of a group, to which others belong too where it is
    ``open``. What is somebody's is known by that, however it is ``called``. ``confidence`` is the
    highest chance that a mention of it means anything at all. ``forms`` are the phrases that mean
    it, in lower case and without article, ``heads`` their nouns.
    """

    kind: ReferentKind
    name: str
    uid: str | None = None
    members: tuple["Referent", ...] = ()
    open: bool = False
    owner: "Referent | None" = None
    called: str = ""
    proper: bool = False
    plural: bool = False
    forms: set[str] = field(default_factory=set)
    heads: set[str] = field(default_factory=set)
    seen: list[PriorMention] = field(default_factory=list)
    vector: Array | None = None
    confidence: float = 0.0

    @property
    def last(self) -> PriorMention | None:
        """The place of its last mention."""
        return self.seen[-1] if self.seen else None

    def label(self) -> str:
        """A name for it in a sentence that stands alone: "Ana", "Ana's sister", "the kiln"."""
        if self.kind is ReferentKind.GROUP:
            others = ["others"] if self.open else []
            return listed([*(member.label() for member in self.members), *others])
        if self.called:
            return self.called
        if self.owner is not None:
            return f"{self.owner.label()}'s {self.name}"
        return (
            self.name
            if self.proper or self.kind is ReferentKind.PARTICIPANT
            else f"the {self.name}"
        )


class MentionContext(NamedTuple):
    """Where a mention stands, and what of the talk around it bears on what it means.

    ``previous`` and ``following`` are the nearest other speakers. ``called`` are the participants
    whom the turn names. ``possessor`` is whose the phrase says that it is.
    """

    turn: int
    sentence: int
    position: int
    speaker: Referent
    previous: Referent | None
    following: Referent | None
    called: frozenset[Referent]
    possessor: Referent | None
    text: str
    vector: Array
    context: Array
    use: Use


class Discourse:
    """The referents of one chunk, in the order in which they come up."""

    def __init__(self, chunk: Chunk) -> None:
        self.participants = {
            person.uid: Referent(
                ReferentKind.PARTICIPANT,
                person.name,
                uid=person.uid,
                proper=True,
                forms=set(_forms((person.name, *person.names))),
            )
            for person in chunk.people
        }
        for turn in chunk.turns:
            self.participants.setdefault(
                turn.speaker_uid,
                Referent(
                    ReferentKind.PARTICIPANT,
                    turn.speaker,
                    uid=turn.speaker_uid,
                    proper=True,
                    forms=set(_forms([turn.speaker])),
                ),
            )
        self._turns = chunk.turns
        self.entities: list[Referent] = []
        self._groups: dict[frozenset[int], Referent] = {}
        self._recent: list[Referent] = []

    def speaker(self, turn: int) -> Referent:
        """The speaker of a turn."""
        return self.participants[self._turns[turn].speaker_uid]

    def neighbour(self, turn: int, step: int) -> Referent | None:
        """The nearest other speaker before (``step`` -1) or after (1) a turn."""
        own = self._turns[turn].speaker_uid
        at = turn + step
        while 0 <= at < len(self._turns):
            if self._turns[at].speaker_uid != own:
                return self.participants[self._turns[at].speaker_uid]
            at += step
        return None

    def called(self, turn: ChunkTurn) -> frozenset[Referent]:
        """The participants whose name stands in a turn."""
        words = f" {' '.join(_WORDS.findall(turn.text.lower()))} "
        return frozenset(
            person
            for person in self.participants.values()
            if any(f" {form} " in words for form in person.forms)
        )

    def rank(self, referent: Referent) -> int:
        """The number of others mentioned since; large for one that never was."""
        for rank, other in enumerate(reversed(self._recent)):
            if other is referent:
                return rank
        return _NEVER

    def candidates(self, mention: MentionSpan, place: MentionContext) -> list[Referent]:
        """Candidate referents of a mention: all that have come up, and groups of participants."""
        found = [*self.participants.values(), *self.entities]
        if mention.person in (
            GrammaticalPerson.WE,
            GrammaticalPerson.YOU,
            GrammaticalPerson.THEY,
        ) or (mention.type is not MentionType.PRONOUN and mention.plural):
            found += self._possible_groups(place)
        return found

    def add(self, mention: MentionSpan, place: MentionContext) -> Referent:
        """A new entity, for a phrase that means none that came up before."""
        named = place.text if place.possessor is None else _OF_ANOTHER.sub("", place.text)
        proper = mention.type is MentionType.NAME and place.possessor is None
        made = Referent(
            ReferentKind.ENTITY,
            name=_proper_name(mention, place) if proper else phrase(named),
            owner=place.possessor,
            proper=mention.type is MentionType.NAME,
            plural=mention.plural,
        )
        self.entities.append(made)
        return made

    def note(
        self, referent: Referent, mention: MentionSpan, place: MentionContext, confidence: float
    ) -> None:
        """Remember that a mention means this referent, and how sure it is that it means any."""
        referent.confidence = max(referent.confidence, confidence)
        if referent.kind is ReferentKind.GROUP:
            self._groups.setdefault(_key(referent.members), referent)
        if mention.type is not MentionType.PRONOUN:
            referent.forms.add(phrase(place.text).lower())
            referent.heads |= {mention.head.low, mention.head.lemma.lower()}
            referent.vector = place.vector
            if referent.kind is ReferentKind.ENTITY:
                self._learn_name(referent, mention, place)
        referent.seen.append(
            PriorMention(
                place.turn,
                place.sentence,
                place.position,
                mention.head.dep.startswith("nsubj"),
                place.speaker.uid or "",
                mention,
                place.vector,
                place.context,
                place.text,
                place.use,
            )
        )
        if referent in self._recent:
            self._recent.remove(referent)
        self._recent.append(referent)

    def _learn_name(self, referent: Referent, mention: MentionSpan, place: MentionContext) -> None:
        if mention.type is MentionType.NAME and referent.owner is not None:
            referent.called = _proper_name(mention, place)
        elif mention.type is MentionType.NAME and not referent.proper:
            referent.proper, referent.owner = True, None
            referent.name = _proper_name(mention, place)
        elif referent.owner is None and not referent.proper and not _owned_by(place, referent):
            referent.owner = place.possessor

    def _possible_groups(self, place: MentionContext) -> list[Referent]:
        everybody = list(self.participants.values())
        recent = [one for one in reversed(self._recent) if one.kind is not ReferentKind.GROUP][:3]
        pairs = [place.previous, place.following, *recent]
        sets = [
            everybody,
            [one for one in everybody if one is not place.speaker],
            *([place.speaker, one] for one in pairs if one is not None),
            recent[:2],
        ]
        found = dict(self._groups)
        for members in sets:
            key = _key(members)
            if len(key) > 1 and key not in found:
                found[key] = Referent(
                    ReferentKind.GROUP, "", members=tuple(dict.fromkeys(members)), plural=True
                )
        return list(found.values())


def _owned_by(place: MentionContext, referent: Referent) -> bool:
    """Whether whoever a phrase says that it belongs to is themselves the referent's."""
    owner = place.possessor
    while owner is not None and owner is not referent:
        owner = owner.owner
    return owner is referent


def _proper_name(mention: MentionSpan, place: MentionContext) -> str:
    """The name alone, without the noun before it: of "my friend Ben" it is "Ben"."""
    words = [it for it in mention.tokens if it.pos not in ("DET", "PRON")]
    names = [it for it in words if it.pos == "PROPN"]
    begin = 0
    if words and names and words[0].pos == "NOUN" and words[0].text.islower():
        begin = max(0, place.text.find(names[0].text))
    return phrase(place.text[begin:])


def phrase(text: str) -> str:
    """A phrase without the article, possessive or demonstrative that it begins with."""
    bare = _POSSESSIVE.sub("", _LEADING.sub("", " ".join(text.split()))).strip(_EDGES)
    return bare or text.strip()


def listed(names: Sequence[str]) -> str:
    """Names as one writes them in a row: "Ana, Bo and Carl"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _key(members: Iterable[Referent]) -> frozenset[int]:
    return frozenset(id(member) for member in members)


def _forms(names: Iterable[str]) -> Iterable[str]:
    for name in names:
        words = _WORDS.findall(name.lower())
        if words:
            yield " ".join(words)
            yield words[0]


_WORDS = re.compile(r"\w+")
_NEVER = 50
