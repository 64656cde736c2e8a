"""Help that reads well: commands by what they are for, options with what they take, examples."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from graphmem.clients.cli.output import console

_Function = TypeVar("_Function", bound=Callable[..., Any])

_WIDEST = 100  # columns; longer lines are hard to read

# Typer's own types of contexts and formatters differ from version to version, hence Any below.


class Command(TyperCommand):
    """A command whose arguments are told as their names, without Python's types."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """``[OPTIONS] QUESTION``."""
        arguments = [param for param in self.get_params(ctx) if _is_argument(param)]
        return ["[OPTIONS]", *map(_called, arguments)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, then options."""
        _write_parameters(self, ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        """Examples, each as it is."""
        _write_examples(self, formatter)


class Group(TyperGroup):
    """Commands that are listed by what they are for, each on one line."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The commands first: they are what is looked for."""
        self.format_commands(ctx, formatter)
        _write_parameters(self, ctx, formatter)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Typer's signature
        """Examples, each as it is."""
        _write_examples(self, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """A section for each panel, all with the same columns."""
        panels: dict[str, list[Any]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            panels.setdefault(getattr(command, "rich_help_panel", None) or "Commands", []).append(
                command
            )
        names = [command.name for commands in panels.values() for command in commands]
        width = max(map(len, names))
        for panel, commands in panels.items():
            with formatter.section(_heading(panel)):
                formatter.write_dl(
                    [(command.name.ljust(width), _line(command)) for command in commands]
                )


class App(typer.Typer):
    """A tree of commands that are told like this."""

    def __init__(self, **given: Any) -> None:
        super().__init__(
            cls=Group,
            no_args_is_help=True,
            rich_markup_mode=None,
            pretty_exceptions_enable=False,
            context_settings={"max_content_width": _WIDEST},
            **given,
        )

    def command(
        self, name: str | None = None, *, examples: Sequence[str] = (), **given: Any
    ) -> Callable[[_Function], _Function]:
        """As Typer's, with command lines to copy below the help."""
        return super().command(name, cls=Command, epilog=epilog(examples), **given)


def epilog(examples: Sequence[str]) -> str | None:
    """Command lines to copy, one a line; None without any."""
    return "\n".join(examples) or None


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _called(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    told = name if argument.required else f"[{name}]"
    return told if argument.nargs == 1 else f"{told}..."


def _write_parameters(command: Any, ctx: Any, formatter: Any) -> None:
    shown = [param for param in command.get_params(ctx) if not param.hidden]
    arguments = [(_called(param), param.help or "") for param in shown if _is_argument(param)]
    options = [param.get_help_record(ctx) for param in shown if not _is_argument(param)]
    for heading, rows in (("Arguments", arguments), ("Options", options)):
        if rows:
            with formatter.section(_heading(heading)):
                formatter.write_dl(rows)


def _write_examples(command: Any, formatter: Any) -> None:
    if command.epilog:
        with formatter.section(_heading("Examples")):
            for line in command.epilog.splitlines():
                formatter.write(f"{'':>{formatter.current_indent}}{line}\n")


def _line(command: Any) -> str:
    return command.short_help or " ".join((command.help or "").split())


def _heading(text: str) -> str:
    out = console()
    plain = out.no_color or not out.is_terminal or out.is_dumb_terminal
    return text if plain else typer.style(text, bold=True)
