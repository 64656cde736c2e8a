"""What is read beside a filled space: searches, answers, texts for prompts, profiles."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from benchmarks.scale.stopwatch import point, stopwatch
from benchmarks.world.talk import World, conversation_id
from graphmem.memory import Memory

_TALKS, _MOST = 12, 60
_TOKENS = 600
_TURNS = 12
_PROFILES = 16
_SITTING = 80  # the number of a session that comes after all others
_ASKED = (
    "Where does {} work?",
    "What did {} buy last month?",
    "Who is the sister of {}?",
    "Where does {} live now?",
)
# No text of these is asked besides: what was encoded lately is not encoded again.
_SAID = (
    "I meet {} for dinner tomorrow, what should I bring?",
    "{} has just called me about the weekend.",
    "What could I give {} as a present?",
    "I have to write to {} about the holidays.",
)


def reads(
    memory: Memory, world: World, encode: Callable[[Sequence[str]], list[list[float]]]
) -> dict[str, Any]:
    """Search, ask and assemble about people of the first conversations, in everything.

    Beside each of them one text is encoded.
    """
    names = [human.called for number in range(_TALKS) for human in world.participants(number)]
    timed: dict[str, list[float]] = {"search": [], "ask": [], "assemble": [], "encode_text": []}
    for asked, said in zip(_about(names, _ASKED), _about(names, _SAID), strict=True):
        with stopwatch(timed["encode_text"]):
            encode([f"{said} Really."])
        with stopwatch(timed["search"]):
            memory.search(asked)
        with stopwatch(timed["ask"]):
            memory.ask(asked)
        with stopwatch(timed["assemble"]):
            memory.assemble(said, _TOKENS)
    spent = {name: values[len(values) // 3 :] for name, values in timed.items()}
    return {
        **{
            f"{name}_{called}_ms": round(1_000 * point(values, share), 1)
            for name, values in spent.items()
            for called, share in (("p50", 0.5), ("p95", 0.95))
        },
        "assemble_over_encode": round(median(spent["assemble"]) / median(spent["encode_text"]), 2),
    }


def profiles(memory: Memory, world: World) -> dict[str, Any]:
    """The profile of somebody of whom a session of 12 turns has just told, and the same again."""
    timed: dict[str, list[float]] = {"changed": [], "unchanged": []}
    versions = []
    for number in range(_PROFILES):
        person = f"{conversation_id(number)}/{world.participants(number)[0].called}"
        before = memory.profile(person).version or 0
        memory.ingest(world.further(number, _SITTING, turns=_TURNS).conversation)
        with stopwatch(timed["changed"]):
            made = memory.profile(person)
        with stopwatch(timed["unchanged"]):
            memory.profile(person)
        versions.append((made.version or 0) - before)
    return {
        "profile_changed_seconds": {
            "median": round(median(timed["changed"]), 3),
            "largest": round(max(timed["changed"]), 3),
        },
        "profile_unchanged_seconds": {"median": round(median(timed["unchanged"]), 3)},
        "profiles_changed": sum(more > 0 for more in versions),
    }


def _about(names: Sequence[str], texts: Sequence[str]) -> list[str]:
    return [text.format(name) for name in dict.fromkeys(names) for text in texts][:_MOST]
