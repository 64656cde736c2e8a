"""The packaged reader, run by ONNX Runtime on the packaged model's vectors of words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem import telemetry
from graphmem.adapters.onnx_encoder import checked_graph, load_session, require_onnx_runtime
from graphmem.adapters.weights import TOKENIZER, model_folder
from graphmem.reader import (
    AnswerSpan,
    ReaderTurn,
    ReadTurn,
    TokenRow,
    TurnReading,
    TurnTokens,
    claim_row,
    head_of,
    question_row,
)
from graphmem.settings import Settings

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

GRAPH = files("graphmem.adapters") / "reader.onnx"
# As scripts/make_reader_graph.py prints it.
_GRAPH_SHA256 = "501ada0e8e5fa33ba812f57e70e012f5598435c7b1d984fbbbaf32c5962d169d"

_BATCH = 16
_BEGINNINGS = 10  # of each turn, the likeliest places where an answer may begin
_LONGEST = 30  # tokens of an answer
_SPANS = 15  # of each turn that are given
_LONGEST_WORD = 40  # characters
# "2,940", "14:30" and "Ana's" are several tokens.
_OF_SEVERAL_TOKENS = re.compile(r"(?P<number>\d+(?:[.,:]\d+)+)|[^\W_]+(?:['’][^\W_]+)+")
_SPEAKER = -1  # stands for a place in the text where the words are the speaker's name

Output = NDArray[np.float32]


class _Tokens(NamedTuple):
    """A turn's tokens, and where those of its text stand in it."""

    said: ReaderTurn
    tokens: TurnTokens
    places: Sequence[tuple[int, int]]
    of_name: Sequence[bool]


class OnnxReader:
    """The reader on ONNX Runtime; thread-safe; made by `load_reader`."""

    def __init__(self, session: "InferenceSession", tokenizer: "Tokenizer") -> None:
        self._session = session
        self._tokenizer = tokenizer

    def read(self, question: str, turns: Sequence[ReadTurn]) -> list[TurnReading]:
        """Reads the question beside each turn, in order."""
        with telemetry.model("read", "reader", turns=len(turns)):
            asked = self._encoded([question])[0].ids
            tokens = [self._tokens(turn) for turn in turns]
            rows = [question_row(asked, own.tokens, before) for own, before in tokens]
            return [
                _reading(values, row, own)
                for values, row, (own, _) in zip(self._run(rows), rows, tokens, strict=True)
            ]

    def judge(self, claims: Sequence[tuple[str, ReadTurn]]) -> list[float]:
        """The log odds that each sentence says rightly, and by itself, what its turn states."""
        rows = []
        for claim, turn in claims:
            own, before = self._tokens(turn)
            rows.append(claim_row(self._encoded([claim])[0].ids, own.tokens, before))
        return [float(values["right"]) for values in self._run(rows)]

    def _tokens(self, turn: ReadTurn) -> tuple[_Tokens, list[TurnTokens]]:
        every = (*turn.before, turn.said)
        heads = self._encoded(head_of(said.speaker, said.said_at) for said in every)
        texts = self._encoded(said.text for said in every)
        before = [
            TurnTokens(head.ids, text.ids)
            for head, text in zip(heads[:-1], texts[:-1], strict=True)
        ]
        name = len(turn.said.speaker)
        own = _Tokens(
            turn.said,
            TurnTokens(heads[-1].ids, texts[-1].ids),
            texts[-1].offsets,
            [begin < name for begin, _ in heads[-1].offsets],
        )
        return own, before

    def _encoded(self, texts: Iterable[str]) -> list["Encoding"]:
        return self._tokenizer.encode_batch(list(texts), add_special_tokens=False)

    def _run(self, rows: Sequence[TokenRow]) -> list[Mapping[str, Output]]:
        """The outputs of each row, in order; rows of like length are run together."""
        found: dict[int, Mapping[str, Output]] = {}
        places = sorted(range(len(rows)), key=lambda place: len(rows[place].ids))
        for begin in range(0, len(places), _BATCH):
            batch = places[begin : begin + _BATCH]
            shape = (len(batch), len(rows[batch[-1]].ids))
            inputs = {
                name: np.zeros(shape, dtype=np.int64) for name in ("input_ids", "segments", "mask")
            }
            for number, place in enumerate(batch):
                row = rows[place]
                inputs["input_ids"][number, : len(row.ids)] = row.ids
                inputs["segments"][number, : len(row.ids)] = row.segments
                inputs["mask"][number, : len(row.ids)] = 1
            names = [output.name for output in self._session.get_outputs()]
            outputs = self._session.run(names, inputs)
            for number, place in enumerate(batch):
                found[place] = {
                    name: values[number] for name, values in zip(names, outputs, strict=True)
                }
        return [found[place] for place in range(len(rows))]


