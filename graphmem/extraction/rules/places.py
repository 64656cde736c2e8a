"""Where something happened: "in Paris", "at the lake"."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.wordlists import LOCATIVE, PLACE_LABELS, PLACE_NOUNS
from graphmem.model.parse import Sentence, Token

_LONGEST = 60


def place_of(clause: Clause) -> str | None:
    """The place that a clause states, without its preposition, or None."""
    sentence = clause.sentence
    for i in clause.words:
        token = sentence[i]
        if token.dep != "prep" or token.low not in LOCATIVE | {"to", "from"}:
            continue
        inner = sentence.child(token, "pobj")
        if inner is None or inner.i not in clause.words:
            continue
        if token.low in ("to", "from") and inner.ent not in PLACE_LABELS:
            continue
        if _is_place(inner):
            return _written(sentence, inner)
    return None


def _is_place(noun: Token) -> bool:
    return noun.ent in PLACE_LABELS or (
        not noun.ent and (noun.low in PLACE_NOUNS or noun.lemma in PLACE_NOUNS)
    )


def _written(sentence: Sentence, noun: Token) -> str:
    kept = [noun]
    i = noun.i - 1
    deps = ("compound", "amod", "nmod", "nummod")
    while i >= 0 and (
        (sentence[i].dep in deps and sentence[i].head in range(i + 1, noun.i + 1))
        or (noun.ent and sentence[i].ent == noun.ent and not kept[0].begins
            and sentence[i].pos != "DET")
    ):  # fmt: skip
        kept.insert(0, sentence[i])
        i -= 1
    words = "".join(
        f" {t.text}" if n and kept[n - 1].end < t.start else t.text for n, t in enumerate(kept)
    )
    return words[:_LONGEST]
