"""Benchmarks of harvesting: answers judged, records cut, databases brought up."""
