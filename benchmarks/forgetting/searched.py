"""The words of one who was forgotten, and their turns' vectors, looked for by every path.

What a path tells is held against what it tells where nobody ever said the words, so that neither
the question, which results repeat, nor the words of a refusal are taken for a find.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, LiteralString, NamedTuple
from zlib import crc32

from benchmarks.forgetting.talks import words_of
from benchmarks.forgetting.written import rows
from benchmarks.patience import patiently
from graphmem.errors import ConnectionFailedError, GraphMemError
from graphmem.memory import Memory

_TOKENS = 600
_LIMIT = 20
_NEAREST = 10
_TOGETHER = 4  # words of one question
_SHOWN = 20
_REFERENCE = re.compile(r"turn:[0-9a-f]{32}|[\w-]+/[\w:.-]*\w")
_INDEXES: LiteralString = "SHOW INDEXES YIELD name, type RETURN type, name ORDER BY name"
_BY_WORD: LiteralString = (
    "CALL db.index.fulltext.queryNodes($index, $word) YIELD node RETURN properties(node)"
)
_BY_VECTOR: LiteralString = (
    "CALL db.index.vector.queryNodes($index, $nearest, $vector) YIELD node, score "
    "RETURN node.uid, score"
)
_VECTORS: LiteralString = (
    "MATCH (n {space: $space}) WHERE n:Turn OR n:Answer OR n:Question RETURN n.uid, n.embedding"
)

Call = Callable[[Memory, str], Any]


class Found(NamedTuple):
    """How often a path was asked, and what it found that should be gone."""

    asked: int
    hits: tuple[str, ...]

    def told(self) -> dict[str, Any]:
        """The figures, with a few of the hits."""
        return {"asked": self.asked, "hits": len(self.hits), "such_as": list(self.hits[:_SHOWN])}


def by_words(
    memory: Memory, never: Memory, words: Sequence[str], gone: Iterable[str]
) -> dict[str, Found]:
    """Ask every path for each word; a hit is a word of theirs, or a turn of ``gone``.

    These are uids and ``CONVERSATION/TURN``. ``never`` is a memory that never held them.
    """
    found = {
        name: _asked(call, memory, never, words, set(gone), together)
        for calls, together in ((_questions(), _TOGETHER), (_names(never), 1))
        for name, call in calls.items()
    }
    return found | {
        f"full text: {index}": _full_text(memory, index, words)
        for index in indexes(memory, "FULLTEXT")
    }


def by_vectors(memory: Memory, vectors: Mapping[str, Sequence[float]]) -> dict[str, Found]:
    """Ask every vector index for the nearest to each of these vectors, which are of what is gone.

    A hit is what the vector was of.
    """
    found = {}
    for index in indexes(memory, "VECTOR"):
        hits = [
            near
            for vector in vectors.values()
            for near, _ in rows(
                memory, _BY_VECTOR, index=index, nearest=_NEAREST, vector=list(vector)
            )
            if near in vectors
        ]
        found[f"vectors: {index}"] = Found(len(vectors), tuple(hits))
    return found


def vectors_of(memory: Memory) -> dict[str, list[float]]:
    """The vectors of turns and statements, by uid."""
    held = rows(memory, _VECTORS, space=memory.space)
    return {uid: vector for uid, vector in held if vector is not None}


def indexes(memory: Memory, kind: str) -> list[str]:
    """The names of all indexes of a kind."""
    return [name for found, name in rows(memory, _INDEXES) if found == kind]


def _questions() -> dict[str, Call]:
    return {
        "search": lambda memory, words: memory.search(words, limit=_LIMIT).hits,
        "ask": lambda memory, words: memory.ask(f"What did anybody say of {words}?"),
        "assemble": lambda memory, words: memory.assemble(f"Tell me about {words}.", _TOKENS),
        "think": lambda memory, words: memory.think(f"What is known of {words}?"),
    }


def _names(never: Memory) -> dict[str, Call]:
    # People and places of the talk that stayed, which both memories know by these names.
    people = [f"{one.conversation_ids[0]}/{one.name}" for one in never.people()]
    places = [one.conversation_id for one in never.conversations()]

    def some(names: Sequence[str], word: str, which: int = 0) -> str:
        return names[(crc32(word.encode()) + which) % len(names)]

    return {
        "entities": lambda memory, word: memory.entities(named=word),
        "profile": lambda memory, word: memory.profile(word),
        "story": lambda memory, word: memory.story(word),
        "process": lambda memory, word: memory.process(word),
        "timeline": lambda memory, word: memory.tools.get_entity_timeline(word, some(people, word)),
        "context": lambda memory, word: memory.tools.get_conversation_context(
            some(places, word), word
        ),
        "comparison": lambda memory, word: memory.tools.compare_entities_across_conversations(
            word, some(places, word), some(places, word, 1)
        ),
        "contradictions": lambda memory, word: memory.tools.detect_contradictions(word),
        "people compared": lambda memory, word: memory.tools.compare_people(
            word, some(people, word), some(people, word, 1)
        ),
    }


def _asked(
    call: Call, memory: Memory, never: Memory, words: Sequence[str], gone: set[str], together: int
) -> Found:
    sought = set(words)
    hits: list[str] = []
    for asked in _some(words, together):
        told = _told(call, memory, asked)
        found = sought & words_of(told)
        if found:
            found -= words_of(_told(call, never, asked))
        hits += sorted(found)
        hits += sorted(gone.intersection(_REFERENCE.findall(told)))
    return Found(len(words), tuple(hits))


def _some(words: Sequence[str], together: int) -> list[str]:
    return [" ".join(words[at : at + together]) for at in range(0, len(words), together)]


def _told(call: Call, memory: Memory, word: str) -> str:
    try:
        return patiently(lambda: " ".join(_texts(call(memory, word))))
    except ConnectionFailedError:  # nothing was told
        raise
    except GraphMemError as error:
        return str(error)


def _texts(result: Any) -> Iterator[str]:
    if isinstance(result, tuple | list):
        for item in result:
            yield from _texts(item)
    else:
        yield result.model_dump_json()


def _full_text(memory: Memory, index: str, words: Sequence[str]) -> Found:
    sought = set(words)
    hits = [
        word
        for asked in words
        for (held,) in rows(memory, _BY_WORD, index=index, word=_quoted(asked))
        for word in sorted(sought & words_of(str(list(held.values()))))
    ]
    return Found(len(words), tuple(hits))


def _quoted(word: str) -> str:
    """A word as one term of Lucene's."""
    return '"' + word.replace("\\", "").replace('"', "") + '"'
