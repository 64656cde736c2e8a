"""From a chunk to proposals, by networks that are made by hand."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.admit import admit
from graphmem.extraction.local.coreference import CoreferenceModel
from graphmem.extraction.local.coreference_features import mention_features
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.mentions import mentions
from graphmem.extraction.local.model import Model, read_model, write_model
from graphmem.extraction.local.network import DIMENSION, DenseNetwork, TurnVectors
from graphmem.extraction.local.salience import Salience
from graphmem.model.receipt import SkipSort
from graphmem.model.workspace import Kind, Modality, Part, ProposedWorkspace
from tests.unit.extraction.lines import chunk

_LIKELY = 5.0


def constant(*labels: str, score: float = _LIKELY) -> DenseNetwork:
    """Always the first label, or a yes as sure as ``score``."""
    outputs = max(1, len(labels))
    bias = np.zeros(outputs, dtype=np.float32)
    bias[0] = score
    return DenseNetwork(
        np.zeros(1, dtype=np.float32),
        np.ones(1, dtype=np.float32),
        (np.zeros((1, outputs), dtype=np.float32),),
        (bias,),
        labels,
    )


class Anything(DenseNetwork):
    """A network that takes features of any length."""

    def scores(self, features: np.ndarray) -> np.ndarray:
        """The same for each row."""
        return super().scores(np.zeros((len(features), 1), dtype=np.float32))


def model(
    *,
    states: float = _LIKELY,
    kind: str = "fact",
    modality: str = "actual",
    leans: float = -_LIKELY,
    role: str = "",
    right: float = _LIKELY,
) -> Model:
    """Every clause states something, and every phrase means something new."""
    (sentence,) = load_parser()(["Rui left."])[0].sentences
    shape = len(mention_features(mentions(sentence)[0], sentence))

    class OfPairs(DenseNetwork):
        def scores(self, features: np.ndarray) -> np.ndarray:
            """High for "none of these", which is the first feature of a candidate."""
            return np.where(features[:, shape : shape + 1] > 0, _LIKELY, -_LIKELY)

    return Model(
        CoreferenceModel(
            Anything(*constant()), OfPairs(*constant()), Anything(*constant("3f", "3m"))
        ),
        Salience(
            states=Anything(*constant(score=states)),
            kind=Anything(*constant(kind)),
            modality=Anything(*constant(modality)),
            negated=Anything(*constant(score=-_LIKELY)),
            worth=Anything(*constant("2", "0")),
            elided=Anything(*constant(score=-_LIKELY)),
            leans_on_sentence=Anything(*constant(score=leans)),
            leans_on_turn=Anything(*constant(score=leans)),
        ),
        Anything(*constant("place", "thing")),
        Anything(*constant(score=right)),
        Anything(*constant(*dict.fromkeys((role, "")))),
        Anything(*constant(score=-_LIKELY)),
    )


def encode(texts: Sequence[str]) -> list[TurnVectors]:
    one = np.ones((1, DIMENSION), dtype=np.float32)
    return [TurnVectors([(0, len(text))], one, one) for text in texts]


def proposed(*lines: str, by: Model) -> ProposedWorkspace:
    talk = chunk(*lines, people=("Ana", "Bo"))
    found = extract(talk, load_parser(), encode, by).proposed
    assert not admit(found, talk, extracted_by="networks").rejected
    return found


def test_a_clause_is_told_of_its_subject_with_its_words_as_evidence() -> None:
    (answer,) = proposed("Ana: I live in Ghent.", by=model(kind="state")).answers
    assert answer.text == "Ana lives in Ghent."
    assert (answer.speaker, answer.subject.name) == ("Ana", "Ana")
    assert (answer.predicate, answer.object) == ("live_in", "Ghent")
    assert (answer.kind, answer.modality) == (Kind.STATE, Modality.SAID)
    assert [quote.text for quote in answer.evidence] == ["I live in Ghent"]
    assert [one.name for one in answer.names] == ["Ghent"]


def test_what_a_statement_is_worth_is_what_the_network_expects() -> None:
    found = proposed("Ana: I live in Ghent.", by=model(role="home"))
    # Nearly sure of a 2, which leaves a little for 0.
    assert [one.worth for one in (*found.answers, *found.roles)] == [1.99, 1.99]


def test_what_a_phrase_means_becomes_an_entity_with_its_type_and_places() -> None:
    (ghent,) = proposed("Ana: I live in Ghent.", by=model()).entities
    assert (ghent.name, ghent.type.value, ghent.proper) == ("Ghent", "place", True)
    assert [(quote.text, quote.start) for quote in ghent.evidence] == [("Ghent", 10)]


def test_what_cannot_be_told_is_quoted_with_the_question_it_answers() -> None:
    lines = ("Bo: How many goats have you got?", "Ana: Eighty goats.")
    found = proposed(*lines, by=model(leans=_LIKELY))
    answer = found.answers[-1]
    assert answer.text == "Asked “How many goats have you got?”, Ana said: “Eighty goats.”"
    assert [(quote.part, quote.text) for quote in answer.evidence] == [
        (Part.CONTEXT, "How many goats have you got?"),
        (Part.STATEMENT, "Eighty goats."),
    ]


def test_what_is_told_has_what_it_takes_up_as_context() -> None:
    lines = ("Bo: The launch is on Friday.", "Ana: I told legal.")
    answer = proposed(*lines, by=model(leans=_LIKELY)).answers[-1]
    assert answer.text == "Ana told legal."
    assert [quote.text for quote in answer.evidence] == ["The launch is on Friday.", "I told legal"]


def test_a_statement_is_of_the_fluent_words_and_its_evidence_as_spoken() -> None:
    lines = (
        "Bo: Wh- where do you, um, do you keep the the lids?",
        "Ana: Um, I keep I keep the the lids in, uh, Ghent.",
    )
    found = proposed(*lines, by=model(leans=_LIKELY))
    (question,), answer = found.questions, found.answers[-1]
    assert question.text == "Bo asks Ana: “where do you keep the lids?”"
    assert answer.text == "Ana keeps the lids in Ghent."
    assert [quote.text for quote in answer.evidence] == [
        "where do you, um, do you keep the the lids?",
        "I keep the the lids in, uh, Ghent",
    ]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("I sold the kiln in Ghent. In Ghent, that kiln!", ["Ana sold the kiln in Ghent."]),
        (
            "I sold the kiln. Wheel, bench and glazes next.",
            ["Ana sold the kiln.", "Ana said: “I sold the kiln. Wheel, bench and glazes next.”"],
        ),
    ],
)
def test_what_is_told_already_is_not_quoted_besides(line: str, texts: list[str]) -> None:
    assert [one.text for one in proposed(f"Ana: {line}", by=model()).answers] == texts


def test_a_quotation_leaves_out_what_does_not_count() -> None:
    (answer,) = proposed("Ana: Eighty, um, goats, you know.", by=model()).answers
    assert answer.text == "Ana said: “Eighty goats.”"
    assert answer.object == "Eighty goats."
    assert [quote.text for quote in answer.evidence] == ["Eighty, um, goats, you know."]


def test_a_phrase_with_a_pause_in_it_is_one_name() -> None:
    found = proposed("Ana: I sold the, um, blue uh kiln.", by=model())
    (kiln,) = found.entities
    assert (kiln.name, kiln.aliases) == ("blue kiln", ("the blue kiln",))
    assert [quote.text for quote in kiln.evidence] == ["the, um, blue uh kiln"]


def test_what_no_wording_tells_rightly_is_left_out() -> None:
    assert proposed("Ana: I live in Ghent.", by=model(right=-_LIKELY)).answers == ()


def test_a_role_is_somebodys_with_a_state() -> None:
    (role,) = proposed("Ana: I live in Ghent.", by=model(role="home")).roles
    assert (role.entity.name, role.entity.owner, role.name) == ("home", "Ana", "resident")
    assert [state.name for state in role.states] == ["lives_in_Ghent"]


def test_a_question_is_kept_with_what_answers_it() -> None:
    found = proposed("Bo: Where do you live?", "Ana: I live in Ghent.", by=model())
    (question,) = found.questions
    assert (question.asked_by, question.speaker) == ("Bo", "Ana")
    assert [found.answers[place].text for place in question.answers] == ["Ana lives in Ghent."]


def test_a_clause_that_states_nothing_gives_nothing() -> None:
    assert proposed("Ana: I live in Ghent.", by=model(states=-_LIKELY)).answers == ()


def skipped(*lines: str, by: Model) -> list[tuple[str, str, SkipSort, Kind | None]]:
    talk = chunk(*lines, people=("Ana", "Bo"))
    found = extract(talk, load_parser(), encode, by).skipped
    return [(one.turn_id, one.words, one.sort, one.kind) for one in found]


def test_what_is_judged_not_worth_keeping_is_told_with_its_turn_and_why() -> None:
    said = "Ana: Hi! I live in Ghent."
    assert skipped(said, by=model(states=-_LIKELY)) == [
        ("c/D1:1", "Hi!", SkipSort.NO_CLAUSE, None),
        ("c/D1:1", "I live in Ghent", SkipSort.STATES_NOTHING, None),
    ]
    assert skipped(said, by=model(kind="state", right=-_LIKELY)) == [
        ("c/D1:1", "Hi!", SkipSort.NO_CLAUSE, None),
        ("c/D1:1", "I live in Ghent", SkipSort.NOT_RIGHT, Kind.STATE),
    ]


def test_what_states_something_but_has_no_wording_is_told_too() -> None:
    told = skipped("Ana: Is it still?", by=model(kind="state"))
    assert told == [("c/D1:1", "Is it still", SkipSort.NO_WORDING, Kind.STATE)]


def test_what_would_only_be_quoted_again_is_told_as_skipped() -> None:
    told = skipped("Ana: I sold the kiln in Ghent. In Ghent, that kiln!", by=model(kind="event"))
    assert told == [("c/D1:1", "In Ghent, that kiln", SkipSort.TOLD, Kind.EVENT)]


def test_what_a_statement_holds_is_not_told_as_skipped() -> None:
    assert skipped("Ana: I live in Ghent because my sister works there.", by=model()) == []


def test_how_it_is_put_is_kept() -> None:
    (answer,) = proposed("Ana: I'd like a kiln.", by=model(modality="wished")).answers
    assert answer.modality is Modality.WISHED


def test_networks_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = model()
    write_model(written, tmp_path / "networks.npz")
    again = read_model(tmp_path / "networks.npz")
    assert again.salience.kind.labels == written.salience.kind.labels
    assert np.array_equal(again.types.biases[0], written.types.biases[0])
