"""Extractive profiles and tags: what an entity's facts say of it, cited."""

from collections import Counter
from collections.abc import Iterable, Sequence

from graphmem.language.words import stems
from graphmem.model.decision import ProfileLine
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality, Network
from graphmem.reconciliation.facts import Facts
from graphmem.tools.said import turn_of

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
    ranked = sorted(
        statements, key=lambda item: (-_tells(item, own, facts), facts.index.place[item.uid])
    )
    kept: dict[str, KnownStatement] = {}
    length = 0
    for statement in ranked:
        text = statement.text.casefold()
        if text in kept or length + len(text) > _CHARACTERS:
            continue
        kept[text] = statement
        length += len(text)
        if len(kept) == _LINES:
            break
    in_time = sorted(kept.values(), key=lambda item: facts.index.place[item.uid])
    return tuple(
        ProfileLine(text=item.text, statement_uid=item.uid, turn_id=turn_of(item))
        for item in in_time
    )


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
