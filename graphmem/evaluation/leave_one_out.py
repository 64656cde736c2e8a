"""Chooses weights that were not fitted on a question's conversation."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

from graphmem.evaluation.cases import Batch
from graphmem.model.conversation import Conversation
from graphmem.model.search import SearchWeights
from graphmem.retrieval.weights import Shipped, conversation_digest

Fitted = TypeVar("Fitted")


class HeldOutWeights(NamedTuple):
    """Weights that have not seen a conversation of a batch; None is all of them together.

    ``left_out`` has weights that were fitted without it; ``fitted_on`` are those that the weights
    have seen and for which there are no others. What is in neither was not part of the fit.
    """

    left_out: Mapping[str | None, SearchWeights]
    fitted_on: frozenset[str | None]


def digest(conversations: Iterable[Conversation]) -> str:
    """Digest of conversations, one or several together, whatever they are called."""
    return conversation_digest(
        (turn.dia_id, turn.speaker, turn.text)
        for talk in conversations
        for session in talk.sessions
        for turn in session.turns
    )


def scopes_of(batch: Batch) -> Mapping[str, frozenset[str]]:
    """By digest the conversations that a fit must leave out: each alone, and all together."""
    one = {talk.conversation_id: digest([talk]) for talk in batch.conversations}
    scopes = {found: frozenset({found}) for found in one.values()}
    if len(scopes) > 1:
        scopes[digest(batch.conversations)] = frozenset(one.values())
    return scopes


def seen_by(shipped: Shipped, batch: Batch) -> HeldOutWeights:
    """Which conversations of the batch the weights were fitted on, and what ranks them instead."""
    left_out = left_out_of(batch, shipped.left_out)
    seen = shipped.left_out.keys() | set(shipped.fitted_on)
    fitted_on = {name for name, found in _digests(batch).items() if found in seen}
    if fitted_on:
        fitted_on.add(None)  # to have seen one of them is to have seen something of all
    return HeldOutWeights(left_out, frozenset(fitted_on - left_out.keys()))


def left_out_of(batch: Batch, left_out: Mapping[str, Fitted]) -> Mapping[str | None, Fitted]:
    """By conversation what was fitted without it; under None, without any of them.

    What is not in it was not part of the fit, and what ships may be used for it.
    """
    return {name: left_out[found] for name, found in _digests(batch).items() if found in left_out}


def _digests(batch: Batch) -> dict[str | None, str]:
    scopes: dict[str | None, list[Conversation]] = {
        talk.conversation_id: [talk] for talk in batch.conversations
    }
    scopes[None] = list(batch.conversations)
    return {name: digest(talks) for name, talks in scopes.items()}
