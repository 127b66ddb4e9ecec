"""The playground, built into the site: a hook of mkdocs.

What the page does stands in `docs/play` and in the page of a table, as modules; here they become one script, since
modules cannot be loaded from files. Python for the browser comes from the package `pyodide` of `tools/pyodide`, and is
put into one file with the library, compiled. Where that package is not installed, the page says how to install it.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import logging
import re
import shutil
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from icon import icon

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "play"
MODULES = (PAGE, ROOT / "src" / "trickkit" / "table" / "static")
"""Where the modules of the page are."""
SCRIPTS = ("play.js", "run.js")
"""That of the playground, and that of all other pages."""
PYODIDE = ROOT / "tools" / "pyodide"
INSTALL = "tools/pyodide/install.sh"
"""The script that installs Python for the browser, without which there is no playground."""
LEFT_OUT = (
    *("__phello__", "_markupbase.py", "_pydatetime", "_pyio", "_pylong.py", "_pyrepl", "_strptime", "antigravity.py"),
    *("asyncio/__main__", "bz2.py", "colorsys.py", "compression/gzip", "compression/zstd", "ctypes/macholib"),
    *("ctypes/util.py", "getopt.py", "graphlib.py", "lzma.py"),
    *("nturl2path.py", "py_compile.py"),
    *("runpy.py", "this.py", "tty.py"),
    *("asyncio/proactor", "asyncio/tools", "asyncio/windows", "bdb", "cProfile", "cmd.py", "compileall.py"),
    *("concurrent/futures/process", "concurrent/interpreters", "configparser", "ctypes/_aix", "ctypes/wintypes"),
    *("curses", "dbm", "doctest", "email/_header_value_parser", "email/contentmanager", "email/generator"),
    *("email/headerregistry", "email/mime", "email/policy", "encodings/big5", "encodings/cp0", "encodings/cp10"),
    *("encodings/cp11", "encodings/cp12", "encodings/cp2", "encodings/cp42", "encodings/cp5", "encodings/cp7"),
    *("encodings/cp8", "encodings/cp9", "encodings/euc", "encodings/gb", "encodings/hp", "encodings/hz"),
    *("encodings/iso", "encodings/johab", "encodings/koi", "encodings/kz", "encodings/mac", "encodings/palmos"),
    *("encodings/ptcp", "encodings/shift", "encodings/tis", "ensurepip", "filecmp.py", "fileinput.py", "ftplib"),
    *("getpass", "html", "http/client", "http/cookie", "http/server", "idlelib", "imaplib", "importlib/_bootstrap"),
    *("lib2to3", "logging/config", "netrc.py", "pty.py", "sched.py", "symtable.py", "tracemalloc.py", "zipimport.py"),
    *("logging/handlers", "mailbox", "mimetypes.py", "modulefinder", "multiprocessing", "optparse", "pdb"),
    *("pickletools", "plistlib", "poplib", "profile.py", "pstats", "pyclbr.py", "pydoc", "rlcompleter.py", "shelve.py"),
    *("smtplib", "socketserver", "sqlite3", "ssl", "sysconfig/__main__", "tabnanny.py", "tarfile", "timeit.py"),
    *("tkinter", "trace.py", "turtle", "unittest/mock", "urllib/request", "urllib/robotparser", "venv", "wave.py"),
    *("pyodide/console.py", "webbrowser", "wsgiref", "xml", "xmlrpc", "zipapp.py"),
)
"""Beginnings of names in the standard library that no game needs."""
PACKAGES = ("attr", "attrs", "trickkit_classics", "trickkit")
DISTRIBUTIONS = ("trickkit", "trickkit_classics")
"""Those that say which games they have."""
ELSEWHERE = (
    *(f"trickkit/{part}/" for part in ("batch", "cli", "encoding", "lab", "learn", "table")),
    *(f"trickkit/bots/{module}.py" for module in ("lanes_match", "many", "network", "row_bids")),
    "trickkit/bots/training/",
)
"""Modules that a browser cannot run, since they are compiled or play by compiled code, or are the command line or a
server."""
LAWS = "trickkit/testing/"
"""What only the laws need: it comes with what else they need, when they are run."""
OF_LAWS = ("gzip.py", "unittest/", "uuid.py")
"""Beginnings of names in the standard library that only the laws need."""
KEPT = tuple(
    f"trickkit/table/{module}.py" for module in ("about", "advice", "claims", "game", "games", "points", "wishes")
)
"""Those among them that the page plays with."""
IMPORT = re.compile(r'^import \{(?P<names>[^}]+)\} from "\./(?P<module>[\w-]+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (?P<name>\w+))", re.MULTILINE)
COMMENT = re.compile(r"^ *(?://|/\*\*|\*).*\n", re.MULTILINE)
"""A line that says something to readers of a module only."""
INDENT = re.compile(r"^ +", re.MULTILINE)
LOG = logging.getLogger("mkdocs.hooks.bundle")


def on_config(config: Any) -> Any:
    """Let code on all pages be run, where there will be Python for it."""
    if _is_installed():
        config["extra_javascript"].append(f"play/{SCRIPTS[1]}")
    return config


def on_post_build(config: Any) -> None:
    """Build the playground into the site."""
    build(Path(config["site_dir"]) / "play")


def build(folder: Path) -> None:
    """Build the playground into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if not _is_installed():
        LOG.info(
            "play: Python for the browser is not installed, and the site has no playground; to install: %s", INSTALL
        )
        folder.joinpath("index.html").write_text((PAGE / "missing.html").read_text("utf-8"), "utf-8")
        return
    names = {}
    for name, packed in _packs():
        names[name] = f"{name}-{hashlib.sha256(packed).hexdigest()[:12]}"
        folder.joinpath(f"{names[name]}.bin").write_bytes(packed)
        # For pages opened from files, which may load scripts and nothing else.
        text = base64.b64encode(packed).decode()
        folder.joinpath(f"{names[name]}.js").write_text(f'trickkitPacks.{name}("{text}");\n', "utf-8")
    for script in SCRIPTS:
        text = bundled(script).replace('"{{ packs }}"', json.dumps(names))
        folder.joinpath(script).write_text(text, "utf-8")
    for style in ("style.css", "play.css"):
        shutil.copy(_source(style), folder)
    shutil.copytree(_source("courts"), folder / "courts")
    for name in ("offline.js", "app.webmanifest"):
        shutil.copy(_source(name), folder)
    shutil.copy(ROOT / "docs" / "assets" / "favicon.svg", folder / "icon.svg")
    folder.joinpath("icon.png").write_bytes(icon())
    page = (PAGE / "index.html").read_text("utf-8")
    folder.joinpath("index.html").write_text(page.replace("{{ games }}", _games()), "utf-8")


