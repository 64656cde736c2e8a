"""Whether a clause says anything when it is read alone."""

from enum import IntEnum

from graphmem.extraction.rules.broken import is_broken
from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.compliments import is_compliment
from graphmem.extraction.rules.courtesy import is_courtesy, points_only
from graphmem.extraction.rules.hollow import (
    bare_feeling,
    does_only,
    empty_event,
    is_plain,
    lacks_its_end,
)
from graphmem.extraction.rules.platitudes import Broad, how_broad
from graphmem.extraction.rules.pointers import POINTING, SOME_OF_THEM, open_pointers
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.unclear import (
    follows_from,
    is_here,
    is_something,
    leaves_it_open,
    of_somebody,
    open_object,
    points_at_little,
    points_out,
)
from graphmem.extraction.rules.unnamed import (
    foretells,
    is_season,
    moves_somebody,
    says_what,
    tells_a_step,
)
from graphmem.extraction.rules.wordlists import (
    EMPTY_NOUNS,
    FEELINGS,
    PRAISE,
    SEEMING,
    VAGUE_SUBJECTS,
    WEAK_VERBS,
    words_of,
)

_LEAST = 3  # words that say something, for an "it" of which it is unsure what it is
_EMPTY = EMPTY_NOUNS | words_of(
    "get go make do have be let happen able sure really difference sense best"
)
_LATELY = words_of("recently lately just")


class Worth(IntEnum):
    """How much a clause says: nothing, little (better than nothing), or enough.

    ``OPEN`` says something only beside the words that it is said of.
    """

    NOTHING = 0
    OPEN = 1
    LITTLE = 2
    ENOUGH = 3


def worth_of(clause: Clause, setting: Setting, *, reacts: bool) -> Worth:
    """How much the clause says alone; ``reacts`` tells that its turn has stated nothing before."""
    timed = setting.times.within([clause.sentence[i] for i in clause.words]) is not None
    if empty_event(clause):
        if not timed or not _is_qualified(clause):
            return Worth.NOTHING
        lately = any(clause.sentence[i].low in _LATELY for i in clause.words)
        return Worth.LITTLE if lately else Worth.ENOUGH
    if _is_called(clause, setting) or _is_headless(clause) or is_talk(clause, setting):
        return Worth.NOTHING
    if bare_feeling(clause) or lacks_its_end(clause):
        return Worth.NOTHING
    if is_season(clause):
        return Worth.NOTHING
    broad = how_broad(clause, setting, reacts=reacts)
    if broad is not Broad.NO:
        return Worth.LITTLE if broad is Broad.AT_LENGTH else Worth.NOTHING
    content = _content(clause)
    open_subject = _open_subject(clause, setting)
    if content > open_subject and timed:
        return Worth.LITTLE if is_something(clause) == "bare" else Worth.ENOUGH
    if _praises(clause, reacts=reacts):
        return Worth.NOTHING
    if open_subject:
        return _worth_unnamed(clause, setting, content)
    weak = main_verb(clause.sentence, clause.verb).lemma in WEAK_VERBS or does_only(clause)
    least = _LEAST if open_object(clause, setting) else 2 if weak else 1
    if content < least:
        return Worth.OPEN if content else Worth.NOTHING
    vague = (
        (leaves_it_open(clause, setting) and bool(open_pointers(clause, setting)))
        or _we_in_general(clause, setting)
        or points_at_little(clause, setting, content)
        or points_out(clause, setting)
        or of_somebody(clause)
        or is_here(clause, setting)
        or bool(is_something(clause))
        or (clause.role == "adverbial" and not follows_from(clause))
    )
    return Worth.LITTLE if vague else Worth.ENOUGH


def is_talk(clause: Clause, setting: Setting) -> bool:
    """Whether the clause only keeps the talk going, or cannot be told as it is."""
    return (
        is_broken(clause)
        or is_courtesy(clause, setting)
        or is_compliment(clause, setting)
        or points_only(clause)
    )


