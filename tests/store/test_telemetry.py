"""Nothing that anybody says or asks is told to OpenTelemetry."""

import httpx2
import pytest

pytest.importorskip("opentelemetry.sdk")

from graphmem.adapters.factory import make_encoder
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.e2e.serving import served
from tests.telemetry import listening

MARK = "zanzibar"


def test_no_span_and_no_metric_holds_a_word_of_a_turn(live_settings: Settings) -> None:
    encoder = make_encoder(live_settings)
    settings = live_settings.model_copy(update={"space": "telemetry"})
    with (
        listening() as told,
        served(settings, encoder, background=False) as (address, _),
        httpx2.Client(base_url=address, timeout=120) as api,
    ):
        said = {"conversation_id": MARK, "text": f"I saw {MARK}.", "speaker": MARK.title()}
        assert api.post("/v1/add-turn", json=said).status_code == 200
        for path in ("/v1/search", "/v1/ask"):
            assert api.post(path, json={"question": f"Who saw {MARK}?"}).status_code == 200
        assert api.get("/v1/people", params={"conversation": MARK}).status_code == 200
        assert api.get(f"/{MARK}").status_code == 404
        names = {span.name for span in told.spans}
        assert {"POST /v1/add-turn", "add_turn", f"embeddings {encoder.model}"} <= names
        assert MARK not in told.everything().lower()
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