def load_reader(settings: Settings) -> OnnxReader:
    """The packaged reader, loaded once for a process.

    Raises `MissingExtraError` where its runtime is not installed and `ModelError` where it, or the
    packaged model, is not what it should be.
    """
    require_onnx_runtime()
    return _load(settings.cache, settings.embedding_threads)


@lru_cache(maxsize=1)
def _load(cache: Path, threads: int | None) -> OnnxReader:
    from tokenizers import Tokenizer

    folder = model_folder(cache)  # reads all of the weights, to verify them
    session = load_session(checked_graph(GRAPH, _GRAPH_SHA256), folder, threads)
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return OnnxReader(session, tokenizer)


def _reading(values: Mapping[str, Output], row: TokenRow, own: _Tokens) -> TurnReading:
    status = values["status"].astype(float)
    # Its first class is that all is so as it is asked.
    supported = float(status[0] - np.logaddexp.reduce(status[1:]))
    return TurnReading(
        answers=float(values["answers"]),
        supported=supported,
        yes=float(values["yes"]),
        spans=tuple(_spans(values, row, own)),
    )


def _spans(values: Mapping[str, Output], row: TokenRow, own: _Tokens) -> Iterator[AnswerSpan]:
    """The likeliest runs of the turn's words, best first; they may overlap."""
    begins, ends = (_log_probabilities(values[name], row) for name in ("begin", "end"))
    found = [
        (begins[first] + ends[last], first, last)
        for first in np.argsort(-begins, kind="stable")[:_BEGINNINGS]
        for last in range(first, min(len(ends), first + _LONGEST))
    ]
    ranked = sorted(found, key=lambda one: (-one[0], one[1], one[2]))
    head = row.text - row.turn
    spans = (_span(own, first, last, head, float(chance)) for chance, first, last in ranked)
    return islice(_distinct(span for span in spans if span is not None), _SPANS)


def _distinct(spans: Iterable[AnswerSpan]) -> Iterator[AnswerSpan]:
    """The first of those that are one when they are made of whole words."""
    given = set()
    for span in spans:
        place = span.begin, span.end
        if place not in given or span.begin == _SPEAKER:
            given.add(place)
            yield span


def whole_words(text: str, begin: int, end: int) -> tuple[int, int]:
    """A span that neither begins behind an apostrophe nor begins or ends within a number."""
    for word in _OF_SEVERAL_TOKENS.finditer(text, max(0, begin - _LONGEST_WORD)):
        if word.start() >= end:
            break
        if word.start() < begin < word.end():
            begin = word.start()
        if word["number"] and word.start() < end < word.end():
            end = word.end()
    return begin, end


def _log_probabilities(logits: Output, row: TokenRow) -> NDArray[np.float64]:
    own = logits[row.turn : row.end].astype(np.float64)
    found: NDArray[np.float64] = own - np.logaddexp.reduce(own)
    return found


def _span(
    own: _Tokens, first: int, last: int, head: int, log_probability: float
) -> AnswerSpan | None:
    """A run of the turn's tokens, of which so many are its head, where only the speaker answers."""
    if last < head:
        of_speaker = all(own.of_name[first : last + 1])
        name = AnswerSpan(own.said.speaker, _SPEAKER, _SPEAKER, log_probability)
        return name if of_speaker else None
    if first < head:
        return None
    begin, end = own.places[first - head][0], own.places[last - head][1]
    begin, end = whole_words(own.said.text, begin, end)
    return AnswerSpan(own.said.text[begin:end], begin, end, log_probability)
