"""What says the same: answers that links of SUPPORTS join, as they stand in the graph."""

from collections.abc import Sequence
from datetime import datetime

from graphmem.model.memory import KnownTelling
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
