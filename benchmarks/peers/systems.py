"""The systems that are compared: how each is called, installed and configured."""

from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class System(NamedTuple):
    """One row of the table; variants of a package share an adapter and an environment.

    ``scope`` is what confines a search to one conversation.
    """

    title: str
    package: str
    adapter: str
    scope: str
    variant: str = ""
    neo4j: bool = False

    @property
    def script(self) -> Path:
        return HERE / "adapters" / f"{self.adapter}.py"

    @property
    def requirements(self) -> Path:
        return HERE / f"{self.adapter}.txt"


SYSTEMS = {
    "bm25": System("BM25 alone", "", "bm25", "its own turns"),
    "dense": System("vectors alone", "", "dense", "its own turns"),
    "mem0": System("`infer=False`", "mem0ai", "mem0", "`user_id`"),
    "neo4j-graphrag": System(
        "`VectorRetriever`", "neo4j-graphrag", "neo4j_graphrag", "`filters`", neo4j=True
    ),
    "neo4j-graphrag-hybrid": System(
        "`HybridRetriever`", "neo4j-graphrag", "neo4j_graphrag", "nothing", "hybrid", neo4j=True
    ),
    "neo4j-agent-memory": System(
        "messages", "neo4j-agent-memory", "neo4j_agent_memory", "`session_id`", neo4j=True
    ),
    "neo4j-agent-memory-metadata": System(
        "messages",
        "neo4j-agent-memory",
        "neo4j_agent_memory",
        "`metadata_filters`",
        "metadata",
        neo4j=True,
    ),
    "mempalace": System("candidates by vector", "mempalace", "mempalace", "`wing`"),
    "mempalace-union": System("candidates by both", "mempalace", "mempalace", "`wing`", "union"),
    "hindsight": System("no language model", "hindsight-api-slim", "hindsight", "bank"),
    "graphmem": System("everything", "graphmem", "graphmem", "`conversation`", neo4j=True),
    "graphmem-turns": System(
        "turns alone", "graphmem", "graphmem", "`conversation`", "turns", neo4j=True
    ),
}
