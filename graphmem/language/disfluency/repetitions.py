"""Repetitions: the reparandum of "we need we need to", never what is said twice on purpose."""

from collections.abc import Sequence

from graphmem.language.disfluency.classes import (
    AT_THE_BEGINNING,
    AUXILIARIES,
    BE,
    BEGINS_A_PHRASE,
    COMPARATIVES,
    CONJUNCTIONS,
    CONTRACTED,
    DETERMINERS,
    DISCOURSE,
    FUNCTION,
    HELPERS,
    INTERROGATIVES,
    NEVER_DOUBLED,
    OPENERS,
    OTHERS,
    PARTICLES,
    SUBJECTS,
    SUBORDINATORS,
    TOGETHER,
    UNFINISHED,
)
from graphmem.language.disfluency.utterance import LINKS, Utterance

_LONGEST = 4
"""Words of a repetition."""


def repetitions(said: Utterance) -> None:
    """Leave out all but the last of like stretches, until there are none."""
    places, begin = said.words(), 0
    while begin + 1 < len(places):
        length = _repeated(said, places, begin)
        if length:
            last = begin + length
            first = [said.low(at) for at in places[begin:last]]
            while [said.low(at) for at in places[last + length : last + 2 * length]] == first:
                last += length
            said.out |= set(range(places[begin], places[last]))
            del places[begin:last]
            begin = max(0, begin - 2 * _LONGEST)
        else:
            begin += 1


def _repeated(said: Utterance, places: Sequence[int], begin: int) -> int:
    """How many words from here on are said again and belong to the second time alone."""
    for length in range(_LONGEST, 0, -1):
        if begin + 2 * length > len(places):
            continue
        first = [said.low(at) for at in places[begin : begin + length]]
        again = places[begin + length : begin + 2 * length]
        if "" in first or any(one.isdigit() for word in first for one in word):
            continue
        if first == [said.low(at) for at in again]:
            context = _Context(said, places, begin, length)
            if _plain_word(context) if length == 1 else _plain_phrase(context):
                return length
        elif length == 1 and _contracted(_Context(said, places, begin, 1)):
            return 1
    return 0


class _Context:
    """Two like stretches of words with what stands before and after them."""

    def __init__(self, said: Utterance, places: Sequence[int], begin: int, length: int) -> None:
        self.first = [said.low(at) for at in places[begin : begin + length]]
        again = places[begin + length : begin + 2 * length]
        self.again = [said.tokens[at] for at in again]
        self.before = places[begin - 1] if begin else None
        self.previous = said.low(self.before)
        self.earlier = [said.low(at) for at in places[max(0, begin - 7) : begin]]
        self.linked = any(
            said.tokens[at].text in LINKS and at not in said.out
            for at in range(places[begin + length - 1], again[0])
        )
        self.broken = any(
            said.tokens[at].text in LINKS and at not in said.out
            for stretch in (places[begin : begin + length], again)
            for at in range(stretch[0], stretch[-1])
        )
        after = said.beside(again[-1], 1)
        self.following = said.low(after)
        last = begin + 2 * length
        while [said.low(at) for at in places[last : last + length]] == self.first:
            last += length
        self.rest = said.low(places[last]) if last < len(places) else ""
        comma = said.beside(places[begin], -1)
        self.begins = said.mark(comma) != "" or self.previous in DISCOURSE

    @property
    def named(self) -> bool:
        """True if it is written as a name is: "The The"."""
        return self.again[0].text in ("The", "A") and not self.linked


def _plain_word(context: _Context) -> bool:
    word, following = context.first[0], context.following
    if context.named:
        return False
    if word in NEVER_DOUBLED:
        if (word, following) in (("of", "course"), ("at", "all")):
            return False
        if word in ("my", "he"):
            return bool(following) and not (context.before is None and word == "he")
        return True
    if not following or following in TOGETHER:
        return False
    if word in PARTICLES:
        past_function = context.previous in (
            FUNCTION - PARTICLES - OTHERS - BE - {"it", "you", "that"}
        )
        return context.begins or past_function
    if word in BE:
        ends = context.previous in SUBJECTS | {"it", "you", "that", "this"}  # "all it is is"
        return not ends and SUBORDINATORS.isdisjoint(context.earlier)
    if word == "so":
        return context.begins and following in OPENERS | FUNCTION - {"much", "many"}
    if word in DETERMINERS and context.linked:
        return False
    if word in ("it", "you") and context.previous in SUBORDINATORS | {"that"}:
        return True
    return word in AT_THE_BEGINNING and context.begins


def _contracted(context: _Context) -> bool:
    """Whether a pronoun is said again with its verb: "it it's"; or an article: "a an"."""
    word, again = context.first[0], context.again[0].low
    if (word, again) in (("a", "an"), ("an", "a")):
        return True
    if not again.startswith(f"{word}'") or again not in CONTRACTED or context.named:
        return False
    return word in SUBJECTS | {"what"} or context.begins


def _plain_phrase(context: _Context) -> bool:
    first = context.first
    around = context.previous == first[-1] or context.rest == first[0]
    if context.broken or around or len(set(first)) == 1:
        return False  # "more and more and more", "no no no no"
    if not context.following:
        return False  # what is repeated to the end may be meant: "I love you I love you"
    if first[0] == "the" and (first[1] in COMPARATIVES or first[1].endswith("er")):
        return False  # "the more I think the more I think"
    if first[0] in AUXILIARIES:
        # "Where do you do you live" wants a verb yet, "what time is it is it late" does not.
        wants = first[0] in HELPERS and first[-1] in SUBJECTS | {"you", "it"}
        return context.begins or (wants and context.previous in INTERROGATIVES)
    if context.linked and first[-1] not in UNFINISHED and first[0].split("'")[0] not in SUBJECTS:
        return False  # "what's on, what's on next"
    if first[0] in SUBJECTS | CONTRACTED | {"it", "you", "that", "this", "there"}:
        ends = first[-1] in BE and not SUBORDINATORS.isdisjoint(context.earlier)
        return context.previous not in SUBORDINATORS and not ends
    if first[-1] in UNFINISHED:
        return first[0] in FUNCTION or first[-1] not in PARTICLES
    return first[0] in BEGINS_A_PHRASE and (context.begins or first[0] in CONJUNCTIONS)
