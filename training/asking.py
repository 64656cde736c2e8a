"""Questions made of a sentence by grammar: inversion, do-support, and what is asked for in front.

Only sentences that the grammar surely covers give any: one main clause, its subject in front.
"""

import calendar
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from graphmem.language.words import add_s, past_form
from graphmem.model.parse import Parsed, Sentence, Token
from training.derived import Form

_MOST_WORDS = 26
_FINITE = ("MD", "VBZ", "VBP", "VBD")
_MONTHS = frozenset(name.lower() for name in calendar.month_name[1:])
_DAYS = frozenset(name.lower() for name in calendar.day_name)
_POINTS = frozenset({"on", "in", "at", "during"})  # their phrase answers "when"
_EDGES = frozenset({"by", "from", "since", "until", "till"})  # they stay with it: "since when"
_PLACES = frozenset({"in", "at", "to", "on", "into"})
_TOWARDS = frozenset({"to", "on", "into"})
_PRONOUNS = frozenset({"PRP", "WP", "DT", "EX", "WDT"})
_OWN = frozenset([
    "he", "she", "they", "him", "her", "them", "his", "hers", "their", "its",
    "himself", "herself", "themselves",
])  # fmt: skip


class Word(NamedTuple):
    """A word as it is written; ``glued`` to the one before it."""

    text: str
    glued: bool = False


class Asked(NamedTuple):
    """A question, what it asks for, and the words of the sentence that are the answer."""

    form: Form
    question: str
    answer: str
    about: str  # the subject as the question has it, "" where it asks for it


class Clause(NamedTuple):
    """A main clause by its parts: subject, finite auxiliary or none, and all that follows."""

    sentence: Sentence
    verb: Token
    subject: tuple[Token, ...]
    auxiliary: Token | None
    rest: tuple[Token, ...]
    negated: bool
    named: bool = False  # whether the subject begins with a word that keeps its capital

    @property
    def head(self) -> Token:
        """The noun of the subject."""
        inside = {token.i for token in self.subject}
        return next(token for token in self.subject if token.head not in inside)

    @property
    def plural(self) -> bool:
        """Whether the subject is several."""
        finite = self.auxiliary or self.verb
        if finite.low in ("are", "were", "have") or finite.tag == "VBP":
            return True
        if finite.tag == "VBZ" or finite.low == "was":
            return False
        coordinated = bool(self.sentence.children(self.head, "conj"))
        return coordinated or self.head.tag in ("NNS", "NNPS")

    @property
    def about(self) -> str:
        """The subject as it is written."""
        return written(words(self.subject))

    def has_own_pronoun(self) -> bool:
        """Whether what follows points back to somebody by a pronoun."""
        return any(token.low in _OWN for token in self.rest)


def clause_of(parsed: Parsed, *, proper: Collection[str] = ()) -> Clause | None:
    """The clause of a text that is one plain sentence, else None.

    ``proper`` are words that are written with a capital wherever they stand.
    """
    if len(parsed.sentences) != 1:
        return None
    (sentence,) = parsed.sentences
    verb = sentence.root
    subject = _whole_subject(sentence)
    if subject is None or not _is_plain(sentence):
        return None
    auxiliary = next(
        (
            one
            for one in sentence.children(verb, "aux", "auxpass")
            if one.tag in _FINITE and one.i < verb.i
        ),
        verb if verb.lemma == "be" else None,
    )
    finite = auxiliary or verb
    if finite.tag not in _FINITE or finite.i < len(subject) or _is_misread(sentence, finite):
        return None
    negation = sentence.child(verb, "neg")
    if negation is not None and negation.low not in ("not", "n't", "never"):
        return None
    rest = tuple(
        token
        for token in sentence.tokens[len(subject) :]
        if token is not auxiliary
        and token is not negation
        and not (token.i == len(sentence) - 1 and token.pos == "PUNCT")
    )
    first = subject[0]
    named = first.tag not in ("DT", "PRP$", "PDT") and first.text in proper
    return Clause(sentence, verb, subject, auxiliary, rest, negation is not None, named)


