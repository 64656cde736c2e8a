"""Attributes a quote to a person: one asked about, another, or undecided; pure."""

import re
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from graphmem.answering.evidence import Proof
from graphmem.answering.extractive.lexical import stems_of
from graphmem.answering.verification.presupposition import PresupposedClaim
from graphmem.language.pronouns import GrammaticalPerson, first_person, persons_in
from graphmem.language.sentences import sentences
from graphmem.language.words import STOP_WORDS, words
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.parse import Parsed
from graphmem.model.workspace import SAYS

_MY = re.compile(r"\bmy\b", re.IGNORECASE)
# By these a speaker may tell of somebody who is not named.
_MORE = frozenset(
    {GrammaticalPerson.HE, GrammaticalPerson.SHE, GrammaticalPerson.THEY, GrammaticalPerson.WE}
)
_SAY_NOTHING = stems_of(" ".join(STOP_WORDS))
_OBJECTS = frozenset({"pobj", "dobj", "dative", "iobj", "nsubjpass"})


class Whose(StrEnum):
    """Attribution of a quote: to one asked about, to somebody else, or left open by the words."""

    THEIRS = "theirs"
    ANOTHERS = "another's"
    UNCLEAR = "unclear"


def whose(
    proof: Proof,
    claim: PresupposedClaim,
    told_to: Collection[str] = (),
) -> Whose:
    """Tells whether a quote is told of one of whom the question claims something.

    Of the statements in these very words those count that have most in common with the question. So
    it is where one of them is of them or names them, where they say it and none of them is of
    somebody else who talks, where the sentence has their name (and does not just call them by it),
    and where somebody says "you" to them. Of ``told_to`` (uids) the question asks what others told
    them, gave them and so on: whatever is said where they take part may be it. What others say of
    themselves alone ("I", but no "she") is another's, and so is what is stated of a person who is
    only spoken of ("my brother"). Of what is theirs ("Ana's brother") whatever they say may be
    told. A claim of nobody is told by any quote.
    """
    passage, _ = proof
    people = {person.uid for person in claim.people}
    by_them = passage.hit.speaker_uid in people
    if not people or (by_them and claim.of_possession):
        return Whose.THEIRS
    around = sentences_of(proof)
    persons = persons_in(around)
    stated = _nearest(quoted(proof), claim)
    if stated and all(_is_anothers(one, claim) for one in stated):
        return Whose.ANOTHERS
    if any(one.subject_uid in people or _names(one, people) for one in stated):
        return Whose.THEIRS
    if names_called(claim.people) & set(words(_without_address(around, claim.people))):
        return Whose.THEIRS
    present = any(passage.hit.conversation_id in person.conversation_ids for person in claim.people)
    if not by_them and present and (GrammaticalPerson.YOU in persons or people & set(told_to)):
        return Whose.THEIRS
    of_another = any(one.subject_uid.startswith("person:") for one in stated)
    if by_them:
        return Whose.ANOTHERS if of_another else Whose.THEIRS
    if persons & _MORE or not (of_another or GrammaticalPerson.I in persons):
        return Whose.UNCLEAR
    return Whose.ANOTHERS


def _nearest(stated: Sequence[KnownStatement], claim: PresupposedClaim) -> list[KnownStatement]:
    """Of statements those that have most in common with what is asked, but for names."""
    asked = claim.asked - stems_of(" ".join(names_called(claim.people))) - _SAY_NOTHING
    shared = [len(asked & stems_of(one.text)) for one in stated]
    most = max(shared, default=0)
    return [one for one, count in zip(stated, shared, strict=True) if count == most]


def _is_anothers(statement: KnownStatement, claim: PresupposedClaim) -> bool:
    """Whether it is of a person spoken of whom the question does not mean, and not of both."""
    called = stems_of(statement.spoken_of)
    asked = claim.asked | stems_of(" ".join(names_called(claim.people)))
    together = first_person(_MY.sub(" ", statement.quote))
    return bool(called) and called.isdisjoint(asked) and not together


def _names(statement: KnownStatement, people: Collection[str]) -> bool:
    """Whether it names one of them; a passage to the letter may name whom it only talks to."""
    return statement.predicate != SAYS and not set(people).isdisjoint(statement.names)


def names_called(people: Iterable[Participant]) -> set[str]:
    """The words of these people's names, in lower case."""
    return {word for person in people for name in person.names for word in words(name)}


def told_to(asked: Parsed, people: Sequence[Participant]) -> frozenset[str]:
    """People (uids) of whom a question asks what was told, done or given to them.

    So it is where each of their names is an object in it, or the subject of a passive.
    """
    found: dict[str, bool] = {}
    for person in people:
        called = names_called([person])
        for sentence in asked.sentences:
            for token in sentence:
                if called.isdisjoint(words(token.text)) or token.dep == "compound":
                    continue
                found[person.uid] = found.get(person.uid, True) and token.dep in _OBJECTS
    return frozenset(uid for uid, is_object in found.items() if is_object)


def quoted(proof: Proof) -> list[KnownStatement]:
    """The statements whose words the quote holds, or that hold the quote's."""
    passage, quote = proof
    cited = f" {' '.join(words(quote))} "
    found = []
    for statement in passage.statements:
        stated = f" {' '.join(words(statement.quote))} "
        if stated.strip() and (stated in cited or cited in stated):
            found.append(statement)
    return found


def sentences_of(proof: Proof) -> str:
    """The sentences of the turn in which the quote stands; the quote where that is its image."""
    passage, quote = proof
    cited = f" {' '.join(words(quote))} "
    every = sentences(passage.hit.text)
    for count in range(1, len(every) + 1):
        for begin in range(len(every) - count + 1):
            text = " ".join(every[begin : begin + count])
            if cited in f" {' '.join(words(text))} ":
                return text
    return quote


def _without_address(text: str, people: Iterable[Participant]) -> str:
    """The text without the names by which people are merely spoken to: "Ana, I ran the race."."""
    for name in sorted({name for one in people for name in one.names}, key=len, reverse=True):
        called = re.escape(name)
        text = re.sub(
            rf"^\W*{called}\b\s*[,!:]|,\s*{called}\b\s*(?=[.!?,]|$)", " ", text, flags=re.IGNORECASE
        )
    return text
