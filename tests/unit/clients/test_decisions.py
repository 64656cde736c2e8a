"""How decisions and what became of them are printed, without a database."""

from collections.abc import Iterator

import pytest

from graphmem.clients.cli import decisions, output
from graphmem.model.decision import Decider, Decision, Layer, Side, Verdict
from graphmem.model.receipt import ReconcileReceipt


@pytest.fixture(autouse=True)
def fresh_consoles() -> Iterator[None]:
    output.console.cache_clear()
    output.error_console.cache_clear()
    yield
    output.console.cache_clear()
    output.error_console.cache_clear()


def made(verdict: Verdict, *, confident: bool = True, undoes: str | None = None) -> Decision:
    left, right = (
        Side(kind="person", uids=(f"person:{place}",), name="Lea", conversation_ids=(place,))
        for place in ("harbour", "hills")
    )
    return Decision(
        uid="decision:0123456789",
        layer=Layer.PERSON,
        verdict=verdict,
        confident=confident,
        left=left,
        right=right,
        score=0.0,
        reason="Two women.",
        decided_by=Decider.PERSON,
        undoes=undoes,
    )


def test_a_withdrawal_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    decisions.print_decision(made(Verdict.SEPARATE, confident=False))
    decisions.print_decision(made(Verdict.SEPARATE))
    first, _, second, _ = capsys.readouterr().out.splitlines()
    assert first == "01234567  withdrawn  Lea (harbour) ≠ Lea (hills)"
    assert second == "01234567  separate   Lea (harbour) ≠ Lea (hills)"


def test_pairs_that_the_rules_judged_are_told_beside_the_counts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    decisions.print_reconciled(ReconcileReceipt(merges=1, notes=("Lea: judged by the rules.",)))
    printed = capsys.readouterr()
    assert printed.out.startswith("1 merge, ")
    assert printed.err == "note: Lea: judged by the rules.\n"
