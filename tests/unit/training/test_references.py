"""What the gold says of mentions, after choices that are not the gold's."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import GoldConversation, GoldHeader, GoldPerson, GoldTurn
from graphmem.extraction.local.coreference import Antecedent, AntecedentChoice, resolve
from graphmem.extraction.local.discourse import MentionContext
from graphmem.extraction.local.mentions import MentionSpan, MentionType
from graphmem.extraction.local.network import DIMENSION, Array, TurnVectors
from tests.unit.extraction.lines import chunk
from training.references import Oracle
from training.talk import CORPUS, Talk

AT = datetime(2025, 3, 4, 18)


def unsure(
    mention: MentionSpan, place: MentionContext, _: Array, candidates: Sequence[Antecedent]
) -> AntecedentChoice:
    """Everything is new and likely nothing in particular; pronouns stay open."""
    pronoun = mention.type is MentionType.PRONOUN
    return AntecedentChoice(None if pronoun else candidates[-1], 0.3, 1.0)


def test_a_referent_means_what_was_meant_where_it_came_up_whoever_is_spoken_of_since() -> None:
    said = chunk("Ana: The kiln broke.", "Bo: Did she cry?", "Ana: The kiln is old.")
    meant: list[dict[str, str]] = [{"The kiln": "kiln"}, {"she": "mia"}, {"The kiln": "kiln"}]
    gold = [
        GoldTurn(id=f"1:{place}", speaker="ana", at=AT, text=turn.text, mentions=mentions)
        for place, (turn, mentions) in enumerate(zip(said.turns, meant, strict=True), start=1)
    ]
    people = {one: GoldPerson(name=one, speaker=one) for one in ("ana", "bo")}
    header = GoldHeader(id="kiln", kind="club", title="Kiln", people=people)
    empty = TurnVectors([], *[np.zeros((0, DIMENSION), dtype=np.float32)] * 2)
    talk = Talk(
        GoldConversation(folder=CORPUS, header=header, sessions=(tuple(gold),), questions=()),
        said,
        load_parser()([turn.text for turn in said.turns]),
        [empty] * 3,
        gold,
    )
    oracle = Oracle(talk, unsure)
    resolve(talk.chunk, talk.parsed, talk.vectors, choose=oracle, agreement=None)
    first, _, again = oracle.examples
    assert first.right == {len(first.candidates) - 1}
    assert again.right
    assert max(again.right) < len(again.candidates) - 1
