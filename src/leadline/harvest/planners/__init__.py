"""Which query next: `hiwe`, `liddle`, and `auto`, which puts them together.

A planner is a fold over answers (`leadline.protocols.QueryPlanner`): no clock, disk, network or global random, so
a stored harvest replays to the same state.
"""
