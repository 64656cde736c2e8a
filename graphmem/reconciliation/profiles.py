"""Extractive profiles and tags: what an entity's facts say of it, cited."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from graphmem.language.words import stems
from graphmem.model.decision import LayerEntity, ProfileLine
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality, Network
from graphmem.reconciliation.facts import Facts
from graphmem.tools.ordering import by_number
from graphmem.tools.rendering import turn_of

_LINES = 6
_CHARACTERS = 500
_TAGS = 6
_MANY_WORDS = 8.0  # a longer fact says no more


def profile(
    bases: Sequence[str], statements: Iterable[KnownStatement], facts: Facts
) -> tuple[ProfileLine, ...]:
    """The facts that tell most, at most 6 and 500 characters together, in time.

    ``bases`` are the entity's session-layer uids.
    """
    own = frozenset(bases)
    lines = [
        ProfileLine(
            text=item.text,
            statement_uid=item.uid,
            turn_id=turn_of(item),
            said_at=item.said_at,
            weight=_tells(item, own, facts),
        )
        for item in statements
    ]
    return _most_telling(lines)


def merged_profile(members: Iterable[LayerEntity]) -> tuple[ProfileLine, ...]:
    """The lines of several profiles that tell most, under the same bounds."""
    return _most_telling(chain.from_iterable(item.profile for item in members))


def _most_telling(lines: Iterable[ProfileLine]) -> tuple[ProfileLine, ...]:
    kept: dict[str, ProfileLine] = {}
    length = 0
    for line in sorted(lines, key=lambda item: (-item.weight, *_in_time(item))):
        text = line.text.casefold()
        if text in kept or length + len(text) > _CHARACTERS:
            continue
        kept[text] = line
        length += len(text)
        if len(kept) == _LINES:
            break
    return tuple(sorted(kept.values(), key=_in_time))


def _in_time(line: ProfileLine) -> tuple[object, ...]:
    return line.said_at, by_number(line.turn_id), line.text, line.statement_uid


def _tells(statement: KnownStatement, own: frozenset[str], facts: Facts) -> float:
    about = 2.0 if statement.entity_uid in own else 1.5 if statement.subject_uid in own else 0.0
    tells = about + statement.confidence + min(len(facts.written(statement)), _MANY_WORDS) / 6
    if statement.network is Network.OPINION:
        tells -= 0.7
    if statement.modality is not Modality.SAID:
        tells -= 0.5
    return round(tells, 4)


def tags(
    names: Iterable[str], statements: Iterable[KnownStatement], facts: Facts
) -> tuple[str, ...]:
    """The words that most of its facts share, its names and the people's left out."""
    aside = facts.people_words | {word for name in names for word in stems(name)}
    counted: Counter[str] = Counter()
    written: dict[str, str] = {}
    for statement in statements:
        for root, word in facts.written(statement).items():
            if root in aside or len(word) < 3 or word.isdigit():
                continue
            counted[root] += 1
            written[root] = min(word, written.get(root, word))
    best = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:_TAGS]
    return tuple(written[root] for root, _ in best)


def merged_tags(members: Iterable[LayerEntity]) -> tuple[str, ...]:
    """The tags that most of several entities share."""
    counted = Counter(tag for item in members for tag in item.tags)
    return tuple(tag for tag, _ in sorted(counted.items(), key=lambda it: (-it[1], it[0]))[:_TAGS])
