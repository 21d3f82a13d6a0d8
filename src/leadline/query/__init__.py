"""Below both loops: fill a form as a browser would, find the next page, cut an answer into records."""
