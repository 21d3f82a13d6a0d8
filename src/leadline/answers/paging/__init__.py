"""The next page of an answer, by a link, a form, or what a script would load."""
