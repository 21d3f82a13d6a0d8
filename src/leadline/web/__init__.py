"""The only door to the world: HTTP, replay, robots, politeness and the guard."""