_MARKS = (";", ":", "…", "?", "(", "“", '"', "–")
_NOBODY = ("no", "nobody", "neither", "nothing", "none")


def _is_plain(sentence: Sentence) -> bool:
    """Whether it is one clause that can be turned into a question."""
    verb = sentence.root
    beside = sentence.children(verb, "conj")
    corrected = any(
        one.low == "not" and sentence[one.i - 1].low in ("and", "but", ",") for one in sentence
    )
    return (
        len(sentence) <= _MOST_WORDS
        and verb.pos in ("VERB", "AUX")
        and not any(token.text in _MARKS for token in sentence)
        and not sentence.children(verb, "expl", "parataxis", "csubj")
        and not any(one.tag in _FINITE for one in beside)
        and not corrected
    )


def _whole_subject(sentence: Sentence) -> tuple[Token, ...] | None:
    """The words of the subject, where it stands first and whole."""
    subjects = sentence.children(sentence.root, "nsubj", "nsubjpass")
    if len(subjects) != 1 or subjects[0].pos == "PRON":
        return None
    subject = tuple(sentence.subtree(subjects[0]))
    if [token.i for token in subject] != list(range(len(subject))):
        return None
    return None if any(token.low in _NOBODY for token in subject) else subject


def _is_misread(sentence: Sentence, finite: Token) -> bool:
    """Whether one name alone has a plural verb."""
    (subject,) = sentence.children(sentence.root, "nsubj", "nsubjpass")
    alone = subject.tag == "NNP" and not sentence.children(subject, "conj")
    return finite.tag == "VBP" and finite.low not in ("are", "have", "do") and alone


def words(tokens: Sequence[Token]) -> list[Word]:
    """Words as they are written, with the white space between them."""
    found = []
    before: Token | None = None
    for token in tokens:
        glued = before is not None and before.end == token.start
        found.append(Word(token.text, glued or token.text in (",", "'s", "’s")))
        before = token
    return found


def written(parts: Sequence[Word]) -> str:
    """The text of words."""
    text = "".join(("" if one.glued or not at else " ") + one.text for at, one in enumerate(parts))
    return text.strip(" ,")


# ---- what can be asked


def yes_no(clause: Clause, *, still: bool = False) -> str:
    """The question whether it is so; without its negation."""
    front, rest = _inverted(clause, clause.rest, present=still)
    return _question([], front, _subject(clause), ["still"] if still else [], rest)


def who(clause: Clause, word: str, *, still: bool = False) -> str | None:
    """The question for the subject; None where the verb would not agree."""
    finite = clause.auxiliary or clause.verb
    form = _present(finite, plural=False) if still else _singular(finite)
    if form is None or clause.negated:
        return None
    later = clause.sentence.tokens[len(clause.subject) :]
    rest = [
        Word(form, one.glued) if token is finite else one
        for token, one in zip(later, words(later), strict=True)
        if token in clause.rest or token is finite
    ]
    if still:
        at = next(at for at, one in enumerate(rest) if one.text == form)
        rest.insert(at + (finite is clause.auxiliary), Word("still"))
    return _question([word], "", [], [], rest)


def of_parts(
    clause: Clause, *, people: Collection[str], places: Collection[str]
) -> Iterator[Asked]:
    """The questions for what follows the verb; ``people`` and ``places`` are their names."""
    if clause.negated:
        return
    yield from _of_object(clause, people)
    yield from _of_preposition(clause, people, places)


