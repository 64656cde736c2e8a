"""Which of the statements that a turn could yield are told."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.definite import left_open
from graphmem.extraction.rules.denials import denied
from graphmem.extraction.rules.platitudes import Broad, how_broad
from graphmem.extraction.rules.pointers import open_pointers
from graphmem.extraction.rules.said_of import Of, with_context
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.statements import answers_of
from graphmem.extraction.rules.together import Told
from graphmem.extraction.rules.unnamed import moves_somebody
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    POINTING_SUBJECTS,
    words_of,
)
from graphmem.model.parse import Token
from graphmem.model.workspace import ProposedAnswer

_ANYBODY = words_of("everyone everybody someone somebody people others you y' one anyone")
_LEAST = 2  # things named, beside one that is left open
_MAY = words_of("can could would may might 'd")


class Candidate(NamedTuple):
    """A statement that may be told: where it stands in its turn, and what it is said of."""

    place: int
    told: Told
    setting: Setting
    of: Of | None

    @property
    def clause(self) -> Clause:
        """The clause that is told."""
        return self.told.clause

    def answers(self) -> list[ProposedAnswer]:
        """The answers that it yields, with what they are said of."""
        made = denied(answers_of(self.told.clause, self.setting), self.setting)
        return [with_context(answer, self.of) for answer in made]


def chosen(candidates: Sequence[Candidate], *, replied: bool, shown: bool) -> list[Candidate]:
    """The candidates without those that lean on other words beside one that stands alone.

    What answers the other's question stays, and so does what tells a time of its own. ``replied``
    tells that the turn yields a reply beside them, ``shown`` that it shows something.
    """
    clear = [one for one in candidates if one.of is None and not _is_unclear(one)]
    if clear or replied:
        times = {_time(one) for one in clear} | {None}
        return [
            one for one in candidates if one in clear or _time(one) not in times or _answers(one)
        ]
    firm = [one for one in candidates if not _is_faint(one)]
    alone = [one for one in firm if one.of is None or _answers(one) or _time(one) is not None]
    if alone or firm or shown:
        return alone or firm
    return [one for one in candidates if not _is_lost(one)]


def _answers(one: Candidate) -> bool:
    """Whether it answers the other's question, and tells something itself."""
    return one.of is not None and one.of.asks and not _is_faint(one)


def _time(one: Candidate) -> str | None:
    """The words of its time, or None."""
    time = one.setting.times.of(one.clause)
    return time.text if time is not None else None


def _is_faint(one: Candidate) -> bool:
    """Whether even beside what it is said of it tells little: "They are so loyal"."""
    if one.of is None:
        return _is_lost(one)
    if one.of.own or _time(one) is not None:
        return False
    return _of_a_pointer(one) or not _named(one)


def _is_lost(one: Candidate) -> bool:
    """Whether nobody can tell what it is about, or only what the other has said may tell."""
    if _time(one) is not None:
        return False
    if one.of is not None:
        return not one.of.own and not one.of.asks and _of_a_pointer(one)
    return _points(one)


def _points(one: Candidate) -> bool:
    """Whether a pronoun is left open; who "they" are that moved somebody does not matter."""
    if moves_somebody(one.clause):
        return False
    return any(p.token.pos == "PRON" for p in open_pointers(one.clause, one.setting))


def _of_a_pointer(one: Candidate) -> bool:
    subject = one.clause.subject
    return (
        subject is not None
        and subject.low in POINTING_SUBJECTS
        and subject.i not in one.setting.meant
    )


def _left_open(one: Candidate) -> list[Token]:
    """The things of which it is not known which ones they are."""
    sentence = one.clause.sentence
    told = [sentence[i] for i in one.clause.words]
    return [t for t in told if left_open(sentence, t, one.setting.fuller)]


def _named(one: Candidate) -> list[Token]:
    """The things that it names."""
    open_ = {t.i for t in _left_open(one)}
    told = [one.clause.sentence[i] for i in one.clause.words]
    return [
        t
        for t in told
        if t.pos in ("NOUN", "PROPN")
        and t.i not in open_
        and t.lemma not in ABSTRACT_NOUNS | EMPTY_NOUNS
    ]


def _is_deed(one: Candidate) -> bool:
    """As in "I sold the van": told of the speaker, whichever van it was."""
    done = one.clause.sentence.child(one.clause.verb, "dobj", "prep", "prt")
    return one.clause.verb.tag == "VBD" and one.clause.verb.pos == "VERB" and done is not None


def _is_unclear(one: Candidate) -> bool:
    """Whether it leaves open which thing, or who: "I like the pattern", "everyone was there"."""
    clause, setting = one.clause, one.setting
    subject, finite = clause.subject, clause.finite
    if _points(one):
        return True
    open_ = [t for t in _left_open(one) if t.dep != "dobj"]
    if not _is_deed(one) and open_ and len(_named(one)) < _LEAST:
        return True
    if subject is not None and subject.low in _ANYBODY and subject.i not in setting.meant:
        return True
    follows = clause.role in ("adverbial", "relative", "complement")
    if follows and finite is not None and finite.low in _MAY:
        return True
    return how_broad(clause, setting, reacts=True) is Broad.YES
