"""graphmem: long-term memory on Neo4j that knows who said what, about whom, when, and where.

from graphmem import Memory

with Memory() as memory:
    memory.ingest("talk.jsonl")
    print(memory.ask("When did Maria move?").text)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.aio import AsyncMemory
    from graphmem.errors import AmbiguousNameError, GraphMemError
    from graphmem.memory import Memory
    from graphmem.model.answer import Answer, Evidence, ResolvedTime, Status
    from graphmem.model.assembly import Assembled, AssemblySettings, ChatMessage
    from graphmem.model.backlog import Backlog
    from graphmem.model.conversation import (
        Conversation,
        LeftOut,
        MessageSettings,
        Refusal,
        Session,
        Speaker,
        Turn,
    )
    from graphmem.model.decision import Decision, MergePolicy, MergeWeights, Verdict
    from graphmem.model.listing import ConversationSummary, Participant, SpaceSummary, Table
    from graphmem.model.portrait import (
        Portrait,
        PortraitSection,
        PortraitSentence,
        RefusedWording,
        Wording,
        WordingFault,
    )
    from graphmem.model.receipt import Receipt, ReconcileReceipt, WorkspaceReceipt
    from graphmem.model.retraction import Retraction
    from graphmem.model.search import (
        ActivationSettings,
        Expansion,
        Recency,
        SearchHit,
        SearchOptions,
        SearchPath,
        SearchResult,
        SearchWeights,
        Trace,
    )
    from graphmem.model.tools import (
        Comparison,
        Contradictions,
        ConversationContext,
        EntityTimeline,
        Finding,
        FindingKind,
        PeopleComparison,
    )
    from graphmem.model.workspace import (
        Admission,
        ProposedAnswer,
        ProposedEntity,
        ProposedQuestion,
        ProposedRole,
        ProposedState,
        ProposedWorkspace,
        Quote,
        Reference,
    )
    from graphmem.settings import Settings
    from graphmem.store.ledger import RecordedDecision
    from graphmem.toolbox import Toolbox, tool_definitions
    from graphmem.whose import PersonMemory

__version__ = "0.1.0"

# By module, the names that are found there when first used.
_NAMES = {
    "aio": "AsyncMemory",
    "errors": "AmbiguousNameError GraphMemError",
    "memory": "Memory",
    "model.answer": "Answer Evidence ResolvedTime Status",
    "model.assembly": "Assembled AssemblySettings ChatMessage",
    "model.backlog": "Backlog",
    "model.conversation": "Conversation LeftOut MessageSettings Refusal Session Speaker Turn",
    "model.decision": "Decision MergePolicy MergeWeights Verdict",
    "model.listing": "ConversationSummary Participant SpaceSummary Table",
    "model.portrait": (
        "Portrait PortraitSection PortraitSentence RefusedWording Wording WordingFault"
    ),
    "model.receipt": "Receipt ReconcileReceipt SkipSort Skipped SkippedCount WorkspaceReceipt",
    "model.retraction": "Retraction",
    "model.search": (
        "ActivationSettings Expansion Recency SearchHit SearchOptions SearchPath SearchResult "
        "SearchWeights Trace"
    ),
    "model.tools": (
        "Comparison Contradictions ConversationContext EntityTimeline Finding FindingKind "
        "PeopleComparison"
    ),
    "model.workspace": (
        "Admission ProposedAnswer ProposedEntity ProposedQuestion ProposedRole ProposedState "
        "ProposedWorkspace Quote Reference"
    ),
    "settings": "Settings",
    "store.ledger": "RecordedDecision",
    "toolbox": "Toolbox tool_definitions",
    "whose": "PersonMemory",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "ActivationSettings",
    "Admission",
    "AmbiguousNameError",
    "Answer",
    "Assembled",
    "AssemblySettings",
    "AsyncMemory",
    "Backlog",
    "ChatMessage",
    "Comparison",
    "Contradictions",
    "Conversation",
    "ConversationContext",
    "ConversationSummary",
    "Decision",
    "EntityTimeline",
    "Evidence",
    "Expansion",
    "Finding",
    "FindingKind",
    "GraphMemError",
    "LeftOut",
    "Memory",
    "MergePolicy",
    "MergeWeights",
    "MessageSettings",
    "Participant",
    "PeopleComparison",
    "PersonMemory",
    "Portrait",
    "PortraitSection",
    "PortraitSentence",
    "ProposedAnswer",
    "ProposedEntity",
    "ProposedQuestion",
    "ProposedRole",
    "ProposedState",
    "ProposedWorkspace",
    "Quote",
    "Receipt",
    "Recency",
    "ReconcileReceipt",
    "RecordedDecision",
    "Reference",
    "Refusal",
    "RefusedWording",
    "ResolvedTime",
    "Retraction",
    "SearchHit",
    "SearchOptions",
    "SearchPath",
    "SearchResult",
    "SearchWeights",
    "Session",
    "Settings",
    "SkipSort",
    "Skipped",
    "SkippedCount",
    "SpaceSummary",
    "Speaker",
    "Status",
    "Table",
    "Toolbox",
    "Trace",
    "Turn",
    "Verdict",
    "Wording",
    "WordingFault",
    "WorkspaceReceipt",
    "__version__",
    "tool_definitions",
]


def __getattr__(name: str) -> Any:
    # Names are found when first used, so that `import graphmem` stays quick.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"graphmem.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