def when(clause: Clause) -> Asked | None:
    """The question for its time, where just one phrase tells it."""
    found = times(clause)
    if len(found) != 1 or clause.negated:
        return None
    (phrase,) = found
    first = phrase[0]
    if first.dep == "prep" and first.low not in _POINTS | _EDGES:
        return None
    inside = {one.i for one in phrase}
    if any(
        one.tag == "CD"
        and clause.sentence.head(one).dep in ("prep", "ROOT")
        and one.i not in inside
        for one in clause.rest
    ):
        return None  # the phrase is only part of the time
    left = written(words([one for one in clause.rest if one.i not in inside]))
    if re.search(r"(?:^|, )\d{1,2} [A-Z]", left):
        return None
    edge = first.low if first.low in _EDGES else ""
    front = [edge, "when"] if edge else ["when"]
    return _wh(
        clause, Form.WHEN, front, phrase, answer=phrase[1:] if first.dep == "prep" else phrase
    )


def times(clause: Clause) -> list[list[Token]]:
    """The phrases that tell when, of the main verb."""
    found = []
    for token in clause.sentence.children(clause.verb, "prep", "npadvmod", "advmod"):
        phrase = clause.sentence.subtree(token)
        low = {one.low for one in phrase}
        dated = low & (_MONTHS | _DAYS) or any(
            one.tag == "CD" and len(one.text) == 4 and one.text.isdigit() for one in phrase
        )
        if dated and all(
            one.ent in ("DATE", "TIME", "CARDINAL") or one.pos in _LINKS for one in phrase
        ):
            found.append(phrase)
    return found


_LINKS = ("ADP", "DET", "PUNCT", "SCONJ")


def _of_object(clause: Clause, people: Collection[str]) -> Iterator[Asked]:
    token = clause.sentence.child(clause.verb, "dobj", "attr")
    if token is None or token.tag in _PRONOUNS or token.i < clause.verb.i:
        return
    phrase = clause.sentence.subtree(token)
    left = [one for one in phrase if one.i < token.i]
    after = [one for one in clause.rest if one.i > phrase[-1].i]
    if clause.verb.lemma == "do" or (after and after[0].dep in (*_OBJECTS, *_IN_NOUNS)):
        return
    number = next((one for one in left if one.tag == "CD"), None)
    if any(one.tag in ("$", "PRP") or one.low in ("no", "any") for one in phrase):
        money = any(one.text in ("$", "£", "€") for one in phrase)
        if money and token.dep == "dobj" and len(phrase) <= _SHORT:
            yield _wh(clause, Form.HOW_MUCH, ["how", "much"], phrase)
        return
    if number is not None:
        several = sum(one.tag == "CD" or one.text == "," for one in phrase) > 1
        if left[0] is number and token.tag == "NNS" and number.head == token.i and not several:
            things = written(words([one for one in phrase if one is not number]))
            yield _wh(clause, Form.HOW_MANY, ["how", "many", things], phrase, answer=[number])
        return
    bare = token.tag in ("NN", "CD", "VBG") and not left
    if bare or len(phrase) > _SHORT or any(one.tag == "CD" for one in phrase):
        return
    if token.dep == "attr" and clause.verb.lemma != "be":
        return
    name = written(words(phrase))
    if name in people:
        yield _wh(clause, Form.WHO, ["who"], phrase)
    elif token.tag != "NNP" or token.ent != "PERSON":
        yield _wh(clause, Form.WHAT, ["what"], phrase)


_SHORT = 9
_OBJECTS = ("dobj", "oprd", "npadvmod", "attr")
_IN_NOUNS = ("appos", "compound", "nummod")


