"""LangGraph's `BaseStore` over spaces and people.

Of a namespace the first label is the space and the second the person (a ``person_id``); without one
nobody is known to have said it. A namespace is a conversation, a key a session of it, and each
value that was put under the key a turn: the last one is the item. What was put before is kept, as
what was said is; `delete` forgets the item with all of it, for good.
"""

import asyncio
import json
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from threading import Lock
from typing import Any, NamedTuple
from uuid import uuid4

from graphmem.errors import InputError, MissingExtraError, NotFoundError
from graphmem.memory import Memory
from graphmem.model.listing import TalkTurn

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        validate_op_namespace,
    )
except ModuleNotFoundError as error:
    raise MissingExtraError(
        f"{error.name} is not installed.", next_step='pip install "graphmem[langgraph]"'
    ) from error

Labels = tuple[str, ...]

_OWN = "store"  # what the conversations of stores are called, before the further labels
_MOST_HITS = 200  # turns that a search looks through for items


def _ordered(compare: Callable[[float, float], bool]) -> Callable[[Any, Any], bool]:
    """A comparison of numbers; what is none is in no order to anything."""

    def compared(value: Any, other: Any) -> bool:
        try:
            return compare(float(value), float(other))
        except (TypeError, ValueError):
            return False

    return compared


_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq,
    "$ne": operator.ne,
    "$gt": _ordered(operator.gt),
    "$gte": _ordered(operator.ge),
    "$lt": _ordered(operator.lt),
    "$lte": _ordered(operator.le),
}


class _Current(NamedTuple):
    """An item, and the turn that it is."""

    item: Item
    dia_id: str


class MemoryStore(BaseStore):
    """A store of LangGraph; ``open_memory`` gives the Memory of a space, once for each.

    A value ``{"text": …}`` is recorded in its own words, and facts are read from it as from any
    turn; other values are recorded as JSON. Both are searched by meaning and words, whatever
    ``index`` says. There is no TTL. Raises `InputError` for labels, keys and values that a memory
    cannot keep. `close` closes the memories.
    """

    def __init__(self, open_memory: Callable[[str], Memory]) -> None:
        self._open = open_memory
        self._memories: dict[str, Memory] = {}
        self._lock = Lock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """What every operation gives, in order; reads see nothing of what the batch puts."""
        results: list[Result] = []
        puts: dict[tuple[Labels, str], PutOp] = {}
        for op in ops:
            validate_op_namespace(op)
            match op:
                case PutOp():
                    puts[op.namespace, op.key] = op
                    results.append(None)
                case GetOp():
                    found = self._current(op.namespace, op.key)
                    results.append(found.item if found else None)
                case SearchOp():
                    results.append(self._found(op))
                case ListNamespacesOp():
                    results.append(self._listed(op))
        for op in puts.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def close(self) -> None:
        """Close the memories that were opened."""
        with self._lock:
            for memory in self._memories.values():
                memory.close()
            self._memories.clear()

    def _memory(self, space: str) -> Memory:
        with self._lock:
            if space not in self._memories:
                self._memories[space] = self._open(space)
            return self._memories[space]

    def _current(self, namespace: Labels, key: str) -> _Current | None:
        memory, conversation = self._memory(namespace[0]), _conversation(namespace)
        try:
            first = memory.dialogue(conversation, session=key, limit=1)
        except NotFoundError:
            return None
        turns = next(one.turns for one in first.sessions if one.session_id == key)
        last = first
        if turns > 1:
            last = memory.dialogue(conversation, session=key, limit=1, offset=turns - 1)
        return _item(namespace, key, first.turns[0], last.turns[-1])

    def _put(self, op: PutOp) -> None:
        memory, conversation = self._memory(op.namespace[0]), _conversation(op.namespace)
        if op.value is None:
            try:
                memory.forget(conversation=conversation, session=op.key)
            except NotFoundError:
                return
            return
        person = op.namespace[1] if len(op.namespace) > 1 else None
        memory.add_turn(
            conversation,
            _written(op.value),
            speaker=person,
            person_id=person,
            session_id=op.key,
            turn_id=uuid4().hex,  # a number would be that of a turn that was forgotten
        )

    def _found(self, op: SearchOp) -> list[SearchItem]:
        namespaces = [one for one in self._held_in(op.namespace_prefix[:1]) if _begins(one, op)]
        ranked: Iterator[tuple[Item, float | None]] = (
            self._by_query(op.query, namespaces) if op.query else self._all(namespaces)
        )
        fitting = (
            SearchItem(
                namespace=one.namespace,
                key=one.key,
                value=one.value,
                created_at=one.created_at,
                updated_at=one.updated_at,
                score=score,
            )
            for one, score in ranked
            if _fits(one.value, op.filter or {})
        )
        # Read no further than asked for: each item is a look-up of its own.
        return list(islice(fitting, op.offset, op.offset + op.limit))

    def _all(self, namespaces: Iterable[Labels]) -> Iterator[tuple[Item, None]]:
        for namespace in namespaces:
            memory = self._memory(namespace[0])
            held = memory.dialogue(_conversation(namespace), limit=1)
            for session in held.sessions:
                if (found := self._current(namespace, session.session_id)) is not None:
                    yield found.item, None

    def _by_query(self, query: str, namespaces: Iterable[Labels]) -> Iterator[tuple[Item, float]]:
        """Items that are found, the best first; what was put before under a key does not count."""
        spaces: dict[str, dict[str, Labels]] = {}
        for namespace in namespaces:
            spaces.setdefault(namespace[0], {})[_conversation(namespace)] = namespace
        hits = [
            (hit, places[hit.conversation_id])
            for space, places in spaces.items()
            for hit in self._memory(space)
            .search(query, conversation=tuple(places), limit=_MOST_HITS)
            .hits
        ]
        for hit, namespace in sorted(hits, key=lambda one: -one[0].score):
            found = self._current(namespace, hit.session_id)
            if found is not None and found.dia_id == hit.dia_id:
                yield found.item, hit.score

    def _listed(self, op: ListNamespacesOp) -> list[Labels]:
        conditions = op.match_conditions or ()
        first = next(
            (one.path[:1] for one in conditions if one.match_type == "prefix" and one.path), ()
        )
        found = {
            one[: op.max_depth]
            for one in self._held_in(() if first == ("*",) else first)
            if all(_matches(one, condition) for condition in conditions)
        }
        return sorted(found)[op.offset :][: op.limit]

    def _held_in(self, space: Labels) -> list[Labels]:
        """Those of a space, or of all that hold any, in order."""
        if space:
            spaces = [space[0]]
        else:
            with self._lock:
                known = next(iter(self._memories), "default")
            spaces = [one.space for one in self._memory(known).spaces()]
        return sorted(
            (one, *labels)
            for one in spaces
            for summary in self._memory(one).conversations()
            if (labels := _labels(summary.conversation_id)) is not None
        )


