"""Resolves a possessive description to a name ("my home country, Sweden"); pure."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.extractive.extracted_answer import ExtractedAnswer
from graphmem.language.pronouns import first_person, persons_in
from graphmem.language.sentences import asks, sentences
from graphmem.language.words import stems
from graphmem.model.parse import SUBJECTS, Parser, Sentence, Token

_OWNED = re.compile(r"(?:my|our)\s+(?P<what>\w+(?:[\s-]\w+){0,3})", re.IGNORECASE)
_NAMED_BY = frozenset({"attr", "oprd"})


class AttributedName(NamedTuple):
    """A name, and the words of a turn that give it."""

    name: str
    proof: Proof


def owned(text: str) -> str | None:
    """The possessive description ("my home country"); None where words are more, or less.

    Words with a name among them need none.
    """
    found = _OWNED.fullmatch(text)
    if found is None or not found["what"].islower() or persons_in(found["what"]):
        return None
    return found["what"]


def named(told: ExtractedAnswer, naming: AttributedName | None) -> ExtractedAnswer:
    """An answer that is somebody's thing, by its name where the talk gives one, else as theirs."""
    what = owned(told.text)
    if what is None or not told.proofs:
        return told
    if naming is None:
        return told._replace(text=f"{told.proofs[0].passage.hit.speaker}'s {what}")
    return told._replace(text=naming.name, proofs=(*told.proofs, naming.proof))


def name_of(
    what: str, speaker_uid: str, passages: Iterable[Passage], parse: Parser
) -> AttributedName | None:
    """The name that this speaker gives what they call theirs, in the first passage that does.

    It is read off the grammar of one sentence: an apposition either way ("my town, Porto", "Porto,
    my town"), or what the thing is or is called.
    """
    wanted = stems(what)
    for passage in passages:
        text = passage.hit.text
        if passage.hit.speaker_uid != speaker_uid or not wanted <= stems(text):
            continue
        for sentence in parse([text])[0].sentences:
            # Who asks or denies whether it is called so gives no name.
            if asks(text[sentence.start : sentence.end]):
                continue
            for first, last in _names(wanted, sentence):
                name = text[first.start : last.end]
                quote = next((one for one in sentences(text) if name in one), text)
                return AttributedName(name, Proof(passage, quote))
    return None


def _names(wanted: frozenset[str], sentence: Sentence) -> Iterator[tuple[Token, Token]]:
    """The first and last words of each name."""
    for token in sentence:
        if token.pos != "NOUN" or not _is_owned(wanted, token, sentence):
            continue
        beside = [*sentence.children(token, "appos")]
        above = sentence.head(token)
        if token.dep == "appos":
            beside.append(above)
        elif token.dep in SUBJECTS and not sentence.children(above, "neg"):
            beside += sentence.children(above, *_NAMED_BY)
        for one in beside:
            if one.pos == "PROPN":
                yield min((*sentence.children(one, "compound"), one)), one


def _is_owned(wanted: frozenset[str], noun: Token, sentence: Sentence) -> bool:
    """Tells whether a noun with what stands before it is the speaker's thing of these stems."""
    before = [one for one in sentence.children(noun) if one.i < noun.i]
    owner = [one for one in before if one.dep == "poss" and first_person(one.text)]
    called = " ".join(one.text for one in (*before, noun) if one not in owner)
    return bool(owner) and stems(called) == wanted
