"""When a role began, where the words beside it tell: "I became team lead! It was on Monday"."""

from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.times import HEDGES
from graphmem.extraction.rules.tree import finite_word, own_subject
from graphmem.extraction.rules.wordlists import words_of
from graphmem.model.parse import Sentence, Token
from graphmem.model.workspace import ProposedRole, Quote

_TOLD = words_of(
    "announce tell make happen start begin come offer decide sign confirm call write ask become "
    "finalize finalise celebrate email hear say"
)
_EDGE = words_of("last first final")
_ABOUT_IT = words_of(
    "day shift ceremony announcement promotion offer contract news notice call party"
)


def dated(role: ProposedRole, setting: Setting, following: Setting | None) -> ProposedRole:
    """The role with the date that its sentence or the next one tells, where it has none itself.

    "I just became team lead! It was announced last Thursday" begins on that Thursday.
    """
    if role.time and role.time.lower() not in HEDGES:
        return role
    own = bool(role.time) or _goes_on(setting.sentence)
    when = setting.times.date(beside=role.time) if own else None
    if when is None and following is not None and _goes_on(following.sentence):
        when = following.times.date()
    if when is None:
        return role
    quote = Quote(turn_id=setting.turn.dia_id, text=when.text, start=when.span[0])
    told = {"time": when.text, "interval": when.interval, "evidence": (quote, *role.evidence)}
    states = tuple(state.model_copy(update=told) for state in role.states)
    return role.model_copy(update={**told, "states": states})


def _goes_on(sentence: Sentence) -> bool:
    """Whether a sentence tells, in the past, of what the one before it stated."""
    return any(
        verb.pos in ("VERB", "AUX")
        and (finite := finite_word(sentence, verb)) is not None
        and finite.tag == "VBD"
        and _tells_of_it(sentence, verb)
        for verb in sentence
    )


def _tells_of_it(sentence: Sentence, verb: Token) -> bool:
    subject = own_subject(sentence, verb)
    pointing = subject is not None and subject.low in ("it", "that", "they", "this")
    if pointing and verb.lemma in _TOLD:
        return True
    return any(
        one.lemma in _ABOUT_IT
        and (one.lemma != "day" or any(t.low in _EDGE for t in sentence.children(one, "amod")))
        for one in sentence.children(verb, "attr", "nsubj")
    )
