"""What the build of the site needs to know: where the code of its pages is, and how the sources are written.

It is a hook of mkdocs, an extension of griffe, which reads the sources for the reference, and has what pages call.
"""

from __future__ import annotations

import ast
import importlib
import logging
import posixpath
import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
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
"""Of the source tree."""

INK = "#123456"
"""What stands for the colour of the text of a page, light or dark, while a figure is drawn."""

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
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
HEAD = re.compile(r"<th[^>]*>(.*?)</th>", re.DOTALL)
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td\b")
SESSION = re.compile(r"^>>> .*?(?=\n[ \t]*\n|\Z)", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Let the blocks that pages execute find what they share."""
    sys.path.insert(0, str(Path(__file__).parent))
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Let a session be highlighted as one, so that its code can be told from prompts and output when it is copied."""
    return PROMPTED.sub(r"\1pycon\2", markdown)


def on_post_page(output: str, **_: Any) -> str:
    """Name the dialogue of the search, which the theme leaves without a name."""
    return output.replace(SEARCH, f'{SEARCH} aria-label="Search"')


def on_post_template(output_content: str, **_: Any) -> str:
    """Name it on the page for addresses that no page has, too."""
    return on_post_page(output_content)


def on_page_content(html: str, *, page: Any, files: Any, **_: Any) -> str:
    """Turn links to other pages that a block has printed into their addresses; mkdocs has done so with all others."""

    def address(link: re.Match[str]) -> str:
        source = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), link["page"]))
        target = files.get_file_from_path(source)
        if target is None:
            LOG.warning("%s: a block prints a link to %s, which is no page", page.file.src_uri, link["page"])
            return link[0]
        return f'href="{target.url_relative_to(page.file)}'

    return TABLE.sub(_labelled, PRINTED_LINK.sub(address, html))


def _labelled(table: re.Match[str]) -> str:
    """A table, each cell of which knows the heading of its column: on a narrow screen it stands before the cell."""
    heads = [re.sub("<[^>]+>", "", head).replace('"', "&quot;") for head in HEAD.findall(table[0])]

    def row(found: re.Match[str]) -> str:
        labels = iter(heads)
        return CELL.sub(lambda _: f'<td data-label="{next(labels)}"', found[0])

    return ROW.sub(row, table[0])


def fenced(docstring: str) -> str:
    """A docstring with its sessions as blocks of code; without fences they would be quotations."""
    return SESSION.sub(lambda found: f"```pycon\n{found.group().rstrip()}\n```", docstring)


class Sources(griffe.Extension):
    """Reads docstrings as the project writes them."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of a module, class or function."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Give a class that is made from its fields the signature with which it is called."""
        cls.members.pop("__slots__", None)
        kind = getattr(importlib.import_module(cls.module.path), cls.name, None)
        if isinstance(kind, type) and "__init__" not in cls.members and (parameters := [*_parameters(cls, kind)]):
            itself = griffe.Parameter("self", kind=griffe.ParameterKind.positional_or_keyword)
            cls["__init__"] = griffe.Function("__init__", parameters=griffe.Parameters(itself, *parameters), parent=cls)


def _parameters(cls: griffe.Class, kind: type[Any]) -> Iterator[griffe.Parameter]:
    """What a class of attrs, or a named tuple, is made from."""
    for one in attrs.fields(kind) if attrs.has(kind) else ():
        if one.init:
            only = griffe.ParameterKind.keyword_only if one.kw_only else griffe.ParameterKind.positional_or_keyword
            default = None if one.default is attrs.NOTHING else _default(one.default)
            yield griffe.Parameter(one.alias, kind=only, default=default, annotation=_type(cls, kind, one.name))
    for name in getattr(kind, "_fields", ()):
        yield griffe.Parameter(
            name, kind=griffe.ParameterKind.positional_or_keyword, annotation=_type(cls, kind, name), default=None
        )


def _default(value: Any) -> str:
    return "..." if isinstance(value, attrs.Factory) else repr(value)  # type: ignore[arg-type]


def _type(cls: griffe.Class, kind: type[Any], name: str) -> griffe.Expr | str | None:
    """The type of a field, as it stands in the class that declares it."""
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
    options = [
        f"`{' '.join([*one.opts, *([one.make_metavar(context)] if not one.is_flag else [])])}`\n:   {_help(one)}"
        for one in command.get_params(context)
        if isinstance(one, click.Option)
    ]
    shown = example.strip().partition("\n")[2].strip()
    return "\n\n".join(
        [f"## trickkit {name}", f"```text\n{usage}\n```", about.strip(), f"For example: `{shown}`", *options]
    )


def _help(option: click.Option) -> str:
    default = f" The default is {option.default}." if option.show_default else ""
    return f"{option.help}{default}"


def example(name: str) -> str:
    """A program of `examples/` as Markdown, with what it prints; the tests compare that."""
    program, printed = (Path(ROOT, "examples", f"{name}.{kind}").read_text("utf-8").strip() for kind in ("py", "txt"))
    return f'```python title="examples/{name}.py"\n{program}\n```\n\n```text title="prints"\n{printed}\n```'


def svg(figure: Figure) -> str:
    """A figure of matplotlib as part of a page, with lines and words in the colour of its text."""
    text = StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    drawn = text.getvalue()
    return f'<div class="figure">{drawn[drawn.index("<svg") :].replace(INK, "currentColor")}</div>'
