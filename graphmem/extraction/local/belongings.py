"""Kin, partners and animals that are somebody's in passing: "my sister Nina", "my dog Biscuit"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphmem.extraction.local.coreference import Resolution
from graphmem.extraction.local.discourse import Referent, ReferentKind
from graphmem.extraction.local.mentions import MentionType


class Belonging(NamedTuple):
    """Somebody known by name and by what they are to a participant.

    ``start`` and ``end`` are the characters of the turn that say so.
    """

    turn: int
    owner: Referent
    noun: str
    bearer: Referent
    start: int
    end: int

    @property
    def text(self) -> str:
        """As a sentence that stands alone."""
        article = "an" if self.noun[0] in "aeiou" else "a"
        return f"{self.owner.name} has {article} {self.noun} called {self.bearer.called}."


def belongings(resolutions: Sequence[Sequence[Sequence[Resolution]]]) -> list[Belonging]:
    """Each once, where it was said first; ``resolutions`` are by turn and sentence."""
    found: dict[tuple[int, int, str], Belonging] = {}
    for turn, sentences in enumerate(resolutions):
        for sentence in sentences:
            for one in _of_sentence(turn, sentence):
                found.setdefault((id(one.owner), id(one.bearer), one.noun), one)
    return list(found.values())


def _of_sentence(turn: int, sentence: Sequence[Resolution]) -> Iterator[Belonging]:
    meant = {one.mention.head.i: one for one in sentence}
    for one in sentence:
        mention, bearer = one.mention, one.referent
        of = meant.get(mention.possessor.i) if mention.possessor is not None else None
        if mention.type is not MentionType.NOUN or mention.plural or of is None or bearer is None:
            continue
        owner = of.referent
        if owner is None or owner.kind is not ReferentKind.PARTICIPANT or not bearer.called:
            continue
        if bearer.kind is not ReferentKind.ENTITY:
            continue
        name = next((it for it in sentence if it.mention.type is MentionType.NAME
                     and it.referent is bearer), one)  # fmt: skip
        end = max(mention.end, name.mention.end)
        yield Belonging(turn, owner, mention.head.lemma.lower(), bearer, mention.start, end)
