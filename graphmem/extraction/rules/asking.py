"""A question told again with names: "You play anything?" becomes "Does Ana play anything?"."""

from collections.abc import Mapping

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.people import Meant
from graphmem.extraction.rules.rewrite import joined, singular_verbs, spaced, word_text
from graphmem.extraction.rules.tree import own_subject
from graphmem.extraction.rules.wordlists import AUXILIARIES
from graphmem.model.parse import Sentence, Token

_WH = frozenset({"what", "when", "where", "who", "whom", "whose", "why", "which", "how"})
_TAGS = frozenset({"right", "huh", "eh", "yeah", "no", "yes", "though", "ok", "okay", "then"})
_LONGEST_LEAD = 6  # words before the question proper: "On that note,", "So,"


def question_text(sentence: Sentence, meant: Mapping[int, Meant], *, asked: str) -> str:
    """The question on its own; ``asked`` is who is asked, for one that leaves "you" out."""
    kept = _kept(sentence)
    if not kept:
        return ""
    clause = Clause(sentence, sentence.root, sentence.root, tuple(kept), (kept[0], kept[-1]))
    singular = singular_verbs(sentence, clause, meant)
    lead, instead, skipped = _in_order(sentence, kept, meant, asked)
    pieces: list[tuple[str, bool]] = [(lead, False)] if lead else []
    previous: int | None = None
    said: set[str] = set()
    for i in kept:
        if i in skipped:
            continue
        text = instead.get(i) or word_text(sentence[i], sentence, meant.get(i), said, singular)
        pieces.append((text, spaced(sentence, previous, sentence[i])))
        previous = i
    return joined(pieces).rstrip("?!., ") + "?"


def _kept(sentence: Sentence) -> list[int]:
    """The words without what leads up to the question and what is tagged on: "So,", ", right?"."""
    without = {t.i for t in sentence if t.dep in ("intj", "vocative")}
    kept = [t.i for t in sentence if t.i not in without]
    for place, i in enumerate(kept[:_LONGEST_LEAD]):
        opens = i and sentence[i - 1].text in (",", "-", "–")
        if opens and place and sentence[i].low in _WH | AUXILIARIES:
            kept = kept[place:]
            break
    while kept and (sentence[kept[0]].pos == "PUNCT" or sentence[kept[0]].dep == "cc"
                    or sentence[kept[0]].low in ("so", "well", "oh")):  # fmt: skip
        kept.pop(0)
    while kept and (sentence[kept[-1]].pos == "PUNCT" or (
        sentence[kept[-1]].low in _TAGS and kept[-1] and sentence[kept[-1] - 1].text == ","
    )):  # fmt: skip
        kept.pop()
    return kept


def _in_order(
    sentence: Sentence, kept: list[int], meant: Mapping[int, Meant], asked: str
) -> tuple[str, dict[int, str], set[int]]:
    """What to put before the words, the forms that change, and the words to leave out.

    "You play anything?" and "Any plans?" are how people ask; who reads it later was not there.
    """
    first, root = sentence[kept[0]], sentence.root
    subject = own_subject(sentence, root)
    plain = not sentence.children(root, "aux", "auxpass") and root.pos == "VERB"
    if first.low in ("any", "anything") and root.pos in ("NOUN", "PRON", "PROPN"):
        return f"Does {asked} have", {first.i: first.low}, set()
    if subject is None and first.i == root.i and first.low in ("got", "been", "had"):
        return f"Has {asked}", {first.i: first.low}, set()
    if first.low == "wanna" and first.i == root.i:
        return f"Does {asked}", {first.i: "want to"}, set()
    if subject is None or subject.i != first.i or not plain or subject.i not in meant:
        return "", {}, set()
    person = meant[subject.i]
    if root.tag == "VBD":
        return f"Did {person.label}", {root.i: root.lemma}, {subject.i}
    if root.tag in ("VBP", "VB"):
        lead = f"Do {person.label}" if person.plural else f"Does {person.label}"
        return lead, {root.i: root.lemma}, {subject.i}
    return "", {}, set()


def tags_on(sentence: Sentence) -> bool:
    """As in "It's lovely, isn't it?", "..., right?": it states, and asks for assent only."""
    low = [t.low for t in sentence if t.pos != "PUNCT" and t.pos != "SYM"]
    if not low or low[0] in _WH | AUXILIARIES:
        return False
    commas = [t.i for t in sentence if t.text == ","]
    tail: list[Token] = list(sentence.tokens[commas[-1] + 1 :]) if commas else []
    words = [t.low for t in tail if t.pos not in ("PUNCT", "SYM")]
    return bool(words) and (
        (words[0] in _TAGS and len(words) == 1)
        or (words[0] in AUXILIARIES and len(words) <= 3 and words[-1] in ("it", "they", "you"))
    )
