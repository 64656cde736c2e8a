"""`Memory.story` and `Memory.process`: what happened and how something is done, as it was told."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from graphmem.adapters.parser import load_parser
from graphmem.answering.extractive.lexical import stems_of
from graphmem.answering.instructions import INSTRUCTS, ToldSteps, asks_anywhere, tellings
from graphmem.errors import InputError
from graphmem.ingest.portraits import Portraits, while_waiting
from graphmem.language.time import write_day
from graphmem.model.base import Frozen, allowed, faults, require_texts
from graphmem.model.ids import turn_reference
from graphmem.model.links import LinkKind
from graphmem.model.memory import KnownStatement
from graphmem.model.operation import MOST_LISTED
from graphmem.model.parse import Parsed
from graphmem.model.scope import LATEST
from graphmem.model.story import (
    MOST_GAP_DAYS,
    Process,
    ProcessStep,
    ProcessTelling,
    StepChange,
    Story,
)
from graphmem.model.workspace import Kind
from graphmem.portraits.causes import JOINING
from graphmem.portraits.story import (
    causes_of,
    gaps_in,
    narrate,
    span_of,
    with_causes,
    write_story,
)
from graphmem.retrieval.retractions import AsItStands
from graphmem.retrieval.searcher import Searcher, Where
from graphmem.store.about import changes_since
from graphmem.store.database import Database
from graphmem.store.listing import turns_by_uid
from graphmem.store.record import turn_uid
from graphmem.store.sight import Sight
from graphmem.store.waiting import waiting_in_sight
from graphmem.tools.rendering import one_line

_SEARCHED, _TRIED = 30, 12  # turns that are found, and that may announce it
# Whoever teaches asks the other to do each step; asked for by its name, that is an instruction.
_TEACHES = INSTRUCTS | {Kind.REQUEST}
_SAID_OF_IT = frozenset({LinkKind.FOLLOWS, LinkKind.RELATED})
_WORDS = {  # the strongest first
    LinkKind.SUPERSEDES: "replaced by",
    LinkKind.CORRECTS: "corrected to",
    LinkKind.CONFLICTS_WITH: "contradicted by",
    **dict.fromkeys(_SAID_OF_IT, "later"),
}
Changes = Mapping[str, Sequence[tuple[LinkKind, KnownStatement]]]


class StoryBounds(Frozen):
    """Which part of a story is asked for, and what counts as a gap of it."""

    since: datetime | None = None
    until: datetime | None = None
    limit: int = Field(100, ge=1, le=MOST_LISTED)
    gap_days: int = Field(90, ge=1, le=MOST_GAP_DAYS)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.since is not None and self.until is not None and self.since > self.until:
            raise ValueError("since is after until")
        return self


def story_bounds(**given: Any) -> StoryBounds:
    """These bounds; raises `InputError` where they are none."""
    try:
        return StoryBounds(**given)
    except ValidationError as error:
        raise InputError(
            f"A story has no such bounds: {faults(error)}.", next_step=allowed(StoryBounds, error)
        ) from error


def story(database: Database, space: str, name: str, asked: StoryBounds, *, sight: Sight) -> Story:
    """The story of whom or what a name means; raises what `graphmem.ingest.portraits.profile`
    raises for a name.
    """
    require_texts(about=name)
    now = datetime.now() if sight.until == LATEST else sight.until
    with while_waiting(database, space, sight):
        of, material = Portraits(database, space).material(name, sight=sight, now=now)
    told = [
        one
        for one in narrate(material)
        if (asked.since is None or span_of(one).end >= asked.since)
        and (asked.until is None or span_of(one).start <= asked.until)
    ]
    last = told[-asked.limit :]
    uids = {uid for one in last for uid in one.statement_uids}
    stated = [one for one in material.statements if one.uid in uids]
    kept = with_causes(last, causes_of(stated, _parses(database, space, stated)))
    since = asked.since if len(kept) == len(told) else None
    until = min(asked.until, now) if asked.until is not None else None
    gaps = gaps_in(kept, days=asked.gap_days, since=since, until=until)
    return Story(
        of=of,
        name=material.found.label,
        text=write_story(material.found.label, kept, gaps),
        sentences=kept,
        gaps=gaps,
        left_out=len(told) - len(kept),
        waiting=waiting_in_sight(database, space, sight, None),
    )


def _parses(
    database: Database, space: str, statements: Sequence[KnownStatement]
) -> dict[str, Parsed]:
    """The turns that may tell a cause, by id, without what was taken back of them."""
    uids = {
        turn_uid(space, one.conversation_id, turn) for one in statements for turn in one.turn_ids
    }
    turns = AsItStands(database, space).read(turns_by_uid(database, space, sorted(uids)))
    joined = [turn for turn in turns if JOINING in turn.text.lower()]
    if not joined:
        return {}
    parsed = load_parser()([turn.text for turn in joined])
    return {turn.turn_id: one for turn, one in zip(joined, parsed, strict=True)}


def process(database: Database, searcher: Searcher, name: str, where: Where) -> Process:
    """How ``name`` is done, each time that somebody told it; raises what a search raises."""
    require_texts(name=name)
    asked, scope, _ = searcher.read(name, where)
    stands = AsItStands(database, scope.space)
    hits = stands.read(searcher.search(name, where, limit=_SEARCHED).hits)
    wanted = stems_of(" ".join(asked.terms))
    told = _apart(tellings(database, scope, wanted, hits, stands, kinds=_TEACHES, tried=_TRIED))
    uids = [one.uid for item in told for step in item.steps for one in step.stated]
    changes = changes_since(database, scope, uids)
    called = {one.uid: one.name for one in searcher.participants(scope.conversations)}
    found = tuple(_telling(item, changes, called) for item in reversed(told))
    text = "\n\n".join(map(_written, found))
    return Process(name=name, text=text, tellings=found, waiting=searcher.waiting(where))


def _apart(tellings: Iterator[ToldSteps]) -> list[ToldSteps]:
    """Of those that share a turn one, in time: a question is answered by what begins after it, and
    a step may say the name as well.
    """
    kept: list[ToldSteps] = []
    seen: set[str] = set()
    for one in sorted(tellings, key=lambda one: (asks_anywhere(one.hit.text), -len(one.steps))):
        turns = {one.hit.turn_id, *(step.turn.turn_id for step in one.steps)}
        if seen.isdisjoint(turns):
            kept.append(one)
        seen |= turns
    return sorted(kept, key=lambda one: (one.hit.said_at, one.hit.turn_id))


def _telling(told: ToldSteps, changes: Changes, called: Mapping[str, str]) -> ProcessTelling:
    first, last = told.steps[0].turn, told.steps[-1].turn
    steps = []
    for number, (turn, text, stated) in enumerate(told.steps, 1):
        found = {
            later.uid: _change(kind, later, called)
            for one in stated
            # Of several links to one statement the strongest is told, which comes last.
            for weakest in reversed(_WORDS)
            for kind, later in changes.get(one.uid, ())
            if kind is weakest
            and later.said_at > last.said_at
            and (kind not in _SAID_OF_IT or later.kind in _TEACHES)
        }
        steps.append(
            ProcessStep(
                number=number,
                text=text,
                turn_id=turn.turn_id,
                taught_by=turn.speaker,
                said_at=turn.said_at,
                statement_uids=tuple(one.uid for one in stated),
                changes=tuple(sorted(found.values(), key=lambda one: one.said_at)),
            )
        )
    return ProcessTelling(
        turn_id=told.hit.turn_id, taught_by=first.speaker, said_at=first.said_at, steps=tuple(steps)
    )


def _change(kind: LinkKind, later: KnownStatement, called: Mapping[str, str]) -> StepChange:
    return StepChange(
        link=kind,
        text=later.text,
        statement_uid=later.uid,
        turn_ids=tuple(turn_reference(later.conversation_id, one) for one in later.turn_ids),
        said_at=later.said_at,
        interval=later.interval,
        told_by=called.get(later.speaker_uid, ""),
    )


def _written(telling: ProcessTelling) -> str:
    """``1. Sand the deck. [yard/D1:4]``, under who taught it and when."""
    head = f"Taught by {one_line(telling.taught_by)}, {write_day(telling.said_at)}:"
    lines = []
    for step in telling.steps:
        lines.append(f"{step.number}. {one_line(step.text)} [{step.turn_id}]")
        for change in step.changes:
            cited = " ".join(f"[{turn}]" for turn in change.turn_ids)
            lines.append(
                f"   {_WORDS[change.link]}: {one_line(change.text)} — "
                f"{one_line(change.told_by)}, {write_day(change.said_at)} {cited}"
            )
    return "\n".join([head, *lines])
