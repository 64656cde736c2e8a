"""`python -m training.propositions.measure build/propositions.npz`: what the writer tells.

Of the development part, as the matcher of the corpus judges it, by the least chance of what is
kept. On two cores it takes a quarter of an hour.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus import GoldConversation, Modality
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.extracted_statements import (
    ExtractedStatement,
    Quoted,
    Telling,
    as_gold,
    named,
)
from graphmem.evaluation.extraction import measure
from graphmem.extraction.local.fluency import find_fluent_times, listen, parse_fluent
from graphmem.extraction.local.wording import stands_alone
from graphmem.language.keys import entity_key
from graphmem.language.time import TimeExpression
from graphmem.language.words import content_stems
from graphmem.model.chunk import Chunk
from graphmem.model.parse import SUBJECTS, Parsed, Parser
from graphmem.settings import load_settings
from training.propositions.proposition import Proposition, Transcribed, write_propositions
from training.propositions.smollm2 import SmolLm2, load_smollm2
from training.talk import CORPUS

_LEAST = (0.0, 0.6, 0.7, 0.76, 0.8, 0.84, 0.88)

Told = list[tuple[float, ExtractedStatement]]


def main() -> None:
    """Measure an adapter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("adapter", type=Path)
    given = parser.parse_args()
    settings, parse = load_settings(), load_parser()
    model = load_smollm2(settings.cache, given.adapter)
    encoder = make_encoder(settings)
    told: dict[str, Told] = {}
    for least in _LEAST:

        def read(
            conversation: GoldConversation, chunks: Sequence[Chunk], least: float = least
        ) -> Telling:
            name = conversation.header.id
            if name not in told:
                told[name] = list(_told(conversation, chunks, parse, model))
            kept = {one.text: one for chance, one in told[name] if chance >= least}
            return Telling(tuple(kept.values()))

        found = measure(
            CORPUS,
            CorpusSplit.DEVELOPMENT,
            read,
            reader="writer",
            parser=parse,
            encoder=encoder,
        ).totals[-1]
        print(
            f"chance >= {least:.2f}: {found.stored} stored, precision {found.precision}, "
            f"recall {found.recall}",
            flush=True,
        )


def _told(
    conversation: GoldConversation, chunks: Sequence[Chunk], parse: Parser, model: SmolLm2
) -> Iterator[tuple[float, ExtractedStatement]]:
    """Every proposition that is one finite sentence with a subject, with its chance."""
    people = [one.speaker for one in conversation.header.people.values()]
    known = named(conversation.header)
    for chunk in chunks:
        parsed = parse_fluent(listen([turn.text for turn in chunk.turns]), parse)
        times = [
            find_fluent_times(text, said_at=turn.said_at)
            for turn, text in zip(chunk.turns, parsed, strict=True)
        ]
        turns = [
            Transcribed.of(turn.speaker, turn.said_at, turn.text, own)
            for turn, own in zip(chunk.turns, times, strict=True)
        ]
        for number, some in enumerate(write_propositions(turns, people, model)):
            for one, alone in zip(some, parse([it.text for it in some]), strict=True):
                if not stands_alone(alone):
                    continue
                quote, time = _evidence(one, parsed[number], times[number])
                yield (
                    one.chance,
                    ExtractedStatement(
                        text=one.text,
                        subjects=known.get(entity_key(_subject(alone)), ())[:1],
                        negative=one.negated,
                        modality=Modality(one.modality),
                        interval=as_gold(time.interval) if time and time.interval else None,
                        quotes=(Quoted(turn=chunk.turns[number].dia_id, text=quote),),
                    ),
                )


def _evidence(
    one: Proposition, text: Parsed, times: Sequence[TimeExpression]
) -> tuple[str, TimeExpression | None]:
    """The sentence of the turn that shares most words, and the time of it that was taken over."""
    own, low = content_stems(one.text), one.text.lower()
    best = max(
        text.sentences,
        key=lambda it: len(own & content_stems(text.text[it.start : it.end])),
        default=None,
    )
    if best is None:
        return text.text, None
    inside = (
        time
        for time in times
        if best.start <= time.start < best.end
        and time.interval is not None
        and any(words.lower() in low for words in (time.date_phrase, time.text) if words)
    )
    return text.text[best.start : best.end], next(inside, None)


def _subject(parsed: Parsed) -> str:
    sentence = parsed.sentences[0]
    head = sentence.child(sentence.root, *SUBJECTS)
    tokens = sentence.subtree(head) if head is not None else []
    return parsed.text[tokens[0].start : tokens[-1].end] if tokens else ""


if __name__ == "__main__":
    main()
