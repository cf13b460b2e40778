"""HTML for a notebook's output: escaped, in the colours of the page around it, without scripts and without anything from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

#: The ground of JupyterLab, VS Code, Colab and of any other page; text takes the colour that is there.
_STYLE = """
.xpxlc { --xpxlc-ground: var(--jp-layout-color0, var(--vscode-editor-background, var(--colab-primary-surface-color, Canvas)));
  max-width: 42rem; line-height: 1.45; color: inherit; font-family: var(--jp-content-font-family, system-ui, sans-serif); }
.xpxlc p, .xpxlc h4, .xpxlc ul, .xpxlc figure { margin: .35rem 0; }
.xpxlc h4 { margin-top: .9rem; font-size: 1em; font-weight: 600; }
.xpxlc ul { padding-left: 1.2rem; list-style: disc; }
.xpxlc svg { display: block; max-width: 100%; height: auto; }
.xpxlc .xpxlc-decision { font-size: 1.15em; }
.xpxlc .xpxlc-rule { border-left: 3px solid #6e7781; padding-left: .6rem; overflow-wrap: anywhere; }
.xpxlc .xpxlc-soft { opacity: .75; font-size: .92em; }
.xpxlc .xpxlc-error { border-left-color: #d55e00; }
.xpxlc table { border-collapse: collapse; margin: .35rem 0; font-size: inherit; color: inherit; background: transparent; }
.xpxlc th, .xpxlc td { text-align: left; vertical-align: top; padding: .2rem .9rem .2rem 0; border: 0;
  border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); background: transparent; }
.xpxlc td:last-child { overflow-wrap: anywhere; }
.xpxlc td.xpxlc-number, .xpxlc th.xpxlc-number { text-align: right; font-variant-numeric: tabular-nums; }
"""

Cell = object


def framed(*parts: str) -> str:
    """Parts, which are HTML already, as one output."""
    return f'<div class="xpxlc"><style>{_STYLE}</style>{"".join(parts)}</div>'


def paragraph(text: object, look: str = "") -> str:
    """
    >>> paragraph("a < b", "rule")
    '<p class="xpxlc-rule">a &lt; b</p>'
    """
    return f"<p{_class(look)}>{words(text)}</p>"


def heading(text: object) -> str:
    return f"<h4>{words(text)}</h4>"


def bullets(items: Iterable[str]) -> str:
    """Of HTML."""
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def figure(svg: str | None) -> str:
    """A picture of the core's; nothing where there is none."""
    return "" if svg is None else f"<figure>{svg}</figure>"


def table(head: Sequence[str], lines: Iterable[Sequence[Cell]], numbers: Sequence[int] = ()) -> str:
    """``numbers``: positions of columns of numbers."""

    def cells(tag: str, line: Sequence[Cell]) -> str:
        return "".join(f"<{tag}{_class('number' if j in numbers else '')}>{words(cell)}</{tag}>" for j, cell in enumerate(line))

    body = "".join(f"<tr>{cells('td', line)}</tr>" for line in lines)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def words(text: object) -> str:
    """Any text, escaped; what cannot be shown is replaced, so that a name can neither end an element nor turn lines around.

    >>> words("<script>\\u202e")
    '&lt;script&gt;\\\\u202e'
    """
    return escape(legible(str(text)))


def legible(text: str) -> str:
    """Control characters, lone surrogates and marks that turn text around as escapes; line ends stay.

    >>> legible("a\\x1b[31m\\u2028b")
    'a\\\\x1b[31m\\\\u2028b'
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else ascii(letter)[1:-1] for letter in text)


def _class(look: str) -> str:
    return f' class="xpxlc-{look}"' if look else ""
