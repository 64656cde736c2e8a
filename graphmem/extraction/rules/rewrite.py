"""A clause told again in the third person: "I've got my own hive" becomes "Ana has got ..."."""

import re
from collections.abc import Collection, Iterable, Mapping

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.openings import PAST_ONLY
from graphmem.extraction.rules.people import Meant, Scene
from graphmem.extraction.rules.tree import finite_word, own_subject
from graphmem.extraction.rules.verbs import EXPANSIONS, third_person
from graphmem.extraction.rules.wordlists import FEELINGS, FIRST_PERSON_BARE, NUMBER_LABELS
from graphmem.model.parse import Sentence, Token

_NO_SPACE_BEFORE = frozenset({",", ".", "!", "?", ";", ":", ")", "'s", "%"})
_DOUBLED = re.compile(r",(?:\s*,)+")
_PRONOUN_TAGS = frozenset({"PRP", "PRP$"})


def possessive(name: str, *, plural: bool = False) -> str:
    """As in "Ana's", "James's", "the twins'"."""
    return f"{name}'" if plural and name.endswith("s") else f"{name}'s"


def third_person_text(
    clause: Clause,
    scene: Scene,
    meant: Mapping[int, Meant],
    *,
    without: Collection[int] = (),
    instead: Mapping[int, str] | None = None,
) -> str:
    """The clause as a statement that can be read alone, without a full stop.

    ``without`` are places of words to leave out, ``instead`` words to put in place of others.
    """
    sentence = clause.sentence
    words = [i for i in clause.words if i not in without]
    singular = singular_verbs(sentence, clause, meant)
    said: set[str] = set()
    pieces: list[tuple[str, bool]] = []
    if clause.subject is None:
        pieces.append((scene.speaker, False))
        said.add(scene.speaker)
        if clause.bare:
            pieces.append((clause.bare, True))
    previous: int | None = None
    for i in words:
        token = sentence[i]
        if instead and i in instead:
            text = instead[i]
        else:
            text = word_text(token, sentence, meant.get(i), said, singular)
        if text:
            pieces.append((text, spaced(sentence, previous, token)))
        previous = i
    return joined(pieces)


def word_text(
    token: Token, sentence: Sentence, meant: Meant | None, said: set[str], singular: set[int]
) -> str:
    """A word as it is written in the third person; ``said`` are the people named so far."""
    if meant:
        return _pronoun(token, meant, said)
    if token.low in ("guys", "all", "both", "two") and token.i and token.dep != "nummod":
        before = sentence[token.i - 1]
        if before.low in ("you", "we", "us") and before.tag == "PRP":
            return ""
    if token.low in ("'s", "'d") and token.pos in ("AUX", "VERB"):
        return _short_verb(token, sentence)
    if token.low == "got" and token.i + 1 < len(sentence) and sentence[token.i + 1].low == "ta":
        return "got" if token.i and sentence[token.i - 1].pos == "AUX" else "has"
    if token.i in singular and token.low in PAST_ONLY:  # the tagger took it for an infinitive
        return token.low
    if token.i in singular:
        return third_person(token)
    expanded = EXPANSIONS.get(token.low)
    if expanded and token.pos != "PROPN":
        return expanded
    opens = token.i == 0 or sentence[token.i - 1].pos in ("PUNCT", "INTJ", "CCONJ")
    if opens and token.low in FEELINGS:
        return token.low
    if opens and token.pos != "PROPN" and not token.ent and token.text[1:].islower():
        return token.text.lower()
    return token.text


def _pronoun(token: Token, meant: Meant, said: set[str]) -> str:
    again = meant.label in said or f"{meant.label} and others" in said
    if not (meant.possessive and token.tag == "PRP$"):
        said.add(meant.label)
    if meant.reflexive:
        return "themselves" if meant.plural else "themself"
    if meant.possessive:
        return (
            "their"
            if again and (len(said) == 1 or meant.plural) and token.tag == "PRP$"
            else possessive(meant.label, plural=meant.plural)
        )
    return meant.label


def _short_verb(token: Token, sentence: Sentence) -> str:
    head = sentence.head(token) if token.dep in ("aux", "auxpass") else token
    if token.low == "'d":
        return "had" if head.tag == "VBN" or head.low == "better" else "would"
    if token.lemma in ("have", "'have") or head.low in ("got", "gotten", "been", "had"):
        return "has"
    if token.lemma == "do":
        return "does"
    told = sentence.child(head, "dobj", "npadvmod")
    if head.tag == "VBN" and told is not None and token.low == "'s":
        return "has"  # "it's helped a lot"
    return "has" if head.tag == "VBN" and token.dep == "aux" else "is"


