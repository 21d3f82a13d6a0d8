"""Bring up the records behind one form, and keep all of them with the way they came."""
