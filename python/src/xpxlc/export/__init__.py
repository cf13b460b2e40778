"""From a fitted estimator to additive scores in the raw features, one family or transformer a module."""
