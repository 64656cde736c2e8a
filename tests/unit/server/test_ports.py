import socket
from collections.abc import Iterator

import pytest

from graphmem.server.embedded import choose_ports, first_free, is_free
from graphmem.server.model import HOST, Ports
from graphmem.settings import Settings


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_with_a_listener_is_not_free(taken_port: int) -> None:
    assert not is_free(taken_port)


def test_a_port_taken_on_every_address_is_not_free() -> None:
    with socket.socket() as listener:
        listener.bind(("0.0.0.0", 0))
        listener.listen()
        assert not is_free(listener.getsockname()[1])


def test_a_port_that_a_server_just_left_is_free() -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Java does
        listener.bind((HOST, 0))
        listener.listen()
        port = listener.getsockname()[1]
        with socket.create_connection((HOST, port)):
            accepted, _ = listener.accept()
            accepted.close()  # the side that closes first keeps the port in TIME_WAIT
    assert is_free(port)


def test_the_usual_ports_come_first() -> None:
    bolt, http = first_free([]), first_free([])
    settings = Settings(bolt_port=bolt, http_port=http)
    assert choose_ports(settings, Ports(bolt=1, http=2)) == Ports(bolt=bolt, http=http)


def test_the_last_ports_come_next(taken_port: int) -> None:
    last = Ports(bolt=first_free([]), http=first_free([]))
    settings = Settings(bolt_port=taken_port, http_port=taken_port)
    assert choose_ports(settings, last) == last


def test_any_other_ports_come_last(taken_port: int) -> None:
    settings = Settings(bolt_port=taken_port, http_port=taken_port)
    chosen = choose_ports(settings, Ports(bolt=taken_port, http=taken_port))
    assert taken_port not in (chosen.bolt, chosen.http)
    assert chosen.bolt != chosen.http


def test_one_port_is_never_given_twice() -> None:
    port = first_free([])
    chosen = choose_ports(Settings(bolt_port=port, http_port=port), None)
    assert chosen.bolt == port
    assert chosen.http != port
