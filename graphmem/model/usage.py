"""Usage of a language model, and its budget."""

import re
from typing import Self

from pydantic import Field, model_validator

from graphmem.errors import SettingsError
from graphmem.model.base import Frozen

_BUDGET = re.compile(
    r"(?:\$\s*)?(?P<number>\d+(?:\.\d+)?)\s*(?P<factor>[km])?\s*(?P<unit>tokens?|usd|\$)?",
    re.IGNORECASE,
)
_FACTORS = {"": 1, "k": 1_000, "m": 1_000_000}


class Usage(Frozen):
    """Answered calls, tokens in and out, and the cost in US dollars.

    ``retries`` counts the attempts that failed and were made again, ``repairs`` the answers that
    were sent back once. ``cost`` is None as soon as the price of one call is not known.
    """

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0
    retries: int = 0
    repairs: int = 0

    @property
    def tokens(self) -> int:
        """Tokens in and out together."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: "Usage") -> "Usage":
        return self._joined(other, 1)

    def __sub__(self, earlier: "Usage") -> "Usage":
        """What was used since ``earlier``."""
        return self._joined(earlier, -1)

    def _joined(self, other: "Usage", sign: int) -> "Usage":
        known = self.cost is not None and other.cost is not None
        return Usage(
            calls=self.calls + sign * other.calls,
            tokens_in=self.tokens_in + sign * other.tokens_in,
            tokens_out=self.tokens_out + sign * other.tokens_out,
            cost=(self.cost or 0.0) + sign * (other.cost or 0.0) if known else None,
            retries=self.retries + sign * other.retries,
            repairs=self.repairs + sign * other.repairs,
        )


class Budget(Frozen):
    """The most that a language model may use: tokens, US dollars, or both."""

    tokens: int | None = Field(default=None, gt=0)
    cost: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _check_any(self) -> Self:
        if self.tokens is None and self.cost is None:
            raise ValueError("a budget names tokens or a cost")
        return self

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Read ``2.50``, ``$2.50`` or ``2.50 usd`` as US dollars, ``200k tokens`` as tokens.

        Raises `SettingsError` for anything else.
        """
        match = _BUDGET.fullmatch(text.strip())
        unit = (match["unit"] or "").lower() if match else ""
        factor = (match["factor"] or "").lower() if match else ""
        if match is None or float(match["number"]) == 0 or (factor and not unit):
            raise SettingsError(
                f"{text!r} is not a budget.",
                next_step='Write dollars ("2.50") or tokens ("200k tokens").',
            )
        amount = float(match["number"]) * _FACTORS[factor]
        if unit.startswith("token"):
            return cls(tokens=max(1, round(amount)))
        return cls(cost=amount)

    def spent_by(self, usage: Usage) -> bool:
        """Tells whether nothing is left; a cost that is not known counts as nothing."""
        over_tokens = self.tokens is not None and usage.tokens >= self.tokens
        over_cost = self.cost is not None and (usage.cost or 0.0) >= self.cost
        return over_tokens or over_cost

    def __str__(self) -> str:
        parts = []
        if self.tokens is not None:
            parts.append(f"{self.tokens:,} tokens")
        if self.cost is not None:
            parts.append(f"${self.cost:.2f}")
        return " and ".join(parts)
