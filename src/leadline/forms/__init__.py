"""Understand one form: is it a search, and may it be submitted."""
