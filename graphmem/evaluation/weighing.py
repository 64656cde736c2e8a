"""Which weights rank which question: those that were not fitted on its conversation."""

from collections.abc import Iterable, Mapping

from graphmem.evaluation.cases import Batch
from graphmem.model.conversation import Conversation
from graphmem.model.search import SearchWeights
from graphmem.retrieval.weights import Shipped, conversation_digest


def digest(conversations: Iterable[Conversation]) -> str:
    """What identifies conversations, one or several together, whatever they are called."""
    return conversation_digest(
        (turn.dia_id, turn.speaker, turn.text)
        for talk in conversations
        for session in talk.sessions
        for turn in session.turns
    )


def unseen(batch: Batch, shipped: Shipped) -> Mapping[str | None, SearchWeights]:
    """By conversation the weights that were fitted without it; under None, without any of them.

    What is not in it was not part of the fit, and the shipped weights may rank it.
    """
    scopes: dict[str | None, Iterable[Conversation]] = {
        talk.conversation_id: [talk] for talk in batch.conversations
    }
    scopes[None] = batch.conversations
    digests = {name: digest(talks) for name, talks in scopes.items()}
    return {
        name: shipped.left_out[found]
        for name, found in digests.items()
        if found in shipped.left_out
    }
