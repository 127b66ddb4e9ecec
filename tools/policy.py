"""A hook of mkdocs: each page says which scripts it may run, so that nothing that strangers write becomes one.

Python starts on these pages, and runs under their policy: it reaches nothing but files of the site. The theme has
scripts inside of pages; each is allowed by its hash, and no other. The page of the playground has none, and a policy of
its own.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

__all__ = ["policed"]

META = '<meta http-equiv="Content-Security-Policy"'
INSIDE = re.compile(r"<script(?P<attributes>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
NO_SCRIPT = re.compile(r"\bsrc=|\btype=\"?application/json")
"""Attributes of what is a file, or data."""
HEAD = re.compile(r"<head>\s*<meta charset=\"?utf-8\"?>", re.IGNORECASE)


def on_post_build(config: Any) -> None:
    """Give each page of the site its policy."""
    for path in Path(config["site_dir"]).rglob("*.html"):
        path.write_text(policed(path.read_text("utf-8")), "utf-8")


def policed(page: str) -> str:
    """A page with its policy, before everything to which it applies.

    Raises:
        ValueError: the page has no head that begins with its encoding.

    >>> page = policed('<head><meta charset="utf-8"><script>x = 1</script><script src="y.js"></script>')
    >>> page.count("sha256-"), page == policed(page)
    (1, True)
    """
    if META in page:
        return page
    inside = [one["text"] for one in INSIDE.finditer(page) if not NO_SCRIPT.search(one["attributes"])]
    policy = {
        "default-src": ["'none'"],
        # Python comes as modules that are unpacked in the page.
        "script-src": ["'self'", "blob:", "'wasm-unsafe-eval'", *sorted({*map(_hash, inside)})],
        "worker-src": ["'self'", "blob:"],
        "connect-src": ["'self'"],
        "style-src": ["'self'", "'unsafe-inline'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    text = "; ".join(f"{name} {' '.join(sources)}" for name, sources in policy.items())
    meta = f'\n{META} content="{text}">'
    changed, count = HEAD.subn(lambda head: head[0] + meta, page, count=1)
    if not count:
        raise ValueError("a page begins with its encoding")
    return changed


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
