"""Arguments that must be text, checked where a caller hands them over."""

from graphmem.errors import InputError


def require_texts(**given: object) -> None:
    """Raise `InputError` for what is no text, by the argument's name."""
    for name, value in given.items():
        if not isinstance(value, str):
            raise InputError(
                f"{name} is no text: {type(value).__name__}.", next_step=f"Give {name} as a str."
            )
