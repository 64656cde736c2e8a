"""Detects what is said again in other words: near in meaning, of one subject, in one place.

What is said again in one slot or in the same words is told by `graphmem.tools.links`, and what the
wording of a pair tells by `graphmem.tools.changes`. Here the vectors of two answers decide, among
those that are of one kind and put alike, have one predicate or fill one slot, and tell of the same
numbers, names and times. One object is not enough: who rents the boat may not own it. Vectors take
a wet cloth for a dry one, so no word may stand in another's place.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from functools import lru_cache

from graphmem.language.numbers import numbers_in
from graphmem.language.time import find_times
from graphmem.language.words import content_words, stem, words
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import HOLDS, SAYS, Kind
from graphmem.tools.link_groups import GroupKind, View, may_change, turn
from graphmem.tools.slots import slot_of_predicate

LEAST_COSINE = 0.80
"""From here on two answers say the same that are `comparable`, by the packaged encoder.

It was chosen, and is counted here, with a wider rule that let one object do for one predicate. Of
the annotated statements of the corpus's development and training part 37 pairs were linked so, of
which 32 are annotated as a confirmation and 33 say the same as read; of those that share a subject,
a kind and a predicate or object alone 387 are as near, of which 69 are: the others tell of another
number, name or time.
"""

_ANY_DAY = datetime(2000, 1, 1)  # words are compared, not what they come to

Pair = tuple[str, str]
"""A later answer and an earlier one (uids)."""

Cosines = Callable[[Collection[Pair]], Mapping[Pair, float]]
"""Gives the cosine of each of these pairs; those without vectors are left out."""


def without_vectors(_: Collection[Pair]) -> Mapping[Pair, float]:
    """`Cosines` where no answer has a vector, or another encoder gave them."""
    return {}


def comparable(item: KnownStatement, view: View) -> list[KnownStatement]:
    """The earlier answers that an answer may say again, in the order in which they were said."""
    if not may_change(item) or item.predicate == HOLDS:
        return []
    near = {one.uid: one for one in view.before(item, GroupKind.SUBJECT)}
    near |= {one.uid: one for one in view.before(item, GroupKind.PREDICATE)}
    for thing in view.about.things(item):
        near |= {one.uid: one for one in view.before(item, GroupKind.THING, thing)}
    found = [one for one in near.values() if turn(one) != turn(item) and _alike(one, item, view)]
    return sorted(found, key=lambda one: view.index.place[one.uid])


def said_again(
    uid: str, before: Sequence[KnownStatement], cosines: Mapping[Pair, float]
) -> KnownStatement | None:
    """The nearest in meaning of answers that are `comparable` to one; of those as near the last."""
    near = [(cosines.get((uid, one.uid), -1.0), place) for place, one in enumerate(before)]
    cosine, place = max(near, default=(-1.0, 0))
    return before[place] if cosine >= LEAST_COSINE else None


def _alike(one: KnownStatement, other: KnownStatement, view: View) -> bool:
    about = view.about
    return (
        about.subject(one) == about.subject(other)
        and (one.kind, one.polarity, one.modality) == (other.kind, other.polarity, other.modality)
        and one.predicate not in (HOLDS, SAYS)
        and _one_place(one, other)
        and _one_cast(one, other, view)
        and _numbers(one.text) == _numbers(other.text)
        and _one_time(one, other)
        and not _substituted(one, other, view)
    )


def _one_place(one: KnownStatement, other: KnownStatement) -> bool:
    """Whether both have one predicate or fill one slot."""
    if one.predicate == other.predicate:
        return True
    slot = slot_of_predicate(one.predicate)
    return slot is not None and slot == slot_of_predicate(other.predicate)


def _one_time(one: KnownStatement, other: KnownStatement) -> bool:
    """Whether both tell of one time, or of none in the same words; what happens once needs one."""
    if one.interval is not None and other.interval is not None:
        return one.interval.overlaps(other.interval)
    undated = one.interval is None and other.interval is None and one.kind is not Kind.EVENT
    return undated and _time_words(one.text) == _time_words(other.text)


@lru_cache(maxsize=20_000)
def _numbers(text: str) -> frozenset[float]:
    return frozenset(numbers_in(text))


@lru_cache(maxsize=20_000)
def _time_words(text: str) -> frozenset[str]:
    """The words of a text that tell of a time, whenever it was said ("on Mondays")."""
    return frozenset(one.text.casefold() for one in find_times(text, said_at=_ANY_DAY))


def _one_cast(one: KnownStatement, other: KnownStatement, view: View) -> bool:
    """Whether both call the same by name, but for who says it ("…, Ilse says")."""
    tellers = {view.about.one(one.speaker_uid), view.about.one(other.speaker_uid)}
    return _named(one, view) ^ _named(other, view) <= tellers


def _named(one: KnownStatement, view: View) -> set[str]:
    """Who and what an answer calls by a name, besides its subject."""
    entities, about = view.index.entities, view.about
    named = (uid for uid in one.names if uid not in entities or entities[uid].proper)
    return {about.one(uid) for uid in named} - {about.subject(one)}


def _substituted(one: KnownStatement, other: KnownStatement, view: View) -> bool:
    """Whether a lexical substitution parts them: one word of meaning, no name, for another."""
    ours, theirs = content_words(one.text), content_words(other.text)
    aligned = SequenceMatcher(
        None, [stem(word) for word in ours], [stem(word) for word in theirs], autojunk=False
    )
    named = _words_of_names(one, view) | _words_of_names(other, view)
    return any(
        tag == "replace"
        and (end - start, until - since) == (1, 1)
        and named.isdisjoint((ours[start], theirs[since]))
        for tag, start, end, since, until in aligned.get_opcodes()
    )


def _words_of_names(item: KnownStatement, view: View) -> set[str]:
    entities = view.index.entities
    known = (entities[uid] for uid in item.names if uid in entities)
    return {word for one in known for name in (one.name, *one.aliases) for word in words(name)}
