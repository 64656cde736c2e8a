"""What of a clause is left out when it is told again: greetings, names called, linking words."""

from collections.abc import Iterable

from graphmem.extraction.rules.wordlists import DISCOURSE, DISCOURSE_WORDS, OPENERS
from graphmem.model.parse import SUBJECTS, Sentence, Token

_COMMAS = frozenset({",", "-", "–", "—", "!", ".", ";", ":", "..."})
_PHRASES = tuple(phrase.replace("'m", " 'm").split() for phrase in sorted(DISCOURSE))
_SHORT = 3  # words in a parenthesis like "I think" or "you know"


def left_out(sentence: Sentence, verb: Token, apart: Iterable[Token]) -> set[int]:
    """The places of the words below ``verb`` that are not part of what it says.

    ``apart`` are the verbs of clauses that are told on their own.
    """
    without: set[int] = set()
    for other in apart:
        without.update(t.i for t in sentence.subtree(other))
        without.update(_link_before(sentence, verb, other))
    for child in sentence.children(verb):
        if _is_chatter(sentence, child):
            without.update(t.i for t in sentence.subtree(child))
    without.update(_openers(sentence, verb, without))
    without.update(_phrases(sentence))
    without.update(t.i for t in sentence.children(verb, "mark") if t.i < verb.i)
    _trailing(sentence, verb, without)
    return without


def outer_marks(sentence: Sentence, verb: Token) -> set[str]:
    """The words that bind an adverbial clause to its verb: because, when, if."""
    return {t.low for t in sentence.children(verb, "mark", "advmod") if t.i < verb.i}


def _link_before(sentence: Sentence, verb: Token, other: Token) -> set[int]:
    start = sentence.subtree(other)[0].i
    links: set[int] = set()
    for child in reversed(sentence.children(verb, "cc", "punct", "preconj")):
        if child.i < start and all(
            sentence[i].pos in ("CCONJ", "PUNCT", "ADV") or i in links
            for i in range(child.i + 1, start)
        ):
            links.add(child.i)
    return links


def _is_chatter(sentence: Sentence, child: Token) -> bool:
    """An interjection, a name called, or a parenthesis such as "I guess"."""
    if child.dep in ("intj", "discourse", "meta") or child.low in DISCOURSE_WORDS:
        return child.pos not in ("VERB", "AUX") and child.dep not in ("acomp", "advmod")
    if child.dep in ("npadvmod", "vocative", "dep", "appos", "oprd") and child.pos == "PROPN":
        before = sentence[child.i - 1].text if child.i else ","
        after = sentence[child.i + 1].text if child.i + 1 < len(sentence) else ","
        return before in _COMMAS and after in _COMMAS | {"?"} and not child.ent.startswith("DATE")
    if child.dep == "dep" and child.tag in ("VB", "VBP") and not sentence.child(child, *SUBJECTS):
        return child.i > 0 and sentence[child.i - 1].text == ","
    if child.dep == "advcl" and child.lemma in ("speak", "talk", "chat", "meet"):
        return "since" in outer_marks(sentence, child)
    return child.dep == "parataxis" and len(sentence.subtree(child)) <= _SHORT


def _openers(sentence: Sentence, verb: Token, without: set[int]) -> set[int]:
    """The words before the clause proper: "Well, so", "Also,"."""
    found: set[int] = set()
    for token in sentence.subtree(verb):
        if token.i in without or token.pos == "PUNCT":
            found.add(token.i)
        elif token.i != verb.i and token.low in OPENERS and token.dep in (
            "advmod", "cc", "intj", "prep", "amod", "dep", "discourse", "mark", "acomp"
        ):  # fmt: skip
            if token.low in ("now", "then", "like", "right") and token.dep == "prep":
                break
            if sentence.child(token, "pobj", "pcomp") is not None:
                break  # "Besides the shop, I run a stall"
            found.add(token.i)
        else:
            break
    return found


def _phrases(sentence: Sentence) -> set[int]:
    low = [t.low for t in sentence]
    found: set[int] = set()
    present = set(low)
    for parts in _PHRASES:
        if not present.issuperset(parts):
            continue
        for start in range(len(low) - len(parts) + 1):
            if low[start : start + len(parts)] == parts and _set_off(low, start, len(parts)):
                found.update(range(start, start + len(parts)))
                if start + len(parts) < len(low) and low[start + len(parts)] == ",":
                    found.add(start + len(parts))
                if start and low[start - 1] == ",":
                    found.add(start - 1)
    return found


def _set_off(low: list[str], start: int, length: int) -> bool:
    end = start + length
    before = start == 0 or low[start - 1] in _COMMAS
    after = end >= len(low) or low[end] in _COMMAS | {"?"}
    return before or after


def _trailing(sentence: Sentence, verb: Token, without: set[int]) -> None:
    """Take off what dangles at the end: a name called, ", too", "lol"."""
    kept = [t for t in sentence.subtree(verb) if t.i not in without]
    while len(kept) > 1 and (
        kept[-1].pos in ("PUNCT", "CCONJ", "INTJ", "SYM")
        or (kept[-1].low in OPENERS and kept[-2].text in _COMMAS)
    ):
        without.add(kept.pop().i)
