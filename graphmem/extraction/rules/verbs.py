"""Verb forms: the third person singular, and contractions written out."""

from graphmem.extraction.rules.wordlists import words_of
from graphmem.language.inflection import add_s
from graphmem.model.parse import Token

# Contractions whose long form does not depend on the words around.
EXPANSIONS = {
    "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "n't": "not", "ca": "can",
    "wo": "will", "sha": "shall", "gon": "going", "na": "to", "got": "got", "ta": "to",
    "wan": "want", "thinkin'": "thinking", "&": "and", "'em": "them", "ai": "is",
    "wanna": "want to", "gonna": "going to", "gotta": "has to",
}  # fmt: skip
_IRREGULAR = {
    "am": "is", "'m": "is", "are": "is", "'re": "is", "were": "was", "have": "has", "'ve": "has",
    "do": "does", "be": "is", "wan": "wants", "gon": "is going", "wanna": "wants to",
    "ai": "is", "m": "is", "'d": "would",
}  # fmt: skip
_UNCHANGED = words_of(
    "can ca could will 'll wo would shall sha should may might must was is has had did does been "
    "'s got ought"
)
# In talk about oneself these are the past more often than not.
SAME_IN_THE_PAST = words_of("hurt quit put hit cut set shut split burst")
_NOT_PLAIN = frozenset({"VBD", "MD", "VBN", "VBG", "VBZ"})


def third_person(token: Token) -> str:
    """The form of a finite verb after "she"; past and modal forms stay as they are."""
    low = token.low
    if low == "'d":
        return "had" if token.lemma == "have" else "would"
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if (
        low in _UNCHANGED
        or low in SAME_IN_THE_PAST
        or token.tag in ("VBD", "MD", "VBN", "VBG", "VBZ")
    ):
        return {"ca": "can", "wo": "will", "'ll": "will", "sha": "shall"}.get(low, low)
    return add_s(token.text if token.text.islower() else low)
