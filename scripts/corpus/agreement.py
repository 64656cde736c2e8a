"""How far two annotations of the same turns agree.

Both annotations use the ids of one header, so whom a mention means is compared as it stands.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.evaluation.corpus import GoldStatement, GoldTurn, read_edtf
from scripts.corpus.kappa import Decided, f1, kappa, share
from scripts.corpus.matching import Pair, matched
from scripts.corpus.mentions import Place, places

LINKS = ("supersedes", "corrects", "contradicts", "confirms")

Figure = float | int | None
Link = tuple[str, str, str]


class Compared(NamedTuple):
    """One conversation as both annotations have it; turns of one place are the same turn."""

    first: Sequence[GoldTurn]
    second: Sequence[GoldTurn]


def agreement(conversations: Sequence[Compared]) -> dict[str, Figure]:
    """Every figure of agreement over these conversations together."""
    turns = [pair for one in conversations for pair in zip(one.first, one.second, strict=True)]
    pairs = [list(matched(one.statements, other.statements)) for one, other in turns]
    return {
        "turns": len(turns),
        **_of_turns(turns),
        **_of_mentions(turns),
        **_of_statements(turns, pairs),
        **_of_matched([pair for found in pairs for pair in found]),
        **_of_links(conversations),
    }


def _of_turns(turns: Sequence[tuple[GoldTurn, GoldTurn]]) -> dict[str, Figure]:
    states = [(bool(one.statements), bool(other.statements)) for one, other in turns]
    return {"states_alike": share(states), "states_kappa": kappa(states)}


def _of_mentions(turns: Sequence[tuple[GoldTurn, GoldTurn]]) -> dict[str, Figure]:
    first = [(at, place) for at, (one, _) in enumerate(turns) for place in places(one)]
    second = [(at, place) for at, (_, other) in enumerate(turns) for place in places(other)]

    def words(found: Iterable[tuple[int, Place]]) -> set[tuple[int, int, int]]:
        return {(at, place.start, place.end) for at, place in found}

    def meanings(found: Iterable[tuple[int, Place]]) -> set[tuple[int, int, int, frozenset[str]]]:
        return {(at, place.start, place.end, place.meant) for at, place in found}

    shared = len(words(first) & words(second))
    same = len(meanings(first) & meanings(second))
    return {
        "mentions_first": len(first),
        "mentions_second": len(second),
        "mentions_shared": shared,
        "mentions_words_f1": f1(shared, len(first), len(second)),
        "mentions_f1": f1(same, len(first), len(second)),
        "mentions_meaning_alike": same / shared if shared else None,
    }


def _of_statements(
    turns: Sequence[tuple[GoldTurn, GoldTurn]], pairs: Sequence[Sequence[Pair]]
) -> dict[str, Figure]:
    first = sum(len(one.statements) for one, _ in turns)
    second = sum(len(other.statements) for _, other in turns)
    both = sum(map(len, pairs))
    return {
        "statements_first": first,
        "statements_second": second,
        "statements_matched": both,
        "statements_f1": f1(both, first, second),
    }


def _of_matched(pairs: Sequence[Pair]) -> dict[str, Figure]:
    decided: dict[str, Decided] = {
        "subject": [(_ids(one.subject), _ids(other.subject)) for one, other in pairs],
        "kind": [(one.kind, other.kind) for one, other in pairs],
        "modality": [(one.modality, other.modality) for one, other in pairs],
        "polarity": [(one.polarity, other.polarity) for one, other in pairs],
        "worth": [(one.worth, other.worth) for one, other in pairs],
        "timed": [(when(one) is not None, when(other) is not None) for one, other in pairs],
    }
    near = [(abs(one.worth - other.worth) <= 1, True) for one, other in pairs]
    dated = [(when(one), when(other)) for one, other in pairs]
    found: dict[str, Figure] = {}
    for name, cases in decided.items():
        found[f"{name}_alike"] = share(cases)
        if name != "subject":
            found[f"{name}_kappa"] = kappa(cases)
    both = [pair for pair in dated if None not in pair]
    return {
        **found,
        "worth_within_one": share(near),
        "times_both": len(both),
        "interval_alike": share(both),
    }


def when(statement: GoldStatement) -> object | None:
    """The interval that a statement's time means; None where it has none."""
    time = statement.time
    return None if time is None or time.edtf is None else read_edtf(time.edtf)


def _ids(field: str | Sequence[str]) -> frozenset[str]:
    return frozenset([field] if isinstance(field, str) else field)


def _of_links(conversations: Sequence[Compared]) -> dict[str, Figure]:
    first: set[tuple[int, Link]] = set()
    second: set[tuple[int, Link]] = set()
    for place, one in enumerate(conversations):
        names = {
            pair.second.id: pair.first.id
            for here, there in zip(one.first, one.second, strict=True)
            for pair in matched(here.statements, there.statements)
        }
        known = {uid: uid for uid in names.values()}
        first |= {(place, link) for link in _links(one.first, known)}
        second |= {(place, link) for link in _links(one.second, names)}
    found: dict[str, Figure] = {}
    for name in ("links", *LINKS):
        ours = {link for link in first if name in ("links", link[1][0])}
        theirs = {link for link in second if name in ("links", link[1][0])}
        found[f"{name}_first"] = len(ours)
        found[f"{name}_second"] = len(theirs)
        found[f"{name}_f1"] = f1(len(ours & theirs), len(ours), len(theirs))
    return found


def _links(turns: Sequence[GoldTurn], names: dict[str, str]) -> Iterator[Link]:
    for turn in turns:
        for statement in turn.statements:
            for name in LINKS:
                for target in getattr(statement, name):
                    if statement.id in names and target in names:
                        yield name, names[statement.id], names[target]