def _of_preposition(
    clause: Clause, people: Collection[str], places: Collection[str]
) -> Iterator[Asked]:
    for preposition in clause.sentence.children(clause.verb, "prep", "agent"):
        token = clause.sentence.child(preposition, "pobj")
        if token is None or token.tag in _PRONOUNS or token.ent in ("DATE", "TIME"):
            continue
        phrase = clause.sentence.subtree(token)
        name = written(words(phrase))
        bare = name.removeprefix("the ").removeprefix("The ")
        thing = clause.sentence.child(clause.verb, "dobj")
        if thing is not None and thing.i < preposition.i and preposition.low in _TOWARDS:
            continue  # it may belong to that: "adored the voyage to Cádiz"
        if len(phrase) > _SHORT or any(one.tag in ("CD", "PRP") for one in phrase):
            continue
        if (name in places or bare in places) and preposition.low in _PLACES:
            yield _wh(clause, Form.WHERE, ["where"], [preposition, *phrase], answer=phrase)
        elif name in people:
            front = [preposition.low, "whom"]
            yield _wh(clause, Form.WHO, front, [preposition, *phrase], answer=phrase)


def _wh(
    clause: Clause,
    form: Form,
    front: Sequence[str],
    without: Sequence[Token],
    *,
    answer: Sequence[Token] | None = None,
) -> Asked:
    gone = {token.i for token in without}
    kept = [token for token in clause.rest if token.i not in gone]
    while kept and kept[-1].text == ",":
        kept.pop()
    inverted, rest = _inverted(clause, kept)
    asked = _question(list(front), inverted, _subject(clause), [], rest)
    return Asked(form, asked, written(words(answer or without)), written(_subject(clause)))


# ---- what was not done, asked as if it were


def as_done(clause: Clause, *, by_other: bool) -> Iterator[Asked]:
    """When, and what, somebody did that is only to be done; ``by_other`` where they were told to.

    "Ana will sell the van", "Ana plans to sell", "Bo tells Ana to sell": "When did Ana sell …?"
    """
    sentence, modal = clause.sentence, clause.auxiliary
    verb, subject = clause.verb, _subject(clause)
    inner = next(
        (
            one
            for one in sentence.children(verb, "xcomp", "ccomp")
            if one.tag == "VB" and any(to.tag == "TO" for to in sentence.children(one, "aux"))
        ),
        None,
    )
    if clause.negated:
        return
    if inner is not None:
        own = sentence.child(inner, "nsubj") or (sentence.child(verb, "dobj") if by_other else None)
        if own is None and (by_other or sentence.child(verb, "dobj", "dative")):
            return
        if own is not None:
            doer = sentence.subtree(own)
            pronoun = any(one.tag in ("PRP", "PRP$") for one in doer)
            if own.pos not in ("NOUN", "PROPN") or own.i > inner.i or pronoun:
                return
            subject = words(sentence.subtree(own))
        gone = {one.i for one in sentence.subtree(own)} if own is not None else set()
        inside = [one for one in sentence.subtree(inner) if one.i not in gone]
        if any(one.i < inner.i and one.tag not in ("TO", "VB") for one in inside):
            return
        verb = inner
    elif modal is not None and modal.tag == "MD" and not by_other:
        inside = [one for one in clause.rest if one.i >= verb.i or one.dep in ("aux", "auxpass")]
        own = clause.head
    else:
        return
    plural = (own or clause.head).tag in ("NNS", "NNPS") or bool(
        sentence.children(own or clause.head, "conj")
    )
    yield from _done(sentence, verb, inside, (subject, plural))


_ENOUGH = 3  # words of a question for what was done that tell what is meant


