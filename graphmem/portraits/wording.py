"""Joins sentences of a portrait that a model put in one; pure.

Whether the model's sentence says what they say is not judged here.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import PortraitSentence
from graphmem.portraits.portray import Material, names_of
from graphmem.portraits.writing import Drawn
from graphmem.tools.rendering import one_line


class WordableSentence(NamedTuple):
    """A sentence in its own words, the statement whose they are, and who said it.

    ``names`` are what whom or what it is of is called.
    """

    sentence: PortraitSentence
    statement: KnownStatement
    speaker: str
    names: tuple[str, ...]


class Wordable(NamedTuple):
    """What a model may word of a portrait; ``name`` is whose it is."""

    name: str
    sentences: tuple[WordableSentence, ...]


def wordable(name: str, drawn: Drawn, material: Material) -> Wordable:
    """The sentences of a portrait with what they are made from."""
    known = {one.uid: one for one in material.statements}
    return Wordable(
        name,
        tuple(
            WordableSentence(
                one,
                statement,
                material.index.person_name(statement.speaker_uid),
                tuple(names_of(statement, material)),
            )
            for one in drawn.sentences
            if (statement := known.get(one.statement_uid)) is not None
        ),
    )


def can_be_joined(sentences: Sequence[PortraitSentence]) -> bool:
    """Whether what tells where, when, by whom and until what they hold is the same of all."""
    return len({_place(one) for one in sentences}) == 1


def _place(one: PortraitSentence) -> tuple[object, ...]:
    by = one.successor.statement_uid if one.successor is not None else None
    return one.section, one.interval, one.told_by, one.past, by


def joined(text: str, sentences: Sequence[PortraitSentence]) -> PortraitSentence:
    """One sentence in a model's words that stands for all of these, which can be joined."""
    newest = max(sentences, key=lambda one: one.said_at)
    return newest.model_copy(
        update={
            "text": one_line(text),
            "statement_uids": _once(uid for one in sentences for uid in one.statement_uids),
            "turn_ids": _once(turn for one in sentences for turn in one.turn_ids),
            "worth": max(one.worth for one in sentences),
            "solid": all(one.solid for one in sentences),
            "worded": True,
        }
    )


def in_their_place(
    sentences: Iterable[PortraitSentence], worded: Iterable[PortraitSentence]
) -> tuple[PortraitSentence, ...]:
    """The sentences of a portrait, each that one of ``worded`` stands for as that, once."""
    by = {uid: one for one in worded for uid in one.statement_uids}
    told = (by.get(one.statement_uid, one) for one in sentences)
    return tuple({one.statement_uid: one for one in told}.values())


def _once(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
