"""What the writer tells of the development part, as the matcher of the corpus judges it."""

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
from graphmem.language.keys import entity_key
from graphmem.language.time import TimeExpression
from graphmem.model.chunk import Chunk
from graphmem.model.parse import SUBJECTS, Parsed, Parser
from graphmem.settings import load_settings
from training.propositions.examples import read_turns
from training.propositions.proposition import Proposition, Writer
from training.propositions.writer import load_writer
from training.talk import CORPUS

LEAST = (0.0, 0.6, 0.66, 0.72, 0.76, 0.8)


def figures(fitted: Path) -> dict[str, dict[str, float | int | None]]:
    """Precision and recall by the least chance of what is kept."""
    settings, parse = load_settings(), load_parser()
    writer = load_writer(fitted, settings)
    told: dict[str, list[tuple[float, ExtractedStatement]]] = {}
    found = {}
    for least in LEAST:

        def read(conversation: GoldConversation, chunks: Sequence[Chunk]) -> Telling:
            name = conversation.header.id
            if name not in told:
                told[name] = list(tell(conversation, chunks, parse, writer))
            kept = (one for chance, one in told[name] if chance >= least)  # noqa: B023 - read at once
            return Telling(tuple({one.text: one for one in kept}.values()))

        given = measure(
            CORPUS,
            CorpusSplit.DEVELOPMENT,
            read,
            reader="writer",
            parser=parse,
            encoder=make_encoder(settings),
        )
        whole = given.totals[-1]
        found[f"{least:.2f}"] = {
            "stored": whole.stored,
            "precision": whole.precision,
            "corrected": whole.corrected,
            "recall": whole.recall,
        }
    return found


def tell(
    conversation: GoldConversation, chunks: Sequence[Chunk], parse: Parser, writer: Writer
) -> Iterator[tuple[float, ExtractedStatement]]:
    """Every proposition that is one sentence with a subject, with its chance."""
    people = [one.speaker for one in conversation.header.people.values()]
    known = named(conversation.header)
    for chunk in chunks:
        read = list(read_turns(chunk, parse))
        turns = [turn for turn, _ in read]
        written = [one for item in writer.write(turns, people) for one in item.propositions]
        for one, parsed in zip(written, parse([it.text for it in written]), strict=True):
            subject = _subject(parsed)
            if subject is None:
                continue
            start, end = turns[one.turn].sentences[one.sentence]
            times = (
                time
                for time in read[one.turn][1]
                if start <= time.start < end and time.interval is not None and _tells(one, time)
            )
            time = next(times, None)
            yield (
                one.chance,
                ExtractedStatement(
                    text=one.text,
                    subjects=known.get(entity_key(subject), ())[:1],
                    negative=one.negated,
                    modality=Modality(one.modality),
                    interval=as_gold(time.interval) if time and time.interval else None,
                    quotes=(
                        Quoted(
                            turn=chunk.turns[one.turn].dia_id,
                            text=turns[one.turn].text[start:end],
                        ),
                    ),
                ),
            )


def _tells(one: Proposition, time: TimeExpression) -> bool:
    """Whether a sentence took the time over, as a date or as it was spoken."""
    low = one.text.lower()
    return any(words.lower() in low for words in (time.date_phrase, time.text) if words)


def _subject(parsed: Parsed) -> str | None:
    if len(parsed.sentences) != 1:
        return None
    sentence = parsed.sentences[0]
    head = sentence.child(sentence.root, *SUBJECTS)
    if head is None:
        return None
    tokens = sentence.subtree(head)
    return parsed.text[tokens[0].start : tokens[-1].end]
