"""Who judges a pair of layer 3: the judge where there is one, the agent of rules else."""

from collections import defaultdict
from collections.abc import Callable

from graphmem.errors import GraphMemError, LlmSetupError
from graphmem.model.decision import Decider, Decision, Judgement, Layer, Side, Verdict
from graphmem.model.tools import MemoryTools
from graphmem.reconciliation.judge import Judge
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.made import decision


class Judging:
    """A judge that is asked first, and what is known of its failures; the same pair only once."""

    def __init__(self, ledger: Ledger, judge: Judge | None) -> None:
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
