"""The build of the site: a hook of mkdocs, an extension of griffe, and functions that pages call.

Griffe reads the sources for the reference; the extension teaches it how docstrings and classes are written here.
"""

from __future__ import annotations

import ast
import importlib
import json
import logging
import posixpath
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from inspect import cleandoc, getdoc
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
import click
import griffe
import matplotlib
from matplotlib.figure import Figure

from trickkit.cli.commands import trickkit

ROOT = Path(__file__).parents[1]
"""The source tree."""

INK = "#123456"
"""A placeholder, while a figure is drawn, for the text colour of the page, which may be light or dark."""

matplotlib.rcParams.update(
    {
        **dict.fromkeys(["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"], INK),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "figure.figsize": (5.6, 3.4),
        "figure.constrained_layout.use": True,
        "font.size": 11,
        "legend.frameon": False,
        "svg.fonttype": "none",
        "svg.hashsalt": "trickkit",
    }
)

LOG = logging.getLogger("mkdocs.hooks.documentation")
PRINTED_LINK = re.compile(r'href="(?P<page>[^":#]+\.md)(?=[#"])')
PROMPTED = re.compile(r"^( *```)python( *\n *>>> )", re.MULTILINE)
SEARCH = 'data-md-component="search" role="dialog"'
SECTION = re.compile(
    r'aria-labelledby="(?P<id>__nav_[\d_]+)_label"(?P<rest>.{0,300}?class="md-nav__title" for="(?P=id)">'
    r'\s*<span class="md-nav__icon md-icon"></span>\s*(?P<title>[^<]+?)\s*</label>)',
    re.DOTALL,
)
PART = re.compile(r'<nav class="md-nav" aria-label="[^"]*">')
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
HEAD = re.compile(r"<th[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td\b")
PRINTED_HEADING = re.compile(r'<h[1-6] id="(exec-\d+--([^"]+))"')
PRINTED_NAME = re.compile(r'exec-\d+--[^"<>\s]+')
SESSION = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Let the executed blocks of pages import the modules in this folder."""
    sys.path.insert(0, str(Path(__file__).parent))
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Mark sessions as such: highlighting then tells code from prompts and output, and copying takes the code alone."""
    return PROMPTED.sub(r"\1pycon\2", markdown)


def on_post_page(output: str, **_: Any) -> str:
    """Give the search dialogue and sections the accessible names that the theme leaves out."""
    named = SECTION.sub(r'aria-label="\g<title>: pages"\g<rest>', output)
    return PART.sub('<nav class="md-nav" role="none">', named).replace(SEARCH, f'{SEARCH} aria-label="Search"')


def on_post_template(output_content: str, **_: Any) -> str:
    """Name it on the page for unknown addresses, too."""
    return on_post_page(output_content)


def on_page_content(html: str, *, page: Any, files: Any, **_: Any) -> str:
    """Resolve links to other pages in the output of blocks; mkdocs resolves all others itself."""

    def address(link: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), link["page"]))
        target = files.get_file_from_path(source)
        if target is None:
            LOG.warning("%s: a block prints a link to %s, which is no page", page.file.src_uri, link["page"])
            return link[0]
        return f'href="{target.url_relative_to(page.file)}'

    text, names = lasting(TABLE.sub(_labelled, PRINTED_LINK.sub(address, html)))
    _rename([*page.toc], names)
    return text


def lasting(html: str) -> tuple[str, dict[str, str]]:
    """A page whose printed headings have names that no block of another page changes, and the new names by the old.

    >>> lasting('<h2 id="exec-12--deal"></h2><h2 id="exec-13--deal"></h2>')[0]
    '<h2 id="deal"></h2><h2 id="deal_2"></h2>'
    """
    taken, names = {*re.findall(r'\bid="([^"]+)"', html)}, dict[str, str]()
    for old, wanted in PRINTED_HEADING.findall(html):
        name, number = wanted, 1
        while name in taken:
            number += 1
            name = f"{wanted}_{number}"
        names[old] = name
        taken.add(name)
    return PRINTED_NAME.sub(lambda found: names.get(found[0], found[0]), html), names


def _rename(entries: Iterable[Any], names: Mapping[str, str]) -> None:
    """Let the entries of a table of contents name headings as the page does."""
    for entry in entries:
        entry.id = names.get(entry.id, entry.id)
        _rename(entry.children, names)


def _labelled(table: re.Match[str]) -> str:
    """A table, each cell of which knows the heading of its column: on a narrow screen it stands before the cell."""
    heads = [" ".join(re.sub("<[^>]+>", "", head).split()).replace('"', "&quot;") for head in HEAD.findall(table[0])]

    def row(found: re.Match[str]) -> str:
        labels = iter(heads)
        return CELL.sub(lambda _: f'<td data-label="{next(labels)}"', found[0])

    return ROW.sub(row, table[0])


