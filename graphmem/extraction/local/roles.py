"""The roles that sentences tell: which part of a person's life, what it is called, its states."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.network import Array, Network
from graphmem.extraction.local.vectors import TurnVectors
from graphmem.model.parse import Parsed, Sentence, Token

_TELLS = 0.4  # from this chance on a sentence tells a role
_COMPLEMENTS = ("dobj", "attr", "oprd", "prep", "agent", "acomp", "xcomp")
_NAMING = ("compound", "amod", "nmod", "nummod", "quantmod")
_WHEN = ("DATE", "TIME", "CARDINAL", "ORDINAL")


class RoleWords(NamedTuple):
    """What a role is called (``software engineer``), and its states (``works at TechCorp``)."""

    name: str
    states: tuple[str, ...]


def parts_of_life(network: Network, sentences: Sequence[TurnVectors]) -> list[str | None]:
    """For each sentence the part of a person's life of which it tells a role; None for most."""
    if not sentences:
        return []
    chances = network.distribution(np.stack([sentence_vector(one) for one in sentences]))
    none = network.labels.index("")
    best = np.where(np.arange(chances.shape[1]) == none, -1.0, chances).argmax(axis=1)
    return [
        network.labels[place] if 1.0 - row[none] >= _TELLS else None
        for place, row in zip(best, chances, strict=True)
    ]


def sentence_vector(seen: TurnVectors) -> Array:
    """The mean of a sentence's word pieces, of length one; zero where it has none."""
    if not len(seen.vectors):
        return np.zeros(seen.vectors.shape[1], dtype=np.float32)
    mean = seen.vectors.mean(axis=0, dtype=np.float32)
    found: Array = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return found


def role_words(parsed: Parsed) -> RoleWords | None:
    """What the verb of a sentence is completed by; None where nothing is.

    A role is called by the first common noun (a nurse, team lead), else by the first name.
    """
    sentence = parsed.sentences[0]
    found = list(_completing(sentence, sentence.root, ()))
    if not found:
        return None
    common = [noun for _, noun in found if noun.pos != "PROPN"]
    called = common[0] if common else found[0][1]
    return RoleWords(
        _phrase(sentence, called),
        tuple(
            " ".join((*(one.text for one in before), _phrase(sentence, noun)))
            for before, noun in found
        ),
    )


def _completing(
    sentence: Sentence, at: Token, before: tuple[Token, ...]
) -> Iterator[tuple[tuple[Token, ...], Token]]:
    """Each noun that completes the verb, with the verb and the words between that govern it.

    "Is a nurse" and "is married to" say no more than "nurse" and "married to".
    """
    path = before if at.lemma == "be" else (*before, at)
    path = (*path, *(one for one in sentence.children(at, "prt") if one.i > at.i))
    for one in sentence.children(at, *_COMPLEMENTS):
        if one.i < at.i:
            continue
        if one.dep in ("acomp", "xcomp"):
            yield from _completing(sentence, one, path)
        elif one.dep in ("prep", "agent"):
            yield from _governed(sentence, one, path)
        elif _may_fill(one):
            yield path, one
            for behind in sentence.children(one, "prep"):
                yield from _governed(sentence, behind, (*path, *_inside(sentence, one)))


def _governed(
    sentence: Sentence, preposition: Token, before: tuple[Token, ...]
) -> Iterator[tuple[tuple[Token, ...], Token]]:
    for noun in sentence.children(preposition, "pobj"):
        if _may_fill(noun):
            yield (*before, preposition), noun


def _may_fill(noun: Token) -> bool:
    return noun.pos in ("NOUN", "PROPN") and noun.ent not in _WHEN


def _phrase(sentence: Sentence, noun: Token) -> str:
    return " ".join(token.text for token in _inside(sentence, noun))


def _inside(sentence: Sentence, noun: Token) -> list[Token]:
    """The noun with the words that are part of its name."""
    inside = [noun, *sentence.children(noun, *_NAMING)]
    inside += [deeper for one in inside[1:] for deeper in sentence.children(one, *_NAMING)]
    return sorted(inside, key=lambda token: token.i)
