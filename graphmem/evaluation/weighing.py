"""Which weights rank which question: those that were not fitted on its conversation."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from graphmem.evaluation.cases import Batch
from graphmem.model.conversation import Conversation
from graphmem.model.search import SearchWeights
from graphmem.retrieval.weights import Shipped, conversation_digest


class Seen(NamedTuple):
    """What fitted weights have seen of a batch, by conversation; None is all of them together.

    ``left_out`` has weights that were fitted without it; ``fitted_on`` are those that the weights
    have seen and for which there are no others. What is in neither was not part of the fit.
    """

    left_out: Mapping[str | None, SearchWeights]
    fitted_on: frozenset[str | None]


def digest(conversations: Iterable[Conversation]) -> str:
    """What identifies conversations, one or several together, whatever they are called."""
    return conversation_digest(
        (turn.dia_id, turn.speaker, turn.text)
        for talk in conversations
        for session in talk.sessions
        for turn in session.turns
    )


def seen_by(shipped: Shipped, batch: Batch) -> Seen:
    """Which conversations of the batch the weights were fitted on, and what ranks them instead."""
    scopes: dict[str | None, list[Conversation]] = {
        talk.conversation_id: [talk] for talk in batch.conversations
    }
    scopes[None] = list(batch.conversations)
    digests = {name: digest(talks) for name, talks in scopes.items()}
    left_out = {
        name: shipped.left_out[found]
        for name, found in digests.items()
        if found in shipped.left_out
    }
    seen = shipped.left_out.keys() | set(shipped.fitted_on)
    fitted_on = {name for name, found in digests.items() if found in seen}
    if fitted_on:
        fitted_on.add(None)  # to have seen one of them is to have seen something of all
    return Seen(left_out, frozenset(fitted_on - left_out.keys()))
