"""Learners and what they read: seeded, folded in order, no clock, disk or network.

A model is a plain dictionary when it is stored, never a pickle. docs/rooms/learn.md has a map and measurements.
"""
