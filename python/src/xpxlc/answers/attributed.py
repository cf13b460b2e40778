"""Answers as a ``shap.Explanation``, so that shap's own plots draw exact attributions. shap is imported when it is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..cells import AnyArray
from .subject import Subject


class Attributed:
    """Answers about decisions: what each value adds to the lead of the predicted class."""

    subject: Subject

    def to_shap(self) -> Any:
        """A ``shap.Explanation`` of the lead over the strongest rival: values and base value of a row add up to it.

        The amounts are those of the model itself, in its own unit (log-odds, points, …): nothing is sampled, nothing depends on a
        background. Use it with shap's plots: ``shap.plots.waterfall(answer.to_shap()[0])``.
        """
        found = self.subject.contributions()
        return shap_explanation(found.values, found.base, found.data, self.subject.features)


def shap_explanation(values: AnyArray, base: AnyArray, data: AnyArray | None, features: tuple[str, ...]) -> Any:
    """One value per row and feature, with its base values."""
    import shap

    return shap.Explanation(values=values, base_values=np.asarray(base), data=data, feature_names=list(features))
