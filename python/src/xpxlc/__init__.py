"""Exact explanations of naive Bayes, linear and scorecard classifiers; fitted scikit-learn classifiers as exact model files.

>>> import xpxlc
>>> xpxlc.to_model.__name__, xpxlc.Explainer.__name__
('to_model', 'Explainer')
"""

from .batches import count_batches, explain_batches, predict_batches
from .engine import Limits
from .errors import (
    CoreError,
    DomainWarning,
    FidelityError,
    FormatError,
    InputError,
    InstanceError,
    InternalError,
    LimitError,
    ModelError,
    UnsupportedError,
    XpxlcError,
)
from .explainer import Explainer
from .model import Fidelity, Model
from .to_model import to_model

__version__ = "0.1.0"

__all__ = [
    "CoreError",
    "DomainWarning",
    "Explainer",
    "Fidelity",
    "FidelityError",
    "FormatError",
    "InputError",
    "InstanceError",
    "InternalError",
    "LimitError",
    "Limits",
    "Model",
    "ModelError",
    "UnsupportedError",
    "XpxlcError",
    "__version__",
    "count_batches",
    "explain_batches",
    "predict_batches",
    "to_model",
]
