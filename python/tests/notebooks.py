"""Runs the code of a notebook and gives its outputs, as Jupyter would store them.

``python tests/notebooks.py`` writes them into all notebooks.
"""

from __future__ import annotations

import ast
import json
import os
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "notebooks"

Output = dict[str, Any]


def run(path: Path) -> list[list[Output]]:
    """The outputs of each cell of code. The folder of the notebook is the current one, as in Jupyter."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    found: list[list[Output]] = []
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        for number, cell in enumerate(code_cells(read(path)), 1):
            found.append(_run_cell("".join(cell["source"]), namespace, number))
    finally:
        os.chdir(before)
    return found


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def code_cells(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in document["cells"] if cell["cell_type"] == "code"]


def _run_cell(source: str, namespace: dict[str, Any], number: int) -> list[Output]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = StringIO()
    result: object = None
    with redirect_stdout(said):
        exec(compile(tree, f"cell {number}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            result = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    outputs: list[Output] = []
    if said.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(said.getvalue())})
    if result is not None:
        data = {"text/plain": lines(repr(result))}
        if hasattr(result, "_repr_html_"):
            data["text/html"] = lines(result._repr_html_())
        outputs.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def lines(text: str) -> list[str]:
    """As notebooks store text."""
    return text.splitlines(keepends=True)


def write(path: Path) -> None:
    document = read(path)
    for number, (cell, outputs) in enumerate(zip(code_cells(document), run(path), strict=True), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    temporary = path.with_suffix(".tmp")
    temporary.write_text(json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    os.replace(temporary, path)


if __name__ == "__main__":
    for notebook in sorted(FOLDER.glob("*.ipynb")):
        write(notebook)
        print(notebook.name)
