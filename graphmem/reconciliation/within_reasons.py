"""What is decided about two things of one conversation, in words."""

from graphmem.model.decision import Judgement, Verdict
from graphmem.reconciliation import wording
from graphmem.reconciliation.blocking import Pair
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.scoring import Score
from graphmem.reconciliation.units import Split


def merged(pair: Pair, score: Score, facts: Facts) -> Judgement:
    """Two that are one by their names."""
    shared = sorted(facts.words(pair.left) & facts.words(pair.right))
    with_words = f"; both are about {wording.listed(shared)}" if shared else ""
    return Judgement(
        verdict=Verdict.MERGE,
        confident=True,
        score=score.value,
        parts=score.parts,
        reason=(
            f"{wording.shown(pair.left, facts)} and {wording.shown(pair.right, facts)} are linked "
            f"by {pair.likeness.relation.value}{with_words}."
        ),
    )


def kept_apart(pair: Pair, score: Score, against: str | None, facts: Facts) -> Judgement:
    """Two that are not shown to be one, or that something is ``against``."""
    link = f"are linked by {pair.likeness.relation.value}"
    if against:
        why = f"{link}, but {against}"
    elif pair.several:
        why = f"{link}, but that could as well be short for something else"
    else:
        why = f"{link}, but what is said of them does not show that they are one"
    return Judgement(
        verdict=Verdict.SEPARATE,
        confident=False,
        score=score.value,
        parts=score.parts,
        reason=f"{wording.shown(pair.left, facts)} and {wording.shown(pair.right, facts)} {why}.",
    )


def split(parts: Split, facts: Facts) -> Judgement:
    """Two that bear one key and are two."""
    names = [
        wording.listed([name.replace("_", " ") for name in sorted(part)])
        for part in (parts.left_names, parts.right_names)
    ]
    certain = bool(names[0] and names[1])
    if certain:
        why = f"share a word but bear two names, {names[0]} and {names[1]}: they are two"
    else:
        why = f"share a word, but only one bears a name, {names[0] or names[1]}"
    return Judgement(
        verdict=Verdict.SEPARATE,
        confident=certain,
        score=0.0,
        reason=f"{wording.shown(parts.left, facts)} and {wording.shown(parts.right, facts)} {why}.",
    )
