"""What a notebook and a terminal show of many rows."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from test_display import CARD, HOSTILE, ROWS, Page
from xpxlc import Explainer, LimitError
from xpxlc.population import Population


def test_features_of_a_table_have_shares_and_rules() -> None:
    found = Explainer(CARD).features(ROWS, protected=["home"])
    page = Page(found._repr_html_())
    assert [title.partition(".")[0] for title in page.titles] == [
        "Features that the explanations of 2 rows use",
        "Rules that cover most of 2 rows",
    ]
    assert "3 rows: 1 refuse, 1 grant; 1 bad row" in page.texts
    assert "Protected features are in no explanation of 2 rows." in page.texts
    assert "IF age ≤ 25 THEN refuse: 1 row · 50.0 %." in page.titles[1]
    assert repr(found).splitlines()[2].split() == ["age", "100.0", "%", "100.0", "%"]


def test_shares_are_a_table_where_they_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Explainer(CARD).features(ROWS[:2])
    again = pickle.loads(pickle.dumps(found))  # without its table
    assert again == found and again.population is None
    assert {"age", "100.0 %"} <= set(Page(again._repr_html_()).texts)

    def late(*_: object) -> dict[str, str]:
        raise LimitError("the answer takes too long", code="max-time")

    monkeypatch.setattr(Population, "picture", late)
    assert found._repr_html_() == again._repr_html_()


def test_the_smallest_explanations_have_shares_of_features() -> None:
    found = Explainer(CARD).smallest(ROWS)
    page = Page(found._repr_html_())
    head = "3 rows: 1 grant, 1 refuse; 1 to 1 features, 1.0 on average; 1 bad row"
    assert page.texts[0] == head and repr(found).splitlines()[0] == head
    assert [title.partition(".")[0] for title in page.titles] == ["Features by share of the smallest explanations"]
    assert repr(found).splitlines()[1].split() == ["age", "100.0", "%"]


def test_shares_count_features_beyond_the_first_word() -> None:
    count = 40
    card = {
        **CARD,
        "features": [{"name": f"x{i}", "kind": "real", "lower": 0, "upper": 1} for i in range(count)],
        "weights": [[*([1] * (count - 1)), 100]],
        "intercept": [-60],
    }
    found = Explainer(card).smallest(np.ones((2, count)))
    assert repr(found).splitlines()[-1].split() == ["x39", "100.0", "%"]
    assert found.mask[:, 39].all()


def test_an_empty_table_is_shown_without_pictures() -> None:
    nothing: dict[str, list[object]] = {"age": [], "home": [], "job": []}
    explainer = Explainer(CARD)
    for found in (explainer.features(nothing), explainer.smallest(nothing)):
        assert Page(found._repr_html_()).texts == ["0 rows"]
        assert repr(found).startswith("0 rows")
    assert "predicted" in repr(explainer.predict(nothing))


def test_answers_in_columns_show_their_first_rows() -> None:
    table = pd.DataFrame(ROWS[:1] * 12, index=[f"case {i}" for i in range(12)])
    found = Explainer(CARD).predict(table)
    lines = repr(found).splitlines()
    assert lines[0].split() == ["row", "predicted", "margin", "doubtful"]
    assert lines[1].split() == ["case", "0", "refuse", "35", "False"]
    assert lines[-1] == "… 2 more rows"
    assert {"case 9", "… 2 more rows"} <= set(Page(found._repr_html_()).texts)
    counts = Explainer(CARD).count(ROWS[:1])
    assert repr(counts).splitlines()[1].split() == ["0", "refuse", "1", "True", "1", "1"]


def test_names_in_columns_are_escaped() -> None:
    table = pd.DataFrame(ROWS[:1], index=[HOSTILE])
    page = Page(Explainer(CARD).predict(table)._repr_html_())
    assert page.tags == {"div", "style", "table", "thead", "tbody", "tr", "th", "td"}
    assert "\x1b" not in page.source and "\u202e" not in page.source
