"""Checks of proposals, part by part: turns and quotes, people, times, things, statements."""


class ProposalRejected(Exception):
    """A proposal, or a part of one, that the check refuses; caught where it is written down."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
