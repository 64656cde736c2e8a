"""The two things between which a question lets choose, by its parse; pure."""

from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token

_VERBS = ("VERB", "AUX")
_BEFORE_VERB = SUBJECTS | {"aux", "auxpass", "punct", "neg"}
_CLAUSES = frozenset({"acl", "advcl", "relcl"})
_ENDS = frozenset({",", ":", ";"})
_BESIDE = frozenset({"ADV", "PUNCT"})


def alternatives_of(asked: Parsed) -> tuple[str, ...]:
    """What is joined by "or", each from where its phrase begins to where it ends.

    None where nothing is, where a third is joined, or "not", where the second begins a question of
    its own ("…, or did she keep it?"), and where another word asks ("What did Ana or Ben buy?")
    unless the two are set apart from its clause ("Who rowed, Ana or Ben?").
    """
    for sentence in asked.sentences:
        joining = next((one for one in sentence if one.low == "or"), None)
        if joining is None or not 0 < joining.i < len(sentence) - 1 or sentence[0].pos == "PUNCT":
            continue
        first, second = _joined(sentence, joining)
        after, end = sentence[joining.i + 1], _end(sentence, second)
        begin = _begin(sentence, first, joining, end)
        earlier = any(it.i < joining.i for it in sentence.children(first, "conj"))
        third = first.dep == "conj" and sentence.head(first).pos == first.pos
        if third or earlier or after.low == "not":
            return ()
        if sentence[begin].dep == "preconj" or sentence[begin].low == "either":
            begin += 1
        if after.pos == "AUX" and sentence.head(after).pos in _VERBS:
            return ()
        apart = begin == 0 or sentence[begin - 1].text in _ENDS
        asking = [one.i for one in sentence if one.tag.startswith("W") and _asks(sentence, one)]
        if asking and (not apart or any(begin <= at < end for at in asking)):
            return ()
        last = sentence[joining.i - 1]
        if last.text == ",":
            last = sentence[joining.i - 2]
        text = asked.text
        return text[sentence[begin].start : last.end], text[after.start : sentence[end - 1].end]
    return ()


def _joined(sentence: Sentence, joining: Token) -> tuple[Token, Token]:
    """The heads of what stands before and after: the highest on whose side all lies."""
    first, second = sentence.head(joining), sentence[joining.i + 1]
    while second.head > joining.i and second.head != second.i:
        second = sentence.head(second)
    if first.i > joining.i:  # "frost or poor glue": the parse hangs both on what they describe
        first = sentence[joining.i - 1]
    return first, second


def _begin(sentence: Sentence, head: Token, joining: Token, end: int) -> int:
    """Where the phrase of a head begins; a verb's does with the verb."""
    after = sentence[joining.i + 1].low
    alike = [one.i for one in sentence.tokens[: joining.i] if one.low == after]
    if alike:  # "on Ward Five or Ward Seven"
        return alike[-1]
    begin = head.i
    if head.pos in _VERBS or head.pos == "ADP":
        return begin
    for child in reversed([one for one in sentence.children(head) if one.i < head.i]):
        if child.dep in _BEFORE_VERB or child.dep == "conj":
            break
        begin = sentence.subtree(child)[0].i
    rest = (one.pos in _BESIDE for one in sentence.tokens[end:])
    if begin == 1 and sentence[0].lemma == "be" and all(rest):
        # The parse takes the subject and what is said of it for one: "Is the door red or blue?"
        return max(begin + 1, joining.i - (end - joining.i - 1))
    return begin


def _end(sentence: Sentence, head: Token) -> int:
    """One past the last word of the phrase of a head, without a clause or "now" after it."""
    end = head.i + 1
    for child in (one for one in sentence.children(head) if one.i > head.i):
        if child.dep in _CLAUSES or child.pos in _BESIDE:
            break
        end = sentence.subtree(child)[-1].i + 1
    return end


def _asks(sentence: Sentence, word: Token) -> bool:
    """Whether a word asks, rather than opens a clause that tells more of something."""
    above = [word, *sentence.ancestors(word)]
    return not any(one.dep in _CLAUSES for one in above)
