"""An elliptical reply made whole with the words of the question."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.interrogatives import (
    UNSAID,
    Asked,
    context,
    goes_on_behind,
    is_open,
    leans,
)
from graphmem.extraction.rules.kinds import sort_of
from graphmem.extraction.rules.phrases import coordinated, is_nominal, object_phrase, words_of_item
from graphmem.extraction.rules.rewrite import (
    opens_in_capitals,
    third_person_text,
    words_text,
)
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.wordlists import (
    BACKCHANNEL,
    NO,
    NUMBER_LABELS,
    OPENERS,
    PRAISE,
    TIME_LABELS,
    YES,
)
from graphmem.language.inflection import add_s, past_form
from graphmem.model.parse import Token
from graphmem.model.workspace import (
    Modality,
    Polarity,
    ProposedAnswer,
    Quote,
    Reference,
)

_CONFIDENCE = 0.75
_SURE = 0.8
_HELPING = frozenset({"do", "does", "did"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_LONGEST = 14  # words of a fragment
_NAMES_ASKED = frozenset({"who", "whom", "whose", "where"})
_DROPPED = frozenset({"any", "anything", "something", "some", "ever", "still", "already", "yet",
                      "lately", "recently", "currently", "nowadays"})  # fmt: skip


class Fragment(NamedTuple):
    """A reply without a verb: whether it says yes or no, and its further words."""

    setting: Setting
    says: bool | None
    words: tuple[Token, ...]
    head: Token | None


def fragment_of(setting: Setting) -> Fragment | None:
    """The fragment that a sentence is, or None where it is none that answers."""
    tokens = [t for t in setting.sentence if t.pos not in ("PUNCT", "SYM", "SPACE")]
    if tokens and tokens[0].low in ("thanks", "thank", "cheers"):
        return None
    says: bool | None = None
    if tokens and tokens[0].low in YES:
        says = True
    elif tokens and tokens[0].low in NO:
        says = False
    if _praises(tokens):
        return None
    skip = BACKCHANNEL | OPENERS | YES | NO
    while tokens and (
        tokens[0].low in skip or (setting.scene.participant(tokens[0].text) is not None)
    ):
        tokens.pop(0)
    while tokens and setting.scene.participant(tokens[-1].text) is not None:
        tokens.pop()
    if any(t.tag in _FINITE for t in tokens):
        return None
    if any(t.low in ("me", "same", "here") for t in tokens[:2]):
        return None  # "Me too" takes up what the other said of themselves
    if len(tokens) > _LONGEST or (not tokens and says is None):
        return None
    kept = _between(setting, tokens)
    return Fragment(setting, says, tuple(kept), _head(kept))


def _praises(tokens: Sequence[Token]) -> bool:
    """As in "Nice boat, Ana!": of the other's thing, and no answer."""
    for token, following in pairwise(tokens):
        if token.low not in PRAISE | BACKCHANNEL:
            return False
        if token.dep in ("amod", "compound") and following.start - token.end <= 1:
            return token.low in PRAISE
    return False


def complete(asked: Asked, fragment: Fragment) -> tuple[ProposedAnswer, ...]:
    """The answers that the fragment gives to the question; none where they do not fit."""
    if asked.about is None or asked.subject is None:
        return ()
    if asked.about.name == asked.setting.scene.speaker:
        return ()
    if asked.subject.low in UNSAID and asked.subject.i not in asked.setting.meant:
        return ()
    if not fragment.words:
        if is_open(asked) or fragment.says is None or leans(asked):
            return ()
        return (_answer(asked, fragment, None),)
    head = fragment.head
    if head is None or not _fits(asked, head):
        return ()
    return tuple(_answer(asked, fragment, item) for item in _items(fragment, head))


def _fits(asked: Asked, head: Token) -> bool:
    if is_open(asked):
        low = {t.low for t in asked.wh}
        if low & {"what", "which", "who"} and goes_on_behind(asked):
            return False
        return not low & {"why", "how"} or ("how" in low and len(asked.wh) > 1)
    return is_nominal(head) and asked.slot.head is not None


def _items(fragment: Fragment, head: Token) -> Sequence[Token]:
    inside = {t.i for t in fragment.words}
    return [t for t in coordinated(fragment.setting.sentence, head) if t.i in inside] or [head]


def _answer(asked: Asked, fragment: Fragment, item: Token | None) -> ProposedAnswer:
    setting = asked.setting
    negative = fragment.says is False and item is None
    clause, instead = declarative(asked, negative=negative, filled=item is not None)
    text = third_person_text(clause, setting.scene, setting.meant, instead=instead)
    object_ = asked.slot.object
    if item is not None:
        written = _lowered(_item_text(fragment, item), asked, fragment, item)
        text = f"{text} {written}"
        object_ = _lowered(_item_object(fragment, item), asked, fragment, item)
    time = fragment.setting.times.within(fragment.words)
    sort = sort_of(clause, setting.meant, future=False)
    speaker = fragment.setting.scene.speaker
    return ProposedAnswer(
        speaker=speaker,
        subject=asked.about or Reference(name=speaker),
        text=text[:2_000],
        predicate=asked.slot.predicate,
        object=object_,
        kind=sort.kind,
        network=sort.network,
        polarity=Polarity.NEGATIVE if negative else Polarity.POSITIVE,
        modality=sort.modality if sort.modality is not Modality.HYPOTHETICAL else Modality.SAID,
        time=time.text if time else None,
        interval=time.interval if time else None,
        names=_names(asked, fragment, item),
        confidence=_CONFIDENCE if item is not None else _SURE,
        evidence=(context(asked), _said(fragment)),
    )


