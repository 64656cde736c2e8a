"""`Memory.story`: the events of one person or thing as they stand, with what the talk says why."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from pydantic import Field, ValidationError, model_validator

from graphmem.adapters.parser import load_parser
from graphmem.errors import InputError
from graphmem.ingest.portraits import Portraits, while_waiting
from graphmem.model.base import Frozen, allowed, faults, require_texts
from graphmem.model.memory import KnownStatement
from graphmem.model.operation import MOST_LISTED
from graphmem.model.parse import Parsed
from graphmem.model.scope import LATEST
from graphmem.model.story import MOST_GAP_DAYS, Story
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
from graphmem.store.database import Database
from graphmem.store.listing import turns_by_uid
from graphmem.store.record import turn_uid
from graphmem.store.sight import Sight
from graphmem.store.waiting import waiting_in_sight


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
