"""Filled pauses ("um"), parentheticals ("you know"), and the commas that set them off."""

import re

from graphmem.language.disfluency.classes import ARTICLES, FUNCTION, OPENERS, words
from graphmem.language.disfluency.utterance import ENDS, LINKS, STOPS, Utterance

FILLED = re.compile(r"u+m+|u+h+|u+h+m+|er|err{2,}|e+r+m+|e+h+m+", re.IGNORECASE)
_HUMMED = re.compile(r"h+m+|m{2,}", re.IGNORECASE)
_ANSWERING = words("huh oh uh hmm hm mm")  # "uh huh", "uh oh", "mm hmm"
_PARENTHETICALS = (("you", "know"), ("i", "mean"))


def filled_pauses(said: Utterance) -> None:
    """Leave out "um" and its like, but where it is talked about or answers."""
    for at, token in enumerate(said.tokens):
        if at in said.out or not token.word or token.text not in (token.low, token.low.title()):
            continue
        before, after = said.beside(at, -1), said.beside(at, 1)
        if said.mark(after) == "-" and said.low(said.beside(after or 0, 1)) in _ANSWERING:
            continue  # "mm - hmm"
        if _quoted(said.mark(before)) and _quoted(said.mark(after)):
            continue
        if FILLED.fullmatch(token.text):
            answers = said.low(after) in _ANSWERING - {"uh"} or said.low(before) in ("nuh", "un")
            if not answers and not _no_by_itself(said, at):
                said.pause(at)
        elif _HUMMED.fullmatch(token.text):
            if said.low(after) in _ANSWERING or said.low(before) in _ANSWERING:
                continue
            opens = said.mark(before) in (*STOPS, ",", "\n") and said.mark(after) in LINKS
            if opens or (said.mark(before) in STOPS and said.low(after)):
                said.pause(at)


def _no_by_itself(said: Utterance, at: int) -> bool:
    """Whether it is a sentence of hums: "uh uh" is no."""
    begin, end = at, at
    while begin and said.tokens[begin - 1].low == "uh":
        begin -= 1
    while end + 1 < len(said.tokens) and said.tokens[end + 1].low == "uh":
        end += 1
    before = said.mark(begin - 1 if begin else None)
    after = said.mark(end + 1 if end + 1 < len(said.tokens) else None)
    return before in STOPS and after in STOPS and (end > begin or after == "?")


def _quoted(mark: str) -> bool:
    return mark in {'"', "“", "”", "'", "‘", "’", "(", ")", "*"}


def parentheticals(said: Utterance) -> None:
    """Drops what commas set off, or a comma at the beginning or the end of a sentence."""
    for at in range(len(said.tokens) - 1):
        pair = (said.low(at), said.low(at + 1))
        if pair not in _PARENTHETICALS or said.out & {at, at + 1}:
            continue
        before, after = said.beside(at, -1), said.beside(at + 1, 1)
        left, right = said.mark(before), said.mark(after)
        paused = before != at - 1 and at > 0
        set_off = left in (",", "—", "–", "\n") or left in STOPS or paused
        if not set_off or not (right == "," or (left == "," and right in ENDS)):
            continue
        around = [*range(max(1, at - 4), at), *range(at + 3, min(at + 7, len(said.tokens)))]
        known = any(said.low(one) == pair[1] and said.low(one - 1) != pair[0] for one in around)
        if known or _in_condition(said, at):
            continue
        said.pause(at, at + 1)


def _in_condition(said: Utterance, at: int) -> bool:
    """Whether its sentence begins with "when": "when you hear it, you know"."""
    begin = at
    while begin and said.tokens[begin - 1].text not in (*STOPS, "\n"):
        begin -= 1
    first = next((one.low for one in said.tokens[begin:at] if one.word), "")
    return first in ("when", "once", "if")


def commas(said: Utterance) -> None:
    """Leave out the commas that set off a pause, unless they part what is around it as well."""
    for begin, end in reversed(list(said.runs())):
        before, after = said.beside(begin, -1), said.beside(end, 1)
        left = said.mark(before) if begin in said.paused or before is None else ""
        right = said.mark(after) if end in said.paused or after is None else ""
        opens = said.mark(before) in (*STOPS, "\n")
        if opens and after is not None and right in (*LINKS, *ENDS):
            said.out.add(after)
        elif left == "," and before is not None and (after is None or right in STOPS):
            said.out.add(before)
        else:
            around = [
                place
                for place, mark in ((before, left), (after, right))
                if place is not None and mark == ","
            ]
            said.out |= set(around[1:] if _parted(said, begin, end) else around)


def _parted(said: Utterance, begin: int, end: int) -> bool:
    """Whether there would be a comma anyway: before a clause, in a list, before an apposition."""
    before, after = said.beside(begin, -1), said.beside(end, 1)
    if said.mark(before) == "," and before is not None:
        before = said.beside(before, -1)
    if said.mark(after) == "," and after is not None:
        after = said.beside(after, 1)
    word = said.low(after)
    if not said.low(before) or not word or after is None:
        return True
    if said.low(before) in FUNCTION:
        return False
    if word in OPENERS or (word in ARTICLES and said.tokens[end].low in ("know", "mean")):
        return True  # "the Aldwin, you know, the museum"
    following = range(after + 1, min(after + 4, len(said.tokens)))
    near = [said.tokens[at] for at in following if at not in said.out]
    listed = any(one.text == "," or one.low in ("and", "or") for one in near)
    return word not in FUNCTION and listed
