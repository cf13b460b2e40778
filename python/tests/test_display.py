"""What a notebook and a terminal show."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from xpxlc import Explainer, InputError, LimitError, XpxlcError, engine
from xpxlc.case import Case

EXAMPLES = Path(__file__).parents[2] / "fixtures" / "examples"

CARD: dict[str, Any] = {
    "format": "xpxlc-model",
    "version": 1,
    "kind": "linear",
    "classes": ["refuse", "grant"],
    "features": [
        {"name": "age", "kind": "integer", "lower": 18, "upper": 99},
        {"name": "home", "kind": "categorical", "values": ["rent", "own"]},
        {"name": "job", "kind": "categorical", "values": ["none", "some"]},
    ],
    "weights": [[1, [0, 30], [0, 5]]],
    "intercept": [-60],
}
ROWS = [{"age": 25, "home": "rent", "job": "none"}, {"age": 80, "home": "own", "job": "some"}, {"age": 5, "home": "own", "job": "some"}]
EXAMPLE = {
    "weight": 3.5, "volume": 12, "distance": 13.7, "time left": 39, "address": "countryside", "weather": "dry", "fragile": "yes",
}  # fmt: skip


def test_one_row_has_sentence_drop_bar_frequencies_and_contrasts() -> None:
    shown = Explainer(CARD).explain(ROWS[0])._repr_html_()
    texts = Page(shown).texts
    assert "refuse, lead 35" in texts
    assert "IF age ≤ 25 THEN refuse" in texts
    assert [title.partition(".")[0] for title in Page(shown).titles] == [
        "What holds refuse against grant"
    ]
    assert "There is no other explanation." in texts
    assert "What would change it" in texts and "grant" in texts


def test_shares_of_explanations_are_drawn_where_there_are_several() -> None:
    page = Page(Explainer(json.loads((EXAMPLES / "delivery.json").read_text("utf-8"))).explain(EXAMPLE)._repr_html_())
    assert [title.partition(".")[0] for title in page.titles] == ["What holds van", "Features by share of all explanations"]
    assert "2 explanations, and how many of them use a feature" in page.texts


def test_what_is_shown_is_of_the_explanation_that_was_asked_for() -> None:
    found = Explainer(CARD).explain(ROWS[1], avoid=["age"])
    assert found[0][0].features == ("age",)  # nothing else does
    [bar] = [svg for svg in Page(found._repr_html_()).pictures if "What holds" in svg]
    assert "● age ≥ 80" in bar
    contrast = Explainer(CARD).explain(ROWS[1], kind="cxp")
    [change] = [text for text in Page(contrast._repr_html_()).texts if text.startswith("if ")]
    assert change == f"if {' and '.join(contrast[0][0].counterfactual.literals)}"  # type: ignore[union-attr]


def test_what_may_not_move_is_held_in_the_picture_too() -> None:
    free = Explainer(CARD).explain(ROWS[0])._repr_html_()
    fixed = Explainer(CARD).explain(ROWS[0], fixed=["age"])._repr_html_()
    assert "age ≥ 61" in " ".join(Page(free).texts)
    assert "What would change it" not in Page(fixed).texts  # home and job alone do not


def test_many_rows_have_a_table_and_bad_ones_their_error() -> None:
    found = Explainer(CARD).explain(ROWS)
    texts = Page(found._repr_html_()).texts
    assert "3 rows: 1 refuse, 1 grant; 1 bad row" in texts
    assert any(text.startswith("error: row 2, feature 'age': out of bounds") for text in texts)
    assert repr(found).splitlines()[0] == "3 rows: 1 refuse, 1 grant; 1 bad row"
    assert Page(found[2]._repr_html_()).texts == [found.errors[0].message]
    assert repr(found[2]) == f"error: {found.errors[0].message}"
    assert "0 rows" in Explainer(CARD).explain({"age": [], "home": [], "job": []})._repr_html_()


def test_a_long_table_shows_its_first_rows() -> None:
    found = Explainer(CARD).explain(ROWS[:1] * 12)
    assert repr(found).splitlines()[-2] == "… 2 more rows"
    assert "… 2 more rows. See one by its position: [0], [1], …" in Page(found._repr_html_()).texts


HOSTILE = "</style></svg><script>alert(1)</script>\"'&\u202e\x1b[31m<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("place", ["feature", "value", "class"])
def test_names_cannot_leave_their_place(place: str) -> None:
    card = json.loads(json.dumps(CARD))
    row = dict(ROWS[0])
    if place == "feature":
        card["features"][1]["name"] = HOSTILE
        row[HOSTILE] = row.pop("home")
    elif place == "value":
        card["features"][1]["values"][0] = HOSTILE
        row["home"] = HOSTILE
    else:
        card["classes"] = [HOSTILE, "grant"]
    explainer = Explainer(card)
    for found in (explainer.explain(row, kind="both"), explainer.explain([row, row], kind="both")):
        page = Page(found._repr_html_())
        assert page.tags <= {*SVG, "div", "style", "p", "h4", "ul", "li", "b", "figure", "table", "thead", "tbody", "tr", "th", "td"}
        assert "\x1b" not in page.source
        # Text of a picture stands alone; elsewhere no mark turns the text around it.
        assert "\u202e" not in re.sub(r"<svg.*?</svg>", "", page.source, flags=re.DOTALL)
        assert "\x1b" not in repr(found) and "\u202e" not in repr(found)


def test_nothing_is_loaded_and_nothing_runs() -> None:
    page = Page(Explainer(CARD).explain(ROWS[0])._repr_html_())
    assert page.addresses == []
    assert not re.search(r"@import|url\(|prefers-color-scheme", page.source)


def test_an_answer_that_has_travelled_is_drawn_alike() -> None:
    found = Explainer(CARD).explain(ROWS[:2])
    again = pickle.loads(pickle.dumps(found[1]))
    assert again == found[1]
    assert again._repr_html_() == found[1]._repr_html_()
    case = pickle.loads(pickle.dumps(found[1].case))
    assert (case.rows.rows, case.values()) == (1, ROWS[1])


def test_words_are_shown_where_a_picture_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> dict[str, Any]:
        raise LimitError("the answer takes too long", code="max-time")

    monkeypatch.setattr(Case, "picture", late)
    found = Explainer(CARD).explain(ROWS[0], kind="both")
    page = Page(found._repr_html_())
    assert page.pictures == []
    assert found[0][0].rule in page.texts and "if age ≥ 61" in page.texts


def test_a_case_with_too_many_explanations_to_count_is_shown_without_them() -> None:
    count, random = 300, Random(5)
    card = {
        **CARD,
        "features": [{"name": f"x{i}", "kind": "real", "lower": 0, "upper": 1} for i in range(count)],
        "weights": [[random.random() for _ in range(count)]],
        "intercept": [-10],
    }
    page = Page(Explainer(card).explain({f"x{i}": 0.9 for i in range(count)})._repr_html_())
    assert any("What holds grant" in picture for picture in page.pictures)
    assert not any("share of all" in picture for picture in page.pictures)


def test_the_script_that_draws_is_loaded_when_something_is_drawn() -> None:
    code = f"""
