"""What is wrong in the mentions of a turn: words that are none, and words that are left out."""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import zip_longest

from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import GoldTurn
from scripts.corpus.mentions import Place, places, said, stands

_OWN = frozenset({"i", "me", "my", "myself"})
_PLACE = frozenset({"here", "there"})
_POSSESSIVE = frozenset({"my", "your", "his", "her", "its", "our", "their"})
# A pronoun and a short form of a verb, typed without the apostrophe.
_RUN_TOGETHER = frozenset(
    pronoun + verb
    for pronoun, verbs in {
        "he": ("s", "d", "ll"),
        "she": ("s", "d", "ll"),
        "it": ("s", "d", "ll"),
        "you": ("re", "ve", "d", "ll"),
        "we": ("re", "ve", "d", "ll"),
        "they": ("re", "ve", "d", "ll"),
    }.items()
    for verb in verbs
)
# What may follow a possessive.
_OWNED = frozenset({"ADJ", "NOUN", "PROPN", "VERB"})
_OF = re.compile(r"['’]s?\s")


def faults_of_mentions(turn: GoldTurn, known: AbstractSet[str]) -> Iterator[str]:
    """What is wrong in the mentions of one turn."""
    text = said(turn)
    for key, ids in turn.mentions.items():
        if stands(key, text) is None:
            yield f"the mention {key!r} does not stand there"
        yield from (f"{key!r} means {one}, whom nobody names" for one in unknown(ids, known))
    found = list(places(turn))
    for place in found:
        word = text[place.start : place.end].casefold()
        if word in _PLACE or (word in _OWN and turn.speaker in place.meant):
            yield f"{place.key!r} is left out of the mentions"
        if any(_possessive_in(text, place, other) for other in found):
            yield f"{place.key!r} stands in a longer mention"


def run_together(turn: GoldTurn) -> Iterator[str]:
    """Mentions that by the parse are no word of their own: "shes", "its" before a verb."""
    text = said(turn)
    for place in places(turn):
        word = text[place.start : place.end].casefold()
        if word in _RUN_TOGETHER and not _one_word(text, place):
            yield place.key


def unknown(ids: str | Sequence[str], known: AbstractSet[str]) -> list[str]:
    """Which ids the header does not have."""
    return [one for one in ([ids] if isinstance(ids, str) else ids) if one not in known]


def _possessive_in(text: str, place: Place, other: Place) -> bool:
    if other == place or not other.start <= place.start <= place.end <= other.end:
        return False
    owner = place.end < other.end and _OF.match(text, place.end) is not None
    return owner or text[place.start : place.end].casefold() in _POSSESSIVE


def _one_word(text: str, place: Place) -> bool:
    """Whether what may be run together ("its", "shed") is by its place in the sentence one word.

    No parser tells this well of talk as it is typed; what it misses is left to readers.
    """
    tag, following = _parsed(text).get((place.start, place.end), ("", ""))
    return tag.startswith("NN") or (tag == "PRP$" and following in _OWNED)


@cache
def _parsed(text: str) -> dict[tuple[int, int], tuple[str, str]]:
    """The tag of each word, and the part of speech of the next."""
    (parsed,) = load_parser()([text])
    return {
        (word.start, word.end): (word.tag, following.pos if following else "")
        for sentence in parsed.sentences
        for word, following in zip_longest(sentence, sentence.tokens[1:])
    }
