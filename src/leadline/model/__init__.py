"""Frozen values that flow through the house: url, page, form, query, record, events."""
