"""Of whom a quote tells, and whether it carries what a question claims; pure."""

import re
from collections.abc import Iterable, Sequence

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import Claim
from graphmem.answering.verification.covering import says
from graphmem.language.sentences import asks, sentences
from graphmem.language.words import stem, words
from graphmem.model.memory import KnownStatement
from graphmem.model.people import Participant
from graphmem.retrieval.wording import stems_of

Proof = tuple[Passage, str]

_FIRST = re.compile(r"\b(?:i|my|mine|myself|me|we|our|ours|us)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
# Fixed beforehand: the share of a claim's words that a proof must hold where the rules doubt it.
_CARRIED = 2 / 3


def tells_of(proof: Proof, claim: Claim, participants: Sequence[Participant]) -> bool:
    """Whether a quote is told of one of whom the question claims something.

    So it is where a statement in these very words is of them; else where they say it, and no such
    statement is of somebody else who talks; or where their listener says it to them or of them
    by name, and not of themselves. A claim of nobody is told by any quote.
    """
    passage, quote = proof
    people = {person.uid for person in claim.people}
    if not people:
        return True
    subjects = {statement.subject_uid for statement in quoted(proof)}
    if subjects & people:
        return True
    if any(subject.startswith("person:") for subject in subjects):
        return False
    if passage.hit.speaker_uid in people:
        return True
    around = sentences_of(proof)
    if _SECOND.search(around) and _listener(passage, participants) in people:
        return True
    names = {word for person in claim.people for name in person.names for word in words(name)}
    return not names.isdisjoint(words(quote)) and not _FIRST.search(around)


def carries(proofs: Sequence[Proof], claim: Claim) -> bool:
    """Whether quotes bear out a claim that the rules doubt, by themselves and of the right person.

    Only those count that a statement tells of the person, or the person of themselves ("I", "my"),
    in no question. Together with the sentences around them they must hold every thing that the
    claim names, and two words of three; where somebody is asked about who does not talk, the name.
    """
    own = [proof for proof in proofs if _told_by_or_of(proof, claim)]
    said = _stems(own)
    if not own or not {stem(word) for word in words(claim.stranger or "")} <= said:
        return False
    held = [word for word in claim.words if says(word, said)]
    things = all(word in held for word in claim.words if word.thing)
    return things and len(held) >= _CARRIED * len(claim.words)


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


def _told_by_or_of(proof: Proof, claim: Claim) -> bool:
    people = {person.uid for person in claim.people}
    around = sentences_of(proof)
    if asks(around):
        return False
    if not people:
        return True
    subjects = {statement.subject_uid for statement in quoted(proof)}
    if subjects:
        return not subjects.isdisjoint(people)
    return proof[0].hit.speaker_uid in people and _FIRST.search(around) is not None


def _stems(proofs: Iterable[Proof]) -> set[str]:
    found: set[str] = set()
    for proof in proofs:
        texts = [sentences_of(proof), *(statement.text for statement in quoted(proof))]
        for text in texts:
            found.update(stems_of(text).counts)
    return found


def _listener(passage: Passage, participants: Sequence[Participant]) -> str | None:
    """Who else takes part, where that is one alone."""
    hit = passage.hit
    others = {
        person.uid
        for person in participants
        if hit.conversation_id in person.conversation_ids and person.uid != hit.speaker_uid
    }
    return others.pop() if len(others) == 1 else None
