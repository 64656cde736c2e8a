"""The same world in another space, and a plan told without uids, so that two can be compared."""

import json
import re
from collections.abc import Mapping
from typing import Any

from graphmem.model.decision import Decision, Layer, Plan
from graphmem.model.ids import NodeKind, uid
from graphmem.model.memory import Snapshot, key_uid

_UID = re.compile(r"\b(?:entity|person|answer|role|state|question|decision):[0-9a-f]{32}\b")


def moved(snapshot: Snapshot, space: str) -> Snapshot:
    """The same as another space would hold it: every uid is another."""
    kinds: dict[NodeKind, tuple[Any, ...]] = {
        "person": snapshot.people,
        "entity": snapshot.entities,
        "role": snapshot.roles,
        "answer": snapshot.answers,
        "question": snapshot.questions,
    }
    new = {item.uid: uid(space, kind, item.uid) for kind, items in kinds.items() for item in items}

    def other(value: Any) -> Any:
        if isinstance(value, str):
            return new.get(value, value)
        return tuple(map(other, value)) if type(value) is tuple else value

    def all_of(items: Any) -> Any:
        return tuple(type(item)(*map(other, item)) for item in items)

    return Snapshot(space, *map(all_of, snapshot[1:]))


def told(plan: Plan, snapshot: Snapshot) -> dict[str, Any]:
    """All that a plan says, with what people see for every uid, in an order of its own."""
    names = names_of(plan, snapshot)
    return {
        part: sorted((_plain(item.model_dump(mode="json"), names) for item in items), key=_text)
        for part, items in plan
        if items is not None
    }


def names_of(plan: Plan, snapshot: Snapshot) -> dict[str, str]:
    """What people see for every uid of a plan."""
    names = _names(snapshot)
    for item in plan.entities:
        if item.layer is Layer.PERSON:
            names[item.uid] = f"above({' + '.join(names[one] for one in item.members)})"
    for decision in plan.decisions:
        names[decision.uid] = _decision(decision, names)
    return names


def _names(snapshot: Snapshot) -> dict[str, str]:
    names = {
        item.uid: f"<{item.person_id or item.conversation_ids[0]} {item.name}>"
        for item in snapshot.people
    }
    for item in snapshot.entities:
        owner = names.get(item.owner_uid or "", "")
        names[item.uid] = f"<{item.conversation_id} {item.session_id} {owner} {item.key}>"
        for part in ("", f"|{item.uid}"):
            lasting = key_uid(
                snapshot.space, item.conversation_id, item.owner_uid, f"{item.key}{part}"
            )
            named = f" {item.session_id}" if part else ""
            names[lasting] = f"<{item.conversation_id}{named} {owner} all {item.key}>"
    for said in (*snapshot.roles, *snapshot.answers):
        place = f"{said.conversation_id}/{','.join(said.turn_ids)}"
        who = f"{names[said.speaker_uid]} {names[said.subject_uid]}"
        names[said.uid] = f"<{place} {who} {said.predicate} {said.object} {said.text}>"
    return names


def _decision(decision: Decision, names: Mapping[str, str]) -> str:
    sides = [[names[one] for one in side.uids] for side in (decision.left, decision.right)]
    return f"<{decision.layer} {decision.verdict} {sides}>"


def _plain(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return _UID.sub(lambda match: names.get(match.group(), "<gone>"), value)
    if isinstance(value, dict):
        # They are digests of uids.
        digests = {"inputs_digest", "evidence_digest"}
        return {key: _plain(one, names) for key, one in value.items() if key not in digests}
    return [_plain(one, names) for one in value] if isinstance(value, list) else value


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
