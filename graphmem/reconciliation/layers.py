"""Entities of the conversation and the person layer, made of the layer below; their profiles."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from graphmem.language.words import stems
from graphmem.model.decision import Layer, LayerEntity, ProfileLine
from graphmem.model.ids import content_digest
from graphmem.model.memory import KnownEntity, KnownPerson, KnownStatement
from graphmem.model.workspace import EntityType, Modality, Network
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import EntityCluster, as_thing
from graphmem.reconciliation.vocabulary import kin
from graphmem.tools.ordering import by_number, person_order
from graphmem.tools.rendering import turn_of

_LINES = 6
_CHARACTERS = 500
_TAGS = 6
_MANY_WORDS = 8.0  # a longer fact says no more


def conversation_things(
    clusters: Iterable[Sequence[EntityCluster]], facts: Facts
) -> tuple[EntityCluster, ...]:
    """Every cluster of units as one thing, under the uid of the first of them, in order."""
    found = []
    for units in clusters:
        if len(units) == 1:
            found.append(units[0])
            continue
        bases = [facts.index.entities[base] for unit in units for base in unit.bases]
        found.append(as_thing(units[0].uid, bases, facts.index))
    return tuple(sorted(found, key=lambda item: item.place))


def conversation_entities(
    things: Sequence[EntityCluster], units: Mapping[str, Sequence[EntityCluster]], facts: Facts
) -> list[LayerEntity]:
    """The conversation layer, in the order of the things; ``units`` by the uid of the thing."""
    crowds = _crowds(things)
    return [_entity(thing, units[thing.uid], crowds[thing.uid], facts) for thing in things]


def _entity(
    thing: EntityCluster, units: Sequence[EntityCluster], crowd: frozenset[str], facts: Facts
) -> LayerEntity:
    statements = facts.statements(thing.bases)
    index = facts.index
    shared = thing.mentioned_by if thing.owner_uid is None else frozenset()
    bases = [index.entities[base] for base in thing.bases]
    return LayerEntity(
        uid=thing.uid,
        layer=Layer.CONVERSATION,
        conversation_id=thing.conversation_id,
        key=thing.key,
        name=thing.name,
        type=thing.type,
        aliases=thing.names[1:],
        proper=thing.proper,
        owner_uids=() if thing.owner_uid is None else (thing.owner_uid,),
        shared_with=_in_order(shared, index.people) if len(shared) > 1 else (),
        tags=tags(thing.names, statements, facts),
        profile=profile(thing.bases, statements, facts),
        members=thing.bases,
        units=tuple(unit.uid for unit in units),
        keys=tuple(sorted(thing.keys)),
        proper_keys=tuple(sorted(thing.proper_keys)),
        blocks=_blocks(thing),
        crowd=tuple(sorted(crowd)),
        named=facts.is_named(thing),
        mentions=thing.mentions,
        mentioned_by=_in_order(thing.mentioned_by, index.people),
        first_said_at=thing.first,
        last_said_at=thing.last,
        first_turn=_first_turn(bases),
        evidence_digest=_evidence_digest(bases, facts),
    )


def _blocks(thing: EntityCluster) -> tuple[str, ...]:
    """Its keys, the words of its name, and its kinship: what it shares with whatever it may be."""
    found = {f"key:{key}" for key in thing.keys} | {f"word:{word}" for word in thing.parts}
    kinship = kin(thing.key)
    if kinship and len(thing.parts) == 1:
        found.add(f"kin:{kinship}")
    return tuple(sorted(found))


def _first_turn(bases: Sequence[KnownEntity]) -> str:
    first = min(item.first_said_at for item in bases)
    turns = [turn for item in bases if item.first_said_at == first for turn in item.mention_turns]
    return min(turns, key=by_number, default="")


def _evidence_digest(bases: Sequence[KnownEntity], facts: Facts) -> str:
    """Of all that a judge of two things can see of one: its statements, and what these name."""
    index = facts.index
    statements = facts.statements([item.uid for item in bases])
    named = {uid for item in statements for uid in (*item.names, item.subject_uid, item.entity_uid)}
    parts = [
        *sorted(map(repr, bases)),
        *sorted(map(repr, statements)),
        *sorted(repr(index.entities[uid]) for uid in named if uid in index.entities),
        *sorted(f"{person.name} {person.names}" for person in index.people.values()),
    ]
    return content_digest(*parts)


def _crowds(things: Iterable[EntityCluster]) -> dict[str, frozenset[str]]:
    """By thing: the words of its name that another name of the same owner has too."""
    of_owner: defaultdict[tuple[str | None, bool], list[EntityCluster]] = defaultdict(list)
    for thing in things:
        of_owner[thing.owner_uid, thing.proper].append(thing)
    found: dict[str, frozenset[str]] = {}
    for group in of_owner.values():
        keys_of: defaultdict[str, set[str]] = defaultdict(set)
        for thing in group:
            for word in thing.words if len(thing.parts) > 1 else ():
                keys_of[word].add(thing.key)
        for thing in group:
            found[thing.uid] = frozenset(
                word for word in thing.words if keys_of[word] - {thing.key}
            )
    return found


def person_entity(
    uid: str,
    members: Sequence[LayerEntity],
    *,
    human: Callable[[str], str],
    people: Mapping[str, KnownPerson],
) -> LayerEntity:
    """Entities of several conversations, in order, as one of the person layer."""
    spoken: Counter[str] = Counter()
    for item in members:
        spoken[item.key] += item.mentions
    best = min(members, key=lambda it: (-spoken[it.key], not it.proper, it.key, it.name))
    names = {name for item in members for name in (item.name, *item.aliases)} - {best.name}
    owners = {owner for item in members for owner in item.owner_uids}
    mentioned_by = {person for item in members for person in item.mentioned_by}
    shared = mentioned_by if not owners and len({*map(human, mentioned_by)}) > 1 else set()
    first = min(members, key=lambda item: item.first_said_at)
    return LayerEntity(
        uid=uid,
        layer=Layer.PERSON,
        conversation_id=None,
        key=best.key,
        name=best.name,
        type=best.type,
        aliases=tuple(sorted(names)),
        proper=best.proper,
        owner_uids=_in_order(owners, people),
        shared_with=_in_order(shared, people),
        tags=merged_tags(members),
        profile=merged_profile(members),
        members=tuple(item.uid for item in members),
        units=(uid,),
        keys=tuple(sorted({key for item in members for key in item.keys})),
        proper_keys=tuple(sorted({key for item in members for key in item.proper_keys})),
        blocks=(),
        crowd=(),
        named=any(item.named for item in members),
        mentions=sum(item.mentions for item in members),
        mentioned_by=_in_order(mentioned_by, people),
        first_said_at=first.first_said_at,
        last_said_at=max(item.last_said_at for item in members),
        first_turn=first.first_turn,
        evidence_digest=content_digest(*(item.evidence_digest for item in members)),
    )


def _in_order(uids: Iterable[str], people: Mapping[str, KnownPerson]) -> tuple[str, ...]:
    def order(uid: str) -> tuple[object, ...]:
        known = people.get(uid)
        return (1, uid) if known is None else (0, person_order(known))

    return tuple(sorted(uids, key=order))


def names_one_thing(thing: EntityCluster) -> bool:
    """Tells whether the name alone tells which: TechCorp does, Peter does not, Peter Lang does."""
    return thing.proper and (thing.type is not EntityType.PERSON or len(thing.parts) > 1)


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
