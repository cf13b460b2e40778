"""The other ways to explain: compilation into a decision diagram (STEP), and the heuristic explainers Anchor, SHAP
and LIME.
"""
