"""Free ports on the loopback address."""

import socket
from collections.abc import Iterable

from graphmem.server.model import HOST, Ports
from graphmem.settings import Settings


def choose_ports(settings: Settings, last: Ports | None) -> Ports:
    """Give two free ports: the usual ones, else those of the last start, else any."""
    bolt = first_free([settings.bolt_port] + ([last.bolt] if last else []))
    http = first_free([settings.http_port] + ([last.http] if last else []), taken=bolt)
    return Ports(bolt=bolt, http=http)


def first_free(wanted: Iterable[int], *, taken: int | None = None) -> int:
    """Give the first of the wanted ports that is free and not ``taken``, else any such port."""
    for port in wanted:
        if port != taken and is_free(port):
            return port
    while True:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
        if port != taken:
            return port


def is_free(port: int) -> bool:
    """Tell whether a server could listen on the port."""
    if answers(port):
        # Binding is not enough: macOS lets a second socket bind below a wildcard address.
        return False
    with socket.socket() as probe:
        # As the server does it: connections of a server that has gone are no hindrance.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Tell whether somebody accepts connections on the port."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((HOST, port)) == 0
