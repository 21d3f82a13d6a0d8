"""What a field takes: keywords, a name, a date, a price … and which end of a range it is (ALGORITHMS: B3)."""
