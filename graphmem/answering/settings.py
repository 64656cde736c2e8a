"""Settings of answering, all of which can be given per call."""

from pydantic import Field

from graphmem.answering.verification.verify import ReadingWeights
from graphmem.model.base import UserInput
from graphmem.model.search import BASE_PATHS, SearchPath, SearchWeights, Share


class AnswerSettings(UserInput):
    """How a question is answered.

    ``depth`` turns are searched for on ``paths``, and what the first ``read`` of them state is
    looked up. ``reader`` reads the best of them for what answers, and in which words.
    ``most_doubt`` is how much doubt about the speaker an answer may leave, None for the fitted
    threshold. Of two that bear a name one must fit by ``clear_by`` more (cosine), or the question
    is asked back. ``max_steps`` bounds the answers in which a language model may use the tools; 0
    lets it read the evidence alone. Weights that are None are the shipped ones: ``search_weights``
    rank, ``reading_weights`` tell whether the claim is so as it is asked.
    """

    paths: frozenset[SearchPath] = BASE_PATHS | {SearchPath.ANSWERS, SearchPath.QUESTIONS}
    search_weights: SearchWeights | None = None
    reading_weights: ReadingWeights | None = None
    depth: int = Field(default=60, ge=1, le=1_000)
    read: int = Field(default=10, ge=1, le=200)
    most_doubt: Share | None = None
    clear_by: Share = 0.08
    reader: bool = True
    max_steps: int = Field(default=0, ge=0, le=50)