def _is_installed() -> bool:
    return all((PYODIDE / part).is_dir() for part in ("node_modules/pyodide", "wheels"))


def bundled(name: str) -> str:
    """A module with all that it imports, as one script."""
    parts = [f"modules[{module!r}] = (() => {{\n{text}\n}})();" for module, text in _modules(name, {})]
    return "\n".join(['"use strict";', "(() => {", "const modules = {};", *parts, "})();", ""])


def _modules(name: str, seen: dict[str, None]) -> Iterator[tuple[str, str]]:
    """A module and those that it imports, these first."""
    seen[name] = None
    text = _source(name).read_text("utf-8")
    for found in IMPORT.finditer(text):
        if found["module"] not in seen:
            yield from _modules(found["module"], seen)
    exported = ", ".join(found["name"] for found in EXPORT.finditer(text))
    short = INDENT.sub("", COMMENT.sub("", text))
    inside = IMPORT.sub(r'const {\g<names>} = modules["\g<module>"];' + "\n", EXPORT.sub("", short))
    if re.search(r"^(import|export)\b", inside, re.MULTILINE):
        raise ValueError(f"{name}: only `import {{...}} from './...'` and exported declarations can be bundled")
    yield name, f"{inside}\nreturn {{{exported}}};"


def _source(name: str) -> Path:
    return next(folder / name for folder in MODULES if (folder / name).exists())


