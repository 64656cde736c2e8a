"""Writes propositions by ONNX Runtime, on the packaged model's vectors of words."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.adapters.onnx_encoder import load_session, require_onnx_runtime
from graphmem.adapters.weights import TOKENIZER, WEIGHTS, model_folder
from graphmem.settings import Settings
from training.propositions.graphs import reading_graph, writing_graph
from training.propositions.proposition import (
    KINDS,
    MODALITIES,
    MONTHS_AND_DAYS,
    Piece,
    Proposition,
    Written,
    sentence_of,
)
from training.propositions.rows import (
    CLS,
    END,
    MAX_WRITTEN,
    SEP,
    ReadTurn,
    Row,
    Token,
    Tokenise,
    rows,
)
from training.weights import read_weights

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_BATCH = 24  # sentences that are written at once
_LAYERS, _HEADS, _EACH = 3, 12, 32
_NEVER = np.float32(-1e4)
_MOST = 2 * MAX_WRITTEN
_CONTINUES = "##"  # as the packaged model marks what does not begin a word
_LABELS = ("kind", "modality", "polarity", "worth")

Array = NDArray[np.float32]
Numbers = NDArray[np.int64]


class _Asked(NamedTuple):
    """A sentence of a row of which is to be written; ``number`` counts within the row."""

    row: Row
    number: int

    @property
    def sentence(self) -> int:
        """Its number in the turn."""
        return self.row.sentence + self.number


class _Told(NamedTuple):
    """A sentence that was written, the logarithm of the chance of each token, and what it is."""

    pieces: tuple[Piece, ...]
    chances: tuple[float, ...]
    labels: Mapping[str, Array]


class _Begun(NamedTuple):
    """What is being written of one sentence: what is done, and the sentence at hand."""

    told: list[_Told]
    tokens: list[int]
    pieces: list[Piece]
    chances: list[float]

    def end(self, labels: Mapping[str, Array]) -> None:
        """The sentence at hand is done."""
        self.told.append(_Told(tuple(self.pieces), tuple(self.chances), labels))
        for own in (self.tokens, self.pieces, self.chances):
            own.clear()

    def repeated(self) -> list[int]:
        """The tokens that would make three say again what three said: a network that loops."""
        pair = self.tokens[-2:]
        following = zip(self.tokens, self.tokens[1:], self.tokens[2:], strict=False)
        return [last for *before, last in following if before == pair]


class _Read(NamedTuple):
    """What was read of the rows of some sentences: their tokens, and what is attended to."""

    ids: Numbers
    given: Mapping[str, Array]


class OnnxWriter:
    """The writer on ONNX Runtime; thread-safe; made by `load_writer`.

    ``tokens`` are those that it can write without copying them.
    """

    def __init__(
        self,
        reading: "InferenceSession",
        writing: "InferenceSession",
        tokenizer: "Tokenizer",
        tokens: Numbers,
    ) -> None:
        self._reading = reading
        self._writing = writing
        self._tokenise = tokenise_with(tokenizer)
        self._tokens = tokens
        self._names = [tokenizer.id_to_token(at) or "" for at in range(tokenizer.get_vocab_size())]

    def write(self, turns: Sequence[ReadTurn], people: Sequence[str]) -> list[Written]:
        """What each sentence of these consecutive turns states, in order."""
        asked = [
            _Asked(row, number)
            for row in rows(turns, people, self._tokenise)
            for number in range(len(row.places))
        ]
        # Rows of like length together hold little padding.
        asked.sort(key=lambda one: (len(one.row.tokens), one.row.turn, one.sentence))
        names = MONTHS_AND_DAYS.union(*(turn.names for turn in turns))
        found = [
            _written(one, states, told, names)
            for begin in range(0, len(asked), _BATCH)
            for one, (states, told) in self._write(asked[begin : begin + _BATCH])
        ]
        return sorted(found, key=lambda one: (one.turn, one.sentence))

    def _write(self, asked: Sequence[_Asked]) -> list[tuple[_Asked, tuple[float, Sequence[_Told]]]]:
        """For each sentence the chance that it states anything, and what is written of it."""
        read = self._read(asked)
        begun = [_Begun([], [], [], []) for _ in asked]
        open_ = np.ones(len(asked), dtype=bool)
        last = np.full(len(asked), CLS, dtype=np.int64)
        past: dict[str, Array] = {
            f"past_{part}_{layer}": np.zeros((len(asked), _HEADS, 0, _EACH), dtype=np.float32)
            for part in ("keys", "values")
            for layer in range(_LAYERS)
        }
        states = np.zeros(len(asked), dtype=np.float32)
        for place in range(_MOST + 1):
            outputs = self._step(last, place, {**read.given, **past})
            for at in map(int, np.flatnonzero(open_ & (last == SEP))):
                begun[at].end({name: outputs[name][at] for name in _LABELS})
            chances, copied = self._chances(outputs, read.ids)
            for at in map(int, np.flatnonzero(open_)):
                chances[at, begun[at].repeated()] = 0
            last = chances.argmax(axis=1)
            if place == 0:
                states = 1 - chances[:, END]
            open_ &= last != END
            if not open_.any():
                break
            for at in map(int, np.flatnonzero(open_)):
                token = int(last[at])
                begun[at].chances.append(float(np.log(chances[at, token])))
                if token != SEP:
                    begun[at].tokens.append(token)
                    piece = self._piece(asked[at].row, token, copied[at], begun[at].pieces)
                    begun[at].pieces.append(piece)
            past = {
                name.replace("present", "past"): values
                for name, values in outputs.items()
                if name.startswith("present")
            }
        return [
            (one, (float(state), own.told))
            for one, state, own in zip(asked, states, begun, strict=True)
        ]

    def _read(self, asked: Sequence[_Asked]) -> _Read:
        own = list({id(one.row): one.row for one in asked}.values())
        places = {id(row): place for place, row in enumerate(own)}
        length = max(len(row.tokens) for row in own)
        inputs = {
            name: np.zeros((len(own), length), dtype=np.int64)
            for name in ("input_ids", "segments", "mask")
        }
        for at, row in enumerate(own):
            inputs["input_ids"][at, : len(row.tokens)] = row.ids
            inputs["segments"][at, : len(row.tokens)] = row.segments
            inputs["mask"][at, : len(row.tokens)] = 1
        of_row = np.array([places[id(one.row)] for one in asked], dtype=np.int64)
        focus = np.zeros((len(asked), length), dtype=np.float32)
        for at, one in enumerate(asked):
            begin, end = one.row.places[one.number]
            focus[at, begin:end] = 1
        names = [output.name for output in self._reading.get_outputs()]
        given = self._reading.run(names, {**inputs, "row": of_row, "focus": focus})
        unseen = np.where(inputs["mask"][of_row] > 0, np.float32(0), _NEVER)
        return _Read(
            inputs["input_ids"][of_row],
            {**dict(zip(names, given, strict=True)), "unseen": unseen},
        )

    def _step(self, last: Numbers, place: int, given: Mapping[str, Array]) -> dict[str, Array]:
        names = [output.name for output in self._writing.get_outputs()]
        inputs = {"token": last, "place": np.array([place], dtype=np.int64), **given}
        return dict(zip(names, self._writing.run(names, inputs), strict=True))

    def _chances(self, outputs: Mapping[str, Array], ids: Numbers) -> tuple[Array, Array]:
        """The chance of each token, written or copied, and of each token of the row."""
        both = np.concatenate([outputs["written"], outputs["copied"]], axis=1)
        both = np.exp(both - both.max(axis=1, keepdims=True))
        both /= both.sum(axis=1, keepdims=True)
        written, copied = both[:, : len(self._tokens)], both[:, len(self._tokens) :]
        chances = np.zeros((len(both), len(self._names)), dtype=np.float32)
        chances[:, self._tokens] = written
        np.add.at(chances, (np.arange(len(both))[:, None], ids), copied)
        return chances, copied

    def _piece(self, row: Row, token: int, copied: Array, before: Sequence[Piece]) -> Piece:
        """The token as it stands where it was most likely copied from, if it was."""
        name = self._names[token]
        continues = name.startswith(_CONTINUES)
        places = [at for at, one in enumerate(row.tokens) if one.id == token]
        if not places:
            return Piece(name.removeprefix(_CONTINUES), None, continues)
        previous = before[-1].place if before else None
        following = None if previous is None else previous + 1
        if following not in places:
            following = max(places, key=lambda at: float(copied[at]))
        assert following is not None
        return Piece(row.tokens[following].text, following, continues)


def tokenise_with(tokenizer: "Tokenizer") -> Tokenise:
    """The tokens of a text, without the marks of beginning and end; nothing is cut."""
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def tokenise(text: str) -> list[Token]:
        found = tokenizer.encode(text, add_special_tokens=False)
        return [
            Token(number, (" " if not begin or text[begin - 1].isspace() else "") + text[begin:end])
            for number, (begin, end) in zip(found.ids, found.offsets, strict=True)
        ]

    return tokenise


def load_writer(fitted: Path, settings: Settings) -> OnnxWriter:
    """The writer of these fitted weights.

    Raises `MissingExtraError` where its runtime is not installed and `ModelError` where the
    packaged model is not what it should be.
    """
    from tokenizers import Tokenizer

    require_onnx_runtime()
    folder = model_folder(settings.cache)  # reads all of the weights, to verify them
    trained = read_weights(fitted)
    graphs = (make(folder / WEIGHTS, trained) for make in (reading_graph, writing_graph))
    reading, writing = (load_session(one, folder, settings.embedding_threads) for one in graphs)
    tokens = trained["tokens"].astype(np.int64)
    return OnnxWriter(reading, writing, Tokenizer.from_file(str(folder / TOKENIZER)), tokens)


def _written(asked: _Asked, states: float, told: Sequence[_Told], names: frozenset[str]) -> Written:
    propositions = tuple(_proposition(asked, one, names) for one in told if one.pieces)
    return Written(asked.row.turn, asked.sentence, states, propositions)


def _proposition(asked: _Asked, told: _Told, names: frozenset[str]) -> Proposition:
    labels = told.labels
    worth = np.exp(labels["worth"] - labels["worth"].max())
    return Proposition(
        turn=asked.row.turn,
        sentence=asked.sentence,
        text=sentence_of(told.pieces, asked.row, names),
        kind=KINDS[int(labels["kind"].argmax())],
        modality=MODALITIES[int(labels["modality"].argmax())],
        negated=bool(labels["polarity"].argmax()),
        worth=float((worth / worth.sum()) @ np.arange(len(worth))),
        chance=float(np.exp(np.mean(told.chances))),
    )
