"""Databases whose pages scripts fill: one page, and calls that bring its records."""

from leadline_lab.scripted.manner import MANNERS, ScriptedManner
from leadline_lab.scripted.web import ScriptedWeb

__all__ = ["MANNERS", "ScriptedManner", "ScriptedWeb"]
