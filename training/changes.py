"""The corpus's statements with their links, as pairs that are judged."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldConversation, GoldStatement, GoldTime, read_edtf
from graphmem.evaluation.corpus import Modality as GoldModality
from graphmem.model.workspace import Kind, Modality, Polarity
from graphmem.tools.change_features import ComparedStatement, pairs_of
from graphmem.tools.changes import CHANGING, ChangeKind
from graphmem.tools.link_groups import REACH, GroupKind


class LinkedPair(NamedTuple):
    """A pair of annotated statements; ``kind`` is how it is linked, None where it is not.

    ``implied``: what the earlier one says was replaced in between, so that a link would be right.
    """

    conversation: str
    features: Mapping[str, float]
    kind: ChangeKind | None
    implied: bool


def linked_pairs(conversation: GoldConversation) -> Iterator[LinkedPair]:
    """Every pair in which a statement of a conversation is judged."""
    said = statements_of(conversation)
    links = links_of(conversation)
    implied = _implied(links)
    talkers = frozenset(conversation.header.people)
    for place, later in enumerate(said):
        before = in_reach(later, said[:place], talkers)
        for earlier, features in pairs_of(later, before):
            pair = later.uid, earlier.uid
            kind = links.get(pair)
            yield LinkedPair(
                conversation.header.id, features, kind, kind is None and pair in implied
            )


def links_of(conversation: GoldConversation) -> dict[tuple[str, str], ChangeKind]:
    """The annotated links, by the later and the earlier statement."""
    return {
        (one.id, earlier): kind
        for turn in conversation.turns
        for one in turn.statements
        for kind in ChangeKind
        for earlier in getattr(one, kind.value)
    }


def in_reach(
    later: ComparedStatement, before: Iterable[ComparedStatement], talkers: frozenset[str]
) -> list[ComparedStatement]:
    """What was said before of the same subject or thing, as far back as an ingest looks."""
    found: dict[str, ComparedStatement] = {}
    left = dict.fromkeys(later.things - later.subject - talkers, REACH[GroupKind.THING])
    left_of_subject = REACH[GroupKind.SUBJECT]
    for one in reversed(list(before)):
        if one.subject == later.subject and left_of_subject:
            left_of_subject -= 1
            found[one.uid] = one
        for thing in one.things & left.keys():
            if left[thing]:
                left[thing] -= 1
                found[one.uid] = one
    return list(reversed(found.values()))


def statements_of(conversation: GoldConversation) -> list[ComparedStatement]:
    """The annotated statements of a conversation, in order."""
    header = conversation.header
    names = {
        one: [name.casefold() for name in header.names(one)]
        for one in (*header.people, *header.entities)
    }
    found = []
    for turn in conversation.turns:
        for one in turn.statements:
            text = one.text.casefold()
            subject = [one.subject] if isinstance(one.subject, str) else one.subject
            things = (key for key, called in names.items() if any(name in text for name in called))
            found.append(
                ComparedStatement(
                    uid=one.id,
                    turn=turn.id,
                    session=turn.id.partition(":")[0],
                    said_at=turn.at,
                    speaker=turn.speaker,
                    subject=frozenset(subject),
                    things=frozenset(things),
                    text=one.text,
                    predicate=one.predicate,
                    object=one.object,
                    kind=Kind(one.kind.value),
                    modality=_modality(one),
                    negative=one.polarity is Polarity.NEGATIVE,
                    holds=_holds(one.time),
                )
            )
    return found


def _modality(one: GoldStatement) -> Modality:
    actual = one.modality is GoldModality.ACTUAL
    return Modality.SAID if actual else Modality(one.modality.value)


def _holds(time: GoldTime | None) -> tuple[datetime, datetime] | None:
    if time is None or time.edtf is None:
        return None
    start, end = read_edtf(time.edtf)
    return start or datetime.min, end or datetime.max


def _implied(links: Mapping[tuple[str, str], ChangeKind]) -> set[tuple[str, str]]:
    replaced: dict[str, set[str]] = {}
    for (later, earlier), kind in links.items():
        if kind in CHANGING:
            replaced.setdefault(later, set()).add(earlier)
    found = set()
    for later in replaced:
        waiting = list(replaced[later])
        while waiting:
            earlier = waiting.pop()
            if (later, earlier) not in found:
                found.add((later, earlier))
                waiting.extend(replaced.get(earlier, ()))
    return found
