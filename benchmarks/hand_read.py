"""Draw answers at random to be read by hand: ``-m benchmarks.hand_read --space S --seed N``.

Prints each answer under the turn that states it. Verdicts go to ``hand_read.json``: ids and
verdicts only, since the data's text may not be passed on. The seed draws from the answers in order
of turn and text, so the same rules over the same file give the same sample in any space; the uids
are those of the space that the file names.
"""

import argparse
import random

from graphmem.memory import Memory

_ANSWERS = """
MATCH (answer:Answer {space: $space})-[:EVIDENCED_BY {part: 'statement'}]->(turn:Turn)
WITH answer, head(collect(turn)) AS turn
OPTIONAL MATCH (answer)-[:SUBJECT]->(subject)
RETURN answer.conversation_id + '/' + turn.dia_id AS turn_id,
       answer.text AS text,
       answer.uid AS uid,
       turn.speaker + ', ' + toString(date(turn.said_at)) + ': ' + turn.text
         + coalesce(' [image: ' + turn.caption + ']', '') AS said,
       coalesce(subject.name, '?') AS subject,
       CASE WHEN answer.precision IS NULL THEN ''
            ELSE ' (' + toString(answer.valid_from) + ' to ' + toString(answer.valid_to) + ')'
       END AS time
ORDER BY turn_id + '|' + text
"""


def main() -> None:
    """Print the sample."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--space", required=True)
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--sample", type=int, default=60)
    given = options.parse_args()
    with Memory(space=given.space) as memory:
        table = memory.cypher(_ANSWERS, parameters={"space": given.space}, limit=1_000_000)
    drawn = random.Random(given.seed).sample(list(table.rows), given.sample)
    for number, (turn_id, text, uid, said, subject, time) in enumerate(drawn, start=1):
        print(f"{number}. {uid} {turn_id} {said}\n   -> [{subject}] {text}{time}")


if __name__ == "__main__":
    main()
