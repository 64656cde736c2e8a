"""Which words of the talk are quoted: whether they name what may be meant, and where to cut."""

from collections.abc import Iterable, Sequence

from graphmem.extraction.rules.clauses import clauses
from graphmem.extraction.rules.pointers import is_several, names_something
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.wordlists import (
    BACKCHANNEL,
    DISCOURSE_WORDS,
    EMPTY_NOUNS,
    GREETINGS,
    OPENERS,
    WEAK_VERBS,
    words_of,
)
from graphmem.model.parse import Sentence, Token
from graphmem.model.workspace import Part, Quote

LONGEST = 18  # words of a quotation
LEADS = BACKCHANNEL | GREETINGS | OPENERS | DISCOURSE_WORDS
_LEANING = words_of("it they them that this these those he she him his their its")
_OFFERED = frozenset({"help", "support", "luck", "question", "questions", "advice", "tips"})
_DOING = frozenset({"VBG", "VBD", "VBN"})
_LIGHT = frozenset({"go", "be", "have", "get", "do", "make"})
_ENDS = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})


def count(tokens: Sequence[Token]) -> int:
    """How many words, as white space parts them."""
    return sum(
        t.pos not in ("PUNCT", "SPACE") and (i == 0 or tokens[i - 1].end < t.start)
        for i, t in enumerate(tokens)
    )


def trimmed(setting: Setting, tokens: list[Token]) -> list[Token]:
    """Without interjections, greetings and names called at the edges, and without the stop."""
    first, last = 0, len(tokens)
    while first < last:
        token = tokens[first]
        after = tokens[first + 1] if first + 1 < last else token
        called = setting.scene.participant(token.text) is not None and after.pos == "PUNCT"
        lead = token.low in LEADS and (after.pos in ("PUNCT", "INTJ") or token.pos == "CCONJ")
        greeted = token.low in LEADS and setting.scene.participant(after.text) is not None
        if not (called or lead or greeted or token.pos in ("PUNCT", "SPACE", "SYM", "CCONJ")):
            break
        first += 1
    while last > first:
        token = tokens[last - 1]
        name = setting.scene.participant(token.text) is not None
        called = name and last - 2 >= first and tokens[last - 2].text == ","
        linking = token.pos in ("CCONJ", "SPACE") or token.low == "so"
        stop = token.pos in ("PUNCT", "SYM", "X") and token.text not in ("?", '"', "”", ")")
        if not (called or linking or stop):
            break
        last -= 1
    return tokens[first:last]


def cut(setting: Setting, tokens: list[Token], *, plural: bool) -> list[Token]:
    """The clause that matters: the last that names what may be meant, else the words up to it."""
    sentence: Sentence = setting.sentence
    inside = {t.i for t in tokens}
    for clause in reversed(clauses(sentence)):
        own = [t for t in sentence.tokens[clause.own[0] : clause.own[1] + 1] if t.i in inside]
        own = trimmed(setting, own)
        if own and count(own) <= LONGEST and fits(setting, own, plural=plural):
            return own
    kept = list(tokens)
    while kept and (count(kept) > LONGEST or kept[-1].pos not in _ENDS):
        kept.pop()
    return kept if fits(setting, kept, plural=plural) else []


def quote_of(setting: Setting, start: int, end: int) -> Quote:
    """The words of the turn between two places, as context."""
    turn = setting.turn
    return Quote(turn_id=turn.dia_id, text=turn.text[start:end], part=Part.CONTEXT, start=start)


def fits(setting: Setting, tokens: Iterable[Token], *, plural: bool) -> bool:
    """Whether the words name what may be meant; ``plural`` tells that it is more than one."""
    sentence = setting.sentence
    for token in tokens:
        if token.low in EMPTY_NOUNS | LEADS | _OFFERED or setting.scene.participant(token.text):
            continue
        if names_something(token) and (not plural or is_several(sentence, token)):
            return True
        doing = token.tag in _DOING and token.pos == "VERB" and token.dep != "ROOT"
        if doing and not plural and token.lemma not in WEAK_VERBS | _LIGHT:
            return True
    return False


def does(tokens: Iterable[Token]) -> bool:
    """Whether something is done that a reply may take up: "How long did you rehearse?"."""
    return any(t.pos == "VERB" and t.lemma not in WEAK_VERBS | _LIGHT for t in tokens)


def leans(tokens: Sequence[Token]) -> bool:
    """Whether the words themselves point back, before they name anything."""
    for token in tokens:
        if token.pos in ("NOUN", "PROPN") and token.low not in EMPTY_NOUNS:
            return False
        if token.low in _LEANING and token.tag in ("PRP", "PRP$", "DT") and token.dep != "det":
            return True
    return False
