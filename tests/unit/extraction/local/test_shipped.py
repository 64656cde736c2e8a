"""The networks that ship: what they read of plain work chat."""

from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.extraction.local.extract import extract
from graphmem.extraction.local.model import load_model
from graphmem.extraction.local.network import word_vectors
from graphmem.settings import load_settings
from tests.unit.extraction.lines import chunk

LINES = (
    "Ana: We must encrypt backups.",
    "Bo: I'll send you the contract tomorrow.",
    "Ana: You should rotate the Stripe key before Friday.",
    "Bo: Let's move the launch to Thursday, legal hasn't signed off.",
    "Ana: Please cancel the Pro plan. Always answer me in French.",
    "Bo: Legal prefers Contoso over Fabrikam because of the SLA.",
)


def test_every_line_of_work_chat_states_something() -> None:
    encode = word_vectors(make_token_encoder(load_settings()))
    talk = chunk(*LINES, people=("Ana", "Bo"))
    found = extract(talk, load_parser(), encode, load_model()).proposed
    stated = {one.evidence[-1].turn_id for one in found.answers}
    assert stated == {turn.dia_id for turn in talk.turns}
    texts = [one.text for one in found.answers]
    assert "Bo will send Ana the contract on 9 May 2024." in texts
    assert "Ana asks Bo to cancel the Pro plan." in texts
