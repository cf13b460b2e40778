"""What is answered: typed results, one kind a file, each with ``to_pandas``, ``to_polars`` and ``to_arrow``."""
