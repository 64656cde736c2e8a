"""Who decides whether things, or people, of two conversations are one."""

from typing import Protocol

from graphmem.model.decision import Judgement, Side
from graphmem.model.tools import MemoryTools


class Judge(Protocol):
    """Decides MERGE or SEPARATE with the four tools and says why.

    Any error that it raises on purpose (a `GraphMemError`) leaves the pair to the rules, but for
    `LlmSetupError`, with which no pair would fare better.
    """

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        """The verdict on two sides, with what was looked up and the reason."""
