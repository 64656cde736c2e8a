"""``python -m graphmem`` is the ``graphmem`` command."""

from graphmem.clients.cli import main

main()
