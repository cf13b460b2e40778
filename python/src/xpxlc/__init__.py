"""Fitted scikit-learn classifiers as exact, explainable model files in the raw features.

>>> import xpxlc
>>> xpxlc.to_model.__name__
'to_model'
"""

from .errors import FidelityError, InputError, UnsupportedError, XpxlcError
from .model import Fidelity, Model
from .to_model import to_model

__version__ = "0.1.0"

__all__ = [
    "Fidelity",
    "FidelityError",
    "InputError",
    "Model",
    "UnsupportedError",
    "XpxlcError",
    "__version__",
    "to_model",
]
