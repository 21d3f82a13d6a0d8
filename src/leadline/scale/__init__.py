"""The same two loops with several processes: who owns what, how they talk, and what happens when one is killed."""
