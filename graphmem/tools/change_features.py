"""Features of a pair of statements: wording, numbers, times, types and people.

No vector is among it: statements are linked where no encoder is at hand.
"""

import math
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from graphmem.language.numbers import numbers_in
from graphmem.language.words import stems
from graphmem.model.workspace import Kind, Modality

NEAREST = 8
"""Beside how many earlier statements, the most alike in words, a later one is judged."""
LEAST_LIKENESS = 0.25
"""The share of words in common below which no link is sure; three of four pairs are below."""

_DAY = 86_400.0
_HALF_LIFE = 120.0  # seconds within which a slip of the tongue is put right
_MOST_DAYS = 120.0
_KINDS = tuple(Kind)
# What is denied is said to be otherwise: the polarity tells.
_MODALITIES = tuple(one for one in Modality if one is not Modality.DENIED)


class ComparedStatement(NamedTuple):
    """A statement as its pairs are judged.

    ``subject`` and ``things`` are ids of whom or what it is about and of what else it names.
    ``holds`` is when it is so, as far as told.
    """

    uid: str
    turn: str
    session: str
    said_at: datetime
    speaker: str
    subject: frozenset[str]
    things: frozenset[str]
    text: str
    predicate: str
    object: str
    kind: Kind
    modality: Modality
    negative: bool
    holds: tuple[datetime, datetime] | None


class ChangePair(NamedTuple):
    """An earlier statement beside the later one, and the features of both by name."""

    earlier: ComparedStatement
    features: dict[str, float]


def pairs_of(
    later: ComparedStatement, before: Sequence[ComparedStatement], *, least: float = 0.0
) -> Iterator[ChangePair]:
    """The pairs in which a statement is judged: with the most alike of what was said ``before``.

    These stand in the order in which they were said; what the same turn says is left out, and so
    are pairs that have a smaller share of words than ``least`` in common.
    """
    words = stems(later.text)
    likeness = [_share(stems(one.text), words) for one in before]
    places = [place for place, one in enumerate(before) if one.turn != later.turn]
    places.sort(key=lambda place: -likeness[place])
    nearest = [place for place in places[:NEAREST] if likeness[place] > 0]
    for rank, place in enumerate(nearest):
        if likeness[place] < least:
            break
        nearer = sum(other > place for other in nearest)
        yield ChangePair(
            before[place], pair_features(before[place], later, rank=rank, nearer=nearer)
        )


def pair_features(
    earlier: ComparedStatement, later: ComparedStatement, *, rank: int, nearer: int
) -> dict[str, float]:
    """The features of a pair by name.

    ``rank`` is how many earlier statements are more alike, ``nearer`` how many of those beside
    which the later one is judged were said after this one.
    """
    return {
        "rank": 1.0 / (1 + rank),
        "nearer": math.log1p(nearer),
        **_wording(earlier, later),
        **_persons(earlier, later),
        **_distance(earlier, later),
        **_times(earlier, later),
        **_sorts(earlier, later),
    }


def _wording(a: ComparedStatement, b: ComparedStatement) -> dict[str, float]:
    words, others = stems(a.text), stems(b.text)
    both = len(words & others)
    objects, other_objects = stems(a.object), stems(b.object)
    numbers, other_numbers = _numbers(a.text), _numbers(b.text)
    frame, other_frame = _without_digits(words), _without_digits(others)
    same_frame = _share(frame, other_frame)
    alike = _share(words, others)
    one_subject = float(bool(a.subject & b.subject))
    same_predicate = float(a.predicate == b.predicate)
    replaced = bool(numbers - other_numbers) and bool(other_numbers - numbers)
    turned = a.negative != b.negative
    return {
        "words": alike,
        "words squared": alike * alike,
        "words of one subject": alike * one_subject,
        "other object of one predicate": one_subject * same_predicate * (objects != other_objects),
        "of the earlier": both / max(1, len(words)),
        "of the later": both / max(1, len(others)),
        "words in common": float(both),
        "words gone": float(len(words - others)),
        "words new": float(len(others - words)),
        "frame": same_frame,
        "object in common": float(bool(objects & other_objects)),
        "objects": _share(objects, other_objects),
        "same object": float(objects == other_objects),
        "predicates": _share(stems(a.predicate), stems(b.predicate)),
        "same predicate": same_predicate,
        "number before": float(bool(numbers)),
        "number after": float(bool(other_numbers)),
        "number replaced": float(replaced),
        "number kept": float(bool(numbers & other_numbers)),
        "same numbers": float(bool(numbers) and numbers == other_numbers),
        "number replaced in a frame": float(replaced) * same_frame,
        "number replaced of one subject": float(replaced) * one_subject,
        "turned": float(turned),
        "turned in a frame": float(turned) * same_frame,
        "denied before": float(a.negative),
        "denied after": float(b.negative),
        "length": len(b.text) / 100.0,
    }


