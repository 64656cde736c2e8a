"""Words a refusal: who it was and in which turn, or that nothing was found; pure."""

from typing import NamedTuple

from graphmem.answering.evidence import Passage
from graphmem.answering.extractive.lexical import best_sentence, clause_of, stems_of
from graphmem.answering.verification.verify import ClaimStatus, Verification
from graphmem.language.time import write_day
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit
from graphmem.model.workspace import SAYS, Modality, Polarity
from graphmem.retrieval.question import ParsedQuestion

_PHOTO = "share_photo"
_LEAST = 0.34  # of the words of a question, with those that it is only put with


class RefusalText(NamedTuple):
    """A refusal as told: the text, the reason in short, and the quote behind it.

    ``quote`` is words of the turn that proves it, empty where nothing was found.
    """

    text: str
    reason: str
    quote: str = ""


def refuse(question: ParsedQuestion, found: Verification) -> RefusalText:
    """Word the refusal of a question whose claim is not supported.

    Only who said what, and when, is told: that somebody did not do a thing nobody may have said.
    """
    if found.proof is None:
        return RefusalText("I found nothing about that.", "No turn in scope bears on the question.")
    hit = found.proof.hit
    quote = best_sentence(hit.text, question.neutral)
    names = " and ".join(found.claim.names)
    if found.outcome is not ClaimStatus.SOMEBODY_ELSE or not names:
        text = f"I found nothing about that. The nearest is what {_said(hit)}."
        return RefusalText(text, "No turn that was found bears the question out.", quote)
    told = _told_of_itself(question, found.proof)
    if told is None:
        text = f"I found nothing of the kind about {names}. The nearest is what {_said(hit)}."
        reason = f"Nothing shows it of {names}; the nearest is what {hit.speaker} said."
    else:
        text = f"{_clause(told, hit)}; I found nothing of the kind about {names}."
        reason = f"{hit.speaker} said this of themselves; nothing shows it of {names}."
    return RefusalText(text, reason, quote)


def _told_of_itself(question: ParsedQuestion, proof: Passage) -> KnownStatement | None:
    """What the turn states of its speaker that holds most of the question; the first of equals.

    None where it states nothing of them that holds a third of it: then it is not said whose it was.
    What a passage to the letter puts in brackets for its pronouns is not sure enough to be told.
    """
    told = [
        (statement.predicate != _PHOTO, _share(question, statement), statement)
        for statement in proof.statements
        if statement.subject_uid == proof.hit.speaker_uid
        and statement.predicate != SAYS
        and statement.polarity is Polarity.POSITIVE
        and statement.modality is Modality.SAID
    ]
    fitting = [one for one in told if one[1] >= _LEAST]
    # What a photo shows is told only where the words tell nothing.
    return max(fitting, key=lambda one: one[:2])[2] if fitting else None


def _share(question: ParsedQuestion, statement: KnownStatement) -> float:
    """The share of a question's words that a statement holds, in any form of theirs."""
    asked = stems_of(" ".join(question.terms))
    return len(asked & stems_of(statement.text)) / max(1, len(asked))


def _clause(told: KnownStatement, hit: SearchHit) -> str:
    """``Ana ran the harbour race on 20 May 2023, as Ana said on 25 May (c/D2:1)``."""
    clause = clause_of(told.text)
    day = write_day(hit.said_at)
    if str(hit.said_at.year) in clause:  # the year is told once
        day = day.removesuffix(f" {hit.said_at.year}")
    return f"{clause}, as {hit.speaker} said on {day} ({hit.turn_id})"


def _said(hit: SearchHit) -> str:
    return f"{hit.speaker} said on {write_day(hit.said_at)} ({hit.turn_id})"
