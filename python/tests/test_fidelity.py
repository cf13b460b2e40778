"""Every family behind every transformer predicts as scikit-learn does, on thousands of rows it has not seen."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from cases import all_cases, make, people

import xpxlc


@pytest.mark.parametrize(("family", "preparation", "count"), all_cases(), ids=lambda value: str(value))
def test_predicts_like_the_estimator(family: str, preparation: str, count: int) -> None:
    estimator = make(family, preparation, count)
    known = people(800, 1)
    fresh = people(3000, 2)
    bounds = {"income": (0.0, 300.0), "age": (0.0, 120.0)}
    if "clip" in preparation or preparation in ("minmax", "curves-then-bins"):
        # clipping is straight only between the numbers it was fitted on
        bounds = {}
        for name in ("age", "income", "rate"):
            fresh[name] = fresh[name].clip(known[name].min(), known[name].max())
    if (
        preparation in ("maxabs-unknown", "unknown", "infrequent", "robust-ordinal", "target")
        and family != "CategoricalNB"
    ):
        fresh.loc[::50, "job"] = "astronaut"
    if family == "GaussianNB" and preparation == "powers":
        with pytest.raises(xpxlc.UnsupportedError, match=r"income|power above the second"):
            xpxlc.to_model(estimator, known)
        return
    model = xpxlc.to_model(estimator, pd.concat([known, fresh]), bounds=bounds)
    assert model.fidelity.rows == 3800
    assert len(model.fidelity.differing) <= min(38, model.fidelity.near_ties)
    again = model.predict(fresh) == estimator.predict(fresh)
    assert np.all(again | model.near_ties(fresh))
