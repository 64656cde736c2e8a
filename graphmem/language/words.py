"""Words of a text: tokens, stop words, stems, and forms of English verbs."""

import re
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

_STOP_WORDS = """
a about after all also am an and any are as at be because been before being but by can
could did do does doing done during each ever for from get gets getting go goes going got
had has have having he her hers him his how i if in into is it its just know let like make
makes many may me might more most much must my no not now of off on once one only or other
our out over own really said same say says she should so some such than that the their
them then there these they thing things this those through to too up us very want was way
we well went were what when where which while who whom whose why will with would yes you
your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
_FEW = 6  # words, of which no share can be told
_SMALL_WORDS_SHARE = 0.2  # other languages share a few of them: "a", "on", "me"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_HISSING = ("s", "x", "z", "ch", "sh", "o")
_PAST = {
    "be": "was", "have": "had", "do": "did", "go": "went", "get": "got", "make": "made",
    "take": "took", "see": "saw", "come": "came", "give": "gave", "find": "found",
    "think": "thought", "tell": "told", "become": "became", "leave": "left", "feel": "felt",
    "bring": "brought", "begin": "began", "keep": "kept", "hold": "held", "write": "wrote",
    "stand": "stood", "hear": "heard", "let": "let", "mean": "meant", "set": "set",
    "meet": "met", "run": "ran", "pay": "paid", "sit": "sat", "speak": "spoke", "lie": "lay",
    "lead": "led", "read": "read", "grow": "grew", "lose": "lost", "fall": "fell",
    "send": "sent", "build": "built", "understand": "understood", "draw": "drew",
    "break": "broke", "spend": "spent", "cut": "cut", "rise": "rose", "drive": "drove",
    "buy": "bought", "wear": "wore", "choose": "chose", "eat": "ate", "fly": "flew",
    "win": "won", "teach": "taught", "catch": "caught", "sing": "sang", "swim": "swam",
    "sleep": "slept", "sell": "sold", "ride": "rode", "throw": "threw", "fight": "fought",
    "forget": "forgot", "know": "knew", "drink": "drank", "hurt": "hurt", "put": "put",
    "say": "said", "hit": "hit", "quit": "quit", "wake": "woke", "bake": "baked",
    "shoot": "shot", "steal": "stole", "hide": "hid", "feed": "fed", "beat": "beat",
}  # fmt: skip


def words(text: str) -> list[str]:
    """The words in order, in lower case, letters and digits only; a possessive 's is dropped."""
    found = []
    for match in _WORD.finditer(text.lower()):
        word = _POSSESSIVE.sub("", match.group()).replace("'", "").replace("’", "")
        if word.isalnum():
            found.append(word)
    return found


def content_words(text: str) -> list[str]:
    """The words that carry meaning: no stop words."""
    return [word for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The Porter stem of a lower-case word, as Lucene's English analyzer would index it."""
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@lru_cache(maxsize=20_000)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words."""
    return frozenset(stem(word) for word in content_words(text))


@lru_cache(maxsize=20_000)
def content_stems(text: str) -> frozenset[str]:
    """The stems of a text's content words; of all its words where it has none ("May")."""
    return stems(text) or frozenset(map(stem, words(text)))


def is_english(texts: Iterable[str]) -> bool:
    """Tells whether the texts read as English: its small words make up half of any talk.

    A few words without a foreign letter count as English.
    """
    found = [word for text in texts for word in words(text)]
    if len(found) < _FEW:
        return all(word.isascii() for word in found)
    return sum(word in STOP_WORDS for word in found) >= _SMALL_WORDS_SHARE * len(found)


@lru_cache(maxsize=1)
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("porter")


def add_s(verb: str) -> str:
    """As in "plays", "tries", "goes", "teaches"."""
    if verb == "have":
        return "has"
    if verb == "be":
        return "is"
    if verb.endswith(_HISSING):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def past_form(lemma: str) -> str:
    """The simple past: "went", "baked", "tried"."""
    if lemma in _PAST:
        return _PAST[lemma]
    if lemma.endswith("e"):
        return lemma + "d"
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ied"
    short = len(lemma) <= 4 and lemma[-1:] not in "aeiouwxy" and lemma[-2:-1] in "aeiou"
    if short and lemma[-3:-2] not in "aeiou":
        return lemma + lemma[-1] + "ed"
    return lemma + "ed"
