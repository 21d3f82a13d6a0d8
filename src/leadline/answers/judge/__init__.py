"""Judging answers: results, nothing, too many, something missing, an error, a block page."""