def _games() -> str:
    """The games with their options, and the records of worked deals, packed as in links, for a script element."""
    from trickkit.table.games import offered

    paths = sorted((ROOT / "docs/games/records").glob("*.jsonl"))
    records = {path.stem: _for_link(path.read_bytes()) for path in paths}
    offers = {"games": offered(), "records": records}
    return json.dumps(offers, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _for_link(text: bytes) -> str:
    """A text as links of the playground have it."""
    packer = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


def _packs() -> Iterator[tuple[str, bytes]]:
    """What the page loads, by name: Python with the games, and what the laws need, which comes when they are run."""
    package = PYODIDE / "node_modules" / "pyodide"
    python = [package / f"pyodide.{ending}" for ending in ("mjs", "asm.mjs", "asm.wasm")]
    with TemporaryDirectory() as made:
        folder = Path(made)
        _stdlib(package / "python_stdlib.zip", folder / "stdlib.source.zip", laws=False)
        _packages(folder / "packages.source.zip", laws=False)
        _packages(folder / "testing.source.zip", laws=True)
        _stdlib(package / "python_stdlib.zip", folder / "testing.source.zip", laws=True)
        done = subprocess.run(["node", "compile.mjs", made], cwd=PYODIDE, capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise RuntimeError(f"the library cannot be compiled for the browser: {done.stderr[-2000:]}")
        yield "python", _packed([*python, folder / "stdlib.zip", folder / "packages.zip"])
        yield "laws", _packed([*sorted((PYODIDE / "wheels").glob("*.whl")), folder / "testing.zip"])


def _packed(files: Sequence[Path]) -> bytes:
    """Files, compressed together: first a line of JSON, which says what Python there is and how long each file is."""
    info = json.loads((PYODIDE / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))["info"]
    header = json.dumps({"info": info, "files": {path.name: path.stat().st_size for path in files}}).encode()
    return gzip.compress(b"\n".join([header, b"".join(path.read_bytes() for path in files)]), mtime=0)


def _stdlib(source: Path, to: Path, *, laws: bool) -> None:
    """Add to a file what games need of the standard library; or what only the laws do."""
    with ZipFile(source) as whole, ZipFile(to, "a") as kept:
        for name in sorted(whole.namelist()):
            if not name.startswith(LEFT_OUT) and not name.endswith("/") and name.startswith(OF_LAWS) == laws:
                kept.writestr(name, whole.read(name))


def _packages(to: Path, *, laws: bool) -> None:
    """The library, its classics, what they need, and the entry points by which games are found; or the laws alone."""
    with ZipFile(to, "w") as kept:
        for name in PACKAGES:
            top = Path(find_spec(name).origin).parent  # type: ignore[union-attr, arg-type]
            for path in sorted(top.rglob("*")):
                inside = path.relative_to(top.parent).as_posix()
                is_code = path.suffix in (".py", ".toml", ".json", ".typed")
                if is_code and inside.startswith(LAWS) == laws and _is_needed(inside):
                    kept.write(path, inside)
        for name in () if laws else DISTRIBUTIONS:
            found = distribution(name)
            for file in ("METADATA", "entry_points.txt"):
                kept.writestr(f"{name}-{found.version}.dist-info/{file}", found.read_text(file) or "")


def _is_needed(path: str) -> bool:
    """Whether a file of a package can be used in the browser; a part that cannot says so when it is imported."""
    return path.endswith("__init__.py") or path in KEPT or not path.startswith(ELSEWHERE)


if __name__ == "__main__":
    import sys

    logging.basicConfig(level=logging.INFO)
    build(Path(sys.argv[1]))
