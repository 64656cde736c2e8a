"""neo4j-graphrag: a node a turn; `VectorRetriever` with a filter, or `HybridRetriever` without."""

import os
import re
from pathlib import Path
from typing import Any

import neo4j
from neo4j_graphrag.embeddings.base import Embedder
from neo4j_graphrag.indexes import create_fulltext_index, create_vector_index, upsert_vectors
from neo4j_graphrag.retrievers import HybridRetriever, VectorRetriever
from neo4j_graphrag.types import EntityType, RetrieverResultItem

_CREATE = "UNWIND $turns AS turn CREATE (n:Turn) SET n = turn RETURN elementId(n) AS id"
_SPECIAL = re.compile(r'[+\-&|!(){}\[\]^"~*?:\\/]')


class _Embedder(Embedder):
    def __init__(self, encoder: Any) -> None:
        super().__init__()
        self._encoder = encoder

    def embed_query(self, text: str) -> list[float]:
        return self._encoder.encode([text])[0]


class Memory:
    def __init__(self, encoder: Any, folder: Path, variant: str) -> None:
        auth = (os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"])
        self._driver = neo4j.GraphDatabase.driver(os.environ["NEO4J_URI"], auth=auth)
        self._encoder, self._hybrid = encoder, variant == "hybrid"
        create_vector_index(
            self._driver,
            "turn_vectors",
            label="Turn",
            embedding_property="vector",
            dimensions=384,
            similarity_fn="cosine",
            filterable_properties=None if self._hybrid else ["conversation"],
        )
        create_fulltext_index(self._driver, "turn_words", label="Turn", node_properties=["content"])
        embedder = _Embedder(encoder)
        self._retriever: Any = (
            HybridRetriever(
                self._driver, "turn_vectors", "turn_words", embedder, result_formatter=_turn
            )
            if self._hybrid
            else VectorRetriever(self._driver, "turn_vectors", embedder, result_formatter=_turn)
        )

    def ingest(self, turns: list[dict[str, str]]) -> None:
        vectors = self._encoder.encode([turn["content"] for turn in turns])
        ids = [row["id"] for row in self._driver.execute_query(_CREATE, turns=turns).records]
        upsert_vectors(self._driver, ids, "vector", vectors, entity_type=EntityType.NODE)
        self._driver.execute_query("CALL db.awaitIndexes(300)")

    def search(self, question: str, conversation: str, k: int) -> list[str]:
        if self._hybrid:
            # The question reaches Lucene's parser as it is: signs of its grammar would end it.
            found = self._retriever.search(query_text=_SPECIAL.sub(" ", question), top_k=k)
        else:
            scope = {"conversation": conversation}
            found = self._retriever.search(query_text=question, top_k=k, filters=scope)
        return [item.content for item in found.items]

    def close(self) -> None:
        self._driver.close()


def _turn(record: neo4j.Record) -> RetrieverResultItem:
    return RetrieverResultItem(content=record["node"]["id"])