import xpxlc, xpxlc.process as process
found = xpxlc.Explainer({CARD!r}).explain({ROWS[0]!r})
before = process._pool.engines[0]._draws
found._repr_html_()
print(before, process._pool.engines[0]._draws)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


def test_a_script_that_was_changed_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "_core").mkdir()
    (tmp_path / "_core" / "plot.js").write_text("alert(1)")
    (tmp_path / "_core" / "plot.js.sha256").write_text("0" * 64)
    monkeypatch.setattr(engine, "files", lambda _: tmp_path)
    engine.script.cache_clear()
    with pytest.raises(XpxlcError, match="was changed after it was built"):
        engine.script("plot.js")
    engine.script.cache_clear()


def test_progress_is_told_by_tqdm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("xpxlc.asker._DELAY", 0)
    Explainer(CARD, progress=True).explain(ROWS)
    assert "explain: 100%" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(InputError, match="pip install tqdm"):
        Explainer(CARD, progress=True).explain(ROWS)


SVG = {"svg", "title", "desc", "g", "line", "path", "rect", "text", "tspan", "circle"}


class Page(HTMLParser):
    """What is in an output: elements, texts, pictures (which must be well-formed), addresses of anything else."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.tags: set[str] = set()
        self.texts: list[str] = []
        self.addresses: list[str] = []
        self.pictures = re.findall(r"<svg.*?</svg>", source, re.DOTALL)
        self.titles = [ElementTree.fromstring(svg).attrib["aria-label"] for svg in self.pictures]
        self._within: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self._within.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href") or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        assert self._within.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if "style" not in self._within and data.strip():
            self.texts.append(data.strip())
