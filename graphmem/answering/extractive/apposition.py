"""Names by their descriptions and back ("my home country, Sweden"), by the parse; pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.answering.evidence import ExtractedAnswer, Passage, Proof
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


class Identity(NamedTuple):
    """Who somebody is, and the words of a turn that tell it."""

    text: str
    proof: Proof


def identity_of(name: str, passages: Iterable[Passage], parse: Parser) -> Identity | None:
    """Who bears a name, as the first passage tells it that does.

    It is read off the grammar of one sentence: an apposition either way ("my friend Rosa", "Rosa,
    my friend"), or what they are ("Rosa is a nurse").
    """
    last = name.split()[-1]
    for passage in passages:
        text = passage.hit.text
        if re.search(rf"\b{re.escape(name)}\b", text) is None:
            continue
        for sentence in parse([text])[0].sentences:
            if asks(text[sentence.start : sentence.end]):
                continue
            for token in sentence:
                named = token.text == last and token.pos == "PROPN"
                if named and (noun := _said_to_be(token, sentence)) is not None:
                    words = _phrase(noun, token, sentence)
                    told = _owned_by(words, text, passage.hit.speaker)
                    quote = text[sentence.start : sentence.end]
                    return Identity(told, Proof(passage, quote))
    return None


def _said_to_be(name: Token, sentence: Sentence) -> Token | None:
    """The noun that stands beside a name, or that its bearer is said to be."""
    above = sentence.head(name)
    beside = sentence.children(name, "appos")
    if name.dep == "appos":
        beside.append(above)
    elif name.dep in SUBJECTS and above.lemma == "be" and _is_told_so(above, sentence):
        beside += sentence.children(above, "attr")
    nouns = (one for one in beside if one.pos == "NOUN")
    return next((one for one in nouns if not _is_denied(one, sentence)), None)


def _is_denied(noun: Token, sentence: Sentence) -> bool:
    return any(one.dep == "neg" or one.low == "no" for one in sentence.children(noun))


def _is_told_so(verb: Token, sentence: Sentence) -> bool:
    """Whether "be" tells what is so: nothing that may be, is wished, or is hardly so."""
    beside = sentence.children(verb, "neg", "advmod")
    modal = any(one.tag == "MD" for one in sentence.children(verb, "aux"))
    return not beside and not modal and verb.dep not in ("advcl", "ccomp")


def _phrase(noun: Token, name: Token, sentence: Sentence) -> list[Token]:
    """The words of a noun with what stands before it, and after it up to a clause or the name."""
    first = noun.i
    for child in sentence.children(noun):
        if child.i < noun.i and name.i not in [one.i for one in sentence.subtree(child)]:
            first = min(first, sentence.subtree(child)[0].i)
    last = noun.i
    for child in sentence.children(noun, "prep"):
        end = sentence.subtree(child)[-1].i
        last = end if not noun.i < name.i <= end else last
    found = list(sentence.tokens[first : last + 1])
    return found[found[0].tag == "DT" :]


def _owned_by(words: Sequence[Token], text: str, speaker: str) -> str:
    """The words of a description, by the name of who calls it theirs.

    Of whom a further pronoun means is not told.
    """
    first, *rest = words
    if first.tag != "PRP$" or not rest:
        return text[first.start : words[-1].end]
    told = text[rest[0].start : words[-1].end]
    return f"{speaker}'s {told}" if first_person(first.text) else told


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