def _worth_unnamed(clause: Clause, setting: Setting, content: int) -> Worth:
    """The worth where it is unknown who or what does it."""
    if moves_somebody(clause):
        return Worth.ENOUGH
    if content < _LEAST:
        return Worth.OPEN if content else Worth.NOTHING
    if foretells(clause):
        if leaves_it_open(clause, setting):
            return Worth.OPEN
        named = any(clause.sentence[i].pos == "PROPN" for i in clause.words)
        somebody = clause.subject is not None and clause.subject.low in ("he", "she")
        return Worth.LITTLE if somebody and not named else Worth.ENOUGH
    if tells_a_step(clause):
        return Worth.ENOUGH
    you = clause.subject is not None and clause.subject.low == "you"
    mine = any(clause.sentence[i].low in ("me", "my", "us", "our") for i in clause.words)
    return Worth.LITTLE if you or mine or says_what(clause) else Worth.OPEN


def _is_called(clause: Clause, setting: Setting) -> bool:
    """As in "Hey Bo, last week was wild": the subject is a name called."""
    subject = clause.subject
    if subject is None or subject.pos != "PROPN" or subject.i not in setting.meant:
        return False
    after = clause.sentence[subject.i + 1] if subject.i + 1 < len(clause.sentence) else subject
    addressed = setting.meant[subject.i].label == setting.scene.addressee
    return addressed and after.text in (",", "!", "-")


def _is_headless(clause: Clause) -> bool:
    """As in "Hey Bo, good catching up": what was taken for its subject is a name called."""
    subject = clause.subject
    return subject is not None and clause.role == "main" and subject.i not in clause.words


def _content(clause: Clause) -> int:
    """How many of the words beside the subject say something; of a person, praise does not."""
    sentence, subject = clause.sentence, clause.subject
    empty = _EMPTY | FEELINGS | PRAISE if is_plain(subject) else _EMPTY
    return sum(
        sentence[i].pos in ("NOUN", "PROPN", "VERB", "NUM", "ADJ")
        and sentence[i].low not in empty
        and (subject is None or i != subject.i)
        for i in clause.words
    )


def _open_subject(clause: Clause, setting: Setting) -> bool:
    subject = clause.subject
    return (
        subject is not None
        and (
            subject.low in VAGUE_SUBJECTS | {"you"}
            or (subject.low in SOME_OF_THEM and not clause.sentence.children(subject, "prep"))
            or (
                subject.low in EMPTY_NOUNS
                and not clause.sentence.children(subject, "poss", "amod", "compound", "prep")
            )
        )
        and subject.i not in setting.meant
    )


def _is_qualified(clause: Clause) -> bool:
    """As in "Something not so nice happened": of what sort it was is said."""
    subject = clause.subject
    return subject is not None and bool(clause.sentence.children(subject, "amod"))


def _praises(clause: Clause, *, reacts: bool) -> bool:
    """As in "Those posters are great!": praise for what the other has just shown or said."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    told = sentence.child(verb, "acomp", "attr")
    if subject is None or told is None or lemma_of(verb) not in SEEMING or verb.tag == "VBD":
        return False
    if told.low not in PRAISE and not any(t.low in PRAISE for t in sentence.children(told, "amod")):
        return False
    if lemma_of(verb) == "sound":
        return True
    if any(sentence[i].low in ("me", "my") for i in clause.words):
        return False  # "This has been great for my back" tells of the speaker
    marks = {t.low for t in sentence.children(subject, "det")}
    guessed = any(t.low == "must" for t in sentence.children(verb, "aux"))
    if guessed and subject.pos != "PRON":
        return True
    if subject.low in POINTING or marks & POINTING or (reacts and guessed):
        return True
    return reacts and "the" in marks and len(clause.words) <= _LEAST + 2


def _we_in_general(clause: Clause, setting: Setting) -> bool:
    """As in "We can be who we are": everybody, and nobody's news."""
    subject = clause.subject
    if subject is None or subject.low != "we":
        return False
    meant = setting.meant.get(subject.i)
    finite = clause.finite
    general = finite is not None and finite.low in ("can", "should", "must", "need", "all")
    return general and meant is not None and meant.label.endswith(" and others")
