"""What the graph tells of statements since: who said the same again, and what became of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.model.memory import KnownOutcome, KnownTelling
from graphmem.model.retraction import BY_HAND
from graphmem.model.scope import LATEST
from graphmem.store.database import Work
from graphmem.store.sight import Sight


def tellings(
    work: Work, space: str, uids: Sequence[str], sight: Sight
) -> dict[str, tuple[KnownTelling, ...]]:
    """By uid of these answers, as far as they are said again in sight, all that say the same there.

    What lies out of sight joins nothing that lies in it.
    """
    records = work.run("tellings_of_answers", space=space, uids=sorted(uids), **sight.parameters)
    return {
        record["uid"]: tuple(
            KnownTelling(
                uid, conversation_id, turn_id, speaker_uid, datetime.fromisoformat(said_at)
            )
            for uid, conversation_id, turn_id, speaker_uid, said_at in record["tellings"]
        )
        for record in records
    }


def outcomes(
    work: Work,
    space: str,
    statements: Iterable[str],
    sight: Sight,
    told: Mapping[str, tuple[KnownTelling, ...]] | None = None,
) -> dict[str, KnownOutcome]:
    """By uid what became, in sight, of answers and roles, and of all that is ``told`` besides.

    Each was heard of until the moment to which sight reaches, else until the last turn of its
    conversation: never until today, so that a graph that does not change tells the same.
    """
    again = (one.uid for group in (told or {}).values() for one in group)
    uids = sorted({*statements, *again})
    if not uids:
        return {}
    records = work.run("outcomes_of_statements", space=space, uids=uids, **sight.parameters)
    return {
        uid: KnownOutcome(
            said_at=datetime.fromisoformat(said_at),
            heard_to=sight.until
            if sight.until != LATEST
            else datetime.fromisoformat(record["heard_to"]),
            replaced_at=None if replaced_at is None else datetime.fromisoformat(replaced_at),
            by_hand=extracted_by == BY_HAND,
            corrected=corrected,
            contested=contested,
        )
        for record in records
        for uid, said_at, extracted_by, replaced_at, corrected, contested in record["outcomes"]
    }
