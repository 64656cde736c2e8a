"""What networks word of annotated talk, as the matcher of the corpus judges it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from graphmem.adapters.factory import make_encoder, make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.extracted_statements import ExtractedStatement, told_by
from graphmem.evaluation.matching.matcher import judge, shipped
from graphmem.evaluation.matching.parsing import SceneReader
from graphmem.extraction.admit import admit
from graphmem.extraction.local.extract import propose
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import Array, word_vectors
from graphmem.extraction.local.options import ClauseWording
from graphmem.extraction.local.statements import ChunkReading, find_statements
from graphmem.model.workspace import NETWORKS
from graphmem.settings import load_settings
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


def judged_wordings(talks: Sequence[Talk], model: Model) -> Iterator[JudgedWording]:
    """Every wording that a model makes of every clause, judged beside the gold."""
    parse, settings = load_parser(), load_settings()
    encode = word_vectors(make_token_encoder(settings))
    scenes = SceneReader(parse, make_encoder(settings))
    for name, some in groupby(talks, key=lambda one: one.conversation.header.id):
        chunks = list(some)
        wordings: list[ClauseWording] = []
        told: dict[str, ExtractedStatement] = {}
        for talk in chunks:
            found = find_statements(talk.chunk, talk.parsed, talk.vectors, model, parse)
            every = tuple(one for options in found.options for one in options)
            reading = ChunkReading(found.discourse, found.asked, found.resolutions, every, ())
            proposed = propose(talk.chunk, reading, parse, encode, model)
            admission = admit(proposed, talk.chunk, extracted_by=NETWORKS)
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
