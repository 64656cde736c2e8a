"""Fits the network that judges wordings, on what readers tell of talk that they never saw."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.matching.matcher import judge, shipped
from graphmem.evaluation.matching.reading import SceneReader
from graphmem.evaluation.told import Told, told_by
from graphmem.extraction.admit import admit
from graphmem.extraction.local.extract import propose
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import Array, Network
from graphmem.extraction.local.options import Stated
from graphmem.extraction.local.statements import Reading, find_statements
from graphmem.model.workspace import ReaderName
from graphmem.settings import load_settings
from training.fit import classifier
from training.fit_references import fit_reference
from training.fit_salience import fit_salience
from training.fit_types import fit_types
from training.statements import clause_examples
from training.talk import Talk


class JudgedWording(NamedTuple):
    """A wording of a clause, the turn that it rests on, and whether the matcher finds it right.

    What the door refuses has no turn: it is of no use, however it is worded.
    """

    conversation: str
    text: str
    turn: str | None
    features: Array
    right: bool


_PARTS = 2
_HIDDEN = (32,)
_PENALTY = 30.0


def fit_right(talks: Sequence[Talk], exchanges: Sequence[Talk]) -> Network:
    """The chance that a wording is right, as the matcher of the corpus judges it.

    Each part of the conversations is read by networks that are fitted on the others: of talk that
    they know they tell more rightly.
    """
    names = sorted({one.conversation.header.id for one in talks})
    found: list[tuple[Array, bool]] = []
    for part in range(_PARTS):
        unseen = set(names[part::_PARTS])
        known = [one for one in talks if one.conversation.header.id not in unseen]
        readers = fit_readers(known, exchanges)
        found += right_examples(
            [one for one in talks if one.conversation.header.id in unseen], readers
        )
    return classifier(
        np.stack([features for features, _ in found]),
        [right for _, right in found],
        hidden=_HIDDEN,
        penalty=_PENALTY,
    )


def fit_readers(talks: Sequence[Talk], exchanges: Sequence[Talk]) -> Model:
    """All other networks; what stands for this one finds nothing right.

    Of exchanges it is known what their clauses state, not what their mentions mean.
    """
    clauses = [clause for one in (*talks, *exchanges) for clause in clause_examples(one)]
    none = np.zeros(1, dtype=np.float32)
    nothing = Network(mean=none, scale=none, weights=(), biases=())
    return Model(fit_reference(talks), fit_salience(clauses), fit_types(talks), nothing)


def right_examples(talks: Sequence[Talk], model: Model) -> Iterator[tuple[Array, bool]]:
    """The features of every wording of every clause, and whether the matcher finds it right."""
    for one in judged_wordings(talks, model):
        yield one.features, one.right


def judged_wordings(talks: Sequence[Talk], model: Model) -> Iterator[JudgedWording]:
    """Every wording that a model makes of every clause, judged beside the gold."""
    parse = load_parser()
    scenes = SceneReader(parse, make_encoder(load_settings()))
    for name, some in groupby(talks, key=lambda one: one.conversation.header.id):
        chunks = list(some)
        wordings: list[Stated] = []
        told: dict[str, Told] = {}
        for talk in chunks:
            found = find_statements(talk.chunk, talk.parsed, talk.vectors, model, parse)
            every = tuple(one for options in found.options for one in options)
            reading = Reading(found.discourse, found.asked, found.resolutions, every, ())
            proposed = propose(talk.chunk, reading, parse, model)
            admission = admit(proposed, talk.chunk, extracted_by=ReaderName.NETWORKS)
            for one in told_by(admission.workspace, talk.conversation):
                told.setdefault(one.text, one)
            wordings += every
        right: dict[str, bool] = {}
        if told:
            judged = judge(scenes.read(chunks[0].conversation, list(told.values())), shipped())
            verdicts = zip(told, judged.verdicts, strict=True)
            right = {text: verdict.right for text, verdict in verdicts}
        for wording in wordings:
            text = wording.wording.text
            turn = told[text].quotes[-1].turn if text in told else None
            yield JudgedWording(name, text, turn, wording.features, right.get(text, False))