def declarative(asked: Asked, *, negative: bool, filled: bool) -> tuple[Clause, dict[int, str]]:
    """The question's words in the order of a statement, and the forms that change."""
    sentence, verb, subject = asked.setting.sentence, asked.verb, asked.subject
    assert subject is not None
    lead = [t for t in sentence.subtree(subject) if t.i != verb.i]
    wh = {t.i for t in asked.wh}
    auxiliaries = sentence.children(verb, "aux", "auxpass")
    dropped = {t.i for t in lead} | wh | {t.i for t in auxiliaries}
    if filled and not asked.wh and asked.slot.head is not None:
        dropped |= {t.i for t in sentence.subtree(asked.slot.head)}
    rest = [
        t
        for t in sentence.subtree(verb)
        if t.i not in dropped and t.pos != "PUNCT" and t.dep not in ("intj", "neg")
        and not (t.dep == "cc" and t.head == verb.i)
        and t.low not in _DROPPED and t.i >= min([verb.i, *(a.i for a in auxiliaries)])
    ]  # fmt: skip
    instead: dict[int, str] = {}
    helping = next((t for t in auxiliaries if t.low in _HELPING), None)
    kept = [t for t in auxiliaries if helping is None or t.i != helping.i]
    person = asked.setting.meant.get(subject.i)
    plural = (person.plural if person else subject.tag in ("NNS", "NNPS")) or bool(
        sentence.children(subject, "conj")
    )
    if negative:
        carrier = helping or (kept[0] if kept else verb)
        form = _agreeing(carrier, plural=plural)
        instead[carrier.i] = f"{form} not"
        kept = [carrier, *(t for t in kept if t.i != carrier.i)] if carrier.i != verb.i else kept
    elif helping is not None:
        instead[verb.i] = _form(helping, verb, plural=plural)
    words = [*lead, *kept, *([verb] if verb.i not in {t.i for t in rest} else []), *rest]
    order = tuple(dict.fromkeys(t.i for t in words if t.pos != "PUNCT"))
    clause = Clause(sentence, verb, subject, order, (min(order), max(order)))
    return clause, instead


def _agreeing(carrier: Token, *, plural: bool) -> str:
    low = carrier.low
    if low == "do":
        return "do" if plural else "does"
    if low in ("are", "'re"):
        return "are" if plural else "is"
    if low == "were":
        return "were" if plural else "was"
    if low in ("have", "'ve"):
        return "have" if plural else "has"
    return {"'s": "is", "wo": "will", "ca": "can", "'d": "would", "'ll": "will"}.get(low, low)


def _form(helping: Token, verb: Token, *, plural: bool) -> str:
    if helping.low == "did":
        return past_form(verb.lemma)
    return verb.lemma if plural else add_s(verb.lemma)


def _between(setting: Setting, tokens: Sequence[Token]) -> list[Token]:
    if not tokens:
        return []
    return [t for t in setting.sentence if tokens[0].i <= t.i <= tokens[-1].i]


def _head(tokens: Sequence[Token]) -> Token | None:
    inside = {t.i for t in tokens}
    for token in tokens:
        if token.head == token.i or token.head not in inside:
            if token.pos in ("PUNCT", "CCONJ"):
                continue
            return token
    return None


def _item_text(fragment: Fragment, item: Token) -> str:
    sentence = fragment.setting.sentence
    inside = {t.i for t in fragment.words}
    if is_nominal(item):
        places = sorted(words_of_item(sentence, item) & inside)
    else:
        places = [t.i for t in fragment.words]
    return words_text(sentence, places, fragment.setting.meant)


def _lowered(text: str, asked: Asked, fragment: Fragment, item: Token) -> str:
    """Without the capital that a word has only because the reply begins with it."""
    wants_name = asked.slot.predicate == "name" or any(t.low in _NAMES_ASKED for t in asked.wh)
    first = fragment.words[0]
    begins = text.startswith((first.text, item.text))
    if wants_name or not begins:
        return text
    sentence = fragment.setting.sentence
    token = first if text.startswith(first.text) else item
    plain = opens_in_capitals(sentence, token) or (
        (token.i != first.i and token.tag == "NNPS") or token.ent in NUMBER_LABELS
    )
    return text[:1].lower() + text[1:] if plain else text


def _item_object(fragment: Fragment, item: Token) -> str:
    sentence = fragment.setting.sentence
    if is_nominal(item) and item.ent not in TIME_LABELS:
        return object_phrase(sentence, item)
    inner = sentence.child(item, "pobj")
    return object_phrase(sentence, inner) if inner is not None else _item_text(fragment, item)


def _names(asked: Asked, fragment: Fragment, item: Token | None) -> tuple[Reference, ...]:
    own = {t.i for t in fragment.words} if item is not None else set()
    found = [one.reference for one in fragment.setting.things if one.token.i in own]
    if item is None:
        found += [one.reference for one in asked.setting.things]
    return tuple(dict.fromkeys(one for one in found if one != asked.about))


def _said(fragment: Fragment) -> Quote:
    sentence, turn = fragment.setting.sentence, fragment.setting.turn
    return Quote(
        turn_id=turn.dia_id, text=turn.text[sentence.start : sentence.end], start=sentence.start
    )
