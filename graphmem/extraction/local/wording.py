"""Decontextualisation: what a clause states, in a sentence that stands alone.

Pronouns become those whom they mean, the verb agrees with its new subject, and times become dates.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from graphmem.extraction.local.agreement import agreeing, finite_word, singular, whole
from graphmem.extraction.local.clauses import Clause
from graphmem.extraction.local.coreference import Resolution
from graphmem.extraction.local.dates import dated
from graphmem.extraction.local.discourse import Referent, ReferentKind, listed
from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.language.pronouns import PRONOUNS, GrammaticalPerson
from graphmem.language.time import Relation, TimeExpression
from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token
from graphmem.model.time import Precision, TimeInterval

_PARTS_OF_YEAR = frozenset({Precision.MONTH, Precision.SEASON})
_NO_SPACE_BEFORE = frozenset({",", ".", "!", "?", ";", ":", ")", "'s", "’s", "%", "'", "’"})
_DEMONSTRATIVES = frozenset({"this", "that", "these", "those"})
_COMMAS = re.compile(r"\s*,(?:\s*,)+")
_ADVERBIALS = frozenset({"advmod", "prep", "npadvmod", "punct"})
_SPEAKING = (GrammaticalPerson.I, GrammaticalPerson.WE, GrammaticalPerson.YOU)


class Spoken(NamedTuple):
    """A sentence of a turn with what is known of its words.

    ``meant`` holds the resolved mentions by the place of their heads, ``times`` the expressions of
    the whole turn. ``addressee`` is whom the speaker talks to, as far as it is one. ``asides`` are
    the first characters of words of the clause that state nothing: "anyway".
    """

    sentence: Sentence
    speaker: Referent
    addressee: Referent | None
    meant: Mapping[int, Resolution]
    times: Sequence[TimeExpression]
    asides: Collection[int] = ()


class SentenceWording(NamedTuple):
    """A sentence about ``subject``, with those whom it names."""

    text: str
    subject: Referent
    names: tuple[Referent, ...]


class Force(StrEnum):
    """What a clause does with what it says: tell it, ask for it, advise it, command it."""

    STATES = "states"
    ASKS = "asks"
    ADVISES = "advises"
    TELLS = "tells"


def tell(
    clause: Clause, spoken: Spoken, *, force: Force = Force.STATES, elided: bool = False
) -> SentenceWording | None:
    """The clause in the third person; None where grammar cannot tell who or what it is about.

    ``elided`` tells that the speaker is the subject that it lacks: "Went to Ghent".
    """
    writer = _Writer(clause, spoken)
    if clause.elliptical:
        return None
    if clause.imperative:
        if clause.proposed is not None:
            return writer.proposal(clause.proposed)
        return None if force is Force.STATES else writer.request(force)
    subject = clause.subject or clause.shared
    if force is not Force.STATES and subject is not None and writer.commands(subject):
        return writer.request(force, without=subject)
    if subject is None and elided and clause.head.pos in ("VERB", "AUX"):
        return writer.of_speaker()
    if subject is None or clause.finite is None or clause.interrogative:
        return None
    return writer.statement(subject)


def stands_alone(parsed: Parsed) -> bool:
    """Tells whether a text is one finite clause that says who or what it is about."""
    if len(parsed.sentences) != 1:
        return False
    sentence = parsed.sentences[0]
    root = sentence.root
    subject = sentence.child(root, *SUBJECTS)
    if root.pos not in ("VERB", "AUX") or subject is None or finite_word(sentence, root) is None:
        return False
    first = min(token.i for token in sentence.subtree(subject))
    asks = any(it.tag in ("WRB", "WP", "WDT") for it in sentence.children(root) if it.i < root.i)
    opens = all(_adverbial(sentence, root, token) for token in sentence.tokens[:first]) and not asks
    persons = {PRONOUNS.get(token.low) for token in sentence if token.pos == "PRON"}
    return opens and persons.isdisjoint(_SPEAKING) and subject.low not in _DEMONSTRATIVES


def _adverbial(sentence: Sentence, root: Token, token: Token) -> bool:
    """Whether a word is part of what says when, where or how: "on 3 May", "there"."""
    while token.head not in (root.i, token.i):
        token = sentence.head(token)
    return token.head == root.i and token.dep in _ADVERBIALS


class _Writer:
    """Writes the words of one clause."""

    def __init__(self, clause: Clause, spoken: Spoken) -> None:
        self._clause = clause
        self._spoken = spoken
        self._sentence = clause.sentence
        self._named: list[Referent] = []
        self._instead: dict[int, str] = {}
        self._skipped = {it.i for it in clause.tokens if it.start in spoken.asides}
        self._singular: set[int] = set()
        self._date()

    def statement(self, subject: Token) -> SentenceWording | None:
        """With its own subject, or the one that it shares."""
        resolution = self._spoken.meant.get(subject.i)
        referent = resolution.referent if resolution else None
        if referent is None and subject.pos == "PRON" and subject.dep != "expl":
            return None
        if any(self._is_open(token) for token in self._clause.tokens):
            return None
        before: list[str] = []
        if self._clause.subject is None:
            before = [self._phrase(subject)]
            self._agree(subject, self._clause.head)
        self._drop_relative()
        text = _sentence([*before, *self._words()])
        about = referent or self._about(subject)
        return SentenceWording(text, about, tuple(dict.fromkeys([about, *self._named])))

    def of_speaker(self) -> SentenceWording | None:
        """Without a subject, which is the speaker: "Going to Ghent", "been there"."""
        speaker, head, finite = self._spoken.speaker, self._clause.head, self._clause.finite
        if any(self._is_open(token) for token in self._clause.tokens):
            return None
        self._named = [speaker]
        helper = {"VBG": ["is"], "VBN": ["has"]}.get(head.tag, []) if finite is None else []
        if helper and any(it.tag == "VBN" for it in self._sentence.children(head, "aux")):
            helper = ["has"]  # "been having some tough times"
        # "Gives me a headache": whoever says "I" does not say "gives".
        of_another = finite is not None and finite.tag == "VBZ" and finite.low.endswith("s")
        if of_another or (finite is None and not helper):
            return None
        if finite is not None:
            self._singular.add(finite.i)
        text = _sentence([speaker.label(), *helper, *self._words()])
        return SentenceWording(text, speaker, tuple(dict.fromkeys(self._named)))

    def _is_open(self, token: Token) -> bool:
        """Whether it is a pronoun that nobody can tell the meaning of."""
        if token.low not in PRONOUNS or token.dep == "expl" or token.pos not in ("PRON", "DET"):
            return False
        if token.low in _DEMONSTRATIVES and token.dep in ("det", "mark"):
            return False
        resolution = self._spoken.meant.get(token.i)
        return token.tag not in ("WDT", "IN") and (
            resolution is None or resolution.referent is None or not has_label(resolution.referent)
        )

    def commands(self, subject: Token) -> bool:
        """True if it is put as "you ask first" is: in the present, of whoever is talked to."""
        finite, head = self._clause.finite, self._clause.head
        return (
            PRONOUNS.get(subject.low) is GrammaticalPerson.YOU
            and subject.i == self._clause.tokens[0].i
            and finite is not None
            and finite.i == head.i
            and head.tag == "VBP"
            and head.pos == "VERB"
        )

    def request(self, force: Force, without: Token | None = None) -> SentenceWording | None:
        """An imperative, as what the speaker asks somebody to do; ``without`` its subject."""
        if without is not None:
            self._skipped.add(without.i)
        open_ones = (self._is_open(token) for token in self._clause.tokens if token is not without)
        if any(open_ones):
            return None
        speaker, addressee = self._spoken.speaker, self._spoken.addressee
        self._named = [speaker]
        negated = self._sentence.child(self._clause.head, "neg")
        # "Don't": of "do" only the "not" stays.
        helpers = self._sentence.children(self._clause.head, "aux")
        self._skipped |= {it.i for it in helpers if it.lemma == "do" and it.i < self._clause.head.i}
        if negated is not None:
            self._skipped.add(negated.i)
        whom = addressee.label() if addressee is not None else "the others"
        if addressee is not None:
            self._named.append(addressee)
        frame = [speaker.label(), force.value, whom, *(["not"] if negated else []), "to"]
        text = _sentence([*frame, *self._words()])
        return SentenceWording(text, speaker, tuple(dict.fromkeys(self._named)))

    def proposal(self, verb: Token) -> SentenceWording | None:
        """What the speaker proposes to do together, by the verb after "let's"."""
        subject, let = self._sentence.child(verb, *SUBJECTS), self._clause.head
        if subject is None or any(self._is_open(it) for it in self._clause.tokens if it != subject):
            return None
        denied = self._sentence.child(verb, "neg") or self._sentence.child(let, "neg")
        self._skipped |= {it.i for it in self._clause.tokens if let.i < it.i < verb.i}
        speaker = self._spoken.speaker
        self._named = [speaker]
        self._instead[let.i] = f"{speaker.label()} proposes {'not ' if denied else ''}to"
        text = _sentence([*self._words()])
        return SentenceWording(text, speaker, tuple(dict.fromkeys(self._named)))

    def _words(self) -> Iterator[str]:
        """The words in order; one that sticks to the word before it begins with a backspace."""
        previous: Token | None = None
        for token in self._clause.tokens:
            if token.i in self._skipped or self._interjected(token) or token.pos == "SPACE":
                continue
            written = self._instead.get(token.i)
            if written is None:
                written = self._word(token)
            if not written:
                continue
            close = written == token.text and (
                token.text in _NO_SPACE_BEFORE
                or (previous is not None and previous.end == token.start and token.pos != "AUX")
            )
            yield f"\b{written}" if close else written
            previous = token

    def _interjected(self, token: Token) -> bool:
        """Whether it is an exclamation set apart; "says no" is none."""
        around = [self._sentence[i] for i in (token.i - 1, token.i + 1) if self._has(i)]
        return token.dep == "intj" and (
            len(around) < 2 or any(one.pos == "PUNCT" for one in around)
        )

    def _has(self, place: int) -> bool:
        return 0 <= place < len(self._sentence) and self._sentence[place] in self._clause.tokens

    def _word(self, token: Token) -> str:
        resolution = self._spoken.meant.get(token.i)
        if resolution is not None and resolution.referent is not None:
            mention, referent = resolution.mention, resolution.referent
            if mention.type is MentionType.PRONOUN:
                return self._pronoun(token, mention, referent)
            self._named.append(referent)
        following = self._sentence[token.i + 1] if token.i + 1 < len(self._sentence) else token
        participle = following.tag == "VBN"
        perfect = following.low in ("been", "got") or self._is_perfect()
        if token.low in _DEMONSTRATIVES and token.dep == "det":
            return "the"
        word = token.text
        finite = self._clause.finite
        if token.i in self._singular:
            word = singular(token, before_participle=participle, before_perfect=perfect)
        elif token.dep != "case" or (finite is not None and token.i == finite.i):
            word = whole(token, before_participle=participle, before_perfect=perfect)
        verb = token.i == self._clause.head.i or token is finite
        starts = token.i == 0 and (verb or (token.pos != "PROPN" and not token.ent))
        return word.lower() if starts and word[1:].islower() else word

    def _is_perfect(self) -> bool:
        """Whether a participle is no passive: it has an object, or says since when."""
        head = self._clause.head
        since = any(it.low == "since" for it in self._sentence.children(head, "prep"))
        return head.tag == "VBN" and (since or self._sentence.child(head, "dobj") is not None)

    def _pronoun(self, token: Token, mention: MentionSpan, referent: Referent) -> str:
        again = any(_same(referent, one) for one in self._named)
        self._named.append(referent)
        self._agree(token, None)
        third = mention.person not in (*_SPEAKING, GrammaticalPerson.THIS)
        if again and third:
            return token.low
        if token.low.endswith(("self", "selves")):
            return _reflexive(referent)
        if mention.possessive:
            return _possessive_pronoun(referent) if again else possessive(_owner(referent))
        return referent.label()

    def _agree(self, subject: Token, verb: Token | None) -> None:
        """Mark the verbs that become singular with their subject."""
        resolution = self._spoken.meant.get(subject.i)
        if resolution is None or resolution.referent is None:
            return
        if resolution.mention.type is not MentionType.PRONOUN or resolution.referent.plural:
            return
        if self._sentence.children(subject, "conj"):
            return
        self._singular |= {token.i for token in agreeing(self._sentence, subject)}
        if verb is not None and self._clause.finite is not None:
            self._singular.add(self._clause.finite.i)

    def _phrase(self, subject: Token) -> str:
        """A subject that stands in another clause."""
        resolution = self._spoken.meant.get(subject.i)
        if resolution is not None and resolution.referent is not None:
            self._named.append(resolution.referent)
            if resolution.mention.type is MentionType.PRONOUN:
                return resolution.referent.label()
            words = resolution.mention.tokens
        else:
            words = tuple(self._sentence.subtree(subject))
        return _joined([self._word(token) for token in words if token.i not in self._skipped])

    def _about(self, subject: Token) -> Referent:
        """What a subject without a referent stands for: of "there is" what there is."""
        head = subject
        if subject.dep == "expl":
            head = self._sentence.child(self._clause.head, "attr", "dobj") or subject
        resolution = self._spoken.meant.get(head.i)
        if resolution is not None and resolution.referent is not None:
            return resolution.referent
        words = [token.text for token in self._sentence.subtree(head)]
        return Referent(ReferentKind.ENTITY, _joined(words))

    def _drop_relative(self) -> None:
        """Leave out the word that ties the clause to its main one: "who", "because"."""
        clause = self._clause
        if clause.shared is not None:
            self._skipped |= {
                token.i
                for token in clause.tokens
                if token.tag in ("WDT", "WP") and token.i < clause.head.i
            }
        mark = self._sentence.child(clause.head, "mark")
        if mark is not None and mark.i == clause.tokens[0].i:
            self._skipped.add(mark.i)

    def _date(self) -> None:
        """Put dates in place of the words that say when.

        "Two years ago, in August" is August of that year, and stays as it was said beside it; so
        does a shorter time that does not lie in the longer one before it.
        """
        around: TimeInterval | None = None
        for time in self._spoken.times:
            inside = [
                token for token in self._clause.tokens if time.start <= token.start < time.end
            ]
            if not inside or inside[0].start != time.start or inside[-1].end < time.end:
                continue
            if time.date_phrase is None or time.relation is Relation.FOR:
                continue
            before = self._sentence[inside[0].i - 1] if inside[0].i else None
            if before is not None and before.dep == "det" and before.head in {t.i for t in inside}:
                continue  # "the last night": a night of something
            if around is not None and _needs_no_date(time.interval, around):
                continue
            around = time.interval
            self._instead[inside[0].i] = dated(time, inside)
            self._skipped |= {token.i for token in inside[1:]}


def _needs_no_date(time: TimeInterval | None, around: TimeInterval) -> bool:
    """Whether a time is shorter than one before it, and a part of a year that it names or no part
    of it.
    """
    if time is None or time.width >= around.width:
        return False
    of_year = around.precision is Precision.YEAR and time.precision in _PARTS_OF_YEAR
    return of_year or not (around.start <= time.start and time.end <= around.end)


def possessive(name: str) -> str:
    """As in "Ana's", "James's"."""
    return f"{name}'s"


def _owner(referent: Referent) -> str:
    """Of "our", as far as it is known whose it is."""
    if referent.kind is ReferentKind.GROUP and referent.open:
        return listed([member.label() for member in referent.members])
    return referent.label()


def _same(one: Referent, other: Referent) -> bool:
    """Whether both are one; "we" makes a group of its own each time."""
    groups = one.kind is ReferentKind.GROUP and other.kind is ReferentKind.GROUP
    return one is other or (groups and one.label() == other.label())


def _reflexive(referent: Referent) -> str:
    if referent.plural or referent.kind is ReferentKind.GROUP:
        return "themselves"
    return {
        GrammaticalPerson.HE: "himself",
        GrammaticalPerson.SHE: "herself",
        GrammaticalPerson.IT: "itself",
    }.get(_taken_up(referent), "themself")


def _possessive_pronoun(referent: Referent) -> str:
    return {
        GrammaticalPerson.HE: "his",
        GrammaticalPerson.SHE: "her",
        GrammaticalPerson.IT: "its",
    }.get(_taken_up(referent), "their")


def _taken_up(referent: Referent) -> GrammaticalPerson:
    """The pronoun by which it was taken up last."""
    for seen in reversed(referent.seen):
        if seen.mention.person in (
            GrammaticalPerson.HE,
            GrammaticalPerson.SHE,
            GrammaticalPerson.IT,
        ):
            return seen.mention.person
    return GrammaticalPerson.THEY


def has_label(referent: Referent) -> bool:
    """Tells whether its label says what it is; "one" does not."""
    if referent.kind is ReferentKind.GROUP:
        return all(has_label(member) for member in referent.members)
    return referent.name.lower().split()[-1] not in PRONOUNS


def _sentence(words: Collection[str]) -> str:
    text = _joined(words).strip(" ,;:-–—.!?\"'")
    return f"{text[:1].upper()}{text[1:]}."


def _joined(words: Collection[str]) -> str:
    text = " ".join(words).replace(" \b", "").replace("\b", "")
    text = _COMMAS.sub(",", " ".join(text.split()))
    return text.replace("can not", "cannot")
