"""What fitted networks give on conversations that they never saw."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphmem.extraction.local.entities import Typed, type_of
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.model import Model
from graphmem.extraction.local.network import DenseNetwork
from graphmem.extraction.local.salience import judge
from graphmem.model.workspace import EntityType, TypeScores, summed_type
from training.fit_types import TypeExample, type_examples
from training.references import MentionExample, mention_examples
from training.statements import clause_examples
from training.talk import Talk


def figures(model: Model, examples: Sequence[Talk]) -> dict[str, Any]:
    """Coreference and salience as shares of one; before a mention stands what was read there."""
    reference = model.reference
    mentions = [
        example
        for one in examples
        for example in mention_examples(one, reference.agreement, reference).examples
    ]
    return {
        "conversations": sorted({one.conversation.header.id for one in examples}),
        "coreference": _coreference(model, mentions),
        "salience": _salience(model, examples),
        "types": _types(model, examples),
    }


def _types(model: Model, examples: Sequence[Talk]) -> dict[str, Any]:
    """Shares of mentions and of entities whose type is told rightly by all that is said of them.

    ``chunk`` is the share of mentions where each chunk tells for itself.
    """
    found = [
        (one, type_of(one.referent, model.types))
        for talk in examples
        for one in type_examples(talk, model.reference)
    ]
    scores: defaultdict[tuple[str, str], list[TypeScores]] = defaultdict(list)
    for one, given in found:
        scores[one.conversation, one.entity].append(given.scores)
    best = {key: summed_type(given)[0] for key, given in scores.items()}
    return {
        name: _of_types([(one, given) for one, given in found if one.proper or not proper], best)
        for name, proper in (("all", False), ("proper", True))
    }


def _of_types(
    found: Sequence[tuple[TypeExample, Typed]], best: Mapping[tuple[str, str], EntityType | None]
) -> dict[str, Any]:
    entities = {(one.conversation, one.entity): one.type for one, _ in found}
    counts = [one.mentions for one, _ in found]
    alone = [one.type == given.type.value for one, given in found]
    whole = [one.type == best[one.conversation, one.entity] for one, _ in found]
    return {
        "mentions": sum(counts),
        "chunk": round(float(np.average(alone, weights=counts)), 3),
        "mentions_right": round(float(np.average(whole, weights=counts)), 3),
        "entities": len(entities),
        "entities_right": _share([kind == best[key] for key, kind in entities.items()]),
    }


def _coreference(model: Model, mentions: Sequence[MentionExample]) -> dict[str, Any]:
    refers = model.reference.refers.probability(np.stack([one.features for one in mentions]))
    found: dict[str, Any] = {
        "refers": _two_classes([one.refers for one in mentions], (refers > _HALF).tolist())
    }
    for name, some in _by_type(mentions).items():
        chosen = [(one, _chooses(model.reference.pair, one)) for one in some]
        meant = [(one, choice) for one, choice in chosen if not _is_open(one, choice)]
        right = sum(choice in one.right for one, choice in meant)
        found[name] = {
            "mentions": len(some),
            "right": round(right / len(some), 3),
            "wrong": round((len(meant) - right) / len(some), 3),
        }
    return found


def _by_type(mentions: Sequence[MentionExample]) -> dict[str, list[MentionExample]]:
    chosen = [one for one in mentions if one.right]
    found = {"all": chosen}
    for one in chosen:
        kind = one.mention.type
        name = kind.value if one.mention.person is None else one.mention.person.value
        assert kind is MentionType.PRONOUN or one.mention.person is None
        found.setdefault(name, []).append(one)
    return found


def _chooses(pair: DenseNetwork, example: MentionExample) -> int:
    return int(pair.probability(example.candidates).argmax())


def _is_open(example: MentionExample, choice: int) -> bool:
    """Whether it is a pronoun that is taken to mean none of those that came up."""
    none = choice == len(example.candidates) - 1
    return none and example.mention.type is MentionType.PRONOUN


def _salience(model: Model, examples: Sequence[Talk]) -> dict[str, Any]:
    every = [clause for one in examples for clause in clause_examples(one)]
    judged = judge(model.salience, np.stack([one.features for one in every]))
    stating = [(one, given) for one, given in zip(every, judged, strict=True) if one.statements]
    return {
        "clauses": len(every),
        "states": _two_classes(
            [bool(one.statements) for one in every], [given.states > _HALF for given in judged]
        ),
        "negated": _two_classes(
            [one.statements[0].polarity.value == "negative" for one, _ in stating],
            [given.negated > _HALF for _, given in stating],
        ),
        "kind": _share([given.kind == one.statements[0].kind for one, given in stating]),
        "modality": _share(
            [given.modality == one.statements[0].modality for one, given in stating]
        ),
        "worth_within_one": _share(
            [abs(given.worth - one.statements[0].worth) <= 1 for one, given in stating]
        ),
    }


_HALF = 0.5


def _two_classes(gold: Sequence[bool], given: Sequence[bool]) -> dict[str, float]:
    both = sum(one and other for one, other in zip(gold, given, strict=True))
    return {
        "precision": round(both / max(1, sum(given)), 3),
        "recall": round(both / max(1, sum(gold)), 3),
    }


def _share(right: Sequence[bool]) -> float:
    return round(sum(right) / max(1, len(right)), 3)
