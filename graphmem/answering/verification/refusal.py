"""How a refusal is told: whose it was, when and where they said so, or what was so; pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.sentence import best_sentence, clause_of
from graphmem.answering.times import resolved_times
from graphmem.answering.verification.claim import ClaimWord
from graphmem.answering.verification.covering import says
from graphmem.answering.verification.verify import Outcome, Verification
from graphmem.language.asking import asks_when
from graphmem.language.time import Precision, write_day, write_interval
from graphmem.model.answer import ResolvedTime
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import Kind, Modality, Network, Polarity
from graphmem.retrieval.question import Question
from graphmem.retrieval.wording import stems_of

_PHOTO = "share_photo"
_HALF = 0.5  # of a claim's words, fixed beforehand


class Refused(NamedTuple):
    """What is told instead of an answer: the text, the reason in short, and the quote behind it.

    ``quote`` is words of the turn that proves it, and ``times`` what its dates meant; both are
    empty where nothing was found.
    """

    text: str
    reason: str
    quote: str = ""
    times: tuple[ResolvedTime, ...] = ()


def refuse(question: Question, found: Verification) -> Refused:
    """Word the refusal of a question whose claim is not supported."""
    if found.proof is None:
        return Refused(
            "Not found: nobody said anything that answers this.",
            "No turn in scope bears on the question.",
        )
    hit = found.proof.hit
    wants_time = asks_when(question.text) or bool(question.times)
    quote = best_sentence(hit.text, question.neutral, want_time=wants_time)
    times = resolved_times(quote, hit.said_at)
    said = _said(hit, quote, times)
    names = " and ".join(found.names)
    match found.outcome:
        case Outcome.SOMEBODY_ELSE:
            told = _told_of_itself(found.claimed, found.proof)
            if told is None:
                text = f"Nobody said so of {names}. {said}."
                reason = f"Nothing shows it of {names}; the nearest is what {hit.speaker} said."
            else:
                text = f"{_clause(told, hit)}; {_did_not(names, told)}."
                reason = f"{hit.speaker} said this of themselves; nothing shows it of {names}."
        case Outcome.ALTERED:
            missing = _listed(found.missing)
            text = f"Not as asked: nothing that was said of this has {missing}. {said}."
            reason = f"What was said is near the question, but {missing} is not in it."
        case _:
            text = f"Not found: nobody said so. The nearest: {said}."
            of = f" of {names}" if names else ""
            reason = f"No turn in scope bears it out{of}; the nearest is what {hit.speaker} said."
    return Refused(text, reason, quote, times)


def _told_of_itself(claimed: Sequence[ClaimWord], proof: Passage) -> KnownStatement | None:
    """What the turn states of its speaker that holds most of the claim; the first of equals.

    None where it states nothing of them that holds half of it: then it is not said whose it was.
    """
    told = [
        (statement.predicate != _PHOTO, _share(claimed, statement), statement)
        for statement in proof.statements
        if statement.subject_uid == proof.hit.speaker_uid
        and statement.polarity is Polarity.POSITIVE
        and statement.modality is Modality.SAID
    ]
    fitting = [one for one in told if one[1] >= _HALF]
    # What a photo shows is told only where the words tell nothing.
    return max(fitting, key=lambda one: one[:2])[2] if fitting else None


def _share(claimed: Sequence[ClaimWord], statement: KnownStatement) -> float:
    text = stems_of(statement.text).counts
    return sum(says(word, text) for word in claimed) / len(claimed) if claimed else 0.0


def _clause(told: KnownStatement, hit: SearchHit) -> str:
    """``Ana ran the harbour race, on 20 May 2023, as Ana said on 25 May (c/D2:1)``."""
    clause = clause_of(told.text)
    when = _when(told.interval)
    if when.removeprefix(", ") in clause:
        when = ""
    # "on 20 May 2023, as Ana said on 25 May": the year is told once.
    day = _day(hit.said_at, with_year=str(hit.said_at.year) not in f"{clause}{when}")
    return f"{clause}{when}, as {hit.speaker} said on {day} ({hit.turn_id})"


def _did_not(names: str, told: KnownStatement) -> str:
    if told.network is Network.OPINION:
        return f"{names} did not say so"
    # Of what somebody did it can be said who did not; what somebody is may be so of both.
    return f"{names} did not" if told.kind is Kind.EVENT else f"nobody said so of {names}"


def _said(hit: SearchHit, quote: str, times: Sequence[ResolvedTime]) -> str:
    meant = "".join(f"; “{time.expression}” meant {time.meaning}" for time in times)
    return f"{hit.speaker} said on {write_day(hit.said_at)}: “{quote}” ({hit.turn_id}{meant})"


def _when(interval: TimeInterval | None) -> str:
    """When it was, as it follows a clause: ``, on 20 May 2023``; nothing without both ends."""
    if interval is None or interval.open_start or interval.open_end:
        return ""
    written = write_interval(interval)
    match interval.precision:
        case Precision.MINUTE | Precision.HOUR:
            return f", at {written}"
        case Precision.DAY:
            return f", on {written}"
        case Precision.MONTH | Precision.SEASON | Precision.YEAR | Precision.DECADE:
            return f", in {written}"
        case _:
            return f" ({written})"


def _day(moment: datetime, *, with_year: bool) -> str:
    written = write_day(moment)
    return written if with_year else written.removesuffix(f" {moment.year}")


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}”" for word in words]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else quoted[0]
