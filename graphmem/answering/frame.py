"""Reads a question once, for search, verification and wording; pure."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial

from graphmem.answering.slot_questions import SlotQuery, read_slot_query
from graphmem.answering.verification.presupposition import PresupposedClaim, read_claim
from graphmem.language.keys import singular
from graphmem.language.names import without_names
from graphmem.language.sentences import asks_for_date, asks_how_long, asks_when, wants_answer
from graphmem.language.words import words
from graphmem.model.answer import QuestionKind
from graphmem.model.listing import Participant
from graphmem.model.parse import SUBJECTS, Parsed, Parser, Sentence, Token
from graphmem.retrieval.question import ParsedQuestion

_AUXILIARY = (
    r"(?:do|does|did|is|are|was|were|has|have|had|would|could|can|will|should|might)(?:n['’]t)?\b"
)
_OPENINGS = (
    (QuestionKind.HOW_MANY, r"(?:in |on |at |for )?how (?:many|much)\b|what number of\b"),
    (
        QuestionKind.WHY,
        r"why\b|how come\b|for what reason\b|what (?:is|was|are|were) .*\breasons?\b",
    ),
    (
        QuestionKind.COMPARISON,
        r".*\b(?:differ(?:s|ed|ence|ences)?|compared?|in common)\b"
        r"|what do(?:es)? \w+ and \w+ each\b",
    ),
    (QuestionKind.YES_NO, _AUXILIARY),
)
_UNDIVIDED = frozenset({QuestionKind.YES_NO, QuestionKind.GIST})  # they let nobody choose
_KINDS = tuple((kind, re.compile(rf"\W*(?:{text})", re.IGNORECASE)) for kind, text in _OPENINGS)
_NAMES_ALL = re.compile(r"\W*(?:list|name all|what are (?:the |all )*names)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\W*(?:in |on |at |for |with )?(?:what|which)"
    r"(?: (?:is|are|were) (?:some|all|the) (?:of the )?)?"
    r"(?P<noun>(?: [\w'’+-]+){1,4}?) (?:do|does|did|has|have|had|are|were|is|that)\b",
    re.IGNORECASE,
)
# "What has Ana painted?" asks for everything up to now, "What did Ana paint?" for one thing.
_UP_TO_NOW = re.compile(r"\W*(?:what|where|who|whom) (?:has|have)\b(?!.* been\b)", re.IGNORECASE)
_SINGULAR_S = ("ss", "us", "is", "ics", "news", "series")
_WHO = re.compile(r"\W*(?:(?:to|with|by|for|from|of) )?(?:who|whom|whose)\b", re.IGNORECASE)
_AGO = re.compile(r"\W*how long ago\b", re.IGNORECASE)
_SINCE = re.compile(r"\W*since (?:when|what|which)\b", re.IGNORECASE)
_UNTIL = re.compile(r"\W*(?:until|till) (?:when|what|which)\b", re.IGNORECASE)
_OR = re.compile(r"(?<![/\w-])or(?![/\w-])", re.IGNORECASE)  # "and/or" lets nobody choose …
# … and neither does "Has she any brothers or sisters?".
_ANY = re.compile(r"\b(?:any\w*|ever)\b", re.IGNORECASE)
_NAMED = re.compile(
    r"^\W*(?:who|what)(?:['’]s| is| was| are| were)\s+(?P<name>[^?.!,]+)[?.!\s]*$", re.IGNORECASE
)
_HOW = re.compile(
    r"\W*(?:how (?:do|should|can|could|must) (?:i|we|you|one)\b"
    r"|what (?:do|should|can|could|must) (?:i|we|you|one) (?:(?:have|need) to )?do\b)",
    re.IGNORECASE,
)
_NOTHING = Parsed("", ())
INTERROGATIVES = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "why", "how"})
_BESIDE = frozenset({"CCONJ", "INTJ", "ADV", "PUNCT"})  # these say nothing of what is asked
_ASKING = frozenset({"you", "we", "i"})  # who is asked, and who asks
_VERBS = ("VERB", "AUX")
_BEFORE_VERB = SUBJECTS | {"aux", "auxpass", "punct", "neg"}
_CLAUSES = frozenset({"acl", "advcl", "relcl"})
_ENDS = frozenset({",", ":", ";"})
_LATER = frozenset({"ADV", "PUNCT"})


@dataclass(frozen=True, slots=True)
class QuestionFrame:
    """A question as everything that answers it reads it.

    ``question`` has its words, people and times; ``kind`` is the sort of answer wanted, ``who``
    tells that it is a person. ``options`` are the two of "A or B". Of a length ``ago`` asks how far
    back it was, ``since`` when it began, ``until`` when it ends. ``claim`` is what it takes for
    granted, and of whom. ``slot`` is the part of a life that it asks for, ``name`` that of which
    it asks who or what it is, and ``process`` tells that it asks how something is done.
    """

    question: ParsedQuestion
    kind: QuestionKind
    who: bool
    ago: bool
    since: bool
    options: tuple[str, ...]
    claim: PresupposedClaim
    slot: SlotQuery | None
    name: str | None
    process: bool
    until: bool

    @property
    def text(self) -> str:
        """The question as it was asked."""
        return self.question.text


def read_frame(
    question: ParsedQuestion,
    participants: Sequence[Participant],
    *,
    parse: Parser | None = None,
    gist: bool = False,
) -> QuestionFrame:
    """Read a question that was read against these participants.

    ``parse`` is asked only where the words leave open what a parse tells, since it takes long;
    without it a question is taken to ask from its first word on, for nothing that only its grammar
    tells. ``gist`` tells that it asks for one, which its opening words do not
    (`extractive/gist.py`).
    """
    text, asked = question.text, question
    read = cache(lambda text: _NOTHING if parse is None else parse([text])[0])
    if parse is not None and asks_within(text):
        text = asking_clause(read(text))
    parsed = partial(read, text)
    if text != question.text:
        names = [name for person in question.people for name in person.names]
        asked = question._replace(neutral=without_names(text, names))
    named = _NAMED.match(text)
    kind = QuestionKind.GIST if gist else kind_of(text)
    if kind is QuestionKind.FACT and parse is not None and asks_for_date(text, parse):
        kind = QuestionKind.WHEN
    return QuestionFrame(
        question=question,
        kind=kind,
        who=_WHO.match(text) is not None,
        ago=_AGO.match(text) is not None,
        since=_SINCE.match(text) is not None,
        options=alternatives_of(parsed()) if _OR.search(text) and kind not in _UNDIVIDED else (),
        claim=read_claim(question, participants, parsed),
        slot=read_slot_query(asked, kind),
        name=named["name"].strip() if named else None,
        process=_asks_how_done(text, kind, parsed),
        until=_UNTIL.match(text) is not None,
    )


def kind_of(question: str) -> QuestionKind:
    """Classifies a question by its opening words; a fact where none tells."""
    if asks_when(question):
        return QuestionKind.WHEN
    if asks_how_long(question):
        return QuestionKind.HOW_LONG
    for kind, pattern in _KINDS:
        if pattern.match(question):
            either = _OR.search(question) and not _ANY.search(question)
            return QuestionKind.FACT if kind is QuestionKind.YES_NO and either else kind
    return QuestionKind.LIST if _asks_for_several(question) else QuestionKind.FACT


def _asks_how_done(text: str, kind: QuestionKind, parsed: Callable[[], Parsed]) -> bool:
    """Whether it asks for a way to do something, or is a request to do it ("Check the bread.")."""
    if kind is not QuestionKind.FACT or text.rstrip().endswith("?"):
        return _HOW.match(text) is not None
    # "Tell me the price.", "Find out where it is."
    asks_besides = wants_answer(text) or not INTERROGATIVES.isdisjoint(words(text))
    return not asks_besides and any(map(_is_request, parsed().sentences[:1]))


def _is_request(sentence: Sentence) -> bool:
    """Whether a sentence says what is to be done, and not by whom ("Water the figs")."""
    root = sentence.root
    does = root.tag == "VB" or sentence.child(root, "dobj") is not None
    return does and sentence.child(root, *SUBJECTS) is None


def _asks_for_several(question: str) -> bool:
    if _NAMES_ALL.match(question) or _UP_TO_NOW.match(question):
        return True
    match = _SEVERAL.match(question)
    if match is None:
        return False
    # "kinds of cheese" are several, and so are the things of "kind of boats".
    parts = [part.split() for part in match["noun"].lower().split(" of ")]
    return any(_is_plural(part[-1]) for part in parts if part)


def _is_plural(noun: str) -> bool:
    return len(noun) > 3 and singular(noun) != noun and not noun.endswith(_SINGULAR_S)


def asks_within(text: str) -> bool:
    """Whether a word that asks stands in a text, but not first: then the parse tells where."""
    first, *rest = words(text) or [""]
    return first not in INTERROGATIVES and not INTERROGATIVES.isdisjoint(rest)


def asking_clause(asked: Parsed) -> str:
    """The question from the phrase on that asks; the whole text where that is all of it.

    So it is of "so when …" and "Hi, who …", and where the clause is what somebody is asked to tell
    ("Tell me where …") or whether they, or who asks, know ("Do you know when …", "I'd like to know
    who …"). "Does Ana know who …" and "Were you there when …" ask something else.
    """
    for sentence in asked.sentences:
        asking = next(filter(_is_interrogative, sentence), None)
        if asking is not None:
            begin = asking.i
            while begin and sentence[begin - 1].tag == "IN":  # "until when", "in which year"
                begin -= 1
            beside = all(one.pos in _BESIDE for one in sentence.tokens[:begin])
            if beside or _is_wanted(sentence, asking):
                return asked.text[sentence[begin].start :]
        if asking is not None or sentence[-1].text == "?":
            break
    return asked.text


def _is_interrogative(token: Token) -> bool:
    return token.tag.startswith("W") and token.low in INTERROGATIVES


def _is_wanted(sentence: Sentence, asking: Token) -> bool:
    """Whether the clause of this word is what somebody is asked to tell, or is known by them."""
    above = [asking, *sentence.ancestors(asking)]
    clause = next((one for one in above if one.pos in ("VERB", "AUX")), asking)
    verb = sentence.head(clause)
    if clause.dep == "pcomp":  # "know since when …"
        verb = sentence.head(verb)
    elif clause.dep not in ("ccomp", "advcl"):
        return False
    while verb.dep == "xcomp":  # "like to know"
        verb = sentence.head(verb)
    if verb.dep != "ROOT":
        return False
    subject = sentence.child(verb, "nsubj")
    if subject is None:
        # An imperative: "Tell me where …".
        return verb.tag == "VB" and sentence.child(verb, *SUBJECTS, "aux") is None
    return clause.dep != "advcl" and subject.low in _ASKING


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
        after, end = sentence[joining.i + 1], _phrase_end(sentence, second)
        begin = _phrase_begin(sentence, first, joining, end)
        earlier = any(it.i < joining.i for it in sentence.children(first, "conj"))
        third = first.dep == "conj" and sentence.head(first).pos == first.pos
        if third or earlier or after.low == "not":
            return ()
        if sentence[begin].dep == "preconj" or sentence[begin].low == "either":
            begin += 1
        if after.pos == "AUX" and sentence.head(after).pos in _VERBS:
            return ()
        apart = begin == 0 or sentence[begin - 1].text in _ENDS
        asking = [
            one.i for one in sentence if one.tag.startswith("W") and _asks_itself(sentence, one)
        ]
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


def _phrase_begin(sentence: Sentence, head: Token, joining: Token, end: int) -> int:
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
    rest = (one.pos in _LATER for one in sentence.tokens[end:])
    if begin == 1 and sentence[0].lemma == "be" and all(rest):
        # The parse takes the subject and what is said of it for one: "Is the door red or blue?"
        return max(begin + 1, joining.i - (end - joining.i - 1))
    return begin


def _phrase_end(sentence: Sentence, head: Token) -> int:
    """One past the last word of the phrase of a head, without a clause or "now" after it."""
    end = head.i + 1
    for child in (one for one in sentence.children(head) if one.i > head.i):
        if child.dep in _CLAUSES or child.pos in _LATER:
            break
        end = sentence.subtree(child)[-1].i + 1
    return end


def _asks_itself(sentence: Sentence, word: Token) -> bool:
    """Whether a word asks, rather than opens a clause that tells more of something."""
    above = [word, *sentence.ancestors(word)]
    return not any(one.dep in _CLAUSES for one in above)
