"""Word overlap of questions and turns: stems shared by word forms, and the best sentence."""

import re
from functools import lru_cache

from graphmem.language.sentences import asks, sentences
from graphmem.language.words import stem, stems


def clause_of(statement: str) -> str:
    """The text of a statement without its full stop."""
    return statement.rstrip(". ")


def best_sentence(text: str, question: str) -> str:
    """The sentence that shares most with the question; the first of equals, statements first."""
    asked = stems(question)
    candidates = sentences(text)

    def fit(sentence: str) -> float:
        shared = len(asked & stems(sentence))
        return shared - (0.5 if asks(sentence) else 0.0) + 0.01 * min(len(sentence), 50)

    return max(candidates, key=fit) if candidates else text


_IRREGULAR = {
    "be": "was were been is are am", "become": "became", "begin": "began begun",
    "bring": "brought", "build": "built", "buy": "bought", "catch": "caught",
    "choose": "chose chosen", "come": "came", "do": "did done does", "draw": "drew drawn",
    "drink": "drank drunk", "drive": "drove driven", "eat": "ate eaten", "fall": "fell fallen",
    "feel": "felt", "fight": "fought", "find": "found", "fly": "flew flown",
    "forget": "forgot forgotten", "get": "got gotten", "give": "gave given", "go": "went gone goes",
    "grow": "grew grown", "have": "had has", "hear": "heard", "hide": "hid hidden",
    "hold": "held", "keep": "kept", "know": "knew known", "lead": "led", "leave": "left",
    "lose": "lost", "make": "made", "mean": "meant", "meet": "met", "pay": "paid",
    "ride": "rode ridden", "run": "ran", "say": "said", "see": "saw seen", "sell": "sold",
    "send": "sent", "show": "shown", "sing": "sang sung", "sit": "sat", "sleep": "slept",
    "speak": "spoke spoken", "spend": "spent", "stand": "stood", "steal": "stole stolen",
    "swim": "swam swum", "take": "took taken", "teach": "taught", "tell": "told",
    "think": "thought", "throw": "threw thrown", "understand": "understood",
    "wake": "woke woken", "wear": "wore worn", "win": "won", "write": "wrote written",
    "child": "children", "man": "men", "woman": "women", "person": "people",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_BASE = {form: base for base, forms in _IRREGULAR.items() for form in forms.split()}


@lru_cache(maxsize=50_000)
def base_stem(word: str) -> str:
    """The stem of a lower-case word's base form; a possessive 's is dropped."""
    word = word.removesuffix("'s").strip("'")
    return stem(_BASE.get(word, word))


def stems_of(text: str) -> frozenset[str]:
    """The stems of the base forms of all words."""
    return frozenset(map(base_stem, _WORD.findall(text.lower().replace("’", "'"))))
