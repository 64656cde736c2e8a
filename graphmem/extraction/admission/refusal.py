"""Why something is not let through."""


class Refused(Exception):
    """A proposal, or a part of one, that the check refuses; caught where it is written down."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
