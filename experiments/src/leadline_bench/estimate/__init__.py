"""`leadline bench estimate`: whether intervals hold, when harvests stop, and what they say of themselves."""