def _conversation(namespace: Labels) -> str:
    """Labels hold no period, so no two namespaces of a space have one conversation."""
    return ".".join((_OWN, *namespace[1:]))


def _labels(conversation_id: str) -> Labels | None:
    first, *labels = conversation_id.split(".")
    return tuple(labels) if first == _OWN and all(labels) else None


def _item(namespace: Labels, key: str, first: TalkTurn, last: TalkTurn) -> _Current:
    return _Current(
        Item(
            value=_read(last.text),
            key=key,
            namespace=namespace,
            created_at=_moment(first),
            updated_at=_moment(last),
        ),
        last.dia_id,
    )


def _moment(turn: TalkTurn) -> datetime:
    return turn.said_at.astimezone()


def _written(value: Mapping[str, Any]) -> str:
    """The words of a value that has nothing else, else JSON; `_read` gives the same value."""
    match value:
        case {"text": str(text), **rest} if not rest and text.strip() and text[0] != "{":
            return text
    try:
        return json.dumps(dict(value), ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"A value of the store is no JSON: {error}.",
            next_step="Put texts, numbers, truths, lists and mappings of these.",
        ) from error


def _read(text: str) -> dict[str, Any]:
    try:
        held = json.loads(text) if text.startswith("{") else None
    except ValueError:  # somebody else's turn in a conversation that is called like a store's
        held = None
    return held if isinstance(held, dict) else {"text": text}


def _begins(namespace: Labels, op: SearchOp) -> bool:
    return namespace[: len(op.namespace_prefix)] == op.namespace_prefix


def _matches(namespace: Labels, condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    prefix = condition.match_type == "prefix"
    part = namespace[: len(path)] if prefix else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _fits(value: Any, wanted: Any) -> bool:
    """Tells whether a value has what a filter names, nested mappings and comparisons included."""
    if isinstance(wanted, dict) and any(key.startswith("$") for key in wanted):
        unknown = sorted(set(wanted) - set(_COMPARISONS))
        if unknown:
            raise InputError(
                f"The store knows no comparison {unknown[0]!r}.",
                next_step=f"Take one of {', '.join(_COMPARISONS)}.",
            )
        return all(_COMPARISONS[key](value, other) for key, other in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and all(
            _fits(value.get(key), other) for key, other in wanted.items()
        )
    if isinstance(wanted, (list, tuple)) and isinstance(value, (list, tuple)):
        return len(value) == len(wanted) and all(map(_fits, value, wanted))
    return bool(value == wanted)
