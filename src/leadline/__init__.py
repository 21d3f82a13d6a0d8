"""Leadline: locate the searchable forms of a topic, harvest what is behind them, say what is still hidden."""

__version__ = "0.1.0"

__all__ = ["__version__"]
