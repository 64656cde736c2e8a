"""Wires to a server: what goes over them is passed on until they are cut."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from threading import Lock, Thread


class Wire:
    """Passes bytes on to a server until it is cut; then nobody listens at its port."""

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self._open: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self._to)
            except OSError:
                near.close()
                continue
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while (data := one.recv(1 << 16)) and self._passes(one):
                other.sendall(data)
        for end in (one, other):  # whoever is killed at one end is gone at the other
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        one.close()

    def _passes(self, one: socket.socket) -> bool:
        """Whether what came from there goes on, or the connection is cut."""
        return True

    def cut(self) -> None:
        for one in (self._listening, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


class CuttingWire(Wire):
    """Cuts whichever connection is answered after so many ``answers``, and so on with the next.

    Without any it passes everything on until it is told to cut. The longest transaction has some
    hundred answers, so numbers that stay small let it never end.
    """

    def __init__(self, host: str, port: int, *, answers: Iterable[int] = ()) -> None:
        self._answers = iter(answers)
        self._until = next(self._answers, 0)
        self._lock = Lock()
        self.cuts = 0
        super().__init__(host, port)

    def cut_after(self, answers: int) -> None:
        """Cut the connection over which the last of so many further answers comes."""
        with self._lock:
            self._until = answers

    def _passes(self, one: socket.socket) -> bool:
        if one.getpeername() != self._to:
            return True
        with self._lock:
            self._until -= 1
            if self._until != 0:
                return True
            self.cuts += 1  # what was asked is done, and nobody is told so
            self._until = next(self._answers, 0)
        return False