def _done(
    sentence: Sentence, verb: Token, inside: Sequence[Token], subject: tuple[list[Word], bool]
) -> Iterator[Asked]:
    if sentence.child(verb, "neg") is not None or any(
        one.tag in _FINITE for one in sentence.children(verb, "conj")
    ):
        return
    helpers = [one for one in sentence.children(verb, "aux", "auxpass") if one.tag in ("VB", "VBN")]
    if any(one.lemma != "be" for one in helpers) or len(helpers) > 1:
        return
    dropped = {one.i for one in sentence.children(verb, "aux", "auxpass")}
    for one in sentence.children(verb, "advcl", "npadvmod", "mark", "prep"):
        phrase = sentence.subtree(one)
        timed = any(token.ent in ("DATE", "TIME") for token in phrase)
        if one.dep == "advcl" or timed:
            dropped |= {token.i for token in phrase}
    be = verb.lemma == "be" or bool(helpers)
    if verb.lemma == "be":
        dropped.add(verb.i)
    named, plural = subject
    front = ("were" if plural else "was") if be else "did"
    kept = [one for one in inside if one.i not in dropped and one.pos != "PUNCT"]
    # What stood between commas, or before the verb, is not to be put together by chance.
    if not kept or [one.i for one in kept] != list(range(kept[0].i, kept[0].i + len(kept))):
        return
    if any(one.ent in ("DATE", "TIME") or one.low in _OWN for one in kept):
        return
    asked = _question(["when"], front, named, [], words(kept))
    yield Asked(Form.WHEN, asked, "", written(named))
    thing = sentence.child(verb, "dobj")
    if thing is None or thing.tag in _PRONOUNS:
        return
    own = {one.i for one in sentence.subtree(thing)}
    left = [one for one in kept if one.i not in own]
    bare = thing.tag in ("NN", "CD", "VBG") and len(own) == 1
    if verb.lemma == "do" or any(
        one.dep in _OBJECTS and one.head == verb.i and one is not thing for one in kept
    ):
        return
    if not bare and thing.ent != "PERSON" and _ENOUGH <= len(left) < len(kept):
        asked = _question(["what"], front, named, [], words(left))
        yield Asked(Form.WHAT, asked, "", written(named))


# ---- the forms of the verb


def _inverted(
    clause: Clause, rest: Sequence[Token], *, present: bool = False
) -> tuple[str, list[Word]]:
    """What stands before the subject, and what follows it."""
    finite = clause.auxiliary or clause.verb
    if clause.auxiliary is not None:
        front = _present(finite, plural=clause.plural) if present else finite.low
        return front or finite.low, words(rest)
    does = "do" if clause.plural else "does"
    front = "did" if clause.verb.tag == "VBD" and not present else does
    bare = [
        Word(_base(clause.verb), one.glued) if token is clause.verb else one
        for token, one in zip(rest, words(rest), strict=True)
    ]
    return front, bare


def _base(verb: Token) -> str:
    """The base form; where the lemma does not give the form that stands there, what does."""
    low, form = verb.low, add_s if verb.tag == "VBZ" else past_form
    if verb.tag not in ("VBZ", "VBD") or form(verb.lemma) == low:
        return verb.lemma
    shorter = [low[:-1], low[:-2]] if low.endswith(("s", "ed")) else []
    return next((one for one in shorter if len(one) > 1 and form(one) == low), verb.lemma)


def _singular(finite: Token) -> str | None:
    form = {"are": "is", "were": "was", "have": "has", "do": "does"}.get(finite.low)
    if form is not None and finite.tag != "VB":
        return form
    return add_s(finite.lemma) if finite.tag == "VBP" and finite.low != "am" else finite.low


def _present(finite: Token, *, plural: bool) -> str | None:
    if finite.lemma == "be":
        return "are" if plural else "is"
    if finite.lemma == "have":
        return "have" if plural else "has"
    if finite.tag == "MD":
        return None
    return _base(finite) if plural else add_s(_base(finite))


def _subject(clause: Clause) -> list[Word]:
    found = words(clause.subject)
    first = clause.subject[0].text
    if not clause.named and (first[1:].islower() or len(first) == 1):
        found[0] = Word(first.lower())
    return found


def _question(
    front: Sequence[str],
    inverted: str,
    subject: Sequence[Word],
    then: Sequence[str],
    rest: Sequence[Word],
) -> str:
    before = [Word(one) for one in (*front, inverted) if one]
    text = written([*before, *subject, *(Word(one) for one in then), *rest])
    text = re.sub(r",(?:\s*,)+", ",", text)
    return text[:1].upper() + text[1:] + "?"