def singular_verbs(sentence: Sentence, clause: Clause, meant: Mapping[int, Meant]) -> set[int]:
    """The verbs to put in the third person singular, as their subject becomes a name."""
    found: set[int] = set()
    for token in sentence:
        if token.pos not in ("VERB", "AUX") and token.i != clause.verb.i:
            continue
        if token.dep in ("aux", "auxpass"):
            continue
        if token.i == clause.verb.i and clause.subject is None:
            singular = not clause.bare
        else:
            subject = _subject_of(sentence, token)
            singular = subject is not None and _is_singular_now(sentence, subject, meant)
        finite = finite_word(sentence, token)
        if token.i == clause.verb.i and clause.shared_aux:
            finite = clause.shared_aux
        if singular and finite is None and token.low in FIRST_PERSON_BARE:
            found.add(token.i)  # "Love hearing it": the tagger took it for a noun
        if singular and finite and not _is_bare_infinitive(sentence, token):
            found.add(finite.i)
    return found


def _is_bare_infinitive(sentence: Sentence, verb: Token) -> bool:
    """As in "Let me know", "made me feel": the subject is there, but the verb has no tense."""
    last = verb
    while verb.dep == "conj" and finite_word(sentence, verb) is verb:
        head = sentence.head(verb)
        if head.pos not in ("VERB", "AUX") or own_subject(sentence, verb) is not None:
            break
        verb = head
    if (
        verb.dep in ("ccomp", "xcomp")
        and sentence.head(verb).lemma == "let"
        and sentence.head(verb).i < verb.i
    ):
        return True
    helped = finite_word(sentence, verb)
    if verb is not last and helped is not None and (helped.tag == "MD" or helped.lemma == "do"):
        return helped.i != verb.i and last.tag in ("VB", "VBP")  # "could not play or help"
    if verb.dep in ("ccomp", "xcomp") and verb.tag == "VB":
        head = sentence.head(verb)
        return head.lemma in ("let", "make", "have", "help", "see", "watch", "hear", "feel") or any(
            t.tag == "TO" for t in sentence.children(verb, "aux")
        )
    return any(t.tag == "TO" for t in sentence.children(verb, "aux"))


def _subject_of(sentence: Sentence, verb: Token) -> Token | None:
    while True:
        subject = own_subject(sentence, verb)
        if subject is not None:
            return subject
        if verb.dep not in ("conj", "dep"):
            return None
        verb = sentence.head(verb)


def _is_singular_now(sentence: Sentence, subject: Token, meant: Mapping[int, Meant]) -> bool:
    person = meant.get(subject.i)
    if person is None or person.plural or person.possessive:
        return False
    return subject.tag in _PRONOUN_TAGS and not sentence.children(subject, "conj")


def spaced(sentence: Sentence, previous: int | None, token: Token) -> bool:
    """Whether a space stands between the word at ``previous`` and this one."""
    if previous is None:
        return True
    if previous == token.i - 1:
        gap = sentence[previous].end < token.start
        return gap or token.low in EXPANSIONS or (token.low in ("'s", "'d", "'m") and token.pos in (
            "AUX", "VERB"
        ))  # fmt: skip
    return token.text not in _NO_SPACE_BEFORE or token.pos in ("AUX", "VERB")


def joined(pieces: list[tuple[str, bool]]) -> str:
    """Pieces of text as a sentence without its stop; each tells whether a space is before it."""
    text = "".join(f" {piece}" if gap else piece for piece, gap in pieces)
    text = _DOUBLED.sub(",", " ".join(text.split()).replace(" ,", ","))
    text = text.replace("can not", "cannot").strip(" ,.;:-–—!")
    return text[:1].upper() + text[1:]


def words_text(sentence: Sentence, places: Iterable[int], meant: Mapping[int, Meant]) -> str:
    """Some words of a sentence, with pronouns written out, not capitalised."""
    pieces: list[tuple[str, bool]] = []
    previous: int | None = None
    said: set[str] = set()
    for i in places:
        text = word_text(sentence[i], sentence, meant.get(i), said, set())
        pieces.append((text, spaced(sentence, previous, sentence[i])))
        previous = i
    text = "".join(f" {piece}" if spaced else piece for piece, spaced in pieces)
    return _DOUBLED.sub(",", " ".join(text.split())).strip(" ,.;:-–—!?")


def opens_in_capitals(sentence: Sentence, token: Token) -> bool:
    """Whether a word is capitalised for no better reason than that it opens a sentence."""
    first = next((t for t in sentence if t.pos not in ("PUNCT", "INTJ")), token)
    named = token.ent and token.ent not in NUMBER_LABELS
    return token.i == first.i and token.text.istitle() and not named
