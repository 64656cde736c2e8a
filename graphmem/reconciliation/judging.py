"""Judges pairs of layer 3: by a judge where there is one, by the agent of rules else."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Protocol

from graphmem.errors import GraphMemError, LlmSetupError
from graphmem.model.decision import Decider, Decision, Judgement, Layer, Side, Verdict
from graphmem.model.memory import Content, KnownPerson, KnownStatement, Snapshot
from graphmem.model.tools import MemoryTools
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.rulings import decision
from graphmem.tools import Index


class Judge(Protocol):
    """Decides MERGE or SEPARATE with the four tools and says why.

    Any error that it raises on purpose (a `GraphMemError`) leaves the pair to the rules, but for
    `LlmSetupError`, with which no pair would fare better.
    """

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """The verdict on two sides, with what was looked up and the reason."""


# What a judge sees of a pair: what is said of the two, and nothing else of the space.
#
# So a judgement depends on its two sides alone, and holds until one of them changes.


def view(
    space: str,
    statements: Iterable[KnownStatement],
    bases: Iterable[str],
    people: Iterable[KnownPerson],
    content: Content,
    *,
    places: Collection[str],
    canonical: Mapping[str, str],
) -> Index:
    """An index of these statements with what they name, as two conversations or lives show it.

    ``places`` are the conversations in sight, ``canonical`` who is one human.
    """
    said = list(statements)
    named = {
        uid
        for item in said
        for uid in (item.subject_uid, item.entity_uid, *item.names)
        if uid is not None
    }
    wanted = (named | set(bases)) & content.entities.keys()
    here = set(places)
    snapshot = Snapshot(
        space=space,
        people=tuple(
            person._replace(
                conversation_ids=tuple(one for one in person.conversation_ids if one in here)
            )
            for person in people
        ),
        entities=tuple(content.entities[uid] for uid in wanted),
        roles=tuple(item for item in said if item.name is not None),
        answers=tuple(item for item in said if item.name is None),
    )
    return Index(snapshot, canonical)


def about(bases: Collection[str], content: Content) -> list[KnownStatement]:
    """The statements about any of these session-layer entities."""
    wanted = set(bases)
    return [
        item
        for item in content.statements.values()
        if not wanted.isdisjoint((item.subject_uid, item.entity_uid or "", *item.names))
    ]


# Who judges a pair of layer 3: the judge where there is one, the agent of rules else.


class CachedJudge:
    """A judge that is asked first, and what is known of its failures; the same pair only once."""

    def __init__(self, ledger: DecisionLog, judge: Judge | None) -> None:
        self._ledger = ledger
        self._judge = judge
        self._failed: defaultdict[str, list[tuple[Side, Side]]] = defaultdict(list)

    def decide(
        self,
        sides: tuple[Side, Side],
        tools: MemoryTools,
        rules: Judge,
        digest: str,
        *,
        adapt: Callable[[Judgement], Judgement] = lambda judgement: judgement,
    ) -> Decision:
        """The decision that a model made on the same evidence, or a new one.

        ``digest`` is of the evidence, ``rules`` decide without a judge and where it fails, and
        ``adapt`` makes of a judgement what the settings want. Raises `LlmSetupError`, since no
        later pair would fare better.
        """
        known = self._ledger.remembered(Layer.PERSON, *sides, digest)
        if known is not None:
            return known
        judgement, decided_by = self._judged(sides, tools, rules)
        return decision(
            self._ledger.space,
            Layer.PERSON,
            sides,
            adapt(judgement),
            decided_by,
            inputs_digest=digest,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """For every way in which the judge failed, which pairs the rules judged in its place."""
        return tuple(
            f"{_told(pairs)}: judged by the rules, since the model failed. {problem}"
            for problem, pairs in self._failed.items()
        )

    def _judged(
        self, sides: tuple[Side, Side], tools: MemoryTools, rules: Judge
    ) -> tuple[Judgement, Decider]:
        if self._judge is None:
            return rules.decide(*sides, tools), Decider.RULE
        try:
            return _only_if_sure(self._judge.decide(*sides, tools)), Decider.MODEL
        except LlmSetupError:
            raise
        except GraphMemError as error:
            self._failed[error.problem].append(sides)
            # The receipt's notes tell of it: the reason is that of the rules, with or without it.
            return rules.decide(*sides, tools), Decider.RULE


def _only_if_sure(judgement: Judgement) -> Judgement:
    """A merge that the judge itself doubts is none."""
    if judgement.verdict is Verdict.SEPARATE or judgement.confident:
        return judgement
    reason = f"{judgement.reason} (Not sure enough to merge.)"
    return judgement.model_copy(update={"verdict": Verdict.SEPARATE, "reason": reason})


def _told(pairs: list[tuple[Side, Side]]) -> str:
    left, right = (f"{side.name} ({', '.join(side.conversation_ids)})" for side in pairs[0])
    more = {1: "", 2: ", and another pair"}.get(len(pairs), f", and {len(pairs) - 1} other pairs")
    return f"{left} and {right}{more}"
