"""What an environment's packages weigh, held against what `docs/installation.md` justifies.

Run by the interpreter of that environment, with the page: `python installed_sizes.py PAGE`.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import distributions
from pathlib import Path

# Whatever is larger must be on the page with why it is worth it.
JUSTIFIED_MB = 50.0
# Another Python compiles the same files to other sizes.
_MAY_DIFFER = 0.1

_ROW = re.compile(r"^\| ([^|]+?) \| (\d+) \| [^|]+ \|$", re.MULTILINE)


def installed() -> dict[str, float]:
    """The MB of every installed package, its bundled libraries and compiled files included."""
    return {
        package.metadata["Name"]: sum(
            path.stat().st_size
            for path in (Path(str(file.locate())) for file in package.files or ())
            if path.is_file()
        )
        / 1_000_000
        for package in distributions()
    }


def faults(sizes: Mapping[str, float], page: str) -> Iterator[str]:
    """What is large and not on the page, and what is on the page with another size."""
    told = {_key(name): float(megabytes) for name, megabytes in _ROW.findall(page)}
    found = {_key(name): megabytes for name, megabytes in sizes.items()}
    for name, megabytes in found.items():
        if name not in told:
            if megabytes > JUSTIFIED_MB:
                yield f"{name} is {megabytes:.0f} MB, and the page does not say what for"
        elif abs(megabytes - told[name]) > _MAY_DIFFER * told[name]:
            yield f"{name} is {megabytes:.0f} MB, and {told[name]:.0f} on the page"
    for name in told.keys() - found.keys():
        yield f"{name} is on the page, and not installed"


def _key(name: str) -> str:
    """A package's name as people and as registries write it."""
    return re.sub(r"[\W_]+", "", name).lower()


def main() -> None:
    sizes = installed()
    print(f"{len(sizes)} packages, {sum(sizes.values()):.0f} MB")
    for name, megabytes in sorted(sizes.items(), key=lambda item: -item[1])[:10]:
        print(f"  {name} {megabytes:.0f}")
    if found := list(faults(sizes, Path(sys.argv[1]).read_text("utf-8"))):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
