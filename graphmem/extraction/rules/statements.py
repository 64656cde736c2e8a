"""A clause to proposed answers: whom it is about, its text, slot, time, place and evidence."""

from collections.abc import Sequence

from graphmem.extraction.rules.about import whom
from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.kinds import Sort, sort_of
from graphmem.extraction.rules.phrases import coordinated, is_nominal, object_phrase, words_of_item
from graphmem.extraction.rules.places import place_of
from graphmem.extraction.rules.rewrite import third_person_text
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import Slot, slot_of
from graphmem.extraction.rules.times import When
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    VAGUE_SUBJECTS,
    words_of,
)
from graphmem.language.names import names_in
from graphmem.model.parse import Token
from graphmem.model.workspace import (
    Kind,
    Modality,
    Network,
    ProposedAnswer,
    Quote,
    Reference,
)

_LONGEST_LIST = 6
_ASSENTS = words_of("yep yeah yes yup no nope nah wow hey oh well")
_LINKS = frozenset({"and", "&", "plus", "or", "nor", "but"})
_QUOTES = frozenset('"“”')


def answers_of(clause: Clause, setting: Setting) -> list[ProposedAnswer]:
    """The answers that a clause yields: one, or one for each item of a list."""
    slot = slot_of(clause, setting.meant)
    time = setting.times.of(clause)
    sort = sort_of(clause, setting.meant, future=time is not None and time.future)
    about, thinker = whom(clause, setting, sort, slot.predicate)
    items = _items(clause, slot)
    called = _vocatives(clause, setting)
    answers = []
    for item in items:
        without = _beside(clause, slot, items, item) | called
        text = third_person_text(
            clause, setting.scene, setting.meant, without=without, instead=setting.fuller
        )
        if thinker:
            text = f"{setting.scene.speaker} thinks {_lowered(text, clause, setting)}"
        elif clause.subject is not None and _is_left_out(about, text, setting):
            text = f"{setting.scene.speaker} says {_lowered(text, clause, setting)}"
        filled = slot.object if len(items) == 1 or item is None else _filled(clause, item, slot)
        answers.append(
            ProposedAnswer(
                speaker=setting.scene.speaker,
                subject=about,
                text=text[:2_000],
                predicate=slot.predicate,
                object=filled,
                kind=Kind.OPINION if thinker and sort.kind is Kind.FACT else sort.kind,
                network=Network.OPINION if thinker else sort.network,
                polarity=sort.polarity,
                modality=sort.modality,
                time=time.text if time else None,
                interval=time.interval if time else None,
                place=place_of(clause),
                mentioned_by=_reporters(clause, setting),
                names=_names(clause, setting, about, without),
                confidence=_confidence(clause, setting, sort, thinker),
                evidence=_evidence(clause, setting, time),
            )
        )
    return answers


def _vocatives(clause: Clause, setting: Setting) -> set[int]:
    """The places where the addressee is called by name, each with the comma before it."""
    sentence = clause.sentence
    found: set[int] = set()
    for i in clause.words[:-1]:
        if sentence[i].low not in _ASSENTS or sentence[i].dep == "ROOT":
            break
        found |= {i, i + 1} if sentence[i + 1].text == "," else {i}
    for i in clause.words:
        person = setting.meant.get(i)
        if person is None or sentence[i].pos != "PROPN" or person.label != setting.scene.addressee:
            continue
        before = i == 0 or sentence[i - 1].pos in ("PUNCT", "INTJ") or i - 1 in found
        after = i + 1 >= len(sentence) or sentence[i + 1].pos == "PUNCT"
        if before and after and i != (clause.subject.i if clause.subject else -1):
            found |= {i, i - 1} if i and sentence[i - 1].text == "," else {i}
            if i == clause.words[0] and i + 1 < len(sentence):
                found.add(i + 1)
    return found


def _items(clause: Clause, slot: Slot) -> list[Token | None]:
    if clause.joined or slot.head is None or not is_nominal(slot.head):
        return [None]
    listed = [t for t in coordinated(clause.sentence, slot.head) if t.i in set(clause.words)]
    if not 1 < len(listed) <= _LONGEST_LIST:
        return [None]
    links = {t.low for one in listed for t in clause.sentence.children(one, "cc")}
    if not links & _LINKS or _of_verbs(clause, listed) or _shared_behind(clause, listed):
        return [None]
    before = {clause.sentence[i].low for i in clause.words if i < listed[0].i}
    between = clause.sentence.tokens[listed[0].i : listed[-1].i]
    if any(t.text in _QUOTES for t in between):
        return [None]
    if before & {"between", "both", "either"}:
        return [None]
    for one in listed:
        if any(_was_done(clause, t) for t in clause.sentence.children(one, "amod")):
            return [None]
        if any(
            clause.sentence.children(t, "aux")
            for t in clause.sentence.children(one, "acl", "relcl", "conj", "ccomp", "advcl")
            if t.tag == "VBG"
        ):
            return [None]  # "... and things are looking up": a clause of its own, run on
        if one.tag == "VBG" and clause.sentence.children(one, "prep", "dobj", "acomp"):
            return [None]
        if any(t.low in ("or", "nor", "but") for t in clause.sentence.children(one, "cc")):
            return [None]
        if any(not is_nominal(t) for t in clause.sentence.children(one, "conj")):
            return [None]
    return list(listed)


