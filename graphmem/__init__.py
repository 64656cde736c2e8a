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

_HOMES = {
    "ActivationSettings": "graphmem.model.search",
    "Admission": "graphmem.model.workspace",
    "AmbiguousNameError": "graphmem.errors",
    "Answer": "graphmem.model.answer",
    "Assembled": "graphmem.model.assembly",
    "AssemblySettings": "graphmem.model.assembly",
    "AsyncMemory": "graphmem.aio",
    "Backlog": "graphmem.model.backlog",
    "ChatMessage": "graphmem.model.assembly",
    "Comparison": "graphmem.model.tools",
    "Contradictions": "graphmem.model.tools",
    "Conversation": "graphmem.model.conversation",
    "ConversationContext": "graphmem.model.tools",
    "ConversationSummary": "graphmem.model.listing",
    "Decision": "graphmem.model.decision",
    "EntityTimeline": "graphmem.model.tools",
    "Evidence": "graphmem.model.answer",
    "Expansion": "graphmem.model.search",
    "Finding": "graphmem.model.tools",
    "FindingKind": "graphmem.model.tools",
    "GraphMemError": "graphmem.errors",
    "LeftOut": "graphmem.model.conversation",
    "Memory": "graphmem.memory",
    "MessageSettings": "graphmem.model.conversation",
    "MergePolicy": "graphmem.model.decision",
    "MergeWeights": "graphmem.model.decision",
    "Participant": "graphmem.model.listing",
    "PeopleComparison": "graphmem.model.tools",
    "PersonMemory": "graphmem.whose",
    "Portrait": "graphmem.model.portrait",
    "PortraitSection": "graphmem.model.portrait",
    "PortraitSentence": "graphmem.model.portrait",
    "ProposedAnswer": "graphmem.model.workspace",
    "ProposedEntity": "graphmem.model.workspace",
    "ProposedQuestion": "graphmem.model.workspace",
    "ProposedRole": "graphmem.model.workspace",
    "ProposedState": "graphmem.model.workspace",
    "ProposedWorkspace": "graphmem.model.workspace",
    "Quote": "graphmem.model.workspace",
    "Receipt": "graphmem.model.receipt",
    "Recency": "graphmem.model.search",
    "ReconcileReceipt": "graphmem.model.receipt",
    "RecordedDecision": "graphmem.store.ledger",
    "Reference": "graphmem.model.workspace",
    "Refusal": "graphmem.model.conversation",
    "RefusedWording": "graphmem.model.portrait",
    "ResolvedTime": "graphmem.model.answer",
    "Retraction": "graphmem.model.retraction",
    "SearchHit": "graphmem.model.search",
    "SearchOptions": "graphmem.model.search",
    "SearchPath": "graphmem.model.search",
    "SearchResult": "graphmem.model.search",
    "SearchWeights": "graphmem.model.search",
    "Session": "graphmem.model.conversation",
    "Settings": "graphmem.settings",
    "Skipped": "graphmem.model.receipt",
    "SkippedCount": "graphmem.model.receipt",
    "SkipSort": "graphmem.model.receipt",
    "Speaker": "graphmem.model.conversation",
    "SpaceSummary": "graphmem.model.listing",
    "Status": "graphmem.model.answer",
    "Table": "graphmem.model.listing",
    "Toolbox": "graphmem.toolbox",
    "Trace": "graphmem.model.search",
    "Turn": "graphmem.model.conversation",
    "Verdict": "graphmem.model.decision",
    "Wording": "graphmem.model.portrait",
    "WordingFault": "graphmem.model.portrait",
    "WorkspaceReceipt": "graphmem.model.receipt",
    "tool_definitions": "graphmem.toolbox",
}

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
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
