"""Pages that scripts fill: used once in a browser, then harvested by the calls that brought their records."""
