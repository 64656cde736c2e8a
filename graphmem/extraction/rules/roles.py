"""Roles stated in a clause: job, relationship, home, education, family, pet, membership, health."""

from collections.abc import Callable, Iterator

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.roles_life import education, family, health, home, membership, pet
from graphmem.extraction.rules.roles_love import relationship, spouse
from graphmem.extraction.rules.roles_work import job
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.shapes import Part, View, is_so, written
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.verbs import SAME_IN_THE_PAST
from graphmem.model.workspace import Kind, ProposedAnswer, ProposedEntity, ProposedRole

_RULES: tuple[Callable[[View], Iterator[Part]], ...] = (
    job,
    relationship,
    home,
    education,
    family,
    pet,
    membership,
    health,
    spouse,
)
_NOT_YET = frozenset({"have", "need", "try", "want", "plan", "hope", "seem"})
_PEOPLE_ONLY = frozenset({Kind.FACT, Kind.EVENT, Kind.PLAN, Kind.OPINION, Kind.PREFERENCE})


def roles_of(
    clause: Clause, setting: Setting, answer: ProposedAnswer
) -> list[tuple[ProposedRole, ProposedEntity | None]]:
    """The roles that a clause states, each with its entity where the text does not name it."""
    if (
        not is_so(answer)
        or _looks_ahead(clause)
        or answer.kind not in _PEOPLE_ONLY
        or not _of_somebody(clause, setting, answer)
    ):
        return []
    verb = main_verb(clause.sentence, clause.verb)
    if verb.i != clause.verb.i and clause.verb.lemma in _NOT_YET:
        return []
    view = View(clause, setting, answer, verb, lemma_of(verb))
    found: list[tuple[ProposedRole, ProposedEntity | None]] = []
    for rule in _RULES:
        found += [written(view, part) for part in rule(view) if part.name]
    return found


def _looks_ahead(clause: Clause) -> bool:
    """As in "When I'm in Oslo you must come": not so yet."""
    finite = clause.finite
    present = finite is not None and finite.tag in ("VBP", "VBZ")
    present = present and finite is not None and finite.low not in SAME_IN_THE_PAST
    marks = {t.low for t in clause.sentence.children(clause.verb, "mark", "advmod")}
    return clause.role == "adverbial" and present and bool(marks & {"when", "once", "until"})


def _of_somebody(clause: Clause, setting: Setting, answer: ProposedAnswer) -> bool:
    """Whether the clause's own subject is a person, and the one that the answer is about."""
    subject = clause.subject
    if subject is None:
        return True
    heads = [subject, *clause.sentence.children(subject, "conj")]
    for head in heads:
        person = setting.meant.get(head.i)
        if person and person.human and person.reference == answer.subject:
            return True
    if any(t.low == "me" for t in clause.sentence.children(clause.verb, "dobj")):
        return subject.low == "they" and answer.subject.owner is None
    return any(
        thing.token.i == subject.i and thing.sort in ("f", "m", "person")
        for thing in setting.things
    )