def fenced(docstring: str) -> str:
    """A docstring with its sessions as fenced code; without fences, Markdown reads them as quotations."""
    return SESSION.sub(lambda found: f"```pycon\n{found.group().rstrip()}\n```", docstring)


class Sources(griffe.Extension):
    """Reads docstrings and classes as the project writes them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a module, class or function."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Give a class the signature of the `__init__` that its fields make, and methods the summaries they inherit."""
        cls.members.pop("__slots__", None)
        kind = getattr(importlib.import_module(cls.module.path), cls.name, None)
        for name, member in cls.members.items():
            inherits = not name.startswith("_") and (member.is_function or "property" in member.labels)
            if inherits and not member.has_docstring and (text := getdoc(getattr(kind, name))):
                member.docstring = griffe.Docstring(text.partition("\n")[0], parent=member)
        if isinstance(kind, type) and "__init__" not in cls.members and (parameters := [*_parameters(cls, kind)]):
            itself = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
            cls["__init__"] = griffe.Function("__init__", parameters=griffe.Parameters(itself, *parameters), parent=cls)


def _parameters(cls: griffe.Class, kind: type[Any]) -> Iterator[griffe.Parameter]:
    """The parameters of a class of attrs or of a named tuple."""
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        if field.init:
            only = griffe.ParameterKind.keyword_only if field.kw_only else griffe.ParameterKind.positional_or_keyword
            default = None if field.default is attrs.NOTHING else _default(field.default)
            yield griffe.Parameter(field.alias, kind=only, default=default, annotation=_type(cls, kind, field.name))
    for name in getattr(kind, "_fields", ()):
        yield griffe.Parameter(
            name, kind=griffe.ParameterKind.positional_or_keyword, annotation=_type(cls, kind, name), default=None
        )


def _default(value: Any) -> str:
    return "..." if isinstance(value, attrs.Factory) else repr(value)  # type: ignore[arg-type]


def _type(cls: griffe.Class, kind: type[Any], name: str) -> griffe.Expr | str | None:
    """The type of a field, as the class that declares it writes it."""
    for owner in kind.__mro__:
        declared = vars(owner).get("__annotations__", {}).get(name)
        if declared is not None:
            text = getattr(declared, "__forward_arg__", declared)
            return griffe.safe_get_annotation(ast.parse(text, mode="eval").body, parent=cls)
    return None


def commands() -> str:
    """The command line as Markdown: what each command does, its usage, and its options."""
    root = click.Context(trickkit, info_name="trickkit")
    return "\n\n".join(_command(command, name, root) for name, command in trickkit.commands.items())


def _command(command: click.Command, name: str, root: click.Context) -> str:
    context = click.Context(command, info_name=name, parent=root)
    about, _, example = cleandoc(command.help or "").partition("\b\n")
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    options = [_option(one, context) for one in command.get_params(context) if isinstance(one, click.Option)]
    first, _, more = about.strip().partition("\n\n")
    shown = example.strip().partition("\n")[2].strip()
    return "\n\n".join(
        [f"## trickkit {name}", first, f"```text\n{usage}\n```", more, f"For example: `{shown}`", *options]
    )


def _option(option: click.Option, context: click.Context) -> str:
    value = [] if option.is_flag else [option.make_metavar(context)]
    default = f" The default is {option.default}." if option.show_default else ""
    return f"`{' '.join([*option.opts, *value])}`\n:   {option.help}{default}"


def example(name: str) -> str:
    """A program of `examples/` as Markdown, with its output, which the tests check."""
    program, printed = (Path(ROOT, "examples", f"{name}.{kind}").read_text("utf-8").strip() for kind in ("py", "txt"))
    return f'```python title="examples/{name}.py"\n{program}\n```\n\n```text title="prints"\n{printed}\n```'


def notebook(name: str) -> str:
    """A notebook of `examples/` as Markdown, with its outputs, which the tests check."""
    shown = []
    for cell in json.loads(Path(ROOT, "examples", f"{name}.ipynb").read_text("utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            # Its headings stand below that of the page's section.
            shown.append(re.sub(r"^#+", lambda found: f"##{found[0]}", source, flags=re.MULTILINE))
            continue
        shown.append(f"```python\n{source}\n```")
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "text/html" in data:
                shown.append(f'<div class="figure">{"".join(data["text/html"])}</div>')
            else:
                printed = "".join(output.get("text") or data["text/plain"]).rstrip()
                shown.append(f"```text\n{printed}\n```")
    return "\n\n".join(shown)


def svg(figure: Figure) -> str:
    """A figure of matplotlib as HTML, with lines and words in the text colour of the page."""
    text = StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawn = text.getvalue()
    return f'<div class="figure">{drawn[drawn.index("<svg") :].replace(INK, "currentColor")}</div>'
