"""Whatever the OpenAPI lets one send, and much that it does not: never an error of the server's."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.operations import OPERATIONS
from graphmem.settings import Settings
from tests.e2e.serving import served
from tests.talk import GARDEN

_EXAMPLES = 8
# Status, type and body stand in the OpenAPI as they come.
AS_PROMISED = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
_IDS = [item.name for item in OPERATIONS] + ["ingest_status", "ingest_events"]


@pytest.fixture(scope="module")
def contract(
    live_settings: Settings, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """The OpenAPI of a server over a small garden."""
    used = live_settings.model_copy(update={"space": "contract"})
    with Memory(used, encoder=encoder) as memory:
        memory.ingest(GARDEN)
        with served(used, encoder) as (address, _):
            yield schemathesis.openapi.from_url(f"{address}/openapi.json")
        memory.delete_space()


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
@pytest.mark.parametrize("operation_id", _IDS)
def test_no_request_makes_the_server_fail(
    contract: Any, operation_id: str, mode: GenerationMode
) -> None:
    operation = contract.find_operation_by_id(operation_id)

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=_EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def never_fails(case: Any) -> None:
        response = case.call()
        assert response.status_code < 500, response.text
        case.validate_response(response, checks=AS_PROMISED)

    never_fails()
