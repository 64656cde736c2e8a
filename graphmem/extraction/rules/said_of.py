"""What a statement is said of, in the words of the talk before it.

A statement with an open pointer ("John wants one so bad") cannot be understood alone, and a guess
at what it means may be wrong. So the words that it is said of stand at its end as a quotation,
and are evidence of it as its context.
"""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause, clauses
from graphmem.extraction.rules.pointers import (
    Pointer,
    open_pointers,
)
from graphmem.extraction.rules.quoting import (
    LEADS,
    LONGEST,
    count,
    cut,
    does,
    fits,
    quote_of,
    trimmed,
)
from graphmem.extraction.rules.sentences import Act
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.telling import points_back
from graphmem.extraction.rules.vague import is_talk
from graphmem.extraction.rules.wordlists import (
    words_of,
)
from graphmem.model.parse import Token
from graphmem.model.workspace import Part, ProposedAnswer, Quote

_TELLS = 7  # words behind a greeting
_LEAST = 2  # words in the same sentence
_BACK = 3  # sentences back in the same turn
_LONGEST_TEXT = 2_000
_MINE = words_of("i me my mine myself we us our ours")
_THANKING = frozenset({"keep", "thanks", "thank", "cheers", "appreciate", "sorry"})

Read = tuple[Setting, Act]


class Of(NamedTuple):
    """The words that something is said of; ``own`` tells that the speaker said or showed them.

    ``asks`` tells that they are a question which the other has just asked, ``mine`` that they have
    to do with the speaker, who said them.
    """

    quote: Quote
    own: bool
    asks: bool = False
    mine: bool = False


def has_to_do_with_speaker(clause: Clause) -> bool:
    """Whether the clause tells what the speaker does, or what happens to them."""
    if clause.subject is None:
        return True
    return any(clause.sentence[i].low in _MINE for i in clause.words)


def said_of(
    clause: Clause, setting: Setting, before: Sequence[Read], heard: Sequence[Read]
) -> Of | None:
    """What the clause is said of; None where it points at nothing, or it is not sure at what.

    ``before`` are the earlier sentences of the turn, ``heard`` those of the other's turn before.
    """
    pointers = open_pointers(clause, setting)
    if not pointers:
        return None
    plural = all(one.plural for one in pointers)
    return (
        _same_sentence(clause, setting, plural=plural)
        or _before(before, plural=plural)
        or _shown(setting, pointers)
        or (_from_other(heard, pointers, plural=plural) if _opens(before, plural=plural) else None)
    )


def with_context(answer: ProposedAnswer, of: Of | None) -> ProposedAnswer:
    """The answer with what it is said of at the end of its text and among its evidence."""
    if of is None:
        return answer
    quoted = " ".join(of.quote.text.replace('"', "'").replace("“", "'").replace("”", "'").split())
    text = f'{answer.text} (of "{quoted}")'
    if len(text) > _LONGEST_TEXT:
        return answer
    return answer.model_copy(update={"text": text, "evidence": (of.quote, *answer.evidence)})


def _same_sentence(clause: Clause, setting: Setting, *, plural: bool) -> Of | None:
    """The words before the clause in its own sentence."""
    first = min(clause.words)
    tokens = [t for t in clause.sentence if t.i < first]
    if count(tokens) < _LEAST or points_back(setting, tokens):
        return None
    if not fits(setting, tokens, plural=plural):
        return None
    return _of(setting, tokens, own=True, plural=plural)


def _before(before: Sequence[Read], *, plural: bool) -> Of | None:
    """The nearest sentence before in the turn that names what may be meant."""
    for place in range(len(before) - 1, max(len(before) - 1 - _BACK, -1), -1):
        setting, act = before[place]
        tokens = list(setting.sentence)
        if _is_courteous(setting) or _bids(setting):
            continue
        if act is Act.SMALL_TALK and _is_mere_talk(setting, tokens):
            continue
        if fits(setting, tokens, plural=plural):
            if not points_back(setting, tokens):
                return _of(setting, tokens, own=True, plural=plural)
            both = _both(before[place - 1], before[place]) if place else None
            if both is not None:
                return both
    return None