def _shared_behind(clause: Clause, listed: Sequence[Token]) -> bool:
    """As in "the calm and warmth that it brings", "some notes and drafts of it"."""
    sentence = clause.sentence
    if any(sentence.children(one, "relcl", "acl", "appos") for one in listed):
        return True
    counted = sentence.children(listed[0], "det", "amod", "nummod", "poss")
    if counted and any(
        not sentence.children(one, "det", "poss", "amod", "compound", "nummod")
        for one in listed[1:]
    ):
        return True  # "a big table and bench"
    return bool(sentence.children(listed[-1], "prep")) or any(
        one.lemma in ABSTRACT_NOUNS or one.lemma in EMPTY_NOUNS for one in listed
    )


def _of_verbs(clause: Clause, listed: Sequence[Token]) -> bool:
    """As in "looking into boats and thinking of moving": a verb taken for a noun."""
    return any(
        one.low.endswith("ing") and clause.sentence.children(one, "prep") for one in listed[1:]
    )


def _was_done(clause: Clause, token: Token) -> bool:
    """As in "we chilled, played games": the parser took a verb for an adjective."""
    past = token.tag in ("VBD", "VBN") or token.low.endswith("ed")
    return past and token.i > 0 and clause.sentence[token.i - 1].text in (",", "and")


def _beside(
    clause: Clause, slot: Slot, items: Sequence[Token | None], item: Token | None
) -> set[int]:
    """The places of the other items of a list, with what links them."""
    if item is None or slot.head is None:
        return set()
    without: set[int] = set()
    first = items[0]
    for other in items:
        if other is None or other.i == item.i:
            continue
        own = words_of_item(clause.sentence, other)
        without |= own
    kept = words_of_item(clause.sentence, item)
    without -= kept
    listed = [t.i for t in items if t]
    for i in range(listed[0] + 1, listed[-1]):
        token = clause.sentence[i]
        if token.dep in ("cc", "punct", "preconj") and token.head in listed:
            without.add(i)
    if first and item.i != first.i:
        determiners = clause.sentence.children(first, "det", "poss")
        own_det = clause.sentence.children(item, "det", "poss")
        if determiners and not own_det and determiners[0].dep == "poss":
            without.discard(determiners[0].i)
    return without


def _filled(clause: Clause, item: Token, slot: Slot) -> str:
    return object_phrase(clause.sentence, item) or slot.object


def _is_left_out(about: Reference, text: str, setting: Setting) -> bool:
    """Whether it is told of the speaker, whom the text does not name: "The house was flooded"."""
    speaker = setting.scene.speaker
    return about == Reference(name=speaker) and not names_in(text, [speaker])


def _lowered(text: str, clause: Clause, setting: Setting) -> str:
    first = clause.sentence[clause.words[0]]
    person = setting.meant.get(first.i)
    named = person is not None and not person.label.startswith("the ")
    named = named or not setting.fuller.get(first.i, "the ").startswith("the ")
    if first.pos == "PROPN" or named or first.text.isupper() or first.ent == "PERSON":
        return text
    return text[:1].lower() + text[1:]


def _reporters(clause: Clause, setting: Setting) -> tuple[str, ...]:
    if clause.reporter is None:
        return ()
    for subject in clause.sentence.children(clause.reporter, "nsubj"):
        person = setting.meant.get(subject.i)
        name = person.reference.name if person and not person.reference.owner else None
        if name and name != setting.scene.speaker and setting.scene.participant(name):
            return (name,)
    return ()


def _names(
    clause: Clause, setting: Setting, about: Reference, without: set[int]
) -> tuple[Reference, ...]:
    words = set(clause.words) - without
    found: list[Reference] = []
    for thing in setting.things:
        if thing.token.i in words:
            found.append(thing.reference)
    for i, person in setting.meant.items():
        if i in words and not person.possessive:
            found.append(person.reference)
    return tuple(dict.fromkeys(one for one in found if one != about))


def _confidence(clause: Clause, setting: Setting, sort: Sort, thinker: bool) -> float:
    subject = clause.subject
    first = subject is None or (
        subject.low == "i" or (subject.low == "we" and subject.i in setting.meant)
    )
    score = 0.9 if first else 0.8
    if clause.bare or (subject is None and not first):
        score -= 0.1
    unresolved = [
        i
        for i in clause.words
        if clause.sentence[i].tag == "PRP"
        and clause.sentence[i].low in VAGUE_SUBJECTS | {"you"}
        and i not in setting.meant
    ]
    score -= 0.1 if unresolved else 0.0
    score -= 0.1 if clause.reporter is not None else 0.0
    score -= 0.05 if thinker or clause.role in ("adverbial", "relative") else 0.0
    score -= 0.1 if sort.modality is Modality.HYPOTHETICAL else 0.0
    return round(max(score, 0.3), 2)


def _evidence(clause: Clause, setting: Setting, time: When | None) -> tuple[Quote, ...]:
    """The clause's words; before them the time, where another sentence of the turn tells it."""
    sentence, turn = clause.sentence, setting.turn
    places = [sentence[i] for i in clause.words]
    start, end = min(t.start for t in places), max(t.end for t in places)
    elsewhere: tuple[Quote, ...] = ()
    if time is not None and sentence.start <= time.span[0] < sentence.end:
        start, end = min(start, time.span[0]), max(end, time.span[1])
    elif time is not None:
        elsewhere = (Quote(turn_id=turn.dia_id, text=time.text, start=time.span[0]),)
    return (*elsewhere, Quote(turn_id=turn.dia_id, text=turn.text[start:end], start=start))
