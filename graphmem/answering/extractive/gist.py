"""Classifies gist questions, and summarises turns by a few whole sentences; pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from graphmem.adapters.onnx_encoder import TokenVectors
from graphmem.answering.attribution import Whose, whose
from graphmem.answering.evidence import ExtractedAnswer, Passage, Proof
from graphmem.answering.frame import QuestionFrame
from graphmem.language.sentences import asks, sentences
from graphmem.model.base import Frozen
from graphmem.model.odds import Odds, read_fitted
from graphmem.tools.ordering import by_number

_SHIPPED = Path(__file__).with_name("gists.json")
_NEAREST = 3
NEARNESS = "nearness"
"""The name of `nearness` among the values of ``told``."""


class GistWeights(Frozen):
    """Over the form of a question (`form_of`), the log odds that it asks for a gist.

    ``told`` are the odds that anything was said of it, over `nearness`. ``origin`` tells what they
    were fitted on.
    """

    origin: Mapping[str, Any]
    told: Odds
    bias: float
    weights: tuple[float, ...]

    def log_odds(self, vector: Sequence[float]) -> float:
        """Above zero where a gist is asked for."""
        return self.bias + sum(w * x for w, x in zip(self.weights, vector, strict=True))


@lru_cache(maxsize=1)
def read_gist_weights() -> GistWeights:
    """The shipped weights; raises `SettingsError` where their file cannot be used."""
    return read_fitted(GistWeights, _SHIPPED, made_by="training.fit_gists")


def form_of(question: TokenVectors) -> list[float]:
    """The mean of the vectors of a question's tokens that are near to its words.

    Names stay in it: without them a question is no sentence, and seems to ask for anything.
    """
    form: list[float] = question.inner.mean(axis=0).tolist()
    return form


def asks_for_gist(form: Sequence[float]) -> bool:
    """Whether a question of this form asks for a gist: what was discussed, how a thing went."""
    return read_gist_weights().log_odds(form) > 0


def nearness(asked: Sequence[float], said: Sequence[Sequence[float]]) -> float:
    """Mean cosine between a question and the three sentences nearest to it."""
    cosines = sorted((float(np.dot(asked, one)) for one in said), reverse=True)[:_NEAREST]
    return sum(cosines) / _NEAREST


_TURNS = 10  # the best of a search, from which sentences are taken
_MOST = 6  # sentences
_OF_A_TURN = 2  # sentences of one turn, so that one voice does not stand for all
_LEAST_WORDS = 5  # of a sentence that says something by itself
# Beside the search's score of its turn: how near a sentence is to the question, and to one chosen.
_OF_QUESTION = 3.0
_OF_CHOSEN = 2.0
_ENDS = ".!?…:;\"'”’)]"


class GistSentence(NamedTuple):
    """A whole sentence of a turn that may be of a gist, and the number of its sentence."""

    passage: Passage
    text: str
    number: int

    @property
    def place(self) -> tuple[object, ...]:
        """Sort key: the position in the talk."""
        hit = self.passage.hit
        turn = (by_number(hit.conversation_id), hit.said_at, by_number(hit.dia_id))
        return (*turn, self.number)


def stated_in(frame: QuestionFrame, passages: Sequence[Passage]) -> list[GistSentence]:
    """The sentences of the best turns that state something, and nothing of others than are asked.

    A photo without words tells what its caption says.
    """
    found = [
        GistSentence(passage, sentence, number)
        for passage in passages[:_TURNS]
        for number, sentence in enumerate(
            stated_sentences(passage.hit.text or passage.hit.caption or "")
        )
    ]
    claim = frame.claim
    return [
        one for one in found if whose(Proof(one.passage, one.text), claim) is not Whose.ANOTHERS
    ]


def stated_sentences(text: str) -> list[str]:
    """The sentences of a text that are no questions and no scraps."""
    return [one for one in sentences(text) if len(one.split()) >= _LEAST_WORDS and not asks(one)]


def gist_of(
    frame: QuestionFrame,
    stated: Sequence[GistSentence],
    asked: Sequence[float],
    vectors: Sequence[Sequence[float]],
) -> ExtractedAnswer:
    """Up to six of the sentences in the order of the talk, each with its turn as proof.

    ``asked`` is the unit vector of the question, ``vectors`` are those of the sentences. Chosen is
    one after the other what fits best and repeats least of what is chosen (maximal marginal
    relevance).
    """
    if not stated:
        return ExtractedAnswer("", frame.kind)
    meant = np.asarray(vectors)
    fits = np.array([one.passage.hit.score for one in stated])
    fits += _OF_QUESTION * (meant @ np.asarray(asked))
    alike = meant @ meant.T
    chosen: list[int] = []
    while len(chosen) < _MOST and (left := _left(stated, chosen)):
        repeats = alike[left][:, chosen].max(axis=1, initial=0.0)
        chosen.append(left[int(np.argmax(fits[left] - _OF_CHOSEN * repeats))])
    told = sorted((stated[at] for at in chosen), key=lambda one: one.place)
    return ExtractedAnswer(
        _worded(told), frame.kind, tuple(Proof(one.passage, one.text) for one in told)
    )


def _left(stated: Sequence[GistSentence], chosen: Sequence[int]) -> list[int]:
    turns = [stated[at].passage.hit.turn_id for at in chosen]
    return [
        at
        for at, one in enumerate(stated)
        if at not in chosen and turns.count(one.passage.hit.turn_id) < _OF_A_TURN
    ]


def _worded(told: Sequence[GistSentence]) -> str:
    """The sentences one after the other, each speaker named where they begin to speak."""
    parts, speaker = [], None
    for one in told:
        hit = one.passage.hit
        # In a chat many end without a mark, and would run into the next.
        text = one.text if one.text[-1] in _ENDS else f"{one.text}."
        parts.append(text if hit.speaker_uid == speaker else f"{hit.speaker}: {text}")
        speaker = hit.speaker_uid
    return " ".join(parts)
