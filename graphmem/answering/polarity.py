"""Detects flipped polarity between an answer and its citations; pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.language.words import words
from graphmem.model.parse import Parsed, Sentence, Token

_AUXILIARY = ("aux", "auxpass")
DENYING = frozenset({"no", "nobody", "nothing", "none", "never", "neither", "nor", "without"})
_LIGHT = frozenset({"be", "have", "do", "get", "say", "go", "let", "think", "know"})


class Act(NamedTuple):
    """A verb with what it is done to, by lemma, and whether it is denied; ``open`` where it is
    asked, wished, conditional or commanded, so that neither is told.
    """

    verb: str
    things: frozenset[str]
    denied: bool
    open: bool


def turned_round(
    answer: str, question: Parsed, told: Parsed, cited: Sequence[Parsed]
) -> str | None:
    """The verb of which an answer says the opposite of everything cited; None where of none.

    ``told`` is the parse of the answer. Of a question to be answered by yes or no, "No" denies the
    question's verb and "Yes" affirms it. Only the same verb with something in common that it is
    done to is compared, so that nothing is said of paraphrase.
    """
    said = [act for parsed in cited for act in acts(parsed)]
    first = words(answer)[:1]
    claimed: list[Act] = []
    if first in (["yes"], ["no"]):
        asked = [act._replace(open=False) for act in acts(question)[:1]]
        claimed = [act._replace(denied=act.denied != (first == ["no"])) for act in asked]
    else:
        claimed = [act for act in acts(told) if not act.open]
    for act in claimed:
        alike = [one for one in said if one.verb == act.verb and one.things & act.things]
        if alike and all(one.denied != act.denied and not one.open for one in alike):
            return act.verb
    return None


def acts(parsed: Parsed) -> list[Act]:
    """The verbs of a text in order, without those that say little by themselves."""
    return [
        _act(sentence, token)
        for sentence in parsed.sentences
        for token in sentence
        if token.pos == "VERB" and token.dep not in _AUXILIARY and token.lemma not in _LIGHT
    ]


def _act(sentence: Sentence, verb: Token) -> Act:
    below = [one for one in sentence.subtree(verb) if one.i != verb.i]
    things = {one.lemma.lower() for one in below if one.pos in ("NOUN", "PROPN", "ADJ", "NUM")}
    asked = any(one.text == "?" for one in sentence)
    auxiliaries = sentence.children(verb, *_AUXILIARY)
    modal = any(one.tag == "MD" for one in auxiliaries)
    marked = any(one.dep == "mark" for one in sentence.children(verb))
    bare = verb.tag == "VB" and not any(one.lemma == "do" for one in auxiliaries)
    denied = _denied(sentence, verb)
    unclear = not denied and any(map(_is_denying, sentence))  # of another part of the sentence
    return Act(
        verb.lemma.lower(),
        frozenset(things),
        denied,
        asked or modal or marked or bare or unclear,
    )


def _is_denying(token: Token) -> bool:
    return token.dep == "neg" or token.low in DENYING


def _denied(sentence: Sentence, verb: Token) -> bool:
    near = [*sentence.children(verb), *_arguments(sentence, verb)]
    return any(map(_is_denying, near))


def _arguments(sentence: Sentence, verb: Token) -> Iterable[Token]:
    """What stands directly below what the verb is done by and to: "took no pills"."""
    for one in sentence.children(verb, "dobj", "nsubj", "nsubjpass", "attr"):
        yield from sentence.children(one, "det", "neg")
