"""Refuses a built documentation that would fetch anything from another host.

python scripts/check_site.py build/docs
"""

import re
import sys
from pathlib import Path

# What a browser fetches by itself; a link that a reader may follow is none of it.
_FETCHED = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=\"?(?P<src>(?:https?:)?//[^\"\s>]+)"
    r"|<link\b(?![^>]*rel=\"?canonical)[^>]*\bhref=\"?(?P<href>(?:https?:)?//[^\"\s>]+)"
)
_IMPORTED = re.compile(r"(?:@import\s*|url\()\s*[\"']?(?P<url>(?:https?:)?//[^\"')\s]+)")
# Material fetches these where a page asks for them, and no page here does.
_ASKED_FOR = ("class=mermaid", 'class="mermaid', "data-md-source", "twemoji.maxcdn")


def foreign(folder: Path) -> list[str]:
    """What the pages and styles of a site would fetch from elsewhere, with the file."""
    found = []
    for page in sorted(folder.rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        found += [f"{page}: {hit['src'] or hit['href']}" for hit in _FETCHED.finditer(text)]
        found += [f"{page}: {mark}" for mark in _ASKED_FOR if mark in text]
    for style in sorted(folder.rglob("*.css")):
        text = style.read_text(encoding="utf-8")
        found += [f"{style}: {hit['url']}" for hit in _IMPORTED.finditer(text)]
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    if not (folder / "index.html").is_file():
        sys.exit(f"{folder} holds no site: run `make docs`")
    found = foreign(folder)
    if found:
        sys.exit("\n".join(["The site fetches from elsewhere:", *found]))
    print(f"{folder} fetches nothing from elsewhere")


if __name__ == "__main__":
    main()
