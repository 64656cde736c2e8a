"""The clauses of a sentence: each finite verb with its subject, and the words that belong to it."""

from collections.abc import Iterator
from typing import NamedTuple

from graphmem.extraction.rules.edges import not_of_it
from graphmem.extraction.rules.gaps import gapped_words, is_presenting, shown_of_a_time
from graphmem.extraction.rules.openings import (
    PAST_ONLY,
    behind_name,
    can_be_told_of,
    is_at_any_time,
    is_meeting,
    is_predicate,
    is_topic,
    opening_verb,
    reporter_of,
)
from graphmem.extraction.rules.runon import stands_alone
from graphmem.extraction.rules.tree import (
    edges_trimmed,
    finite_word,
    infinitive_of,
    noun_phrase,
    own_subject,
)
from graphmem.extraction.rules.trim import left_out, outer_marks
from graphmem.extraction.rules.wordlists import FEELINGS, FIRST_PERSON_BARE
from graphmem.model.parse import SUBJECTS, Sentence, Token

_BARE_BE = "is"
_MINE = frozenset({"ca", "can", "could", "will", "wo", "have", "'ve", "am"})
_LEAST_ADVERBIAL = 4  # words
_UNSURE = frozenset({"it", "that", "this", "they", "these", "those", "which", "you"})
_RELATIVE = frozenset({"WDT", "WP"})
_ADVERBIAL_MARKS = frozenset(
    {"because", "since", "as", "after", "when", "although", "though", "so", "cause", "'cause",
     "but", "before"}
)  # fmt: skip


class Clause(NamedTuple):
    """A verb, its subject (None where the speaker is understood) and the words to write.

    ``words`` are places of words in the sentence, in the order in which to write them; ``bare``
    is a verb to put in where none stands ("Working on a kite": is). ``own`` is the first and
    last place of the clause's own words, ``reporter`` the verb of saying that it hangs on,
    ``joined`` tells that coordinated clauses are told with it.
    """

    sentence: Sentence
    verb: Token
    subject: Token | None
    words: tuple[int, ...]
    own: tuple[int, int]
    role: str = "main"
    bare: str = ""
    reporter: Token | None = None
    shared_aux: Token | None = None
    joined: bool = False

    @property
    def finite(self) -> Token | None:
        """The word that carries tense and agreement, or None."""
        return self.shared_aux or finite_word(self.sentence, self.verb)


def clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence that say something of a subject, in the order of the text."""
    found: list[Clause] = []
    for token in sentence:
        if is_predicate(token):
            clause = _clause(sentence, token)
            if clause:
                found.append(clause)
    if not found:
        bare = _bare_adjective(sentence)
        found = [bare] if bare else []
    return found


def _clause(sentence: Sentence, verb: Token) -> Clause | None:
    role, governor = _role(sentence, verb)
    if role is None:
        return None
    subject = own_subject(sentence, verb)
    if subject is None and role in ("main", "conj"):
        return _without_subject(sentence, verb, role)
    if subject is None or (role == "adverbial" and subject.low in _UNSURE):
        return None
    if role == "adverbial" and is_at_any_time(sentence, verb):
        return None
    if subject.tag in _RELATIVE and role == "relative":
        antecedent = sentence.head(verb)
        aside = subject.i and sentence[subject.i - 1].text == ","
        if not aside or subject.low == "that" or not can_be_told_of(antecedent):
            return None
        words = [t.i for t in noun_phrase(sentence, antecedent, verb)]
        words += [t.i for t in _own_words(sentence, verb) if t.i != subject.i]
        return _made(sentence, verb, antecedent, words, role)
    if role == "relative":
        words = gapped_words(sentence, verb, subject, _own_words(sentence, verb))
        return _made(sentence, verb, subject, words, role) if words else None
    opens = opening_verb(sentence, verb, subject) if role == "main" else None
    if opens is not None:
        return _opened(sentence, verb, opens)
    return _plain(sentence, verb, subject, role, governor)


def _opened(sentence: Sentence, verb: Token, opens: Token) -> Clause | None:
    """What the speaker did, with what is said of it: "Just got back from Rome, it was fun"."""
    begins = [t.i for t in _own_words(sentence, verb) if t.i >= sentence.subtree(opens)[0].i]
    bare = "has" if opens.low == "been" or sentence.child(opens, "aux") is not None else ""
    made = _made(sentence, opens, None, begins, "main", bare=bare)
    return made._replace(own=(min(begins), max(begins)), joined=True) if made else None


def _plain(
    sentence: Sentence, verb: Token, subject: Token, role: str, governor: Token | None
) -> Clause | None:
    if is_presenting(sentence, verb):
        shown = shown_of_a_time(sentence)
        phrase: list[Token] = []
        if shown is not None:
            first = sentence.subtree(shown)[0].i
            phrase = edges_trimmed([t for t in sentence.subtree(verb) if t.i >= first])
        return _made(sentence, verb, None, [t.i for t in phrase], "main", bare="has")
    words = [t.i for t in _own_words(sentence, verb)]
    spoken_of = behind_name(sentence, verb, subject)
    if spoken_of is not None:  # "Hey Bo, that trip last week was wild"
        subject, words = spoken_of, [i for i in words if i >= spoken_of.i - 1]
    if role == "adverbial":
        words = [i for i in words if i >= min(subject.i, sentence.subtree(subject)[0].i)]
        if len(words) < _LEAST_ADVERBIAL:
            return None
    return _made(sentence, verb, subject, words, role, governor)


def _role(sentence: Sentence, verb: Token) -> tuple[str | None, Token | None]:
    """What the clause is to the sentence; None where it is told with the one above it."""
    head = sentence.head(verb)
    if verb.dep == "ROOT":
        return "main", None
    if verb.dep in ("conj", "dep"):
        if not is_predicate(head):
            return None, None
        if head.dep == "relcl" and own_subject(sentence, verb) is None:
            return None, None  # "the chances I get and leave": of which verb, is unsure
        above, governor = _role(sentence, head)
        return ("conj" if above else None), governor
    if verb.dep in ("ccomp", "parataxis") and stands_alone(sentence, verb):
        return "main", None
    if verb.dep == "ccomp":
        reporter = reporter_of(sentence, head)
        return ("complement" if reporter else None), reporter
    if verb.dep == "advcl":
        marks = outer_marks(sentence, verb)
        return ("adverbial" if marks & _ADVERBIAL_MARKS else None), None
    return ("relative" if verb.dep == "relcl" else None), None


def _without_subject(sentence: Sentence, verb: Token, role: str) -> Clause | None:
    if role == "conj":
        return _sharing(sentence, verb)
    words = [t.i for t in _own_words(sentence, verb)]
    if not words:
        return None
    auxiliary = next(iter(sentence.children(verb, "aux", "auxpass")), None)
    if auxiliary is not None and auxiliary.tag in ("MD", "VBP", "VBZ", "VBD"):
        understood = auxiliary.i == words[0] and auxiliary.low in _MINE
        return _made(sentence, verb, None, words, "main") if understood else None
    if verb.low == "see" and verb.i == words[0] and is_meeting(sentence, verb):
        return _made(sentence, verb, None, words, "main", bare="will")
    if verb.tag == "VBG" and auxiliary is None and is_topic(sentence, verb):
        return None
    if verb.low == "gon" or verb.tag == "VBG":
        bare = "has" if auxiliary is not None and auxiliary.low == "been" else _BARE_BE
        return _made(sentence, verb, None, words, "main", bare=bare)
    if verb.low in FEELINGS and auxiliary is None:
        of = sentence.children(verb, "prep", "xcomp", "ccomp", "agent")
        return _made(sentence, verb, None, words, "main", bare=_BARE_BE) if of else None
    if (
        verb.tag == "VBD"
        or verb.low in PAST_ONLY
        or (verb.tag == "VBN" and auxiliary is None and len(words) > 1)
    ):
        return _made(sentence, verb, None, words, "main", bare="has" if verb.low == "been" else "")
    whose = sentence.child(verb, "ccomp")
    bidden = whose is not None and any(t.low == "you" for t in sentence.children(whose, *SUBJECTS))
    if bidden and verb.lemma in ("appreciate", "enjoy", "love"):
        return None  # "Appreciate what you've got" is advice
    if verb.lemma in FIRST_PERSON_BARE and verb.tag in ("VB", "VBP", "NN"):
        return _made(sentence, verb, None, words, "main")
    return None


def _sharing(sentence: Sentence, verb: Token) -> Clause | None:
    """A coordinated verb with the subject, and where it needs one the auxiliary, of the first."""
    first = sentence.head(verb)
    while first.dep in ("conj", "dep") and own_subject(sentence, first) is None:
        first = sentence.head(first)
    subject = own_subject(sentence, first)
    own = _own_words(sentence, verb)
    words = [t.i for t in own]
    if any(t.i < verb.i and t.pos in ("NOUN", "PROPN", "NUM") for t in own):
        return None  # they are what it is said of, and the tree has missed it
    finite = finite_word(sentence, verb)
    if subject is not None and subject.low == "i" and finite and finite.low in ("are", "were"):
        return None  # "I'm fine and things are looking up"
    shared = None
    auxiliaries: list[Token] = []
    if finite_word(sentence, verb) is None or verb.tag == "VB":
        auxiliaries = sentence.children(first, "aux", "auxpass")
        if first.tag == "VBG" and verb.tag in ("VBN", "VBD"):
            # "I've been busy baking and just sold a cake": has sold, and not is.
            auxiliaries = [t for t in auxiliaries if t.lemma in ("have", "'ve")]
        shared = auxiliaries[0] if auxiliaries else None
        if shared is None and verb.tag == "VBG" and subject is not None:
            return None
    if subject is None:
        opening = _without_subject(sentence, first, "main") if first.dep == "ROOT" else None
        if opening is None:
            return None
        bare = opening.bare if verb.tag == "VBG" else ""
        if bare == "has":
            bare = "has been"
        return _made(sentence, verb, None, words, "conj", bare=bare)
    if subject.tag in _RELATIVE or subject.low in ("that", "what"):
        return None
    onto = infinitive_of(sentence, first, verb) if shared is None and verb.tag == "VB" else []
    if shared is None and verb.tag == "VB" and not onto and first.tag not in ("VBP", "VB"):
        return None
    between = [subject, shared] if shared else [subject]
    negated = shared and not sentence.child(verb, "neg") and sentence.child(first, "neg")
    lead = [t.i for t in _subject_words(sentence, between[0])]
    lead += [t.i for t in auxiliaries if t.tag != "TO"]
    lead += [negated.i] if negated else []
    lead += [t.i for t in onto]
    return _made(sentence, verb, subject, lead + words, "conj", shared=shared)


def _made(
    sentence: Sentence,
    verb: Token,
    subject: Token | None,
    words: list[int],
    role: str,
    governor: Token | None = None,
    *,
    bare: str = "",
    shared: Token | None = None,
) -> Clause | None:
    if not words:
        return None
    below = [t.i for t in sentence.subtree(verb) if t.i in set(words)] or words
    reporter = governor if role == "complement" or (governor and role == "conj") else None
    return Clause(
        sentence,
        verb,
        subject,
        tuple(words),
        (min(below), max(below)),
        role,
        bare,
        reporter,
        shared,
    )


def _own_words(sentence: Sentence, verb: Token) -> list[Token]:
    """The clause's words, without those of other clauses and those that only address or link."""
    without = left_out(sentence, verb, _told_apart(sentence, verb))
    kept = [t for t in sentence.subtree(verb) if t.i not in without]
    cut = not_of_it(sentence, kept)
    return edges_trimmed([t for t in kept if t.i not in cut])


def _told_apart(sentence: Sentence, verb: Token) -> Iterator[Token]:
    for child in sentence.children(verb):
        if not is_predicate(child):
            continue
        if child.dep in ("conj", "dep") or (
            child.dep in ("ccomp", "parataxis") and stands_alone(sentence, child)
        ):
            yield child


def _subject_words(sentence: Sentence, subject: Token) -> list[Token]:
    return edges_trimmed(sentence.subtree(subject))


def _bare_adjective(sentence: Sentence) -> Clause | None:
    """As in "Excited to start": an adjective that is said of the speaker, without any verb."""
    root = sentence.root
    if root.low not in FEELINGS | {"busy"} or own_subject(sentence, root) is not None:
        return None
    if not any(sentence.children(root, "xcomp", "prep", "agent", "advcl", "ccomp")):
        return None
    words = [t.i for t in _own_words(sentence, root)]
    return _made(sentence, root, None, words, "main", bare=_BARE_BE)
