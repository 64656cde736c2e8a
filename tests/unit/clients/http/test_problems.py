import inspect

import pytest

from graphmem import errors
from graphmem.clients.http.problems import (
    overloaded,
    problem_of,
    problem_of_arguments,
    response_of,
)
from graphmem.errors import (
    AmbiguousNameError,
    ConnectionFailedError,
    GraphMemError,
    InputError,
    NameCandidate,
    SettingsError,
)
from graphmem.store.lock import ConflictError

STATUS = {
    "SettingsError": 503,
    "AuditError": 503,
    "MissingExtraError": 500,
    "InputError": 422,
    "BookmarkError": 400,
    "SameConversationError": 422,
    "ArchiveError": 422,
    "ForgottenError": 422,
    "NotAllowedError": 403,
    "OpinionError": 422,
    "NotFoundError": 404,
    "AmbiguousNameError": 409,
    "ModelError": 500,
    "LlmSetupError": 502,
    "LlmRequestError": 502,
    "LlmRateLimitError": 503,
    "LlmUnavailableError": 503,
    "LlmOutputError": 502,
    "BudgetExceededError": 503,
    "LlmError": 502,
    "ServerError": 503,
    "ArtifactError": 503,
    "JavaError": 503,
    "ServerStartError": 503,
    "StoreError": 500,
    "ConnectionFailedError": 503,
    "OutcomeUnknownError": 503,
    "BusyError": 503,
    "BookmarkTimeoutError": 412,
    "UnsupportedServerError": 500,
    "SchemaError": 500,
    "ModelMismatchError": 500,
    "IndexFaultError": 503,
    "QueryFileError": 500,
    "QueryRefusedError": 403,
    "GraphMemError": 500,
}
TREE = [kind for _, kind in inspect.getmembers(errors, inspect.isclass)]


@pytest.mark.parametrize("kind", [kind for kind in TREE if issubclass(kind, GraphMemError)])
def test_every_error_of_the_tree_has_its_status(kind: type[GraphMemError]) -> None:
    problem = problem_of(kind("secret-host is away.", next_step="Mend secret-host."))
    assert problem.status == STATUS[kind.__name__]
    if problem.status >= 500:
        assert "secret-host" not in problem.model_dump_json()
    else:
        assert problem.detail == "secret-host is away."
        assert problem.next_step == "Mend secret-host."


def test_a_silent_database_is_told_and_where_to_look_only_on_this_machine() -> None:
    error = ConnectionFailedError("secret-host is away.", next_step="Mend secret-host.")
    far, near = problem_of(error), problem_of(error, look="graphmem server status")
    for problem in (far, near):
        assert problem.detail.startswith("The database does not answer")
        assert "no turn that is sent meanwhile is recorded" in problem.detail
        assert "secret-host" not in problem.model_dump_json()
    assert "ask who runs it" in (far.next_step or "")
    assert "`graphmem server status`" in (near.next_step or "")
    other = problem_of(SettingsError("No.", next_step="Set it."), look="graphmem server status")
    assert "does not answer" not in other.detail
    assert "server status" not in (other.next_step or "")


def test_a_conflict_of_writers_is_409() -> None:
    assert problem_of(ConflictError("Changed.", next_step="Again.")).status == 409


def test_a_name_that_fits_two_gives_them() -> None:
    error = AmbiguousNameError(
        "Which Ana?",
        next_step="Ask again.",
        candidates=[NameCandidate("person:1", "Ana", "of kitchen")],
    )
    problem = problem_of(error)
    assert problem.candidates is not None
    assert problem.candidates[0].uid == "person:1"


def test_a_response_is_problem_json_and_says_when_to_come_again() -> None:
    response = response_of(problem_of(InputError("Bad.", next_step="Mend it.")))
    assert response.media_type == "application/problem+json"
    assert "retry-after" not in response.headers
    refused = overloaded("Too much.", seconds=0.2)
    response = response_of(refused.problem, refused.headers)
    assert response.status_code == 429
    assert response.headers["retry-after"] == "1"


def test_wrong_arguments_are_told_without_what_they_hold() -> None:
    given = {
        "type": "string_too_long",
        "loc": ("body", "text"),
        "msg": "Too long",
        "input": "tulip",
    }
    problem = problem_of_arguments([given])
    assert problem.status == 422
    assert problem.faults is not None
    assert problem.faults[0].where == "body.text"
    assert "tulip" not in problem.model_dump_json()
    unreadable = {"type": "json_invalid", "loc": ("body", 3), "msg": "JSON decode error"}
    assert problem_of_arguments([unreadable]).status == 400


def test_a_body_that_is_not_sent_as_json_is_told_how_to_send_it() -> None:
    text = {"type": "model_attributes_type", "loc": ("body",), "msg": "Input should be an object"}
    assert "Content-Type: application/json" in (problem_of_arguments([text]).next_step or "")
    field = {"type": "missing", "loc": ("body", "question"), "msg": "Field required"}
    assert "Content-Type" not in (problem_of_arguments([field]).next_step or "")
