"""Reads what stands beside the conversations that are planned anew, by blocks and uids."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from graphmem.model.decision import Decision, LayerEntity
from graphmem.model.ids import token
from graphmem.model.memory import Content
from graphmem.model.sketch import Card, PersonSketch, as_sketched
from graphmem.store.database import Database, Work
from graphmem.store.layer_rows import FREE, read_decision, read_entity
from graphmem.store.memory_snapshot import (
    humans_of,
    known_answers,
    known_entities,
    known_person,
    known_roles,
)
from graphmem.store.record import conversation_uid
from graphmem.store.workspace_rows import is_person

_CLAUSES = 400  # Lucene takes 1,024 in a query
_MOST_COUNTED = 64  # more than any plan tells apart


def person_tokens(space: str, blocks: Iterable[str]) -> str:
    """The full text by which a Person is found: one token for each block."""
    return " ".join(token(space, "person", block) for block in blocks)


class StoredNeighbourhood:
    """`graphmem.reconciliation.neighbourhood.StandingLayers` over the database."""

    def __init__(self, database: Database, space: str) -> None:
        self._database = database
        self._space = space

    def cards(self, uids: Collection[str], without: Collection[str] = ()) -> Mapping[str, Card]:
        """People by uid, as far as anything was sketched of them."""
        records = self._database.query(
            "person_cards", space=self._space, uids=sorted(uids), without=list(without)
        )
        found = {}
        for record in records:
            person = known_person(record)
            sketches = [PersonSketch.model_validate_json(one) for one in record["sketches"]]
            if sketches:
                found[person.uid] = as_sketched(person, sketches)
        return found

    def people_in(self, blocks: Collection[str], given: Collection[str] = ()) -> Collection[str]:
        """Uids of everybody in one of the blocks, and in one of ``given`` where there are any."""
        required = [f" +({person_tokens(self._space, some)})" for some in _some(given)] or [""]
        queries = (
            f"+({person_tokens(self._space, some)}){also}"
            for some in _some(blocks)
            for also in required
        )
        return self._uids("people_in_blocks", queries)

    def count_people(self, blocks: Collection[str], without: Collection[str]) -> Mapping[str, int]:
        """Number of people in a block, those of the uids ``without`` left out."""
        rows = [{"block": block, "token": token(self._space, "person", block)} for block in blocks]
        records = self._database.query(
            "count_people_in_blocks",
            space=self._space,
            rows=rows,
            without=list(without),
            most=_MOST_COUNTED + len(without),
        )
        return {record["block"]: record["people"] for record in records}

    def participants(self, conversation_ids: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Participants by conversation."""
        return participants(self._database.query, self._space, conversation_ids)

    def humans(self, uids: Collection[str]) -> Mapping[str, frozenset[str]]:
        """Every Person that was one human with each of these, itself included."""
        humans = self._database.read(lambda work: humans_of(work, self._space, uids))
        return {uid: frozenset(human) for uid, human in humans.items()}

    def entities(self, uids: Collection[str]) -> Mapping[str, LayerEntity]:
        """Entities of the conversation layer, by the uid of their own or of any part of them."""
        wanted = {uid for uid in uids if not is_person(uid)}
        found = {item.uid: item for item in self._load(wanted) if item.conversation_id is not None}
        missing = wanted - found.keys()
        queries = (
            " ".join(token(self._space, "part", uid) for uid in some) for some in _some(missing)
        )
        wholes = self._load(self._uids("layer_in_blocks", queries))
        parts = {part: item for item in wholes for part in (*item.units, *item.members)}
        return found | {uid: parts[uid] for uid in missing & parts.keys()}

    def entities_of(self, conversation_ids: Collection[str]) -> Sequence[LayerEntity]:
        """The conversation layer of conversations."""
        records = self._database.query(
            "layer_of_conversations", space=self._space, conversation_ids=sorted(conversation_ids)
        )
        return self._load(record["uid"] for record in records)

    def entities_in(
        self, blocks: Collection[str], owners: Collection[str]
    ) -> Sequence[LayerEntity]:
        """The conversation layer by block: what these people own."""
        found: list[LayerEntity] = []
        for some in _some(owners):
            whose = " ".join(token(self._space, "owner", owner) for owner in some)
            found += self._in_blocks(blocks, f" +({whose})")
        return found

    def names_in(self, blocks: Collection[str], people: Collection[str]) -> Sequence[LayerEntity]:
        """Unowned named things, by block, of conversations in which these take part."""
        free = f" +({token(self._space, 'owner', FREE)})"
        queries = (self._blocks_query(some, free) for some in _some(blocks))
        return self._load(self._uids("names_in_blocks", queries, people=sorted(people)))

    def entities_anywhere(self, blocks: Collection[str]) -> Sequence[LayerEntity]:
        """The conversation layer by block, whoever owns it."""
        return self._in_blocks(blocks, "")

    def above(self, uids: Collection[str]) -> Collection[str]:
        """Uids of the person layer in which these of the conversation layer stand."""
        records = self._database.query("person_layer_above", space=self._space, uids=sorted(uids))
        return [record["uid"] for record in records]

    def decisions_on(self, uids: Collection[str]) -> Sequence[Decision]:
        """Decisions of rules and models in force, on people and the conversation layer."""
        records = self._database.query(
            "standing_decisions_on", space=self._space, uids=sorted(uids)
        )
        return [read_decision(record["properties"]) for record in records]

    def content(self, bases: Collection[str], statements: Collection[str]) -> Content:
        """Statements by uid and about ``bases``, with what they name and with the bases."""
        if not bases and not statements:
            return Content({}, {})

        def read(work: Work) -> Content:
            records = work.run("statements_of_entities", space=self._space, uids=sorted(bases))
            uids = sorted({*statements, *(record["uid"] for record in records)})
            said = (
                *known_answers(work, self._space, [one for one in uids if one[:7] == "answer:"]),
                *known_roles(work, self._space, [one for one in uids if one[:5] == "role:"]),
            )
            named = {
                uid
                for item in said
                for uid in (item.subject_uid, item.entity_uid, *item.names)
                if uid is not None and not is_person(uid)
            }
            entities = known_entities(work, self._space, sorted(named | set(bases)))
            return Content({item.uid: item for item in entities}, {item.uid: item for item in said})

        return self._database.read(read)

    def _in_blocks(self, blocks: Collection[str], required: str) -> list[LayerEntity]:
        queries = (self._blocks_query(some, required) for some in _some(blocks))
        return self._load(self._uids("layer_in_blocks", queries))

    def _blocks_query(self, blocks: Iterable[str], required: str) -> str:
        tokens = " ".join(token(self._space, "block", block) for block in blocks)
        return f"+({tokens}){required}"

    def _uids(self, name: str, queries: Iterable[str], **also: object) -> set[str]:
        return {
            record["uid"]
            for lucene in queries
            for record in self._database.query(name, space=self._space, lucene=lucene, **also)
        }

    def _load(self, uids: Iterable[str]) -> list[LayerEntity]:
        wanted = sorted(set(uids))
        if not wanted:
            return []
        records = self._database.query("read_layers", space=self._space, uids=wanted)
        return [read_entity(record) for record in records]


def participants(
    query: Callable[..., Iterable[Mapping[str, object]]],
    space: str,
    conversation_ids: Collection[str],
) -> dict[str, tuple[str, ...]]:
    """Participants by conversation; ``query`` runs one."""
    uids = [conversation_uid(space, one) for one in sorted(conversation_ids)]
    return {
        str(record["conversation_id"]): tuple(record["people"])  # type: ignore[arg-type]
        for record in query("conversation_people", space=space, uids=uids)
    }


def _some(items: Iterable[str]) -> Iterator[Sequence[str]]:
    in_order = sorted(set(items))
    for start in range(0, len(in_order), _CLAUSES):
        yield in_order[start : start + _CLAUSES]
