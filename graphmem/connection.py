"""Where the database is: the server that the settings name, or the embedded one."""

from graphmem.errors import SettingsError
from graphmem.model.progress import Progress, silent
from graphmem.settings import Settings
from graphmem.store.database import Database


def connect(settings: Settings, *, progress: Progress = silent) -> Database:
    """Connect to ``settings.uri``, or start the embedded server (or share the running one)."""
    if settings.uri is not None:
        if settings.password is None:
            raise SettingsError(
                "GRAPHMEM_URI is set, GRAPHMEM_PASSWORD is not.",
                next_step="Set GRAPHMEM_PASSWORD (and GRAPHMEM_USER, unless it is neo4j).",
            )
        return Database.connect(
            settings.uri,
            user=settings.user,
            password=settings.password.get_secret_value(),
            name=settings.database,
        )
    from graphmem.server import EmbeddedServer

    address = EmbeddedServer(settings, progress=progress).start()
    return Database.connect(
        address.uri, user=address.user, password=address.password, name=settings.database
    )
