"""Which query next: `hiwe`, `liddle`, `auto`, which puts them together, and `cascade`, which splits what was cut.

A planner is a fold over answers (`leadline.protocols.QueryPlanner`): no clock, disk, network or global random, so
a stored harvest replays to the same state.
"""
