"""The edges of a clause: words that the tree gives it though another clause begins there."""

from graphmem.extraction.rules.wordlists import FEELINGS
from graphmem.model.parse import SUBJECTS, Sentence, Token

_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})

_DASHES = frozenset({"-", "–", "—", "--", "..."})


def not_of_it(sentence: Sentence, tokens: list[Token]) -> set[int]:
    """The places at the edges of a clause that belong to another, or to none.

    As in "Leaving was not easy and staying | was not either", "It was loud and playing there |
    took nerve", "I love boats - check out this one"; and as "Glad" in "Glad we're friends".
    """
    if not tokens:
        return set()
    last = tokens[-1].i
    following = sentence[last + 1] if last + 1 < len(sentence) else None
    cut = _imperative(sentence, tokens)
    doing = _doing_besides(tokens)
    if doing is not None:
        cut = doing if cut is None else min(cut, doing)
    if following is not None and following.tag in _FINITE and following.pos in ("VERB", "AUX"):
        for place in range(len(tokens) - 1, 0, -1):
            token = tokens[place]
            if token.dep == "cc" and token.low in ("and", "but"):
                cut = place if cut is None else min(cut, place)
                break
            if token.tag in _FINITE:
                break
    found = {t.i for t in tokens[cut:]} if cut else set()
    found |= _before_dash(tokens)
    opens = [t for t in tokens if t.dep in SUBJECTS and t.i > tokens[0].i]
    found |= _called(tokens)
    if tokens[0].low in ("glad", "sorry") and tokens[0].dep in ("amod", "compound"):
        found.add(tokens[0].i)
    if tokens[0].low in FEELINGS and opens and tokens[0].dep != "ROOT":
        found |= {tokens[0].i} if sentence.subtree(opens[0])[0].i == tokens[0].i + 1 else set()
    return found


def _imperative(sentence: Sentence, tokens: list[Token]) -> int | None:
    for place in range(2, len(tokens)):
        token = tokens[place]
        before = tokens[place - 1]
        dashed = before.text in _DASHES
        if dashed and token.low in ("looks", "sounds", "seems", "feels", "hope"):
            return place - 1
        if (
            token.low in ("check", "look", "see", "take")
            and before.text in ("-", "–", "—", "--", ",", ";", "...")
            and token.tag in ("VB", "VBP", "NN")
            and not any(t.dep in ("nsubj", "aux") for t in sentence.children(token))
        ):
            return place - 1
    return None


def _doing_besides(tokens: list[Token]) -> int | None:
    """Where "and working on a book" begins, of one who "joined a club and working on a book"."""
    for place in range(1, len(tokens) - 1):
        if tokens[place].dep != "cc" or tokens[place].low != "and":
            continue
        after = next((t for t in tokens[place + 1 :] if t.text != ","), None)
        before = tokens[:place]
        if (
            after is not None
            and after.tag == "VBG"
            and after.dep == "advcl"
            and not any(t.low.endswith("ing") for t in before)
        ):
            return place
    return None


def _called(tokens: list[Token]) -> set[int]:
    """The places of a name called before the clause: "Hi Bo, I'm off"."""
    comma = next((place for place, t in enumerate(tokens[:3]) if t.text == ","), 0)
    opens = tokens[:comma]
    after = next((t for t in tokens[comma:] if t.text != ","), None)
    named = all(t.pos in ("PROPN", "INTJ") for t in opens)
    if not opens or not named or after is None or after.tag not in ("PRP", "PRP$"):
        return set()
    return {t.i for t in tokens[: comma + 1]}


def _before_dash(tokens: list[Token]) -> set[int]:
    """The places of what is called out before a dash or comma: "So far, so good - the ..."."""
    subject = next((place for place, t in enumerate(tokens) if t.dep in SUBJECTS), 0)
    dash = next(
        (
            p
            for p, t in enumerate(tokens[:subject])
            if t.text in _DASHES and not (p and tokens[p - 1].end == t.start)
        ),
        0,
    )
    opens = tokens[:dash]
    if not opens or any(t.pos in ("VERB", "AUX", "ADP") for t in opens) or len(opens) > 6:
        return set()
    return {t.i for t in tokens[: dash + 1]}
