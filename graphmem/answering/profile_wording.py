"""A profile in a model's words: each sentence is held against what it cites, as answers are."""

from collections.abc import Collection, Sequence

from graphmem.adapters.llm import LanguageModel
from graphmem.adapters.parser import load_parser
from graphmem.adapters.tokens import token_counter
from graphmem.agents.rewording import WrittenSentence, write_profile
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.groundedness import unsupported_parts
from graphmem.answering.retelling import added, left_out
from graphmem.model.parse import Parsed, Parser
from graphmem.model.portrait import (
    PortraitSection,
    PortraitSentence,
    RefusedWording,
    Worded,
    WordingFault,
)
from graphmem.model.search import SearchHit
from graphmem.portraits.sections import stands_alone
from graphmem.portraits.wording import (
    Wordable,
    WordableSentence,
    can_be_joined,
    joined,
)
from graphmem.portraits.writing import Count
from graphmem.retrieval.question import ParsedQuestion
from graphmem.tools.rendering import one_line, when_so

_MOST_TOKENS = 3_000  # of the lines that a model is shown


def word_profile(model: LanguageModel, asked: Wordable) -> Worded:
    """The sentences of the model that say rightly what they cite; the others with their faults.

    One request; of a long profile it is shown the beginning of each section. Raises an `LlmError`.
    """
    shown = _shown(asked.sentences, token_counter(model.name).count)
    parse = load_parser()
    written = write_profile(model, one_line(asked.name), [_line(one) for one in shown])
    told: list[PortraitSentence] = []
    refused: list[RefusedWording] = []
    for one in written.sentences:
        cited = _cited(one, shown)
        own = [item.sentence for item in cited]
        before = {uid for sentence in told for uid in sentence.statement_uids}
        fault = _fault(one, cited, asked.name, before, parse)
        if fault is None:
            told.append(joined(one.text, own))
        else:
            uids = tuple(item.statement_uid for item in own)
            refused.append(RefusedWording(fault=fault, statement_uids=uids))
    return Worded(model=model.name, sentences=tuple(told), refused=tuple(refused))


def _shown(sentences: Sequence[WordableSentence], count: Count) -> list[WordableSentence]:
    """The first of every section, then the next ones, as many as there is room for; in order."""
    ranks: dict[PortraitSection, int] = {}
    ranked: list[tuple[int, int, WordableSentence]] = []
    for place, one in enumerate(sentences):
        rank = ranks[one.sentence.section] = ranks.get(one.sentence.section, 0) + 1
        ranked.append((rank, place, one))
    left, kept = _MOST_TOKENS, []
    for _, place, one in sorted(ranked, key=lambda item: item[:2]):
        left -= count(f"[{place}] {_line(one)}\n")
        if left < 0:
            break
        kept.append((place, one))
    return [one for _, one in sorted(kept, key=lambda item: item[0])]


def _line(one: WordableSentence) -> str:
    said = one.sentence
    notes = [said.section.value, *filter(None, [_when(said)])]
    notes += [f"told by {one_line(said.told_by)}"] if said.told_by else []
    return f"{one_line(said.text)} ({'; '.join(notes)})"


def _when(said: PortraitSentence) -> str:
    return when_so(said.interval, said.said_at, said.text)


def _cited(written: WrittenSentence, shown: Sequence[WordableSentence]) -> list[WordableSentence]:
    numbers = dict.fromkeys(written.cites)
    return [shown[number - 1] for number in numbers if 1 <= number <= len(shown)]


def _fault(
    written: WrittenSentence,
    cited: Sequence[WordableSentence],
    name: str,
    before: Collection[str],
    parse: Parser,
) -> WordingFault | None:
    """Why a sentence is not told; None where it says what it cites, all of it and no more."""
    own = [one.sentence for one in cited]
    if not cited or len(cited) != len(set(written.cites)):
        return WordingFault.UNCITED
    if not {one.statement_uid for one in own}.isdisjoint(before):
        return WordingFault.AGAIN
    if not can_be_joined(own):
        return WordingFault.MIXED
    if not all(stands_alone(written.text, one.names) for one in cited):
        return WordingFault.NOBODY
    text, *sources = parse([written.text, *(one.text for one in own)])
    if _adds(written.text, text, sources, cited, name, parse):
        return WordingFault.ADDED
    return WordingFault.LEFT_OUT if left_out(text, sources) else None


def _adds(
    written: str,
    text: Parsed,
    sources: Sequence[Parsed],
    cited: Sequence[WordableSentence],
    name: str,
    parse: Parser,
) -> bool:
    """Whether it says more than it cites, by the check of an answer or clause by clause."""
    times = [one.sentence.interval for one in cited if one.sentence.interval is not None]
    question = ParsedQuestion(name, "", (), (), tuple(times))
    unsupported = unsupported_parts(
        written, question, list(map(_proof, cited)), now=None, parse=parse
    )
    when = parse([told for one in cited if (told := _when(one.sentence))])
    return bool(unsupported) or added(text, sources, times=when)


def _proof(one: WordableSentence) -> Proof:
    """The words that prove a statement, without what else was said in their turn."""
    said = one.statement
    hit = SearchHit(
        conversation_id=said.conversation_id,
        session_id=said.session_id,
        dia_id=said.turn_ids[0],
        speaker=one.speaker,
        speaker_uid=said.speaker_uid,
        said_at=said.said_at,
        zone="",
        text=said.quote or said.text,
        score=0.0,
    )
    return Proof(Passage(hit, (said,)), hit.text)