def _persons(a: ComparedStatement, b: ComparedStatement) -> dict[str, float]:
    return {
        "same subject": float(a.subject == b.subject),
        "subject in common": float(bool(a.subject & b.subject)),
        "things in common": float(min(3, len((a.things & b.things) - a.subject - b.subject))),
        "named in common": float(bool((a.things | a.subject) & (b.things | b.subject))),
        "same speaker": float(a.speaker == b.speaker),
        "of the earlier's speaker": float(a.speaker in b.subject),
        "of the later's speaker": float(b.speaker in a.subject),
        "of one's own before": float(a.speaker in a.subject),
        "of one's own after": float(b.speaker in b.subject),
    }


def _distance(a: ComparedStatement, b: ComparedStatement) -> dict[str, float]:
    seconds = max(0.0, (b.said_at - a.said_at).total_seconds())
    same = a.session == b.session
    return {
        "same session": float(same),
        "days apart": min(seconds / _DAY, _MOST_DAYS) / _MOST_DAYS,
        "log days apart": math.log1p(seconds / _DAY),
        "soon after": math.exp(-seconds / _HALF_LIFE) if same else 0.0,
    }


def _times(a: ComparedStatement, b: ComparedStatement) -> dict[str, float]:
    before, after = a.holds, b.holds
    found = dict.fromkeys(
        ("same time", "at one time", "later time", "earlier time", "later time in the same words"),
        0.0,
    )
    if before is not None and after is not None:
        found["same time"] = float(before == after)
        found["at one time"] = float(before[0] < after[1] and after[0] < before[1])
        found["later time"] = float(before[0] < after[0])
        found["earlier time"] = float(before[0] > after[0])
        alike = _share(stems(a.text), stems(b.text))
        found["later time in the same words"] = found["later time"] * alike
    return found | {
        "dated before": float(before is not None),
        "dated after": float(after is not None),
        "over by then": float(before is not None and before[1] <= b.said_at),
        "still to come": float(before is not None and before[0] > b.said_at),
        "to come after": float(after is not None and after[0] > b.said_at),
        "open end": float(after is not None and after[1] == datetime.max),
    }


def _sorts(a: ComparedStatement, b: ComparedStatement) -> dict[str, float]:
    found = {
        "same kind": float(a.kind is b.kind),
        "same modality": float(_modality(a) is _modality(b)),
    }
    for kind in _KINDS:
        found[f"{kind} before"] = float(a.kind is kind)
        found[f"{kind} after"] = float(b.kind is kind)
    for modality in _MODALITIES:
        found[f"{modality} before"] = float(_modality(a) is modality)
        found[f"{modality} after"] = float(_modality(b) is modality)
    return found


def _modality(one: ComparedStatement) -> Modality:
    return Modality.SAID if one.modality is Modality.DENIED else one.modality


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _without_digits(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not any(letter.isdigit() for letter in word))


@lru_cache(maxsize=20_000)
def _numbers(text: str) -> frozenset[float]:
    return frozenset(numbers_in(text))
