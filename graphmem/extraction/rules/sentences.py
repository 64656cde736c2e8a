"""What a sentence does: it asks, makes small talk, or states something."""

import re
from collections.abc import Sequence
from enum import StrEnum

from graphmem.extraction.rules.gaps import shown_of_a_time
from graphmem.extraction.rules.wordlists import (
    AUXILIARIES,
    BACKCHANNEL,
    GREETINGS,
    PLACE_LABELS,
    PRAISE,
    SMALL_TALK_STARTS,
    TIME_LABELS,
)
from graphmem.model.parse import SUBJECTS, Sentence, Token

_WH = frozenset({"what", "when", "where", "who", "whom", "whose", "why", "which", "how", "what's"})
_COURTEOUS = re.compile(rf"(?:{'|'.join(map(re.escape, SMALL_TALK_STARTS))})(?![a-z])")
_TALKING = frozenset({"catching", "chatting", "talking", "hearing", "seeing", "meeting"})
_SHORT = 7  # words of a sentence that only reacts
_SHORT_PRAISE = 9


class Act(StrEnum):
    """What a sentence does."""

    QUESTION = "question"
    SMALL_TALK = "small talk"
    STATEMENT = "statement"


def act_of(sentence: Sentence, *, opens: bool) -> Act:
    """What the sentence does; ``opens`` tells that the speaker has stated nothing before it."""
    words = [t for t in sentence if t.pos not in ("PUNCT", "SYM", "SPACE", "X")]
    if not words:
        return Act.SMALL_TALK
    if asks(sentence):
        return Act.STATEMENT if tells_first(sentence) else Act.QUESTION
    low = [t.low for t in words]
    if all(word in BACKCHANNEL or word in GREETINGS or t.pos in ("INTJ", "PROPN") for word, t in
           zip(low, words, strict=True)):  # fmt: skip
        return Act.SMALL_TALK
    if _small_talk(sentence, opens=opens):
        return Act.SMALL_TALK
    return Act.STATEMENT


def tells_first(sentence: Sentence) -> bool:
    """As in "I'm off to a match on Sunday, want to join?": a statement, and a question behind."""
    root = sentence.root
    first = next((t for t in sentence.children(root, *SUBJECTS)), None)
    if first is None or any(t.low in _WH for t in sentence):
        return False
    mine = any(t.low in ("i", "we") for t in [first, *sentence.children(first, "conj")])
    plain = all(t.i > first.i for t in sentence.children(root, "aux")) and first.i < root.i
    behind = [t for t in sentence.children(root, "dep", "parataxis") if t.i > root.i]
    return mine and plain and any(sentence[t.i - 1].text == "," for t in behind)


def asks(sentence: Sentence) -> bool:
    """Whether it ends with a question mark, or is put as a question."""
    tail = [t.text for t in sentence.tokens[-3:]]
    if any("?" in text for text in tail):
        return True
    low = [t.low for t in sentence if t.pos not in ("PUNCT", "INTJ")]
    if len(low) < 3 or low[0] not in _WH | AUXILIARIES or sentence.tokens[-1].text == "!":
        return False
    return low[0] in AUXILIARIES and low[1] in ("you", "your", "it", "he", "she", "they", "we", "i")


def _small_talk(sentence: Sentence, *, opens: bool) -> bool:
    first = 0
    tokens = sentence.tokens
    while first < len(tokens) - 1 and (
        (
            tokens[first].low in BACKCHANNEL | GREETINGS | {"and", "so", "well", "but", "just"}
            and tokens[first].dep
            in ("intj", "cc", "advmod", "ROOT", "dep", "amod", "punct", "ccomp")
        )
        or tokens[first].pos in ("PUNCT", "INTJ")
        or (tokens[first].pos == "PROPN" and tokens[first + 1].text in (",", "!"))
    ):
        first += 1
    rest = tokens[first:]
    text = "".join(
        f" {t.low}" if i and t.start > rest[i - 1].end else t.low for i, t in enumerate(rest)
    )
    whole = "".join(
        f" {t.low}" if i and t.start > tokens[i - 1].end else t.low for i, t in enumerate(tokens)
    )
    if _meets_again(rest):
        return True
    if text.startswith("i agree that") or (
        text.startswith("i agree") and sentence.root.lemma == "agree" and sentence.child(
            sentence.root, "ccomp") is not None
    ):  # fmt: skip
        return False
    if _COURTEOUS.match(whole) or _COURTEOUS.match(text):
        if whole.startswith("here"):
            return not _tells_beside(sentence)
        return not _has_news(sentence)
    return opens and _reacts(sentence)


def _meets_again(tokens: Sequence[Token]) -> bool:
    """As in "Awesome catching up": praise for having talked."""
    low = [t.low for t in tokens[:2]]
    return len(low) == 2 and low[0] in PRAISE and low[1] in _TALKING


def _tells_beside(sentence: Sentence) -> bool:
    """As in "Here's the drawing I made": what is shown was made, seen or met by the speaker."""
    return shown_of_a_time(sentence) is not None or any(
        t.dep in SUBJECTS
        and t.low in ("i", "we")
        and sentence.head(t).dep in ("relcl", "advcl")
        and sentence.head(t).tag in ("VBD", "VBN")
        for t in sentence
    )


def _has_news(sentence: Sentence) -> bool:
    """A courtesy that tells something all the same: a time, or a first-person clause beside it."""
    when = any(t.ent in TIME_LABELS for t in sentence)
    where = any(t.ent in PLACE_LABELS or (t.dep == "prep" and t.low == "at") for t in sentence)
    if when and (len(sentence) > _SHORT or where):
        return True
    subjects = [t for t in sentence if t.dep in SUBJECTS and t.low in ("i", "we")]
    return (
        any(
            sentence.head(t).dep not in ("ROOT",) and sentence.head(t).pos in ("VERB", "AUX")
            for t in subjects
        )
        and len(sentence) > _SHORT_PRAISE
    )


def _reacts(sentence: Sentence) -> bool:
    """As in "That's so cool!", "It sounds amazing": praise for what the other has just said."""
    words = [t for t in sentence if t.pos not in ("PUNCT", "SYM")]
    if len(words) > _SHORT_PRAISE:
        return False
    if any(t.low in ("i", "me", "my", "we", "our", "us") for t in words):
        return False
    subject = next((t for t in sentence if t.dep in SUBJECTS), None)
    if subject is not None and subject.low not in ("that", "it", "this", "those", "these", "you"):
        return False
    verb = sentence.root
    if verb.tag == "VBD":
        return False
    return any(t.low in PRAISE for t in words) or (subject is None and verb.tag in ("VB", "VBP"))