def _is_mere_talk(setting: Setting, tokens: list[Token]) -> bool:
    """Whether small talk names nothing and tells nothing behind its greeting."""
    if any(t.low in _THANKING for t in tokens[:2]):
        return True
    named = any(
        t.i not in setting.meant and (t.ent or (t.pos == "PROPN" and t.low not in LEADS))
        for t in tokens
    )
    return not named and count(trimmed(setting, tokens)) < _TELLS


def _bids(setting: Setting) -> bool:
    """As in "Count on me for support": the other is told to do something, and nothing named."""
    root = setting.sentence.root
    helped = setting.sentence.children(root, "aux", "nsubj", "nsubjpass")
    return root.tag == "VB" and not helped and root.i == setting.sentence.tokens[0].i


def _is_courteous(setting: Setting) -> bool:
    """Whether all that the sentence says keeps the talk going: "Your kind words mean a lot"."""
    found = clauses(setting.sentence)
    return bool(found) and all(is_talk(clause, setting) for clause in found)


def _heard(heard: Sequence[Read], *, plural: bool) -> Of | None:
    """The last question of the other's turn, else the last statement that names something."""
    found = _heard_told(heard, plural=plural, reacting=False)
    return found or _heard_told(heard, plural=plural, reacting=True)


def _heard_told(heard: Sequence[Read], *, plural: bool, reacting: bool) -> Of | None:
    asked = [one for one in heard if one[1] is Act.QUESTION]
    for place in range(len(heard) - 1, -1, -1):
        setting, act = heard[place]
        tokens = list(setting.sentence)
        if asked and act is not Act.QUESTION and place > len(heard) - 2:
            continue
        if (act is Act.SMALL_TALK and not reacting) or tokens[0].low in _THANKING:
            continue
        if not fits(setting, tokens, plural=plural) and not (act is Act.QUESTION and does(tokens)):
            continue
        both = _both(heard[place - 1], heard[place]) if place else None
        if points_back(setting, tokens):
            if both is None:
                continue
            return both._replace(own=False, asks=act is Act.QUESTION)
        return _of(setting, tokens, own=False, plural=plural, asks=act is Act.QUESTION)
    return None


def _from_other(heard: Sequence[Read], pointers: Sequence[Pointer], *, plural: bool) -> Of | None:
    """What the other has shown, where it is pointed at, else what they have said."""
    if heard and heard[-1][1] is not Act.QUESTION:
        found = _shown(heard[-1][0], pointers)
        if found is not None:
            return found._replace(own=False)
    return _heard(heard, plural=plural)


def _shown(setting: Setting, pointers: Sequence[Pointer]) -> Of | None:
    caption = (setting.turn.caption or "").strip()
    if not caption or not any(one.shown for one in pointers):
        return None
    quote = Quote(
        turn_id=setting.turn.dia_id,
        text=" ".join(caption.split()[:LONGEST]),
        part=Part.CONTEXT,
        field="caption",
    )
    return Of(quote, own=True)


def _opens(before: Sequence[Read], *, plural: bool) -> bool:
    """Whether nothing but small talk and what names nothing stands before in the turn."""
    return not any(
        act is not Act.SMALL_TALK
        and fits(setting, list(setting.sentence), plural=plural)
        and not points_back(setting, list(setting.sentence))
        for setting, act in before
    )


def _both(first: Read, second: Read) -> Of | None:
    """Two sentences as one quotation, where they are short enough."""
    tokens = trimmed(first[0], list(first[0].sentence))
    behind = trimmed(second[0], list(second[0].sentence))
    if not tokens or not behind or not fits(first[0], tokens, plural=False):
        return None
    if points_back(first[0], tokens):
        return None
    if count(tokens) + count(behind) > LONGEST:
        return None
    return Of(quote_of(second[0], tokens[0].start, behind[-1].end), own=True)


def _of(
    setting: Setting, tokens: list[Token], *, own: bool, plural: bool, asks: bool = False
) -> Of | None:
    kept = trimmed(setting, tokens)
    if count(kept) > LONGEST:
        kept = cut(setting, kept, plural=plural)
    if not kept:
        return None
    mine = own and any(t.low in _MINE for t in kept)
    return Of(quote_of(setting, kept[0].start, kept[-1].end), own=own, asks=asks, mine=mine)
