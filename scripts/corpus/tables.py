"""The blocks of counted figures that stand in the corpus's README and datasheet."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from graphmem.evaluation.corpus import Expected, GoldConversation, folders, read_conversation
from graphmem.evaluation.last_messages import last_messages
from scripts.corpus import counts
from scripts.corpus.splits import SPLITS, read_splits
from scripts.corpus.times import Outcome

CORPUS = Path(__file__).parents[2] / "corpus"

_BLOCK = re.compile(
    r"(?P<begin><!-- counted: (?P<name>[a-z ]+) -->\n).*?(?P<end><!-- end of counted -->)",
    re.DOTALL,
)
_SIZES = ("conversations", "people", "sessions", "turns", "words", "statements", "mentions")
_AGREED = {
    "turns that state something or not": "states",
    "subject of a statement": "subject",
    "kind": "kind",
    "modality": "modality",
    "polarity": "polarity",
    "has an interval of time or not": "timed",
    "interval of time, where both have one": "interval",
    "worth": "worth",
}
_FOUND = {
    "mentions (the same words)": "mentions_words",
    "mentions (the same words with the same meaning)": "mentions",
    "statements": "statements",
    "links between matched statements": "links",
    "of these, supersedes": "supersedes",
    "of these, corrects": "corrects",
    "of these, contradicts": "contradicts",
    "of these, confirms": "confirms",
}


def filled(text: str) -> str:
    """A document with every block made anew."""
    return _BLOCK.sub(
        lambda found: f"{found['begin']}\n{_BLOCKS[found['name']]().strip()}\n\n{found['end']}",
        text,
    )


def _totals() -> str:
    found = counts.sizes(_talks())
    refused = sum(counts.refused_by_reason(_talks()).values())
    silent = found["silent turns"] / found["turns"]
    return (
        f"{_number(found['conversations'])} conversations of "
        f"{len({talk.header.kind for talk in _talks()})} kinds: {_number(found['sessions'])} "
        f"sessions, {_number(found['turns'])} turns ({silent:.0%} state nothing), "
        f"{_number(found['words'])} words, {_number(found['people'])} people,\n"
        f"{_number(found['mentions'])} mentions, {_number(found['statements'])} statements, and "
        f"{_number(found['questions'])} questions, of which {_number(refused)} are to be refused."
    )


def _by_kind() -> str:
    kinds = sorted({talk.header.kind for talk in _talks()})
    rows = {kind: [talk for talk in _talks() if talk.header.kind == kind] for kind in kinds}
    return _sized("Kind", rows | {"all": list(_talks())})


def _by_split() -> str:
    splits = read_splits(CORPUS / "splits.json")
    rows = {
        part: [talk for talk in _talks() if f"{talk.header.kind}/{talk.header.id}" in splits[part]]
        for part in SPLITS
    }
    return _sized("Split", rows)


def _sized(first: str, rows: Mapping[str, Sequence[GoldConversation]]) -> str:
    cells = []
    for name, talks in rows.items():
        found = counts.sizes(talks)
        silent = f"{found['silent turns'] / found['turns']:.0%}"
        cells.append([name, *(_number(found[key]) for key in (*_SIZES, "questions")), silent])
    return _table([first, *_SIZES, "questions", "state nothing"], cells)


def _statements() -> str:
    parts = {
        "Kind": counts.statements_by(_talks(), lambda one: one.kind),
        "Modality": counts.statements_by(_talks(), lambda one: one.modality),
        "Polarity": counts.statements_by(_talks(), lambda one: one.polarity),
        "Worth": counts.statements_by(_talks(), lambda one: str(one.worth)),
        "Link": counts.links(_talks()),
    }
    return "\n\n".join(
        _table(
            [name, "number"],
            [
                [value, _number(number)]
                for value, number in sorted(found.items(), key=lambda item: (-item[1], item[0]))
            ],
        )
        for name, found in parts.items()
    )


def _questions() -> str:
    found = counts.questions_by_kind(_talks())
    rows = [
        [kind, *(_number(status[expected]) for expected in Expected), _number(status.total())]
        for kind, status in sorted(found.items(), key=lambda item: -item[1].total())
    ]
    reasons = [[why, _number(n)] for why, n in counts.refused_by_reason(_talks()).most_common()]
    head = ["Kind", *(expected.value for expected in Expected), "all"]
    return f"{_table(head, rows)}\n\n{_table(['Refused because', 'number'], reasons)}"


def _last_messages() -> str:
    splits = read_splits(CORPUS / "splits.json")
    ends = {talk.header.id: talk.sessions[-1][-1].at for talk in _talks()}
    told = last_messages(CORPUS)
    rows = []
    for part in SPLITS:
        names = [name.partition("/")[2] for name in splits[part]]
        found = [one for name in names for one in told.get(name, ())]
        if found:
            sizes = (
                len({one.conversation for one in found}),
                len(found),
                sum(one.at < ends[one.conversation] for one in found),
                sum(len(one.messages) > 1 for one in found),
                *(sum(len(getattr(one, what)) for one in found) for what in _LISTS),
            )
            rows.append([part, *map(_number, sizes)])
    head = ["Split", "conversations", "messages", "before the last session", "with talk before"]
    return _table([*head, *_LISTS], rows)


_LISTS = ("must", "welcome", "never")


def _times() -> str:
    found = counts.times(_talks())
    says = {
        Outcome.READ: "a reading of the calendar, of either tense, is that interval",
        Outcome.BORNE_OUT: "the weekday, day, month, year or clock in the words is the interval's",
        Outcome.UNREAD: "the words name nothing that a calendar knows",
        Outcome.OTHERWISE: "decided by a reader, in `decided.txt`",
    }
    rows = [[outcome, says[outcome], _number(found[outcome])] for outcome in Outcome]
    return _table(["Outcome", "what it means", "times"], rows)


def _reviews() -> str:
    reviews = [json.loads(file.read_text("utf-8")) for file in CORPUS.glob("reviews/*.json")]
    names = {
        "statements_changed": "statements changed",
        "statements_added": "statements added",
        "statements_removed": "statements removed",
        "mentions_changed": "mentions changed",
        "questions_changed": "questions changed",
    }
    rows = [["conversations read", _number(len(reviews))]]
    rows += [[says, _number(sum(one[name] for one in reviews))] for name, says in names.items()]
    return _table(["By the second readers", "number"], rows)


def _agreement() -> str:
    by_name = json.loads((CORPUS / "agreement.json").read_text("utf-8"))
    found: Mapping[str, Any] = by_name["all"]
    rows = [
        [says, _share(found[f"{key}_alike"]), _share(found.get(f"{key}_kappa"))]
        for says, key in _AGREED.items()
    ]
    rows.append(["worth, within one", _share(found["worth_within_one"]), ""])
    counted = []
    for says, key in _FOUND.items():
        number = key.removesuffix("_words")
        sizes = (_number(found[f"{number}_{who}"]) for who in _WHO)
        counted.append([says, *sizes, _share(found[f"{key}_f1"])])
    head = f"Over {len(by_name) - 1} conversations with {_number(found['turns'])} turns:"
    matched = f"Of the {_number(found['statements_matched'])} matched statements and all turns:"
    return (
        f"{head}\n\n{_table(['Found by', *_WHO, 'F1'], counted)}\n\n"
        f"{matched}\n\n{_table(['Decided', 'alike', 'kappa'], rows)}"
    )


_WHO = ("first", "second")


@cache
def _talks() -> tuple[GoldConversation, ...]:
    return tuple(read_conversation(folder) for folder in folders(CORPUS))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    ruler = "|".join(["---", *("---:" for _ in head[1:])])
    return "\n".join([_line(head), f"|{ruler}|", *map(_line, rows)])


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _number(value: int) -> str:
    return f"{value:,}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


_BLOCKS: Mapping[str, Callable[[], str]] = {
    "totals": _totals,
    "kinds": _by_kind,
    "splits": _by_split,
    "statements": _statements,
    "questions": _questions,
    "last messages": _last_messages,
    "times": _times,
    "reviews": _reviews,
    "agreement": _agreement,
}
